"""The native `VecEnv`: scripted games pay the seat that earned it, masks and infos are what MaskablePPO reads."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra 'train'")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecCheckNan

from fs_env.core.machine.run.game import IllegalAction
from fs_env.envs import GameVectorEnv
from fs_env.envs.sb3 import GameVecEnv
from tests.core.machine.nim import GAME, SHOW, TAKE_1, TAKE_2, TAKE_3


class Scripted:
    """Plays the same answers in every game, in each row."""

    name = "scripted"

    def __init__(self, answers: list[int]) -> None:
        self.answers, self.asked = answers, {}

    def reset_batch(self, rows: np.ndarray, seats: np.ndarray, seeds: np.ndarray) -> None:
        self.asked |= dict.fromkeys(rows.tolist(), 0)

    def act_batch(self, observations: np.ndarray, masks: np.ndarray, rows: np.ndarray) -> np.ndarray:
        chosen = [self.answers[self.asked[row]] for row in rows.tolist()]
        self.asked |= {row: self.asked[row] + 1 for row in rows.tolist()}
        return np.array(chosen)


def make(n: int = 3, **options: Any) -> GameVecEnv:
    return GameVecEnv(GameVectorEnv(GAME, n, autoreset_mode="SameStep", **options))


GAMES = {
    "learner first, acts last, wins": (0, 4, [TAKE_1, TAKE_2], [[TAKE_1]], 1.0),
    "learner first, other acts last, loses": (0, 4, [TAKE_3], [[TAKE_1]], -1.0),
    "learner first, loses after two": (0, 4, [TAKE_1, TAKE_1], [[TAKE_1, TAKE_1]], -1.0),
    "learner second, acts last, wins": (1, 4, [TAKE_1], [[TAKE_3]], 1.0),
    "learner second, other acts last, loses": (1, 4, [TAKE_1], [[TAKE_1, TAKE_2]], -1.0),
    "three seats, learner in the middle wins": (1, 3, [TAKE_2], [[TAKE_1], []], 1.0),
    "three seats, the next one wins": (1, 4, [TAKE_1], [[TAKE_2], [TAKE_1]], -0.5),
    "three seats, the one before wins": (2, 5, [TAKE_1], [[TAKE_1, TAKE_1], [TAKE_2]], -0.5),
}


@pytest.mark.parametrize("script", GAMES.values(), ids=GAMES.keys())
def test_rewards__scripted_games_pay_the_seat_that_earned_it(script):
    """Only the last action of the learner in a game is paid, with what the rules give its seat, whoever acted last."""
    seat, stones, mine, others, reward = script
    players = 1 + len(others)
    # opponents stand in turn order after the learner, the scripts in the order of the seats
    turns = [others[k if k < seat else k - 1] for k in ((seat + step) % players for step in range(1, players))]
    env = make(
        seat=seat,
        num_players=players,
        game_options={"stones": stones},
        opponents=[Scripted(answers) for answers in turns],
    )
    env.seed(1)
    env.reset()
    for _ in range(3):  # games
        for k, action in enumerate(mine):
            _, rewards, dones, infos = env.step(np.full(3, action))
            last = k == len(mine) - 1
            assert dones.tolist() == [last] * 3
            assert rewards.tolist() == [reward if last else 0.0] * 3 and rewards.dtype == np.float32
        for info in infos:
            assert info["seat"] == seat and info["returns"][seat] == reward and info["returns"].sum() == 0
            assert info["episode"]["r"] == reward and info["episode"]["l"] == len(mine)
            assert info["is_success"] == (reward > 0) and not info["TimeLimit.truncated"]


def test_rewards__a_game_at_its_limit_is_truncated_and_pays_nobody():
    """`TimeLimit.truncated` is True only at the limit of decisions, and the terminal observation is the last position."""
    env = make(seat=0, game_options={"stones": 20, "max_decisions": 4}, opponents=[Scripted([TAKE_1, TAKE_2])])
    env.reset()
    env.step(np.full(3, TAKE_1))
    obs, rewards, dones, infos = env.step(np.full(3, TAKE_3))
    assert dones.all() and not rewards.any()
    for info in infos:
        assert info["TimeLimit.truncated"] is True and info["terminal_observation"][0] == 20 - 1 - 1 - 3 - 2
    assert obs[:, 0].tolist() == [20] * 3


class Keep(BaseCallback):
    """Keeps what the environment told at every step."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[Any, ...]] = []

    def _on_step(self) -> bool:
        told = self.locals
        self.told.append((told["rewards"].copy(), told["dones"].copy(), [dict(info) for info in told["infos"]]))
        return True


def learner(env: Any, **options: Any) -> MaskablePPO:
    settings = {"n_steps": 64, "batch_size": 256, "n_epochs": 4, "gamma": 1.0, "seed": 3, "device": "cpu"}
    return MaskablePPO("MlpPolicy", env, **settings | options)


