"""Strengths by the model of Bradley and Terry, for any number of seats, and for teams.

In a game each seat wins with a probability proportional to the exponential of its agent's strength (Luce's choice axiom; with two seats
this is Bradley and Terry's model). An agent in several seats has several chances, so tables of unequal numbers, such as one against
three, are judged rightly. A win that k seats share counts 1/k for each of them; a game without a winner counts as shared by all.

Where seats win or lose together a side takes the place of a seat. Its strength is the mean of those of its seats, and one term for
what divides the seats, such as the haunt: how much easier it is for that side. Against the house, whose strength is 0, that term says
how easy the game is. One drawn game is added for each term, which few games may not bound.

Errors are the larger of Fisher's and those that treat the games of a deal as one observation: the games of a deal share their cards,
so they are not independent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.ratings import Tally, whole_deals
from fs_env.arena.results import GameRow
from fs_env.core.machine.declare.outcome import Outcome

ELO = 400 / math.log(10)  # points of a difference of 1 in strength
STEPS, CLOSE = 200, 1e-10  # of Newton's method: at most so many, until no strength moves further than this
LONGEST_STEP = 2.0  # in strength
SOLVED = 1e-6  # wins: what the equations may miss
FAR = 25.0  # in strength: further apart are only agents whom nothing bounds
SEEN = 1e-6  # a part of a difference of strengths that no game shows
HALF = 0.5  # the share of each side in the drawn game that is added where results alone bound no strength
HOUSE: tuple[int, ...] = ()


class Strengths(NamedTuple):
    """Strength of each agent, estimated from the games.

    Attributes:
        values: float64 (n,), on the scale of logarithms of odds, their mean 0; times `ELO` they are Elo points.
        covariance: float64 (n, n), of `values`.
        bounded: whether the games bound all strengths; if not, one drawn game of each agent with an average one is added. Results
            less luck of few games may add up to less than nothing, or to more than all games: then nothing bounds the strengths.
    """

    values: NDArray[np.float64]
    covariance: NDArray[np.float64]
    bounded: bool

    @property
    def errors(self) -> NDArray[np.float64]:
        return np.sqrt(np.diagonal(self.covariance))

    def first(self, n: int) -> Strengths:
        return Strengths(self.values[:n] - self.values[:n].mean(), centre(self.covariance[:n, :n]), self.bounded)


class Contender(NamedTuple):
    """Who may win a game: the agent of some seats, or a side, which counts as one seat.

    Attributes:
        members: the agents whose mean strength it has; `HOUSE`: none.
        term: what else makes it strong, such as the number of a haunt; "": nothing.
    """

    seats: int
    members: tuple[int, ...]
    term: str = ""


class Contest(NamedTuple):
    """Games of one deal: its seed, who might win, the part of the wins that each has, and how many games they are."""

    deal: int
    contenders: tuple[Contender, ...]
    shares: tuple[float, ...]
    times: int = 1


class Record(NamedTuple):
    """Games as arrays. A kind of game has contenders who might win it; p counts the n agents and after them the terms.

    Attributes:
        num_agents, num_parameters: n and p.
        kinds, seats: int64, float64 (c,): the kind of game of each contender, ascending, and its chances.
        cells, parameters, weights: what the strengths of contenders are the sums of: (e,) contenders, ascending; agents or terms; and
            how much each of these counts.
        deals, at, times, shares: results of contenders, each in games of one kind in one deal: (r,) numbers of the deals; contenders; how
            many games; what part of the wins they have.
    """

    num_agents: int
    num_parameters: int
    kinds: NDArray[np.int64]
    seats: NDArray[np.float64]
    cells: NDArray[np.int64]
    parameters: NDArray[np.int64]
    weights: NDArray[np.float64]
    deals: NDArray[np.int64]
    at: NDArray[np.int64]
    times: NDArray[Any]
    shares: NDArray[np.float64]

    def total(self, of_contenders: NDArray[np.float64]) -> NDArray[np.float64]:
        """What contenders have, (c,), as sums of agents and terms, (p,)."""
        values = of_contenders[self.cells] * self.weights
        return np.bincount(self.parameters, values, self.num_parameters).astype(float)

    def chances(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        strength = np.bincount(self.cells, self.weights * values[self.parameters], len(self.seats))
        starts = np.diff(self.kinds, prepend=-1).nonzero()[0]
        ahead = self.seats * np.exp(strength - np.maximum.reduceat(strength, starts)[self.kinds])
        return ahead / np.add.reduceat(ahead, starts)[self.kinds]

    def information(self, chances: NDArray[np.float64], times: NDArray[np.float64]) -> NDArray[np.float64]:
        """Fisher's information of the games, (p, p), with these chances and games of each contender, (c,)."""
        p, (left, right) = self.num_parameters, pairs_within(self.kinds[self.cells])
        one, two = self.cells[left], self.cells[right]
        spread = chances[one] * ((one == two) - chances[two]) * times[one] * self.weights[left] * self.weights[right]
        return (
            np.bincount(self.parameters[left] * p + self.parameters[right], spread, p * p).reshape(p, p).astype(float)
        )


