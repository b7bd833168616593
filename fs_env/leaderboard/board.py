"""The board of one scenario: all games of all evaluations, each once, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import sqrt
from statistics import NormalDist, median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.bradley_terry import HOUSE, Contender, Contest, Record, Strengths, record, strengths
from fs_env.arena.deals import seed_of
from fs_env.arena.plan import distinct_names
from fs_env.arena.ratings import Interval, interval_from, mean_interval
from fs_env.arena.usage import Usage, total
from fs_env.leaderboard.cells import Cell, best_chances, keys_of
from fs_env.leaderboard.evaluation import Evaluation, is_current
from fs_env.leaderboard.field import Scenario, the_field
from fs_env.leaderboard.field_games import member_in

MOST_ERROR = 0.5
SHARE, ADJUSTED = 1, 2  # parts of a row of `line_of`
DOUBT = 0.05  # that any cycle is shown by chance
HARMLESS = str.maketrans("|`<>[]*", "/'()()'")  # no table cell, code, markup, link or italics


class Game(NamedTuple):
    """One game of rivals: the deal's seed, the agent of each seat, the share of both agents, and the same luck-adjusted."""

    seed: int
    seats: tuple[str, ...]
    shares: dict[str, float]
    adjusted: dict[str, float]


class Estimate(NamedTuple):
    """A mean with its 95 % interval, deals as observations, of so many games."""

    interval: Interval
    games: int

    @property
    def mean(self) -> float:
        return self.interval.mean

    @property
    def error(self) -> float:
        """The standard error; of a single deal the largest possible one."""
        return MOST_ERROR if self.interval.error is None else self.interval.error


@dataclass(frozen=True)
class Line:
    """One agent.

    Attributes:
        mean: over the opponents, of its share of the wins; against itself a member of the field has an even one.
        adjusted: the same, luck-adjusted; None where luck was not measured.
        worst: the opponent against which it did worst, by the upper end of the interval, so few games do not decide; "" where it met none.
        seconds: of a choice, the median of its cells, as one may hold time of a compiler; 0 where it was not measured.
        lacks: cells of the scenario that it has not played.
        usage: counts of a language model in its games; None for other agents.
        spec: of the bot, where it played all seeds with one; "" for others.
        stories: in games by sides, by what divided the seats, such as the number of the haunt: its share against all opponents.
    """

    agent: str
    is_member: bool
    mean: Estimate
    adjusted: Estimate | None
    against: dict[str, Estimate]
    worst: str
    seconds: float
    forfeits: int
    lacks: int
    usage: Usage | None = None
    spec: str = ""
    stories: dict[str, Estimate] = field(default_factory=dict)


@dataclass(frozen=True)
class Board:
    """All agents in one scenario, the best first.

    Attributes:
        strengths: of the agents in the order of the lines, then of members without one, by one fit of all games; on a side as holders of
            it, together against the house; None in puzzles.
        adjusted: the same of luck-adjusted results; None where luck was not measured in any game, or where that bounds no ratings.
        cycles: agents that beat each other in turn, beyond doubt.
    """

    scenario: Scenario
    lines: tuple[Line, ...]
    strengths: Strengths | None
    adjusted: Strengths | None
    cycles: tuple[tuple[str, str, str], ...]
    games: int


def board_of(scenario: Scenario, evaluations: Sequence[Evaluation]) -> Board:
    """The board of a scenario. Cells of other seeds than the field's, or against members that have changed since, are left out."""
    entries = []
    for name, evaluation in zip(names_in(scenario, evaluations), evaluations):
        counted = (cell for cell in evaluation.of(scenario.name) if cell.seed in the_field().seeds)
        cells = [cell for cell in counted if is_current(evaluation, cell)]
        if cells:
            entries.append((name, evaluation, cells))
    games = games_of(scenario, entries) if scenario.rivals else {}
    own = {name: cells for name, _, cells in entries}
    names = [*own, *(name for name in scenario.opponents if games and name not in own)]
    specs = {name: one.specs[0] for name, one, _ in entries if len(one.specs) == 1}
    found = (line_of(scenario, name, own.get(name, []), games) for name in names)
    lines = [replace(line, spec=specs.get(line.agent, "")) for line in found]
    lines = sorted((line for line in lines if line.mean.games), key=lambda line: (-line.mean.mean, line.agent))
    met = list(games.values())
    names = list(dict.fromkeys([*(line.agent for line in lines), *(name for game in met for name in game.shares)]))
    lucky = any(game.adjusted != game.shares for game in met)
    adjusted = strengths(record_of(names, met, adjusted=True), by_deal=True) if lucky else None
    fitted = strengths(record_of(names, met)) if met else None
    if scenario.players and not scenario.rivals and lines:
        fitted = strengths(record_of_side(scenario, {line.agent: own[line.agent] for line in lines})).first(len(lines))
    return Board(
        scenario,
        tuple(lines),
        fitted,
        adjusted if adjusted is not None and adjusted.bounded else None,
        cycles_in(names, met),
        len(met) or sum(line.mean.games for line in lines),
    )


