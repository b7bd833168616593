"""Threads in addition to the learning one, for compiled code that torch does not divide: `--threads` less one, none at first.

What is divided comes out the same whatever their number, to the last bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import pairwise
from typing import TypeVar

from fs_env.core.machine.run.thread_pool import ThreadPool

One = TypeVar("One")
Made = TypeVar("Made")


class Helpers:
    def __init__(self) -> None:
        self._threads = ThreadPool(0, "helper")

    @property
    def number(self) -> int:
        return self._threads.number

    def use(self, number: int) -> None:
        if number != self.number:
            self._threads.close()
            self._threads = ThreadPool(number, "helper")

    @property
    def pool(self) -> ThreadPoolExecutor:
        return self._threads.pool

    def divide(self, function: Callable[[int, int], object], bounds: Sequence[int]) -> None:
        """Calls `function(bounds[k], bounds[k + 1])` for all k at the same time: for one more k than there are threads."""
        (begin, end), *others = pairwise(bounds)
        given = [(self.pool.submit(function, *part), part) for part in others]
        function(begin, end)
        for future, part in given:
            if future.cancel():  # the helper has not come to it
                function(*part)
            else:
                future.result()

    def ahead(self, function: Callable[[One], Made], items: Iterable[One]) -> Iterator[Made]:
        """Results of a function for each item; a thread computes the next one meanwhile."""
        if not self.number:
            yield from map(function, items)
            return
        coming: Future[Made] | None = None
        for item in items:
            built, coming = coming, self.pool.submit(function, item)
            if built is not None:
                yield built.result()
        if coming is not None:
            yield coming.result()


HELPERS = Helpers()
