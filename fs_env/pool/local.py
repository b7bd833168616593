"""Workers in processes of this machine, connected by pipes.

In shared memory a worker notes its mark and since when, so its pool can end a worker that takes too long, and knows what it was
doing when it died.
"""

from __future__ import annotations

import multiprocessing
from contextlib import suppress
from multiprocessing.connection import wait
from time import monotonic
from typing import Any

from fs_env.pool.pool import News, Pool, Worker
from fs_env.pool.processes import settle_in
from fs_env.pool.tasks import NO_MARK, READY, REPORT, RESULT, Build, Context, attempt

GRACE = 0.5  # seconds between looks at marks, and beyond the limit of one
MARK, SINCE = range(2)  # shared memory: the mark, and since when it stands


class LocalPool(Pool):
    """At most so many processes of this machine, in which a mark may represent `limit` seconds; None: no limit. Settings as in `Pool`."""

    deaths = 2
    advice = (
        "see what they wrote above; fewer workers need less memory, and a script that starts workers must guard its start with "
        "if __name__ == '__main__'"
    )

    def __init__(self, number: int, build: Build, *, limit: float | None = None, **settings: Any) -> None:
        super().__init__(build, **settings)
        self._number, self._limit = number, limit

    def room(self) -> int:
        return self._number

    def start(self) -> Worker:
        return LocalWorker(self._build, self._limit)

    def wait(self) -> None:
        """Waits for a message or the end of a process; not for long where there is a limit, or after Ctrl-C."""
        ends: list[Any] = [end for worker in self.workers for end in (worker.pipe, worker.process.sentinel)]
        wait(ends, timeout=None if self._limit is None and not self._stopped else GRACE)


class LocalWorker(Worker):
    def __init__(self, build: Build, limit: float | None) -> None:
        super().__init__()
        context = multiprocessing.get_context("spawn")
        self._limit, self.shared = limit, context.RawArray("d", 2)
        self.shared[MARK] = NO_MARK
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=serve, args=(other, self.shared, build), name="fs_env worker")
        self.process.start()
        other.close()

    def send(self, task: Any) -> None:
        with suppress(OSError):
            self.pipe.send(task)

    def news(self) -> News:
        fault, mark, messages = "", int(self.shared[MARK]), []
        if not self.process.is_alive():
            fault = f"ended its process (exit code {self.process.exitcode})"
        elif self._limit is not None and mark != NO_MARK and monotonic() - self.shared[SINCE] > self._limit + GRACE:
            self.process.kill()
            self.process.join()
            fault = f"gave no answer in {self._limit:g} s"
        with suppress(EOFError, OSError):
            while self.pipe.poll():
                messages.append(self.pipe.recv())
        return News(messages, fault, int(self.shared[MARK]))

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


# --- in the process ---------------------------------------------------------------------------------------------------
def serve(pipe: Any, shared: Any, build: Build) -> None:
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
