"""Intervals of win rates, and errors of means."""

from __future__ import annotations

import math
from collections.abc import Sequence

Z95 = 1.959963984540054  # two-sided 95 % quantile of the normal distribution


def clustered_mean(values: Sequence[float], clusters: Sequence[object]) -> tuple[float, float | None]:
    """A mean and its standard error, where values of one cluster, such as a deal, depend on each other.

    Args:
        values: at least one.
        clusters: the cluster of each value.

    Returns:
        The mean; the error, None for a single cluster.
    """
    mean = sum(values) / len(values)
    residuals: dict[object, float] = {}
    for value, cluster in zip(values, clusters, strict=True):
        residuals[cluster] = residuals.get(cluster, 0.0) + value - mean
    n = len(residuals)
    if n < 2:
        return mean, None
    return mean, math.sqrt(n / (n - 1) * sum(residual**2 for residual in residuals.values())) / len(values)


def wilson_interval(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval of a win rate: (low, high) within 0..1; (0, 1) without games.

    Args:
        wins: won games; a win shared by k seats counts 1/k.
        games: all games.
        z: quantile; the default gives 95 %.

    Raises:
        ValueError: wins outside 0..games.
    """
    if not 0 <= wins <= games:
        raise ValueError(f"wins={wins} is out of range: expected 0..{games}, the number of games")
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    scale = 1 + z * z / games
    middle = (rate + z * z / (2 * games)) / scale
    half = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / scale
    low = 0.0 if wins == 0 else max(0.0, middle - half)  # exactly the end of the range, whatever is rounded
    return low, 1.0 if wins == games else min(1.0, middle + half)
