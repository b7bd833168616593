"""`random`: any legal action, each equally likely."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fs_env.arena.agent import SeatView


class RandomAgent:
    """Chooses uniformly among the legal actions; the same seed gives the same choices."""

    name = "random"

    def __init__(self) -> None:
        self._draw = random.Random(0).random

    def reset(self, seat: int, seed: int) -> None:
        """Starts a game: `seed` alone decides all further draws."""
        self._draw = random.Random(seed).random

    def act(self, view: SeatView) -> int:
        """One of `view.legal`."""
        legal = view.legal
        return int(legal[int(self._draw() * len(legal))])
