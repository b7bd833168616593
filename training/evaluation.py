"""How a policy fares against bots."""

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

MOST_ROWS = 128
NOBODY = -1  # no action: with illegal="lose" it ends a game that does not count at once


class Score(NamedTuple):
    """A result against one bot: games, wins (a shared win counts its share), the rate and Wilson's 95 % interval."""

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
        agent: who is measured.
        game: what is played.
        opponent: what `find_opponent` takes.
        games: how many.
        seed: game k is dealt from seed + k.
        num_players: seats.
        options: further options of the game.
    """
    wins = 0.0
    for first in range(0, games, MOST_ROWS):
        rows = np.arange(min(MOST_ROWS, games - first))
        env = GameVectorEnv(
            game,
            len(rows),
            num_players=num_players,
            seat="rotate",
            opponents=opponent,
            game_options=options,
            skip_forced=True,
            illegal="lose",
            autoreset_mode=AutoresetMode.NEXT_STEP,
        )
        told, infos = env.reset(seed=seed + first)
        agent.reset_batch(rows, infos["seat"], seed + first + rows)
        counted = np.zeros(len(rows), np.bool_)
        while not counted.all():
            asked = (~counted).nonzero()[0]
            actions = np.full(len(rows), NOBODY)
            actions[asked] = agent.act_batch(told["observation"][asked], told["action_mask"][asked], asked)
            told, rewards, terminations, truncations, _ = env.step(actions)
            ended = (terminations | truncations) & ~counted
            wins += float(rewards[ended].clip(min=0).sum())  # winners share 1
            counted |= ended
        env.close()
    return Score(games, wins, wins / games, *wilson_interval(wins, games))
