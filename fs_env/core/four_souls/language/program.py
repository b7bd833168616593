"""One effect to one program: what is announced, COMMIT, what is resolved, END.

Targets t, u, v, w lie in registers 0 to 3 in the order in which they are asked, choices made on resolution in registers
4 to 7. Jumps are written relative to the start of the program; the compiler moves them to where the program lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NoReturn, Protocol

from fs_env.core.four_souls.language.codes import NONE, Cost, Flag, Head, Kind, Lasting, Num, Op, Sel
from fs_env.core.four_souls.language.nodes import (
    Ability,
    CardError,
    Condition,
    Each,
    Effect,
    Filter,
    If,
    LastingEffect,
    LastingStep,
    May,
    Mode,
    Number,
    NumberChoice,
    Paying,
    Pick,
    Price,
    Register,
    RegisterOf,
    RollFor,
    Selector,
    Step,
    Target,
    TopOf,
)

FIRST_CHOICE = 4
"""First register asked on resolution."""
MORE_TARGETS = frozenset({Op.DESTROY, Op.STEAL_ITEM, Op.RECHARGE, Op.REROLL_ITEM, Op.KILL, Op.CANCEL, Op.DEACTIVATE})
"""Verbs that a doubled loot card gives one more target (ER-15)."""
HURTS = frozenset({Op.DAMAGE, Op.DAMAGE_SPLIT, Op.KILL, Op.DESTROY})
"""Verbs that concern no dead player (R13.7)."""
TAKES_ARGUMENT = frozenset({Op.GAIN, Op.LOSE, Op.LOOT})
"""Verbs that name in operand c whose number operand a is."""
JUMP_COLUMN = {Op.JMP: 1, Op.IF: 4, Op.MAY: 2, Op.IFMODE: 2, Op.UNLESSMODE: 2}
"""Where the row of a jump holds the program counter it leads to."""
Chosen = tuple[int, int, bool]
"""Register, filter row, and whether a doubled card has two of them, of a target that is chosen."""
_COLUMN = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}


class Linker(Protocol):
    """What a program needs from the tables around it."""

    def fail(self, what: str) -> NoReturn:
        """Raise CardError naming the card."""

    def filter_row(self, filter: Filter, registers: dict[str, int]) -> int:
        """Row of the filter table."""

    def ability(self, head: Head, effect: Effect, registers: dict[str, int], trigger: Ability | None = None) -> int:
        """Number of an ability that is compiled later."""

    def line(self, effect: Effect, registers: dict[str, int], chosen: dict[str, Chosen]) -> int:
        """Number of a line of a dice table, compiled later; ``chosen``: the targets of the effect that rolls."""

    def roll_table(self, lines: list[int]) -> int:
        """Row of the table of dice tables; index 1 to 6 is the ability of that result or NONE."""


def uses(value: Any, name: str) -> bool:
    """Whether the register is read inside a value; an effect with a target of that name reads its own."""
    if isinstance(value, Register):
        return value.name == name
    if isinstance(value, tuple | list):
        return any(uses(entry, name) for entry in value)
    if isinstance(value, Effect) and name in dict(value.targets):
        return False
    if hasattr(value, "__dataclass_fields__"):
        return any(uses(getattr(value, part), name) for part in value.__dataclass_fields__)
    return False


def verbs(value: Any, hidden: str) -> Iterator[Step]:
    """Every verb inside a value except in effects with a target named ``hidden``."""
    if isinstance(value, tuple | list):
        for entry in value:
            yield from verbs(entry, hidden)
    elif isinstance(value, Effect) and hidden in dict(value.targets):
        return
    elif hasattr(value, "__dataclass_fields__"):
        if isinstance(value, Step):
            yield value
        for part in value.__dataclass_fields__:
            yield from verbs(getattr(value, part), hidden)


def hurt(steps: Any, name: str) -> bool:
    """Whether a verb that concerns no dead player names the register itself."""
    found = (step for step in verbs(steps, name) if step.op in HURTS)
    return any(step.get("b") == Register(name) or Register(name) in (step.get("targets") or ()) for step in found)


def doubled(steps: Any, name: str) -> bool:
    """Whether a doubled loot card asks for one more such target (ER-15)."""
    return any(uses(step.get("b"), name) for step in verbs(steps, name) if step.op in MORE_TARGETS)


def alive(filter: Filter) -> Filter:
    """The same filter without dead players."""
    if not filter.kinds & Kind.PLAYER:
        return filter
    return replace(filter, flags=filter.flags | Flag.ALIVE)


class Program:
    """The rows of one effect; ``modes``, ``roll`` and ``requirements`` are what the header says about them."""

    def __init__(
        self,
        linker: Linker,
        effect: Effect,
        price: Price | None,
        registers: dict[str, int],
        chosen: Mapping[str, Chosen] | None = None,
    ) -> None:
        self.linker = linker
        self.rows: list[list[int]] = []
        self.registers = dict(registers)
        self.chosen = dict(chosen or {})
        """Rows of the targets by name, those chosen before the roll of this line too."""
        self.choice = FIRST_CHOICE
        self.modes = 0
        self.roll = NONE
        self.requirements: list[tuple[int, int, int]] = []
        self.rolls = any(isinstance(step, RollFor) for step in effect.steps)
        self._still(effect)
        self._announce(effect, price, len(registers))
        self._emit(Op.COMMIT)
        self._steps(effect.steps)
        self._emit(Op.END)

    def _emit(self, op: Op, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> list[int]:
        row = [int(op), int(a), int(b), int(c), int(d), int(e)]
        self.rows.append(row)
        return row

    @contextmanager
    def _skipping(self, op: Op, a: int = 0, b: int = 0, c: int = 0) -> Iterator[None]:
        row = self._emit(op, a, b, c)
        yield
        row[JUMP_COLUMN[op]] = len(self.rows)

    def _still(self, effect: Effect) -> None:
        """Targets that a line uses and the effect that rolled has chosen are looked at again (R17.2)."""
        for name, (register, row, doubles) in self.chosen.items():
            if uses(effect.steps, name) and name not in dict(effect.targets):
                self._emit(Op.STILL, register, row, 0, 0, doubles)

    # --- on push ------------------------------------------------------------------------------------------------------
    def _announce(self, effect: Effect, price: Price | None, first: int) -> None:
        mode = self._mode(effect)
        if mode is not None:
            self.modes = len(mode.options)
            self._emit(Op.MODE, self.modes)
        for k, (name, target) in enumerate(effect.targets):
            self.registers[name] = first + k
            only = self._mode_using(effect, mode, name, price)
            if only == NONE:
                self._target(effect, name, target, NONE)
            else:
                with self._skipping(Op.UNLESSMODE, only):
                    self._target(effect, name, target, only)
        for m, option in enumerate(mode.options if mode is not None else ()):
            for step in option:
                if isinstance(step, Paying):
                    with self._skipping(Op.UNLESSMODE, m):
                        self._cost(step.price)
        if price is not None:
            self._cost(price)

    def _mode(self, effect: Effect) -> Mode | None:
        found = [step for step in effect.steps if isinstance(step, Mode)]
        if len(found) > 1:
            self.linker.fail("two modes in one effect; an object keeps one choice of mode")
        return found[0] if found else None

    def _mode_using(self, effect: Effect, mode: Mode | None, name: str, price: Price | None) -> int:
        if mode is None:
            return NONE
        always = [step for step in effect.steps if step is not mode]
        if uses((always, price, [target.filter for _, target in effect.targets]), name):
            return NONE
        modes = [m for m, option in enumerate(mode.options) if uses(option, name)]
        if len(modes) == 1:
            return modes[0]
        if len(modes) < len(mode.options):
            self.linker.fail(f"{name} serves {len(modes)} of {len(mode.options)} modes; name one target for each")
        return NONE

    def _target(self, effect: Effect, name: str, target: Target, mode: int) -> None:
        filter = alive(target.filter) if hurt(effect.steps, name) else target.filter
        row = self.linker.filter_row(filter, self.registers)
        by = self._operand(target.by)
        number = 2 if target.upto == 2 else int(target.optional)
        doubles = doubled(effect.steps, name)
        self.chosen[name] = (self.registers[name], row, doubles)
        self._emit(Op.TARGET, self.registers[name], row, by, number, doubles)
        if number == 0:
            self.requirements.append((mode, row, by))

    def _cost(self, price: Price) -> None:
        self._emit(Op.COST, price.cost, price.n, NONE if price.to is None else self._operand(price.to))
        if price.cost == Cost.NOTHING:
            self.linker.fail("a cost of nothing; leave it out")

    # --- on resolution ------------------------------------------------------------------------------------------------
    def _steps(self, steps: tuple[Any, ...]) -> None:
        for step in steps:
            if isinstance(step, Step):
                self._verb(step)
            elif isinstance(step, May):
                with self._skipping(Op.MAY, self._operand(step.by)):
                    self._steps(step.steps)
            elif isinstance(step, If):
                condition = step.condition
                with self._skipping(Op.IF, condition.cond, self._operand(condition.subject), condition.n):
                    self._steps(step.steps)
            elif isinstance(step, Mode):
                self._options(step)
            elif isinstance(step, Paying):
                self._steps(step.steps)
            elif isinstance(step, RollFor):
                self._roll(step)
            elif isinstance(step, LastingStep):
                self._lasting(step)
            else:
                self.linker.fail(f"{step!r} is no step")

    def _options(self, mode: Mode) -> None:
        jumps = []
        filled = [m for m, option in enumerate(mode.options) if option]
        for m in filled:
            with self._skipping(Op.IFMODE, m):
                self._steps(mode.options[m])
                if m != filled[-1]:
                    jumps.append(self._emit(Op.JMP))
        for row in jumps:
            row[JUMP_COLUMN[Op.JMP]] = len(self.rows)

    def _roll(self, table: RollFor) -> None:
        lines = [NONE] * 7
        for numbers, line in table.lines:
            if not line.steps:
                continue
            kept = tuple((name, target) for name, target in line.targets if uses(line.steps, name))
            ability = self.linker.line(Effect(line.steps, kept), self.registers, self.chosen)
            for n in numbers:
                lines[n] = ability
        self.roll = self.linker.roll_table(lines)
        self._emit(Op.ROLL, self.roll)

    def _lasting(self, step: LastingStep) -> None:
        what, named = step.what, NONE
        if step.named is not None:
            named = Sel.REG + self._number(step.named)
        if isinstance(what, Ability):
            ability = self.linker.ability(Head.DELAYED, what.effect, {}, what)
            self._emit(Op.LASTING, Lasting.TRIGGER, named, 0, step.until, ability)
            return
        mark: LastingEffect = what
        whom = NONE
        if isinstance(mark.whom, NumberChoice):
            whom = Sel.REG + self._number(mark.whom)
        elif mark.whom is not None:
            whom = self._operand(mark.whom)
        tail = NONE
        if mark.effect is not None:
            tail = self.linker.ability(Head.DELAYED, mark.effect, {})
        elif mark.obj is not None:
            tail = self._operand(mark.obj)
        self._emit(Op.LASTING, mark.lasting, whom, self._operand(mark.n), step.until, tail)

    def _verb(self, step: Step) -> None:
        values = {"a": 0, "b": 0, "c": 0, "d": 0, "e": 0}
        for slot, value in step.slots:
            if slot not in _COLUMN:
                continue
            if isinstance(value, Pick | Each) and step.op in HURTS:
                value = Pick(alive(value.filter), value.by) if isinstance(value, Pick) else Each(alive(value.filter))
            if isinstance(value, Number) and value.of is not None:
                if step.op not in TAKES_ARGUMENT:
                    self.linker.fail(f"'{value.name}' counts for gain, lose and loot, not for {step.op.name.lower()}")
                values["c"] = self._operand(value.of)
            values[slot] = self._operand(value)
        if step.op == Op.DESTROY_THIS_FIRST:
            values["a"] = int(self.rolls)
        if step.op == Op.DAMAGE_SPLIT:
            points = [self._register(register) for register in step.get("targets")]
            if points != list(range(len(points))):
                self.linker.fail("damage_split takes the first targets in order: damage_split(t, u)")
        self._emit(step.op, **values)

    # --- operands -----------------------------------------------------------------------------------------------------
    def _operand(self, value: Any) -> int:
        if isinstance(value, int):
            return int(value)
        if isinstance(value, Selector):
            return int(value.code)
        if isinstance(value, Register):
            return Sel.REG + self._register(value)
        if isinstance(value, Number):
            if value.code is None:
                self.linker.fail(f"'{value.name}' can only be compared, not counted")
            return int(value.code)
        if isinstance(value, NumberChoice):
            return Num.REG + self._number(value)
        if isinstance(value, Pick):
            return Sel.REG + self._pick(value)
        if isinstance(value, RegisterOf):
            inner = value.value
            return self._pick(inner) if isinstance(inner, Pick) else self._register(inner)
        if isinstance(value, Each):
            return Sel.EACH + self.linker.filter_row(value.filter, self.registers)
        if isinstance(value, Filter):
            return self.linker.filter_row(value, self.registers)
        if isinstance(value, TopOf):
            if self._register(value.pile) != 0:
                self.linker.fail("top_of(pile) takes the first target")
            return int(Sel.TOP_OF_PILE)
        if isinstance(value, Effect):
            return self.linker.ability(Head.DELAYED, value, {})
        self.linker.fail(f"{value!r} is no operand of a verb")

    def _register(self, register: Register) -> int:
        if register.name not in self.registers:
            self.linker.fail(f"{register.name} is not asked for in this effect; a delayed effect asks its own targets")
        return self.registers[register.name]

    def _pick(self, pick: Pick) -> int:
        row = self.linker.filter_row(pick.filter, self.registers)
        by = self._operand(pick.by)
        register = self._next_choice()
        self._emit(Op.PICK, register, row, by)
        return register

    def _number(self, choice: NumberChoice) -> int:
        register = self._next_choice()
        self._emit(Op.NUMBER, register, choice.low, choice.high, choice.ends_only)
        return register

    def _next_choice(self) -> int:
        self.choice += 1
        return self.choice - 1


def condition_row(condition: Condition | None) -> tuple[int, int, int]:
    """(Cond, Sel, n) of a condition; without one it always holds."""
    if condition is None:
        return 0, 0, 0
    if not isinstance(condition.subject, Selector):
        raise CardError(f"a condition of an ability is about {condition.subject!r}; targets are tested with if_(...)")
    return int(condition.cond), int(condition.subject.code), condition.n


__all__ = ["FIRST_CHOICE", "JUMP_COLUMN", "Chosen", "Linker", "Program", "condition_row"]
