"""Pairs of arrays that are handed out, and used again when nothing refers to them any more."""

from __future__ import annotations

from collections.abc import Callable
from sys import getrefcount, implementation

import numpy as np

Pair = tuple[np.ndarray, np.ndarray]


def references() -> int:
    """How many references to an array `getrefcount(pair[0])` tells where only its pair holds it; -1 where nothing is known.

    Which names and loops count differs between versions of Python, so this is measured, in the form in which it is used below.
    """
    pair = (np.empty(1), np.empty(1))
    return getrefcount(pair[0]) if implementation.name == "cpython" else -1


FREE = references()


class Ring:
    """A few pairs used in turn. There is a further pair only where all others, or views of their arrays, are in use, so that few pairs
    stay in the processor's cache.

    Args:
        make: makes a pair. Each array owns its memory, so that a view of it counts as a reference to it.
        size: how many pairs there are at most; where all are in use, one is given up and a new one made.
    """

    def __init__(self, make: Callable[[], Pair], size: int) -> None:
        self._make, self._size = make, size
        self._pairs = [make()]
        self._turn = 0

    def next(self) -> Pair:
        """A pair that is not in use."""
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
