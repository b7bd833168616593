"""The cards of Betrayal at Baldur's Gate as faces: events, items, omens; tiles and adventurers for the gallery."""

from __future__ import annotations

from functools import cache

from fs_env.core.betrayal.view.cards import texts
from fs_env.drawing.betrayal.emblem import emblems
from fs_env.drawing.face import Face
from fs_env.drawing.gallery import address
from fs_env.drawing.part import Cards, Entry
from fs_env.drawing.signs import Emblem

LOOKS = {  # key of a section -> silhouette, colour by the name that themes give it, sign
    "event": ("scroll", "seat4", "hourglass"),
    "item": ("chest", "seat2", "bag"),
    "omen": ("peak", "seat3", "eye"),
    "adventurer": ("arch", "seat0", "character"),
    "building": ("card", "heart", "tile"),
    "street": ("card", "coin", "tile"),
    "catacomb": ("card", "soul", "tile"),
}
DECKS = {
    "event": "Events",
    "item": "Items",
    "omen": "Omens",
    "adventurer": "Adventurers",
    "building": "Buildings",
    "street": "Streets",
    "catacomb": "Catacombs",
}
ABOUT = (
    "The texts are generated from the programs that play them; drawings and texts are this project's own. What could not be found "
    "in public descriptions of the game is this project's own as well."
)


def deck_of(kind: str) -> str:
    first = kind.split(",")[0].split()[0]
    return first if first in LOOKS else "adventurer"


@cache
def by_name() -> dict[str, Face]:
    found = {}
    for name, kind, text in texts():
        shape, color, sign = LOOKS[deck_of(kind)]
        said = (text[0].upper() + text[1:],) if text else ()
        found[name] = Face(name, shape, color, emblems().get(name) or Emblem(sign), kind, said)
    return found


def faces() -> Cards:
    entries = [
        Entry(address(name), by_name()[name], f"{name}, {kind}. {text}.", deck_of(kind)) for name, kind, text in texts()
    ]
    return Cards(ABOUT, DECKS, {}, entries)
