"""A sequential test of two agents: a confidence sequence for the mean of independent deals, valid at every look.

The interval is that of the t test with a normal mixture over the standardised effect (Robbins, 1970; Lai, 1976; Wang and Ramdas,
"Anytime-valid t-tests and confidence sequences for Gaussian means with unknown variance", 2024). For normal values it holds the mean
at all numbers of deals at once with the probability `1 - error`, from the second deal on; for others this holds asymptotically
(Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences", 2021).
Results of deals are discrete and may be very skewed, so the variance is that of the deals and of four more: two won by each agent in
both rotations. `python -m benchmarks.sequential` measures the error rates.

Luck is a control variate: a deal counts `value - beta * luck`, with a beta that is fitted to earlier deals only. The mean luck of a deal
is 0 whatever happened before, so the mean is exactly that of the values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.plan import Pairing, Plan
from fs_env.arena.ratings import PRIOR, TINY
from fs_env.arena.results import GameRow

MIXTURE = 0.05  # variance of the standardised effect in the mixture: small, for intervals that are short after hundreds of deals
ADDED = 4.0  # sum of squares of the deals that the variance has in addition
FIRST_DEALS = 8  # in a round, at least
GROWTH = 8  # later a round has a part of the deals so far, one in this many

Values = NDArray[np.float64]


def rounds(
    plan: Plan, rows: Callable[[int, int], Iterable[GameRow]], stop: Callable[[Sequence[GameRow]], bool]
) -> Iterator[list[Pairing]]:
    """The rounds of a fixed schedule, until `stop` is true of the games so far after one of them; `rows` as in `ladder.rounds`."""
    games, played = 0, list[GameRow]()
    for deals in looks(plan.total // plan.block):
        played += rows(len(played), games)
        if games and stop(played):
            return
        yield [plan.pairing(number) for number in range(games, deals * plan.block)]
        games = deals * plan.block


def looks(most: int) -> Iterator[int]:
    """The numbers of deals after which rounds end; the last one is `most`."""
    deals = 0
    while deals < most:
        deals = min(deals + max(FIRST_DEALS, deals // GROWTH), most)
        yield deals


def adjusted(values: Values, luck: Values) -> Values:
    """Values of deals less their luck, (..., deals), each with a beta of the deals before it, drawn towards 1 as in `ratings.less_luck`."""

    def before(sums: Values) -> Values:
        return np.cumsum(sums, -1) - sums

    number = np.arange(values.shape[-1])
    mean = before(values) / np.maximum(number, 1)
    covered, spread = before(luck * values) - mean * before(luck), before(luck**2)
    weight = number / (number + PRIOR) * (spread > TINY)
    beta = 1 - weight + weight * np.clip(covered / np.maximum(spread, TINY), 0, 1)
    result: Values = values - beta * luck
    return result


def intervals(values: Values, error: float) -> tuple[Values, Values]:
    """The means of the first 1, 2, ... values, (..., deals), each within about -1..1, and half the widths of their intervals, infinite
    for the first deals. `error` is the probability that some of these intervals does not hold the mean."""
    number = np.arange(1, values.shape[-1] + 1)
    mean = np.cumsum(values, -1) / number
    squares = np.maximum(np.cumsum(values**2, -1) - number * mean**2, 0.0) + ADDED
    growth = 1 + number * MIXTURE
    bound = np.exp(2 / number * np.log(np.sqrt(growth) / error))
    with np.errstate(divide="ignore"):
        ratio = np.where(bound < growth, (bound - 1) / np.maximum(1 - bound / growth, 0.0), np.inf)
    return mean, np.sqrt(ratio * squares / number)
