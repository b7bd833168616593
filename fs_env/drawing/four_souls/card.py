"""The cards of Four Souls as faces: what is printed on them, and their state on the table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.cards import all_cards, card_row
from fs_env.core.four_souls.language.card_kinds import CardFlag
from fs_env.core.four_souls.view import words
from fs_env.drawing.face import Face
from fs_env.drawing.four_souls.emblem import emblems
from fs_env.drawing.signs import grammar

LOWEST, HIGHEST = 1, 6  # of a die


def kind_words(kind: str) -> str:
    return grammar()["four_souls"]["kind_words"].get(kind, kind.replace("_", " "))


def abilities(row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(row["text"]).split(" / ")) if row["text"] else ()


def to_hit(evasion: int) -> str:
    return f"{max(LOWEST, min(HIGHEST, evasion))}+"


def face(row: Mapping[str, Any]) -> Face:
    """The printed face of a row of `card_rows`; its "start", if any, names the starting item of a character."""
    shape, color = grammar()["four_souls"]["looks"][row["deck"]]
    gains = [f"reward: {row['rewards']}"] if row["rewards"] else []
    gains += [f"with {row['start']}"] if row.get("start") else []
    gains += [f"confidence: {row['confidence']}"] if row["confidence"] else []
    values = []
    if row["souls"] and row["deck"] != "starting_item":
        values.append("1 soul" if row["souls"] == 1 else f"{row['souls']} souls")
    if row["count"] > 1:
        values.append(f"1 of {row['count']}")
    return Face(
        name=row["name"],
        shape=shape,
        color=color,
        emblem=emblems()[row["id"]],
        kind=kind_words(row["kind"]),
        texts=abilities(row),
        hp="" if row["hp"] is None else str(row["hp"]),
        hits="" if row["evasion"] is None else to_hit(row["evasion"]),
        attack="" if row["attack"] is None else str(row["attack"]),
        gain=", ".join(gains),
        value=" · ".join(values),
        charge=bool(T.C_FLAGS[T.CARD_ID[row["id"]]] & CardFlag.HAS_ACTIVATED) if row["id"] in T.CARD_ID else False,
    )


def description(row: Mapping[str, Any]) -> str:
    numbers = {"hp": "HP", "evasion": "to hit", "attack": "attack"}
    about = [
        kind_words(row["kind"]),
        *(f"{row[name]} {said}" for name, said in numbers.items() if row[name] is not None),
    ]
    about += [f"reward {row['rewards']}"] if row["rewards"] else []
    said = [", ".join([row["name"], *about]), *abilities(row)]
    return ". ".join(text.rstrip(".") for text in said) + "."


@cache
def _rows() -> dict[str, tuple[str, Any]]:
    return {card.id: (set_name, card) for set_name, card in all_cards()}


@cache
def _names() -> dict[str, str]:
    return {card: entry.name for card, (_, entry) in _rows().items()}


@lru_cache(maxsize=2048)
def printed(card: str) -> Face:
    """The face of a card by its id, as it lies on the table: without copies in the deck, how sure its text is, and its starting item."""
    row = card_row(*_rows()[card], _names())
    numbers = {} if row["deck"] == "monster" else {"hp": None, "evasion": None, "attack": None}
    return face({**row, **numbers, "count": 1, "confidence": None})


@lru_cache(maxsize=8192)
def shown(card: str, shows: str | None = None, **facts: Any) -> Face:
    """The face of a card in play, with the abilities of the one that it copies, in a state of `Face`."""
    found = printed(card)
    if shows is not None:
        found = found.now(
            name=words.name(card, shows),
            texts=printed(shows).texts,
            emblem=printed(shows).emblem,
            charge=printed(shows).charge,
        )
    return found.now(**facts) if facts else found
