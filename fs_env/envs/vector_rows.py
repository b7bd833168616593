"""The rows of a vector environment one by one: as texts and pixels, and as if each were its own environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import VectorEnv
from numpy.typing import NDArray

from fs_env.core.checks import check_choice, check_whole, expected
from fs_env.envs.lifetime import Lifetime
from fs_env.envs.options import check_limit

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game
    from fs_env.core.machine.run.rows import Rows
    from fs_env.drawing.canvas import Canvas

RENDER_MODES = ("ansi", "rgb_array")
BY_ROW = ("text", "drawing", "picture")  # methods whose first argument is a row
OF_ALL_ROWS = ("action_masks", "legal_ids", "seating", "render")  # their answers are divided among the rows
ONCE = ("set_opponents", "record")  # called once for all rows
METHODS = frozenset((*BY_ROW, *OF_ALL_ROWS, *ONCE))
SINGLE = {"observation_space": "single_observation_space", "action_space": "single_action_space"}


def check_render_mode(mode: Any) -> str | None:
    return None if mode is None else check_choice("render_mode", mode, RENDER_MODES)


SETTABLE: dict[str, Callable[[Any], Any]] = {"render_mode": check_render_mode, "max_episode_steps": check_limit}


class RowAccess(Lifetime, VectorEnv[Any, NDArray[Any], NDArray[Any]]):
    """The base of `GameVectorEnv`, which sets the attributes declared here."""

    game: Game
    render_mode: str | None
    _rows: Rows
    _reported_seats: NDArray[np.int64]  # the seat of each row; < 0: the game is over

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """The answers of a method of each row, or the values of an attribute, as `SyncVectorEnv.call` gives them.

        Args:
            name: a method: "text", "drawing" and "picture" of a row; "action_masks", "legal_ids", "seating" and "render", of
                which each row gets its part; "set_opponents" and "record", called once for all rows; or a public attribute.
            args, kwargs: of a method.

        Raises:
            AttributeError: nothing public has that name, or a method that is not for single rows, such as "step".
        """
        attribute = self.row_attribute(name)
        if not callable(attribute):
            return (attribute,) * self.num_envs
        if name in BY_ROW:
            return tuple(attribute(row, *args, **kwargs) for row in range(self.num_envs))
        answer = attribute(*args, **kwargs)
        if name in ONCE or answer is None:
            return (answer,) * self.num_envs
        return tuple(zip(*answer, strict=True)) if name == "legal_ids" else tuple(answer)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """A public attribute of each row, as `SyncVectorEnv.get_attr` gives it; spaces are those of one row. As `call` without
        arguments for the name of a method.

        Raises:
            AttributeError: nothing public has that name.
        """
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Sets "render_mode" or "max_episode_steps" (of steps from then on, if there was no limit), for all rows; other options
        are fixed when the environment is created.

        Args:
            name: of the attribute.
            values: one value, or a list or tuple with the same one for each row.

        Raises:
            AttributeError: nothing public has that name.
            ValueError: an attribute that is fixed, a bad value, a wrong number of them, or different ones: rows share it.
            TypeError: a value of the wrong kind.
        """
        self._need_open("set_attr()")
        self.row_attribute(name)
        if name not in SETTABLE:
            also = "; opponents are set by set_opponents()" if name in ("opponents", "set_opponents") else ""
            raise ValueError(f"set_attr({name!r}): expected {' or '.join(SETTABLE)}; the rest is fixed by now{also}")
        given = list(values) if isinstance(values, (list, tuple)) else [values] * self.num_envs
        if len(given) != self.num_envs:
            raise ValueError(f"set_attr({name!r}): {len(given)} values for num_envs={self.num_envs}: expected one each")
        if any(value is not given[0] and value != given[0] for value in given):
            raise ValueError(f"set_attr({name!r}): {given!r}: expected the same value for each row: rows share it")
        setattr(self, name, SETTABLE[name](given[0]))

    def row_attribute(self, name: str) -> Any:
        """A public attribute by name, spaces being those of one row; a method as it is here. Raises as `call`."""
        if not isinstance(name, str) or name.startswith("_") or not hasattr(self, name):
            known = [one for one in dir(self) if not one.startswith("_")]
            raise AttributeError(f"a row of a {type(self).__name__} has no attribute {name!r}: {expected(name, known)}")
        attribute = getattr(self, SINGLE.get(name, name))
        if callable(attribute) and name not in METHODS:
            raise AttributeError(
                f"{name!r} is not for single rows: expected an attribute or {', '.join(sorted(METHODS))}; call {name}() of the "
                f"{type(self).__name__}, for all rows"
            )
        return attribute

    # -- texts and pixels --------------------------------------------------------------------------------------------

    def render(self) -> tuple[str, ...] | tuple[NDArray[np.uint8], ...] | None:
        """The text or the pixels of each game, for what its seat may know; None without `render_mode`.

        Raises:
            ResetNeeded: no `reset` of all rows yet.
            ClosedEnvironmentError: after `close`.
            ImportError: pixels without the extra "drawing".
        """
        self._need_open("render()")
        if self.render_mode is None:
            return None
        self._need_reset("render()")
        if self.render_mode == "rgb_array":
            return tuple(self.picture(row) for row in range(self.num_envs))
        return tuple(self.text(row) for row in range(self.num_envs))

    def text(self, row: int) -> str:
        """The game of one row as text, as far as the seat in `infos["seat"]` may know it (all, after the end).

        Raises:
            ValueError: no such row. TypeError: no whole number.
            ResetNeeded: no `reset` of all rows yet.
            ClosedEnvironmentError: after `close`.
        """
        self._need_reset("text()")
        return self.game.text(self._rows.S, row, player=self._reader(row))

    def drawing(self, row: int) -> Canvas:
        """The game of one row as a drawing, as far as `text` shows it. Raises as `text`."""
        self._need_reset("drawing()")
        from fs_env.drawing import draw

        reader = self._reader(row)
        return draw(self.game, self._rows.S, row, player=reader)

    def picture(self, row: int) -> NDArray[np.uint8]:
        """The drawing of one row as pixels, uint8 (height, width, 3). Raises as `text`, and ImportError without the extra "drawing"."""
        from fs_env.drawing import pixels

        return pixels(self.drawing(row))

    def _repr_svg_(self) -> str | None:
        """For notebooks: the first games as a grid of drawings, None before `reset` and after `close`."""
        if self.closed or not self._begun:
            return None
        from fs_env.drawing.grid import MOST, draw_batch

        rows = range(min(self.num_envs, MOST))
        return draw_batch(self.game, self._rows.S, [self._reader(row) for row in rows]).svg()

    def _reader(self, row: int) -> int | None:
        seat = int(self._reported_seats[check_whole("row", row, 0, self.num_envs - 1)])
        return seat if seat >= 0 else None
