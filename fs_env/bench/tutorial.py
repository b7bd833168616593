"""PettingZoo's connect_four, wrapped for MaskablePPO as in its tutorial: one learner plays both sides.

Source: https://pettingzoo.farama.org/tutorials/sb3/connect_four/
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray


class ConnectFour(gymnasium.Env[NDArray[Any], int]):
    """Each step is one move and returns the reward of the side that moved; `action_masks` gives the mask."""

    def __init__(self) -> None:
        from pettingzoo.classic import connect_four_v3

        self._env = connect_four_v3.env()
        self._env.reset()
        first = self._env.possible_agents[0]
        board = self._env.observation_space(first)["observation"]
        self.observation_space = gymnasium.spaces.Box(0, 1, (int(np.prod(board.shape)),), np.int8)
        self.action_space = self._env.action_space(first)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins a new game."""
        super().reset(seed=seed)
        self._env.reset(seed)
        return self._seen(), {}

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Plays one move of the current side."""
        mover = self._env.agent_selection
        self._env.step(int(action))
        _, _, terminated, truncated, _ = self._env.last()
        return self._seen(), float(self._env.rewards[mover]), bool(terminated), bool(truncated), {}

    def action_masks(self) -> NDArray[np.int8]:
        """The columns that are not full."""
        mask: NDArray[np.int8] = self._env.observe(self._env.agent_selection)["action_mask"]
        return mask

    def _seen(self) -> NDArray[Any]:
        board: NDArray[Any] = self._env.observe(self._env.agent_selection)["observation"]
        return board.reshape(-1)
