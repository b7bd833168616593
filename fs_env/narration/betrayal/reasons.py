"""Why a tile, a card or a figure of Betrayal offers no choice to the seat that is asked, where what it sees leaves no doubt."""

from __future__ import annotations

from typing import Any

from fs_env.narration.betrayal.map import STEPS
from fs_env.narration.betrayal.walks import moves_left

Plain = dict[str, Any]


def reasons(view: Plain, seat: int, place: str) -> str | None:
    kind, _, rest = place.partition(":")
    if view["decision"]["question"] != "turn":
        return None
    if kind in ("tile", "door"):
        return _move(view, seat, rest if kind == "tile" else None)
    if kind == "card":
        return _card(view, seat, rest)
    if kind in ("player", "monster"):
        return None if place == f"player:{seat}" else _attack(view, seat)
    if kind == "power" and rest == str(seat):
        return "you have used your power in this turn" if view["players"][seat]["used_power"] else None
    return f"it is the power of player_{rest}" if kind == "power" and rest.isdecimal() else None


def _move(view: Plain, seat: int, name: str | None) -> str | None:
    """Of a tile, or of an unexplored place next to the seat's own tile."""
    tiles = {tile["tile"]: tile for tile in view["tiles"]}
    here, there = tiles.get(view["players"][seat]["tile"]), tiles.get(name or "")
    if here is None or here is there or (name and there is None):
        return None
    if view["this_turn"]["stopped"]:
        return "your move has ended for this turn"
    moved, most = moves_left(view)
    if moved >= most:
        return f"you have moved {moved} of {most} tiles in this turn"
    if there is None:
        return None
    for side, (dx, dy, other) in STEPS.items():
        if (here["level"], here["x"] + dx, here["y"] + dy) == (there["level"], there["x"], there["y"]):
            joined = side in here["doors"] and other in there["doors"]
            return None if joined else "no door leads there from your tile"
    return f"it is not next to your tile: you move tile by tile, and have moved {moved} of {most} tiles in this turn"


def _card(view: Plain, seat: int, card: str) -> str | None:
    owner = next((p for p, one in enumerate(view["players"]) if card in (*one["cards"], *one["events"])), None)
    if owner is not None and owner != seat:
        return f"it belongs to player_{owner}"
    if owner is not None and card in view["players"][seat]["events"]:
        return "an event card acts by itself"
    used = card in view["this_turn"]["used_cards"]
    return "a card is used, dropped, picked up or traded only once a turn" if used else None


def _attack(view: Plain, seat: int) -> str | None:
    if view["haunt"] is None:
        return "no attack is possible before the haunt begins"
    return "you have attacked in this turn" if view["players"][seat]["attacked"] else None
