"""The numbers of a report, each counted from the games."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.columns import MOST_AGENTS, Columns
from fs_env.arena.costs import with_costs
from fs_env.arena.counts import Counts, add_to
from fs_env.arena.database import Opened, Stored
from fs_env.arena.ratings import Score, Tally, distinct, interval_from
from fs_env.arena.schedules import uneven_groups
from fs_env.arena.standings import Standings

MOMENTS = 6  # see `moments`
ROUNDED = 1e-12  # a part of a sum of squares that may be due to rounding
LENGTHS = 6  # groups of games by length, at most
GAMES_OF_A_LENGTH = 20  # in such a group, at least


@dataclass(frozen=True)
class Named:
    """A score with what it is of, and the scores of each agent in it, in the order of the report's agents."""

    name: str
    score: Score
    agents: tuple[Score, ...]


@dataclass(frozen=True)
class Time:
    """How long an agent thinks: the choices that were timed, their mean (None if none was), and choices of one seat in a game."""

    name: str
    choices: int
    milliseconds: float | None
    choices_per_game: float


@dataclass(frozen=True)
class Report:
    """All that a report shows; agents are in the order of the standings.

    Attributes:
        plan: of the tournament, as JSON values.
        pairs: `pairs[i][j]`: how the seats of agent i did in games with agent j; None on the diagonal and where they never met.
        seats: each seat of the table; who begins is not always seat 0.
        characters: each character, best first; empty in games without.
        sides, stories: each side, and each by what divided the seats, such as "heroes, 103"; empty where each plays for itself.
        lengths: games by the number of their decisions, in groups of about equal size.
        uneven: a sentence where some groups of agents have played more games than others; else empty.
    """

    plan: dict[str, Any]
    standings: Standings
    pairs: tuple[tuple[Score | None, ...], ...]
    seats: tuple[Named, ...]
    characters: tuple[Named, ...]
    sides: tuple[Named, ...]
    stories: tuple[Named, ...]
    lengths: tuple[Named, ...]
    times: tuple[Time, ...]
    uneven: str

    @classmethod
    def of(cls, stored: Stored | Opened, most: int = MOST_AGENTS) -> Report:
        """The report of a results file; pairs are counted of so many agents at most.

        Raises:
            ValueError: there are no games in it, or not all have the number of seats of the plan.
        """
        by_side, games, n = bool(stored.plan.get("until")), stored.games, len(stored.names)
        players = stored.plan.get("players")
        if not len(games) or not isinstance(players, int):
            raise refusal(stored)
        groups, counts, pairs = Lengths(games.decisions), list[Counts](), np.zeros((MOMENTS, n * n if n <= most else 0))
        seats, characters, sides, stories, lengths = kinds = [Kinds(n) for _ in range(5)]
        slots = 1
        for part in games.parts():
            if not by_side and (part.seats != players).any():
                raise refusal(stored)
            add_to(counts, Counts.of(n, part))
            slots = max(slots, int(part.seats.max()))
            words, story = list(part.texts), part.story[part.game].astype(np.int64)
            story = np.where(story > 0, story * len(words) + part.side, 0)
            if not by_side:
                seats.add(part, part.seat, lambda seat: f"seat {seat}")
            characters.add(part, part.character, words.__getitem__)
            sides.add(part, part.side, words.__getitem__)
            stories.add(part, story, partial(name_of_story, words))
            lengths.add(part, groups.of(part.decisions)[part.game], groups.names.__getitem__)
            if n <= most:
                pairs += moments(pairs_of(part, n), n * n)
        counted = Counts.merge(counts)
        counts.clear()  # room for the fit
        standings = Standings.of(stored.names, counted, slots)
        if isinstance(specs := stored.plan.get("agents"), list):
            standings = with_costs(standings, stored.names, specs)
        order = [stored.names.index(agent.name) for agent in standings.agents]
        of_seats, of_characters, of_sides, of_stories, of_lengths = (kind.named(order) for kind in kinds)
        return cls(
            plan=stored.plan,
            standings=standings,
            pairs=tuple(
                tuple(score_of(pairs[:, one * n + two]) if pairs[0, one * n + two] else None for two in order)
                for one in (order if n <= most else ())
            ),
            seats=of_seats,
            characters=tuple(sorted(of_characters, key=lambda kind: (-kind.score.rate, kind.name))),
            sides=tuple(sorted(of_sides, key=lambda kind: kind.name)),
            stories=tuple(sorted(of_stories, key=lambda kind: kind.name)),
            lengths=tuple(sorted(of_lengths, key=lambda kind: groups.names.index(kind.name))),
            times=times_of(counted, stored.names, order),
            uneven=uneven_groups(stored.plan, slots) if len(games) == stored.plan.get("games") else "",
        )

    @property
    def title(self) -> str:
        """The plan and the number of games, and of how many at most they are while some are left."""
        plan, games = self.plan, self.standings.games
        of = f" of at most {most:,}" if isinstance(most := plan.get("games"), int) and games < most else ""
        return f"{plan.get('game')}, {plan.get('players')} players, {plan.get('schedule')}, {games:,}{of} games"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def name_of_story(words: Sequence[str], code: int) -> str:
    story, side = divmod(code, len(words))
    return f"{words[side]}, {words[story]}" if story else ""


