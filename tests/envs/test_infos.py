"""Infos: the same keys, types and shapes in every step, and the mask in them, with which observations are bare arrays."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium import wrappers
from gymnasium.wrappers import vector as vector_wrappers

from fs_env.envs import GameAEC, GameSeatEnv, GameVectorEnv
from tests.core.machine.nim import GAME, TAKE_1
from tests.envs.cases import first

PLACES = ("observation", "info", "both")


def kinds_of(info: dict[str, Any]) -> dict[str, Any]:
    """Properties that a recorder of datasets compares: the type of each value, the shape and dtype of arrays."""
    return {name: (type(one), getattr(one, "shape", ()), getattr(one, "dtype", None)) for name, one in info.items()}


def mask_of(seen: Any, info: dict[str, Any]) -> np.ndarray:
    return seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]


@pytest.mark.parametrize("mask_in", PLACES)
@pytest.mark.parametrize("illegal", ["lose", "error"])
def test_seat__infos_are_alike_in_every_step(mask_in, illegal):
    """From reset through all ends of games, those lost by an illegal action too; returns are 0 until the end."""
    env, ends = GameSeatEnv(GAME, num_players=3, mask_in=mask_in, illegal=illegal, max_episode_steps=4), []
    seen, info = env.reset(seed=2)
    kinds = kinds_of(info)
    also = {"illegal_action": illegal == "lose", "action_mask": mask_in != "observation"}
    assert kinds.keys() == {"seat", "decisions", "returns", *(name for name, told in also.items() if told)}
    for step in range(120):
        lose = illegal == "lose" and step % 17 == 16
        seen, reward, terminated, truncated, info = env.step(99 if lose else int(mask_of(seen, info).argmax()))
        over = terminated or truncated
        assert kinds_of(info) == kinds and info.get("illegal_action", False) == lose
        assert info["returns"][info["seat"]] == reward if over else not info["returns"].any()
        if mask_in == "both":
            np.testing.assert_array_equal(seen["action_mask"], info["action_mask"])
        if over:
            ends.append((terminated, reward))
            seen, info = env.reset()
            assert kinds_of(info) == kinds and not info["returns"].any()
    assert len(set(ends)) > 2


@pytest.mark.parametrize("mask_in", PLACES)
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("view", ["seat", "self_play"])
def test_vector__infos_are_alike_in_every_step(mask_in, mode, view):
    """In all modes and views, `_returns` marks the games that are over, and masks in infos are those in observations."""
    options = {"view": view, "autoreset_mode": mode, "illegal": "lose", "num_players": 3}
    env, plain = GameVectorEnv(GAME, 4, mask_in=mask_in, **options), GameVectorEnv(GAME, 4, **options)
    (seen, infos), (told, _) = env.reset(seed=1), plain.reset(seed=1)
    kinds, ends = kinds_of(infos), 0
    at_the_end = {"final_obs", "_final_obs", "final_info", "_final_info"} if mode == "SameStep" else set()
    for step in range(60):
        mask = mask_of(seen, infos)
        np.testing.assert_array_equal(mask, told["action_mask"])
        np.testing.assert_array_equal(seen["observation"] if isinstance(seen, dict) else seen, told["observation"])
        assert env.observation_space.contains(seen)
        actions = mask.argmax(axis=1)
        actions[step % 4] = 99 if step % 5 == 0 else actions[step % 4]
        seen, _, terminations, truncations, infos = env.step(actions)
        told, *_, others = plain.step(actions)
        over = terminations | truncations
        ends += int(over.sum())
        new = infos.keys() - kinds.keys()
        assert new == (at_the_end if over.any() else set())
        assert kinds_of({name: one for name, one in infos.items() if name not in new}) == kinds
        np.testing.assert_array_equal(infos["_returns"], over)
        assert not infos["returns"][~over].any()
        if new:
            assert kinds_of(infos["final_info"]) == kinds
            for row in over.nonzero()[0]:
                last, other = infos["final_obs"][row], others["final_obs"][row]
                final = {name: one[row] for name, one in infos["final_info"].items()}
                assert mask_of(last, final).tolist() == other["action_mask"].tolist() == [1, 0, 0, 0]
                bare = last["observation"] if isinstance(last, dict) else last
                np.testing.assert_array_equal(bare, other["observation"])
        if mode == "Disabled" and over.any():
            chosen = {"options": {"reset_mask": over}}
            (seen, infos), (told, _) = env.reset(**chosen), plain.reset(**chosen)
            assert kinds_of(infos) == kinds and not infos["_returns"].any()
    assert ends > 10


@pytest.mark.parametrize("mask_in", ["both", "observation", "info"])
@pytest.mark.parametrize("illegal", ["lose", "error"])
def test_aec__infos_are_alike_in_every_step(mask_in, illegal):
    """Of every agent, asked or not, until the last one has left; only the loser's says "illegal_action"."""
    env = GameAEC(GAME, num_players=3, mask_in=mask_in, illegal=illegal)
    env.reset(seed=1)
    kinds, lost = kinds_of(env.infos["player_0"]), 0
    assert ("illegal_action" in kinds) == (illegal == "lose") and ("action_mask" in kinds) == (mask_in != "observation")
    for game in range(6):
        env.reset(seed=game)
        while env.agents:
            assert env.infos.keys() == set(env.agents) and all(kinds_of(info) == kinds for info in env.infos.values())
            seen, _, terminated, truncated, info = env.last()
            lost += bool(info.get("illegal_action"))
            lose = illegal == "lose" and env._moves % 5 == 4
            env.step(None if terminated or truncated else 99 if lose else first(mask_of(seen, info)))
    assert lost == (6 if illegal == "lose" else 0)


