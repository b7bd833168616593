"""Compiled programs as text."""

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
    Rel,
    Sel,
    Stat,
    Until,
    Who,
)
from fs_env.core.four_souls.language.program import Instruction
from fs_env.core.four_souls.language.verb import OPERANDS, Sort
from fs_env.core.four_souls.language.verbs import VERBS
from fs_env.core.four_souls.listing import operands, program_rows

_SEEN = AbilityFlag.ROLLS | AbilityFlag.DAMAGES | AbilityFlag.READS_EVENT  # visible in the program itself
_CODES: dict[str, type[IntEnum]] = {
    "cond": Cond,
    "cost": Cost,
    "lasting": Lasting,
    "until": Until,
    "chooser": By,
    "stat": Stat,
    "slots": Deck,
}
_MARKS = {"ends_only": "ends"}  # the others keep their names
_COUNTING = (Num.COINS_OF, Num.HAND_OF, Num.DIFF_HAND, Num.DIFF_COINS)


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
    return _low(Num(value)) if value >= Num.SPARE_HP else str(value)


def filter_text(row: int) -> str:
    kinds, flags, rel, relsel, *cards = (int(value) for value in T.FILTER[row])
    words = ["|".join(_low(kind) for kind in Kind if kinds & kind), *(_low(flag) for flag in Flag if flags & flag)]
    if rel != Rel.ANY:
        words.append(f"of({_sel(relsel)})" if rel == Rel.OF else f"owner_{_low(Rel(rel))}")
    named = [T.IDS[card] for card in cards if card != NONE]
    if named:
        words.append("|".join(named))
    return "&".join(words)


def _operand(name: str, value: int, row: Instruction, start: int) -> str:
    sort = OPERANDS[name]
    if name in _CODES:
        return _low(_CODES[name](value))
    if name == "wanted":
        return ("", "optional", "up_to_two")[value]
    if sort == Sort.MARK:
        return _MARKS.get(name, name) if value else ""
    if sort == Sort.JUMP:
        return f"L{value - start}"
    if sort == Sort.REGISTER:
        return f"r{value}"
    if sort == Sort.OPTIONAL:
        return "" if value == NONE else f"to={_sel(value)}" if name == "receiver" else _sel(value)
    if sort == Sort.PLAYER:
        return "" if value == Sel.ME else f"by={_sel(value)}"
    if sort == Sort.FILTER:
        return f"[{filter_text(value)}]"
    if sort == Sort.SELECTOR:
        return _sel(value)
    if sort == Sort.COUNTED:
        return f"of={_sel(value)}" if row["n"] in _COUNTING else ""
    if sort == Sort.TABLE:
        return "{" + ", ".join(f"{n}: {_line(int(T.ROLLTAB[value, n]))}" for n in range(1, 7)) + "}"
    if sort == Sort.ABILITY:
        return "" if value == NONE else f"A{value}"
    return _num(value) if sort == Sort.AMOUNT else str(value)


def _line(ability: int) -> str:
    return "-" if ability == NONE else f"A{ability}"


def row_text(row: Instruction, start: int = 0) -> str:
    """One instruction; jumps are shown relative to ``start``."""
    words = [VERBS[row["op"]].name.upper(), *(_operand(name, value, row, start) for name, value in operands(row))]
    return " ".join(word for word in words if word)


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