def refusal(stored: Stored | Opened) -> ValueError:
    what = "games of another number of seats" if len(stored.games) else "no games yet"
    return ValueError(f"the results file has {what}: its plan is {stored.plan}")


class Kinds:
    """Results of kinds of seats, such as characters, by name, added up over blocks of whole deals."""

    def __init__(self, num_agents: int) -> None:
        self._n, self._found = num_agents, dict[str, NDArray[np.float64]]()

    def add(self, games: Columns, kinds: NDArray[Any], name: Callable[[int], str]) -> None:
        """Adds the seats of games, each of a kind; kinds without a name are left out."""
        if not kinds.any() and not name(0):
            return
        found, kind = distinct(kinds)
        every = moments(Tally.of(games.deals[games.game], kind, games.part), len(found))
        both, most = kind.astype(np.int64) * self._n + games.agent, self._n * len(found)
        own = moments(Tally.of(games.deals[games.game], both, games.part), most).reshape(MOMENTS, -1, self._n)
        for k, code in enumerate(found.tolist()):
            if words := name(code):
                self._found[words] = self._found.get(words, 0.0) + np.column_stack([every[:, k], own[:, k]])

    def named(self, order: Sequence[int]) -> tuple[Named, ...]:
        """The scores of each kind, in all and of the agents in this order."""
        return tuple(
            Named(words, score_of(sums[:, 0]), tuple(score_of(sums[:, 1 + at]) for at in order))
            for words, sums in self._found.items()
        )


def moments(tally: Tally, number: int) -> NDArray[np.float64]:
    """Of the kinds 0..number-1, (`MOMENTS`, number): deals, results, their sum, and over deals the squares of the sums and of the numbers
    of results, and the products of both. Those of different deals are added."""
    won, seats = tally.won, tally.seats.astype(float)
    weights = (np.ones(len(won)), seats, won, won**2, seats**2, won * seats)
    return np.array([np.bincount(tally.kinds, values, number) for values in weights])


def score_of(sums: NDArray[np.float64]) -> Score:
    """The score of a kind from its `moments`, games of one deal taken together."""
    deals, seats, won, squares, sizes, products = sums.tolist()
    mean = won / seats if seats else 0.0
    off = squares - 2 * mean * products + mean**2 * sizes
    error = math.sqrt(deals / (deals - 1) * (off if off > ROUNDED * squares else 0.0)) / seats if deals > 1 else None
    found = interval_from(mean, error, int(deals))
    return Score(int(seats), won, mean, found.low, found.high)


def pairs_of(games: Columns, n: int) -> Tally:
    """The results of the seats of each agent in games with each other one, of kinds agent * n + other."""
    most, deals = int(games.seats.max()), games.deals[games.game]
    pairs, at = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for shift in range(1, most):  # each seat with the one so many seats further
        sizes = np.repeat(games.seats, games.seats)
        meets = (sizes > shift).nonzero()[0]
        other = games.starts[games.game[meets]] + (games.seat[meets] + shift) % sizes[meets]
        pairs.append(games.agent[meets].astype(np.int64) * n + games.agent[other])
        at.append(meets)
    both, seat = np.concatenate(pairs), np.concatenate(at)
    if most > 2:  # a seat meets an agent once, however many seats that has
        ordered = np.sort(seat * n * n + both)
        once = ordered[np.diff(ordered, prepend=-1) > 0]  # np.unique would import numpy.ma
        seat, both = once // (n * n), once % (n * n)
    met = both // n != both % n
    seat, both = seat[met], both[met]
    return Tally.of(deals[seat], both, games.part[seat])


class Lengths:
    """Groups of games by their number of decisions, about equally many in each; a group has the name of its shortest and longest game.

    Args:
        decisions: of each game.
    """

    def __init__(self, decisions: NDArray[Any] | Sequence[int]) -> None:
        lengths = np.asarray(decisions)
        number = max(1, min(LENGTHS, len(lengths) // GAMES_OF_A_LENGTH))
        cuts = np.quantile(lengths, [(k + 1) / number for k in range(number)], method="inverted_cdf")
        self._ends: list[int] = sorted({*cuts.astype(np.int64).tolist()})  # the longest game of each group
        self.names = []
        for least, most in pairwise([-1, *self._ends]):
            own = lengths[(least < lengths) & (lengths <= most)]
            low, high = int(own.min()), int(own.max())
            self.names.append(f"{low}-{high}" if low < high else str(low))

    def of(self, decisions: NDArray[Any]) -> NDArray[np.int64]:
        return np.searchsorted(self._ends, decisions)


def times_of(counts: Counts, names: Sequence[str], order: Sequence[int]) -> tuple[Time, ...]:
    seats, times = counts.seated.sums(len(order)).seats, []
    for at in order:
        choices, answered, nanoseconds, _ = counts.agents[:, at].tolist()
        mean = nanoseconds / answered / 1e6 if answered else None
        times.append(Time(names[at], answered, mean, choices / float(seats[at]) if seats[at] else 0.0))
    return tuple(times)
