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
from contextlib import closing
from dataclasses import dataclass
from heapq import heapify, heapreplace
from time import monotonic
from typing import Any, NamedTuple

from fs_env.pool.tasks import ERROR, NO_MARK, READY, REPORT, Build, Message, TaskFailed


@dataclass(eq=False)
class Job:
    task: Any
    deaths: int = 0


class News(NamedTuple):
    """Messages of a worker, how it ended ("" while it lives), and the mark that stands (see `Context`)."""

    messages: list[Message]
    fault: str
    mark: int = NO_MARK


class Worker(ABC):
    """A worker as its pool sees it.

    Attributes:
        jobs: handed to it and not finished, the one that it is doing in front.
        ready: whether it can do tasks.
    """

    def __init__(self) -> None:
        self.jobs, self.ready = deque[Job](), False

    @abstractmethod
    def send(self, task: Any) -> None:
        """Sends a task to the worker, which may be dead."""

    @abstractmethod
    def news(self) -> News:
        """News since the last call; a worker whose mark has been set for too long is ended."""

    @abstractmethod
    def end(self) -> None:
        """Kills the worker."""


class Pool(ABC):
    """Workers that are started when there are tasks for them, and stay until `close`.

    Attributes:
        workers: those that are alive, as far as is known.
        deaths: of workers that do one task, or one after the other before they are ready, after which this is given up.
        advice: what to do then.

    Args:
        ahead: how many tasks a worker may have: with 2 it need not wait for the next one.
        split: the parts of a task, which are done instead of it when its worker has died.
        stop_seconds: for tasks in progress to be finished after Ctrl-C.
    """

    deaths: int
    advice: str

    def __init__(
        self,
        build: Build,
        *,
        ahead: int = 1,
        split: Callable[[Any], Sequence[Any]] = lambda task: (task,),
        stop_seconds: float = 0.0,
    ) -> None:
        self.workers: list[Any] = []
        self._build, self._ahead, self._split, self._stop_seconds = build, ahead, split, stop_seconds
        self._coming: Iterator[Job] = iter(())
        self._waiting = deque[Job]()
        self._lost = 0  # workers that died before they were ready, one after the other
        self._stopped = False

    @abstractmethod
    def room(self) -> int:
        """The number of workers that are allowed now."""

    @abstractmethod
    def start(self) -> Worker:
        """A new worker."""

    @abstractmethod
    def wait(self) -> None:
        """Waits until a worker has news; after Ctrl-C not for long."""

    def run(
        self,
        tasks: Iterable[Any],
        failed: Callable[[TaskFailed], Any] | None = None,
        reported: Callable[[Any], object] | None = None,
    ) -> Generator[Any, None, None]:
        """As `looks`, the results one by one."""
        with closing(self.looks(tasks, failed, reported)) as looks:
            for found in looks:
                yield from found

    def looks(
        self,
        tasks: Iterable[Any],
        failed: Callable[[TaskFailed], Any] | None = None,
        reported: Callable[[Any], object] | None = None,
    ) -> Generator[list[Any], None, None]:
        """Results in the order in which tasks are finished, those that one look at the workers finds in a list.

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
                yield from self._look(failed, reported)
        except KeyboardInterrupt:
            self._stopped, until = True, monotonic() + self._stop_seconds
            begun = {worker.jobs[0] for worker in self.workers if worker.jobs}
            while monotonic() < until and any(worker.jobs and worker.jobs[0] in begun for worker in self.workers):
                yield from self._look(failed, reported)
            raise

    def close(self) -> None:
        for worker in self.workers:
            worker.end()
        self.workers.clear()

    def _hand_out(self) -> bool:
        starting = sum(not worker.ready for worker in self.workers)
        freest = [(len(worker.jobs), k, worker) for k, worker in enumerate(self.workers) if worker.ready]
        heapify(freest)
        while True:
            while len(self._waiting) <= starting and (job := next(self._coming, None)) is not None:
                self._waiting.append(job)
            if not self._waiting:
                return any(worker.jobs for worker in self.workers)
            if not freest or freest[0][0]:
                if len(self._waiting) <= starting:  # each has a worker that will come for it
                    return True
                if len(self.workers) < self.room():
                    self.workers.append(self.start())
                    starting += 1
                    continue
                if not freest or freest[0][0] >= self._ahead:
                    return True
            jobs, k, worker = freest[0]
            worker.jobs.append(self._waiting.popleft())
            worker.send(worker.jobs[-1].task)
            heapreplace(freest, (jobs + 1, k, worker))

    def _look(
        self, failed: Callable[[TaskFailed], Any] | None, reported: Callable[[Any], object] | None
    ) -> Iterator[list[Any]]:
        found = list[Any]()
        try:
            for value in self._heard(failed, reported):
                found.append(value)
        finally:  # an error loses no results
            if found:
                yield found

    def _heard(
        self, failed: Callable[[TaskFailed], Any] | None, reported: Callable[[Any], object] | None
    ) -> Iterator[Any]:
        self.wait()
        for worker in list(self.workers):
            messages, fault, mark = worker.news()
            for kind, value in messages:
                if kind == READY:
                    worker.ready, self._lost = True, 0
                elif kind == ERROR:
                    raise value
                elif kind != REPORT:
                    worker.jobs.popleft()
                    yield value
                elif reported is not None:
                    reported(value)
            given_up = self._bury(worker, fault, mark) if fault else None
            if given_up is not None:
                if failed is None:
                    raise given_up
                yield failed(given_up)

    def _bury(self, worker: Worker, fault: str, mark: int) -> TaskFailed | None:
        self.workers.remove(worker)
        worker.end()
        if not worker.ready:
            self._lost += 1
            if self._lost >= self.deaths:
                raise RuntimeError(f"{self._lost} workers died at the start, the last one {fault}: {self.advice}")
        if self._stopped or not worker.jobs:
            return None
        begun = worker.jobs.popleft()
        parts = self._split(begun.task)
        begun.deaths += 1
        given_up = len(parts) == 1 and (mark != NO_MARK or begun.deaths >= self.deaths)
        again = [begun] if len(parts) == 1 else [Job(part) for part in parts]
        self._waiting.extendleft(reversed([*([] if given_up else again), *worker.jobs]))
        return TaskFailed(begun.task, begun.deaths, fault, mark, self.advice) if given_up else None
