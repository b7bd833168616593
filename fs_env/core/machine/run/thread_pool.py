"""Threads that divide work among them, for compiled code that lets other threads run."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

FORKS = [0]  # of the ancestors of this process, since they imported this


def count_fork() -> None:
    """Called in a child: no thread of its parent's is there, except the one that forked."""
    FORKS[0] += 1


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=count_fork)


class ThreadPool:
    """Threads of this process besides the calling one, begun when they are first needed; a forked child begins its own."""

    def __init__(self, number: int, name: str) -> None:
        self.number, self._name = number, name
        self._pool: ThreadPoolExecutor | None = None
        self._forks = FORKS[0]

    @property
    def pool(self) -> ThreadPoolExecutor:
        if self._pool is None or self._forks != FORKS[0]:
            self._pool = ThreadPoolExecutor(self.number, thread_name_prefix=self._name)
            self._forks = FORKS[0]
        return self._pool

    def divide(self, function: Callable[..., Any], parts: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Calls a function with the arguments of each part at the same time; returns answers in their order, raises errors at the end."""
        waiting = [self.pool.submit(function, *part) for part in parts[1:]]
        try:
            answers = [function(*parts[0])]
        finally:
            for done in waiting:
                done.exception()  # waits for it
        return answers + [done.result() for done in waiting]

    def close(self) -> None:
        if self._pool is not None and self._forks == FORKS[0]:
            self._pool.shutdown()
        self._pool = None
