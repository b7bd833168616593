"""The environments that every test of this folder runs on; a new game is one line in `CASES`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from fs_env.envs import GameAEC, make
from tests.core.machine.nim import GAME as NIM

PLAYERS = (2, 3, 4)


def nim(num_players: int = 2, max_decisions: int = 1000, stones: int = 21, **keywords: Any) -> GameAEC:
    options = {"max_decisions": max_decisions, "stones": stones}
    return GameAEC(NIM, num_players=num_players, game_options=options, **keywords)


CASES: dict[str, Callable[..., GameAEC]] = {
    "nim": nim,
    "four_souls": partial(make, "four_souls_v1"),
    "castles_of_caleira": partial(make, "castles_of_caleira_v1"),
}


def first(mask: np.ndarray) -> int:
    return int(mask.nonzero()[0][0])


def play(env: GameAEC, seed: int, most: int = 10**9) -> list[tuple[Any, ...]]:
    """Plays on with random actions: every agent, observation, reward, end and action until the end or `most` steps."""
    rng = np.random.default_rng(seed)
    told = []
    for agent in env.agent_iter(most):
        _, reward, terminated, truncated, info = env.last()
        seen = env.observe(agent)["observation"]
        action = None if terminated or truncated else int(rng.choice(info["action_mask"].nonzero()[0]))
        told.append((agent, seen.tobytes(), reward, terminated, truncated, action))
        env.step(action)
    return told
