"""The bot: at every decision it takes the action whose effect is worth most."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fs_env.agents.heuristic.answer import answer, answer_1
from fs_env.agents.heuristic.memory import WORDS
from fs_env.core.machine.policy import Policy

if TYPE_CHECKING:
    from fs_env.arena.agent import SeatView


class HeuristicAgent:
    """Plays Four Souls by weighing what each legal action would do now; sees only its `SeatView`.

    It attacks what it can beat, buys, uses items and loot when they bring something, answers lethal damage and bad rolls,
    and aims harm at the player who is ahead. Its own seed breaks ties, so the same seed gives the same choices. All of it is
    compiled code, `policy`; an object of this class only keeps the memory of one game.
    """

    name = "heuristic"
    policy = Policy("heuristic", "four_souls", answer, WORDS)

    def __init__(self) -> None:
        self._memory = self.policy.new_memory(0)

    def reset(self, seat: int, seed: int) -> None:
        """Starts a game; only `seed` decides how ties are broken."""
        self._memory = self.policy.new_memory(seed)

    def act(self, view: SeatView) -> int:
        """The id of a legal action."""
        return self.policy.act(view.observation, view.legal.astype(np.int16), self._memory)


class HeuristicAgent1(HeuristicAgent):
    """The first edition, which answers as it always has; something to compare with."""

    name = "heuristic@1"
    policy = Policy("heuristic@1", "four_souls", answer_1, WORDS)
