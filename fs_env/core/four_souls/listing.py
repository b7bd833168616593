"""Compiled programs as text, for reading and for tests. Nothing in a game uses this."""

from __future__ import annotations

from enum import IntEnum

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import (
    NONE,
    AbilityFlag,
    By,
    Cond,
    Cost,
    Deck,
    Event,
    Flag,
    Head,
    Kind,
    Lasting,
    Num,
    Once,
    Op,
    Rel,
    Sel,
    Stat,
    Until,
    Who,
)

_OPERANDS: dict[Op, tuple[str, ...]] = {
    Op.JMP: ("pc",),
    Op.IF: ("cond", "sel", "n", "pc"),
    Op.MAY: ("sel", "pc"),
    Op.MODE: ("n",),
    Op.IFMODE: ("n", "pc"),
    Op.UNLESSMODE: ("n", "pc"),
    Op.TARGET: ("reg", "filter", "sel", "wanted", "doubles"),
    Op.STILL: ("reg", "filter", "", "", "doubles"),
    Op.PICK: ("reg", "filter", "sel"),
    Op.NUMBER: ("reg", "n", "n", "ends"),
    Op.COST: ("cost", "n", "receiver"),
    Op.ROLL: ("table",),
    Op.LASTING: ("lasting", "sel", "num", "until", "lastingref"),
    Op.VOTE: ("filter",),
    Op.COPY_EFFECT: ("sel",),
    Op.PLAY_GIVEN: ("sel",),
    Op.PLAY_REVEALED: ("sel",),
    Op.DRAFT_TREASURE: ("n",),
    Op.END_GAME: ("sel",),
    Op.GAIN: ("num", "sel", "argument"),
    Op.LOSE: ("num", "sel", "argument"),
    Op.STEAL_COINS: ("num", "sel", "sel"),
    Op.LOOT: ("num", "sel", "argument"),
    Op.TAKE_LOOT: ("num", "sel", "by", "sel", "optional"),
    Op.SWAP_LOOT: ("reg", "reg"),
    Op.HAND_TO_DECK: ("n",),
    Op.DESTROY_THIS_FIRST: ("rolls",),
    Op.GIVE_ITEM: ("", "sel", "sel"),
    Op.SWAP_ITEMS: ("", "sel", "sel"),
    Op.BECOME: ("", "sel", "", "until"),
    Op.COUNTER: ("num",),
    Op.UNCOUNTER: ("num",),
    Op.LOOK: ("num", "sel", "by_other"),
    Op.ORDER_TOP: ("", "by_other"),
    Op.REVEAL_UNTIL: ("n", "sel", "filter"),
    Op.SEARCH: ("", "sel", "filter"),
    Op.KEEP_TOP: ("n",),
    Op.DAMAGE_SPLIT: ("n",),
    Op.ABSORB: ("num",),
    Op.SET_AMOUNT: ("num",),
    Op.SHIELD: ("num", "sel", "", "", "ability"),
    Op.BOOST: ("num", "sel", "stat", "until"),
    Op.CANCEL_ATTACK: ("", "sel", "again"),
    Op.ATTACKS: ("num", "sel", "deckonly"),
    Op.MUST_ATTACK: ("n", "sel", "sel", "additional"),
    Op.EXPAND: ("n", "deck"),
    Op.TO_SLOT: ("", "sel", "filter"),
    Op.TOPDECK_ANY: ("", "", "filter"),
    Op.INTO_DECK: ("n",),
}
_NUMBERED = frozenset(
    (Op.DISCARD_LOOT, Op.DISCARD_TO, Op.LOOT_PLAYS, Op.TREASURE, Op.LOSE_SOUL, Op.REVEAL, Op.DAMAGE, Op.HEAL)
) | {Op.SHIELD_POOL, Op.SET_ROLL, Op.ADD_ROLL}
_BARE = frozenset((Op.END, Op.COMMIT, Op.PASS_HANDS, Op.BECOME_SOUL, Op.GIVE_CURSES, Op.ORDER_BOTTOM)) | {
    Op.CANCEL_ALL,
    Op.REPLACE_SHOP_ANY,
}
_SEEN = (
    AbilityFlag.ROLLS | AbilityFlag.COPIES | AbilityFlag.DAMAGES | AbilityFlag.READS_EVENT
)  # to be seen in the program itself
_MARKS = {
    "optional": "optional",
    "doubles": "doubles",
    "ends": "ends",
    "rolls": "rolls",
    "deckonly": "deck_only",
    "again": "again",
}
_CODES: dict[str, type[IntEnum]] = {
    "cond": Cond,
    "cost": Cost,
    "lasting": Lasting,
    "until": Until,
    "by": By,
    "stat": Stat,
    "deck": Deck,
}


def _low(code: IntEnum) -> str:
    return code.name.lower()