def names_in(scenario: Scenario, evaluations: Sequence[Evaluation]) -> list[str]:
    """A distinct name for each agent; members have their names in the field, bots whose first version is a member "NAME (current)"."""
    found, taken = [], list(the_field().members.get(scenario.game, ()))
    for evaluation in evaluations:
        member = member_in(scenario, evaluation.specs[0]) if len(evaluation.specs) == 1 else None
        if member is not None:
            found.append(member.name)
            continue
        current = " (current)" * (evaluation.specs[0] in the_field().members.get(scenario.game, ()))
        name = " ".join(evaluation.agent.translate(HARMLESS).split())  # as the page shows it
        if any(name in one.specs for one in evaluations if one is not evaluation):
            name = evaluation.specs[0]  # not that of another bot
        taken = list(distinct_names([*taken, name + current]))
        found.append(taken[-1])
    return found


Entry = tuple[str, Evaluation, list[Cell]]


def games_of(scenario: Scenario, entries: Iterable[Entry]) -> dict[tuple[int, tuple[str, ...]], Game]:
    found = {}
    for agent, _, cells in entries:
        for cell in cells:
            if cell.opponent != agent:
                for game in games_in(scenario, agent, cell):
                    if game.adjusted != game.shares or (game.seed, game.seats) not in found:
                        found[game.seed, game.seats] = game
    return found


def games_in(scenario: Scenario, agent: str, cell: Cell) -> Iterator[Game]:
    plan = scenario.plan("random", cell.opponent, cell.seed)  # only its pairings: no code that the file names is loaded
    for number, share in enumerate(cell.results):
        game = plan.pairing(number)
        seats = tuple(agent if who == 0 else cell.opponent for who in game.seats)
        less = share - (cell.luck[number] if cell.luck else 0.0)
        yield Game(game.seed, seats, {agent: share, cell.opponent: 1 - share}, {agent: less, cell.opponent: 1 - less})


def line_of(scenario: Scenario, agent: str, cells: list[Cell], games: dict[tuple[int, tuple[str, ...]], Game]) -> Line:
    """The line of an agent, of its games against the field; of a member, those that other members' files contain count too."""
    by_opponent: dict[str, list[tuple[int, float, float]]] = {}  # deal, share, luck-adjusted share
    if games:
        for game in games.values():
            if game.seats.count(agent) == 1:
                (other,) = set(game.shares) - {agent}
                if other not in scenario.opponents:
                    continue
                by_opponent.setdefault(other, []).append((game.seed, game.shares[agent], game.adjusted[agent]))
    else:
        for cell in cells:
            by_opponent.setdefault(cell.opponent, []).extend(results_of(scenario, cell))
    against = {other: estimate([(deal, share) for deal, share, _ in rows]) for other, rows in by_opponent.items()}
    is_member = agent in the_field().members.get(scenario.game, ())
    mean = mean_over(by_opponent, SHARE, scenario.even if games and agent in scenario.opponents else None)
    adjusted = mean_over(by_opponent, ADJUSTED, scenario.even if games and agent in scenario.opponents else None)
    used = [cell.usage for cell in cells if cell.usage is not None]
    return Line(
        agent=agent,
        is_member=is_member,
        mean=mean,
        adjusted=adjusted
        if any(row[SHARE] != row[ADJUSTED] for rows in by_opponent.values() for row in rows)
        else None,
        against=against,
        worst=min(against, key=lambda other: against[other].interval.high, default=""),
        seconds=median([cell.seconds / cell.timed for cell in cells if cell.timed] or [0.0]),
        forfeits=sum(cell.forfeits for cell in cells),
        lacks=0 if is_member else len(keys_of(scenario, the_field().seeds)) - len(cells),
        usage=total(used) if used else None,
        stories=by_story(scenario, cells),
    )


def by_story(scenario: Scenario, cells: Iterable[Cell]) -> dict[str, Estimate]:
    rows: dict[str, list[tuple[int, float]]] = {}
    for cell in cells:
        for story, (deal, share, _) in zip(cell.stories, results_of(scenario, cell)):
            rows.setdefault(story, []).append((deal, share))
    return {story: estimate(rows[story]) for story in scenario.stories if story in rows}


def record_of_side(scenario: Scenario, entries: Mapping[str, Sequence[Cell]]) -> Record:
    """The games of agents that held a side, for the fit: first the agents, then opponents as holders of the other side; together an
    agent and its partner play against the house."""
    cooperative = scenario.cooperative
    other = "" if cooperative else " against it"
    met = [f"{cell.opponent}{other}" for cells in entries.values() for cell in cells if cell.opponent]
    at = {name: k for k, name in enumerate(dict.fromkeys([*entries, *met]))}
    games = []
    for name, cells in entries.items():
        for cell in cells:
            opponent = (at[f"{cell.opponent}{other}"],) if cell.opponent else HOUSE
            for number, (deal, share, _) in enumerate(results_of(scenario, cell)):
                story = cell.stories[number] if cell.stories else ""
                own = (at[name], *opponent) if cooperative else (at[name],)
                both = Contender(1, own, f"story {story}"), Contender(1, HOUSE if cooperative else opponent)
                games.append(Contest(deal, both, (share, 1 - share)))
    return record(len(at), games)


