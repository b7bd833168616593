"""Win rates with 95 % intervals, and luck-adjusted results.

Every interval of a share in tables, pages and JSON is an `Interval`, from `mean_interval` or `interval_from`: Wilson's score interval
with the effective number of games, which is that of independent games with the same standard error (Korn and Graubard, 1998), and
with Student's quantile for the number of deals less one. docs/do/results.md shows how often it holds the true share.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

PRIOR = 5  # even games that say 1 beside the clusters that a coefficient is fitted to
BLOCK = 2**15  # results that are divided into deals at once, about
SMALL = 2**20  # codes below it are counted in a table
# sums in parts of 1 / UNIT are exact in every order; a win shared by up to 16 seats is a whole number of them
UNIT = 720_720 << 16
TINY = 1e-12  # a sum of squares of luck that is none
Z95 = 1.959963984540054  # two-sided 95 % quantile of the normal distribution
# of Student's t, by degrees of freedom
T95 = (math.inf, 12.7062047364, 4.3026527299, 3.1824463053, 2.7764451052, 2.5705818366)
ALIKE = 1e-9  # an error below it is that of deals that all ended alike


class Interval(NamedTuple):
    """A mean with its 95 % interval.

    Attributes:
        low, high: within 0..1 where the mean is: luck-adjusted means of few games may be outside.
        error: standard error, never 0; None for fewer than two clusters.
        clusters: number of deals, each one observation.
    """

    mean: float
    low: float
    high: float
    error: float | None
    clusters: int

    @property
    def text(self) -> str:
        """In percent, such as "56.3 [53.9, 58.6]"."""
        return f"{100 * self.mean:.1f} [{100 * self.low:.1f}, {100 * self.high:.1f}]"


def mean_interval(values: Sequence[float], clusters: Sequence[object], *, adjusted: bool = False) -> Interval:
    """The mean of shares with its 95 % interval, where values of one cluster, such as a deal, depend on each other.

    Args:
        values: shares of wins, or luck-adjusted ones.
        clusters: the cluster of each value.
        adjusted: as in `interval_from`.
    """
    mean, error = clustered_mean(values, clusters) if values else (0.0, None)
    return interval_from(mean, error, len(set(clusters)), adjusted=adjusted)


def interval_from(mean: float, error: float | None, clusters: int, *, adjusted: bool = False) -> Interval:
    """The 95 % interval of a mean share, from its standard error with deals as observations.

    Args:
        error: None: not known; the interval then holds all shares. Where it is 0, as all deals ended alike, each deal counts as one
            independent game.
        clusters: number of the deals.
        adjusted: the shares are luck-adjusted: in single games they may be below 0 or above 1, and their error may be far below that of
            independent games at any share, so the interval is the mean and Student's quantile times the error.
    """
    if error is None or clusters < 2:
        return Interval(mean, min(0.0, mean), max(1.0, mean), None, clusters)
    z, inside = t_quantile(clusters - 1), min(1.0, max(0.0, mean))
    if adjusted and error >= ALIKE:
        low, high = mean - z * error, mean + z * error
        return Interval(
            mean, max(0.0, low) if mean >= 0 else low, min(1.0, high) if mean <= 1 else high, error, clusters
        )
    games = inside * (1 - inside) / error**2 if error >= ALIKE else clusters
    low, high = wilson_interval(inside * games, games, z)
    return Interval(mean, min(low, mean), max(high, mean), max(error, (high - low) / 2 / z), clusters)


@lru_cache(1024)
def t_quantile(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's t distribution; from 6 degrees of freedom on by its expansion around the normal one."""
    if freedom < len(T95):
        return T95[freedom]
    z, n = Z95, freedom
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / n ** (k + 1) for k, term in enumerate(terms))


def normal_of(t: float, freedom: float) -> float:
    """The normal deviate of the same probability as one of Student's t, by Wallace's approximation."""
    return t * (1 - 1 / (4 * freedom)) / math.sqrt(1 + t * t / (2 * freedom))


