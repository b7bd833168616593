"""Cards to tables: every ability becomes one row of headers and a program of instructions (tables.INSTRUCTION).

The cards' own abilities come first, by card; then those that others refer to: lines of dice tables (whose registers follow those
of the effect that rolled) and delayed effects (whose registers start from 0). Equal programs are stored once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from fs_env.core.four_souls.language.check import nodes_in
from fs_env.core.four_souls.language.codes import NONE, AbilityFlag, Cost, Event, Flag, Head, Num, Sel
from fs_env.core.four_souls.language.nodes import Ability, Card, CardError, Effect, Filter, Number, Selector, Trigger
from fs_env.core.four_souls.language.program import Chosen, Instruction, Program, condition_row
from fs_env.core.four_souls.language.verbs import VERBS, flow

ABILITY_COLUMNS = (
    *("card", "head", "pc", "event", "who", "n", "victim", "flags", "once", "cond", "condsel", "condn"),
    *("cost", "costn", "modes", "req0", "reqn", "parent", "roll"),
)
REQUIREMENT_COLUMNS = ("mode", "filter")
STATIC_COLUMNS = ("mod", "n", "m", "whom", "cond", "condsel", "condn")
CARD_COLUMNS = ("ab0", "abn", "st0", "stn")

Row = tuple[int, ...]


@dataclass
class Tables:
    """Rows of all tables; columns are named above."""

    program: list[Instruction] = field(default_factory=list)
    filters: list[Row] = field(default_factory=list)
    roll_tables: list[Row] = field(default_factory=list)
    abilities: list[Row] = field(default_factory=list)
    requirements: list[Row] = field(default_factory=list)
    statics: list[Row] = field(default_factory=list)
    cards: list[Row] = field(default_factory=list)


@dataclass
class _Due:
    """An ability that has a number but no program yet."""

    card: int
    parent: int
    ability: Ability
    registers: dict[str, int]
    chosen: dict[str, Chosen] = field(default_factory=dict)


OF_EVENT = frozenset((Sel.ROLLER, Sel.IT, Sel.KILLER, Sel.IT_SOURCE, Sel.THAT_ROLL, Sel.EACH_PLAYER_BUT_IT))
"""Selectors of things that a text knows from its event."""


def reads_event(effect: Effect) -> bool:
    """Whether an effect, lines of its dice tables included, refers to the subject or the amount of its event."""
    for node in nodes_in(effect):
        if isinstance(node, Selector) and node.code in OF_EVENT:
            return True
        if isinstance(node, Number) and node.code in (Num.AMOUNT, Num.AMOUNT_DOUBLED):
            return True
        if isinstance(node, Filter) and node.flags & Flag.NOT_IT:
            return True
    return False


class _Compiler:
    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = cards
        self.numbers: Mapping[str, int] = {card.id: number for number, card in enumerate(cards)}
        self.tables = Tables()
        self.due: list[_Due] = []
        self.now = _Due(0, 0, Ability(Head.PLAY, Effect(())), {})
        self.filter_rows: dict[Row, int] = {}
        self.places: dict[tuple[tuple[tuple[str, int], ...], ...], int] = {}

    # --- what a program asks for --------------------------------------------------------------------------------------
    def fail(self, what: str) -> NoReturn:
        raise CardError(f"card '{self.cards[self.now.card].id}': {what}")

    def filter_row(self, filter: Filter, registers: dict[str, int]) -> int:
        of = filter.owner.of
        if of is None:
            relsel = NONE
        elif hasattr(of, "code"):
            relsel = int(of.code)
        elif of.name in registers:
            relsel = Sel.REG + registers[of.name]
        else:
            self.fail(f"of({of.name}) comes before {of.name} is asked")
        for named in (filter.card, filter.or_card):
            if named and named not in self.numbers:
                self.fail(f"'{named}' is not the id of a card")
        cards = [self.numbers[named] if named else NONE for named in (filter.card, filter.or_card)]
        row = (int(filter.kinds), int(filter.flags), int(filter.owner.rel), relsel, *cards)
        if row not in self.filter_rows:
            self.filter_rows[row] = len(self.tables.filters)
            self.tables.filters.append(row)
        return self.filter_rows[row]

    def ability(self, head: Head, effect: Effect, registers: dict[str, int], trigger: Ability | None = None) -> int:
        built = Ability(head, effect)
        if trigger is not None:
            built = Ability(head, effect, trigger.trigger, trigger.only, trigger.once, trigger.every)
        self.due.append(_Due(self.now.card, self.now.parent, built, dict(registers)))
        return len(self.due) - 1

    def line(self, effect: Effect, registers: dict[str, int], chosen: dict[str, Chosen]) -> int:
        built = Ability(Head.BRANCH, effect)
        self.due.append(_Due(self.now.card, self.now.parent, built, dict(registers), dict(chosen)))
        return len(self.due) - 1

    def roll_table(self, lines: list[int]) -> int:
        self.tables.roll_tables.append(tuple(lines))
        return len(self.tables.roll_tables) - 1

    # --- the tables ---------------------------------------------------------------------------------------------------
    def compile(self) -> Tables:
        for number, card in enumerate(self.cards):
            first, first_static = len(self.due), len(self.tables.statics)
            for ability in card.abilities:
                self.due.append(_Due(number, len(self.due), ability, {}))
            for static in card.statics:
                change = static.modifier
                row = (int(change.static or 0), change.n, change.m, int(change.whom))
                self.tables.statics.append((*row, *condition_row(static.only)))
            self.tables.cards.append((first, len(card.abilities), first_static, len(card.statics)))
        while len(self.tables.abilities) < len(self.due):
            self.now = self.due[len(self.tables.abilities)]
            self.tables.abilities.append(self.header())
        return self.tables

    def header(self) -> Row:
        ability, trigger = self.now.ability, self.now.ability.trigger
        program = Program(self, ability.effect, ability.price, self.now.registers, self.now.chosen)
        requirement = len(self.tables.requirements)
        self.tables.requirements.extend(program.requirements)
        flags = self.flags(ability, trigger, program)
        cost = (Cost.NOTHING, 0) if ability.price is None else (ability.price.cost, ability.price.n)
        row = (
            *(self.now.card, ability.head, self.place(program)),
            *(trigger.event, trigger.who, trigger.n, trigger.victim, flags, ability.once),
            *condition_row(ability.only),
            *(*cost, program.modes, requirement, len(program.requirements), self.now.parent, program.roll),
        )
        return tuple(int(value) for value in row)

    def flags(self, ability: Ability, trigger: Trigger, program: Program) -> int:
        found = {VERBS[row["op"]] for row in program.rows}
        flags = trigger.flags
        flags |= AbilityFlag.ROLLS if flow.roll in found else 0
        flags |= AbilityFlag.EVERY_2 if ability.every == 2 else 0
        flags |= AbilityFlag.READS_EVENT if ability.head == Head.WHEN and reads_event(ability.effect) else 0
        flags |= AbilityFlag.DAMAGES if any(verb.damages for verb in found) else 0
        if ability.every == 2 and trigger.event != Event.DAMAGE_TAKEN:
            self.fail("every=2 adds up damage; it belongs in when(damage_taken(...))")
        return flags

    def place(self, program: Program) -> int:
        """The program counter of a program, which is added after the others unless there is an equal one."""
        key = tuple(tuple(row.items()) for row in program.rows)
        if key not in self.places:
            start = len(self.tables.program)
            self.places[key] = start
            for row in program.rows:
                if "jump" in row:
                    row["jump"] += start
                self.tables.program.append(row)
        return self.places[key]


def compile_cards(cards: Sequence[Card]) -> Tables:
    """The tables of cards that are numbered by their index. Raises CardError, naming a card that cannot be compiled."""
    return _Compiler(cards).compile()


__all__ = ["ABILITY_COLUMNS", "CARD_COLUMNS", "REQUIREMENT_COLUMNS", "STATIC_COLUMNS", "Row", "Tables", "compile_cards"]
