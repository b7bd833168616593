"""Strengths by the model of Bradley and Terry, for any number of seats, and for teams.

In a game each seat wins with a probability proportional to the exponential of its agent's strength (Luce's choice axiom; with
two seats this is Bradley and Terry's model). An agent in several seats has several chances, so tables of unequal numbers, such
as one against three, are judged rightly. A win that k seats share counts 1/k for each of them; a game without a winner counts
as shared by all.

Where seats win or lose together a side takes the place of a seat. Its strength is the mean of those of its seats, and one term for
what divides the seats, such as the haunt: how much easier it is for that side. Against the house, whose strength is 0, that term says
how easy the game is. One drawn game is added for each term, which few games may not bound.

Errors are the larger of Fisher's and those that treat the games of a deal as one observation: the games of a deal share their cards,
so they are not independent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.columns import Columns
from fs_env.arena.ratings import distinct, whole_deals
from fs_env.arena.results import GameRow
from fs_env.core.machine.declare.outcome import Outcome

ELO = 400 / math.log(10)  # points of a difference of 1 in strength
STEPS, CLOSE = 200, 1e-10  # of Newton's method: at most so many, until no strength moves further than this
LONGEST_STEP = 2.0  # in strength
SOLVED = 1e-6  # wins: what the equations may miss
FAR = 25.0  # in strength: further apart are only agents whom nothing bounds
SEEN = 1e-6  # a part of a difference of strengths that no game tells
HALF = 0.5  # the share of each side in the drawn game that is added where results alone bound no strength
HOUSE: tuple[int, ...] = ()


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
    """One game: the seed of its deal, who might win, and the part of the win that each has."""

    deal: int
    contenders: tuple[Contender, ...]
    shares: tuple[float, ...]


class Record(NamedTuple):
    """Games as arrays; c counts the contenders of a game, p the n agents and after them the terms.

    Attributes:
        num_agents, num_parameters: n and p.
        cells, parameters, weights: what the strength of each contender is the sum of: (e,) numbers kind * c + contender, ascending; of
            agents or terms; and how much each of these counts.
        seats: float64 (kinds, c): chances of each contender; 0 where there is none.
        kinds: int64 (games,): the kind of each game.
        shares: float64 (games, c): what part of the win each contender has.
        deals: int64 (games,): number of the deal.
    """

    num_agents: int
    num_parameters: int
    cells: NDArray[np.int64]
    parameters: NDArray[np.int64]
    weights: NDArray[np.float64]
    seats: NDArray[np.float64]
    kinds: NDArray[np.int64]
    shares: NDArray[np.float64]
    deals: NDArray[np.int64]

    def total(self, of_contenders: NDArray[np.float64]) -> NDArray[np.float64]:
        """What contenders have, (kinds, c), as sums of agents and terms, (p,)."""
        values = of_contenders.ravel()[self.cells] * self.weights
        return np.bincount(self.parameters, values, self.num_parameters).astype(float)

    def chances(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        strength = np.bincount(self.cells, self.weights * values[self.parameters], self.seats.size)
        return odds(strength.reshape(self.seats.shape).astype(float), self.seats)

    def information(self, chances: NDArray[np.float64], times: NDArray[np.float64]) -> NDArray[np.float64]:
        """Fisher's information of the games, (p, p), with these chances (kinds, c), each kind played so many times."""
        most, p = max(1, self.seats.shape[1]), self.num_parameters
        left, right = pairs_within(self.cells // most)
        one, two = self.cells[left], self.cells[right]
        flat = chances.ravel()
        spread = flat[one] * ((one == two) - flat[two]) * times[one // most] * self.weights[left] * self.weights[right]
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
    kinds = {table: k for k, table in enumerate(dict.fromkeys(game.contenders for game in games))}
    terms = sorted({one.term for table in kinds for one in table if one.term})
    at = {term: num_agents + k for k, term in enumerate(terms)}
    most = max(map(len, kinds), default=0)
    seats, parts = np.zeros((len(kinds), most)), []
    for table, k in kinds.items():
        for c, one in enumerate(table):
            seats[k, c] = one.seats
            for agent in sorted(set(one.members)):
                parts.append((k * most + c, agent, one.members.count(agent) / len(one.members)))
            if one.term:
                parts.append((k * most + c, at[one.term], 1.0))
    cells, parameters, weights = np.array(parts, float).reshape(-1, 3).T
    shares = np.zeros((len(games), most))
    for g, game in enumerate(games):
        shares[g, : len(game.shares)] = game.shares
    deals = np.unique(np.array([game.deal for game in games], np.uint64), return_inverse=True)[1]
    numbers = np.array([kinds[game.contenders] for game in games], np.int64)
    return Record(
        num_agents, num_agents + len(terms), cells.astype(np.int64), parameters.astype(np.int64), weights, seats,
        numbers, shares, deals.reshape(-1).astype(np.int64),
    )  # fmt: skip


def record_of_columns(num_agents: int, games: Columns, *, adjusted: bool = False) -> Record:
    """As `record_of`, of the same games as columns; `adjusted`: with the results less luck, where it was measured."""
    players = int(games.seats[0]) if len(games) else 0
    alike = bool(len(games)) and (games.seats == players).all() and num_agents**players < 2**62
    if not alike or games.side.any():
        return record_of(num_agents, games.rows(), adjusted=adjusted)
    agents = games.agent.reshape(-1, players)
    met = agents.min(1) < agents.max(1)
    agents, won = agents[met], games.won.reshape(-1, players)[met]
    won = won | ~won.any(1, keepdims=True)  # shared by all where nobody won
    won = won / won.sum(1, keepdims=True)
    if adjusted:
        won -= np.nan_to_num(games.luck.reshape(-1, players)[met])
    codes = np.sort(agents, 1) @ num_agents ** np.arange(players - 1, -1, -1)
    tables, kinds = distinct(codes)
    sitting = tables[:, None] // num_agents ** np.arange(players - 1, -1, -1) % num_agents
    new = np.column_stack([np.ones(len(sitting), bool), np.diff(sitting, axis=1) > 0])
    place = new.cumsum(1) - 1
    most = int(place.max(initial=-1)) + 1
    seats = np.zeros((len(tables), most))
    np.add.at(seats, (np.arange(len(tables))[:, None], place), 1)
    who = np.full((len(tables), most), -1)
    who[np.arange(len(tables))[:, None], place] = sitting
    cells = (seats > 0).ravel().nonzero()[0]
    shares = np.zeros((len(agents), most))
    for c in range(most):
        shares[:, c] = np.where(agents == who[kinds, c][:, None], won, 0.0).sum(1)
    return Record(
        num_agents, num_agents, cells, who.ravel()[cells], np.ones(len(cells)), seats, kinds, shares, games.deals[met]
    )


def record_of(num_agents: int, rows: Iterable[GameRow], *, adjusted: bool = False) -> Record:
    """The games in which at least two agents met, or a side a side or the house. A game that nobody won is shared by all.

    Args:
        num_agents: of the tournament.
        rows: the games.
        adjusted: takes the luck of each agent off its share, where it was measured and each seat plays for itself.
    """
    contests = ((row, contest_of(row)) for row in rows if row.sides or len(set(row.seats)) > 1)
    return record(num_agents, (less(row, one) if adjusted else one for row, one in contests))


def less(row: GameRow, contest: Contest) -> Contest:
    if row.sides or not row.luck:
        return contest
    luck = [sum(x for agent, x in zip(row.seats, row.luck) if (agent,) == one.members) for one in contest.contenders]
    return contest._replace(shares=tuple(share - part for share, part in zip(contest.shares, luck)))


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
            games alone bound no strengths, as those of an agent that has won everything.
        by_deal: takes the errors from the spread of the deals alone: that of results less luck is smaller than Fisher's. It needs
            some dozen deals.
    """
    n, p = record.num_agents, record.num_parameters
    times = np.bincount(record.kinds, minlength=len(record.seats)).astype(float)
    shares = np.zeros(record.seats.shape)
    np.add.at(shares, record.kinds, record.shares)
    won = record.total(shares)
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
    most, p = record.seats.shape[1], record.num_parameters
    form = np.zeros(p * p)
    order: Any = slice(None)
    if (record.deals[1:] < record.deals[:-1]).any():
        order = record.deals.argsort(kind="stable")
    deals, kinds, shares = record.deals[order], record.kinds[order], record.shares[order]
    counts = np.bincount(record.cells // max(1, most), minlength=len(record.seats))
    starts = counts.cumsum() - counts
    for at in whole_deals(deals):
        kind = kinds[at]
        game = np.repeat(np.arange(len(kind)), counts[kind])
        entry = np.arange(len(game)) - np.repeat(counts[kind].cumsum() - counts[kind] - starts[kind], counts[kind])
        above = (shares[at] - chances[kind])[game, record.cells[entry] % most] * record.weights[entry]
        codes, own = np.unique(deals[at][game].astype(np.int64) * p + record.parameters[entry], return_inverse=True)
        sums = np.bincount(own.reshape(-1), above, len(codes))
        left, right = pairs_within(codes // p)
        form += np.bincount(codes[left] % p * p + codes[right] % p, sums[left] * sums[right], p * p)
    return form.reshape(p, p)


def solve(
    record: Record, times: NDArray[np.float64], won: NDArray[np.float64], drawn: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], bool]:
    """Newton's method: the values of agents and terms (p,), what the equations miss (p,), the inverse information (p, p), and whether
    the games tell all differences between agents."""
    n, p = record.num_agents, len(won)
    values, slope, curve = np.zeros(p), np.zeros(p), np.zeros((p, p))
    inverse = curve
    for _ in range(STEPS):
        chances = record.chances(values)
        even = 1 / (1 + np.exp(-values))
        slope = won - record.total(times[:, None] * chances) + drawn * (HALF - even)
        curve = record.information(chances, times) + np.diag(drawn * even * (1 - even))
        inverse = np.linalg.pinv(curve, hermitian=True).astype(np.float64)
        step = inverse @ slope
        values = values + step * min(1.0, LONGEST_STEP / max(np.abs(step).max(initial=0.0), CLOSE))
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    apart = np.eye(p, n) - np.repeat((np.arange(p) < n)[:, None] / n, n, axis=1)
    return values, slope, inverse, bool(np.abs(curve @ (inverse @ apart) - apart).max(initial=0.0) < SEEN)


def chances_of(
    parts: NDArray[np.float64], seats: NDArray[np.float64], values: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How likely each contender wins in each kind of game, float64 (kinds, c), of its parts (kinds, c, p), seats and the values (p,)."""
    return odds(parts @ values, seats)


def odds(strength: NDArray[np.float64], seats: NDArray[np.float64]) -> NDArray[np.float64]:
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
    won = np.zeros(record.seats.shape, bool)
    np.logical_or.at(won, record.kinds, record.shares > 0)
    agents = record.parameters < n
    house = np.setdiff1d((record.seats > 0).ravel().nonzero()[0], record.cells[agents])
    cells = np.concatenate([record.cells[agents], house])
    who = np.concatenate([record.parameters[agents], np.full(len(house), n)])  # the last one is the house
    order = cells.argsort(kind="stable")
    left, right = (order[at] for at in pairs_within(cells[order] // max(1, record.seats.shape[1])))
    ahead = won.ravel()[cells[left]] & (cells[left] != cells[right])
    reached = np.eye(n + 1, dtype=np.float32)
    reached[who[left[ahead]], who[right[ahead]]] = 1
    for _ in range((n + 1).bit_length()):
        reached = (reached @ reached > 0).astype(np.float32)
    return bool(reached[:n, :n].all())
