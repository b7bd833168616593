"""The bot as an agent of the arena; its play is one compiled policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fs_env.agents.betrayal.choice import choose
from fs_env.agents.betrayal.memory import WORDS
from fs_env.core.machine.policy import Policy

if TYPE_CHECKING:
    from fs_env.arena.agent import SeatView


class HeuristicAgent:
    """Plays Betrayal at Baldur's Gate on either side by rules of thumb; sees only its `SeatView`.

    Before the haunt it looks for items and for tiles that raise traits. Afterwards it weighs attacks, tasks and danger by the
    objectives that it may see: those of its own side. It remembers which tiles have given their gift and who attacked first in a
    haunt with a hidden traitor. It uses no randomness: among equal values it takes the lowest id.
    """

    name = "heuristic"
    policy = Policy("heuristic", "betrayal", choose, WORDS)

    def __init__(self) -> None:
        self._memory = self.policy.new_memory(0)

    def reset(self, seat: int, seed: int) -> None:
        """Starts a game."""
        self._memory = self.policy.new_memory(seed)

    def act(self, view: SeatView) -> int:
        """The id of a legal action."""
        return self.policy.act(view.observation, view.legal.astype(np.int16), self._memory)
