"""How much a server takes: tables, connections, messages, names, bots."""

from __future__ import annotations

from dataclasses import dataclass

SLOWEST, LONGEST_DELAY = 10_000, 3_600
"""Milliseconds between choices of bots, and seconds that watchers see behind, at most."""
NAME_LENGTH = 20
"""Characters of a player's name."""
MESSAGE_BYTES = 2_000
"""Of a message from a browser; longer ones end the connection."""
FORM_BYTES = 16_000
"""Of the form that makes a table."""
LOG_LINES = 400
"""Of what happened, sent to somebody who comes new."""
BOT_NUMBERS = {"milliseconds": 5_000, "rollouts": 20_000}
"""Parameters of bots that anybody may set, with the largest number."""
BOT_WORDS = {"policy": ("heuristic", "random")}
"""The same for parameters that are words."""


@dataclass(frozen=True)
class Limits:
    """Limits of one server.

    Attributes:
        tables: games that are not over, those included that have left the memory.
        connections: of all browsers together.
        watchers: of one table.
        same_seat: browsers that show one seat at once.
        messages_per_second, burst: of one browser; more end its connection.
        bot_seconds: for an answer of a bot; a later one counts as failed.
        threads: in which bots think.
        idle_seconds: after which a table that nobody looks at leaves the memory; it stays in the file.
        away_seconds: out of memory, after which such a table makes room for a new one; it can still be opened.
        keep_days: after which a table is removed from the file.
    """

    tables: int = 200
    connections: int = 1_000
    watchers: int = 50
    same_seat: int = 4
    messages_per_second: float = 10.0
    burst: int = 40
    bot_seconds: float = 30.0
    threads: int = 4
    idle_seconds: float = 900.0
    away_seconds: float = 3_600.0
    keep_days: float = 90.0


class Bucket:
    """Counts messages: so many at once, so many a second.

    Args:
        rate: tokens that come back in a second.
        burst: tokens at most.
        now: seconds of a clock that only goes forward.
    """

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self.rate, self.burst = rate, float(burst)
        self.left, self.seen = float(burst), now

    def take(self, now: float) -> bool:
        """Whether one more message is taken."""
        self.left = min(self.burst, self.left + (now - self.seen) * self.rate)
        self.seen = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
