"""When a person is asked before passing, and when passing is automatic."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

ALWAYS = "always"
STOPS = {
    "own": "in my turn",
    "target": "when something of mine is a target",
    "dice": "when a die was rolled",
    "combat": "when combat deals damage",
    "played": "when somebody else has played something",
    ALWAYS: "always",
}
"""Stop -> when it asks: stops of Four Souls (`rules.passing`), and one that asks in every window."""
USUAL = ("own", "target", "dice")


def passing_action(game: Game, S: Any, stops: Collection[str]) -> int | None:
    """The action with which the seat that is asked in `S[0]` passes by itself, None where the person is asked.

    An own turn with nothing on the stack is never passed: that would end it.
    """
    if ALWAYS in stops or not game.spec.stops:
        return None
    found = game.passing(S, 0, [stop for stop in stops if stop in game.spec.stops])
    return found if found >= 0 else None
