"""Steps per second of the vector environment."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median
from time import thread_time
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fs_env.envs.vector import GameVectorEnv

if TYPE_CHECKING:
    from fs_env.bench.effort import Effort
    from fs_env.core.machine.run.game import Game

GAMES = 256
SETTLE = 50  # calls before timing starts, so that the games are not all at their beginning


def vector_env(game: Game, chosen: Mapping[str, int], view: str) -> GameVectorEnv:
    """The environment that is measured: 256 games, one thread, no copies, random opponents."""
    further = {name: value for name, value in chosen.items() if name != "num_players"}
    return GameVectorEnv(
        game,
        GAMES,
        view=view,
        num_players=chosen["num_players"],
        game_options=further,
        opponents="random",
        copy=False,
        threads=1,
    )


def measure_vector(game: Game, chosen: Mapping[str, int], view: str, seed: int, effort: Effort) -> float:
    """Steps per second inside `step`: one row's answer is a step. Drawing the random actions is not timed.

    `view`: "seat" (a step is a decision of one seat, compiled random opponents play the others) or "self_play".
    """
    env = vector_env(game, chosen, view)
    random = np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in range(SETTLE):
        env.step(random_actions(env.action_masks(), random))
    rates = []
    for _ in range(effort.runs):
        steps, spent = 0, 0.0
        while spent < effort.seconds:
            actions = random_actions(env.action_masks(), random)
            begun = thread_time()
            env.step(actions)
            spent += thread_time() - begun
            steps += GAMES
        rates.append(steps / spent)
    env.close()
    return median(rates)


def random_actions(masks: NDArray[np.int8], random: np.random.Generator) -> NDArray[Any]:
    """A uniformly random legal action for each row, int64; 0 where none is legal."""
    n, width = masks.shape
    legal = np.flatnonzero(masks.reshape(-1).view(np.bool_))
    first = np.searchsorted(legal, np.arange(n + 1) * width)
    counts = np.diff(first)
    places = first[:-1] + (random.random(n) * counts).astype(np.int64)
    found = np.zeros(n, np.int64)
    some = counts > 0
    found[some] = legal[places[some]] % width
    return found
