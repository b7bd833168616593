"""The errors of a game, and which of them each fault of its compiled entry becomes."""

from __future__ import annotations

from typing import Any

from .codes import Status


class IllegalAction(ValueError):
    """An action that does not answer the pending decision; the state is unchanged."""


class GameOver(ValueError):
    """A step after the end of the game; the state is unchanged."""


WORDS = {
    Status.BAD_BUFFER: "a buffer is too short",
    Status.STUCK: "a seat was asked, but no action is legal: a fault of the game's rules",
    Status.REFUSED: "the game refused an action that it listed as legal: a fault of the game's rules",
    Status.NO_ROOM: "a policy was given fewer words of memory than it needs",
}


def fault(status: int, S: Any, e: int) -> Exception:
    """The error for a negative answer of the entry."""
    if status == Status.BAD_PLACE:
        if 0 <= e < len(S):
            return ValueError(f"state {e} has no seat of that number, or there are fewer states than rows")
        return IndexError(f"state {e} of an array of {len(S)}")
    kind = ValueError if status == Status.BAD_BUFFER else RuntimeError
    words = WORDS[Status(status)] if status in WORDS else "unknown fault"
    return kind(f"{words} (code {int(status)})")
