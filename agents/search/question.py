"""A decision with the actions that a flat search compares."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Question:
    """A decision that is searched.

    Attributes:
        actions: ids of the actions that are compared, the policy's first.
        memories: int64, (actions, words): the memory of the search (`FlatSearcher.new_memory`) after each of them.
        seconds: int64, (actions,): 1 + the own action that follows in the same turn, 0 where the policy plays on at once.
    """

    seat: int
    turn: int
    actions: list[int]
    memories: NDArray[np.int64]
    seconds: NDArray[np.int64]
