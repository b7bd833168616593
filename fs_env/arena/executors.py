"""Where the games of a tournament are played: in compiled code, in this process or in worker processes."""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain, filterfalse, islice
from pathlib import Path
from typing import Protocol

from fs_env.arena.agent import is_foreign
from fs_env.arena.compiled import CompiledTable
from fs_env.arena.plan import Pairing, Plan
from fs_env.arena.referee import Limits
from fs_env.arena.results import GameRow
from fs_env.arena.table import Table
from fs_env.arena.workers import given_up, player
from fs_env.core.machine.run.policy import Policy
from fs_env.pool import LocalProcesses, Pool
from fs_env.registry.games import load_game

AHEAD = 2  # lists of games given to a worker: the current one and the next
STOP_SECONDS = 10.0  # for games in progress when the tournament is stopped
LOCAL_SIZES = 32, 1  # games in a list for a worker process: of compiled bots, and others
Games = Callable[[], Iterator[Pairing]]  # gives the same games each time
Played = Generator[list[GameRow], None, None]  # finished games, as soon as they are finished


class Executor(Protocol):
    """Somewhere to play."""

    def play(self, games: Games) -> Played:
        """Plays games; yields each of them once."""

    def close(self) -> None:
        """Ends the processes and threads."""


class InProcess:
    """Plays one game after the other in this process."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def play(self, games: Games) -> Played:
        """The games in their order."""
        for pairing in games():
            yield [self._table.play(pairing)]

    def close(self) -> None:
        """Ends the processes of isolated bots."""
        self._table.close()


class InWorkers:
    """Plays in a pool of workers.

    Args:
        plan: of the tournament.
        pool: plays lists of games.
        compiled: agents whose games among each other are played in compiled code, and handed out first.
        sizes: of lists of these games, and of lists of others.
    """

    def __init__(self, plan: Plan, pool: Pool, compiled: Container[int], sizes: tuple[int, int]) -> None:
        self._plan, self._pool, self._compiled, self._sizes = plan, pool, compiled, sizes

    def play(self, games: Games) -> Played:
        """The games in the order in which they finish.

        Raises:
            ValueError: a worker cannot load the game or a bot.
            RuntimeError: workers die before they can play.
            KeyboardInterrupt: passed on when the games in progress are finished, or after `STOP_SECONDS`.
        """
        are_compiled = partial(among, self._compiled)
        parts = filter(are_compiled, games()), filterfalse(are_compiled, games())
        lists = chain.from_iterable(map(lists_of, parts, self._sizes))
        return self._pool.run(lists, failed=partial(given_up, self._plan.together))

    def close(self) -> None:
        """Ends the workers."""
        self._pool.close()


class LocalExecutor:
    """Plays on this machine: games of compiled bots many at once, all others one by one.

    Args:
        plan, limits: of the tournament.
        policies: of the compiled agents, by their number.
        workers: processes for games that are not compiled, and threads for those that are; None: this process for all.
        replays: folder for replays; games are then played one by one, because compiled code tells no choices.
    """

    def __init__(
        self,
        plan: Plan,
        limits: Limits,
        policies: Mapping[int, Policy],
        workers: int | None,
        replays: Path | None = None,
    ) -> None:
        self._compiled = {} if replays else compiled_agents(plan, limits, policies, own_risk=workers is None)
        self._fast: CompiledTable | None = None
        with ExitStack() as opened:
            if self._compiled:
                table = opened.enter_context(closing(Table(plan, limits)))
                self._fast = opened.enter_context(closing(CompiledTable(plan, self._compiled, workers or 1, table)))
            self._rest: Executor
            if workers is None:
                self._rest = InProcess(Table(plan, limits, replays=replays))
            else:
                load_game(plan.game).warm()  # fills the cache on disk before the workers look for it
                for policy in policies.values():
                    _ = policy.address
                in_lists = {} if replays or limits.isolate else compiled_agents(plan, limits, policies, own_risk=True)
                backend = LocalProcesses(workers, "tournament worker", limits.move_seconds)
                build = partial(player, plan, limits, replays)
                pool = Pool(backend, build, ahead=AHEAD, split=one_by_one, stop_seconds=STOP_SECONDS)
                self._rest = InWorkers(plan, pool, in_lists, LOCAL_SIZES)
            opened.enter_context(closing(self._rest))
            self._open = opened.pop_all()

    def play(self, games: Games) -> Played:
        """The games of the bots that are compiled and shipped with this package first, then the others."""
        are_compiled = partial(among, self._compiled)
        if self._fast is not None:
            yield from self._fast.play(filter(are_compiled, games()))
        yield from self._rest.play(lambda: filterfalse(are_compiled, games()))

    def close(self) -> None:
        """Ends the processes and threads."""
        self._open.close()


def one_by_one(pairings: Sequence[Pairing]) -> list[list[Pairing]]:
    """A list for each game: when a worker dies nobody knows which game of a list it was."""
    return [[pairing] for pairing in pairings]


def lists_of(games: Iterator[Pairing], size: int) -> Iterator[list[Pairing]]:
    """Games in lists of this size; the last one may be shorter."""
    while some := list(islice(games, size)):
        yield some


def among(agents: Container[int], pairing: Pairing) -> bool:
    """Whether all seats of a game are held by some of these agents."""
    return all(agent in agents for agent in pairing.seats)


def is_safe(plan: Plan, limits: Limits) -> bool:
    """Whether no bot can end the process that plays the games: all are shipped with this package or isolated."""
    return limits.isolate or not any(is_foreign(agent) for agent in plan.agents)


def compiled_agents(plan: Plan, limits: Limits, policies: Mapping[int, Policy], own_risk: bool) -> dict[int, Policy]:
    """The policies of the agents that may play in compiled code, by their number.

    Args:
        plan, limits: of the tournament.
        policies: of the compiled agents.
        own_risk: foreign code may end or stop the process that plays, because it runs there anyway.
    """
    if limits.move_seconds is not None:  # nobody could measure it
        return {}
    return {number: policy for number, policy in policies.items() if own_risk or not is_foreign(plan.agents[number])}
