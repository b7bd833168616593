"""Evaluates a policy against bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode

from fs_env.arena.ratings import wilson_interval
from fs_env.envs.vector import GameVectorEnv

if TYPE_CHECKING:
    from fs_env.agents.policy import PolicyAgent
    from fs_env.core.machine.game import Game

ROWS = 32  # games in parallel; each row plays its share in sequence, and none waits long for the last


class Score(NamedTuple):
    """A result against one bot: games, wins (a shared win counts its share), win rate and Wilson's 95 % interval."""

    games: int
    wins: float
    rate: float
    low: float
    high: float


def evaluate(
    agent: PolicyAgent,
    game: Game,
    opponent: Any,
    *,
    games: int,
    seed: int,
    num_players: int,
    options: Mapping[str, int] | None = None,
) -> Score:
    """Plays games between an agent in one seat and one kind of opponent in all others; the seat rotates.

    The same seed gives the same deals, whatever the agent does, so that two agents can be compared on them.

    Args:
        agent: the agent to evaluate.
        game: the game to play.
        opponent: any opponent that `find_opponent` accepts.
        games: number of games.
        seed: of the deals; row r of the environment begins with the deal of seed + r.
        num_players: number of seats.
        options: further options of the game.
    """
    rows = np.arange(min(ROWS, games))
    left = np.full(len(rows), games // len(rows))
    left[: games % len(rows)] += 1
    env = GameVectorEnv(
        game,
        len(rows),
        num_players=num_players,
        seat="rotate",
        opponents=opponent,
        game_options=options,
        skip_forced=True,
        autoreset_mode=AutoresetMode.NEXT_STEP,
    )
    told, infos = env.reset(seed=seed)
    agent.reset_batch(rows, infos["seat"], seed + rows)
    wins, over = 0.0, np.zeros(len(rows), np.bool_)
    while left.any():
        masks = told["action_mask"]
        actions = masks.argmax(axis=1)  # for rows that are done or begin a game any action will do
        asked = (left.astype(bool) & ~over).nonzero()[0]
        if len(asked):
            actions[asked] = agent.act_batch(told["observation"][asked], masks[asked], asked)
        told, rewards, terminations, truncations, _ = env.step(actions)
        over = terminations | truncations
        ended = over & (left > 0)
        wins += float(rewards[ended].clip(min=0).sum())  # winners share 1
        left[ended] -= 1
    env.close()
    return Score(games, wins, wins / games, *wilson_interval(wins, games))
