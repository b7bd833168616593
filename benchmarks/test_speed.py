"""Times each part separately: `make bench-compare` compares with stored figures, `make bench-save` stores new ones.

Every game is played with its maximum of players and all its card sets. Seeds are the same every time, so that runs differ
only in time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fs_env.bench.copying import PLACES, copy_round
from fs_env.bench.vector import random_actions, vector_env
from fs_env.envs import GameAEC
from fs_env.registry.games import games, load_game

DECISIONS = 300  # at most this many from the beginning to the position that is copied and observed
STEPS = 200


class Case:
    """A game, its options, and a state: the middle of a random game, or of its first decisions if it is long."""

    def __init__(self, name: str) -> None:
        self.game = load_game(name)
        self.game.warm()
        sets = self.game.options.get("sets")
        self.further = {"sets": sets.high} if sets else {}
        self.chosen = {"num_players": self.game.max_players, **self.further}
        self.S = self.game.new()
        self.game.setup(self.S, seed=0, **self.chosen)
        whole = self.game.playout(self.game.clone(self.S), 0, 0, 2 * DECISIONS).decisions
        self.game.playout(self.S, 0, 0, whole // 2)


@pytest.fixture(scope="module", params=list(games()))
def case(request: pytest.FixtureRequest) -> Case:
    return Case(request.param)


def test_setup(benchmark: Callable[..., Any], case: Case) -> None:
    """Deals a new game."""
    benchmark(case.game.setup, case.S.copy(), seed=1, **case.chosen)


def test_playout(benchmark: Callable[..., Any], case: Case) -> None:
    """Plays ten random games to the end in compiled code."""
    count = benchmark(case.game.run_random, 10, seed=1, **case.chosen)
    assert count.games == 10


def test_legal_and_observe(benchmark: Callable[..., Any], case: Case) -> None:
    """Mask and observation of the seat to act, from Python, into buffers."""
    game, S, seat = case.game, case.S, case.game.to_act(case.S)
    mask, obs = np.zeros(game.num_actions, np.int8), np.zeros(game.schema.size, np.int16)

    def look() -> None:
        game.mask(S, out=mask)
        game.observe(S, seat, out=obs)

    benchmark(look)
    assert mask.any() and obs.any()


def test_clone(benchmark: Callable[..., Any], case: Case) -> None:
    """A copy from Python equals its original."""
    assert benchmark(case.game.clone, case.S).tobytes() == case.S.tobytes()


def test_clone_inside(benchmark: Callable[..., Any], case: Case) -> None:
    """A thousand copies inside compiled code."""
    rows = np.zeros((1 + PLACES, case.game.dtype.itemsize), np.uint8)
    rows[0] = np.frombuffer(case.S.tobytes(), np.uint8)
    copy_round(rows, PLACES)
    benchmark(copy_round, rows, 1000)
    assert (rows == rows[0]).all()


def test_aec_steps(benchmark: Callable[..., Any], case: Case) -> None:
    """Plays a new game and its first steps in the AEC environment, always the first legal action."""
    env = GameAEC(case.game, num_players=case.game.max_players, game_options=case.further)

    def play() -> int:
        env.reset(seed=1)
        for step in range(STEPS):
            if not env.agents:
                return step
            observation, _, termination, truncation, _ = env.last()
            env.step(None if termination or truncation else int(observation["action_mask"].argmax()))
        return STEPS

    assert 0 < benchmark(play) <= STEPS


@pytest.mark.parametrize("view", ["seat", "self_play"])
def test_vector_step(benchmark: Any, case: Case, view: str) -> None:
    """Steps 256 games once, writing observations and masks."""
    env, random = vector_env(case.game, case.chosen, view), np.random.default_rng(1)
    env.reset(seed=1)

    def draw() -> tuple[tuple[Any], dict[str, Any]]:
        return (random_actions(env.action_masks(), random),), {}

    benchmark.pedantic(env.step, setup=draw, rounds=200, warmup_rounds=50)
    assert env.action_masks().any()
