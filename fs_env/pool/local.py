"""Workers in processes of this machine, connected by pipes.

In shared memory a worker notes its mark and since when, so its pool can end a worker that takes too long, and knows what it was
doing when it died.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import wait
from time import monotonic
from typing import Any

from fs_env.pool.pool import GRACE, Backend, Worker
from fs_env.pool.processes import settle_in
from fs_env.pool.tasks import NO_MARK, READY, REPORT, RESULT, Build, Context, Message, attempt

MARK, SINCE = range(2)  # shared memory: the mark, and since when it stands


class LocalProcesses(Backend):
    """Processes of this machine.

    Args:
        number: how many, at most.
        name: of each, for lists of processes.
        limit: seconds that a mark may stand; None: no limit.
    """

    deaths = 2
    advice = (
        "see what they wrote above; fewer workers need less memory, and a script that starts workers must guard its start with "
        "if __name__ == '__main__'"
    )

    def __init__(self, number: int, name: str, limit: float | None = None) -> None:
        self._number, self._name, self._limit = number, name, limit

    def room(self) -> int:
        """How many workers there may be."""
        return self._number

    def start(self, build: Build) -> LocalWorker:
        """A new process."""
        return LocalWorker(build, self._name, self._limit)

    def wait(self, workers: Sequence[LocalWorker], seconds: float | None) -> None:
        """Waits for a message or the end of a process; where there is a limit, not for long."""
        ends: list[Any] = [end for worker in workers for end in (worker.pipe, worker.process.sentinel)]
        wait(ends, timeout=seconds if self._limit is None else GRACE)

    def close(self) -> None:
        """Nothing is left open."""


class LocalWorker(Worker):
    """A process of this machine."""

    def __init__(self, build: Build, name: str, limit: float | None) -> None:
        super().__init__()
        context = multiprocessing.get_context("spawn")
        self._limit, self.shared = limit, context.RawArray("d", 2)
        self.shared[MARK] = NO_MARK
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=serve, args=(other, self.shared, build), name=name)
        self.process.start()
        other.close()

    @property
    def mark(self) -> int:  # type: ignore[override]
        """The mark that stands."""
        return int(self.shared[MARK])

    def send(self, task: Any) -> None:
        """Hands it a task."""
        with suppress(OSError):
            self.pipe.send(task)

    def fault(self) -> str:
        """How it ended; ends a process whose mark has stood for longer than the limit and the time to report that itself."""
        if not self.process.is_alive():
            return f"ended its process (exit code {self.process.exitcode})"
        if self._limit is None or self.mark == NO_MARK or monotonic() - self.shared[SINCE] <= self._limit + GRACE:
            return ""
        self.process.kill()
        self.process.join()
        return f"gave no answer in {self._limit:g} s"

    def received(self) -> list[Message]:
        """What it has sent since the last call."""
        found = []
        with suppress(EOFError, OSError):
            while self.pipe.poll():
                found.append(self.pipe.recv())
        return found

    def end(self) -> None:
        """Kills it; what it has started ends with it."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


# --- in the process ---------------------------------------------------------------------------------------------------
def serve(pipe: Any, shared: Any, build: Build) -> None:
    """Does the tasks that come through the pipe."""
    settle_in()

    def report(value: Any) -> None:
        with suppress(OSError):  # without a parent this process ends by itself
            pipe.send((REPORT, value))

    def mark(number: int, more: float = 0.0) -> None:
        shared[MARK] = NO_MARK
        if number != NO_MARK:
            shared[SINCE] = monotonic() + more
            shared[MARK] = number

    with suppress(EOFError, OSError):
        kind, run = attempt(READY, build, Context(report, mark))
        pipe.send((kind, None if kind == READY else run))
        while True:
            pipe.send(attempt(RESULT, run, pipe.recv()))
