"""Ends of a game that Nim does not reach by itself, and observation forms that it does not have."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.game import Game
from fs_env.envs import GameAEC
from tests.core.machine.nim import SCHEMA, spec
from tests.envs.cases import first, play


class Ending(Game):
    """Nim whose won games end otherwise."""

    def __init__(self, outcome: int) -> None:
        super().__init__(spec())
        self.ends = outcome

    def advancer(self, S, rows, e=0):
        go = super().advancer(S, rows, e)

        def ending(action, obs, mask):
            seat = go(action, obs, mask)
            rows["outcome"] = self.ends if rows["outcome"] else Outcome.RUNNING
            rows["returns"] = 0.0
            return seat

        return ending


class Rows:
    """An observation form of two columns: each number and its square's parity."""

    size = 2 * SCHEMA.size
    shape = (SCHEMA.size, 2)
    low = np.stack([SCHEMA.low, np.zeros_like(SCHEMA.low)], axis=1)
    high = np.stack([SCHEMA.high, np.ones_like(SCHEMA.high)], axis=1)

    @staticmethod
    def from_flat(flat):
        return np.stack([flat, flat % 2], axis=-1)


def test_draw__terminates_without_reward():
    env = GameAEC(Ending(Outcome.DRAWN), num_players=3)
    env.reset(seed=1)
    told = play(env, seed=1)
    assert [(reward, ended, cut) for _, _, reward, ended, cut, _ in told[-3:]] == [(0.0, True, False)] * 3


def test_guard__is_a_clear_error():
    """A capacity guard names the game and the seed, and leaves no player to play on."""
    env = GameAEC(Ending(Outcome.GUARD), num_players=3)
    env.reset(seed=17)
    with pytest.raises(RuntimeError, match=r"capacity limit at decision .* of the game with seed 17"):
        play(env, seed=1)
    assert env.agents == []


@pytest.mark.parametrize("mask_in", ["both", "info"])
def test_observation__a_second_form(mask_in):
    """An observation form that the game offers is chosen by name, for last, observe, state and the spaces."""
    env = GameAEC(Game(spec(schemas={"tokens": Rows()})), observation="tokens", mask_in=mask_in)
    env.reset(seed=1)
    seen = env.last()[0]
    assert env.observation_space("player_0").contains(seen)
    assert env.observation_space("player_1").contains(env.observe("player_1"))
    assert env.state_space.contains(env.state())
    rows = seen if mask_in == "info" else seen["observation"]
    assert rows.shape == (SCHEMA.size, 2) and np.array_equal(rows[:, 0], env.game.observe(env._state, 0))
    env.step(first(env.infos["player_0"]["action_mask"]))
    assert env.observation_space("player_1").contains(env.last()[0])
