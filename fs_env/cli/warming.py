"""Compiles rules and bots, with a message when that takes long."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from fs_env.cli.output import printable

if TYPE_CHECKING:
    from rich.console import Console

    from fs_env.agent_api.agent import Agent
    from fs_env.core.machine.run.game import Game
    from fs_env.core.machine.run.policy import Policy

LOGGER = logging.getLogger("fs_env.compile")  # as in core.machine.notice, which is not imported for `--help`
PATIENCE = 1.5  # seconds; compiled code loads from the cache in less
TICK = 0.5  # seconds between updates of the time shown
PAUSE = 10.0  # the same where each is a new line
Made = TypeVar("Made")


def warm_up(game: Game, console: Console, agents: Iterable[Agent] = ()) -> float:
    """Compiles the rules and the compiled agents, or loads them from the cache; returns the seconds it took.

    After 1.5 seconds it prints a message: on a terminal with the elapsed time, elsewhere in a line every ten seconds.
    """
    from fs_env.agent_api.shipped import policy_of
    from fs_env.core.machine.compile import disk_cache, jit

    begun = perf_counter()
    stored = disk_cache.can_keep()
    often = "once, then cached" if stored else "in every process: no cache is writable"
    policies = {policy: agent.name for agent in agents if (policy := policy_of(agent)) is not None}

    def compile_bots() -> None:
        for policy in policies:
            compiled_bot(policy)

    with jit.workers.meanwhile(compile_bots) if stored and policies else nullcontext(lambda: None) as wait_for_bots:
        first = perf_counter()
        built = with_message(
            f"compiling the rules of {game.name} ({often}): this can take minutes ...", game.warm, console
        )
        seconds = perf_counter() - first
        if seconds > PATIENCE:
            how = "loaded from the cache" if built.cached else "compiled"
            console.print(f"rules of {game.name} {how} in {seconds:.1f} s", highlight=False)
        for policy, name in policies.items():
            with_message(
                f"compiling the bot {printable(name)} ({often}) ...",
                partial(compiled_bot, policy, wait_for_bots),
                console,
            )
    return perf_counter() - begun


def compiled_bot(policy: Policy, first: Callable[[], None] | None = None) -> None:
    """Compiles a policy or loads it from the cache, after something that is waited for."""
    if first is not None:
        first()
    policy.address  # noqa: B018  (compiled when it is asked for)


def with_message(message: str, work: Callable[[], Made], console: Console) -> Made:
    """Does some work and returns its result; shows the message if it takes long."""
    done = threading.Event()
    begun = perf_counter()

    def report() -> None:
        if done.wait(PATIENCE):
            return
        if not console.is_terminal:
            console.print(message, highlight=False)
            while not done.wait(PAUSE):
                console.print(f"{message} {perf_counter() - begun:.0f} s", highlight=False)
            return
        with console.status(message) as status:
            while not done.wait(TICK):
                status.update(f"{message} {perf_counter() - begun:.0f} s")

    reporter = threading.Thread(target=report, daemon=True)
    said, LOGGER.disabled = LOGGER.disabled, True  # the message is shown here instead
    reporter.start()
    try:
        return work()
    finally:
        done.set()
        reporter.join()
        LOGGER.disabled = said
