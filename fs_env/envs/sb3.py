"""`GameVecEnv`: adapts a `GameVectorEnv` to stable-baselines3, with the action masks that `MaskablePPO` needs.

Needs the extra "train": in the source tree `pip install '.[train]'`. `import fs_env` does not import this module. Source:
https://stable-baselines3.readthedocs.io/en/master/guide/vec_envs.html and
https://sb3-contrib.readthedocs.io/en/master/modules/ppo_mask.html
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import NoAsyncCallError
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from fs_env.core.checks import check_whole
from fs_env.envs.options import check_options, warn_unknown
from fs_env.envs.vector import GameVectorEnv
from fs_env.envs.vector_input import MAX_SEED

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise type(error)(
        f"fs_env.envs.sb3 needs stable-baselines3, which cannot be imported ({error}): in the source tree, pip install '.[train]'",
        name=error.name,
    ) from error

Indices = int | Iterable[int] | None


class GameVecEnv(VecEnv):
    """The rows of a `GameVectorEnv` as a native `VecEnv`: one learner's seat in each row, no Python loop over the games.

    Observations are int16 (num_envs, ...), in the form chosen for the vector environment; the learner's policy casts them. Masks come
    from `action_masks()` and `env_method("action_masks")`. Rewards are float32 (num_envs,): 0 until the end of a game, then the return of
    the learner's seat, even if another seat made the last decision. A new game begins in the step that ends one.

    Infos of every row in every step, and in `reset_infos`:
        "seat", "returns", "decisions": the learner's seat, float64 returns of all seats, decisions of all seats: of the game
            that ended in this step, otherwise of the one that runs (its returns are 0).
        "TimeLimit.truncated": True if a game reached its limit of decisions, so that its value is bootstrapped.
        "is_success": True if the learner won or shared the win in this step.
        "illegal_action": with `illegal="lose"`: True if the learner lost by one in this step.
        "action_mask": with `mask_in` "info" or "both": the legal actions of the decision that is pending now.
    Only of a row whose game ended in this step, as stable-baselines3 expects:
        "terminal_observation": the last observation of the learner's seat.
        "episode": "r", the sum of rewards, "l", the decisions of the learner, "t", seconds since the environment was
            made, as from a `Monitor`; no `VecMonitor` is needed.

    Args:
        env: made with `view="seat"`, `autoreset_mode="SameStep"` and `copy=True` (stable-baselines3 stores observations
            after later ones were created).

    Raises:
        ValueError: the environment has another view or mode, makes no copies, or gives sparse observations.
    """

    def __init__(self, env: GameVectorEnv) -> None:
        if not isinstance(env, GameVectorEnv):
            raise TypeError(f"env={env!r}: expected a GameVectorEnv, as vector_env() of a game returns")
        for refused, given, reason, other in (
            (env.view != "seat", f"view={env.view!r}", "plays one seat", 'view="seat"'),
            (
                env.autoreset_mode is not AutoresetMode.SAME_STEP,
                f"autoreset_mode={env.autoreset_mode.value!r}",
                "expects a new game in the step that ends one",
                'autoreset_mode="SameStep"',
            ),
            (not env.copy, "copy=False", "stores an observation after the next step", "copy=True"),
            (env.coding is not None, 'observation="sparse"', "stores no sparse observations", 'observation="flat"'),
        ):
            if refused:
                raise ValueError(f"{given}: stable-baselines3 {reason}; create the environment with {other}")
        self.env = env
        space = env.single_observation_space
        if isinstance(space, spaces.Dict):
            space = space["observation"]
        super().__init__(env.num_envs, space, env.single_action_space)
        self.metadata |= {"render_fps": env.metadata["render_fps"]}
        self._actions: Any = None  # stored by step_async
        self._sums = np.zeros(env.num_envs, np.float64)
        self._lengths = np.zeros(env.num_envs, np.int64)
        self._begun = perf_counter()
        self._unpaid = np.zeros(env.num_players)  # of all games that run; it must not be written to
        self._unpaid.flags.writeable = False

    def action_masks(self) -> NDArray[np.int8]:
        """The legal actions of each row, int8 (num_envs, num_actions), never all zeros; valid until the next step. Raises as
        `GameVectorEnv.action_masks`."""
        return self.env.action_masks()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Sets the seeds of the next `reset`: row i gets seed + i; None draws one.

        Raises:
            ValueError: a seed out of range. TypeError: no whole number.
        """
        return super().seed(None if seed is None else check_whole("seed", seed, 0, MAX_SEED - self.num_envs))

    def set_options(self, options: Any = None) -> None:
        """Sets the options of the next `reset`: a dictionary for all rows, or a list with one for each. None exist.

        Raises:
            TypeError: no dictionaries. ValueError: a wrong number of them.
        """
        given = options if isinstance(options, list) else [options] * self.num_envs
        if len(given) != self.num_envs:
            raise ValueError(f"options={options!r}: expected a dictionary, or a list of {self.num_envs}, one a row")
        super().set_options([dict(check_options(one)) for one in given])

    def reset(self) -> NDArray[np.int16]:
        """Begins new games in all rows, with the seeds set by `seed`. There are no options; any that were set cause a warning.

        Raises:
            ClosedEnvironmentError: after `close`.
        """
        warn_unknown({name for options in self._options for name in options}, [])
        seeds = self._seeds if any(seed is not None for seed in self._seeds) else None
        observation, infos = self.env.reset(seed=seeds)
        self._reset_seeds()
        self._reset_options()
        self._sums[:], self._lengths[:] = 0, 0
        self._actions = None
        self.reset_infos = self._infos(infos)
        return seen_in(observation)

    def step_async(self, actions: NDArray[Any]) -> None:
        """Stores the actions, integers of shape (num_envs,) or (num_envs, 1); `step_wait` plays them."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.int16], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Plays the stored actions and those of all other seats, up to the learner's next decisions.

        Returns:
            Observations, rewards, which games ended, infos; see the class.

        Raises:
            NoAsyncCallError: no `step_async` before it.
            IllegalAction: an action that is not legal, unless the environment has `illegal="lose"`.
            ClosedEnvironmentError, ResetNeeded, ValueError, TypeError: as `GameVectorEnv.step`.
        """
        actions, self._actions = self._actions, None
        if actions is None:
            raise NoAsyncCallError(
                "step_wait() without actions: call step_async(actions) first, or step(actions)", "step_wait"
            )
        observation, rewards, terminations, truncations, infos = self.env.step(actions)
        ended = terminations | truncations
        rows = self._infos(infos)
        self._sums += rewards
        self._lengths += 1
        if "final_obs" in infos:
            final, now = infos["final_info"], perf_counter() - self._begun
            for row in ended.nonzero()[0].tolist():
                rows[row] |= {
                    "seat": int(final["seat"][row]),
                    "decisions": int(final["decisions"][row]),
                    "returns": final["returns"][row],
                    "terminal_observation": seen_in(infos["final_obs"][row]),
                    "TimeLimit.truncated": bool(truncations[row] and not terminations[row]),
                    "episode": {"r": float(self._sums[row]), "l": int(self._lengths[row]), "t": now},
                    "is_success": bool(rewards[row] > 0),
                }
            self._sums[ended], self._lengths[ended] = 0, 0
        return seen_in(observation), rewards.astype(np.float32), ended, rows

    def set_opponents(self, opponents: Any) -> None:
        """Sets the opponents for games that begin from now on; see `GameVectorEnv`."""
        self.env.set_opponents(opponents)

    def close(self) -> None:
        """Ends the threads; all other calls raise an error from now on. May be called more than once."""
        self.env.close()

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """A public attribute of some rows; for the name of a method, a function for each of them.

        Raises:
            AttributeError: nothing public has that name, or a method that is not for single rows; `GameVectorEnv.call` lists them.
            ValueError: no such row. TypeError: no whole number.
        """
        rows, value = self._rows_of(indices), self.env.row_attribute(attr_name)
        return [partial(self._answer, attr_name, row) for row in rows] if callable(value) else [value] * len(rows)

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Sets an attribute of all rows; names and errors as in `GameVectorEnv.set_attr`.

        Raises:
            ValueError: `indices` selects only some rows, but rows share all attributes.
        """
        if len(set(self._rows_of(indices))) != self.num_envs:
            raise ValueError(f"set_attr({attr_name!r}) for some rows: they share their attributes; leave indices out")
        self.env.set_attr(attr_name, [value] * self.num_envs)
        if attr_name == "render_mode":
            self.render_mode = value

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """The answers of a method of some rows, as `GameVectorEnv.call` gives them; it calls "set_opponents" and "record" once,
        for all rows.

        Raises:
            AttributeError: there is no such method for single rows.
            ValueError: no such row. TypeError: no whole number.
        """
        rows = self._rows_of(indices)
        if not callable(self.env.row_attribute(method_name)):
            raise AttributeError(f"{method_name!r} is an attribute, expected a method: read it with get_attr()")
        answers = self.env.call(method_name, *method_args, **method_kwargs)
        return [answers[row] for row in rows]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        """True for `Monitor`, because infos have "episode"; rows have no other wrappers."""
        if not isinstance(wrapper_class, type):
            raise TypeError(f"env_is_wrapped({wrapper_class!r}): expected a class of wrappers")
        return [issubclass(Monitor, wrapper_class)] * len(self._rows_of(indices))

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """The pixels of each game, as its learner may know it; None for each row unless `render_mode` is "rgb_array". Raises as
        `GameVectorEnv.render`."""
        pictures = [one for one in self.env.render() or () if not isinstance(one, str)]
        return pictures or [None] * self.num_envs

    def _infos(self, infos: dict[str, Any]) -> list[dict[str, Any]]:
        unpaid = self._unpaid
        found: list[dict[str, Any]] = [
            {"seat": seat, "decisions": n, "returns": unpaid, "TimeLimit.truncated": False, "is_success": False}
            for seat, n in zip(infos["seat"].tolist(), infos["decisions"].tolist(), strict=True)
        ]
        for name in ("illegal_action", "action_mask"):
            if name in infos:
                values = infos[name]
                for row, value in zip(found, values if values.ndim > 1 else values.tolist(), strict=True):
                    row[name] = value
        return found

    def _answer(self, name: str, row: int, *args: Any, **kwargs: Any) -> Any:
        return self.env.call(name, *args, **kwargs)[row]

    def _rows_of(self, indices: Indices) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        given = indices if isinstance(indices, Iterable) else [indices]
        return [check_whole("index", row, 0, self.num_envs - 1) for row in given]


def seen_in(observation: Any) -> Any:
    return observation["observation"] if isinstance(observation, dict) else observation