def test_aec__a_copy_of_a_lost_game_knows_the_loser():
    """A restored position says the same in its infos as the one that was taken."""
    env = GameAEC(GAME, illegal="lose")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(99)
    here = env.snapshot()
    env.reset(seed=2)
    assert not any(info["illegal_action"] for info in env.infos.values())
    env.restore(here)
    assert {agent: info["illegal_action"] for agent, info in env.infos.items()} == {
        agent: agent == loser for agent in env.possible_agents
    }


# The mask in info: what knows no dictionaries.


WRAPPERS = {
    "flatten": (wrappers.FlattenObservation, vector_wrappers.FlattenObservation),
    "normalize": (wrappers.NormalizeObservation, vector_wrappers.NormalizeObservation),
    "as floats": (
        lambda env: wrappers.DtypeObservation(env, np.float32),
        lambda env: vector_wrappers.DtypeObservation(env, np.float32),
    ),
    "statistics": (wrappers.RecordEpisodeStatistics, vector_wrappers.RecordEpisodeStatistics),
    "stack": (lambda env: wrappers.FrameStackObservation(env, 3), None),
    "time": (lambda env: wrappers.TimeAwareObservation(wrappers.TimeLimit(env, 50)), None),
    "reward": (wrappers.NormalizeReward, vector_wrappers.NormalizeReward),
    "list": (None, vector_wrappers.DictInfoToList),
}


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_wrappers__of_gymnasium_work_on_bare_observations(wrapper):
    """Each plays whole games by the masks in infos, with observations of the wrapped space."""
    for wrap, env in zip(
        WRAPPERS[wrapper], (GameSeatEnv(GAME, mask_in="info"), GameVectorEnv(GAME, 3, mask_in="info"))
    ):
        if wrap is None:
            continue
        wrapped, ends = wrap(env), 0
        seen, info = wrapped.reset(seed=1)
        for _ in range(40):
            assert wrapped.observation_space.contains(seen)
            masks = np.array([one["action_mask"] for one in info] if isinstance(info, list) else info["action_mask"])
            seen, _, terminated, truncated, info = wrapped.step(masks.argmax(axis=-1))
            ends += int(np.sum(terminated | truncated))
            if masks.ndim == 1 and (terminated or truncated):
                assert wrapper != "statistics" or info["episode"]["l"] > 1
                seen, info = wrapped.reset()
        assert ends > 3


@pytest.mark.parametrize("kind", ["AEC", "seat", "vector"])
@pytest.mark.parametrize("options", [None, {}])
def test_reset__empty_options_are_none(kind, options):
    make = {"AEC": GameAEC, "seat": GameSeatEnv, "vector": lambda game: GameVectorEnv(game, 2)}[kind]
    env, plain = make(GAME), make(GAME)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.testing.assert_equal(env.reset(seed=3, options=options), plain.reset(seed=3))
        if kind == "AEC":
            np.testing.assert_equal(env.last(), plain.last())


ONES = [np.array(TAKE_1), np.array([TAKE_1]), np.array([[TAKE_1]]), np.int64(TAKE_1), np.uint8(TAKE_1)]


@pytest.mark.parametrize("tensors", [False, True])
def test_step__takes_arrays_of_one_number(tensors):
    """Wherever one action is expected, an array or a tensor with one number is it; in rows, one array for each row."""
    ones = ONES
    if tensors:
        torch = pytest.importorskip("torch", reason="needs the extra 'train'")
        ones = [torch.tensor(TAKE_1), torch.tensor([TAKE_1]), torch.tensor([TAKE_1], dtype=torch.int32)]
    for one in ones:
        alone, seat, rows, plain = GameAEC(GAME), GameSeatEnv(GAME), GameVectorEnv(GAME, 2), GameVectorEnv(GAME, 2)
        for env in (alone, seat, rows, plain):
            env.reset(seed=1)
        asked = alone.agent_selection
        alone.step(one)
        assert alone.agent_selection != asked
        expected = plain.step(np.full(2, TAKE_1))[0]
        np.testing.assert_equal({k: v[0] for k, v in expected.items()}, seat.step(one)[0])
        stacked = torch.stack([one.reshape(1)] * 2) if tensors else np.stack([np.reshape(one, 1)] * 2)
        np.testing.assert_equal(rows.step(stacked)[0], expected)
