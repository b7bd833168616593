"""The race of actions: paired differences to one of them, and which are still worth rollouts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

GIVEN_UP = 1.5  # standard errors below the margin at which an action leaves the race
BEHIND = 2.0  # standard errors behind the leader
SURE = 4.0  # standard errors ahead of the first action at which the last one left is accepted
FEWEST = 32  # determinizations for that
TINY = 1e-9


class Race:
    """Differences of each action to the first one, over the determinizations in which both were tried.

    Attributes:
        n: int64, (actions,): determinizations in which each action was tried.
        sums: float64, (actions,): of the shares of the win.
        alive: actions still in the race, ascending; the first one always is.

    Args:
        actions: how many.
        margin: difference from which an action is better than the first one.
        starting: those that take part, ascending, the first one among them; None: all.
    """

    def __init__(self, actions: int, margin: float, starting: list[int] | None = None) -> None:
        self.margin = margin
        self.n = np.zeros(actions, np.int64)
        self.sums = np.zeros(actions)
        self._difference, self._squares = np.zeros(actions), np.zeros(actions)
        self.alive = list(range(actions)) if starting is None else starting

    def add(self, shares: NDArray[np.float64]) -> None:
        """Counts a round: shares of the win, (determinizations, alive), in the order of `alive`."""
        at, difference = np.array(self.alive), shares - shares[:, :1]
        self.n[at] += len(shares)
        self.sums[at] += shares.sum(0)
        self._difference[at] += difference.sum(0)
        self._squares[at] += (difference**2).sum(0)

    @property
    def means(self) -> NDArray[np.float64]:
        return self._difference / np.maximum(1, self.n)

    @property
    def errors(self) -> NDArray[np.float64]:
        n = np.maximum(2, self.n)
        variance = np.maximum(0.0, self._squares / n - (self._difference / n) ** 2) * n / (n - 1)
        return np.sqrt(variance / n) + TINY

    def prune(self) -> None:
        means, errors = self.means, self.errors
        others = self.alive[1:]
        if not others:
            return
        leader = max(others, key=lambda k: means[k])
        self.alive = [0] + [
            k
            for k in others
            if means[k] + GIVEN_UP * errors[k] >= self.margin
            and (k == leader or means[leader] - means[k] <= BEHIND * float(np.hypot(errors[k], errors[leader])))
        ]

    @property
    def settled(self) -> bool:
        if len(self.alive) == 1:
            return True
        last = self.alive[1]
        return len(self.alive) == 2 and self.n[last] >= FEWEST and bool(self.means[last] > SURE * self.errors[last])
