"""Worker processes that play the games of a tournament, and outlive what bots do to them.

A worker is handed games one by one through a pipe and answers each with its row. In memory that both share it notes whose
bot it is asking and since when: so its parent ends one whose bot thinks too long, and knows whose bot ended the process.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import wait
from time import monotonic
from typing import Any

from fs_env.arena.plan import Pairing, Plan
from fs_env.arena.referee import NOBODY, Limits
from fs_env.arena.results import GameRow
from fs_env.arena.table import Table, forfeited, void

AHEAD = 2  # games handed to a worker: the one it plays and the next
GRACE = 0.5  # seconds after the limit of a bot before its process is ended
START_SECONDS = 60.0  # more for making a bot than for an answer: its modules are imported
STOP_SECONDS = 10.0  # for games under way when the tournament is stopped
DEATHS = 2  # of processes in one game without a known fault, after which it counts as void
SEAT, SINCE, STOP = range(3)  # what is shared: the seat that is asked, since when, whether to begin no further game


class Worker:
    """A process that plays games, and the games it was handed."""

    def __init__(self, plan: Plan, limits: Limits) -> None:
        context = multiprocessing.get_context("spawn")
        self.shared = context.RawArray("d", 3)
        self.shared[SEAT] = NOBODY
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=work, args=(other, self.shared, plan, limits), name="tournament worker")
        self.process.start()
        other.close()
        self.ready = False
        self.games: deque[Pairing] = deque()

    def hand(self, pairing: Pairing) -> None:
        """Gives it one more game."""
        self.games.append(pairing)
        with suppress(OSError):  # its death is noticed where its answers are read
            self.pipe.send(pairing)

    def rows(self) -> list[GameRow]:
        """The games it has finished since."""
        found: list[GameRow] = []
        with suppress(EOFError, OSError):
            while self.pipe.poll():
                row = self.pipe.recv()
                if row is None:
                    self.ready = True
                else:
                    self.games.popleft()
                    found.append(row)
        return found

    def overdue(self, seconds: float) -> bool:
        """Whether it has been asking one bot for longer than that, and was given the chance to say so itself."""
        return bool(self.shared[SEAT] != NOBODY) and monotonic() - self.shared[SINCE] > seconds + GRACE

    def end(self) -> None:
        """Ends the process, whatever it does."""
        self.process.kill()
        self.process.join()
        self.pipe.close()

    def leave(self) -> None:
        """Lets the process end by itself, if it does so soon."""
        with suppress(OSError):
            self.pipe.send(None)
        self.process.join(GRACE + 1.0)
        self.end()


class Workers:
    """Plays games in several processes.

    Args:
        number: of processes.
        plan, limits: of the tournament.
        games: to play, in their order.
    """

    def __init__(self, number: int, plan: Plan, limits: Limits, games: Iterator[Pairing]) -> None:
        self.plan, self.limits = plan, limits
        self._number, self._games = number, games
        self._again: deque[Pairing] = deque()
        self._deaths: dict[int, int] = {}
        self._workers: list[Worker] = []
        self._stopped = False

    def run(self) -> Iterator[GameRow]:
        """Games in the order in which they finish.

        Raises:
            RuntimeError: a process ends before it is ready for its first game.
            KeyboardInterrupt: passed on when the games under way are finished, or after `STOP_SECONDS`.
        """
        try:
            try:
                yield from self._all()
            except KeyboardInterrupt:
                yield from self._rest()
                raise
            for worker in self._workers:
                worker.leave()
            self._workers.clear()
        finally:
            for worker in self._workers:
                worker.end()

    def _all(self) -> Iterator[GameRow]:
        while True:
            self._hand_out()
            if not any(worker.games for worker in self._workers):
                return
            yield from self._finished()

    def _rest(self) -> Iterator[GameRow]:
        """The games under way, while there is time."""
        self._stopped, until = True, monotonic() + STOP_SECONDS
        for worker in self._workers:
            worker.shared[STOP] = 1.0
        while monotonic() < until and any(worker.games for worker in self._workers):
            yield from self._finished()

    def _hand_out(self) -> None:
        """Gives every worker games, and makes workers where some are missing."""
        while True:
            short = [worker for worker in self._workers if len(worker.games) < AHEAD]
            if not short and len(self._workers) >= self._number:
                return
            pairing = self._again.popleft() if self._again else next(self._games, None)
            if pairing is None:
                return
            if len(self._workers) < self._number:
                short = [Worker(self.plan, self.limits)]
                self._workers += short
            min(short, key=lambda worker: len(worker.games)).hand(pairing)

    def _finished(self) -> Iterator[GameRow]:
        """Waits for something to happen; the games that are finished then, those of dead processes among them."""
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
        """Takes a dead worker away; the game it was playing, if the fault is known, and its other games are played anew."""
        self._workers.remove(worker)
        worker.end()
        if self._stopped:
            return
        if not worker.ready:
            raise RuntimeError(
                f"a worker process ended before its first game (exit code {worker.process.exitcode}): see what it wrote above; "
                "a script that plays tournaments in several processes must guard its start by if __name__ == '__main__'"
            )
        games, seat = worker.games, int(worker.shared[SEAT])
        if games and seat != NOBODY:
            yield forfeited(games.popleft(), seat, fault)
        elif games:
            number = games[0].number
            self._deaths[number] = self._deaths.get(number, 0) + 1
            if self._deaths[number] >= DEATHS:
                yield void(games.popleft(), f"the process died {DEATHS} times in this game while no agent was asked")
        self._again.extend(games)


# --- in the worker ----------------------------------------------------------------------------------------------------
def work(pipe: Any, shared: Any, plan: Plan, limits: Limits) -> None:
    """Plays the games that come through the pipe; None ends it."""
    from fs_env.arena.processes import settle_in

    settle_in()

    def notice(seat: int, making: bool = False) -> None:
        shared[SEAT] = NOBODY
        if seat != NOBODY:
            shared[SINCE] = monotonic() + (START_SECONDS if making else 0.0)
            shared[SEAT] = seat

    table = Table(plan, limits, notice)
    try:
        pipe.send(None)
        while (pairing := pipe.recv()) is not None and not shared[STOP]:
            pipe.send(table.play(pairing))
    except (EOFError, OSError):
        pass
    finally:
        table.close()