def results_of(scenario: Scenario, cell: Cell) -> Iterator[tuple[int, float, float]]:
    """Deal, result and luck-adjusted result of the games of a cell without rivals; of puzzles a row for each seed: its score."""
    if not scenario.players:
        score = sum(cell.results) / cell.games / sum(best_chances(scenario))
        yield cell.seed, score, score
        return
    plan = scenario.plan("random", cell.opponent, cell.seed)
    for number, result in enumerate(cell.results):
        deal = seed_of(cell.seed, plan.deal_of(number))  # by sides not its seed, which is found by playing all deals
        yield deal, result, result - (cell.luck[number] if cell.luck else 0.0)


def estimate(rows: Sequence[tuple[int, float]], *, adjusted: bool = False) -> Estimate:
    """The mean of results, with deals as observations; rows: the deal and the result."""
    known = mean_interval([value for _, value in rows], [deal for deal, _ in rows], adjusted=adjusted)
    return Estimate(known, len(rows))


def mean_over(by_opponent: dict[str, list[tuple[int, float, float]]], part: int, even: float | None) -> Estimate:
    """The mean of `part` of the rows over the opponents, each with equal weight; deals that several opponents share are one observation.
    The share `even` of an agent against itself counts as one opponent more; None: there is none."""
    total, adjusted = len(by_opponent) + (even is not None), part == ADJUSTED
    off: dict[int, float] = {}
    if not by_opponent:
        return Estimate(interval_from(0.0, None, 0), 0)
    if total == 1:
        return estimate([(row[0], row[part]) for rows in by_opponent.values() for row in rows], adjusted=adjusted)
    means = [even] if even is not None else []
    for rows in by_opponent.values():
        mean = sum(row[part] for row in rows) / len(rows)
        means.append(mean)
        for row in rows:
            off[row[0]] = off.get(row[0], 0.0) + (row[part] - mean) / len(rows) / total
    spread = sqrt(sum(one**2 for one in off.values()) * len(off) / max(1, len(off) - 1))
    apart = [estimate([(row[0], row[part]) for row in rows], adjusted=adjusted) for rows in by_opponent.values()]
    least = sqrt(sum(one.error**2 for one in apart)) / total  # larger for few deals, or deals that all ended alike
    known = interval_from(sum(means) / total, max(spread, least), len(off), adjusted=adjusted)
    return Estimate(known, sum(map(len, by_opponent.values())))


def record_of(names: Sequence[str], games: Sequence[Game], *, adjusted: bool = False) -> Record:
    at = {name: k for k, name in enumerate(names)}
    contests = []
    for game in games:
        shares = game.adjusted if adjusted else game.shares
        both = tuple(Contender(game.seats.count(name), (at[name],)) for name in sorted(shares, key=at.__getitem__))
        contests.append(Contest(game.seed, both, tuple(shares[names[one.members[0]]] for one in both)))
    return record(len(names), contests)


def cycles_in(names: Sequence[str], games: Sequence[Game]) -> tuple[tuple[str, str, str], ...]:
    """Threes of agents of whom each beats the next; the doubt that any is there by chance is below `DOUBT`, by Bonferroni."""
    threes = list(combinations(names, 3))
    ahead = lead(names, games)
    needed = NormalDist().inv_cdf(1 - DOUBT / max(1, 2 * len(threes)))
    at = {name: k for k, name in enumerate(names)}
    found = []
    for a, b, c in threes:
        for one, two, three in ((a, b, c), (a, c, b)):
            steps = ((one, two), (two, three), (three, one))
            if all(ahead[at[first], at[second]] > needed for first, second in steps):
                found.append((one, two, three))
    return tuple(found)


def lead(names: Sequence[str], games: Sequence[Game]) -> NDArray[np.float64]:
    """By how many standard errors each agent is ahead of each other one in their games, share by seat, float64 (n, n)."""
    at = {name: k for k, name in enumerate(names)}
    pairs: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for game in games:
        a, b = sorted(game.shares, key=lambda name: at[name])
        part = [(game.adjusted[name]) / game.seats.count(name) for name in (a, b)]
        pairs.setdefault((a, b), []).append((game.seed, part[0] - part[1]))
    found = np.zeros((len(names), len(names)))
    for (a, b), rows in pairs.items():
        known = estimate(rows, adjusted=True)
        found[at[a], at[b]] = known.mean / known.error
        found[at[b], at[a]] = -found[at[a], at[b]]
    return found
