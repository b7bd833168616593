"""A ladder: who meets next follows from the results so far, until the strengths are known well enough.

Games are chosen in rounds. A round depends only on the games of the rounds before it, so it does not matter who plays its
games, in which order, and after how many stops.

Two agents are settled when one is surely better, or when half of the 95 % interval of their difference is at most `Plan.error`
Elo points. It looks after every round, so "surely" is by a confidence sequence, that of a normal mixture over the difference (Robbins,
1970): asymptotically, of two equal agents one is taken for better in at most 5 % of ladders. The ladder ends when all pairs are
settled, or at `Plan.games`. Each deal goes to the group whose games, to first order, reduce
the variances of the differences that are not settled the most; so no games are spent on measuring how much worse random play is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.bradley_terry import ELO, Strengths, information, odds
from fs_env.arena.columns import Columns
from fs_env.arena.counts import Counts
from fs_env.arena.plan import Pairing, Plan
from fs_env.arena.ratings import TINY, Z95
from fs_env.arena.standings import rating_of

if TYPE_CHECKING:
    from fs_env.arena.results import GameRow

FIRST_DEALS = 16  # in a round, at least; enough to keep several processes busy
GROWTH = 8  # later a round has a part of the deals so far, one in this many
ERROR = 0.05  # probability that a look settles the order of two equal agents
MIXTURE = 100 / ELO  # standard deviation of the mixture: intervals are shortest for agents that are so far apart
LEAST_DEALS = 8  # that an agent plays before it is settled with anybody
DIGITS = 9  # of the gains compared, so that machines that round differently choose alike


def rounds(plan: Plan, rows: Callable[[int, int], Iterable[GameRow]]) -> Iterator[list[Pairing]]:
    """The rounds of a ladder; `rows` reads finished games from a number to before another, once each, when their round is over."""
    deals = [0] * len(plan.groups)  # that each group has played
    tables = np.array([[group.count(agent) for agent in range(len(plan.agents))] for group in plan.groups], float)
    number, counts = 0, Counts.of(len(plan.agents), Columns.of(()))
    while number < plan.total:
        latest = Counts.of(len(plan.agents), Columns.of(rows(len(counts), number)))
        counts = Counts.merge([counts, latest])
        chosen = choose(plan, counts, tables, np.array(deals), number // plan.block)
        if not chosen:
            return
        pairings = []
        for which in chosen[: (plan.total - number) // plan.block]:
            for turn in range(plan.block):
                pairings.append(plan.game_of(number, plan.groups[which], deals[which], turn))
                number += 1
            deals[which] += 1
        yield pairings


def choose(plan: Plan, counts: Counts, tables: NDArray[np.float64], deals: NDArray[np.int64], so_far: int) -> list[int]:
    """The groups that get the deals of the next round, in order; none when all pairs are settled."""
    known, _ = rating_of(counts, with_average=True)
    unsettled = ~settled(known, deals @ (tables > 0), plan.error)
    if not unsettled.any():
        return []
    wanted = np.diag(unsettled.sum(1)) - unsettled.astype(float)  # the sum of these differences' squares, as a form
    agents = np.broadcast_to(np.eye(len(known.values)), (*tables.shape, len(known.values)))
    chances = odds(np.broadcast_to(known.values, tables.shape), tables)
    even = 1 / (1 + np.exp(-known.values))
    precision = information(agents, chances, deals * plan.block) + np.diag(even * (1 - even))
    chosen: list[int] = []
    for _ in range(max(FIRST_DEALS, so_far // GROWTH)):
        variance = np.linalg.inv(precision)
        slope = variance @ wanted @ variance
        gain = chances @ np.diagonal(slope) - np.einsum("gi,ij,gj->g", chances, slope, chances)
        best = int((gain / gain.max()).round(DIGITS).argmax())
        chosen.append(best)
        precision += information(agents[:1], chances[best : best + 1], np.array([plan.block]))
    return chosen


def settled(known: Strengths, deals: NDArray[np.int64], error: float) -> NDArray[np.bool_]:
    """Which pairs of agents are settled, bool (n, n), each agent with itself, after so many deals of each; `error` in Elo points."""
    variances = np.diagonal(known.covariance)
    variance = np.maximum(variances[:, None] + variances[None, :] - 2 * known.covariance, TINY)
    growth = 1 + MIXTURE**2 / variance
    apart = known.values[:, None] - known.values[None, :]
    sure = apart**2 > variance * growth / (growth - 1) * np.log(growth / ERROR**2)
    enough = deals >= LEAST_DEALS
    done = (sure | (Z95 * ELO * np.sqrt(variance) <= error)) & enough[:, None] & enough[None, :]
    np.fill_diagonal(done, True)
    return done
