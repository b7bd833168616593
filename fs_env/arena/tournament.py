"""Plays the games of a plan, in this process or in several, and stores every result."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any

from fs_env.arena.agent import Agent, is_foreign
from fs_env.arena.isolation import IsolatedAgent
from fs_env.arena.plan import Pairing, Plan, told_apart
from fs_env.arena.referee import Limits
from fs_env.arena.results import GameRow, ResultFile
from fs_env.arena.standings import Standings
from fs_env.arena.table import Table, make_agent
from fs_env.arena.workers import Workers
from fs_env.envs.registry import load_game


class Tournament:
    """Plays a plan.

    A bot that fails forfeits its game (see `arena.referee`) and begins the next one as a new object; the tournament continues.

    Args:
        plan: the games.
        db: SQLite file of the results; games that it already holds are not played again. None: in memory.
        limits: of the bots; None: no limits.

    Attributes:
        names: of the agents, all different.
        seconds: time that games took so far.

    Raises:
        ValueError: the file belongs to another plan, or holds a game that is not in the plan; an agent cannot be created; an
            agent to be isolated is given as an object.
    """

    def __init__(self, plan: Plan, db: str | Path | None = None, limits: Limits | None = None) -> None:
        self.plan = plan
        self.limits = limits or Limits()
        self.names = told_apart(self._names())
        self.results = ResultFile(db, plan.to_json())
        self._rows = {row.number: row for row in self.results.rows()}
        for row in self._rows.values():
            if (row.seed, row.seats) != plan.pairing(row.number)[1:]:
                raise ValueError(
                    f"results file {str(db)!r}: game {row.number} has other seats or another seed than in the plan"
                )
        self.seconds = 0.0

    def run(self, workers: int | None = None, on_games: Callable[[list[GameRow]], None] | None = None) -> Standings:
        """Plays the games not played yet. Results do not depend on the number of workers, unless a bot exceeds its time.

        Args:
            workers: processes that play; a bot that hangs or ends its process ends one of them, which is replaced. None plays
                in this process, which such a bot ends.
            on_games: called with each finished game, in a list.

        Raises:
            ValueError: fewer than 1 worker, agents given as objects and workers, or a results file that cannot be written;
                games finished before the error are in `standings`.
            RuntimeError: worker processes do not start.
            KeyboardInterrupt: passed on after the finished games are written.
        """
        if workers is not None and workers < 1:
            raise ValueError(f"workers={workers}: expected at least 1, or None for this process")
        if workers is not None and not all(isinstance(agent, str) for agent in self.plan.agents):
            raise ValueError(
                f"workers={workers}: agents given as objects play in this process; give names or workers=None"
            )
        begun = perf_counter()
        try:
            with closing(self._here() if workers is None else self._elsewhere(workers)) as played:
                for row in played:
                    try:
                        self.results.add([row])
                    except ValueError:
                        self._rows[row.number] = row  # counts in the standings, though it cannot be stored
                        raise
                    self._rows[row.number] = row
                    if on_games is not None:
                        on_games([row])
        finally:
            self.seconds += perf_counter() - begun
        return self.standings()

    def agents(self) -> list[Agent]:
        """A new agent for each entry of the plan that is not isolated."""
        isolated = self.limits.isolate
        return [self.plan.make(agent) for agent in self.plan.agents if not isolated or not is_foreign(agent)]

    def is_safe(self) -> bool:
        """Whether no bot can end the process that plays the games: all are shipped with this package or isolated."""
        return self.limits.isolate or not any(is_foreign(agent) for agent in self.plan.agents)

    def left(self) -> int:
        """How many games are not played yet."""
        return self.plan.total - sum(1 for number in self._rows if number < self.plan.total)

    def missing(self) -> Iterator[Pairing]:
        """The games not played yet, in the order of the plan."""
        return (self.plan.pairing(number) for number in range(self.plan.total) if number not in self._rows)

    def standings(self) -> Standings:
        """The table so far."""
        rows = [row for number, row in sorted(self._rows.items()) if number < self.plan.total]
        return Standings.of(self.names, rows, self.plan.players)

    def faults(self) -> list[dict[str, Any]]:
        """The games that were forfeited or broke off, in the order of the plan: game, seed, agent (or None) and what happened."""
        return [
            {
                "game": number,
                "seed": row.seed,
                "agent": self.names[row.seats[row.forfeits[0]]] if row.forfeits else None,
                "fault": row.fault,
            }
            for number, row in sorted(self._rows.items())
            if row.fault and number < self.plan.total
        ]

    def _names(self) -> Iterator[str]:
        """The agents' own names."""
        for number in range(len(self.plan.agents)):
            agent = make_agent(self.plan, number, self.limits)
            yield agent.name
            if isinstance(agent, IsolatedAgent):
                agent.close()

    def _here(self) -> Generator[GameRow, None, None]:
        """Plays in this process."""
        table = Table(self.plan, self.limits)
        try:
            for pairing in self.missing():
                yield table.play(pairing)
        finally:
            table.close()

    def _elsewhere(self, workers: int) -> Generator[GameRow, None, None]:
        """Plays in worker processes, in the order in which games finish."""
        load_game(self.plan.game).warm()  # fills the cache on disk before the workers look for it
        for policy in (getattr(agent, "policy", None) for agent in self.agents()):
            if policy is not None:
                _ = policy.address
        yield from Workers(min(workers, self.left()), self.plan, self.limits, self.missing()).run()
