"""What standings, ratings and ladders need of finished games: sums of agents, deals and of who met whom.

Counts of parts of a tournament are added in any order, by any processes, and give the same standings as all its games at once: sums are
whole numbers. They have an entry for each agent and each table of agents in each deal; only games by sides are in them one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from itertools import groupby, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.bradley_terry import Contender, Contest, Record, contest_of, record
from fs_env.arena.columns import Columns, numbered_deals
from fs_env.arena.ratings import UNIT, Tally, distinct, in_units, in_wins
from fs_env.arena.usage import COUNTS

CHOICES, ANSWERED, NANOSECONDS, MEASURED = range(4)  # of `Counts.agents`
LARGEST, SMALL = 2**62, 2**31  # numbers below them fit into 64 and 32 bits


@dataclass(frozen=True)
class Counts:
    """Games counted; n agents, d deals.

    Attributes:
        num_agents: n.
        totals: by names and numbers: games by outcome ("outcome", 1), and so on; wins in parts of 1 / `UNIT`.
        agents: int64 (4, n): decisions that each agent was asked for, those that were timed, the time of these in nanoseconds, and seats of
            which luck was measured.
        faults: by the number of the game: its seed, the agent that failed, or None, and what happened.
        seeds, first: int64 (d,): of the deals, in the order of the first game of each, and the numbers of these.
        seated: results of agents by deal.
        tables: int64 (or Python's int) numbers of the tables at which several agents met, ascending: their agents, each plus 1, as digits.
        met: shares of the wins by deal, of the kinds table * n + agent.
        sided: results of agents by deal on each side, by its name.
        contests: games by sides.
    """

    num_agents: int
    totals: Counter[tuple[Any, ...]]
    agents: NDArray[np.int64]
    faults: dict[int, tuple[int, int | None, str]]
    seeds: NDArray[np.int64]
    first: NDArray[np.int64]
    seated: Tally
    tables: NDArray[Any]
    met: Tally
    sided: dict[str, Tally]
    contests: tuple[Contest, ...]

    @classmethod
    def of(cls, num_agents: int, games: Columns) -> Counts:
        return cls.merge([cls.of_part(num_agents, part) for part in games.parts()])

    @classmethod
    def of_part(cls, num_agents: int, games: Columns) -> Counts:
        """As `of`, with memory for much more than the games take."""
        deal, seeds, first = numbered_deals(games.seed, games.number)
        agent, known, timed = games.agent.astype(np.int64), ~np.isnan(games.luck), ~np.isnan(games.seconds)
        luck = in_units(np.where(known, games.luck, 0.0)) if known.any() else None
        seconds = np.where(timed, games.seconds, 0.0) * 1e9
        of_agents = [np.bincount(agent, x, num_agents) for x in (games.choices, games.choices * timed, seconds, known)]
        failed = games.forfeited.nonzero()[0]
        who = dict(reversed(list(zip(games.number[games.game[failed]].tolist(), agent[failed].tolist()))))
        broken = np.isin(games.number, list(games.faults)).nonzero()[0] if games.faults else ()
        at = {int(games.number[k]): int(games.seed[k]) for k in broken}
        sided = games.side[games.starts] > 0 if len(games) else np.zeros(0, bool)
        tables, met = tables_of(num_agents, games, ~sided, deal, luck)
        rows = games.rows(sided.nonzero()[0])
        return cls(
            num_agents,
            totals_of(games, sided),
            np.rint(of_agents).astype(np.int64),
            {number: (at[number], who.get(number), fault) for number, fault in games.faults.items() if number in at},
            seeds,
            first,
            seated := Tally.of(deal[games.game], games.agent, in_units(games.part), luck),
            tables,
            alike(met, seated),
            sides_of(games, np.repeat(sided, games.seats) * games.side, deal),
            tuple(sorted(contest_of(row) for row in rows)),
        )

    @classmethod
    def merge(cls, parts: Sequence[Counts]) -> Counts:
        """The games of all parts, at least one; no game may be in two of them. Raises ValueError where two begin a deal with one game."""
        if len(parts) == 1:
            return parts[0]
        totals, n = Counter[tuple[Any, ...]](), parts[0].num_agents
        for one in parts:
            totals.update(one.totals)
        own, begun = (np.concatenate([getattr(one, name) for one in parts]) for name in ("seeds", "first"))
        deal, seeds, first = numbered_deals(own, begun)
        if np.count_nonzero(first[deal] == begun) > len(first):
            found, times = np.unique(begun, return_counts=True)
            raise ValueError(f"game {found[times > 1][0]} is in two parts of a tournament: expected it in one")
        tables = np.unique(np.concatenate([one.tables for one in parts]))
        ends = np.cumsum([len(one.seeds) for one in parts])
        numbers = np.split(deal, ends[:-1])
        kind = np.int32 if len(tables) * n < SMALL else np.int64
        at = [np.searchsorted(tables, one.tables).astype(kind) for one in parts]
        sides: dict[str, list[tuple[Any, ...]]] = {side: [] for side in sorted({s for one in parts for s in one.sided})}
        for side, of_side in sides.items():
            of_side += [(t, own, t.kinds) for own, one in zip(numbers, parts) if (t := one.sided.get(side))]
        return cls(
            n,
            totals,
            np.sum([one.agents for one in parts], axis=0),
            {number: fault for one in parts for number, fault in one.faults.items()},
            seeds,
            first,
            seated := added([one.seated for one in parts], numbers, [one.seated.kinds for one in parts]),
            tables,
            alike(
                added(
                    [one.met for one in parts],
                    numbers,
                    [k[one.met.kinds // n] * n + one.met.kinds % n for k, one in zip(at, parts)],
                ),
                seated,
            ),
            {side: added(*zip(*of_side)) for side, of_side in sides.items()},
            tuple(sorted(contest for one in parts for contest in one.contests)),
        )

    def __len__(self) -> int:
        return sum(count for name, count in self.totals.items() if name[0] == "outcome")

    def record(self, *, adjusted: bool = False) -> Record:
        """The games in which at least two agents met, or a side a side or the house. A game without a winner is shared by all.

        Args:
            adjusted: takes the luck of each agent off its share, where it was measured and each seat plays for itself.
        """
        n, met = self.num_agents, self.met
        found, at = distinct(met.kinds)
        kinds, agents, base, rest = found // n, found % n, n + 1, self.tables[found // n]
        seats = np.zeros(len(found))
        while rest.any():
            seats += rest % base == agents + 1
            rest = rest // base
        shares = in_wins(met.won - met.luck) if adjusted and met.luck is not None else in_wins(met.won)
        times = met.seats // seats[at].astype(np.int32)
        if not self.contests:
            cells = np.arange(len(found))
            return Record(n, n, kinds, seats, cells, agents, np.ones(len(found)), met.deals, at, times, shares)
        contests, place = list(self.contests), zip(self.seeds[met.deals].tolist(), kinds[at].tolist(), range(len(at)))
        for (seed, _), several in groupby(place, key=lambda one: one[:2]):
            own = [k for *_, k in several]
            table = tuple(Contender(int(seats[at[k]]), (int(agents[at[k]]),)) for k in own)
            contests.append(Contest(seed, table, tuple(shares[own].tolist()), int(times[own[0]])))
        return record(n, contests)


def add_to(parts: list[Counts], counts: Counts) -> None:
    """Adds games to a list of parts, each of more than twice the deals of the next one, so that adding many costs little."""
    parts.append(counts)
    while len(parts) > 1 and len(parts[-2].seeds) <= 2 * len(parts[-1].seeds):
        parts[-2:] = [Counts.merge(parts[-2:])]


def added(tallies: Sequence[Tally], deals: Sequence[NDArray[Any]], kinds: Sequence[NDArray[Any]]) -> Tally:
    """The sum of tallies, with other numbers of the deals of each and the kinds of its entries."""
    seats, won = (np.concatenate([getattr(one, name) for one in tallies]) for name in ("seats", "won"))
    luck = None
    if any(one.luck is not None for one in tallies):
        luck = np.concatenate([np.zeros_like(one.won) if one.luck is None else one.luck for one in tallies])
    own = [numbers[one.deals] for numbers, one in zip(deals, tallies)]
    all_deals, all_kinds = np.concatenate(own), np.concatenate(kinds)
    ascending = all(
        (one[1:] >= one[:-1]).all() for one in own
    )  # in a ladder groups play the same deals at several times
    if ascending and all(one[-1] < two[0] for one, two in pairwise(one for one in own if len(one))):
        return Tally(all_deals, all_kinds, seats, won, luck)
    return Tally.of(all_deals, all_kinds, won, luck, seats)


def alike(met: Tally, seated: Tally) -> Tally:
    """The first tally with the columns of the other one that are equal, as where two agents met in each deal: they take memory once."""
    columns: list[Any] = [(one, two) for one, two in zip(met, seated)]
    return Tally(*(two if np.array_equal(one, two) else one for one, two in columns))


def tables_of(
    n: int, games: Columns, rivals: NDArray[np.bool_], deal: NDArray[Any], luck: NDArray[np.int64] | None
) -> tuple[NDArray[Any], Tally]:
    """The `tables` and `met` of `Counts`, of the games in which seats play for themselves."""
    most, starts = int(games.seats.max(initial=1)), games.starts
    agents: NDArray[Any] = np.zeros((len(games), most), np.int64 if (n + 1) ** most < LARGEST else object)
    agents[np.arange(most) < games.seats[:, None]] = games.agent + np.int64(1)
    several = rivals & (np.minimum.reduceat(games.agent, starts) < np.maximum.reduceat(games.agent, starts))
    agents.sort(axis=1)
    tables, table = distinct(agents[several] @ np.array([(n + 1) ** k for k in reversed(range(most))], agents.dtype))
    at: NDArray[Any] = np.zeros(len(games), np.int32 if len(tables) * n < SMALL else np.int64)
    at[several] = table * n
    won = np.add.reduceat(games.won, starts, dtype=np.int64)
    share = np.rint(UNIT / np.where(won > 0, won, games.seats)).astype(np.int64) * several
    game, shared = games.game, np.repeat(won == 0, games.seats)
    on = np.repeat(several, games.seats)
    where: Any = slice(None) if on.all() else on
    kinds, shares = at[game] + games.agent, share[game] * (games.won | shared)
    return tables, Tally.of(deal[game][where], kinds[where], shares[where], None if luck is None else luck[where])


def totals_of(games: Columns, sided: NDArray[np.bool_]) -> Counter[tuple[Any, ...]]:
    totals = Counter[tuple[Any, ...]]()
    for outcome, count in enumerate(np.bincount(games.outcome).tolist()):
        totals["outcome", outcome] += count
    totals["decisions",], totals["choices",] = (
        int(games.decisions.sum(dtype=np.int64)),
        int(games.choices.sum(dtype=np.int64)),
    )
    failed = games.forfeited.nonzero()[0]
    failures = set(zip(games.number[games.game[failed]].tolist(), games.agent[failed].tolist()))
    totals.update(("forfeits", agent) for _, agent in failures)
    if games.usage:
        sitting = dict(zip(zip(games.number[games.game].tolist(), games.seat.tolist()), games.agent.tolist()))
        for key in games.usage.keys() & sitting.keys():
            usage = games.usage[key]
            totals["used", sitting[key]] += 1
            for name, count in zip(COUNTS, astuple(usage)):
                totals[name, sitting[key]] += count
    words = list(games.texts)
    for k in sided.nonzero()[0].tolist():
        at = slice(int(games.starts[k]), int(games.starts[k]) + int(games.seats[k]))
        own, parts = [words[side] for side in games.side[at]], in_units(games.part[at]).tolist()
        totals["by side",] += 1
        totals["won by side",] += sum(parts) // len(own)
        totals["together",] += len(set(own)) == 1
    return totals


def sides_of(games: Columns, sides: NDArray[Any], deal: NDArray[Any]) -> dict[str, Tally]:
    """The `sided` of `Counts`; `sides`: of each seat, 0 for none."""
    words, found = list(games.texts), {}
    for code in distinct(sides)[0].tolist():
        at = sides == code
        if code:
            found[words[code]] = Tally.of(deal[games.game[at]], games.agent[at], in_units(games.part[at]))
    return dict(sorted(found.items()))