class Tally(NamedTuple):
    """Results of several kinds, such as agents, summed by deal: all that intervals need of them. Ascending by deal, then by kind.

    Attributes:
        deals, kinds: int (e,), from 0.
        seats: int32 (e,): number of results.
        won, luck: float64 (e,), or int64 in parts of 1 / `UNIT`: their sum, and that of their luck; `luck` is None if not measured.
    """

    deals: NDArray[Any]
    kinds: NDArray[Any]
    seats: NDArray[Any]
    won: NDArray[Any]
    luck: NDArray[Any] | None

    @classmethod
    def of(
        cls,
        deals: NDArray[Any],
        kinds: NDArray[Any],
        won: NDArray[Any],
        luck: NDArray[Any] | None = None,
        seats: NDArray[Any] | None = None,
    ) -> Tally:
        """Of results in any order; `seats`: how many each of them is already the sum of."""
        number, parts = int(kinds.max(initial=0)) + 1, []
        for at in whole_deals(deals):
            keys = deals[at].astype(np.int64) * number + kinds[at]
            order = keys.argsort(kind="stable")
            new = np.diff(keys[order], prepend=-1).nonzero()[0]
            given = [None if one is None else one[at][order] for one in (seats, won, luck)]
            sizes, *summed = (None if one is None else np.add.reduceat(one, new) for one in given)
            sizes = np.diff(new, append=len(order)) if sizes is None else sizes
            first = order[new]
            parts.append((deals[at][first], kinds[at][first], sizes.astype(np.int32), *summed))
        columns: list[Any] = [None if own[0] is None else np.concatenate(own) for own in zip(*parts)]
        return cls(*columns)

    def sums(self, number: int, *, adjusted: bool = False) -> Sums:
        """Of the kinds 0..number-1 over all deals; `adjusted`: of luck-adjusted results as `less_luck` adjusts them."""
        won, seats = in_wins(self.won), self.seats.astype(float)
        if adjusted and self.luck is not None:
            lucky = in_wins(self.luck)
            won = won - coefficients(self.kinds, seats, won, lucky, number) * lucky
        size, total = (np.bincount(self.kinds, values, number) for values in (seats, won))
        deals = np.bincount(self.kinds, minlength=number)
        off = won - (total / np.maximum(size, 1))[self.kinds] * seats
        with np.errstate(divide="ignore", invalid="ignore"):
            error = np.sqrt(deals / (deals - 1) * np.bincount(self.kinds, off**2, number)) / size
        return Sums(size, total, np.where(deals > 1, error, np.nan), deals)


def in_units(parts: NDArray[Any]) -> NDArray[np.int64]:
    return np.rint(parts * UNIT).astype(np.int64)


def in_wins(sums: NDArray[Any]) -> NDArray[np.float64]:
    return sums if sums.dtype.kind == "f" else sums / UNIT


class Sums(NamedTuple):
    """Results of several kinds, such as agents, summed over deals; k counts kinds.

    Attributes:
        seats, won: float64 (k,): number and sum of the results.
        error: float64 (k,): standard error of the mean with deals as observations; not a number for fewer than two.
        deals: int64 (k,).
    """

    seats: NDArray[Any]
    won: NDArray[Any]
    error: NDArray[Any]
    deals: NDArray[Any]

    def interval(self, kind: int, *, adjusted: bool = False) -> Interval:
        mean = float(self.won[kind] / self.seats[kind]) if self.seats[kind] else 0.0
        deals = int(self.deals[kind])
        return interval_from(mean, float(self.error[kind]) if deals > 1 else None, deals, adjusted=adjusted)


