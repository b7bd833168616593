"""Pairs of arrays that are handed out, and used again when nobody holds them any more."""

from __future__ import annotations

from collections.abc import Callable
from sys import getrefcount, implementation

import numpy as np

Pair = tuple[np.ndarray, np.ndarray]
FREE = 2 if implementation.name == "cpython" else -1  # references to an array that only its pair holds


class Ring:
    """Some pairs that take turns; one of which anybody holds an array, or a view of it, is replaced by a new one.

    Args:
        make: makes a pair. Each array owns its memory, so that a view of it keeps it, and its count of references, up.
        size: how many pairs there are at most.
    """

    def __init__(self, make: Callable[[], Pair], size: int) -> None:
        self._make, self._size = make, size
        self._pairs = [make()]
        self._turn = 0

    def next(self) -> Pair:
        """A pair that nobody holds."""
        turn = self._turn = (self._turn + 1) % self._size
        if turn == len(self._pairs):
            self._pairs.append(self._make())
        pair = self._pairs[turn]
        if getrefcount(pair[0]) > FREE or getrefcount(pair[1]) > FREE:
            self._pairs[turn] = pair = self._make()
        return pair
