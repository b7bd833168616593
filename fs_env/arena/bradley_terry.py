"""Strengths by the model of Bradley and Terry, for any number of seats.

In a game each seat wins with a probability proportional to the exponential of its agent's strength (Luce's choice axiom; with
two seats this is Bradley and Terry's model). An agent in several seats has several chances, so tables of unequal numbers, such
as one against three, are judged rightly. A win that k seats share counts 1/k for each of them; a game without a winner counts
as shared by all. Errors are the larger of Fisher's and those that treat the games of a deal as one observation: the games
of a deal share their cards, so they are not independent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.results import GameRow

ELO = 400 / math.log(10)  # points of a difference of 1 in strength
STEPS, CLOSE = 200, 1e-10  # of Newton's method: at most so many, until no strength moves further than this
LONGEST_STEP = 2.0  # in strength
SOLVED = 1e-6  # wins: what the equations may miss
HALF = 0.5  # the share of each side in the drawn game that is added where results alone bound no strength


class Strengths(NamedTuple):
    """Strength of each agent, estimated from the games.

    Attributes:
        values: float64 (n,), on the scale of logarithms of odds, their mean 0; times `ELO` they are Elo points.
        covariance: float64 (n, n), of `values`.
        bounded: whether the games alone bound all strengths; if not, one drawn game of each agent with an average one is added. Results
            less luck of few games may add up to less than nothing, or to more than all games: then nothing bounds the strengths.
    """

    values: NDArray[np.float64]
    covariance: NDArray[np.float64]
    bounded: bool

    @property
    def errors(self) -> NDArray[np.float64]:
        """Standard errors of the values, float64 (n,)."""
        return np.sqrt(np.diagonal(self.covariance))


class Record(NamedTuple):
    """Games as arrays.

    Attributes:
        counts: float64 (games, n): how many seats each agent has.
        shares: float64 (games, n): what part of the win each agent has.
        deals: int64 (games,): number of the deal.
    """

    counts: NDArray[np.float64]
    shares: NDArray[np.float64]
    deals: NDArray[np.int64]


def record_of(num_agents: int, rows: Iterable[GameRow]) -> Record:
    """The games in which at least two agents met, as arrays. A game that nobody won is shared by all seats."""
    met = [row for row in rows if len(set(row.seats)) > 1]
    counts, shares = np.zeros((len(met), num_agents)), np.zeros((len(met), num_agents))
    for k, row in enumerate(met):
        winners: Sequence[int] = row.winners or range(len(row.seats))
        for agent in row.seats:
            counts[k, agent] += 1
        for seat in winners:
            shares[k, row.seats[seat]] += 1 / len(winners)
    deals = np.unique(np.array([row.seed for row in met], np.uint64), return_inverse=True)[1]
    return Record(counts, shares, deals.astype(np.int64))


def strengths(record: Record, *, with_average: bool = False, by_deal: bool = False) -> Strengths:
    """The most likely strengths. The equations are linear in the shares, so these may also be results less luck, which lie below 0
    or above 1 in single games.

    Args:
        record: of the games.
        with_average: adds a drawn game of each agent with an average one, of strength 0. This is done in any case where the
            games alone bound no strengths, as those of an agent that has won everything.
        by_deal: takes the errors from the spread of the deals alone: that of results less luck is smaller than Fisher's. It needs
            some dozen deals.
    """
    num_agents = record.counts.shape[1]
    bounded = is_bounded(record)
    average = with_average or not bounded
    tables, which, times = np.unique(record.counts, axis=0, return_inverse=True, return_counts=True)
    won = record.shares.sum(0)
    values = np.zeros(num_agents)
    for _ in range(STEPS):
        chances = chances_of(tables, values)
        slope = won - times @ chances
        curve = information(chances, times)
        if average:
            even = 1 / (1 + np.exp(-values))
            slope, curve = slope + HALF - even, curve + np.diag(even * (1 - even))
        step = np.linalg.pinv(curve, hermitian=True) @ slope
        values += step * min(1.0, LONGEST_STEP / max(np.abs(step).max(initial=0.0), CLOSE))
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    inverse = centre(np.linalg.pinv(curve, hermitian=True).astype(np.float64))
    if np.abs(slope).max(initial=0.0) > SOLVED:
        return Strengths(values - values.mean(), inverse, False)
    surprise = np.zeros((int(record.deals.max(initial=-1)) + 1, num_agents))
    np.add.at(surprise, record.deals, record.shares - chances[which.reshape(-1)])
    spread = inverse @ surprise.T @ surprise @ inverse
    if by_deal:
        deals = len(np.unique(record.deals))
        return Strengths(values - values.mean(), spread * (deals / max(1, deals - 1)), bounded)
    larger = np.sqrt(np.maximum(np.diagonal(spread), np.diagonal(inverse)))
    scale = larger / np.sqrt(np.maximum(np.diagonal(inverse), CLOSE**2))
    return Strengths(values - values.mean(), inverse * np.outer(scale, scale), bounded)


def chances_of(tables: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely each agent wins at each table, float64 (tables, n), for numbers of seats (tables, n) and strengths (n,)."""
    weights = tables * np.exp(values - values.max(initial=0.0))
    return weights / weights.sum(1, keepdims=True)


def information(chances: NDArray[np.float64], times: NDArray[np.float64] | NDArray[np.int64]) -> NDArray[np.float64]:
    """Fisher's information of games with these chances, each played so many times, float64 (n, n)."""
    return np.diag(times @ chances) - (chances.T * times) @ chances


def centre(covariance: NDArray[np.float64]) -> NDArray[np.float64]:
    """The covariance of values less their mean."""
    n = len(covariance)
    take = np.eye(n) - 1 / n
    return take @ covariance @ take


def is_bounded(record: Record) -> bool:
    """Whether the likelihood has a maximum: however the agents are parted in two, each part has won from the other."""
    num_agents = record.counts.shape[1]
    beaten = (np.maximum(record.shares, 0).T @ record.counts) > 0  # [i, j]: i has a part of a win in a game with j
    reached = beaten | np.eye(num_agents, dtype=bool)
    for _ in range(num_agents.bit_length()):
        reached = (reached.astype(np.int64) @ reached.astype(np.int64)) > 0
    return bool(reached.all())
