"""Races: a decision whose actions are compared, paired differences to one of them, and the estimates of several races together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

GIVEN_UP = 1.5  # standard errors below the margin at which an action leaves the race
BEHIND = 2.0  # standard errors behind the leader
SURE = 4.0  # standard errors ahead of the first action at which the last one left is accepted
FEWEST = 32  # determinizations for that
TINY = 1e-9
BIAS = 0.04  # error of a value in comparing two actions, one standard deviation, for rollouts of one turn; less for longer ones
SPREAD, PRIOR = 0.084, 4  # usual standard deviation of a difference, and for how many determinizations it counts
CANDIDATES = 2  # actions besides the first one that stay after a round
FEW = 8  # determinizations with which it takes twice as many errors: the best of several looks too good


@dataclass(frozen=True)
class Question:
    """A decision that is searched.

    Attributes:
        actions: ids of the actions that are compared, the policy's first.
        memories: int64, (actions, words): the memory of the search (`FlatSearcher.new_memory`) after each of them.
        seconds: int64, (actions,): 1 + the own action that follows in the same turn, 0 where the policy plays on at once.
    """

    seat: int
    turn: int
    actions: list[int]
    memories: NDArray[np.int64]
    seconds: NDArray[np.int64]


class Race:
    """Differences of each action to the first one, over the determinizations in which both were tried.

    Attributes:
        n: int64, (actions,): determinizations in which each action was tried; sums: float64, of the shares of the win.
        alive: actions still in the race, ascending; the first one always is.

    Args:
        margin: difference from which an action is better than the first one.
        starting: those that take part, ascending, the first one among them; None: all.
        strict: whether `PRIOR` and `CANDIDATES` count.
    """

    def __init__(self, actions: int, margin: float, starting: list[int] | None = None, *, strict: bool = True) -> None:
        self.margin, self.prior, self.most = margin, PRIOR if strict else 0, CANDIDATES if strict else actions
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
        squares = np.maximum(0.0, self._squares / n - (self._difference / n) ** 2) * n + self.prior * SPREAD**2
        return np.sqrt(squares / (n - 1 + self.prior) / n) + TINY

    def prune(self) -> None:
        means, errors = self.means, self.errors
        others = self.alive[1:]
        if not others:
            return
        leader = max(others, key=lambda k: means[k])
        self.alive = [0] + [
            k
            for k in sorted(sorted(others, key=lambda k: -means[k])[: self.most])
            if means[k] + GIVEN_UP * errors[k] >= self.margin
            and (k == leader or means[leader] - means[k] <= BEHIND * float(np.hypot(errors[k], errors[leader])))
        ]

    @property
    def settled(self) -> bool:
        if len(self.alive) == 1:
            return True
        last = self.alive[1]
        return len(self.alive) == 2 and self.n[last] >= FEWEST and bool(self.means[last] > SURE * self.errors[last])


class Estimates:
    """Differences of each action to the first one: of each race, weighed by its errors, those of the value included.

    Attributes:
        n: int64, (actions,): determinizations in which each action was tried, in all races.
        alive: actions that are still compared, ascending; the first one always is.
        strict: whether an action must be ahead by the errors of the value, too, and by more with few determinizations.
    """

    def __init__(self, actions: int, *, strict: bool = True) -> None:
        self.strict = strict
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
    def differences(self) -> NDArray[np.float64]:
        """float64, (actions,)."""
        return self._sums / np.maximum(self._weights, 1e-300)

    @property
    def errors(self) -> NDArray[np.float64]:
        """float64, (actions,): without those of the value."""
        return np.sqrt(self._squares) / np.maximum(self._weights, 1e-300)

    @property
    def values(self) -> NDArray[np.float64]:
        """float64, (actions,): expected share of the win; clipped, as a difference is of fewer determinizations than the first."""
        total, n = self._own
        return np.clip(total / max(1, n) + self.differences, 0.0, 1.0)

    def best(self, margin: float, confidence: float) -> int:
        """The action of the last race with the largest difference above the margin and so many errors; else the first one."""
        means, errors = self.differences, self.errors
        if self.strict:
            errors = (1 + FEW / np.maximum(1, self.n)) / np.sqrt(np.maximum(self._weights, 1e-300))
        better = [k for k in self._last[1:] if means[k] > max(margin, confidence * errors[k])]
        return max(better, key=lambda k: float(means[k]), default=0)
