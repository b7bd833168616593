"""Random play in compiled code as an evaluator of OpenSpiel's searches."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

NO_LIMIT = 2**31 - 1  # decisions; the game has its own limit


class PlayoutEvaluator:
    """For `mcts.MCTSBot` and `ismcts.ISMCTSBot`: plays on at random, some hundred times as fast as step by step.

    Args:
        playouts: games played from each state; their mean result is its value.
        seed: of the playouts; the same seed and calls give the same values.
    """

    def __init__(self, playouts: int = 1, seed: int = 0) -> None:
        if playouts < 1:
            raise ValueError(f"playouts={playouts}: expected at least 1")
        self.playouts = playouts
        self._draw = np.random.default_rng(seed)

    def evaluate(self, state: Any) -> NDArray[np.float64]:
        """The mean result of each seat, shape (num_players,)."""
        if state.is_chance_node():
            state = state.clone()
            deals, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(self._draw.choice(deals, p=chances)))
        total = np.zeros(state.num_players())
        for _ in range(self.playouts):
            played = deepcopy(state.position)
            played.game.playout(played.S, 0, int(self._draw.integers(2**62)), NO_LIMIT)
            total += played.game.returns(played.S)
        return total / self.playouts

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Every legal action with the same probability; the probabilities of the deals at the root."""
        if state.is_chance_node():
            return list(state.chance_outcomes())
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]
