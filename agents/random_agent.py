"""`random`: any legal action, each equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fs_env.core.machine.run.policy import RANDOM
from fs_env.core.machine.table.rng import pick_int

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView


class RandomAgent:
    """Chooses uniformly among the legal actions; the same seed gives the same choices, as `policy` does."""

    name = "random"
    policy = RANDOM

    def __init__(self) -> None:
        self._seed, self._choices = 0, 0

    def reset(self, seat: int, seed: int) -> None:
        self._seed, self._choices = seed, 0

    def act(self, view: SeatView) -> int:
        legal = view.legal
        chosen = pick_int(self._seed, self._choices, len(legal))
        self._choices += 1
        return int(legal[chosen])
