"""Emblems of the cards, tiles and adventurers of Betrayal at Baldur's Gate, from their programs and rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from fs_env.core.betrayal import tables as T
from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.core.betrayal.language.codes import Symbol
from fs_env.core.betrayal.language.rows import Adventurer, Event, Possession, Tile, Use
from fs_env.core.betrayal.language.words import Act, Op, Program, acts, inside
from fs_env.drawing.signs import Emblem, first_words, grammar

ROLLS = {Op.ROLL, Op.ROLL_DICE, Op.ROLL_ONE_OF, Op.ROLL_BY_TILE, Op.CHARGE}
OF_TRAIT = {Op.GAIN: "", Op.LOSE: " less", Op.RESTORE: " again"}
COUNTED = {Op.GAIN, Op.LOSE, Op.HARM, Op.HURT, Op.GAIN_CHOSEN, Op.ASSAULT}  # operand b is an amount


def _marks() -> Mapping[str, Any]:
    return grammar()["betrayal"]


def _verb(act: Act) -> tuple[str, str]:
    """The mark of an act and its amount, "" for one that only joins others."""
    if act.op in OF_TRAIT:
        mark = _marks()["traits"][act.a] + OF_TRAIT[act.op]
    elif act.op == Op.DRAW:
        mark = _marks()["decks"][act.a]
    elif act.op in (Op.LAY, Op.TAKE_UP):
        mark = _marks()["tokens"][act.a] + ("" if act.op == Op.LAY else " less")
    else:
        mark = _marks()["acts"].get(act.op.name, "")
    amount = act.b if act.op in COUNTED else act.a if act.op == Op.GAIN_BELOW else 0
    return mark, str(amount or "")


def _verbs(program: Program) -> Iterator[tuple[str, str]]:
    """The marks of a program in its order, of a roll those of the best and the worst results first."""
    return (found for act in inside(program) if (found := _verb(act))[0])


def _when(program: Program) -> str:
    """The trait that is rolled first, a die for any other roll."""
    first = next((act for act in inside(program) if act.op in ROLLS), None)
    if first is None:
        return ""
    return str(_marks()["traits"][first.a]) if first.op == Op.ROLL else "die"


def _of_program(program: Program, whom: str = "", when: str = "", words: str = "") -> Emblem | None:
    found = list(_verbs(program))
    if not found:
        return None
    also = next((mark for mark, _ in reversed(found) if mark != found[0][0]), "")
    also = also or next(iter(first_words(_marks()["words"], words)), "")
    return Emblem(*found[0], whom, _when(program) or when, also)


def _event(event: Event) -> Emblem | None:
    programs = (
        *acts(event.text),
        *acts(event.entering),
        *acts(event.opening),
        *acts(event.ending),
        *acts(event.at_end),
    )
    return _of_program(programs, _marks()["whom"][event.who], words=event.special)


def _possession(card: Possession) -> Emblem | None:
    traits = _marks()["traits"]
    words = [] if not isinstance(card.special, str) else first_words(_marks()["words"], card.special)
    if card.use == Use.WEAPON:
        amount = f"+{card.dice or card.bonus}" if card.dice or card.bonus else ""
        whom, also = "aim" * card.distance, "less" if card.spent else ""
        return Emblem(
            "blade",
            amount,
            whom,
            traits[card.attack],
            f"bag {also}" if also else "die" * bool(card.dice) or next(iter(words), ""),
        )
    gains = [(traits[trait] + (" less" if n < 0 else ""), str(abs(n))) for trait, n in card.gains.items()]
    if card.use == Use.COMPANION:
        mark, amount = gains[0] if gains else (next(iter(words), ""), "")
        return Emblem("paw", amount, "", "", mark)
    if gains:
        return Emblem(*gains[0], "", "", gains[1][0] if gains[1:] else next(iter(words), ""))
    if card.rolls:
        (trait, n), *_ = card.rolls.items()
        return Emblem(f"{traits[trait]} more", f"+{n}", "", "die")
    if card.armor:
        (kind, n), *_ = card.armor.items()
        return Emblem("shield", str(n), "", "burst" if kind == 0 else "mind")
    whole = _of_program(card.program, when="bag less" if card.spent else "sun")
    return whole or (Emblem(words[0], "", "", "eye", *words[1:2]) if words else None)


def _tile(tile: Tile) -> Emblem:
    symbol = "" if tile.symbol == Symbol.NOTHING else _marks()["decks"][tile.symbol - 1]
    way = "step" if tile.stairs else "pit" if tile.grate else ""
    for program, when in ((tile.leaving, "step"), (tile.ending, "moon")):
        if found := _of_program(program, symbol, when):
            return found._replace(when=when)
    return Emblem(symbol or "tile", "", "tile" if symbol else "", way)


def _adventurer(row: Adventurer) -> Emblem:
    starts = [int(track.split()[place - 1]) for track, place in (row.might, row.speed, row.knowledge, row.sanity)]
    best = max(range(len(starts)), key=starts.__getitem__)
    return Emblem("character", str(starts[best]), _marks()["traits"][best], "", _marks()["powers"][row.power])


@cache
def emblems() -> dict[str, Emblem | None]:
    """The emblem of every card, tile and adventurer by its name; None where nothing of its program has a mark."""
    found = {event.name: _event(event) for event in T.EVENTS}
    found |= {card.name: _possession(card) for card in T.POSSESSIONS}
    found |= {tile.name: _tile(tile) for tile in T.TILES}
    return found | {row.name: _adventurer(row) for row in ADVENTURERS}
