"""Where the legal actions of a seat lie on a drawing, in the words of its `data-place`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from fs_env.core.castles_of_caleira.cards import NAMES as CASTLE_CARDS

Plain = dict[str, Any]
_PLAY = re.compile(r"play (.+) face (?:up|down)$")
_LEFT = ("the player to your left", "the second player to your left", "the third player to your left")


def places_of(game: str, view: Plain, seat: int, action: int, text: str) -> list[str]:
    """The places of a drawing at which an action can be chosen; [] for one that lies nowhere, such as passing.

    Args:
        game: its id.
        view: the JSON view of the seat that is asked.
        seat: who is asked.
        action: its id.
        text: of the action, as the game gives it.
    """
    find = _GAMES.get(game)
    return [] if find is None else find(view, seat, action, text)


def _castles(view: Plain, seat: int, action: int, text: str) -> list[str]:
    found = _PLAY.match(text)
    if found:
        return [f"hand:{seat}:{found[1]}"]
    verb, _, what = text.partition(" ")
    if verb == "give" and what in CASTLE_CARDS:
        return [f"hand:{seat}:{what}"]
    if verb == "choose" and what.startswith("piece "):
        return [f"piece:{what.removeprefix('piece ')}"]
    if verb == "choose" and what in _LEFT:
        return [f"player:{(seat + _LEFT.index(what) + 1) % view['num_players']}"]
    if text in ("turn it face up", "leave it face down"):
        return [f"piece:{view['decision']['picked']}"]
    return []


@cache
def _names() -> dict[int, str]:
    """Id of an action of Four Souls to its name in the registry: "play bomb", "pay the_bone 2"."""
    from fs_env.core.four_souls.actions import ACTIONS

    return {number: name for name, number in ACTIONS.items()}


def _four_souls(view: Plain, seat: int, action: int, text: str) -> list[str]:
    verb, *what = _names()[action].split(" ")
    card = what[0] if what else ""
    match verb:
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
            return _anywhere(view, card)
        case "option":
            return _option(view, int(card))
    return []


def _anywhere(view: Plain, card: str) -> list[str]:
    """Wherever a card lies that is one of the options of the question."""
    decision = view["decision"]
    found = [_place(ref) for ref in (decision and decision["options"]) or [] if ref.get("card") == card]
    return [place for place in dict.fromkeys(found) if place]


def _option(view: Plain, number: int) -> list[str]:
    """The place of the option of this number, from 1."""
    options = view["decision"]["options"] or []
    return [place for place in [_place(options[number - 1])] if place] if number <= len(options) else []


def _place(ref: Plain) -> str:
    sort, card = ref["sort"], ref.get("card")
    if sort == "player":
        return f"player:{ref['player']}"
    if sort in ("deck", "discard"):
        return f"deck:{ref['deck']}"
    if sort in ("slot", "attack"):
        return f"slot:{card or 'empty'}"
    if sort in ("object", "waiting"):
        return f"stack:{card}" if card else ""
    return _CARD_PLACES.get(ref["zone"], "").format(**ref) if sort == "card" and card else ""


_ON_TILE = ("drop through", "take the stairs", "step through", "open the chest", "attempt task")
_BESIDE = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
_STEP = re.compile(r"player (\d) to your left$")


def _betrayal(view: Plain, seat: int, action: int, text: str) -> list[str]:
    verb, _, what = text.partition(" ")
    what = what.removeprefix("up ")
    tiles = {tile["tile"]: tile for tile in view["tiles"]}
    here = tiles.get(_figure_of_turn(view, seat))
    if verb == "go" and here is not None:
        x, y = (here[axis] + step for axis, step in zip("xy", _BESIDE[what], strict=True))
        return [f"tile:{t['tile']}" for t in tiles.values() if (t["level"], t["x"], t["y"]) == (here["level"], x, y)]
    if text.startswith(_ON_TILE) and here is not None:
        return [f"tile:{here['tile']}"]
    if verb == "turn" and view["laying"]:
        return [f"tile:{view['laying']['tile']}"]
    if what in tiles:
        return [f"tile:{what}"]
    if verb == "use" and what == "your power":
        return [f"player:{seat}"]
    if step := _STEP.search(text):
        return [f"player:{(seat + int(step[1])) % view['num_players']}"]
    if what.startswith("monster "):
        return [f"monster:{what.removeprefix('monster ')}"]
    if verb in ("use", "drop", "offer", "choose"):
        return [f"card:{what}"]
    if verb == "pick" and here is not None:
        return [f"tile:{here['tile']}"]
    return []


def _figure_of_turn(view: Plain, seat: int) -> str | None:
    """The tile of the figure that moves: the seat's own, or the monster that it moves."""
    decision = view["decision"]
    if decision["question"] == "monster":
        number = re.search(r"monster (\d+)", decision["text"])
        found = [m["tile"] for m in view["monsters"] if number and m["monster"] == int(number[1])]
        return found[0] if found else None
    return str(view["players"][seat]["tile"]) if decision["question"] == "turn" else None


_CARD_PLACES = {
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
"""Zone of a card -> its place."""
_GAMES: dict[str, Callable[[Plain, int, int, str], list[str]]] = {
    "castles_of_caleira": _castles,
    "four_souls": _four_souls,
    "betrayal": _betrayal,
}
