"""Replays of Gymnasium environments: opponents answer in compiled code, and their choices are in the files all the same."""

from __future__ import annotations

import random
from copy import deepcopy

import numpy as np
import pytest

from fs_env.core.castles_of_caleira.game import GAME
from fs_env.envs.seat import GameSeatEnv
from fs_env.envs.vector import GameVectorEnv
from fs_env.replays import load_replay, verify


class First:
    name = "first"

    def reset(self, seat, seed):
        pass

    def act(self, view):
        return int(view.legal[0])


def chosen(masks, draw):
    return np.array([draw.choice(np.nonzero(mask)[0].tolist()) for mask in masks])


def play(env, steps, seed=7):
    """Everything that an environment returns in so many steps of random choices."""
    draw, told = random.Random(seed), [env.reset(seed=seed)]
    for _ in range(steps):
        told.append(env.step(chosen(told[-1][0]["action_mask"], draw)))
    return told


def read(folder):
    return [load_replay(file) for file in sorted(folder.iterdir())]


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("opponents", ["heuristic", {"random": 1, First: 1}])
def test_record__changes_no_game(tmp_path, mode, opponents):
    """Observations, rewards, ends and infos of recorded games are those of games that no player records."""
    told = []
    for folder in (tmp_path / "games", None):
        env = GameVectorEnv(GAME, 3, num_players=3, opponents=opponents, autoreset_mode=mode)
        env.record(folder)
        told.append(play(env, 40))
        env.close()
    for one, other in zip(*told, strict=True):
        assert repr(one) == repr(other)
    ended = sum(int(step[2].sum()) for step in told[0][1:])
    replays = read(tmp_path / "games")
    assert ended > 3 and sum(replay.outcome in (1, 2) for replay in replays) == ended  # won or drawn
    assert all(verify(replay) == len(replay.checks) for replay in replays)
    others = {"heuristic"} if opponents == "heuristic" else {"random", "first"}
    seen = {name.rstrip(" #2") for replay in replays for name in replay.names}
    assert seen == {"learner"} | others


def test_record__self_play_with_names(tmp_path):
    """Where the caller plays all seats, the players have the names that are given; games that are left are written too."""
    env = GameVectorEnv(GAME, 2, num_players=2, view="self_play")
    with pytest.raises(ValueError, match="3 names for 2 players"):
        env.record(tmp_path, names=["a", "b", "c"])
    env.record(tmp_path, names=["a", "b"])
    play(env, 5)
    env.close()
    replays = read(tmp_path)
    assert [(replay.names, replay.outcome, replay.seed) for replay in replays] == [
        (("a", "b"), 0, 7),
        (("a", "b"), 0, 8),
    ]
    assert all(verify(replay) and replay.choices for replay in replays)


def test_record__ends_and_copies(tmp_path):
    """After `record(None)` no game is written and those that run continue as they would have; a copy records nothing."""
    env, plain = (GameVectorEnv(GAME, 2, num_players=3, opponents="heuristic") for _ in range(2))
    env.record(tmp_path / "games")
    recorded, other = play(env, 3)[-1], play(plain, 3)[-1]
    copy, draw = deepcopy(env), random.Random(1)
    env.record(None)
    files = len(list((tmp_path / "games").iterdir()))
    assert files == 2
    for _ in range(30):
        actions = chosen(other[0]["action_mask"], draw)
        recorded, again, other = (each.step(actions) for each in (env, copy, plain))
        assert repr(recorded) == repr(other) == repr(again)
    assert len(list((tmp_path / "games").iterdir())) == files


def test_record__one_seat(tmp_path):
    """A whole game, one lost by an illegal action, one cut off, one that is left."""
    env, draw = GameSeatEnv(GAME, num_players=2, opponents="heuristic", seat=1), random.Random(3)
    env.record(tmp_path)
    obs, over = env.reset(seed=1)[0], False
    while not over:
        obs, _, over, _, _ = env.step(int(chosen([obs["action_mask"]], draw)[0]))
    obs, _ = env.reset(seed=2)
    env.step(int(chosen([obs["action_mask"]], draw)[0]))
    env.step(GAME.num_actions - 1)
    obs, _ = env.reset(seed=3)
    env.step(int(chosen([obs["action_mask"]], draw)[0]))
    env.close()
    replays = read(tmp_path)
    assert [(replay.outcome, replay.seed) for replay in replays] == [(1, 1), (5, 2), (0, 3)]
    assert replays[1].fault == "learner answered with an illegal action"
    assert all(verify(replay) and replay.names == ("heuristic", "learner") for replay in replays)
    short = GameSeatEnv(GAME, num_players=2, max_episode_steps=2)
    short.record(tmp_path / "short")
    obs, truncated = short.reset(seed=4)[0], False
    while not truncated:
        obs, _, _, truncated, _ = short.step(int(chosen([obs["action_mask"]], draw)[0]))
    (cut,) = read(tmp_path / "short")
    assert cut.outcome == 3 and verify(cut)