def _sel(value: int) -> str:
    if value == NONE:
        return "-"
    if value >= Sel.EACH:
        return f"each({filter_text(value - Sel.EACH)})"
    return f"r{value - Sel.REG}" if Sel.REG <= value < Sel.REG + 8 else _low(Sel(value))


def _num(value: int) -> str:
    if value >= Num.REG:
        return f"r{value - Num.REG}"
    return _low(Num(value)) if value >= Num.RESULT else str(value)


def filter_text(row: int) -> str:
    """A row of FILTER in the words of codes."""
    kinds, flags, rel, relsel, *cards = (int(value) for value in T.FILTER[row])
    words = ["|".join(_low(kind) for kind in Kind if kinds & kind), *(_low(flag) for flag in Flag if flags & flag)]
    if rel != Rel.ANY:
        words.append(f"of({_sel(relsel)})" if rel == Rel.OF else f"owner_{_low(Rel(rel))}")
    named = [T.IDS[card] for card in cards if card != NONE]
    if named:
        words.append("|".join(named))
    return "&".join(words)


def _operand(sort: str, value: int, row: list[int], start: int) -> str:
    if sort == "pc":
        return f"L{value - start}"
    if sort == "reg":
        return f"r{value}"
    if sort == "receiver":
        return "" if value == NONE else f"to={_sel(value)}"
    if sort == "by_other":
        return "" if value == Sel.ME else f"by={_sel(value)}"
    if sort == "filter":
        return f"[{filter_text(value)}]"
    if sort == "sel":
        return _sel(value)
    if sort == "num":
        return _num(value)
    if sort == "argument":
        of = (Num.COINS_OF, Num.HAND_OF, Num.DIFF_HAND, Num.DIFF_COINS)
        return f"of={_sel(value)}" if row[1] in of else ""
    if sort == "table":
        return "{" + ", ".join(f"{n}: {_line(int(T.ROLLTAB[value, n]))}" for n in range(1, 7)) + "}"
    if sort == "lastingref" and row[1] == Lasting.DAMAGE_CAP:
        return _sel(value)
    if sort in ("ability", "lastingref"):
        return "" if value == NONE else f"A{value}"
    if sort in _CODES:
        return _low(_CODES[sort](value))
    if sort == "wanted":
        return ("", "optional", "up_to_two")[value]
    if sort in _MARKS:
        return _MARKS[sort] if value else ""
    if sort == "additional":
        return "additional" if value else ""
    return str(value) if sort == "n" else ""


def _line(ability: int) -> str:
    return "-" if ability == NONE else f"A{ability}"


def operands(row: list[int]) -> list[tuple[str, int]]:
    """(sort, value) of the operands a, b, ... of an instruction; an unused one has the sort ""."""
    op = Op(row[0])
    if op in _BARE:
        return []
    return list(zip(("num", "sel") if op in _NUMBERED else _OPERANDS.get(op, ("", "sel")), row[1:]))


def row_text(row: list[int], start: int = 0) -> str:
    """One instruction; jumps are named relative to ``start``."""
    words = [Op(row[0]).name, *(_operand(sort, value, row, start) for sort, value in operands(row))]
    return " ".join(word for word in words if word)


def program_rows(ability: int) -> list[list[int]]:
    """The instructions of an ability, from its first to END."""
    start = end = int(T.AB_PC[ability])
    while T.PROG[end, 0] != Op.END:
        end += 1
    return [[int(value) for value in row] for row in T.PROG[start : end + 1]]


def disassemble(ability: int) -> str:
    """Head and program of an ability on one line, jumps relative to its start; IndexError for an unknown ability."""
    if not 0 <= ability < T.N_ABILITIES:
        raise IndexError(f"ability {ability} is not in the tables; expected 0 to {T.N_ABILITIES - 1}")
    start, head = int(T.AB_PC[ability]), Head(T.AB_HEAD[ability])
    words = [f"{T.IDS[T.AB_CARD[ability]]} {_low(head)}"]
    if T.AB_EVENT[ability]:
        words.append(f"{_low(Event(T.AB_EVENT[ability]))}({_low(Who(T.AB_WHO[ability]))}, {T.AB_N[ability]})")
    if T.AB_COND[ability]:
        words.append(f"only {_low(Cond(T.AB_COND[ability]))} {_sel(int(T.AB_CONDSEL[ability]))} {T.AB_CONDN[ability]}")
    if T.AB_ONCE[ability]:
        words.append(f"once_{_low(Once(T.AB_ONCE[ability]))}")
    words += [_low(flag) for flag in AbilityFlag if T.AB_FLAGS[ability] & flag & ~_SEEN]
    rows = [f"{k} {row_text(row, start)}" for k, row in enumerate(program_rows(ability))]
    return " ".join(words) + ": " + "; ".join(rows)


__all__ = ["disassemble", "filter_text", "operands", "program_rows", "row_text"]