@pytest.mark.parametrize("players", [2, 3])
def test_buffer__holds_the_learners_rewards(players):
    """The rollout buffer of MaskablePPO holds exactly the returns of the learner's seats, at their last actions."""
    env = make(8, num_players=players, opponents="random", seat="random")
    model, kept = learner(env), Keep()
    model.learn(64 * 8, callback=kept)
    expected = np.zeros((64, 8), np.float32)
    for step, (_, dones, infos) in enumerate(kept.told):
        for row in np.flatnonzero(dones):
            expected[step, row] = infos[row]["returns"][infos[row]["seat"]]
    np.testing.assert_array_equal(model.rollout_buffer.rewards, expected)
    seats = {info["seat"] for _, _, infos in kept.told for info in infos if info}
    assert seats == set(range(players)) and len(np.unique(expected)) == 3


def test_masks__are_what_maskable_ppo_reads():
    """Masks are found in all the ways that sb3-contrib looks for them, are those of the environment, and are obeyed."""
    env = make(4)
    obs = env.reset()
    assert is_masking_supported(env) and is_masking_supported(VecCheckNan(env))
    masks = get_action_masks(env)
    assert masks.shape == (4, 4) and masks.dtype == np.int8
    np.testing.assert_array_equal(masks, env.action_masks())
    np.testing.assert_array_equal(env.env_method("action_masks", indices=[2])[0], masks[2])
    np.testing.assert_array_equal(env.get_attr("action_masks", indices=1)[0](), masks[1])
    for _ in range(20):
        np.testing.assert_array_equal(masks[:, :3], obs[:, :1] >= [1, 2, 3])  # no more stones than there are
        actions = np.array([np.flatnonzero(mask)[-1] for mask in masks])
        obs, *_ = env.step(actions)
        masks = get_action_masks(env)
        assert masks.any(axis=1).all()
    with pytest.raises(IllegalAction):
        env.step(np.full(4, 99))


def test_seed__same_seed_same_run():
    runs = []
    for _ in range(2):
        model = learner(make(4, opponents="random"))
        model.learn(64 * 4)
        runs.append((model.rollout_buffer.observations.copy(), model.policy.action_net.weight.detach().numpy().copy()))
    np.testing.assert_array_equal(runs[0][0], runs[1][0])
    np.testing.assert_array_equal(runs[0][1], runs[1][1])
    assert runs[0][0].dtype == np.int16


def test_attributes__of_the_vector_environment():
    """Attributes are the same for all rows; private and unknown ones do not exist; they are set for all rows only."""
    env = make(3, num_players=2)
    assert env.get_attr("num_players") == [2, 2, 2] and not env.has_attr("nothing") and not env.has_attr("_rows")
    env.env_method("set_opponents", ["random"])
    with pytest.raises(ValueError, match="some rows"):
        env.set_attr("render_mode", None, indices=[0])
    env.set_options({"sets": 1})
    with pytest.warns(UserWarning, match="unknown reset option 'sets'.*; it is ignored"):
        env.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env.reset()  # options count for one reset


@pytest.mark.parametrize(
    ("options", "word"),
    [({"autoreset_mode": "NextStep"}, "SameStep"), ({"view": "self_play"}, "seat"), ({"copy": False}, "copy=True")],
)
def test_init__refuses_what_would_train_on_wrong_data(options, word):
    """A view, mode or buffer that stable-baselines3 would misread is refused, and the error says what to choose."""
    with pytest.raises(ValueError, match=word):
        GameVecEnv(GameVectorEnv(GAME, 2, **({"autoreset_mode": "SameStep"} | options)))


@pytest.mark.slow
def test_maskable_ppo__learns_nim():
    """A short training run on Nim wins more than four in five games against random play, far more than before."""
    env = make(32, opponents="random", game_options={"stones": 12})
    model = learner(env, learning_rate=3e-3)
    before, _ = evaluate_policy(model, env, n_eval_episodes=400, deterministic=True, warn=True)
    model.learn(40_000)
    after, _ = evaluate_policy(model, env, n_eval_episodes=400, deterministic=True, warn=True)
    assert after > 0.6 and after > before + 0.3


def test_import__the_package_does_not_load_torch():
    """Importing the package, its environments and the command line loads neither torch nor stable-baselines3."""
    code = (
        "import sys, fs_env.envs, fs_env.cli, fs_env.four_souls_v1, fs_env.envs.vector; "
        "print([m for m in ('torch', 'stable_baselines3', 'sb3_contrib') if m in sys.modules])"
    )
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout.strip() == "[]"


def test_scripts__cover_show():
    """Showing a number is an action like others: it does not end the learner's game by itself unless it is lucky."""
    env = make(16, seat=0, opponents=[Scripted([TAKE_1] * 20)])
    env.seed(0)
    obs = env.reset()
    _, rewards, dones, _ = env.step(np.full(16, SHOW))
    np.testing.assert_array_equal(dones, obs[:, 3] == 7)
    np.testing.assert_array_equal(rewards, (obs[:, 3] == 7).astype(np.float32))
    assert dones.any() and not dones.all()
