"""Positions of random games, for tests that look at many of them."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from fs_env.core.four_souls.game import GAME

STRIDE = 97  # decisions between two positions of one game
GAMES = 5
ENOUGH = 80


class Played(NamedTuple):
    """One position: the state array of length 1, its only record, and the number of seats."""

    S: Any
    record: Any
    seats: int

    @property
    def where(self) -> str:
        return f"{self.seats} players, decision {self.record['decisions']}: {GAME.decision_text(self.S)}"


@cache
def played(num_players: int) -> list[Played]:
    """Positions of a few random games: the first decision and the end of each, and enough of what is between."""
    found = []
    S = GAME.new()
    for seed in range(GAMES):
        GAME.setup(S, seed=seed, num_players=num_players, bonus_souls=int(seed != 1))
        while True:
            copy = GAME.clone(S)
            found.append(Played(copy, copy.view(np.ndarray)[0], num_players))
            if GAME.to_act(S) < 0:
                break
            GAME.playout(S, 0, seed, STRIDE)
    ends = [position for position in found if GAME.to_act(position.S) < 0]
    return found[:: -(-len(found) // ENOUGH)] + ends
