"""Worker processes that play the games of a tournament and are replaced when a bot ends them.

A worker receives lists of games through a pipe and answers each with its rows: one game, or many of compiled bots. In shared
memory it notes which seat it is asking and since when, so its parent can kill a worker whose bot takes too long, and knows
whose bot ended a process.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import wait
from pathlib import Path
from time import monotonic
from typing import Any

from fs_env.arena.compiled import CompiledTable, policies_of
from fs_env.arena.plan import Pairing, Plan
from fs_env.arena.referee import NOBODY, Limits
from fs_env.arena.results import GameRow
from fs_env.arena.table import Table, forfeited, void

AHEAD = 2  # lists of games assigned to a worker: the current one and the next
GRACE = 0.5  # seconds after the limit of a bot before its process is ended
START_SECONDS = 60.0  # extra time for creating a bot, which imports its modules
STOP_SECONDS = 10.0  # for games in progress when the tournament is stopped
DEATHS = 2  # of processes in one game without a known fault, after which it counts as void
SEAT, SINCE, STOP = range(3)  # shared memory: the seat that is asked, since when, whether to stop after this game


class Worker:
    """A process that plays games, and the games assigned to it."""

    def __init__(self, plan: Plan, limits: Limits, replays: Path | None = None) -> None:
        context = multiprocessing.get_context("spawn")
        self.shared = context.RawArray("d", 3)
        self.shared[SEAT] = NOBODY
        self.pipe, other = context.Pipe()
        given = (other, self.shared, plan, limits, replays)
        self.process = context.Process(target=work, args=given, name="tournament worker")
        self.process.start()
        other.close()
        self.ready = False
        self.games: deque[list[Pairing]] = deque()

    def hand(self, games: list[Pairing]) -> None:
        """Assigns one more list of games to the worker."""
        self.games.append(games)
        with suppress(OSError):  # its death is noticed where its answers are read
            self.pipe.send(games)

    def rows(self) -> list[GameRow]:
        """The games finished since the last call."""
        found: list[GameRow] = []
        with suppress(EOFError, OSError):
            while self.pipe.poll():
                rows = self.pipe.recv()
                if rows is None:
                    self.ready = True
                else:
                    self.games.popleft()
                    found += rows
        return found

    def overdue(self, seconds: float) -> bool:
        """Whether it has been asking one bot for longer than `seconds` and the grace period for reporting it itself."""
        return bool(self.shared[SEAT] != NOBODY) and monotonic() - self.shared[SINCE] > seconds + GRACE

    def end(self) -> None:
        """Kills the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()

    def leave(self) -> None:
        """Lets the process end by itself, and kills it if that takes too long."""
        with suppress(OSError):
            self.pipe.send(None)
        self.process.join(GRACE + 1.0)
        self.end()


