"""The cards as numbers for embeddings: what is printed on each, and what its program does, read from the card tables.

Every column is a count, an amount, or 1 for yes and 0 for no. Column names use the names of the codes:

    deck_loot, kind_boss, set_base, is_eternal  where the card belongs (Deck, CardKind, PACKAGES) and its CardFlag bits
    copies, hp, evasion, attack, souls, ...     printed numbers, 0 where a card has none
    abilities_activated, abilities_when, ...          abilities by Head; `modes`: the most modes of one of them
    event_any_roll, whose_me, once_turn         what abilities listen to (Event, Who, Once), delayed ones included
    listens_1 ... listens_6, listens_at         numbers of rolls, or the threshold, that an event needs
    cond_coins_ge                               conditions (Cond) with their threshold + 1, the largest
    cost_coins                                  costs besides turning (Cost) with their amounts, the largest
    target_item, demand_noneternal              Kind and Flag bits of the targets and picks
    each_player, each_of_mine                   Kind bits of what is affected without a choice, and whether it is one's own
    verb_gain, amount_gain                      instructions (Op) of all its programs; the largest printed amount
    by_result, on_me, asked_me                  amounts that depend on the game (Num); roles (Sel) that are named, or asked
    reward_gain                                 amounts of a monster's reward by verb, 1 for a verb without one
    dice_3_gain                                 the same for each line of its dice table
    lasting_shield, until_eot, stat_atk         lasting effects (Lasting), their ends (Until), what is boosted (Stat)
    static_hp, static_hp_by, whom_me            continuous modifiers (Static) and their amounts, whom they concern
    bonus_cond_coins_ge                         the condition of a bonus soul, with its threshold

Columns in which every card has 0 are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from enum import IntEnum
from functools import cache

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.card_kinds import CardFlag, CardKind
from fs_env.core.four_souls.language.codes import (
    NONE,
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
    Static,
    Until,
    Who,
    Whom,
)
from fs_env.core.four_souls.language.program import Instruction
from fs_env.core.four_souls.language.verb import OPERANDS, Sort
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.listing import operands, program_rows
from fs_env.core.machine.declare.features import CardFeatures

SILENT = frozenset((Op.END, Op.COMMIT, Op.JMP, Op.IFMODE, Op.UNLESSMODE, Op.TARGET, Op.PICK, Op.COST, Op.LASTING)) | {
    Op.STILL
}
"""Instructions that are not verbs: they control the flow of a program, or have columns of their own."""
ASKING = frozenset((Op.TARGET, Op.PICK, Op.MAY))
"""Instructions whose role is the player who is asked."""
OF_ROLLS = frozenset((Event.ANY_ROLL, Event.VS_THIS, Event.ROLL_SHOWS, Event.MY_ATTACK_ROLL, Event.ANY_ATTACK_ROLL)) | {
    Event.DAMAGE_TAKEN,
    Event.DAMAGE_DEALT,
}
"""Events whose number is a bit mask of the numbers of a roll."""
CODES: dict[str, type[IntEnum]] = {"until": Until, "stat": Stat, "slots": Deck}
NUMBERS = {
    "copies": T.C_COUNT,
    "hp": T.C_HP,
    "evasion": T.C_EVASION,
    "attack": T.C_ATK,
    "souls": T.C_SOULS,
    "innate_souls": T.C_INNATE,
    "counters": T.C_COUNTERS,
}
ROLES = (Sort.SELECTOR, Sort.COUNTED, Sort.PLAYER)
"""Operands that name who or what is meant."""
Row = defaultdict[str, float]


@cache
def card_features() -> CardFeatures:
    """The features of all cards of all sets, float32 [cards, features]; the same object at every call."""
    rows = [features_of(card) for card in range(T.N_CARDS)]
    columns = list(dict.fromkeys(name for row in rows for name, value in row.items() if value))
    order = sorted(columns, key=lambda name: (family(name), name[:6] if name.startswith("dice") else ""))
    matrix = np.array([[row.get(name, 0.0) for name in order] for row in rows], np.float32)
    matrix.setflags(write=False)
    return CardFeatures(matrix, T.IDS, tuple(order))


FAMILIES = (
    *("deck", "kind", "set", "is", *NUMBERS, "abilities", "modes", "event", "whose", "listens", "once", "cond", "cost"),
    *(
        "target",
        "demand",
        "each",
        "asked",
        "verb",
        "amount",
        "by",
        "on",
        "reward",
        "lasting",
        "until",
        "stat",
        "static",
        "whom",
    ),
    *("expands", "dice", "bonus"),
)


def family(name: str) -> int:
    """The position of a column's family in the order of the families."""
    return FAMILIES.index(name if name in FAMILIES else name.split("_")[0])


def low(code: IntEnum) -> str:
    return code.name.lower()


def features_of(card: int) -> Row:
    row: Row = defaultdict(float)
    row[f"deck_{low(Deck(T.C_DECK[card]))}"] = 1
    row[f"kind_{low(CardKind(T.C_KIND[card]))}"] = 1
    row[f"set_{T.PACKAGES[T.C_SET[card]]}"] = 1
    for flag in CardFlag:
        row[f"is_{low(flag)}"] = float(bool(T.C_FLAGS[card] & flag))
    for name, column in NUMBERS.items():
        row[name] = max(0, int(column[card]))
    for ability in range(T.C_AB0[card], T.C_AB0[card] + T.C_ABN[card]):
        add_ability(row, ability)
    for static in range(T.C_ST0[card], T.C_ST0[card] + T.C_STN[card]):
        add_static(row, static)
    if T.C_DECK[card] == Deck.BONUS:
        k = int(np.flatnonzero(T.BONUS_SOULS == card)[0])
        row[f"bonus_cond_{low(Cond(T.BONUS_COND[k]))}"] = float(T.BONUS_N[k])
    return row


