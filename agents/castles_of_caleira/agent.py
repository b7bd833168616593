"""The bot as an agent of the arena; its play is one compiled policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fs_env.agents.castles_of_caleira.choice import choose
from fs_env.core.machine.policy import Policy

if TYPE_CHECKING:
    from fs_env.arena.agent import SeatView


class HeuristicAgent:
    """Plays Castles of Caleira by the points that each legal action brings now; sees only its `SeatView`.

    It hunts Princess Spires, turns up its own pieces when that pays, turns down and destroys those of the leading player, and
    keeps its own Spire in hand for as long as it can. It uses no randomness: among equal values it takes the lowest id.
    """

    name = "heuristic"
    policy = Policy("heuristic", "castles_of_caleira", choose, 2)

    def __init__(self) -> None:
        self._memory = self.policy.new_memory(0)

    def reset(self, seat: int, seed: int) -> None:
        """Starts a game."""
        self._memory = self.policy.new_memory(seed)

    def act(self, view: SeatView) -> int:
        """The id of a legal action."""
        return self.policy.act(view.observation, view.legal.astype(np.int16), self._memory)
