"""The time and rollouts that a search may still use for one choice."""

from __future__ import annotations

from math import inf
from time import perf_counter


class Budget:
    """Time, rollouts, or both.

    Attributes:
        rollouts: how many are left.

    Args:
        until: of `time.perf_counter`.
        rollouts: how many.
        whole: that this is a part of.
    """

    def __init__(self, until: float = inf, rollouts: float = inf, whole: Budget | None = None) -> None:
        self.until, self.rollouts, self.whole = until, rollouts, whole

    def part(self, share: float) -> Budget:
        """A share of what is left; what it spends, this one spends."""
        now = perf_counter()
        return Budget(now + (self.until - now) * share, self.rollouts * share, self)

    def allows(self, seconds: float) -> float:
        """How many rollouts it allows that take so many seconds each."""
        return min(self.rollouts, (self.until - perf_counter()) / seconds)

    def spend(self, rollouts: int) -> None:
        """Takes rollouts away."""
        self.rollouts -= rollouts
        if self.whole is not None:
            self.whole.spend(rollouts)
