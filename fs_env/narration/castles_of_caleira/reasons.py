"""Why a card or a piece of Castles of Caleira offers no choice to the seat that is asked, where what it sees leaves no doubt."""

from __future__ import annotations

from typing import Any

from fs_env.core.castles_of_caleira.cards import NAMES, Kind

DOWN = "it is face down, and {card} needs a face-up piece"
UP = "it is face up, and {card} needs a face-down piece"


def reasons(view: dict[str, Any], seat: int, place: str) -> str | None:
    decision, (kind, _, rest) = view["decision"], place.partition(":")
    if kind in ("hand", "back") and rest.partition(":")[0] != str(seat):
        return "it is in the hand of another player"
    if decision["question"] == "play":
        return "you play a card from your hand now" if kind in ("piece", "player") else None
    if kind == "hand" and decision["question"] not in ("give", "return"):
        return "an effect is under way: you play your next card in your next turn"
    if decision["question"] != "target" or kind != "piece" or not rest.isdecimal():
        return None
    effect, piece = (
        next((one for one in view["pieces"] if one["piece"] == n), None) for n in (decision["effect"], int(rest))
    )
    if effect is None or piece is None or view["options"]["useless_targets"]:
        return "you have chosen it already" if piece and piece["piece"] == decision["picked"] else None
    up, card = piece["place"] == "face up", effect["card"]
    if card == NAMES[Kind.TREBUCHET]:
        shielded = up and piece["card"] == NAMES[Kind.BATTLEMENTS]
        return f"face-up {NAMES[Kind.BATTLEMENTS]} cannot be destroyed" if shielded else None
    if card == NAMES[Kind.BARRACKS]:
        return None if up else DOWN.format(card=card)
    return UP.format(card=card) if up else None
