"""Tasks done by worker processes, each counted once: the one loop of starts, deaths, retries and tasks given up.

A worker that dies is replaced. The task it had begun is done again, and given up once it has cost several workers; tasks that were
only handed to it cost nothing. So results depend on the tasks, and not on the number of workers, their order or their deaths.

Libraries do less: `concurrent.futures` drops all tasks when one process dies, pebble limits the time of a task but not of one answer
in it, and Ray starts a dead actor again only where a processor is free, while its tasks wait.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from fs_env.pool.tasks import ERROR, NO_MARK, READY, REPORT, Build, Message, TaskFailed

GRACE = 0.5  # seconds between looks at marks, and at what is in progress after Ctrl-C


@dataclass(eq=False)
class Job:
    """A task, and how many workers have died doing it."""

    task: Any
    deaths: int = 0


class Worker(ABC):
    """A worker as its pool sees it.

    Attributes:
        jobs: handed to it and not finished, the one that it is doing in front.
        ready: whether it can do tasks.
        mark: see `Context`.
    """

    mark = NO_MARK

    def __init__(self) -> None:
        self.jobs, self.ready = deque[Job](), False

    @abstractmethod
    def send(self, task: Any) -> None:
        """Hands it a task, though it may be dead."""

    @abstractmethod
    def fault(self) -> str:
        """How it ended, "" while it lives; ends a worker whose mark has stood for too long."""

    @abstractmethod
    def received(self) -> list[Message]:
        """What it has sent since the last call."""

    @abstractmethod
    def end(self) -> None:
        """Kills it."""


class Backend(ABC):
    """Where workers run.

    Attributes:
        deaths: of workers that do one task, or one after the other before they are ready, after which this is given up.
        advice: what to do then.
    """

    deaths: int
    advice: str

    @abstractmethod
    def room(self) -> int:
        """How many workers there may be now."""

    @abstractmethod
    def start(self, build: Build) -> Worker:
        """A new worker."""

    @abstractmethod
    def wait(self, workers: Sequence[Any], seconds: float | None) -> None:
        """Waits until one of these workers has news, at most so long."""

    @abstractmethod
    def close(self) -> None:
        """Leaves what was joined."""


class Pool:
    """Workers that are started when there are tasks for them, and stay until `close`.

    Args:
        backend: where they run.
        build: what they do.
        ahead: how many tasks a worker may have: with 2 it need not wait for the next one.
        split: the parts of a task, which are done in its place when its worker has died; None: tasks have no parts.
        stop_seconds: for tasks in progress to be finished after Ctrl-C.
    """

    def __init__(
        self,
        backend: Backend,
        build: Build,
        *,
        ahead: int = 1,
        split: Callable[[Any], Sequence[Any]] = lambda task: (task,),
        stop_seconds: float = 0.0,
    ) -> None:
        self.backend, self.workers = backend, list[Worker]()
        self._build, self._ahead, self._split, self._stop_seconds = build, ahead, split, stop_seconds
        self._coming: Iterator[Job] = iter(())
        self._waiting = deque[Job]()
        self._lost = 0  # workers that died before they were ready, one after the other
        self._stopped = False

    def run(
        self,
        tasks: Iterable[Any],
        *,
        failed: Callable[[TaskFailed], Any] | None = None,
        reported: Callable[[Any], object] = lambda report: None,
    ) -> Generator[Any, None, None]:
        """Results in the order in which tasks are finished.

        Args:
            tasks: taken one by one, when there is a worker for them.
            failed: gives the result of a task that is given up, or raises an error; None raises the `TaskFailed`.
            reported: called with what tasks report; those whose worker dies report again.

        Raises:
            TaskFailed: as above.
            RuntimeError: workers die before they are ready.
            KeyboardInterrupt: passed on when tasks in progress are finished, or after `stop_seconds`.
            Exception: of a task; of another package than this one as RuntimeError.
        """
        self._coming = map(Job, tasks)
        try:
            while self._hand_out():
                yield from self._news(failed, reported)
        except KeyboardInterrupt:
            self._stopped, until = True, monotonic() + self._stop_seconds
            begun = {worker.jobs[0] for worker in self.workers if worker.jobs}
            while monotonic() < until and any(worker.jobs and worker.jobs[0] in begun for worker in self.workers):
                yield from self._news(failed, reported)
            raise

    def close(self) -> None:
        """Ends the workers."""
        for worker in self.workers:
            worker.end()
        self.workers.clear()
        self.backend.close()

    def _hand_out(self) -> bool:
        """Gives tasks to workers without any, then to new workers, then to others in advance; returns whether any are left."""
        while True:
            starting = sum(not worker.ready for worker in self.workers)
            while len(self._waiting) <= starting and (job := next(self._coming, None)) is not None:
                self._waiting.append(job)
            if not self._waiting:
                return any(worker.jobs for worker in self.workers)
            ready = (worker for worker in self.workers if worker.ready)
            freest = min(ready, key=lambda worker: len(worker.jobs), default=None)
            if freest is None or freest.jobs:
                if len(self._waiting) <= starting:  # each has a worker that will come for it
                    return True
                if len(self.workers) < self.backend.room():
                    self.workers.append(self.backend.start(self._build))
                    continue
                if freest is None or len(freest.jobs) >= self._ahead:
                    return True
            freest.jobs.append(self._waiting.popleft())
            freest.send(freest.jobs[-1].task)

    def _news(self, failed: Callable[[TaskFailed], Any] | None, reported: Callable[[Any], object]) -> Iterator[Any]:
        """Waits for messages and deaths; yields results, those of tasks that are given up among them."""
        self.backend.wait(self.workers, GRACE if self._stopped else None)
        for worker in list(self.workers):
            fault = worker.fault()  # asked first: a dead worker sends nothing more
            for kind, value in worker.received():
                if kind == READY:
                    worker.ready, self._lost = True, 0
                elif kind == REPORT:
                    reported(value)
                elif kind == ERROR:
                    raise value
                else:
                    worker.jobs.popleft()
                    yield value
            given_up = self._bury(worker, fault) if fault else None
            if given_up is not None:
                if failed is None:
                    raise given_up
                yield failed(given_up)

    def _bury(self, worker: Worker, fault: str) -> TaskFailed | None:
        """Removes a dead worker and queues its tasks again; the one that it was doing may be given up."""
        self.workers.remove(worker)
        mark, advice = worker.mark, self.backend.advice
        worker.end()
        if self._stopped:
            return None
        if not worker.ready:
            self._lost += 1
            if self._lost >= self.backend.deaths:
                raise RuntimeError(f"{self._lost} worker processes died as they began, the last one {fault}: {advice}")
            return None
        if not worker.jobs:
            return None
        begun = worker.jobs.popleft()
        self._waiting.extendleft(reversed(worker.jobs))
        parts = self._split(begun.task)
        if len(parts) > 1:
            self._waiting.extendleft(map(Job, reversed(parts)))
            return None
        begun.deaths += 1
        if mark != NO_MARK or begun.deaths >= self.backend.deaths:
            return TaskFailed(begun.task, begun.deaths, fault, mark, advice)
        self._waiting.appendleft(begun)
        return None
