"""Pairs of arrays that are handed out, and used again when nothing refers to them any more."""

from __future__ import annotations

from collections.abc import Callable
from sys import getrefcount, implementation

import numpy as np

Pair = tuple[np.ndarray, np.ndarray]


def references() -> int:
    """How many references `getrefcount(pair[0])` counts where only its pair holds it, measured on this Python; -1 where unknown."""
    pair = (np.empty(1), np.empty(1))
    return getrefcount(pair[0]) if implementation.name == "cpython" else -1


FREE = references()


class Ring:
    """At most `size` pairs of arrays used in turn, few so that they stay in the processor's cache.

    A further pair is created only where all others, or views of their arrays, are in use; beyond `size` one is given up. Each array
    that `make` returns owns its memory, so that a view of it counts as a reference to it.
    """

    def __init__(self, make: Callable[[], Pair], size: int) -> None:
        self._make, self._size = make, size
        self._pairs = [make()]
        self._turn = 0

    def next(self) -> Pair:
        pairs, turn = self._pairs, self._turn + 1
        if turn >= len(pairs):
            turn = 0
        self._turn, pair = turn, pairs[turn]
        if getrefcount(pair[0]) <= FREE and getrefcount(pair[1]) <= FREE:
            return pair
        return self._another()

    def _another(self) -> Pair:
        """A pair that is not in use, where the one whose turn it is, is."""
        pairs, turn = self._pairs, self._turn
        for k in range(len(pairs)):
            pair = pairs[k]
            if getrefcount(pair[0]) <= FREE and getrefcount(pair[1]) <= FREE:
                self._turn = k
                return pair
        if len(pairs) < self._size:
            turn = self._turn = len(pairs)
            pairs.append(self._make())
        else:
            pairs[turn] = self._make()
        return pairs[turn]