def add_ability(row: Row, ability: int) -> None:
    head = Head(T.AB_HEAD[ability])
    row[f"abilities_{low(head)}"] += 1
    row["modes"] = max(row["modes"], float(T.AB_MODES[ability]))
    add_header(row, ability)
    for instruction, number in instructions(row, ability):
        add_instruction(row, instruction)
        verb, amount = Op(instruction["op"]), literal(instruction)
        if verb in SILENT:
            continue
        if head == Head.REWARD and not number:
            row[f"reward_{low(verb)}"] += max(1, amount)
        if number:
            row[f"dice_{number}_{low(verb)}"] += max(1, amount)


def add_header(row: Row, ability: int) -> None:
    """Adds what an ability listens to, under which condition and how often."""
    event, n = Event(T.AB_EVENT[ability]), int(T.AB_N[ability])
    if event != Event.NOTHING:
        row[f"event_{low(event)}"] += 1
        row[f"whose_{low(Who(T.AB_WHO[ability]))}"] += 1
        if event in OF_ROLLS:
            for number in range(1, 7):
                row[f"listens_{number}"] += n >> number & 1
        else:
            row["listens_at"] = max(row["listens_at"], float(n))
    if T.AB_ONCE[ability]:
        row[f"once_{low(Once(T.AB_ONCE[ability]))}"] += 1
    add_condition(row, int(T.AB_COND[ability]), int(T.AB_CONDSEL[ability]), int(T.AB_CONDN[ability]))


def add_condition(row: Row, cond: int, subject: int, n: int) -> None:
    if cond != Cond.ALWAYS:
        name = f"cond_{low(Cond(cond))}"
        row[name] = max(row[name], float(n + 1))
        add_role(row, subject)


def instructions(row: Row, ability: int, number: int = 0) -> Iterator[tuple[Instruction, int]]:
    """The instructions of an ability, of its dice lines (with the number of the roll) and of what it delays."""
    for instruction in program_rows(ability):
        yield instruction, number
        for name, value in operands(instruction):
            if name == "table":
                lines = [int(line) for line in T.ROLLTAB[value]]
                for result in range(1, 7):
                    if lines[result] != NONE:
                        yield from instructions(row, lines[result], result)
            elif name == "ability" and value != NONE:
                add_header(row, value)
                yield from instructions(row, value, number)


def literal(instruction: Instruction) -> int:
    given = operands(instruction)
    numbers = [abs(value) for name, value in given if name in ("n", "low", "high") and value < Num.SPARE_HP]
    return max(numbers, default=0)


def add_instruction(row: Row, instruction: Instruction) -> None:
    op = Op(instruction["op"])
    if op == Op.COST:
        name = f"cost_{low(Cost(instruction['cost']))}"
        row[name] = max(row[name], float(max(1, instruction["n"])))
        return
    if op == Op.IF:
        add_condition(row, *(instruction[name] for name in ("cond", "who", "n")))
    if op not in SILENT:
        row[f"verb_{low(op)}"] += 1
        amount = literal(instruction)
        row[f"amount_{low(op)}"] = max(row[f"amount_{low(op)}"], amount)
    for name, value in operands(instruction):
        if name == "filter":
            add_filter(row, "target", value)
        elif name == "who" and op in ASKING:
            row[f"asked_{low(Sel(value))}"] += 1
        elif OPERANDS[name] in ROLES and not (name == "of" and value == 0):
            add_role(row, value)
        elif name == "n" and value >= Num.SPARE_HP:
            row[f"by_{low(Num(min(value, Num.REG)))}"] += 1
        elif name == "lasting":
            row[f"lasting_{low(Lasting(value))}"] += 1
        elif name in CODES and value != NONE:
            row[f"{'expands' if name == 'slots' else name}_{low(CODES[name](value))}"] += 1


def add_role(row: Row, sel: int) -> None:
    """Adds a selector: a role, or all objects of some kinds; a chosen object is counted as a target."""
    if sel >= Sel.EACH:
        add_filter(row, "each", sel - Sel.EACH)
        if T.FILTER[sel - Sel.EACH, 2] == Rel.MINE:
            row["each_of_mine"] += 1
    elif sel != NONE and not Sel.REG <= sel < Sel.REG + 8:
        row[f"on_{low(Sel(sel))}"] += 1


def add_filter(row: Row, prefix: str, number: int) -> None:
    kinds, flags = int(T.FILTER[number, 0]), int(T.FILTER[number, 1])
    for kind in Kind:
        row[f"{prefix}_{low(kind)}"] += bool(kinds & kind)
    for flag in Flag:
        row[f"demand_{low(flag)}"] += bool(flags & flag)


def add_static(row: Row, static: int) -> None:
    name = f"static_{low(Static(T.ST_MOD[static]))}"
    row[name] += 1
    row[f"{name}_by"] += int(T.ST_N[static])
    row[f"{name}_times"] += int(T.ST_M[static])
    row[f"whom_{low(Whom(T.ST_WHOM[static]))}"] += 1
    add_condition(row, int(T.ST_COND[static]), int(T.ST_CONDSEL[static]), int(T.ST_CONDN[static]))
