"""Rows of a vector environment by name: `call`, `get_attr` and `set_attr`, here and through stable-baselines3."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv

from fs_env.envs import GameSeatEnv, GameVectorEnv
from tests.core.machine.nim import GAME
from tests.core.machine.players import TAKE_MOST

SHARED = ["game", "num_players", "single_agent", "observation_space", "action_space", "render_mode", "spec", "closed"]


def pair(**options: Any) -> list[Any]:
    """Our rows, and Gymnasium's own vector of single environments, with the same games."""
    made = [
        GameVectorEnv(GAME, 3, illegal="lose", **options),
        SyncVectorEnv([lambda: GameSeatEnv(GAME, **options)] * 3),
    ]
    for env in made:
        env.reset(seed=1)
    return made


@pytest.mark.parametrize("name", SHARED)
def test_get_attr__equals_that_of_single_environments(name):
    ours, theirs = (env.get_attr(name) for env in pair(num_players=3, render_mode="ansi"))
    assert ours == theirs and type(ours) is tuple and len(ours) == 3


def test_call__equals_that_of_single_environments():
    """Methods of a single environment answer for each row; opponents that are set play from the next game on."""
    made = pair(num_players=3, render_mode="ansi", seat=0)
    for name in ("action_masks", "render"):
        np.testing.assert_equal(*(env.call(name) for env in made))
    assert made[0].call("set_opponents", TAKE_MOST) == made[1].call("set_opponents", TAKE_MOST) == (None,) * 3
    played = []
    for env in made:
        seen, _ = env.reset(seed=1)
        played.append(env.step(seen["action_mask"].argmax(axis=1))[0]["observation"][:, 0].tolist())
    assert played[0] == played[1] == [21 - 1 - 3 - 3] * 3


def test_call__of_what_vector_environments_have_beside():
    """Texts, lists of legal ids and seats are divided among the rows."""
    env, _ = pair(seat=1)
    assert env.call("text") == tuple(env.text(row) for row in range(3))
    ids, counts = env.legal_ids()
    for row, (one, count) in enumerate(env.call("legal_ids", most=4)):
        assert one.tolist() == [*ids[row], *[-1] * (4 - len(ids[row]))] and count == counts[row]
    assert [one.tolist() for one in env.call("seating")] == [[0, -1]] * 3
    assert env.get_attr("opponents") == (("random",),) * 3


@pytest.mark.parametrize(
    ("name", "kind", "told"),
    [
        (
            "rendermode",
            AttributeError,
            "a row of a GameVectorEnv has no attribute 'rendermode': .*did you mean 'render_mode'",
        ),
        ("_rows", AttributeError, "no attribute '_rows'"),
        (
            "step",
            AttributeError,
            r"'step' is not for single rows: expected an attribute or .*; call step\(\) of the GameVectorEnv",
        ),
    ],
)
def test_names__are_checked(name, kind, told):
    env, _ = pair()
    for call in (env.call, env.get_attr, lambda name: env.set_attr(name, 1)):
        with pytest.raises(kind, match=told):
            call(name)


def test_set_attr__counts_from_now_on():
    """The limit of steps and the mode of `render` can be set, by one value or the same one for each row."""
    env = GameVectorEnv(GAME, 2, view="self_play", game_options={"stones": 50})
    env.reset(seed=1)
    assert env.render() is None
    env.set_attr("render_mode", "ansi")
    assert env.render() == env.call("text") and env.get_attr("render_mode") == ("ansi", "ansi")
    env.set_attr("max_episode_steps", [2, 2])
    assert not env.step(np.zeros(2, int))[3].any() and env.step(np.zeros(2, int))[3].all()


@pytest.mark.parametrize(
    ("name", "values", "told"),
    [
        (
            "num_players",
            3,
            r"set_attr\('num_players'\): expected render_mode or max_episode_steps; the rest is fixed by now",
        ),
        ("opponents", "random", r"opponents are set by set_opponents\(\)"),
        ("render_mode", ["ansi"], "1 values for num_envs=3: expected one each"),
        ("max_episode_steps", (1, 2, 3), "expected the same value for each row: rows share it"),
        ("max_episode_steps", 0, "max_episode_steps=0 is out of range"),
        ("render_mode", "html", "unknown render_mode 'html': expected ansi, rgb_array"),
    ],
)
def test_set_attr__refuses_what_cannot_be_set(name, values, told):
    """A value that is fixed, differs among rows or is out of range is refused, and nothing changes."""
    env, _ = pair()
    before = env.get_attr(name)
    with pytest.raises(ValueError, match=told):
        env.set_attr(name, values)
    assert env.get_attr(name) == before


def test_stable_baselines3__rows_by_index():
    """`get_attr`, `env_method` and `env_is_wrapped` answer for the rows of `indices`; what all share is set for all."""
    pytest.importorskip("stable_baselines3", reason="needs the extra 'train'")
    from stable_baselines3.common.monitor import Monitor

    from fs_env.envs.sb3 import GameVecEnv

    inner = GameVectorEnv(GAME, 3, autoreset_mode="SameStep")
    env = GameVecEnv(inner)
    env.seed(1)
    env.reset()
    assert env.env_method("text", indices=[2, 0]) == [inner.text(2), inner.text(0)] and len({*inner.call("text")}) == 3
    assert env.get_attr("text", indices=1)[0]() == inner.text(1)
    assert env.get_attr("num_players", indices=[0, 0]) == [2, 2] and env.env_is_wrapped(Monitor, indices=(1,)) == [True]
    assert env.has_attr("text") and not env.has_attr("step") and not env.has_attr("nothing")
    env.set_attr("render_mode", "ansi")
    assert inner.render_mode == env.render_mode == "ansi"
    assert env.env_method("set_opponents", "random") == [None] * 3
    for wrong in ([3], -1, "x"):
        with pytest.raises((ValueError, TypeError), match=r"index=.*expected a whole number 0..2"):
            env.get_attr("num_players", indices=wrong)


@pytest.mark.parametrize("mask_in", ["observation", "info", "both"])
def test_stable_baselines3__infos_are_alike_in_every_step(mask_in):
    """In all rows from `reset_infos` on; only what stable-baselines3 reads by its presence is there at the end alone."""
    pytest.importorskip("stable_baselines3", reason="needs the extra 'train'")
    from fs_env.envs.sb3 import GameVecEnv

    env = GameVecEnv(
        GameVectorEnv(GAME, 3, autoreset_mode="SameStep", mask_in=mask_in, illegal="lose", max_episode_steps=5)
    )
    seen, ends = env.reset(), 0
    keys = env.reset_infos[0].keys()
    assert ("action_mask" in keys) == (mask_in != "observation")
    for step in range(40):
        assert env.observation_space.contains(seen[0])
        actions = env.action_masks().argmax(axis=1)
        actions[step % 3] = 99 if step % 4 == 0 else actions[step % 3]
        seen, rewards, dones, infos = env.step(actions[:, None] if step % 2 else actions)
        for row, info in enumerate(infos):
            assert info.keys() == keys | ({"episode", "terminal_observation"} if dones[row] else set())
            assert info["illegal_action"] == (actions[row] == 99) and info["is_success"] == (rewards[row] > 0)
            assert info["returns"][info["seat"]] == rewards[row]
            if mask_in != "observation":
                np.testing.assert_array_equal(info["action_mask"], env.action_masks()[row])
        ends += int(dones.sum())
    assert ends > 15
