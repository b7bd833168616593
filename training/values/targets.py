"""Targets of a value: not only how a game ended, but also how it stood later.

Who wins is one bit for all positions of a game, most of it chance that came after them: fitted to it alone, a network learns games by
heart. The expected shares at the game's later positions vary less. Mixing both is the lambda return of temporal differences
(R. Sutton, "Learning to predict by the methods of temporal differences", 1988).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.values.network import FIRST
from fs_env.core.machine.table.shares import RIVALS
from fs_env.training.values.fit import expected_shares, train
from fs_env.training.values.positions import Positions

FADE = 0.8  # weight of what comes after a turn, against the expectation then; measured: .8 and .6 best of .95, .9, .8, .6, 1


def blended_shares(data: Positions, expected: NDArray[np.float64], fade: float = FADE) -> NDArray[np.float32]:
    """Shares of the win that positions, in any order, are fitted to, (n, seats).

    The last position of a game gets the result. Each one before gets the expectation at the next one, and with a weight of
    `fade` for every turn between them what the next one gets.
    """
    order = np.lexsort((data.turns, data.games))
    games, turns = data.games[order], data.turns[order].astype(np.int64)
    last = np.append(games[1:] != games[:-1], True)
    after = np.flatnonzero(last)[np.cumsum(last) - last] - np.arange(len(order))  # positions of the game that follow
    blended = data.shares[order].astype(np.float64)
    for number in range(1, int(after.max(initial=0)) + 1):
        at = np.flatnonzero(after == number)
        weight = (fade ** np.maximum(1, turns[at + 1] - turns[at]))[:, None]
        blended[at] = (1 - weight) * expected[order[at + 1]] + weight * blended[at + 1]
    found = np.empty_like(data.shares)
    found[order] = blended
    return found


def cross_fitted(
    data: Positions, n_inputs: int, *, epochs: int = 1, seed: int = 0, rank: int = FIRST, winning: int = RIVALS
) -> NDArray[np.float64]:
    """Shares expected at positions, (n, seats), by networks that were fitted to other games: one for each half of the games."""
    expected = data.shares.astype(np.float64)
    half = np.unique(data.games, return_inverse=True)[1] % 2
    for own in (0, 1):
        rows, others = np.flatnonzero(half == own), np.flatnonzero(half != own)
        if len(rows) and len(others):
            layers = train(data.where(others), n_inputs, epochs=epochs, seed=seed, rank=rank, winning=winning)
            expected[rows] = expected_shares(layers, data.where(rows), winning=winning)
    return expected
