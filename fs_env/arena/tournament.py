"""Plays the games of a plan, in this process or in several, and stores every result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from fs_env.agent_api.agent import Agent
from fs_env.agent_api.hooks import BATCHES, asks_for
from fs_env.agent_api.shipped import policy_of
from fs_env.agent_api.specs import is_untrusted
from fs_env.arena import ladder, sequential
from fs_env.arena.agent_files import digests_of, refuse_changed
from fs_env.arena.columns import Columns
from fs_env.arena.costs import with_costs
from fs_env.arena.counts import Counts, add_to
from fs_env.arena.database import Database, Packed
from fs_env.arena.executor import Executor, Games, Played, is_safe
from fs_env.arena.game_runner import make_agent
from fs_env.arena.isolation import IsolatedAgent, played_as
from fs_env.arena.plan import LADDER, Pairing, Plan
from fs_env.arena.referee import Limits
from fs_env.arena.results import GameRow
from fs_env.arena.standings import Standings
from fs_env.core.machine.run.policy import Policy

LATEST = 256  # games that are counted at once


class Tournament:
    """Plays a plan.

    A bot that fails forfeits its game (see `arena.referee`) and begins the next one as a new object; the tournament continues.

    Args:
        db: SQLite file of the results; games that it already holds are not played again. None: in memory.
        limits: of the bots; None: no limits.
        replays: folder into which a replay of every game is written; games are then played one by one, compiled bots too.
        stop: asked after each round of a fixed schedule, with all games so far, whether they suffice; None: all games are played.

    Attributes:
        names: of the agents, all different.
        bots: how untrusted ones play, see `played_as`.
        seconds: time that games took so far.

    Raises:
        ValueError: the file belongs to another plan, or holds a game that is not in the plan; an agent cannot be created; an
            agent to be isolated is given as an object.
    """

    def __init__(
        self,
        plan: Plan,
        db: str | Path | None = None,
        limits: Limits | None = None,
        replays: str | Path | None = None,
        stop: Callable[[Sequence[GameRow]], bool] | None = None,
    ) -> None:
        self.plan = plan
        self._stop = stop
        self.replays = None if replays is None else Path(replays)
        self.limits = limits or Limits()
        results = [str(Path(path).absolute()) for path in (db, replays) if path is not None]
        self.limits = replace(self.limits, hidden=(*self.limits.hidden, *results))
        self._policies: dict[int, Policy] = {}  # of compiled agents, by their number
        self._waits, self._batches = False, set[int]()
        self.names = self.plan.names_of(self._names())
        self._files, self.bots = digests_of(plan.agents), played_as(plan, self.limits)
        played = {"files": self._files, "bots": self.bots, "move_seconds": self.limits.move_seconds}
        self.results = Database(db, plan.to_json(), self.names, plan.agent_key, played)
        self.plan = replace(plan, agent_key=self.results.agent_key, replay_names=self.names)
        stored = self.results.games(0, self.plan.total)
        self._played = {number for games in stored for number in games.number.tolist()}
        self._counts = [Counts.of(len(self.names), games) for games in (*stored, Columns.of(()))]
        self._latest: list[GameRow] = []  # not counted yet
        self._over = False
        self._check(stored)
        self.seconds = 0.0

    def run(
        self, workers: int | None = None, on_games: Callable[[Any], None] | None = None, *, ray: str | None = None
    ) -> Standings:
        """Plays the games not played yet. Results do not depend on who plays them, unless a bot exceeds its time.

        Args:
            workers: processes that play; a bot that hangs or ends its process ends one of them, which is replaced. None plays
                in this process, which such a bot ends. Games of compiled bots are played in compiled code by so many threads; where
                an agent waits for others, as language models do, and no bot can end this process, games are played at once in threads.
            on_games: called with finished games, in lists of rows or as `Packed`.
            ray: plays on a cluster instead: its address, "auto" for one that runs here, "local" to start one; see `fs_env.pool.cluster`.

        Raises:
            ValueError: fewer than 1 worker, agents given as objects and workers or a cluster, or a results file that cannot be
                written; games finished before the error are in `standings`.
            RuntimeError: workers do not start; the cluster cannot be reached.
            ImportError: ray is not installed.
            OutOfReach: what answers for an agent cannot be reached; its games in progress do not count.
            KeyboardInterrupt: passed on after the finished games are written.
        """
        if workers is not None and workers < 1:
            raise ValueError(f"workers={workers}: expected at least 1, or None for this process")
        if (workers or ray) is not None and not all(isinstance(agent, str) for agent in self.plan.agents):
            where = f"workers={workers}" if ray is None else f"ray={ray!r}"
            raise ValueError(f"{where}: bots given as objects play in this process; give names or workers=None")
        if ray is not None and any(str(one).startswith("llm:") and ",memory=" in one for one in self.plan.agents):
            raise ValueError(f"ray={ray!r}: memory= is a file of one machine; leave it out, or play on this machine")
        if self.replays is not None:
            if ray is not None:
                raise ValueError(f"replays={str(self.replays)!r}: games on a cluster are not recorded; play them here")
            self.replays.mkdir(parents=True, exist_ok=True)
        begun = perf_counter()
        try:
            parts = self.plan, self.limits, self._policies, workers, self.replays, ray, self._waits, self._batches
            with closing(Executor(*parts)) as executor:
                for games in self._rounds():
                    self._keep(executor.play(partial(self._unplayed, games)), on_games)
        finally:
            self.seconds += perf_counter() - begun
        return self.standings()

    def _keep(self, played: Played, on_games: Callable[[Any], None] | None) -> None:
        with closing(played):
            for found in played:
                lists = [one for one in found if isinstance(one, Packed)]
                rows = [one for one in found if isinstance(one, GameRow)]
                refuse_changed("tournament", self._files, digests_of(self.plan.agents))
                try:
                    self.results.add(rows, lists)
                except Exception:  # they count in the standings, though they cannot be stored
                    self._count(rows, lists)
                    raise
                self._count(rows, lists)
                if on_games is not None:
                    for some in (*[rows] * bool(rows), *lists):
                        on_games(some)

    def _count(self, rows: list[GameRow], lists: list[Packed]) -> None:
        self._played.update(row.number for row in rows)
        self._played.update(number for one in lists for number in one.numbers)
        if lists:
            add_to(self._counts, Counts.merge([one.counts for one in lists]))
        self._latest += rows
        if len(self._latest) >= LATEST:
            self._count_latest()

    def _count_latest(self) -> None:
        add_to(self._counts, Counts.of(len(self.names), Columns.of(self._latest)))
        self._latest.clear()

    def agents(self) -> list[Agent]:
        isolated = self.limits.isolate
        return [
            self.plan.make(agent)
            for agent in self.plan.agents
            if not isolated or not is_untrusted(agent, self.plan.game)
        ]

    def is_safe(self) -> bool:
        return is_safe(self.plan, self.limits)

    def left(self) -> int:
        """The number of games left to play; for a ladder, or with `stop`, the largest possible number."""
        return 0 if self._over else self.plan.total - len(self._played)

    def rows(self) -> list[GameRow]:
        """The finished games that are stored, in the order of the plan."""
        return self.results.rows(0, self.plan.total)

    def standings(self) -> Standings:
        """The table of all finished games, also while others are played: no game is read or counted twice."""
        self._count_latest()
        self._counts = [Counts.merge(self._counts)]
        return with_costs(Standings.of(self.names, self._counts[0], self.plan.slots), self.names, self.plan.agents)

    def faults(self) -> list[dict[str, Any]]:
        """The games that were forfeited or broke off, in the order of the plan: game, seed, agent (or None) and a description."""
        self._count_latest()
        known = sorted({number: fault for one in self._counts for number, fault in one.faults.items()}.items())
        return [
            {"game": number, "seed": seed, "agent": None if who is None else self.names[who], "fault": fault}
            for number, (seed, who, fault) in known
        ]

    def _names(self) -> Iterator[str]:
        for number in range(len(self.plan.agents)):
            agent = make_agent(self.plan, number, self.limits)
            yield agent.name
            self._waits |= asks_for(agent, "waits")
            if asks_for(agent, BATCHES) and not self.plan.until:
                self._batches.add(number)
            if self.plan.until and asks_for(agent, "reads_messages"):
                raise ValueError(f"{agent.name!r} reads the messages of a whole game: it does not play by sides")
            policy = policy_of(agent)
            if policy is not None:
                self._policies[number] = policy
            if isinstance(agent, IsolatedAgent):
                agent.close()

    def _rounds(self) -> Iterator[Games]:
        if self.plan.schedule == LADDER:
            rounds = ladder.rounds(self.plan, self.results.rows)
        elif self._stop is not None:
            rounds = sequential.rounds(self.plan, self.results.rows, self._stop)
        else:
            total = self.plan.total
            yield lambda: (self.plan.pairing(number) for number in range(total) if number not in self._played)
            return
        for games in rounds:
            yield partial(iter, games)
        self._over = True

    def _unplayed(self, games: Games) -> Iterator[Pairing]:
        return (pairing for pairing in games() if pairing.number not in self._played)

    def _check(self, stored: list[Columns]) -> None:
        planned: dict[int, Pairing] = {}
        for games in self._rounds():
            if self.plan.schedule == LADDER:
                planned.update((pairing.number, pairing) for pairing in games())
            if next(self._unplayed(games), None) is not None:
                break
        for row in (row for games in stored for row in games.rows()):
            pairing = planned.get(row.number) if self.plan.schedule == LADDER else self.plan.pairing(row.number)
            if pairing is None or (row.seed, row.seats) != (pairing.seed, pairing.seats[: len(row.seats)]):
                raise ValueError(
                    f"results file {str(self.results.path)!r}: game {row.number} has other seats or another seed than in the plan"
                )
