"""Potentials of positions: intermediate rewards that do not change which policy is best.

Source: A. Ng, D. Harada, S. Russell, "Policy invariance under reward transformations" (ICML 1999): adding
gamma * potential(next position) - potential(position) to the rewards, with potential 0 for an ended game, changes the
value of each position only by its potential.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.networks.part import Potential, learning_of

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

SOULS_TO_WIN = 4  # R1.1 of Four Souls


def souls_lead(game: Game, num_players: int) -> Potential:
    """Four Souls: the observer's souls minus those of the best other player, divided by the four that win."""
    players = game.schema["players"]
    souls = np.array([players.at(seat, "souls") for seat in range(num_players)])

    def potential(observations: NDArray[np.int16]) -> NDArray[np.float32]:
        held = observations.take(souls, axis=-1).astype(np.float32)
        return (held[..., 0] - held[..., 1:].max(axis=-1)) / SOULS_TO_WIN

    return potential


def potential_of(game: Game, num_players: int) -> Potential | None:
    """The potential of flat observations (..., schema.size) for the observer; None for a game that has none."""
    potential = learning_of(game).potential
    return potential(game, num_players) if potential else None
