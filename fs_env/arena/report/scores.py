"""The numbers of a report, each counted from the games."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from fs_env.arena.costs import with_costs
from fs_env.arena.database import Stored
from fs_env.arena.ratings import Score
from fs_env.arena.results import GameRow
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
    def of(cls, stored: Stored) -> Report:
        """The report of a results file.

        Raises:
            ValueError: there are no games in it, or not all have the number of seats of the plan.
        """
        by_side = bool(stored.plan.get("until"))
        players = stored.plan.get("players")
        fits = isinstance(players, int) and all(len(row.seats) == players or by_side for row in stored.rows)
        if not stored.rows or not fits or not isinstance(players, int):
            what = "games of another number of seats" if stored.rows else "no games yet"
            raise ValueError(f"the results file has {what}: its plan is {stored.plan}")
        standings = Standings.of(stored.names, stored.rows, players)
        if isinstance(specs := stored.plan.get("agents"), list):
            standings = with_costs(standings, stored.names, specs)
        order = [stored.names.index(agent.name) for agent in standings.agents]
        sittings = [Sitting(row, seat) for row in stored.rows for seat in range(len(row.seats))]
        lengths = Lengths([row.decisions for row in stored.rows])
        by_length = sorted(sittings, key=lambda one: one.row.decisions)
        met = count((one.agent, other, one.won) for one in sittings for other in set(one.row.seats) - {one.agent})
        characters = named(order, ((one.character, one) for one in sittings if one.character is not None))
        return cls(
            plan=stored.plan,
            standings=standings,
            pairs=tuple(tuple(met.get((one, two)) for two in order) for one in order),
            seats=() if by_side else named(order, ((f"seat {one.seat}", one) for one in sittings)),
            characters=tuple(sorted(characters, key=lambda kind: (-kind.score.rate, kind.name))),
            sides=in_order(order, ((one.side, one) for one in sittings if one.side)),
            stories=in_order(order, ((f"{one.side}, {one.row.story}", one) for one in sittings if one.row.story)),
            lengths=named(order, ((lengths.name(one.row.decisions), one) for one in by_length)),
            times=tuple(
                time_of([one for one in sittings if one.agent == agent], stored.names[agent]) for agent in order
            ),
        )

    @property
    def title(self) -> str:
        plan = self.plan
        return (
            f"{plan.get('game')}, {plan.get('players')} players, {plan.get('schedule')}, {self.standings.games} games"
        )

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Sitting(NamedTuple):
    row: GameRow
    seat: int

    @property
    def agent(self) -> int:
        return self.row.seats[self.seat]

    @property
    def character(self) -> str | None:
        return self.row.characters[self.seat]

    @property
    def side(self) -> str:
        return self.row.sides[self.seat] if self.row.sides else ""

    @property
    def won(self) -> float:
        return self.row.parts[self.seat]


def count(won: Iterable[tuple[Any, Any, float]]) -> dict[tuple[Any, Any], Score]:
    seats: dict[tuple[Any, Any], int] = {}
    wins: dict[tuple[Any, Any], float] = {}
    for one, two, part in won:
        seats[one, two] = seats.get((one, two), 0) + 1
        wins[one, two] = wins.get((one, two), 0.0) + part
    return {key: Score.of(wins[key], number) for key, number in seats.items()}


def named(order: Sequence[int], kinds: Iterable[tuple[str, Sitting]]) -> tuple[Named, ...]:
    """The scores of kinds of sittings in the order in which they first occur: in all, and of each agent."""
    own = [(kind, one.agent, one.won) for kind, one in kinds]
    each, all_agents = count(own), count((kind, None, won) for kind, _, won in own)
    nothing = Score.of(0.0, 0)
    return tuple(
        Named(kind, score, tuple(each.get((kind, agent), nothing) for agent in order))
        for (kind, _), score in all_agents.items()
    )


def in_order(order: Sequence[int], kinds: Iterable[tuple[str, Sitting]]) -> tuple[Named, ...]:
    return tuple(sorted(named(order, kinds), key=lambda kind: kind.name))


class Lengths:
    """Groups of games by their number of decisions, about equally many in each.

    Args:
        decisions: of each game.
    """

    def __init__(self, decisions: Sequence[int]) -> None:
        number = max(1, min(LENGTHS, len(decisions) // GAMES_OF_A_LENGTH))
        cuts = np.quantile(decisions, [(k + 1) / number for k in range(number)], method="inverted_cdf")
        self._ends = sorted({int(cut) for cut in cuts})  # the longest game of each group
        self._names = []
        for least, most in pairwise([-1, *self._ends]):
            own = [n for n in decisions if least < n <= most]
            self._names.append(f"{min(own)}-{max(own)}" if min(own) < max(own) else str(min(own)))

    def name(self, decisions: int) -> str:
        """The shortest and the longest game of the group to which a game belongs."""
        return self._names[bisect_left(self._ends, decisions)]


def time_of(own: Sequence[Sitting], name: str) -> Time:
    choices, seconds, timed = 0, 0.0, 0
    for row, seat in own:
        choices += row.seat_choices[seat]
        took = row.seat_seconds[seat]
        if took is not None:
            timed, seconds = timed + row.seat_choices[seat], seconds + took
    return Time(name, timed, 1000 * seconds / timed if timed else None, choices / len(own) if own else 0.0)
