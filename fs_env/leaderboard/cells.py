"""The games of one agent against one member of the field with one seed: a cell of an evaluation."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from time import perf_counter
from typing import NamedTuple

from fs_env.arena.game_runner import GameRunner
from fs_env.arena.match import AgentFailed
from fs_env.arena.plan import Plan
from fs_env.arena.referee import Limits
from fs_env.arena.results import GameRow
from fs_env.arena.tournament import Tournament
from fs_env.arena.usage import Usage, total
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.declare.sides import TOGETHER
from fs_env.leaderboard.field import Scenario, digest_of, scenario_of
from fs_env.puzzles.puzzle import Puzzle, shipped
from fs_env.puzzles.score import solve

DIGITS = 6  # of a result
FAILED = -1
ISOLATED = Limits(isolate=True)
SUMMED = ("results", "digests", "games", "luck", "choices", "timed", "seconds", "wall", "forfeits", "stories")


class Key(NamedTuple):
    """Which games: the name of the scenario, the member of the field ("": none), and the seed of the deals."""

    scenario: str
    opponent: str
    seed: int


@dataclass(frozen=True)
class Cell:
    """Results of an agent.

    Attributes:
        scenario, opponent, seed: see `Key`.
        results: of each game in the order of the plan: the agent's share of the win, of which each seat has an equal part where
            no seat won; 1 for a game that all seats won. Of puzzles: games of each in which the goal was reached, by name.
        digests: of the games of each deal, one after the other; "" for puzzles.
        luck: of the agent in each game, as a share of the win, where it was measured; () where not.
        games: of puzzles: games of each one.
        timed, seconds: choices whose time was taken, and their time.
        wall: seconds of all.
        stories: of games by sides: what divided the seats in each, such as the number of the haunt; () in others.
    """

    scenario: str
    opponent: str
    seed: int
    results: tuple[float, ...]
    digests: str
    games: int
    luck: tuple[float, ...] = ()
    choices: int = 0
    timed: int = 0
    seconds: float = 0.0
    wall: float = 0.0
    forfeits: int = 0
    usage: Usage | None = None
    stories: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        return Key(self.scenario, self.opponent, self.seed)

    @property
    def mean(self) -> float:
        if scenario_of(self.scenario).players:
            return sum(self.results) / len(self.results)
        return sum(self.results) / self.games / sum(best_chances(scenario_of(self.scenario)))


def keys_of(scenario: Scenario, seeds: tuple[int, ...]) -> list[Key]:
    return [Key(scenario.name, opponent, seed) for seed in seeds for opponent in scenario.opponents or ("",)]


class Part(NamedTuple):
    """Games of a cell to be played.

    Attributes:
        spec: of the agent.
        key: of the cell.
        agent_key: of a custom agent, as in `Plan`; "": a new one.
        first: deal with which they begin, 0-based.
        deals: how many deals of the cell there are with them, or games of each puzzle; 0: as many as the scenario has.
        limits: of the agent; by default untrusted code is isolated in processes of its own.
        rotate: as in `Plan`; False: a separate deal for each game.
    """

    spec: str
    key: Key
    agent_key: str = ""
    first: int = 0
    deals: int = 0
    limits: Limits = ISOLATED
    rotate: bool = True


def play_cell(part: Part, at_once: int | None = None) -> Cell:
    """Plays games of a cell; the results are computed in this process.

    Args:
        at_once: games, in threads, of an agent that waits for others; None: one after the other.

    Raises:
        ValueError: no such agent, or none for this game.
        OutOfReach: what answers for the agent cannot be reached.
    """
    key, scenario, begun = part.key, scenario_of(part.key.scenario), perf_counter()
    limits = part.limits
    if not scenario.players:
        puzzles, games = shipped(scenario.game).values(), part.deals or scenario.deals
        reached = [reached_in(part, puzzle, games, limits) for puzzle in puzzles]
        results, wall = tuple(float(max(0, n)) for n in reached), round(perf_counter() - begun, 3)
        return Cell(*key, results, "", games, wall=wall, forfeits=sum(n < 0 for n in reached))
    plan = scenario.plan(part.spec, key.opponent, key.seed, part.deals)
    plan = replace(plan, agent_key=part.agent_key or None, rotate=part.rotate)
    if part.first:
        with closing(GameRunner(plan, limits)) as runner:
            numbers = range(part.first * scenario.block, plan.total)
            rows = sorted(runner.play_many(map(plan.pairing, numbers)), key=lambda row: row.number)
    else:
        tournament = Tournament(plan, limits=limits)
        with closing(tournament.results):
            tournament.run(at_once)
            rows = tournament.results.rows()
    return cell_from(key, scenario, plan, rows, round(perf_counter() - begun, 3))


def cell_from(key: Key, scenario: Scenario, plan: Plan, rows: list[GameRow], wall: float) -> Cell:
    seats = [(row, seat) for row in rows for seat, agent in enumerate(row.seats) if agent == 0]
    used = [one for row, seat in seats for one in row.usage[seat : seat + 1] if one is not None]
    timed = [(row.seat_choices[seat], took) for row, seat in seats if (took := row.seat_seconds[seat]) is not None]
    return Cell(
        *key,
        results=tuple(result_of(row, scenario) for row in rows),
        digests="".join(digest_of(rows[k : k + scenario.block]) for k in range(0, len(rows), scenario.block)),
        games=len(rows),
        luck=luck_of(plan, rows),
        choices=sum(row.seat_choices[seat] for row, seat in seats),
        timed=sum(choices for choices, _ in timed),
        seconds=round(sum(took for _, took in timed), 6),
        wall=wall,
        forfeits=sum(any(row.seats[seat] == 0 for seat in row.forfeits) for row in rows),
        usage=total(used) if used else None,
        stories=tuple(row.story for row in rows) if plan.until else (),
    )


def joined(cell: Cell, more: Cell) -> Cell:
    usage = [one for one in (cell.usage, more.usage) if one is not None]
    summed = {name: getattr(cell, name) + getattr(more, name) for name in SUMMED}
    return replace(cell, **summed, usage=total(usage) if usage else None)


def reached_in(part: Part, puzzle: Puzzle, games: int, limits: Limits) -> int:
    try:
        agent_key = part.agent_key or None
        return solve(part.spec, puzzle, games, part.key.seed, agent_key=agent_key, limits=limits).reached
    except AgentFailed:
        return FAILED


def result_of(row: GameRow, scenario: Scenario) -> float:
    if row.together or any(row.seats[seat] == 0 for seat in row.forfeits):
        return float(row.outcome == Outcome.WON)
    if not row.winners:
        if not scenario.rivals and scenario.side in ("", TOGETHER):
            return 0.0
        return round(row.seats.count(0) / len(row.seats), DIGITS)
    return round(sum(share for agent, share in zip(row.seats, row.shares) if agent == 0), DIGITS)


def luck_of(plan: Plan, rows: list[GameRow]) -> tuple[float, ...]:
    """The luck of the agent in each game, 0 in games that did not begin or are void; () where it is not measured."""
    if plan.luck is None:
        return ()
    sums = (sum(one for agent, one in zip(row.seats, row.luck) if agent == 0) for row in rows)
    return tuple(round(total / row.seats.count(0), DIGITS) for total, row in zip(sums, rows))


def best_chances(scenario: Scenario) -> list[float]:
    return [float(puzzle.chance) for puzzle in shipped(scenario.game).values()]
