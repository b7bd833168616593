"""When a person is asked before passing, and when passing is automatic."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from fs_env.core.machine.declare.passes import NONE

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

ALWAYS = "always"
QUICK = "quick"
STOPS = {
    ALWAYS: "always: ask everything",
    "steps": "at the beginning of my turn",
    "end": "at the end of my turn",
    "attack": "before I roll in my attack",
    "mine": "before something of mine happens",
    "suits": "when my attack hits, or another misses",
    "own": "before something else happens in my turn",
    "target": "when something of mine is a target, or I am about to die",
    "dice": "when another die was rolled",
    "combat": "when combat deals other damage",
    "played": "when another player has played something",
}
"""Stop -> when it asks: one that asks in every window, and stops of Four Souls (`rules.stops`)."""
KEEP_PASSING = ("target",)  # of a person who passes for the rest of a turn
USUAL = ("steps", "own", "target", "dice", "combat", "played")


def passing_rule(game: Game, stops: Collection[str]) -> str | list[str]:
    """The rule by which a person with these stops passes without being asked: in its own turn too, but it never ends its action phase."""
    if ALWAYS in stops or not game.spec.stops:
        return NONE
    return [QUICK, *(stop for stop in stops if stop in game.spec.stops)]
