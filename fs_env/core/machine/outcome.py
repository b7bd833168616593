"""How a game stands, in one code for all games."""

from __future__ import annotations

from enum import IntEnum


class Outcome(IntEnum):
    """Of `Game.outcome`, and of the field `outcome` of a state."""

    RUNNING = 0
    WON = 1  # by some seats
    DRAWN = 2  # by the rules
    TRUNCATED = 3  # by the limit of decisions
    GUARD = 4  # a capacity was exceeded: a bug of the rules
