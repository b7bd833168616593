"""Plays the games of a plan, in this process or in several, and keeps every result."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from time import perf_counter

from fs_env.arena.agent import Agent
from fs_env.arena.match import play_match
from fs_env.arena.plan import Pairing, Plan
from fs_env.arena.results import GameRow, ResultFile
from fs_env.arena.standings import Standings
from fs_env.envs.registry import load_game

AHEAD = 3  # blocks handed to each worker in advance


class Table:
    """The game and the agents of one process, used for all its games."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game = load_game(plan.game)
        self._agents: dict[tuple[int, int], Agent] = {}

    def agent(self, number: int, seat: int) -> Agent:
        """The agent of a seat: each seat has an object of its own."""
        if (number, seat) not in self._agents:
            self._agents[number, seat] = self.plan.make(self.plan.agents[number])
        return self._agents[number, seat]

    def play(self, pairing: Pairing) -> GameRow:
        """Plays one game of the plan."""
        agents = [self.agent(number, seat) for seat, number in enumerate(pairing.seats)]
        result = play_match(self.game, agents, seed=pairing.seed, options=self.plan.options)
        return GameRow(
            number=pairing.number,
            seed=pairing.seed,
            seats=pairing.seats,
            outcome=result.outcome,
            returns=result.returns,
            winners=result.winners,
            decisions=result.decisions,
            choices=result.choices,
            seat_choices=result.seat_choices,
            seat_seconds=result.seat_seconds,
        )


class Tournament:
    """A plan being played.

    Args:
        plan: the games.
        db: SQLite file of the results; games that it already holds are not played again. None: in memory.

    Raises:
        ValueError: the file belongs to another plan.
    """

    def __init__(self, plan: Plan, db: str | Path | None = None) -> None:
        self.plan = plan
        self.names = plan.names
        self.results = ResultFile(db, plan.to_json())
        self.seconds = 0.0

    def run(self, workers: int = 1, on_games: Callable[[list[GameRow]], None] | None = None) -> Standings:
        """Plays what is not played yet.

        Args:
            workers: processes; 1 plays in this one. Results do not depend on it.
            on_games: called with the games of each finished block.

        Raises:
            ValueError: fewer than 1 worker, or agents given as objects and more than one worker.
            AgentFailed: an agent's error or illegal action; games finished before it are kept.
            RuntimeError: a worker died; names the games it may have been playing.
            KeyboardInterrupt: passed on after the finished games are written.
        """
        if workers < 1:
            raise ValueError(f"workers={workers}: expected at least 1")
        if workers > 1 and not all(isinstance(agent, str) for agent in self.plan.agents):
            raise ValueError(f"workers={workers}: agents given as objects play in one process; give names or workers=1")
        workers = min(workers, -(-self.left() // self.plan.block))
        begun = perf_counter()
        played = self.here() if workers < 2 else self.elsewhere(workers)
        try:
            for rows in played:
                self.results.add(rows)
                if on_games is not None:
                    on_games(rows)
        finally:
            self.seconds += perf_counter() - begun
        return self.standings()

    def agents(self) -> list[Agent]:
        """A new agent of each entry of the plan."""
        return [self.plan.make(agent) for agent in self.plan.agents]

    def left(self) -> int:
        """How many games are not played yet."""
        return self.plan.total - sum(1 for number in self.results.numbers() if number < self.plan.total)

    def missing(self) -> Iterator[list[Pairing]]:
        """The games not played yet, in blocks of one seed."""
        done = self.results.numbers()
        size = self.plan.block
        for first in range(0, self.plan.total, size):
            if left := [self.plan.pairing(n) for n in range(first, first + size) if n not in done]:
                yield left

    def standings(self) -> Standings:
        """The table so far."""
        rows = [row for row in self.results.rows() if row.number < self.plan.total]
        return Standings.of(self.names, rows, self.plan.players)

    def here(self) -> Iterator[list[GameRow]]:
        """Plays in this process; a row at a time."""
        table = Table(self.plan)
        for block in self.missing():
            for pairing in block:
                yield [table.play(pairing)]

    def elsewhere(self, workers: int) -> Iterator[list[GameRow]]:
        """Plays in worker processes; a block at a time, in the order in which they finish."""
        load_game(self.plan.game).warm()  # fills the cache on disk before the workers look for it
        for policy in (getattr(agent, "policy", None) for agent in self.agents()):
            if policy is not None:
                _ = policy.address
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(workers, context, initializer=start_worker, initargs=(self.plan,))
        waiting = self.missing()
        running: dict[Future[list[GameRow]], list[Pairing]] = {}
        try:
            while True:
                while len(running) < workers * AHEAD and (block := next(waiting, None)) is not None:
                    running[pool.submit(play_block, block)] = block
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    rows = future.result()
                    del running[future]
                    yield rows
        except KeyboardInterrupt:
            pool.shutdown(wait=True, cancel_futures=True)
            for future in running:
                if not future.cancelled() and future.exception() is None:
                    yield future.result()
            raise
        except BrokenProcessPool as error:
            lost = [f"{p.number} (seed {p.seed})" for block in running.values() for p in block]
            raise RuntimeError(f"a worker process died; it was playing one of the games {', '.join(lost)}") from error
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


TABLES: list[Table] = []  # the table of a worker process; empty elsewhere


def start_worker(plan: Plan) -> None:
    """Prepares a worker process. Ctrl-C is the parent's: it lets the games under way finish."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    TABLES.append(Table(plan))


def play_block(block: list[Pairing]) -> list[GameRow]:
    """Plays the games of a block in a worker process."""
    return [TABLES[0].play(pairing) for pairing in block]
