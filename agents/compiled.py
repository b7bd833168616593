"""Bots whose play is one compiled policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fs_env.core.machine.run.policy import Policy

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView


class CompiledAgent:
    """Plays as a `Policy` does; an object only stores the memory of one game.

    A subclass sets both attributes. The arena plays whole games of such bots without coming back to Python.
    """

    name: str
    policy: Policy

    def __init__(self) -> None:
        self._memory = self.policy.new_memory(0)

    def reset(self, seat: int, seed: int) -> None:
        self._memory = self.policy.new_memory(seed)

    def act(self, view: SeatView) -> int:
        return self.policy.act(view.observation, view.legal.astype(np.int16), self._memory)
