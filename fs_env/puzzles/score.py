"""How well an agent solves puzzles: each is played many times, and the goals reached are compared with the best line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from hashlib import blake2b
from math import sqrt
from typing import Any

from fs_env.agent_api.agent import Agent
from fs_env.agent_api.seeds import read_key
from fs_env.agent_api.specs import load_agent
from fs_env.arena.isolation import agent_opened
from fs_env.arena.match import Match, begin
from fs_env.arena.ratings import Interval, wilson_interval
from fs_env.arena.referee import Limits
from fs_env.arena.usage import Usage, total
from fs_env.core.machine.run.codes import NO_ACTION
from fs_env.puzzles.puzzle import Puzzle
from fs_env.puzzles.puzzle import shipped as shipped

OPPONENT = "heuristic@1"
"""The bot in all other seats, here and in the leaderboard: results against another one are those of another benchmark."""


@dataclass(frozen=True)
class Solved:
    """Result of an agent in one puzzle.

    Attributes:
        players: seats at the table.
        reached: games in which the goal was reached.
        chance: the share of games in which the best line reaches it against the worst replies, 0..1.
        usage: what a language model used in all games; None for other agents.
    """

    puzzle: str
    task: str
    players: int
    games: int
    reached: int
    chance: float
    usage: Usage | None = None

    @property
    def share(self) -> float:
        return self.reached / self.games

    @property
    def interval(self) -> tuple[float, float]:
        return wilson_interval(self.reached, self.games)

    def to_json(self) -> dict[str, Any]:
        low, high = self.interval
        return asdict(self) | {"share": self.share, "low": low, "high": high}


@dataclass(frozen=True)
class Score:
    """Result of an agent in all puzzles, a row each."""

    agent: str
    rows: tuple[Solved, ...]

    @property
    def score(self) -> float:
        """Goals reached, as a share of what the best lines reach against the worst replies; 1 for perfect play."""
        return sum(row.share for row in self.rows) / sum(row.chance for row in self.rows)

    @property
    def interval(self) -> Interval:
        """The score with its 95 % interval: that of a sum of shares with Wilson's intervals, by the method of Zou and Donner (2008)."""
        best, spans = sum(row.chance for row in self.rows), [(row.share, *row.interval) for row in self.rows]
        below, above = (sqrt(sum((one[0] - one[end]) ** 2 for one in spans)) / best for end in (1, 2))
        return Interval(self.score, max(0.0, self.score - below), self.score + above, None, 0)

    @property
    def usage(self) -> Usage | None:
        used = [row.usage for row in self.rows if row.usage is not None]
        return total(used) if used else None

    def to_json(self) -> dict[str, Any]:
        return {
            "agent": self.agent,
            "score": self.score,
            "low": self.interval.low,
            "high": self.interval.high,
            "usage": self.usage and asdict(self.usage),
            "puzzles": [row.to_json() for row in self.rows],
        }


class Attempt(Match):
    """One game of a puzzle while agents play it, to the end of its last turn at most."""

    def __init__(self, puzzle: Puzzle, agents: list[Agent], seed: int, key: bytes) -> None:
        super().__init__(puzzle.rules.GAME, agents, seed, {}, None, key=key)
        self.puzzle = puzzle
        self.game.copy(determinization(puzzle, seed), 0, self.state)
        self.row["skip_forced"] = 0  # the goal is looked at after every decision

    def advance(self, action: int) -> None:
        self.game.advance(self.state, 0, action, self.observation, self.mask, self.row)
        self.look()

    def reached(self) -> bool:
        """Plays; returns whether the goal was reached. Raises `AgentFailed` as `Match.play`."""
        for seat, agent in enumerate(self.agents):
            begin(agent, seat, self.seed, self.key)
        self.advance(NO_ACTION)
        while (reached := self.puzzle.goal.decided(self.state)) is None:
            seat = int(self.row["seat"][0])
            forced = self.mask.nonzero()[0]
            self.advance(int(forced[0]) if len(forced) == 1 else self.answer(seat))
        return reached


def determinization(puzzle: Puzzle, seed: int) -> Any:
    """The position of a puzzle with everything that its seat cannot know drawn again, future throws included."""
    game = puzzle.rules.GAME
    S = game.clone(puzzle.start().S)
    game.resample(S, puzzle.seat, 0, seed)
    return S


def seed_of(puzzle: Puzzle, seed: int, k: int) -> int:
    """The seed of the k-th game: the same for all agents, different for each puzzle."""
    return int.from_bytes(blake2b(f"{puzzle.name} {seed} {k}".encode(), digest_size=7).digest(), "big")


def solve(
    spec: str,
    puzzle: Puzzle,
    games: int,
    seed: int = 0,
    opponent: str = OPPONENT,
    agent_key: str | bytes | None = None,
    limits: Limits | None = None,
) -> Solved:
    """Plays one puzzle several times, each in another determinization.

    Args:
        spec: the agent, as in `load_agent`.
        games: how often.
        seed: equal seeds give equal determinizations, and equal results of agents that depend only on their seed.
        opponent: the bot in all other seats.
        agent_key: as in `fs_env.arena.match.play_match`.
        limits: of the agent, which may have to play isolated; None: no limits.

    Raises:
        ValueError: no such agent or key, or fewer than one game.
        AgentFailed: the agent's error or illegal answer.
    """
    if games < 1:
        raise ValueError(f"games={games}: expected 1 or more")
    game, seats = puzzle.rules.GAME, len(puzzle.scenario.seats)
    reached, used, key = 0, [], read_key(agent_key)
    with agent_opened(spec, game, limits or Limits()) as agent:
        agents = [agent if seat == puzzle.seat else load_agent(opponent, game) for seat in range(seats)]
        for k in range(games):
            attempt = Attempt(puzzle, agents, seed_of(puzzle, seed, k), key)
            reached += attempt.reached()
            used += [one for one in attempt.usage()[puzzle.seat :][:1] if one is not None]
    usage = total(used) if used else None
    return Solved(puzzle.name, puzzle.task, seats, games, reached, float(puzzle.chance), usage)


def score(
    spec: str,
    puzzles: Iterable[Puzzle],
    games: int,
    seed: int = 0,
    progress: Callable[[Solved], object] | None = None,
    agent_key: str | bytes | None = None,
    limits: Limits | None = None,
) -> Score:
    """Plays puzzles with an agent; `progress` is called with each one that is finished. Errors as in `solve`."""
    rows, name, key = [], "", read_key(agent_key)
    for puzzle in puzzles:
        if not name:
            with agent_opened(spec, puzzle.rules.GAME, limits or Limits()) as agent:
                name = agent.name
        rows.append(solve(spec, puzzle, games, seed, agent_key=key, limits=limits))
        if progress is not None:
            progress(rows[-1])
    return Score(name or spec, tuple(rows))
