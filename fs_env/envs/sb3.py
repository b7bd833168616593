"""`GameVecEnv`: adapts a `GameVectorEnv` to stable-baselines3, with the action masks that `MaskablePPO` needs.

Needs the extra "train": in the source tree `pip install '.[train]'`. `import fs_env` does not import this module. Source:
https://stable-baselines3.readthedocs.io/en/master/guide/vec_envs.html and
https://sb3-contrib.readthedocs.io/en/master/modules/ppo_mask.html
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv

from fs_env.envs.options import warn_unknown

if TYPE_CHECKING:
    from fs_env.envs.vector import GameVectorEnv

Indices = int | Iterable[int] | None


class GameVecEnv(VecEnv):
    """The rows of a `GameVectorEnv` as a native `VecEnv`: one learner's seat in each row, no Python loop over the games.

    Observations are int16 (num_envs, ...), in the form chosen for the vector environment; the learner's policy casts
    them. Masks come from `action_masks()` and `env_method("action_masks")`. Rewards are float32 (num_envs,): 0 until
    the end of a game, then the return of the learner's seat, even if another seat made the last decision. A new game
    begins in the step that ends one.

    The info of a row whose game ended in this step has:
        "terminal_observation": the last observation of the learner's seat.
        "TimeLimit.truncated": True if the game reached its limit of decisions, so that its value is bootstrapped.
        "episode": "r", the sum of rewards, "l", the decisions of the learner, "t", seconds since the environment was
            made, as from a `Monitor`; no `VecMonitor` is needed.
        "is_success": True if the learner won or shared the win.
        "seat", "returns", "decisions": the learner's seat, float64 returns of all seats, decisions of all seats.
    All other infos are empty.

    Args:
        env: made with `view="seat"`, `autoreset_mode="SameStep"` and `copy=True` (stable-baselines3 stores observations
            after later ones were made).

    Raises:
        ValueError: the environment has another view or mode, or makes no copies.
    """

    def __init__(self, env: GameVectorEnv) -> None:
        if env.view != "seat":
            raise ValueError(
                f'view={env.view!r}: a learner of stable-baselines3 plays one seat; make the environment with view="seat"'
            )
        if env.autoreset_mode is not AutoresetMode.SAME_STEP:
            raise ValueError(
                f"autoreset_mode={env.autoreset_mode.value!r}: stable-baselines3 expects a new game in the step that ends "
                'one; make the environment with autoreset_mode="SameStep"'
            )
        if not env.copy:
            raise ValueError(
                "copy=False: stable-baselines3 stores an observation after the next one was made; make the environment "
                "with copy=True"
            )
        self.env = env
        space = env.single_observation_space
        assert isinstance(space, spaces.Dict)
        super().__init__(env.num_envs, space["observation"], env.single_action_space)
        self.metadata |= {"render_fps": env.metadata["render_fps"]}
        self._actions: NDArray[Any] = np.zeros(env.num_envs, np.int64)
        self._sums = np.zeros(env.num_envs, np.float64)
        self._lengths = np.zeros(env.num_envs, np.int64)
        self._begun = perf_counter()

    def action_masks(self) -> NDArray[np.int8]:
        """The legal actions of each row, int8 (num_envs, num_actions), never all zeros; valid until the next step."""
        return self.env.action_masks()

    def reset(self) -> NDArray[np.int16]:
        """Begins new games in all rows, with the seeds set by `seed`. There are no options; any that were set cause a
        warning."""
        warn_unknown({name for options in self._options for name in options}, [])
        seeds = self._seeds if any(seed is not None for seed in self._seeds) else None
        told, infos = self.env.reset(seed=seeds)
        self._reset_seeds()
        self._reset_options()
        self._sums[:], self._lengths[:] = 0, 0
        self.reset_infos = [
            {"seat": seat, "decisions": decisions}
            for seat, decisions in zip(infos["seat"].tolist(), infos["decisions"].tolist())
        ]
        return told["observation"]

    def step_async(self, actions: NDArray[Any]) -> None:
        """Stores the actions, integers of shape (num_envs,); `step_wait` plays them."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.int16], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Plays the stored actions and those of all other seats, up to the learner's next decisions.

        Returns:
            Observations, rewards, which games ended, infos; see the class.

        Raises:
            IllegalAction: an action that is not legal, unless the environment was made with `illegal="lose"`.
        """
        told, rewards, terminations, truncations, infos = self.env.step(self._actions)
        ended = terminations | truncations
        rows: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._sums += rewards
        self._lengths += 1
        if "final_obs" in infos:
            final, now = infos["final_info"], perf_counter() - self._begun
            for row in ended.nonzero()[0].tolist():
                rows[row] = {
                    "terminal_observation": infos["final_obs"][row]["observation"],
                    "TimeLimit.truncated": bool(truncations[row] and not terminations[row]),
                    "episode": {"r": float(self._sums[row]), "l": int(self._lengths[row]), "t": now},
                    "is_success": bool(rewards[row] > 0),
                    "seat": int(final["seat"][row]),
                    "returns": final["returns"][row].copy(),
                    "decisions": int(final["decisions"][row]),
                }
            self._sums[ended], self._lengths[ended] = 0, 0
        return told["observation"], rewards.astype(np.float32), ended, rows

    def set_opponents(self, opponents: Any) -> None:
        """Sets the opponents for games that begin from now on; see `GameVectorEnv`."""
        self.env.set_opponents(opponents)

    def close(self) -> None:
        """Ends the threads; may be called more than once."""
        self.env.close()

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """A public attribute of the vector environment, repeated for each row; "action_masks" gives a function for each row.

        Raises:
            AttributeError: it has no such public attribute.
        """
        rows = self._rows_of(indices)
        if attr_name == "action_masks":
            return [partial(self._masks_of, row) for row in rows]
        if attr_name.startswith("_"):
            raise AttributeError(f"{attr_name!r} is not a public attribute of a {type(self.env).__name__}")
        return [getattr(self.env, attr_name)] * len(rows)

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Sets a public attribute of the vector environment.

        Raises:
            AttributeError: it has no such public attribute.
            ValueError: `indices` selects only some rows, but rows share all attributes.
        """
        if len(self._rows_of(indices)) != self.num_envs:
            raise ValueError(f"set_attr({attr_name!r}) for some rows: they share their attributes; leave indices out")
        self.get_attr(attr_name)
        setattr(self.env, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """The results of a method, one for each row: "action_masks" gives each row's mask, other methods are called only once.

        Raises:
            AttributeError: there is no such method.
        """
        rows = self._rows_of(indices)
        if method_name == "action_masks":
            masks = self.env.action_masks()
            return [masks[row] for row in rows]
        answer = self.get_attr(method_name)[0](*method_args, **method_kwargs)
        return [answer] * len(rows)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        """True for `Monitor`, because infos have "episode"; rows have no other wrappers."""
        return [issubclass(Monitor, wrapper_class)] * len(self._rows_of(indices))

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """The pixels of each game, as its learner may know it; None for each row unless `render_mode` is "rgb_array"."""
        if self.render_mode != "rgb_array":
            return [None] * self.num_envs
        return [self.env.picture(row) for row in range(self.num_envs)]

    def _masks_of(self, row: int) -> NDArray[np.int8]:
        return self.env.action_masks()[row]

    def _rows_of(self, indices: Indices) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        return [indices] if isinstance(indices, int) else list(indices)
