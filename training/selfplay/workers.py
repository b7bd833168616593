"""Worker processes that make files of self-play and are replaced when they die."""

from __future__ import annotations

import multiprocessing
from collections import Counter, deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any

from fs_env.arena.match import AgentFailed, RulesFailed
from fs_env.arena.referee import words_of
from fs_env.pool.processes import settle_in
from fs_env.training.selfplay.making import Made, Played, Told, make_file
from fs_env.training.selfplay.plan import SelfplayPlan

DEATHS = 2  # of processes that made the same file, after which the run ends
STOP_SECONDS = 1.0  # for a process without work to end by itself


class Worker:
    """A process that makes one file at a time."""

    def __init__(self, plan: SelfplayPlan) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=work, args=(other, plan), name="self-play worker")
        self.process.start()
        other.close()
        self.file: int | None = None

    def hand(self, file: int) -> None:
        """Gives it a file to make."""
        self.file = file
        with suppress(OSError):  # its death is noticed where its answers are read
            self.pipe.send(file)

    def answers(self) -> list[Played | Made | Exception]:
        """What it has sent since the last call."""
        found = []
        with suppress(EOFError, OSError):
            while self.pipe.poll():
                found.append(self.pipe.recv())
        return found

    def end(self, seconds: float = 0.0) -> None:
        """Lets the process end by itself for some time, then kills it."""
        if seconds:
            with suppress(OSError):
                self.pipe.send(None)
            self.process.join(seconds)
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Workers:
    """Makes files in several processes.

    Args:
        number: of processes.
        plan: the games.
        files: to make, by their places in the plan.
        told: called with each game that is over; a game whose process dies before its file is made is told again.
    """

    def __init__(self, number: int, plan: SelfplayPlan, files: Sequence[int], told: Told) -> None:
        self.plan, self._number, self._told = plan, number, told
        self._files = deque(files)
        self._deaths: Counter[int] = Counter()
        self._workers: list[Worker] = []

    def run(self) -> Generator[Made, None, None]:
        """Files in the order in which they are made.

        Raises:
            AgentFailed, RulesFailed: as `make_file`.
            RuntimeError: processes that made the same file died `DEATHS` times.
        """
        try:
            while self._files or any(worker.file is not None for worker in self._workers):
                self._hand_out()
                wait([end for worker in self._workers for end in (worker.pipe, worker.process.sentinel)])
                for worker in list(self._workers):
                    yield from self._heard(worker)
            for worker in self._workers:
                worker.end(STOP_SECONDS)
            self._workers.clear()
        finally:
            for worker in self._workers:
                worker.end()

    def _hand_out(self) -> None:
        while self._files:
            idle = [worker for worker in self._workers if worker.file is None]
            if not idle and len(self._workers) >= self._number:
                return
            if not idle:
                idle = [Worker(self.plan)]
                self._workers += idle
            idle[0].hand(self._files.popleft())

    def _heard(self, worker: Worker) -> Iterator[Made]:
        """The files that a worker has sent; buries it if it is dead."""
        dead = not worker.process.is_alive()
        for answer in worker.answers():
            if isinstance(answer, Exception):
                raise answer
            if isinstance(answer, Made):
                worker.file = None
                yield answer
            else:
                self._told(answer)
        if dead:
            self._bury(worker)

    def _bury(self, worker: Worker) -> None:
        """Removes a dead worker and queues its file again."""
        self._workers.remove(worker)
        worker.end()
        if worker.file is None:
            return
        self._deaths[worker.file] += 1
        if self._deaths[worker.file] >= DEATHS:
            numbers = self.plan.numbers(worker.file)
            raise RuntimeError(
                f"{DEATHS} worker processes died with games {numbers[0]} to {numbers[-1]} (exit code "
                f"{worker.process.exitcode}): see what they wrote above; fewer workers need less memory, and a script that "
                "starts workers must guard its start with if __name__ == '__main__'. Files made so far are kept"
            )
        self._files.appendleft(worker.file)


# --- in the worker ----------------------------------------------------------------------------------------------------
def work(pipe: Any, plan: SelfplayPlan) -> None:
    """Makes the files that come through the pipe; None ends it."""
    settle_in()

    def tell(played: Played) -> None:
        with suppress(OSError):  # without a parent this process ends by itself
            pipe.send(played)

    with suppress(EOFError, OSError):
        while (file := pipe.recv()) is not None:
            pipe.send(made_or_error(plan, file, tell))


def made_or_error(
    plan: SelfplayPlan, file: int, told: Told | None = None, places: Sequence[str] | None = None
) -> Made | Exception:
    """What `make_file` returns, or the error that ended it, in a form that can be sent to another process."""
    try:
        return Made(file, make_file(plan, file, told, places))
    except (AgentFailed, RulesFailed) as error:
        return error
    except Exception as error:
        numbers = plan.numbers(file)
        return RuntimeError(f"games {numbers[0]} to {numbers[-1]} cannot be played: {words_of(error)}")
