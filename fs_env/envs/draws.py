"""Random draws of a vector environment from its seeds, for many rows at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fs_env.core.machine.table.rng import GOLDEN
from fs_env.core.machine.table.rng import mix_array as mix

STEP, ONE_BIT = np.uint64(GOLDEN), np.uint64(1)


def spread(x: NDArray[np.uint64], count: int) -> NDArray[np.uint64]:
    """`count` uniform 64-bit numbers from each of k, (k, count)."""
    return mix(x[:, None] + STEP * np.arange(1, count + 1, dtype=np.uint64))


def game_seeds(row_seeds: NDArray[np.int64], games: NDArray[np.int64]) -> NDArray[np.int64]:
    """The seeds of games: the first of a row has the row's own, the k-th after it a number that follows from both."""
    later = mix(row_seeds.astype(np.uint64) + STEP * games.astype(np.uint64)) >> ONE_BIT
    return np.where(games == 0, row_seeds, later.astype(np.int64))
