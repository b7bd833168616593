"""What a vector environment draws from its seeds, for many rows at once.

Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators" (the splitmix64 finaliser).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

GOLDEN, FIRST, SECOND = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
S1, S27, S30, S31 = (np.uint64(n) for n in (1, 27, 30, 31))


def mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The splitmix64 finaliser of each number, as `machine.rng.mix`."""
    z = (x ^ (x >> S30)) * FIRST
    z = (z ^ (z >> S27)) * SECOND
    return z ^ (z >> S31)


def spread(x: NDArray[np.uint64], count: int) -> NDArray[np.uint64]:
    """`count` uniform 64-bit numbers from each of k, (k, count)."""
    return mix(x[:, None] + GOLDEN * np.arange(1, count + 1, dtype=np.uint64))


def game_seeds(row_seeds: NDArray[np.int64], games: NDArray[np.int64]) -> NDArray[np.int64]:
    """The seeds of games: the first of a row has the row's own, the k-th after it a number that follows from both."""
    later = mix(row_seeds.astype(np.uint64) + GOLDEN * games.astype(np.uint64)) >> S1
    return np.where(games == 0, row_seeds, later.astype(np.int64))
