"""The numbers of a report, each counted from the games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.columns import MOST_AGENTS, Columns
from fs_env.arena.costs import with_costs
from fs_env.arena.database import Counted, Stored
from fs_env.arena.ratings import Score, Tally, distinct
from fs_env.arena.standings import Standings

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

    @classmethod
    def of(cls, stored: Stored | Counted, most: int = MOST_AGENTS) -> Report:
        """The report of a results file; pairs are counted of so many agents at most.

        Raises:
            ValueError: there are no games in it, or not all have the number of seats of the plan.
        """
        by_side, games = bool(stored.plan.get("until")), stored.games
        players = stored.plan.get("players")
        if not len(games) or not isinstance(players, int) or not (by_side or (games.seats == players).all()):
            what = "games of another number of seats" if len(games) else "no games yet"
            raise ValueError(f"the results file has {what}: its plan is {stored.plan}")
        standings = Standings.of(stored.names, games, players)
        if isinstance(specs := stored.plan.get("agents"), list):
            standings = with_costs(standings, stored.names, specs)
        order = [stored.names.index(agent.name) for agent in standings.agents]
        seats, game, texts = Seats(games, order), games.game, games.texts
        story = games.story[game].astype(np.int64)
        groups = Lengths(games.decisions)
        return cls(
            plan=stored.plan,
            standings=standings,
            pairs=pairs_of(games, order) if len(order) <= most else (),
            seats=() if by_side else seats.named(games.seat, lambda seat: f"seat {seat}"),
            characters=tuple(
                sorted(seats.named(games.character, texts.__getitem__), key=lambda kind: (-kind.score.rate, kind.name))
            ),
            sides=in_order(seats.named(games.side, texts.__getitem__)),
            stories=in_order(
                seats.named(
                    np.where(story > 0, story * len(texts) + games.side, 0),
                    lambda both: ", ".join((texts[both % len(texts)], texts[both // len(texts)])) if both else "",
                )
            ),
            lengths=seats.named(groups.of(games.decisions)[game], groups.names.__getitem__),
            times=times_of(games, [stored.names[agent] for agent in order], order),
        )

    @property
    def title(self) -> str:
        plan = self.plan
        return (
            f"{plan.get('game')}, {plan.get('players')} players, {plan.get('schedule')}, {self.standings.games} games"
        )

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Seats:
    """The results of all seats, to be divided into kinds; `order`: the agents in the order of the report."""

    def __init__(self, games: Columns, order: Sequence[int]) -> None:
        self._games, self._order = games, order
        self._agent, self._deals = games.agent, games.deals[games.game]

    def named(self, kinds: NDArray[Any], name: Callable[[int], str]) -> tuple[Named, ...]:
        """The scores of each kind of seats, in all and of each agent; kinds without a name are left out."""
        if not len(kinds) or kinds.min() == kinds.max() and not name(int(kinds[0])):
            return ()
        found, kind = distinct(kinds)
        n = len(self._order)
        every = Tally.of(self._deals, kind, self._games.part).sums(len(found))
        own = kind.astype(np.int64) * n + self._agent
        seats, won = np.bincount(own, minlength=n * len(found)), np.bincount(own, self._games.part, n * len(found))
        return tuple(
            Named(words, every.score(k), tuple(Score.of(won[k * n + at], int(seats[k * n + at])) for at in self._order))
            for k, code in enumerate(found.tolist())
            if (words := name(code))
        )


def in_order(kinds: tuple[Named, ...]) -> tuple[Named, ...]:
    return tuple(sorted(kinds, key=lambda kind: kind.name))


def pairs_of(games: Columns, order: Sequence[int]) -> tuple[tuple[Score | None, ...], ...]:
    """How the seats of each agent did in games with each other one."""
    n, agents, most = len(order), games.agent.astype(np.int32), int(games.seats.max())
    pairs: list[NDArray[Any]] = []
    at: list[NDArray[Any]] = []
    for shift in range(1, most):  # each seat with the one so many seats further
        place = games.seat + shift
        sizes = np.repeat(games.seats, games.seats)
        meets = (sizes > shift).nonzero()[0].astype(np.int32)
        other = agents[games.starts[games.game[meets]] + place[meets] % sizes[meets]]
        pairs.append(agents[meets] * n + other)
        at.append(meets)
    both, seat = np.concatenate(pairs or [agents[:0]]), np.concatenate(at or [agents[:0]])
    if most > 2:  # a seat meets an agent once, however many seats that has
        once = np.unique(seat.astype(np.int64) * n * n + both)
        seat, both = once // (n * n), once % (n * n)
    met = both // n != both % n
    seat, both = seat[met], both[met]
    sums = Tally.of(games.deals[games.game[seat]], both, games.part[seat]).sums(n * n)
    return tuple(
        tuple(sums.score(one * n + two) if sums.seats[one * n + two] else None for two in order) for one in order
    )


class Lengths:
    """Groups of games by their number of decisions, about equally many in each; a group has the name of its shortest and longest game.

    Args:
        decisions: of each game.
    """

    def __init__(self, decisions: NDArray[Any] | Sequence[int]) -> None:
        lengths = np.asarray(decisions)
        number = max(1, min(LENGTHS, len(lengths) // GAMES_OF_A_LENGTH))
        cuts = np.quantile(lengths, [(k + 1) / number for k in range(number)], method="inverted_cdf")
        self._ends: list[int] = np.unique(cuts.astype(np.int64)).tolist()  # the longest game of each group
        self.names = []
        for least, most in pairwise([-1, *self._ends]):
            own = lengths[(least < lengths) & (lengths <= most)]
            low, high = int(own.min()), int(own.max())
            self.names.append(f"{low}-{high}" if low < high else str(low))

    def of(self, decisions: NDArray[Any]) -> NDArray[np.int64]:
        return np.searchsorted(self._ends, decisions)


def times_of(games: Columns, names: Sequence[str], order: Sequence[int]) -> tuple[Time, ...]:
    n, agents, timed = len(order), games.agent, ~np.isnan(games.seconds)
    seats, choices = np.bincount(agents, minlength=n), np.bincount(agents, games.choices, n)
    answered, seconds = (np.bincount(agents[timed], x[timed], n) for x in (games.choices, games.seconds))
    return tuple(
        Time(
            name,
            int(answered[at]),
            float(1000 * seconds[at] / answered[at]) if answered[at] else None,
            float(choices[at] / seats[at]) if seats[at] else 0.0,
        )
        for name, at in zip(names, order)
    )
