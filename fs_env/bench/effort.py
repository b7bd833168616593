"""How long figures are measured."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """How long to measure.

    Attributes:
        runs: runs of which the median counts.
        seconds: of one run, about.
        starts: processes started with a warm cache.
    """

    runs: int
    seconds: float
    starts: int


FULL = Effort(runs=5, seconds=2.0, starts=5)
QUICK = Effort(runs=3, seconds=0.3, starts=2)