class Workers:
    """Plays games in several processes, which are started when there are games for them and stay until `close`.

    Args:
        number: of processes, at most.
        plan, limits: of the tournament.
        replays: folder for replays, None: there are none.
    """

    def __init__(self, number: int, plan: Plan, limits: Limits, replays: Path | None = None) -> None:
        self.plan, self.limits, self._replays = plan, limits, replays
        self._number = number
        self._games: Iterator[list[Pairing]] = iter(())
        self._again: deque[list[Pairing]] = deque()
        self._deaths: dict[int, int] = {}
        self._workers: list[Worker] = []
        self._stopped = False

    def play(self, games: Iterable[Pairing], at_once: int = 1) -> Generator[list[GameRow], None, None]:
        """These games in the order in which they finish, as soon as they are finished.

        Args:
            games: to play.
            at_once: more than 1 hands them out in lists of so many, to be played in compiled code: all bots have a policy.

        Raises:
            RuntimeError: a process ends before it is ready for its first game.
            KeyboardInterrupt: passed on when the games in progress are finished, or after `STOP_SECONDS`.
        """
        self._games = lists_of(games, at_once)
        try:
            for row in self._all():
                yield [row]
        except KeyboardInterrupt:
            for row in self._rest():
                yield [row]
            raise

    def close(self) -> None:
        """Ends the processes: those without a game by themselves."""
        for worker in self._workers:
            if worker.games:
                worker.end()
            else:
                worker.leave()
        self._workers.clear()

    def _all(self) -> Iterator[GameRow]:
        while True:
            self._hand_out()
            if not any(worker.games for worker in self._workers):
                return
            yield from self._finished()

    def _rest(self) -> Iterator[GameRow]:
        """The games in progress, until `STOP_SECONDS` have passed."""
        self._stopped, until = True, monotonic() + STOP_SECONDS
        for worker in self._workers:
            worker.shared[STOP] = 1.0
        while monotonic() < until and any(worker.games for worker in self._workers):
            yield from self._finished()

    def _hand_out(self) -> None:
        """Assigns games to every worker, and starts missing workers."""
        while True:
            short = [worker for worker in self._workers if len(worker.games) < AHEAD]
            if not short and len(self._workers) >= self._number:
                return
            games = self._again.popleft() if self._again else next(self._games, None)
            if games is None:
                return
            if len(self._workers) < self._number:
                short = [Worker(self.plan, self.limits, self._replays)]
                self._workers += short
            min(short, key=lambda worker: len(worker.games)).hand(games)

    def _finished(self) -> Iterator[GameRow]:
        """Waits for a message or the end of a process; yields the finished games, including those of dead processes."""
        seconds = self.limits.move_seconds
        ends: list[Any] = [end for worker in self._workers for end in (worker.pipe, worker.process.sentinel)]
        wait(ends, timeout=GRACE if seconds is not None or self._stopped else None)
        for worker in list(self._workers):
            dead = not worker.process.is_alive()
            yield from worker.rows()
            if dead:
                yield from self._buried(worker, f"ended its process (exit code {worker.process.exitcode})")
            elif seconds is not None and worker.overdue(seconds):
                worker.process.kill()
                worker.process.join()
                yield from worker.rows()
                yield from self._buried(worker, f"gave no answer in {seconds:g} s")

    def _buried(self, worker: Worker, fault: str) -> Iterator[GameRow]:
        """Removes a dead worker: yields the game it was playing if the fault is known, and queues its other games again; those
        of a list one by one, because nobody knows which of them it was."""
        self._workers.remove(worker)
        worker.end()
        if self._stopped:
            return
        if not worker.ready:
            raise RuntimeError(
                f"a worker process ended before its first game (exit code {worker.process.exitcode}): see what it wrote above; "
                "a script that plays tournaments in several processes must guard its start with if __name__ == '__main__'"
            )
        games, seat = worker.games, int(worker.shared[SEAT])
        if games and len(games[0]) > 1:
            self._again.extend([pairing] for pairing in games.popleft())
        elif games and seat != NOBODY:
            yield forfeited(games.popleft()[0], seat, fault, self.plan.together)
        elif games:
            number = games[0][0].number
            self._deaths[number] = self._deaths.get(number, 0) + 1
            if self._deaths[number] >= DEATHS:
                yield void(games.popleft()[0], f"the process died {DEATHS} times in this game while no agent was asked")
        self._again.extend(games)


def lists_of(games: Iterable[Pairing], size: int) -> Iterator[list[Pairing]]:
    """Games in lists of this size; the last one may be shorter."""
    coming = iter(games)
    while some := list(islice(coming, size)):
        yield some


# --- in the worker ----------------------------------------------------------------------------------------------------
def work(pipe: Any, shared: Any, plan: Plan, limits: Limits, replays: Path | None = None) -> None:
    """Plays the games that come through the pipe; None ends it."""
    from fs_env.arena.processes import settle_in

    settle_in()

    def notice(seat: int, making: bool = False) -> None:
        shared[SEAT] = NOBODY
        if seat != NOBODY:
            shared[SINCE] = monotonic() + (START_SECONDS if making else 0.0)
            shared[SEAT] = seat

    table = Table(plan, limits, notice, replays)
    try:
        pipe.send(None)
        compiled: CompiledTable | None = None
        while (games := pipe.recv()) is not None and not shared[STOP]:
            if len(games) == 1:
                pipe.send([table.play(games[0])])
                continue
            if compiled is None:
                compiled = CompiledTable(plan, policies_of(plan), 1, table)
            pipe.send([row for rows in compiled.play(games) for row in rows])
    except (EOFError, OSError):
        pass
    finally:
        table.close()
