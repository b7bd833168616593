"""One game between agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from fs_env.arena.agent import Agent, SeatView

if TYPE_CHECKING:
    from fs_env.core.machine.game import Game

WORDS_SHOWN = 12  # legal actions spelled out in an error
GUARD = 4  # outcome of the Game contract: a capacity guard
MIX = 0x9E3779B97F4A7C15  # spreads the seats' seeds
SEEDS = 2**63


class AgentFailed(RuntimeError):
    """An agent raised an error or answered with an action that is not legal; says which agent, seat and game."""


@dataclass(frozen=True)
class MatchResult:
    """A finished game.

    Attributes:
        seed: of the deal.
        outcome: 1 won, 2 drawn by the rules, 3 truncated at the decision limit.
        returns: per seat, as `Game.returns`.
        winners: seats that share the win; empty when nobody won.
        decisions: all decisions of the game, forced ones included.
        choices: decisions with more than one legal action; only these are put to agents.
        seat_choices: the choices of each seat.
        seat_seconds: time each seat's agent took for them.
    """

    seed: int
    outcome: int
    returns: tuple[float, ...]
    winners: tuple[int, ...]
    decisions: int
    choices: int
    seat_choices: tuple[int, ...]
    seat_seconds: tuple[float, ...]


def play_match(
    game: Game, agents: Sequence[Agent], *, seed: int, options: Mapping[str, int] | None = None
) -> MatchResult:
    """Plays one game to its end.

    Args:
        game: the rules.
        agents: one a seat; an agent in several seats must not keep state between decisions.
        seed: of the deal; the agents' own seeds are derived from it and their seat.
        options: further options of `Game.setup`.

    Raises:
        ValueError: a number of agents that the game does not allow.
        AgentFailed: an agent's error or illegal action.
        RuntimeError: the rules met a capacity guard.
    """
    seats = len(agents)
    if not game.min_players <= seats <= game.max_players:
        raise ValueError(f"{seats} agents: {game.name} is played by {game.min_players} to {game.max_players}")
    state = game.new(1)
    game.setup(state, seed=seed, num_players=seats, **(options or {}))
    observation = np.zeros(game.layout.size, np.int16)
    mask = np.zeros(game.num_actions, np.int8)
    info = np.zeros(8, np.int64)
    asked, spent = [0] * seats, [0.0] * seats
    for seat, agent in enumerate(agents):
        begin(agent, seat, seed)
    game.advance(state, 0, -1, observation, mask, info)
    while True:
        _, seat, outcome, _, _, only, decisions, _ = info.tolist()
        if outcome:
            break
        action = only
        if only < 0:
            view = SeatView(game, seat, seats, observation.copy(), mask.copy())
            if getattr(agents[seat], "reads_text", False):
                view.decision = game.decision_text(state)
                view.table = game.text(state, player=seat)
            begun = perf_counter()
            action = ask(agents[seat], view, seed)
            spent[seat] += perf_counter() - begun
            asked[seat] += 1
            if not (0 <= action < len(mask) and mask[action]):
                words = ", ".join(f"{a} ({game.action_text(a)})" for a in mask.nonzero()[0].tolist()[:WORDS_SHOWN])
                raise AgentFailed(
                    f"{who(agents[seat], seat, seed)} answered {action}, which is not legal now; "
                    f"{game.decision_text(state)}: expected one of {words}"
                )
        game.advance(state, 0, action, observation, mask, info)
    if outcome == GUARD:
        raise RuntimeError(
            f"the rules of {game.name!r} met a capacity guard at decision {decisions} of the game with seed {seed}, "
            f"{seats} players: this is a bug; please report it"
        )
    returns = tuple(game.returns(state).tolist())
    return MatchResult(
        seed=seed,
        outcome=outcome,
        returns=returns,
        winners=tuple(i for i, r in enumerate(returns) if r > 0 and r == max(returns)),
        decisions=decisions,
        choices=sum(asked),
        seat_choices=tuple(asked),
        seat_seconds=tuple(spent),
    )


def begin(agent: Agent, seat: int, seed: int) -> None:
    """Tells an agent of a new game; its errors become `AgentFailed`."""
    try:
        agent.reset(seat, agent_seed(seed, seat))
    except Exception as error:
        raise AgentFailed(f"{who(agent, seat, seed)} failed in reset: {type(error).__name__}: {error}") from error


def ask(agent: Agent, view: SeatView, seed: int) -> int:
    """The agent's answer as an int; its errors become `AgentFailed`, which names the game."""
    try:
        answer = agent.act(view)
        return index(answer)
    except Exception as error:
        raise AgentFailed(f"{who(agent, view.seat, seed)} failed: {type(error).__name__}: {error}") from error


def who(agent: Agent, seat: int, seed: int) -> str:
    return f"agent {agent.name!r} in seat {seat} of the game with seed {seed}"


def agent_seed(seed: int, seat: int) -> int:
    """The seed of the agent in one seat of the game dealt from `seed`."""
    return ((seed + 1) * MIX + (seat + 1) * 0xBF58476D1CE4E5B9) % 2**64 % SEEDS
