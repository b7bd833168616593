"""Where the games of a tournament are played: in compiled code, in this process, in worker processes, or on a Ray cluster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from itertools import chain, filterfalse, islice
from pathlib import Path
from typing import Any

from fs_env.agent_api.specs import is_untrusted, untrusted_parts
from fs_env.arena.compiled import CompiledRunner, policies_of
from fs_env.arena.database import Packed
from fs_env.arena.game_runner import GameRunner
from fs_env.arena.luck import measure_of
from fs_env.arena.plan import Pairing, Plan
from fs_env.arena.referee import Limits
from fs_env.arena.results import GameRow
from fs_env.arena.rows import forfeited, void
from fs_env.arena.spec_paths import absolute, check_is_here
from fs_env.arena.threads import ThreadsRunner
from fs_env.core.machine.run.policy import Policy
from fs_env.pool import NO_MARK, Context, LocalPool, Pool, TaskFailed
from fs_env.pool.cluster import RayPool
from fs_env.registry.games import load_game

DEALS_APART, MOST_APART = 16, 4096  # deals, and at most so many games, that are ordered for isolated bots; see `apart`
AHEAD = 2  # lists of games given to a worker: the current one and the next
STOP_SECONDS = 10.0  # for games in progress when the tournament is stopped
LOCAL_SIZES, CLUSTER_SIZES = (32, 1), (64, 2)  # games in a list for a worker: of compiled bots, and others
BATCHED_SIZE = 64  # games in a list whose agents answer batches
Games = Callable[[], Iterator[Pairing]]  # gives the same games each time
# Finished games, each as a `GameRow` or several as `Packed`, as soon as they are finished.
Played = Generator[list[Any], None, None]
Play = Callable[[list[Pairing]], list[Any]]


class Executor:
    """Plays games: those of compiled bots many at once, all others one by one.

    Args:
        policies: of the compiled agents, by their number.
        workers: processes for games that are not compiled, and threads for those that are; None: this process for all.
        replays: folder for replays; games are then played one by one, because compiled code reports no choices; so are those with luck.
        batches: numbers of the agents that answer batches; their games are handed to workers in lists.
        waits: whether an agent spends its time waiting; safe games that are not compiled are then played in as many threads instead.
        ray: address of a cluster that plays everything instead, see `RayPool`. Each of its workers has its own executor, so
            bots that end their process end one of its processes.
    """

    def __init__(
        self,
        plan: Plan,
        limits: Limits,
        policies: Mapping[int, Policy],
        workers: int | None = None,
        replays: Path | None = None,
        ray: str | None = None,
        waits: bool = False,
        batches: Container[int] = (),
    ) -> None:
        self._cooperative = plan.cooperative
        self._apart = min(DEALS_APART * plan.block * len(plan.groups), MOST_APART) if limits.isolate else 1
        shipped = compiled_agents(plan, limits, policies, own_risk=False)
        all_compiled = compiled_agents(plan, limits, policies, own_risk=True)
        recorded = replays is not None or plan.luck is not None
        self._here = {} if ray or recorded else all_compiled if workers is None else shipped
        self._in_lists, self._sizes = {} if recorded or limits.isolate else all_compiled, LOCAL_SIZES
        self._batches = batches
        self._pool: Pool | None = None
        self._threads: ThreadsRunner | None = None
        with ExitStack() as opened:
            if self._here or (workers is None and ray is None):
                self._runner = opened.enter_context(closing(GameRunner(plan, limits, replays=replays)))
            if self._here:
                fast = CompiledRunner(plan, self._here, workers or 1, self._runner)
                self._fast = opened.enter_context(closing(fast))
            if ray is not None:
                everywhere = replace(plan, agents=tuple(map(absolute, plan.agents)), game=absolute(plan.game))
                self._in_lists, self._sizes = {} if recorded else shipped, CLUSTER_SIZES
                self._pool = RayPool(ray, partial(on_node, everywhere, limits, batches), ahead=AHEAD, split=one_by_one)
            elif workers is not None and waits and is_safe(plan, limits):
                load_game(plan.game).warm()
                make = partial(GameRunner, plan, limits, replays=replays)
                self._threads = opened.enter_context(closing(ThreadsRunner(workers, make, STOP_SECONDS)))
            elif workers is not None:
                load_game(plan.game).warm()  # fills the cache on disk before the workers look for it
                measure = measure_of(plan)
                if measure is not None:
                    measure.warm()
                for policy in policies.values():
                    _ = policy.address
                self._pool = LocalPool(
                    workers,
                    partial(in_process, plan, limits, replays, batches),
                    limit=limits.move_seconds,
                    ahead=AHEAD,
                    split=one_by_one,
                    stop_seconds=STOP_SECONDS,
                )
            if self._pool is not None:
                opened.enter_context(closing(self._pool))
            self._open = opened.pop_all()

    def play(self, games: Games) -> Played:
        """Plays games; yields each of them once, those of compiled bots first. KeyboardInterrupt is passed on when the games in progress
        are finished, or after `STOP_SECONDS`."""
        are_here = partial(among, self._here)
        if self._here:
            yield from self._fast.play(filter(are_here, games()))
        others = partial(apart, size=self._apart)
        if self._threads is not None:
            yield from self._threads.play(others(filterfalse(are_here, games())))
            return
        if self._pool is None:
            for row in self._runner.play_many(others(filterfalse(are_here, games()))):
                yield [row]
            return
        sizes = self._sizes[0], BATCHED_SIZE, self._sizes[1]
        kinds = (self._of_kind(kind, others(filterfalse(are_here, games()))) for kind in range(len(sizes)))
        lists = chain.from_iterable(map(lists_of, kinds, sizes))
        with closing(self._pool.looks(lists, self._given_up)) as looks:
            for found in looks:  # written in one transaction
                yield list(chain.from_iterable(found))

    def _of_kind(self, kind: int, games: Iterator[Pairing]) -> Iterator[Pairing]:
        for game in games:
            if kind == (0 if among(self._in_lists, game) else 1 if are_batched(self._batches, game) else 2):
                yield game

    def _given_up(self, failed: TaskFailed) -> list[GameRow]:
        (pairing,) = failed.task
        if failed.mark != NO_MARK:
            return [forfeited(pairing, failed.mark, failed.fault, self._cooperative)]
        return [void(pairing, f"the process died {failed.deaths} times in this game while no agent was asked")]

    def close(self) -> None:
        self._open.close()


# --- in workers -------------------------------------------------------------------------------------------------------
def in_process(plan: Plan, limits: Limits, replays: Path | None, batches: Container[int], context: Context) -> Play:
    runner = GameRunner(plan, limits, context.mark, replays)
    compiled: CompiledRunner | None = None

    def play(pairings: list[Pairing]) -> list[Any]:
        nonlocal compiled
        if len(pairings) == 1:
            return [runner.play(pairings[0])]
        if are_batched(batches, pairings[0]):
            return packed(plan, runner.play_many(pairings))
        if compiled is None:
            compiled = CompiledRunner(plan, policies_of(plan), 1, runner)
        return packed(plan, chain.from_iterable(compiled.play(pairings)))

    return play


def on_node(plan: Plan, limits: Limits, batches: Container[int], context: Context) -> Play:
    """Plays lists of games on a node of a cluster.

    Raises:
        ValueError: this machine does not have the game or a bot.
    """
    for agent in plan.agents:
        for part in untrusted_parts(agent, plan.game):
            check_is_here(str(part))
    load_game(plan.game).warm()
    executor = Executor(
        plan, limits, policies_of(plan, shipped=True), None if is_safe(plan, limits) else 1, batches=batches
    )
    return lambda pairings: packed(plan, chain.from_iterable(executor.play(lambda: iter(pairings))))


def packed(plan: Plan, found: Iterable[Any]) -> list[Any]:
    """Finished games, as one list if there are several that are not packed yet."""
    rows = list(found)
    few = len(rows) <= CLUSTER_SIZES[1] or not all(isinstance(row, GameRow) for row in rows)
    return rows if few else [Packed.of(len(plan.agents), rows)]


def one_by_one(pairings: Sequence[Pairing]) -> list[list[Pairing]]:
    return [[pairing] for pairing in pairings]


def lists_of(games: Iterator[Pairing], size: int) -> Iterator[list[Pairing]]:
    while some := list(islice(games, size)):
        yield some


def apart(games: Iterator[Pairing], size: int) -> Iterator[Pairing]:
    """The games, but of each `size` of them first one of each deal, then a second one: no process of an isolated bot may meet a deal
    twice, so one meets many deals before it has to be replaced."""
    while some := list(islice(games, size)):
        met, turns = Counter[int](), []
        for pairing in some:
            turns.append(met[pairing.seed])
            met[pairing.seed] += 1
        yield from (some[k] for k in sorted(range(len(some)), key=turns.__getitem__))


def among(agents: Container[int], pairing: Pairing) -> bool:
    return all(agent in agents for agent in pairing.seats)


def are_batched(batches: Container[int], pairing: Pairing) -> bool:
    return any(agent in batches for agent in pairing.seats)


def is_safe(plan: Plan, limits: Limits) -> bool:
    """Whether no bot can end the process that plays the games: all are shipped with this package or isolated."""
    return limits.isolate or not any(is_untrusted(agent, plan.game) for agent in plan.agents)


def compiled_agents(plan: Plan, limits: Limits, policies: Mapping[int, Policy], own_risk: bool) -> dict[int, Policy]:
    """The policies of the agents that may play in compiled code; `own_risk`: untrusted ones too, because they would run in the same
    process anyway."""
    if limits.move_seconds is not None or plan.until:  # compiled calls cannot measure time or assign sides
        return {}
    return {
        number: policy
        for number, policy in policies.items()
        if own_risk or not is_untrusted(plan.agents[number], plan.game)
    }
