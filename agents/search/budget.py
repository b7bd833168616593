"""The time and rollouts that a search may still use for one choice, and how it is interrupted."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from time import perf_counter


@dataclass(eq=False)
class Interrupt:
    """Ends a search early, at a time of `time.perf_counter` or from another thread."""

    until: float = inf

    def set(self) -> None:
        self.until = -inf

    @property
    def over(self) -> bool:
        return perf_counter() >= self.until


NEVER = Interrupt()


@dataclass(eq=False)
class Budget:
    """Time, rollouts, or both.

    Attributes:
        until: of `time.perf_counter`.
        rollouts: how many are left.
        whole: the budget that this one is a part of.
    """

    until: float = inf
    rollouts: float = inf
    interrupt: Interrupt = NEVER
    whole: Budget | None = None

    def part(self, share: float) -> Budget:
        """A share of what is left, spent by both."""
        now = perf_counter()
        return Budget(now + (self.until - now) * share, self.rollouts * share, self.interrupt, self)

    def allows(self, seconds: float) -> float:
        if self.interrupt.over:
            return 0.0
        return min(self.rollouts, (self.until - perf_counter()) / seconds)

    def spend(self, rollouts: int) -> None:
        self.rollouts -= rollouts
        if self.whole is not None:
            self.whole.spend(rollouts)