def distinct(codes: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The codes that occur, ascending, and the index of each code among them; codes that are small are not sorted."""
    if not len(codes) or codes.max() >= SMALL:
        found, at = np.unique(codes, return_inverse=True)
        return found, at.reshape(-1)
    found = np.bincount(codes).nonzero()[0]
    index = np.zeros(int(codes.max()) + 1, np.int32)
    index[found] = range(len(found))
    return found, index[codes]


def whole_deals(deals: NDArray[Any]) -> Iterator[slice]:
    """About `BLOCK` results at once, those of a deal together; all at once where deals do not ascend."""
    if not len(deals) or (deals[1:] < deals[:-1]).any():
        yield slice(None)
        return
    first = 0
    while first < len(deals):
        last = int(np.searchsorted(deals, deals[min(first + BLOCK, len(deals)) - 1], side="right"))
        yield slice(first, last)
        first = last


def coefficients(
    kind: NDArray[Any], size: NDArray[Any], won: NDArray[Any], lucky: NDArray[Any], number: int
) -> NDArray[Any]:
    """The beta of `less_luck` of each deal of each kind, from its number of results, and their sum and luck."""

    def others(sums: NDArray[Any]) -> NDArray[Any]:
        return np.bincount(kind, sums, number)[kind] - sums

    mean = others(won) / np.maximum(others(size), 1)
    covered, spread = others(lucky * won) - mean * others(lucky * size), others(lucky**2)
    apart = others(won**2) - 2 * mean * others(won * size) + mean**2 * others(size**2)
    deals = np.bincount(kind, minlength=number)[kind] - 1
    known = 4 * np.maximum(apart, 0) * deals / np.maximum(others(size), 1)
    weight = known / (known + PRIOR) * (spread > TINY)
    return 1 - weight + weight * np.clip(covered / np.maximum(spread, TINY), 0, 1)


def clustered_mean(values: Sequence[float], clusters: Sequence[object]) -> tuple[float, float | None]:
    """A mean and its standard error, where values of one cluster, such as a deal, depend on each other.

    Args:
        values: at least one.
        clusters: the cluster of each value.

    Returns:
        The mean; the error, None for a single cluster.
    """
    found = Tally.of(numbered(clusters), np.zeros(len(values), np.int64), np.array(values, float)).sums(1)
    return float(found.won[0] / len(values)), float(found.error[0]) if found.deals[0] > 1 else None


def numbered(clusters: Sequence[object]) -> NDArray[np.int64]:
    number = {cluster: k for k, cluster in enumerate(dict.fromkeys(clusters))}
    return np.array([number[cluster] for cluster in clusters], np.int64)


def less_luck(values: Sequence[float], luck: Sequence[float], clusters: Sequence[object]) -> list[float]:
    """Luck-adjusted results: each is value - beta * luck, with the beta of its cluster, which is fitted to all the others.

    In the others beta makes the mean scatter least, by least squares over sums of clusters, within 0 and 1; then it is drawn towards
    1 as by `PRIOR` clusters of one game that is won as often as lost. The others count by how much their results scatter, compared with
    such games: where a side nearly always wins, a few rare results do not say what luck explains. So a luck that explains little of
    the results is hardly removed.
    Where the mean luck of a cluster is 0 whatever happened in the others, the expected mean is exactly that of the values, whatever
    the luck is: independent deals, between agents that learn nothing from one deal for the next.

    Args:
        values: as in `clustered_mean`.
        luck: of each.
        clusters: the cluster of each.
    """
    at = numbered(clusters)
    size, won, lucky = (np.bincount(at, weights) for weights in (None, values, luck))
    beta = coefficients(np.zeros(len(size), np.int64), size, won, lucky, 1)
    return (np.array(values) - beta[at] * np.array(luck)).tolist()


def wilson_interval(wins: float, games: float, z: float = Z95) -> tuple[float, float]:
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
        low, high: 95 % interval of the rate, as `Interval`.
    """

    seats: int
    wins: float
    rate: float
    low: float
    high: float

    @property
    def text(self) -> str:
        return Interval(self.rate, self.low, self.high, None, 0).text

    @classmethod
    def of(cls, sums: Sums, kind: int) -> Score:
        found = sums.interval(kind)
        return cls(int(sums.seats[kind]), float(sums.won[kind]), found.mean, found.low, found.high)
