"""Log of a seat of Castles of Caleira: the changes from one position to the next, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from fs_env.core.castles_of_caleira.actions import PLACES as TOP
from fs_env.core.castles_of_caleira.cards import CARDS

Plain = dict[str, Any]
LEFT_OUT = re.compile(r", as \S+ knows it$|; options: .*$", re.MULTILINE)
"""Parts of a position in words that repeat something of the question and the options."""


def moves(before: Plain, after: Plain) -> list[str]:
    """Changes between two positions as one seat sees them.

    Args:
        before, after: `to_json` of the two positions for the same viewer; nothing else is looked at.
    """
    lines = []
    old_pieces = before["pieces"]
    for new in after["pieces"]:
        if len(old_pieces) < new["piece"]:
            how = new["place"] if new["place"] != "discarded" else "face up and at once into the discard pile"
            lines.append(f"player_{new['owner']} plays piece {new['piece']}{_card(new)} {how}")
            continue
        lines += _changes(old_pieces[new["piece"] - 1], new, _by(before, new["piece"]))
    lines += _exchange(before["decision"], after["decision"])
    for p, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
        if new["out"] and not old["out"]:
            lines.append(f"player_{p} is out of the game")
        if old["hand"] is not None and new["hand"] is not None:
            lines += [f"player_{p} gets {card}" for card in _new(old["hand"], new["hand"])]
    if after["winners"] or after["outcome"] != before["outcome"]:
        lines.append(after["decision"]["text"])
    elif after["turn"] != before["turn"]:
        lines.append(f"turn {after['turn']}: the turn of player_{after['turn_player']}")
    return lines


def _card(piece: Plain) -> str:
    return f", {piece['card']}," if piece["card"] else ""


def _name(piece: Plain) -> str:
    card = f"{piece['card']}, " if piece["card"] else ""
    return f"piece {piece['piece']} ({card}of player_{piece['owner']})"


def _by(table: Plain, piece: int) -> str:
    """Whose effect it is that is carried out and may change a piece, with a space before it."""
    effect = table["decision"]["effect"]
    if effect is None:
        return ""
    return " by itself" if effect == piece else f" by {table['pieces'][effect - 1]['card'] or f'piece {effect}'}"


def _changes(old: Plain, new: Plain, by: str) -> list[str]:
    lines = []
    if old["place"] != new["place"]:
        how = {"face up": "is turned face up", "face down": "is turned face down", "discarded": "is destroyed"}
        lines.append(f"{_name(new)} {how[new['place']]}{by}")
    elif new["place"] == "face down":
        readers = [p for p in new["known_to"] if p not in old["known_to"]]
        lines += [f"player_{p} looks at {_name(new)}" for p in readers]
    if new["suppressed"] and not old["suppressed"]:
        lines.append(f"{_name(new)} has no effect in this turn")
    return lines


def _exchange(old: Plain, new: Plain) -> list[str]:
    """Who exchanges a card with whom; which cards is for those two alone."""
    if new["question"] != "give" or old["question"] == "give" or new["partner"] is None:
        return []
    return [f"player_{new['player']} exchanges a card with player_{new['partner']}"]


def _new(old: list[str], new: list[str]) -> list[str]:
    left = list(old)
    return [card for card in new if card not in left or left.remove(card)]  # type: ignore[func-returns-value]


def offered(table: Plain, texts: Sequence[str]) -> list[str]:
    """The legal actions in more words than their ids have: pieces and cards by name.

    Args:
        table: `to_json` for the seat that is asked.
        texts: of its legal actions.
    """
    return [_offered(table, text) for text in texts]


def _offered(table: Plain, text: str) -> str:
    decision = table["decision"]
    if text.startswith("choose piece "):
        return _piece(table, int(text.rpartition(" ")[2]))
    if decision["question"] == "reveal":
        seen = table["pieces"][decision["picked"] - 1]["card"]
        return text.replace("it", seen, 1) if seen else text
    if decision["question"] == "player":
        return text.replace("choose", "exchange a card with", 1)
    if decision["question"] in ("give", "return"):
        partner = decision["partner"] if decision["question"] == "give" else _owner(table, decision["effect"])
        return f"{text} to player_{partner}"
    if decision["question"] == "order":
        places = [TOP.index(place) for place in text.removeprefix("put back ").split(", ")]
        shown = table["deck_top"][: len(TOP)]
        return f"put back, the top one first: {', '.join(shown[k] for k in places if k < len(shown))}"
    return text.removeprefix("choose ")


def _owner(table: Plain, piece: int) -> int:
    return int(table["pieces"][piece - 1]["owner"])


def _piece(table: Plain, number: int) -> str:
    piece = table["pieces"][number - 1]
    return f"{piece['card'] or 'a hidden card'}, piece {number} ({piece['place']}, of player_{piece['owner']})"


def points(table: Plain) -> list[tuple[str, ...]]:
    """Table of points at the end: a heading, and a row of texts for each seat."""
    rows = [
        ("out" if player["out"] else f"{player['points']}", f"{player['hand_size']}") for player in table["players"]
    ]
    return [("points", "cards in hand"), *rows]


def cards() -> Iterator[tuple[str, str, str]]:
    """Name, facts and text of every card."""
    for card in CARDS:
        yield card.name, f"{card.copies} in the deck, points {card.points} face up", card.text
