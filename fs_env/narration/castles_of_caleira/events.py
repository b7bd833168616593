"""Log of a seat of Castles of Caleira: the changes from one position to the next, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from fs_env.core.castles_of_caleira.actions import GIVE
from fs_env.core.castles_of_caleira.actions import PLACES as TOP
from fs_env.core.castles_of_caleira.cards import CARDS, KINDS, NAMES, Kind
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.machine.declare.fields import as_records
from fs_env.narration.transition import answered

Plain = dict[str, Any]
SPIRE = NAMES[Kind.PRINCESS_SPIRE]
TURNS_UP = ("turn face up:", ("face down",))
DOES = {  # a card that asks for a piece -> what it does to it, and the places in which it does that
    NAMES[Kind.TREBUCHET]: ("destroy", ("face down", "face up")),
    NAMES[Kind.BARRACKS]: ("turn face down:", ("face up",)),
    NAMES[Kind.OBSERVATORY]: ("look at", ("face down",)),
    **dict.fromkeys((NAMES[Kind.THRONE_ROOM], NAMES[Kind.WATCHTOWER]), TURNS_UP),
}
LEFT_OUT = re.compile(r", as \S+ knows it$|; options: .*$", re.MULTILINE)
"""Parts of a position in words that repeat something of the question and the options."""


class Exchange(NamedTuple):
    """Two cards that have changed hands, which only their two players know (R19)."""

    owner: int
    other: int
    given: str
    received: str


def story(game: Any, before: Any, after: Any) -> Exchange | None:
    old, new = as_records(before)[0], as_records(after)[0]
    blind = old.question == Question.GIVE and old.blind_market
    if old.question != Question.RETURN and not blind:
        return None
    owner = int(old.owner[old.effect])
    other = int(old.partner)
    given = (answered(game, before, after) or 0) - GIVE if blind else int(old.offer)
    drew = other if new.n_deck < old.n_deck and new.turn_player == other else owner
    quiet, sign = (owner, 1) if drew == other else (other, -1)  # the hand that only the exchange changes
    change = sign * (new.hand[quiet].astype(int) - old.hand[quiet]) + (np.arange(KINDS) == given)
    return Exchange(owner, other, NAMES[given], NAMES[int(change.argmax())])


def moves(before: Plain, after: Plain, exchange: Exchange | None = None) -> list[str]:
    lines = []
    old_pieces = before["pieces"]
    for new in after["pieces"]:
        if len(old_pieces) < new["piece"]:
            how = new["place"] if new["place"] != "discarded" else "face up and at once into the discard pile"
            lines.append(f"player_{new['owner']} plays piece {new['piece']}{_card(new)} {how}")
            continue
        left = after["players"][new["owner"]]["out"] and new["card"] != SPIRE
        lines += _changes(old_pieces[new["piece"] - 1], new, _by(before, new["piece"]), left)
    lines += _effect(before, after, bool(lines))
    readers = [p for p, player in enumerate(after["players"]) if player["hand"] is not None]
    if exchange is not None:
        owner, other = f"player_{exchange.owner}", f"player_{exchange.other}"
        known = {exchange.owner, exchange.other} & set(readers)
        cards = f"gives {exchange.given} to {other} for {exchange.received}"
        lines.append(f"{owner} {cards if known else f'exchanges a card with {other}'}")
    for p, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
        if new["out"] and not old["out"]:
            lines.append(f"player_{p} is out of the game")
        if old["hand"] is not None and new["hand"] is not None:
            lines += [f"player_{p} draws {card}" for card in _drawn(old["hand"], new["hand"], p, exchange)]
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
    by = table["decision"]["effect"]
    if by is None:
        return ""
    return " by its own effect" if by == piece else f" by {table['pieces'][by - 1]['card'] or f'piece {by}'}"


def _changes(old: Plain, new: Plain, by: str, left: bool) -> list[str]:
    lines = []
    if old["place"] != new["place"]:
        how = {"face up": "is turned face up", "face down": "is turned face down", "discarded": "is destroyed"}
        lines.append(f"{_name(new)} {'is discarded' if left else how[new['place']] + by}")
    elif new["place"] == "face down":
        readers = [p for p in new["known_to"] if p not in old["known_to"]]
        lines += [f"player_{p} looks at {_name(new)}" for p in readers]
    if new["suppressed"] and not old["suppressed"]:
        lines.append(f"{_name(new)} has no effect in this turn")
    return lines


def _effect(before: Plain, after: Plain, changed: bool) -> list[str]:
    old, new = before["decision"], after["decision"]
    who, lines = f"player_{old['player']}", []
    continues = old["picked"] is None and new["picked"] is not None and old["effect"] == new["effect"]
    if old["question"] == "order":
        lines.append(f"{who} puts {_top(before)} back")
    elif old["question"] == "reveal" and not changed:
        lines.append(f"{who} leaves {_name(after['pieces'][old['picked'] - 1])} face down")
    elif old["question"] == "target" and not changed and new["question"] == "reveal":
        lines.append(f"{who} looks again at {_name(after['pieces'][new['picked'] - 1])}")
    elif old["question"] == "target" and not changed and not continues:
        what = "stops turning pieces face up" if old["picked"] else "chooses no piece"
        card = after["pieces"][old["effect"] - 1]["card"] or f"piece {old['effect']}"
        lines.append(f"{who} {what} {'with' if old['picked'] else 'for'} {card}")
    if new["question"] == "order" != old["question"]:
        seen = after["deck_top"][: after["deck_known_to"]["cards"]]
        lines.append(f"player_{new['player']} looks at {_top(after)}{': ' * bool(seen)}{', '.join(seen)}")
    return lines


def _top(table: Plain) -> str:
    n = table["deck_known_to"]["cards"]
    return "the top card of the deck" if n == 1 else f"the top {n} cards of the deck"


def _drawn(old: list[str], new: list[str], seat: int, exchange: Exchange | None) -> list[str]:
    had = list(old)
    if exchange is not None and seat in (exchange.owner, exchange.other):
        lost, gained = (exchange.given, exchange.received)[:: 1 if seat == exchange.owner else -1]
        had.remove(lost)
        had.append(gained)
    return [card for card in new if card not in had or had.remove(card)]  # type: ignore[func-returns-value]


def offered(table: Plain, texts: Sequence[str]) -> list[str]:
    return [_offered(table, text) for text in texts]


def _offered(table: Plain, text: str, drawn: bool = False) -> str:
    decision = table["decision"]
    if text.startswith("choose piece "):
        return (_drawn_piece if drawn else _chosen)(table, int(text.rpartition(" ")[2]))
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


def _chosen(table: Plain, number: int) -> str:
    piece, does = table["pieces"][number - 1], _does(table, number)
    words = f"{piece['card'] or 'a hidden card'}, piece {number} ({piece['place']}, of player_{piece['owner']})"
    return f"{does} {words}" if does else words


def _does(table: Plain, number: int) -> str:
    piece, source = table["pieces"][number - 1], table["pieces"][table["decision"]["effect"] - 1]["card"]
    does, places = DOES.get(source, ("", ()))
    if does == "destroy" and piece["card"] == NAMES[Kind.BATTLEMENTS]:
        does, places = TURNS_UP  # it stays (R24)
    return does if piece["place"] in places else ""


def offered_drawn(table: Plain, texts: Sequence[str]) -> list[str]:
    """`offered` without what the drawing shows of a piece, and marked where a card does nothing to the chosen piece (R14, R16), or has
    no target when it is played face up (R14)."""
    return [_offered(table, text, True) + ", no effect" * _idle(table, text) for text in texts]


def _drawn_piece(table: Plain, number: int) -> str:
    piece, does = table["pieces"][number - 1], _does(table, number)
    down = "face down, " * (does == "destroy" and piece["place"] == "face down" and piece["card"] is not None)
    words = f"{does} {piece['card'] or 'a hidden card'} #{number} ({down}of player_{piece['owner']})"
    return re.sub("turn face (.*?):", r"turn \1", words).strip()


def _idle(table: Plain, text: str) -> bool:
    if text.startswith("choose piece "):
        return not _does(table, int(text.rpartition(" ")[2]))
    card, hands = text.removeprefix("play ").removesuffix(" face up"), [one["hand_size"] for one in table["players"]]
    if card == NAMES[Kind.MARKETPLACE]:
        return hands.pop(table["decision"]["player"]) < 2 or not any(hands)
    if card == NAMES[Kind.WIZARDS_TOWER]:
        return not table["deck_size"]
    return DOES.get(card, ("", ()))[1] == ("face down",) and all(one["place"] != "face down" for one in table["pieces"])


def points(table: Plain) -> list[tuple[str, ...]]:
    rows = [("out" if one["out"] else f"{one['points']}", f"{one['hand_size']}") for one in table["players"]]
    return [("points", "cards in hand"), *rows]


def cards() -> Iterator[tuple[str, str, str]]:
    for card in CARDS:
        yield card.name, f"{card.copies} in the deck, points {card.points} face up", card.text
