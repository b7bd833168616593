"""Win rates with intervals, errors of means, and means less luck."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

PRIOR = 5  # clusters that say 1 beside those that a coefficient is fitted to
TINY = 1e-12  # a sum of squares of luck that is none
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


def less_luck(values: Sequence[float], luck: Sequence[float], clusters: Sequence[object]) -> list[float]:
    """Results less their luck: each is value - beta * luck, with the beta of its cluster, which is fitted to all the others.

    In the others beta makes the mean scatter least, by least squares over sums of clusters, within 0 and 1; then it is drawn towards
    1 as by `PRIOR` clusters that say so, and a single cluster has 1. So a luck that tells little of the results is hardly taken off.
    Where the mean luck of a cluster is 0 whatever happened in the others, the expected mean is exactly that of the values, whatever
    the luck is: independent deals, between agents that learn nothing from one deal for the next.

    Args:
        values: as in `clustered_mean`.
        luck: of each.
        clusters: the cluster of each.
    """
    number = {cluster: k for k, cluster in enumerate(dict.fromkeys(clusters))}
    at = np.array([number[cluster] for cluster in clusters], np.int64)
    size, won, lucky = (np.bincount(at, weights) for weights in (None, values, luck))

    def others(sums: NDArray[Any]) -> NDArray[Any]:
        return sums.sum() - sums

    mean = others(won) / np.maximum(others(size), 1)
    covered, spread = others(lucky * won) - mean * others(lucky * size), others(lucky**2)
    weight = (len(number) - 1) / (len(number) - 1 + PRIOR) * (spread > TINY)
    beta = 1 - weight + weight * np.clip(covered / np.maximum(spread, TINY), 0, 1)
    return (np.array(values) - beta[at] * np.array(luck)).tolist()


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


@dataclass(frozen=True)
class Score:
    """How often seats of one kind won.

    Attributes:
        seats: of this kind, one for each game and seat.
        wins: a win that k rivals share counts 1/k for each of them.
        rate: wins / seats, 0 without any.
        low, high: Wilson's 95 % interval of the rate.
    """

    seats: int
    wins: float
    rate: float
    low: float
    high: float

    @classmethod
    def of(cls, wins: float, seats: int) -> Score:
        low, high = wilson_interval(min(wins, seats), seats)  # a sum of thirds may be a little too large
        return cls(seats, wins, wins / seats if seats else 0.0, low, high)
