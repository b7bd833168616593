"""Emblems of the cards, tiles and adventurers of Betrayal at Baldur's Gate, from their programs and rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from fs_env.core.betrayal import tables as T
from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.core.betrayal.language.rows import Adventurer, Event, Possession, Tile, Use
from fs_env.core.betrayal.language.words import Act, Op, Program, acts, inside
from fs_env.drawing.signs import Emblem, first_words, grammar

ROLLS = {Op.ROLL, Op.ROLL_DICE, Op.ROLL_ONE_OF, Op.ROLL_BY_TILE, Op.CHARGE}
COUNTED = {Op.GAIN, Op.LOSE, Op.HARM, Op.HURT, Op.GAIN_CHOSEN, Op.ASSAULT}  # operand b is an amount


def _marks() -> Mapping[str, Any]:
    return grammar()["betrayal"]


def _verbs(program: Program) -> Iterator[tuple[str, str]]:
    for act in inside(program):
        if mark := _marks()["acts"].get(act.op.name):
            table, _, change = mark.partition(" ")
            mark = f"{_marks()[table][act.a]} {change}".strip() if table in _marks() else mark
            yield mark, str((act.b if act.op in COUNTED else act.a if act.op == Op.GAIN_BELOW else 0) or "")


def _of_program(program: Program, whom: str = "", when: str = "", also: str = "") -> Emblem | None:
    found = list(_verbs(program))
    roll: Act | None = next((act for act in inside(program) if act.op in ROLLS), None)
    if roll is not None:
        when = _marks()["traits"][roll.a] if roll.op == Op.ROLL else "die"
    last = next((mark for mark, _ in reversed(found) if mark != found[0][0]), also)
    return Emblem(*found[0], whom, when, last) if found else None


def _event(event: Event) -> Emblem | None:
    programs = (event.text, event.entering, event.opening, event.ending, event.at_end)
    also = next(iter(first_words(_marks()["words"], event.special)), "")
    return _of_program([act for program in programs for act in acts(program)], _marks()["whom"][event.who], also=also)


def _possession(card: Possession) -> Emblem | None:
    traits = _marks()["traits"]
    words = first_words(_marks()["words"], card.special) if isinstance(card.special, str) else []
    gains = [(traits[trait] + " less" * (n < 0), str(abs(n))) for trait, n in card.gains.items()]
    word, also = next(iter(words), ""), gains[1][0] if gains[1:] else ""
    if card.use == Use.WEAPON:
        more = card.dice or card.bonus
        also = "bag less" if card.spent else "die" if card.dice else word
        return Emblem("blade", f"+{more}" if more else "", "aim" * card.distance, traits[card.attack], also)
    if card.use == Use.COMPANION:
        mark, amount = gains[0] if gains else (word, "")
        return Emblem("paw", amount, also, "", mark)
    if gains:
        return Emblem(*gains[0], "", "", also or word)
    for trait, n in card.rolls.items():
        return Emblem(f"{traits[trait]} more", f"+{n}", "", "die")
    for kind, n in card.armor.items():
        return Emblem("shield", str(n), "", "mind" if kind else "burst")
    found = _of_program(card.program, when="bag less" if card.spent else "sun")
    return found or (Emblem(word, "", "", "eye", *words[1:2]) if word else None)


def _tile(tile: Tile) -> Emblem:
    symbol = _marks()["decks"][tile.symbol - 1] if tile.symbol else ""
    for program, when in ((tile.leaving, "step"), (tile.ending, "moon")):
        if found := _of_program(program, symbol):
            return found._replace(when=when)
    return Emblem(symbol or "tile", "", "tile" * bool(symbol), "step" if tile.stairs else "pit" if tile.grate else "")


def _adventurer(row: Adventurer) -> Emblem:
    starts = [int(track.split()[place - 1]) for track, place in (row.might, row.speed, row.knowledge, row.sanity)]
    best = starts.index(max(starts))
    return Emblem("character", str(starts[best]), _marks()["traits"][best], "", _marks()["powers"][row.power])


@cache
def emblems() -> dict[str, Emblem | None]:
    rows: tuple[tuple[Any, Any], ...] = (
        (_event, T.EVENTS),
        (_possession, T.POSSESSIONS),
        (_tile, T.TILES),
        (_adventurer, ADVENTURERS),
    )
    return {row.name: emblem(row) for emblem, several in rows for row in several}
