"""Pairs of arrays that are handed out, and used again when nothing refers to them any more."""

from __future__ import annotations

from collections.abc import Callable
from sys import getrefcount, implementation

import numpy as np

Pair = tuple[np.ndarray, np.ndarray]
FREE = 2 if implementation.name == "cpython" else -1  # references to an array that only its pair holds


class Ring:
    """A few pairs used in turn; a pair is replaced by a new one while one of its arrays, or a view of it, is still in use.

    Args:
        make: makes a pair. Each array owns its memory, so that a view of it counts as a reference to it.
        size: how many pairs there are at most.
    """

    def __init__(self, make: Callable[[], Pair], size: int) -> None:
        self._make, self._size = make, size
        self._pairs = [make()]
        self._turn = 0

    def next(self) -> Pair:
        """A pair that is not in use."""
        turn = self._turn = (self._turn + 1) % self._size
        if turn == len(self._pairs):
            self._pairs.append(self._make())
        pair = self._pairs[turn]
        if getrefcount(pair[0]) > FREE or getrefcount(pair[1]) > FREE:
            self._pairs[turn] = pair = self._make()
        return pair
