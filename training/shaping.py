"""Potentials of positions: intermediate rewards that do not change which policy is best.

Source: A. Ng, D. Harada, S. Russell, "Policy invariance under reward transformations" (ICML 1999): adding
gamma * potential(next position) - potential(position) to the rewards, with potential 0 for an ended game, changes the
value of each position only by its potential.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

Potential = Callable[[NDArray[np.int16]], NDArray[np.float32]]
SOULS_TO_WIN = 4  # R1.1 of Four Souls


def souls_lead(game: Game, num_players: int) -> Potential:
    """Four Souls: the observer's souls minus those of the best other player, divided by the four that win."""
    players = game.schema["players"]
    souls = np.array([players.at(seat, "souls") for seat in range(num_players)])

    def potential(observations: NDArray[np.int16]) -> NDArray[np.float32]:
        held = observations.take(souls, axis=-1).astype(np.float32)
        return (held[..., 0] - held[..., 1:].max(axis=-1)) / SOULS_TO_WIN

    return potential


POTENTIALS: dict[str, Callable[[Game, int], Potential]] = {"four_souls": souls_lead}
"""Game -> its potential of flat observations (..., schema.size) for the observer; games not listed have none."""
