"""Where the actions of Four Souls lie on its drawing."""

from __future__ import annotations

from functools import cache
from typing import Any

from fs_env.core.four_souls.actions import ACTIONS

Plain = dict[str, Any]
OF_CARDS = {
    "hand": "hand:{player}:{card}",
    "soul": "soul:{player}:{card}",
    "item": "item:{player}:{card}",
    "curse": "item:{player}:{card}",
    "character": "player:{player}",
    "shop": "shop:{card}",
    "room": "room:{card}",
    "active": "slot:{card}",
    "stack": "stack:{card}",
}
"""Zone of a card -> its place; cards of other zones lie among the notes while they can be chosen."""
ASIDE = "aside:{card}"


@cache
def names() -> dict[int, str]:
    return {number: name for name, number in ACTIONS.items()}


def places_of(view: Plain, seat: int, action: int) -> list[str]:
    kind, *what = names()[action].split(" ")
    card = what[0] if what else ""
    match kind:
        case "play":
            return [f"hand:{seat}:{card}"]
        case "activate" | "pay":
            return [f"item:{seat}:{card}", f"room:{card}"]
        case "buy":
            return [f"shop:{card}"]
        case "buy_top":
            return ["deck:treasure"]
        case "attack":
            return [f"slot:{card}"]
        case "attack_top":
            return ["deck:monster"]
        case "deck":
            return [f"deck:{card}"]
        case "player":
            return [f"player:{(seat + int(card)) % len(view['players'])}"]
        case "empty_slot":
            return ["slot:empty"]
        case "choose":
            return anywhere(view, card)
        case "option":
            return of_option(view, int(card))
    return []


def anywhere(view: Plain, card: str) -> list[str]:
    decision = view["decision"]
    found = [of_reference(ref) for ref in (decision and decision["options"]) or [] if ref.get("card") == card]
    return [place for place in dict.fromkeys(found) if place]


def of_option(view: Plain, number: int) -> list[str]:
    options = view["decision"]["options"] or []
    return [place for place in [of_reference(options[number - 1])] if place] if number <= len(options) else []


def of_reference(ref: Plain) -> str:
    sort, card = ref["sort"], ref.get("card")
    if sort == "player":
        return f"player:{ref['player']}"
    if sort in ("deck", "discard"):
        return f"deck:{ref['deck']}"
    if sort in ("slot", "attack"):
        return f"slot:{card or 'empty'}"
    if sort in ("object", "waiting"):
        return f"stack:{card}" if card else ""
    return OF_CARDS.get(ref["zone"], ASIDE).format(**ref) if sort == "card" and card else ""
