"""Where the games of a tournament are played: in compiled code, in this process, or in worker processes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Protocol

from fs_env.arena.agent import is_foreign
from fs_env.arena.compiled import CompiledTable
from fs_env.arena.plan import Pairing, Plan
from fs_env.arena.referee import Limits
from fs_env.arena.results import GameRow
from fs_env.arena.table import Table
from fs_env.arena.workers import Workers
from fs_env.core.machine.run.policy import Policy
from fs_env.registry.games import load_game

FOREIGN_GAMES = 32  # of compiled bots in a list for a worker
Games = Callable[[], Iterator[Pairing]]  # gives the same games each time
Played = Generator[list[GameRow], None, None]  # finished games, as soon as they are finished


class Hall(Protocol):
    """Somewhere to play."""

    def play(self, games: Games) -> Played:
        """Plays games; yields each of them once."""

    def close(self) -> None:
        """Ends the processes and threads."""


class LocalHall:
    """Plays on this machine: tables of compiled bots many at once, all others one game after the other.

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
        self.plan, self.limits, self._workers, self._replays = plan, limits, workers, replays
        told = replays is not None
        self._compiled = {} if told else compiled_agents(plan, limits, policies, own_risk=workers is None)
        some_foreign = not told and workers is not None and limits.move_seconds is None and not limits.isolate
        self._foreign = dict(policies) if some_foreign else {}
        self._open = ExitStack()
        try:
            self._fast = self._compiled_table() if self._compiled else None
            self._slow = self._one_by_one(policies)
        except BaseException:
            self.close()
            raise

    def play(self, games: Games) -> Played:
        """The games of compiled bots first: of those that are shipped here, of others in the workers."""
        if self._fast is not None:
            yield from self._fast.play(filter(self._is_compiled, games()))
        if self._foreign and isinstance(self._slow, Workers):
            yield from self._slow.play(filter(self._is_foreign, games()), FOREIGN_GAMES)
        yield from self._slow.play(
            pairing for pairing in games() if not self._is_compiled(pairing) and not self._is_foreign(pairing)
        )

    def close(self) -> None:
        """Ends the processes and threads."""
        self._open.close()

    def _is_compiled(self, pairing: Pairing) -> bool:
        return all(agent in self._compiled for agent in pairing.seats)

    def _is_foreign(self, pairing: Pairing) -> bool:
        """Whether all bots are compiled, some of them not shipped with this package."""
        return all(agent in self._foreign for agent in pairing.seats) and not self._is_compiled(pairing)

    def _compiled_table(self) -> CompiledTable:
        one_by_one = self._open.enter_context(closing(Table(self.plan, self.limits)))
        return self._open.enter_context(
            closing(CompiledTable(self.plan, self._compiled, self._workers or 1, one_by_one))
        )

    def _one_by_one(self, policies: Mapping[int, Policy]) -> Here | Workers:
        if self._workers is None:
            return self._open.enter_context(closing(Here(Table(self.plan, self.limits, replays=self._replays))))
        load_game(self.plan.game).warm()  # fills the cache on disk before the workers look for it
        for policy in policies.values():
            _ = policy.address
        return self._open.enter_context(closing(Workers(self._workers, self.plan, self.limits, self._replays)))


class Here:
    """Plays one game after the other in this process."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def play(self, pairings: Iterable[Pairing]) -> Played:
        """The games in their order."""
        for pairing in pairings:
            yield [self._table.play(pairing)]

    def close(self) -> None:
        """Ends the processes of isolated bots."""
        self._table.close()


def is_safe(plan: Plan, limits: Limits) -> bool:
    """Whether no bot can end the process that plays the games: all are shipped with this package or isolated."""
    return limits.isolate or not any(is_foreign(agent) for agent in plan.agents)


def compiled_agents(plan: Plan, limits: Limits, policies: Mapping[int, Policy], own_risk: bool) -> dict[int, Policy]:
    """The policies of the agents that may play in compiled code, by their number.

    Args:
        plan, limits: of the tournament.
        policies: of the compiled agents.
        own_risk: foreign code may end or stop this process, because it runs here anyway.
    """
    if limits.move_seconds is not None:  # nobody could measure it
        return {}
    return {number: policy for number, policy in policies.items() if own_risk or not is_foreign(plan.agents[number])}
