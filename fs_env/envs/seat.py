"""`GameSeatEnv`: one seat of a game against named opponents, as a Gymnasium environment.

Source: https://gymnasium.farama.org/api/env/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from fs_env.core.checks import check_choice, check_whole
from fs_env.envs.actions import check_action
from fs_env.envs.changes import TextDiff
from fs_env.envs.interface import ANY_GAME, SEAT_DEFAULTS, AnySeat, taking
from fs_env.envs.lifetime import Lifetime
from fs_env.envs.options import check_options, warn_unknown
from fs_env.envs.vector import GameVectorEnv

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

RENDER_MODES = ("ansi", "human", "rgb_array")
MAX_SEED = 2**63 - 2
NO_ID = -1  # no action has it


class GameSeatEnv(Lifetime, gymnasium.Env[Any, int]):
    """One seat of a game; the others are played by `opponents` inside `step` and `reset`. Where one person plays all seats
    (`Game.single_agent`) there are no opponents, and every decision is put to the caller.

    It is one row of a `GameVectorEnv` with `view="seat"` and behaves as described there: after `reset(seed=s)` it plays
    what row i plays after `reset(seed=s - i)`. A `reset()` without a seed begins the next game of the same sequence.

    Observations are `{"observation": int16 array, "action_mask": int8 (num_actions,)}`, in arrays that belong to the
    caller. Infos have the same keys in every step: "seat", "decisions" (so far, of all seats), "returns" (float64
    (num_players,), 0 until the end), with `passes` "passed", with `illegal="lose"` "illegal_action" (False until one loses
    the game), and with `mask_in` "info" or "both" "action_mask".

    Args:
        game: the rules.
        num_players, seat, opponents, game_options, observation, skip_forced, passes, mask_in: as in `GameVectorEnv`.
        illegal: what an illegal action does: "lose" ends the game, terminated, with reward -1 and
            `info["illegal_action"]` True, so that every id of the action space may be given, as Gymnasium expects; "error"
            raises IllegalAction and changes nothing.
        max_episode_steps: actions after which a game is truncated, as Gymnasium's TimeLimit does.
        render_mode: None, "ansi" (`render` returns text), "rgb_array" (it returns pixels) or "human" (prints the position after
            `reset` and what changed after every step).

    Raises:
        ValueError: an option that does not exist or a value out of range.
        TypeError: a value of the wrong kind.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    @taking(AnySeat, SEAT_DEFAULTS, ANY_GAME)
    def __init__(self, game: Game, **options: Unpack[AnySeat]) -> None:
        mode = options["render_mode"]
        self.render_mode = None if mode is None else check_choice("render_mode", mode, RENDER_MODES)
        row: dict[str, Any] = options | {"render_mode": None, "threads": 1, "autoreset_mode": AutoresetMode.DISABLED}
        self._row = GameVectorEnv(game, 1, **row)
        self.game, self.num_players, self.single_agent = game, self._row.num_players, self._row.single_agent
        self.observation_space = self._row.single_observation_space
        self.action_space = self._row.single_action_space
        self._live = False
        self._chosen = np.zeros(1, np.int64)
        self._diff = TextDiff()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts a new game and stops at the first decision of the learner.

        Args:
            seed: 0..2**63-2, deals what `Game.setup(seed=...)` deals; None: the next game of the sequence that the last
                seed started, else fresh entropy.
            options: none exist; keys are ignored with a warning.

        Raises:
            ValueError: a seed out of range.
            ClosedEnvironmentError: after `close`.
        """
        self._need_open("reset()")
        warn_unknown(check_options(options), [])
        number = None if seed is None else check_whole("seed", seed, 0, MAX_SEED)
        super().reset(seed=number)
        if number is None and not self._live and self._np_random is None:
            number = int(self.np_random.integers(MAX_SEED))
        observations, infos = self._row.reset(seed=number)
        self._live = self._begun = True
        if self.render_mode == "human":
            self.render()
        self._names = [name for name in infos if not name.startswith("_")]
        return seen_in(observations), self._info(infos)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Answers the learner's decision and plays on to the next one or to the end.

        Args:
            action: a whole number, or an array or tensor with one.

        Raises:
            ResetNeeded: no `reset` yet, or the game is over.
            ClosedEnvironmentError: after `close`.
            IllegalAction: not legal, with `illegal="error"`.
            TypeError: not a whole number. ValueError: an array with several.
        """
        if not self._live:
            self._need_reset("step()")
            raise ResetNeeded("step() after the end of the game: call reset() first")
        number = check_action(action, self.game.num_actions)
        if not 0 <= number < self.game.num_actions:  # it may be too large for an array
            if self._row.illegal == "error":
                self.game.refuse(self._row._rows.S, number)
            number = NO_ID
        self._chosen[0] = number
        observations, rewards, terminations, truncations, infos = self._row.step(self._chosen)
        terminated, truncated = bool(terminations[0]), bool(truncations[0])
        self._live = not (terminated or truncated)
        if self.render_mode == "human":
            print(self._diff.news(self._row.text(0)))
        return seen_in(observations), float(rewards[0]), terminated, truncated, self._info(infos)

    def action_masks(self) -> NDArray[np.int8]:
        """The legal actions of the pending decision, int8 (num_actions,): the environment's own buffer.

        Raises:
            ResetNeeded: no `reset` yet.
            ClosedEnvironmentError: after `close`.
        """
        return self._row.action_masks()[0]

    def set_opponents(self, opponents: Any) -> None:
        """Sets the opponents, from the next game on; see `GameVectorEnv.set_opponents`."""
        self._row.set_opponents(opponents)

    def record(self, folder: str | Path | None, names: Sequence[str] | None = None) -> None:
        """Writes a replay of every game from the next `reset` on, at its end or when it is left; see `GameVectorEnv.record`."""
        self._row.record(folder, names)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The game as the learner's seat may know it: as text or pixels, returned or printed, as `render_mode` says.

        Raises:
            ResetNeeded: no `reset` yet.
            ClosedEnvironmentError: after `close`.
            ImportError: pixels without the extra "drawing".
        """
        self._need_open("render()")
        if self.render_mode is None:
            return None
        self._need_reset("render()")
        if self.render_mode == "rgb_array":
            return self._row.picture(0)
        text = self._row.text(0)
        if self.render_mode == "ansi":
            return text
        print(self._diff.all(text))
        return None

    def _repr_svg_(self) -> str | None:
        """For notebooks: what the learner's seat sees as a drawing, None before `reset` and after `close`."""
        return None if self.closed or not self._begun else self._row.drawing(0).svg()

    def close(self) -> None:
        """Closes the environment; all other calls raise an error from now on. May be called more than once."""
        self._row.close()
        self.closed = True

    def _info(self, infos: Mapping[str, Any]) -> dict[str, Any]:
        found = [(name, infos[name]) for name in self._names]
        return {name: value[0] if value.ndim > 1 else value.item() for name, value in found}


def seen_in(observations: Any) -> Any:
    if not isinstance(observations, dict):
        return observations[0]
    if "indptr" in observations:
        return observations
    return {name: seen_in(value) for name, value in observations.items()}
