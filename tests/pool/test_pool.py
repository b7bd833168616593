"""The one loop of workers that die: every task counts once, whoever dies, and one that keeps killing its workers is given up."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from fs_env.pool import NO_MARK, Pool, TaskFailed
from fs_env.pool.pool import News, Worker
from fs_env.pool.tasks import ERROR, READY, REPORT, RESULT, attempt

BEGIN = ()  # instead of a task


class Squaring(Worker):
    """Squares numbers, one for each look at it, until it dies."""

    def __init__(self, dies: Callable[[Any], bool], mark: int) -> None:
        super().__init__()
        self.inbox: list[Any] = []
        self.dies, self.mark = dies, mark

    def send(self, task: Any) -> None:
        self.inbox.append(task)

    def news(self) -> News:
        doing = BEGIN if not self.ready else self.inbox[0] if self.inbox else None
        if doing is not None and self.dies(doing):
            return News([], "ended its process (exit code 9)", self.mark)
        if not self.ready:
            return News([(READY, None)], "")
        done = [self.inbox.pop(0)] if self.inbox else []
        return News([(REPORT, task) for task in done] + [(RESULT, squares(task)) for task in done], "")

    def end(self) -> None:
        """It is no process."""


def squares(task: Any) -> Any:
    return [squares(one) for one in task] if isinstance(task, list) else task * task


class Squares(Pool):
    """Such workers instead of processes."""

    deaths, advice = 2, "look at the log"

    def __init__(self, number: int, dies: Callable[[Any], bool], mark: int = NO_MARK, **settings: Any) -> None:
        super().__init__(lambda context: squares, **settings)
        self.number, self.dies, self.mark, self.started = number, dies, mark, 0

    def room(self) -> int:
        return self.number

    def start(self) -> Worker:
        self.started += 1
        return Squaring(self.dies, self.mark)

    def wait(self) -> None:
        assert any(worker.jobs or not worker.ready for worker in self.workers), "nobody will ever have news"


@pytest.mark.parametrize("ahead", [1, 2])
@pytest.mark.parametrize("number", [1, 2, 5])
def test_run__every_task_counts_once_whoever_dies(number: int, ahead: int) -> None:
    """Workers that die at random, also as they begin, change neither the results nor their number; a second run continues with them."""
    for seed in range(20):
        rng = random.Random(seed)
        pool, reports = Squares(number, lambda task, rng=rng: rng.random() < 0.3, ahead=ahead), []
        pool.deaths = 1000
        for first in (0, 10):
            tasks = range(first, first + 10)
            assert sorted(pool.run(tasks, reported=reports.append)) == [task * task for task in tasks]
        assert sorted(reports) == list(range(20)) and len(pool.workers) <= number


def test_looks__results_that_one_look_finds_come_together() -> None:
    """Three workers answer in one look; where one of them dies for good, the results of the others come before the error."""
    assert list(Squares(3, lambda task: False).looks([1, 2, 3])) == [[1, 4, 9]]
    pool, seen = Squares(3, lambda task: task == 3), []
    pool.deaths = 1
    with pytest.raises(TaskFailed):
        seen.extend(pool.looks([1, 2, 3]))
    assert seen == [[1, 4]]


def test_run__a_task_that_kills_its_workers() -> None:
    """It is given up after two deaths, with a record; tasks that lay ready for the dead are done, and cost nothing."""
    pool, failed = Squares(1, lambda task: task == 2, ahead=2), []
    given_up = lambda record: failed.append(record) or -1  # noqa: E731
    assert list(pool.run(range(5), given_up)) == [0, 1, -1, 9, 16] and pool.started == 3
    (record,) = failed
    assert (record.task, record.deaths, record.fault, record.mark) == (2, 2, "ended its process (exit code 9)", NO_MARK)
    with pytest.raises(TaskFailed, match=r"2 worker processes died .*\(exit code 9\): look at the log"):
        list(Squares(2, lambda task: task == 2).run(range(5)))


def test_run__it_is_known_who_was_waited_for() -> None:
    """With a mark the first death is enough."""
    pool, failed = Squares(1, lambda task: task == 2, mark=7), []
    assert list(pool.run(range(4), lambda record: failed.append(record) or -1)) == [0, 1, -1, 9]
    assert [(record.deaths, record.mark) for record in failed] == [(1, 7)] and pool.started == 2


def test_run__a_list_is_done_part_by_part() -> None:
    """Where a worker dies in a list, each part is done by itself, and only the deadly one is given up."""

    def parts(task: list[int]) -> list[list[int]]:
        return [[one] for one in task]

    pool = Squares(2, lambda task: 4 in task, split=parts)
    found = list(pool.run([[1, 2, 3], [3, 4, 5], [6]], lambda record: record.task))
    assert sorted(found) == [[1, 4, 9], [4], [9], [25], [36]]


def test_run__workers_that_die_as_they_begin() -> None:
    """That is no fault of a task: two such deaths one after the other end the run, and say what to do."""
    with pytest.raises(RuntimeError, match="2 workers died at the start, .*look at the log"):
        list(Squares(3, lambda task: task == BEGIN).run(range(5)))
    deaths = iter([True, False, True, False, True, False])  # one that begins in between is enough to continue
    pool = Squares(1, lambda task: task == 1 or (task == BEGIN and next(deaths)))
    assert list(pool.run([1, 2], lambda record: -1)) == [-1, 4] and pool.started == 6


def test_run__no_more_workers_than_tasks() -> None:
    pool = Squares(5, lambda task: False)
    assert list(pool.run([])) == [] and pool.started == 0
    assert sorted(pool.run([1, 2])) == [1, 4] and pool.started == 2


def test_attempt__errors_that_every_process_can_read() -> None:
    """Errors of Python and of this package stay what they are; others, of a bot's file perhaps, become their words."""

    class OwnError(Exception):
        """Known nowhere else."""

    def fail(error: Exception) -> None:
        raise error

    kind, error = attempt(RESULT, fail, KeyError("no idea"))
    assert kind == ERROR and isinstance(error, KeyError)
    kind, error = attempt(RESULT, fail, OwnError("mine"))
    assert kind == ERROR and type(error) is RuntimeError and str(error) == "OwnError: mine"