def pairs_within(groups: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The indices of all pairs of entries of one group, each with itself too; groups ascending."""
    starts = np.searchsorted(groups, groups)
    sizes = np.searchsorted(groups, groups, side="right") - starts
    left = np.repeat(np.arange(len(groups)), sizes)
    return left, np.arange(len(left)) - np.repeat(sizes.cumsum() - sizes - starts, sizes)


def record(num_agents: int, contests: Iterable[Contest]) -> Record:
    games = list(contests)
    tables = list(dict.fromkeys(game.contenders for game in games))
    first = dict(zip(tables, accumulate(map(len, tables), initial=0)))
    terms = sorted({one.term for table in tables for one in table if one.term})
    term, parts = {name: num_agents + k for k, name in enumerate(terms)}, []
    for cell, one in enumerate(chain.from_iterable(tables)):
        for agent in sorted(set(one.members)):
            parts.append((cell, agent, one.members.count(agent) / len(one.members)))
        if one.term:
            parts.append((cell, term[one.term], 1.0))
    cells, parameters, weights = np.array(parts, float).reshape(-1, 3).T
    sizes = np.array([len(game.contenders) for game in games], np.int64)
    deals = np.unique(np.array([game.deal for game in games], np.uint64), return_inverse=True)[1]
    return Record(
        num_agents,
        num_agents + len(terms),
        np.repeat(np.arange(len(tables)), list(map(len, tables))),
        np.array([one.seats for one in chain.from_iterable(tables)], float),
        cells.astype(np.int64),
        parameters.astype(np.int64),
        weights,
        np.repeat(deals.reshape(-1).astype(np.int64), sizes),
        np.array([first[game.contenders] + c for game in games for c in range(len(game.contenders))], np.int64),
        np.repeat(np.array([game.times for game in games], np.int64), sizes),
        np.array([share for game in games for share in game.shares], float),
    )


def contest_of(row: GameRow) -> Contest:
    if row.together:
        members = tuple(sorted(row.seats))
        lost = row.outcome in (Outcome.LOST, Outcome.FORFEITED)
        won = 1.0 if row.winners else 0.0 if lost else HALF
        return Contest(
            row.seed, (Contender(1, members, f"{row.story} {row.sides[0]}"), Contender(1, HOUSE)), (won, 1 - won)
        )
    if not row.sides or row.forfeits:  # who fails loses by itself
        agents = sorted(set(row.seats))
        winners: Sequence[int] = row.winners or range(len(row.seats))
        shares = [sum(row.seats[seat] == agent for seat in winners) / len(winners) for agent in agents]
        return Contest(row.seed, tuple(Contender(row.seats.count(one), (one,)) for one in agents), tuple(shares))
    names = sorted(set(row.sides))
    won_by = sorted({row.sides[seat] for seat in row.winners}) or names
    contenders = tuple(
        Contender(
            1,
            tuple(sorted(agent for agent, side in zip(row.seats, row.sides) if side == name)),
            f"{row.story} {name}" if name != names[-1] else "",
        )
        for name in names
    )
    return Contest(row.seed, contenders, tuple((name in won_by) / len(won_by) for name in names))


def strengths(record: Record, *, with_average: bool = False, by_deal: bool = False) -> Strengths:
    """The most likely strengths. The equations are linear in the shares, so these may also be results less luck, which lie below 0
    or above 1 in single games.

    Args:
        record: of the games.
        with_average: adds a drawn game of each agent with an average one, of strength 0. This is done in any case where the
            games do not bound the strengths, as those of an agent that has won everything.
        by_deal: takes the errors only from the spread of the deals: that of luck-adjusted results is smaller than Fisher's. It needs
            some dozen deals.
    """
    n, p = record.num_agents, record.num_parameters
    times = np.bincount(record.at, record.times, len(record.seats)).astype(float)
    won = record.total(np.bincount(record.at, record.shares, len(record.seats)).astype(float))
    bounded = is_bounded(record)
    for average in (with_average or not bounded, True):
        drawn = np.arange(p) >= (0 if average else n)  # whom a drawn game is added for
        values, slope, inverse, seen = solve(record, times, won, drawn)
        if average or (seen and np.ptp(values[:n]) < FAR):
            break
        bounded = False
    found = values[:n] - values[:n].mean()
    take = np.eye(n, p) - (np.arange(p) < n) / n
    inner = take @ inverse @ take.T
    if np.abs(slope).max(initial=0.0) > SOLVED:
        return Strengths(found, inner, False)
    spread = take @ inverse @ surprise(record, record.chances(values)) @ inverse @ take.T
    if by_deal:
        deals = len(np.unique(record.deals))
        return Strengths(found, spread * (deals / max(1, deals - 1)), bounded)
    larger = np.sqrt(np.maximum(np.diagonal(spread), np.diagonal(inner)))
    scale = larger / np.sqrt(np.maximum(np.diagonal(inner), CLOSE**2))
    return Strengths(found, inner * np.outer(scale, scale), bounded)


def surprise(record: Record, chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sum over deals of the squares, as a form (p, p), of what agents and terms had in the deal above what was likely."""
    p, form = record.num_parameters, np.zeros(record.num_parameters**2)
    starts = np.searchsorted(record.cells, np.arange(len(record.seats) + 1))
    order: Any = slice(None)
    if (record.deals[1:] < record.deals[:-1]).any():
        order = record.deals.argsort(kind="stable")
    deals, where, times, shares = (column[order] for column in (record.deals, record.at, record.times, record.shares))
    for block in whole_deals(deals):
        at = where[block]
        above, parts = shares[block] - times[block] * chances[at], np.diff(starts)[at]
        result = np.repeat(np.arange(len(at)), parts)
        part = np.arange(len(result)) - np.repeat(parts.cumsum() - parts - starts[at], parts)
        found = Tally.of(deals[block][result], record.parameters[part], above[result] * record.weights[part])
        left, right = pairs_within(found.deals)
        form += np.bincount(found.kinds[left] * p + found.kinds[right], found.won[left] * found.won[right], p * p)
    return form.reshape(p, p)


def solve(
    record: Record, times: NDArray[np.float64], won: NDArray[np.float64], drawn: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], bool]:
    """Newton's method: the values of agents and terms (p,), what the equations miss (p,), the inverse information (p, p), and whether
    the games determine all differences between agents."""
    n, p = record.num_agents, len(won)
    values, slope, curve = np.zeros(p), np.zeros(p), np.zeros((p, p))
    inverse = curve
    for _ in range(STEPS):
        chances = record.chances(values)
        even = 1 / (1 + np.exp(-values))
        slope = won - record.total(times * chances) + drawn * (HALF - even)
        curve = record.information(chances, times) + np.diag(drawn * even * (1 - even))
        inverse = np.linalg.pinv(curve, hermitian=True).astype(np.float64)
        step = inverse @ slope
        values = values + step * min(1.0, LONGEST_STEP / max(np.abs(step).max(initial=0.0), CLOSE))
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    apart = np.eye(p, n) - np.repeat((np.arange(p) < n)[:, None] / n, n, axis=1)
    return values, slope, inverse, bool(np.abs(curve @ (inverse @ apart) - apart).max(initial=0.0) < SEEN)


