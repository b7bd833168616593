"""The cards of Castles of Caleira as faces: in a hand, in a castle, face down, in the discard pile."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from fs_env.core.castles_of_caleira.cards import CARDS, N_CARDS, WALL_BONUS, Card, Kind
from fs_env.core.castles_of_caleira.text import PLACES
from fs_env.drawing.face import Face
from fs_env.drawing.gallery import address
from fs_env.drawing.part import Cards, Entry
from fs_env.drawing.seats import Names
from fs_env.drawing.signs import Emblem, first_words, grammar

DOWN, UP, GONE = PLACES
ABOUT = "Points count face up; every piece that is face down counts 1. Drawings are this project's own."
UNKNOWN = Face("face down", "wall", "back", Emblem("back"))


def points(n: int) -> str:
    return f"{n} point{'' if n == 1 else 's'}"


def face(card: Card) -> Face:
    marks = grammar()["castles_of_caleira"]
    color, sign = marks["looks"][card.name]
    also = first_words(marks["words"], card.text)
    emblem = Emblem(sign, "", "", *(*also[1:2], "")[:1], *also[:1])
    texts = tuple(part[0].upper() + part[1:] for part in card.text.split("; "))
    return Face(card.name, "wall", color, emblem, f"{card.copies} of {N_CARDS}", texts, value=points(card.points))


@cache
def by_name() -> dict[str, Face]:
    return {card.name: face(card) for card in CARDS}


def walled(pieces: Sequence[dict[str, Any]]) -> bool:
    wall = CARDS[Kind.BATTLEMENTS]
    return sum(piece["card"] == wall.name and piece["place"] == UP for piece in pieces) == wall.copies


def piece_face(piece: dict[str, Any], chosen: bool, names: Names, seats: Sequence[int], wall: bool = False) -> Face:
    """A piece of a castle: pale if it is face down, with the seats that have seen it; `wall`: its castle is `walled`."""
    down = piece["place"] == DOWN
    found = UNKNOWN if piece["card"] is None else by_name()[piece["card"]]
    notes = ["no effect this turn"] if piece["suppressed"] else []
    if down:
        others = [seat for seat in piece["known_to"] if seat != piece["owner"]]
        seen = "all" if len(others) == len(seats) - 1 > 1 else ", ".join(map(names.of, others))
        notes += [f"seen by {seen}"] if others else []
    bonus = wall and piece["card"] == CARDS[Kind.BATTLEMENTS].name
    value = f"#{piece['piece']} · {points(WALL_BONUS if bonus else 1) if down or bonus else found.value}"
    kind = "face down" * bool(down and piece["card"])
    return found.now(kind=kind, notes=tuple(notes), chosen=chosen, down=down, value=value)


def faces() -> Cards:
    entries = [
        Entry(
            address(card.name),
            face(card),
            f"{card.name}, {card.copies} of {N_CARDS} cards, {points(card.points)}. {card.text}.",
            "deck",
        )
        for card in CARDS
    ]
    return Cards(ABOUT, {"deck": "The deck"}, {}, entries)
