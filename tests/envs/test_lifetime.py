"""Every public method of every environment: before `reset`, after `close`, and with arguments that nothing can be done with."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, NoAsyncCallError, ResetNeeded

from fs_env.envs import GameAEC, GameSeatEnv, GameVectorEnv
from tests.core.machine.nim import GAME


def vec_env() -> Any:
    """Rows for stable-baselines3."""
    pytest.importorskip("stable_baselines3", reason="needs the extra 'train'")
    from fs_env.envs.sb3 import GameVecEnv

    return GameVecEnv(GameVectorEnv(GAME, 2, autoreset_mode="SameStep", render_mode="ansi"))


MAKERS: dict[str, Any] = {
    "AEC": lambda: GameAEC(GAME, num_players=3, render_mode="ansi"),
    "AEC, illegal actions lose": lambda: GameAEC(GAME, illegal="lose", mask_in="info", render_mode="ansi"),
    "seat": lambda: GameSeatEnv(GAME, render_mode="ansi"),
    "vector": lambda: GameVectorEnv(GAME, 2, render_mode="ansi"),
    "self_play": lambda: GameVectorEnv(GAME, 2, view="self_play", mask_in="both", copy=False, render_mode="ansi"),
    "stable-baselines3": vec_env,
}
# what can be asked of an environment that has no game; all the rest is refused
ANY_TIME = set("close close_extras observation_space action_space action_text row_attribute env_is_wrapped".split())
ANY_TIME |= {"get_attr", "set_options", "seed", "step_async", "has_attr", "getattr_depth_check"}
ANY_TIME |= {"get_wrapper_attr", "has_wrapper_attr", "set_wrapper_attr"}
BEFORE_RESET = ANY_TIME | {"reset", "record", "restore", "set_opponents", "set_attr"}
GOOD: dict[str, Any] = {  # arguments by the names of parameters
    "agent": "player_0",
    "action": 0,
    "actions": np.zeros(2, np.int64),
    "row": 0,
    "folder": None,
    "opponents": "random",
    "name": "render_mode",
    "attr_name": "render_mode",
    "method_name": "action_masks",
    "value": "ansi",
    "values": "ansi",
    "wrapper_class": int,
    "already_found": False,
}
NUMBERS = ["x", None, 1.5, [], {}]
WRONG: dict[str, list[Any]] = {
    "agent": ["player_9", "player0", "", 0, None, -1, ["player_0"], np.array([1, 2])],
    "action": [
        "x",
        None,
        1.5,
        True,
        np.bool_(True),
        [],
        {},
        np.array([0, 1]),
        np.array([]),
        np.array([0.5]),
        np.array("x"),
    ],
    "actions": [
        "x",
        None,
        0,
        [0],
        [0, 0, 0],
        [[0, 0]],
        [0.5, 0.5],
        [True, True],
        ["x", "y"],
        [[0], [0, 1]],
        np.zeros((2, 2)),
    ],
    "row": [2, -1, 10**20, *NUMBERS],
    "most": [0, -1, "x", 1.5],
    "max_iter": [-1, *NUMBERS],
    "seed": [-1, 2**63, "x", 1.5],
    "options": [0, "x", [("state", 1)], ()],
    "snapshot": [None, b"", 0, "x"],
    "names": ["ab", ["a"], [1, 2, 3], 5],
    "opponents": ["nobody", 3, [], {}, None],
    "name": ["nothing", "_rows", "", 3, None],
    "attr_name": ["nothing", "_env", "", 3, None, "step"],
    "method_name": ["nothing", "_env", "", 3, None, "step", "num_envs"],
    "values": [3, ["ansi"], ["ansi"] * 3, ["ansi", "rgb_array"], ["x", "x"]],
    "value": [3, "x"],
    "indices": [2, -1, [0, 7], "x", [None], 1.5],
    "wrapper_class": ["Monitor", None],
    "folder": [5],
}
UNCHECKED = {("step_async", "actions"), ("last", "observe")}  # checked by step_wait; anything is true or false
NAMED_BY_NUMBER = ("indices", "names", "values")  # the error shows the wrong one among several, or how many there are
NO_OPPONENTS = ("self_play", "set_opponents")  # refused whatever they are


def methods_of(env: Any) -> list[str]:
    return [name for name in dir(type(env)) if name[0] != "_" and callable(getattr(type(env), name))]


def arguments_of(env: Any, method: str) -> dict[str, Any]:
    """Good arguments for the parameters without a default."""
    needed = [
        one.name
        for one in inspect.signature(getattr(env, method)).parameters.values()
        if one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]
    given = {name: GOOD[name] for name in needed if name != "snapshot"}
    if "snapshot" in needed:
        other = MAKERS["AEC"]()
        other.reset(seed=1)
        given["snapshot"] = other.snapshot()
    if method == "call":
        given["name"] = "action_masks"
    return given


@pytest.mark.parametrize("kind", MAKERS)
def test_before_reset__every_method_works_or_says_so(kind) -> None:
    """Whatever needs a game is refused with the advice to call reset(), in copies too; and names of attributes say the same."""
    for method in methods_of(MAKERS[kind]()):
        if (kind, method) == NO_OPPONENTS or method == "restore" and kind != "AEC":  # a snapshot of three seats
            continue
        env = copy.deepcopy(MAKERS[kind]())
        call = getattr(env, method)
        if method in BEFORE_RESET:
            call(**arguments_of(env, method))
            continue
        expected = NoAsyncCallError if method == "step_wait" else ResetNeeded
        with pytest.raises(expected, match=r"call (reset\(\) first|step_async)"):
            call(**arguments_of(env, method))
    assert getattr(env, "_repr_svg_", lambda: None)() is None


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("kind", MAKERS)
def test_after_close__every_method_is_refused(kind, begun) -> None:
    """Nothing can be played, shown or asked any more, whether there was a game or not; closing again does no harm."""
    for method in methods_of(MAKERS[kind]()):
        env = MAKERS[kind]()
        if begun:
            env.reset()
        env.close()
        env.close()
        for one in (env, pickle.loads(pickle.dumps(env))):  # noqa: S301
            call = getattr(one, method)
            if method in ANY_TIME:
                call(**arguments_of(env, method))
                continue
            expected = NoAsyncCallError if method == "step_wait" else ClosedEnvironmentError
            with pytest.raises(expected, match=r"after close\(\): create another environment|step_async"):
                call(**arguments_of(env, method))
    assert getattr(env, "_repr_svg_", lambda: None)() is None


@pytest.mark.parametrize("kind", MAKERS)
def test_wrong_arguments__are_named_with_what_was_expected(kind) -> None:
    """Every parameter of every method of ours: the error is of a documented kind, shows the value and says what was expected.
    A parameter that is not in the lists of this test fails."""
    env, tried = MAKERS[kind](), 0
    env.reset()
    for method in methods_of(env):
        function = getattr(env, method)
        if not function.__func__.__module__.startswith("fs_env") or (kind, method) == NO_OPPONENTS:
            continue
        for name, parameter in inspect.signature(function).parameters.items():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD) or (method, name) in UNCHECKED:
                continue
            by_name = name in ("name", "attr_name", "method_name")
            for value in WRONG[name]:
                with pytest.raises(AttributeError if by_name else (ValueError, TypeError)) as told:
                    function(**{**arguments_of(env, method), name: value})
                message = str(told.value)
                assert "expected" in message, f"{method}({name}={value!r}): {message}"
                shown = (str(value), repr(value), "shape", "dtype", type(value).__name__)
                assert name in NAMED_BY_NUMBER or any(one in message for one in shown), (
                    f"{method}({name}={value!r}): {message}"
                )
                tried += 1
    assert tried > 20
