"""The status of a game, with the same codes for all games."""

from enum import IntEnum


class Outcome(IntEnum):
    """Values of `Game.outcome` and of the field `outcome` of a state."""

    RUNNING = 0
    WON = 1  # by some seats
    DRAWN = 2  # by the rules
    TRUNCATED = 3  # by the limit of decisions
    GUARD = 4  # a capacity was exceeded: a bug of the rules
    FORFEITED = 5  # a bot failed; only the arena ends a game so, no rules do
    LOST = 6  # by all seats together
