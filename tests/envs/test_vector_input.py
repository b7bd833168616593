"""Illegal actions and bad input in a vector environment."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from fs_env.core.machine.run.game import IllegalAction
from fs_env.core.machine.run.policy import Policy
from fs_env.envs import GameVectorEnv
from tests.core.machine.nim import GAME, TAKE_1
from tests.core.machine.players import BY_SEED


def test_illegal__error_changes_nothing():
    env = GameVectorEnv(GAME, 3, view="self_play", game_options={"stones": 2})
    env.reset(seed=1)
    before = env._rows.S.tobytes()
    for actions in ([0, 0, 2], [0, 0, -1], [0, 0, 10**6]):
        with pytest.raises(IllegalAction, match=r"row 2: action -?\d+ .* is not legal now. Pending: player 0"):
            env.step(np.array(actions))
        assert env._rows.S.tobytes() == before
    _, _, _, _, infos = env.step(np.zeros(3, np.uint8))
    assert infos["decisions"].tolist() == [1, 1, 1]


@pytest.mark.parametrize("view", ["seat", "self_play"])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_illegal__lose_ends_the_game_of_that_row(view, mode):
    """With illegal="lose" the row ends with -1 for the seat that acted and continues as after any end."""
    options = {"stones": 30}
    env = GameVectorEnv(GAME, 2, view=view, seat=0, illegal="lose", autoreset_mode=mode, game_options=options)
    env.reset(seed=1)
    obs, rewards, terminations, truncations, infos = env.step(np.array([99, TAKE_1]))
    assert rewards.tolist() == [-1.0, 0.0] and terminations.tolist() == [True, False] and not truncations.any()
    assert infos["returns"].tolist() == [[-1.0, 0.0], [0.0, 0.0]] and infos["_returns"].tolist() == [True, False]
    assert infos["illegal_action"].tolist() == [True, False]
    if mode == "SameStep":
        assert infos["final_obs"][0]["action_mask"].tolist() == [1, 0, 0, 0] and obs["action_mask"][0].sum() > 1
        assert infos["decisions"][0] == 0
        return
    assert obs["action_mask"][0].tolist() == [1, 0, 0, 0] and obs["action_mask"][1].sum() > 1
    if mode == "Disabled":
        with pytest.raises(ResetNeeded, match=r"rows \[0\]"):
            env.step(np.zeros(2, np.int64))
        env.reset(options={"reset_mask": terminations})
    else:
        _, rewards, terminations, _, infos = env.step(np.array([99, TAKE_1]))
        assert not rewards.any() and not terminations.any() and not infos["illegal_action"].any()
    obs, *_ = env.step(np.zeros(2, np.int64))
    assert obs["action_mask"].any(axis=1).all()


OTHER_GAME = Policy("chess_engine", "chess", BY_SEED.kernel, 2)


@pytest.mark.parametrize(
    ("options", "error", "told"),
    [
        ({"num_envs": 0}, ValueError, "num_envs=0 is out of range"),
        ({"view": "selfplay"}, ValueError, "unknown view 'selfplay': .*did you mean 'self_play'"),
        ({"seat": 2}, ValueError, "seat=2 is out of range: expected a whole number 0..1"),
        ({"seat": "rotated"}, ValueError, "unknown seat 'rotated': .*did you mean 'rotate'"),
        ({"num_players": 9}, ValueError, "option num_players=9 is outside 2..4"),
        ({"game_options": {"stone": 3}}, ValueError, "nim has no option 'stone': did you mean 'stones'"),
        ({"observation": "flats"}, ValueError, "unknown observation 'flats'"),
        ({"threads": 0}, ValueError, "threads=0 is out of range"),
        ({"illegal": "ignore"}, ValueError, "unknown illegal 'ignore': expected error, lose"),
        ({"autoreset_mode": "Next"}, ValueError, "unknown autoreset_mode 'Next': .*did you mean 'NextStep'"),
        ({"copy": 3}, TypeError, "copy=3: expected True or False"),
        ({"max_episode_steps": 0}, ValueError, "max_episode_steps=0 is out of range"),
        ({"max_episode_steps": "ten"}, TypeError, "max_episode_steps='ten': expected a whole number"),
        ({"opponents": []}, ValueError, r"opponents=\[\]: expected at least one"),
        ({"opponents": {"random": 0}}, ValueError, "expected at least one that may be drawn"),
        ({"opponents": {"random": -1}}, ValueError, "the weight of 'random' is -1"),
        ({"opponents": "randm"}, ValueError, "unknown bot 'randm': .*did you mean 'random'"),
        ({"opponents": 3}, TypeError, "3 is not a bot"),
        ({"opponents": OTHER_GAME}, ValueError, "plays 'chess', this is 'nim'"),
    ],
)
def test_options__are_checked(options, error, told):
    with pytest.raises(error, match=told):
        GameVectorEnv(GAME, **{"num_envs": 2, **options})


@pytest.mark.parametrize(
    ("call", "error", "told"),
    [
        (lambda env: env.reset(seed=[1]), ValueError, "1 seeds for num_envs=2"),
        (lambda env: env.reset(options={"reset_mask": [True]}), TypeError, "expected a numpy array of dtype bool"),
        (lambda env: env.reset(options={"reset_mask": np.zeros(2, bool)}), ValueError, "0 True: expected shape"),
    ],
)
def test_calls__are_checked(call, error, told):
    env = GameVectorEnv(GAME, 2)
    env.reset(seed=1)
    with pytest.raises(error, match=told):
        call(env)


def test_reset__unknown_options_are_ignored_with_a_warning():
    env, plain = GameVectorEnv(GAME, 2), GameVectorEnv(GAME, 2)
    with pytest.warns(UserWarning, match="unknown reset option 'reset_masks': .*'reset_mask'.*; it is ignored") as told:
        obs, _ = env.reset(seed=1, options={"reset_masks": 1})
    assert told[0].filename == __file__
    np.testing.assert_array_equal(obs["observation"], plain.reset(seed=1)[0]["observation"])


def test_reset__in_part_is_refused_before_the_first():
    env = GameVectorEnv(GAME, 2)
    with pytest.raises(ResetNeeded, match="leave out reset_mask"):
        env.reset(options={"reset_mask": np.array([True, False])})
