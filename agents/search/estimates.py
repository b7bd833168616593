"""Estimates of several races together about actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from fs_env.agents.search.race import Race

BIAS = 0.04  # error of a value in comparing two actions, one standard deviation, for rollouts of one turn; less for longer ones


class Estimates:
    """Differences of each action to the first one: of each race, weighed by its errors, those of the value included.

    Attributes:
        n: int64, (actions,): determinizations in which each action was tried, in all races.
        alive: actions that are still worth comparing, ascending; the first one always is.

    Args:
        actions: how many.
    """

    def __init__(self, actions: int) -> None:
        self.n = np.zeros(actions, np.int64)
        self.alive = list(range(actions))
        self._last = self.alive
        self._weights, self._sums, self._squares = np.zeros(actions), np.zeros(actions), np.zeros(actions)
        self._own = 0.0, 0

    def add(self, race: Race, horizon: int) -> None:
        """Counts a race over `alive`, whose rollouts lasted `horizon` turns; 0: whole games, without the error of a value."""
        means, errors, tried = race.means, race.errors, race.n > 0
        weights = np.where(tried, 1 / (errors**2 + (BIAS / horizon if horizon else 0.0) ** 2), 0.0)
        self.n += race.n
        self._weights += weights
        self._sums += weights * means
        self._squares += (weights * errors) ** 2
        total, n = self._own
        self._own = total + float(race.sums[0]), n + int(race.n[0])
        self._last, self.alive = self.alive, race.alive

    @property
    def differences(self) -> np.ndarray:
        """float64, (actions,)."""
        return self._sums / np.maximum(self._weights, 1e-300)

    @property
    def errors(self) -> np.ndarray:
        """float64, (actions,): without those of the value."""
        return np.sqrt(self._squares) / np.maximum(self._weights, 1e-300)

    @property
    def values(self) -> np.ndarray:
        """float64, (actions,): expected share of the win; clipped, as a difference is of fewer determinizations than the first."""
        total, n = self._own
        return np.clip(total / max(1, n) + self.differences, 0.0, 1.0)

    def best(self, margin: float, confidence: float) -> int:
        """Among the actions of the last race the one with the largest difference, if it is above the margin and as many errors as
        asked for; else the first one."""
        means, errors = self.differences, self.errors
        better = [k for k in self._last[1:] if means[k] > max(margin, confidence * errors[k])]
        return max(better, key=lambda k: float(means[k]), default=0)
