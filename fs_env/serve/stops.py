"""When a person is asked before passing, and when passing is automatic."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

STOPS = {
    "own": "in my turn",
    "target": "when something of mine is a target",
    "dice": "when a die was rolled",
    "always": "always",
}
"""Stop -> when it asks."""
USUAL = ("own", "target", "dice")
PASS = "pass"


def passing_action(
    view: dict[str, Any], seat: int, legal: Collection[tuple[int, str]], stops: Collection[str]
) -> int | None:
    """The action with which a seat of Four Souls passes by itself, None where the person is asked.

    An own turn with nothing on the stack is never passed: that would end it.

    Args:
        view: the JSON view of the seat.
        seat: who is asked.
        legal: ids of the legal actions with their texts.
        stops: names of `STOPS` that the person has set.
    """
    decision = view["decision"]
    if decision is None or decision["question"] != "priority" or "always" in stops:
        return None
    found = [action for action, text in legal if text == PASS]
    own, stack = view["active_player"] == seat, view["stack"]
    if not found or (own and not stack):
        return None
    asked = (
        ("own" in stops and own)
        or ("dice" in stops and any(made["kind"] == "roll" for made in stack[:1]))
        or ("target" in stops and any(aims_at(ref, seat) for made in stack for ref in made["targets"]))
    )
    return None if asked else found[0]


def aims_at(ref: dict[str, Any], seat: int) -> bool:
    """Whether a reference means a player, or something of that player."""
    return ref.get("player") == seat
