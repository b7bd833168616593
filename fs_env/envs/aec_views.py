"""Views of an AEC environment apart from its loop: its spaces, the whole state, and texts."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo.utils.env import AECEnv

from fs_env.core.checks import unknown
from fs_env.envs.actions import check_action
from fs_env.envs.changes import TextDiff
from fs_env.envs.lifetime import Lifetime

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game


class AECViews(Lifetime, AECEnv[str, Any, int]):
    """The base of `GameAEC`, which sets the attributes declared here."""

    game: Game
    num_players: int
    render_mode: str | None
    observation_spaces: dict[str, spaces.Space[Any]]
    action_spaces: dict[str, spaces.Space[Any]]
    _state: np.ndarray
    _diff: TextDiff
    _convert: Callable[[np.ndarray], np.ndarray] | None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same space object each time. Raises ValueError for an unknown agent."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """`Discrete(num_actions)`, the same object each time. Raises ValueError for an unknown agent."""
        return self.action_spaces[self._known(agent)]

    def state(self) -> np.ndarray:
        """All seats' observations stacked, int16 of shape `[num_players, ...]`: a critic's view, not for the agents."""
        self._need_reset("state()")
        rows = [self.game.observe(self._state, seat) for seat in range(self.num_players)]
        return np.stack(rows if self._convert is None else [self._convert(row) for row in rows])

    def decision_text(self) -> str:
        """The pending decision as text."""
        self._need_reset("decision_text()")
        return self.game.decision_text(self._state)

    def action_text(self, action: int) -> str:
        """The text of an action id, the same in every position. Raises ValueError or TypeError for an invalid id."""
        return self.game.action_text(check_action(action, self.game.num_actions))

    def render(self) -> str | NDArray[np.uint8] | None:
        """The whole position: as text, returned for "ansi" and printed for "human"; as pixels for "rgb_array".

        Raises:
            ResetNeeded: no `reset` yet.
            ClosedEnvironmentError: after `close`.
            ImportError: pixels without the extra "drawing".
        """
        self._need_open("render()")
        if self.render_mode is None:
            warnings.warn('render() without a render_mode: create one with render_mode="ansi"', stacklevel=2)
            return None
        self._need_reset("render()")
        if self.render_mode == "rgb_array":
            from fs_env.drawing import draw, pixels

            return pixels(draw(self.game, self._state))
        text = self.game.text(self._state)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(self._diff.all(text) + "\n")
        return None

    def _show_news(self) -> None:
        sys.stdout.write(self._diff.news(self.game.text(self._state)) + "\n")

    def _repr_svg_(self) -> str | None:
        """For notebooks: the whole position as a drawing, None before `reset` and after `close`."""
        if self.closed or not self._begun:
            return None
        from fs_env.drawing import draw

        return draw(self.game, self._state).svg()

    def _known(self, agent: str) -> str:
        if not isinstance(agent, str) or agent not in self.action_spaces:
            raise ValueError(unknown("agent", agent, self.action_spaces))
        return agent