def odds(strength: NDArray[np.float64], seats: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely each contender wins in each kind of game, of their strengths and seats."""
    weights = seats * np.exp(strength - strength.max(axis=-1, keepdims=True, initial=0.0))
    return weights / weights.sum(-1, keepdims=True)


def information(
    parts: NDArray[np.float64], chances: NDArray[np.float64], times: NDArray[np.float64] | NDArray[np.int64]
) -> NDArray[np.float64]:
    """Fisher's information of kinds of games with these chances, each played so many times, float64 (p, p)."""
    expected = np.einsum("kc,kcp->kp", chances, parts)
    flat = parts.reshape(-1, parts.shape[2])
    return flat.T @ ((times[:, None] * chances).reshape(-1, 1) * flat) - (expected.T * times) @ expected


def centre(covariance: NDArray[np.float64]) -> NDArray[np.float64]:
    n = len(covariance)
    take = np.eye(n) - 1 / n
    return take @ covariance @ take


def is_bounded(record: Record) -> bool:
    """Whether, however the agents are parted in two, each part has won from the other, or from the house that has won from the other.

    Without sides the likelihood then has a maximum; with sides nearly always.
    """
    n = record.num_agents
    won = np.zeros(len(record.seats), bool)
    won[record.at[record.shares > 0]] = True
    agents = record.parameters < n
    house = np.setdiff1d(np.arange(len(record.seats)), record.cells[agents])
    cells = np.concatenate([record.cells[agents], house])
    who = np.concatenate([record.parameters[agents], np.full(len(house), n)])  # the last one is the house
    order = cells.argsort(kind="stable")
    left, right = (order[at] for at in pairs_within(record.kinds[cells[order]]))
    ahead = won[cells[left]] & (cells[left] != cells[right])
    reached = np.eye(n + 1, dtype=np.float32)
    reached[who[left[ahead]], who[right[ahead]]] = 1
    for _ in range((n + 1).bit_length()):
        reached = (reached @ reached > 0).astype(np.float32)
    return bool(reached[:n, :n].all())
