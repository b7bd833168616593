"""The cards of Betrayal at Baldur's Gate as faces: events, items, omens; tiles and adventurers for the gallery."""

from __future__ import annotations

from functools import cache

from fs_env.core.betrayal.view.cards import texts
from fs_env.drawing.betrayal.emblem import emblems
from fs_env.drawing.face import NO_EMBLEM, Face
from fs_env.drawing.gallery import address
from fs_env.drawing.part import Cards, Entry
from fs_env.drawing.signs import grammar

ABOUT = (
    "The texts are generated from the programs that play them; drawings and texts are this project's own. What could not be found "
    "in public descriptions of the game is this project's own as well."
)


def deck_of(kind: str) -> str:
    first = kind.split(",")[0].split()[0]
    return first if first in grammar()["betrayal"]["looks"] else "adventurer"


@cache
def by_name() -> dict[str, Face]:
    found = {}
    for name, kind, text in texts():
        _, shape, color = grammar()["betrayal"]["looks"][deck_of(kind)]
        said = (text[0].upper() + text[1:],) if text else ()
        found[name] = Face(name, shape, color, emblems()[name] or NO_EMBLEM, kind, said)
    return found


def faces() -> Cards:
    entries = [
        Entry(address(name), by_name()[name], f"{name}, {kind}. {text}.", deck_of(kind)) for name, kind, text in texts()
    ]
    return Cards(ABOUT, {deck: title for deck, (title, *_) in grammar()["betrayal"]["looks"].items()}, {}, entries)
