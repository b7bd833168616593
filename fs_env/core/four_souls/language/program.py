"""Compiles an effect to a program: what is announced, COMMIT, what is resolved, END.

Targets t, u, v, w are stored in registers 0 to 3 in the order in which they are asked, choices made on resolution in
registers 4 to 7. Jumps are relative to the start of the program; the compiler makes them absolute.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NoReturn, Protocol

from fs_env.core.four_souls.language.codes import NONE, Cost, Flag, Head, Kind, Lasting, Num, Sel
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
    Target,
    TopOf,
)
from fs_env.core.four_souls.language.verb import Step, Verb
from fs_env.core.four_souls.language.verbs import flow

FIRST_CHOICE = 4
"""The first register of choices made on resolution."""
Instruction = dict[str, int]
"""The opcode `op` and the operands of an instruction by name; operands left out are 0."""
Chosen = tuple[int, int, bool]
"""A chosen target: its register, its filter row, and whether a doubled card has two of them."""


class Linker(Protocol):
    def fail(self, what: str) -> NoReturn:
        """Raises CardError that names the card."""

    def filter_row(self, filter: Filter, registers: dict[str, int]) -> int:
        """The row of a filter in the filter table."""

    def ability(self, head: Head, effect: Effect, registers: dict[str, int], trigger: Ability | None = None) -> int:
        """The number of an ability that is compiled later."""

    def line(self, effect: Effect, registers: dict[str, int], chosen: dict[str, Chosen]) -> int:
        """The number of a line of a dice table, compiled later; ``chosen``: the targets of the effect that rolls."""

    def roll_table(self, lines: list[int]) -> int:
        """The row of a dice table in ROLLTAB; index 1 to 6 is the ability of that result or NONE."""


def uses(value: Any, name: str) -> bool:
    """Whether a value reads the register of that name; in an effect with a target of that name it is that target."""
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
    """Whether a verb that does not concern dead players names the register itself."""
    found = (step for step in verbs(steps, name) if step.verb.spares_dead)
    return any(step.get("what") == Register(name) or Register(name) in (step.get("targets") or ()) for step in found)


def doubled(steps: Any, name: str) -> bool:
    """Whether a doubled loot card asks for a second target of that name (ER-15)."""
    return any(uses(step.get("what"), name) for step in verbs(steps, name) if step.verb.doubles)


def alive(filter: Filter) -> Filter:
    if not filter.kinds & Kind.PLAYER:
        return filter
    return replace(filter, flags=filter.flags | Flag.ALIVE)


class Program:
    """The rows of one effect; ``modes``, ``roll`` and ``requirements`` are for the header of its ability."""

    def __init__(
        self,
        linker: Linker,
        effect: Effect,
        price: Price | None,
        registers: dict[str, int],
        chosen: Mapping[str, Chosen] | None = None,
    ) -> None:
        self.linker = linker
        self.rows: list[Instruction] = []
        self.registers = dict(registers)
        self.chosen = dict(chosen or {})
        """The targets by name, including those chosen before the roll of this line."""
        self.choice = FIRST_CHOICE
        self.modes = 0
        self.roll = NONE
        self.requirements: list[tuple[int, int]] = []
        self.rolls = any(isinstance(step, RollFor) for step in effect.steps)
        self._still(effect)
        self._announce(effect, price, len(registers))
        self._emit(flow.commit)
        self._steps(effect.steps)
        self._emit(flow.end)

    def _emit(self, verb: Verb[Any], **operands: int) -> Instruction:
        row = {"op": verb.op, **{name: int(operands.get(name, 0)) for name in verb.operands}}
        self.rows.append(row)
        return row

    @contextmanager
    def _skipping(self, verb: Verb[Any], **operands: int) -> Iterator[None]:
        row = self._emit(verb, **operands)
        yield
        row["jump"] = len(self.rows)

    def _still(self, effect: Effect) -> None:
        """Checks again the targets that a line uses and that were chosen by the effect that rolled (R17.2)."""
        for name, (register, row, doubles) in self.chosen.items():
            if uses(effect.steps, name) and name not in dict(effect.targets):
                self._emit(flow.still, register=register, filter=row, doubles=doubles)

    # --- on push ------------------------------------------------------------------------------------------------------
    def _announce(self, effect: Effect, price: Price | None, first: int) -> None:
        mode = self._mode(effect)
        if mode is not None:
            self.modes = len(mode.options)
            self._emit(flow.mode, n=self.modes)
        for k, (name, target) in enumerate(effect.targets):
            self.registers[name] = first + k
            only = self._mode_using(effect, mode, name, price)
            if only == NONE:
                self._target(effect, name, target, NONE)
            else:
                with self._skipping(flow.unlessmode, mode=only):
                    self._target(effect, name, target, only)
        for m, option in enumerate(mode.options if mode is not None else ()):
            for step in option:
                if isinstance(step, Paying):
                    with self._skipping(flow.unlessmode, mode=m):
                        self._cost(step.price)
        if price is not None:
            self._cost(price)

    def _mode(self, effect: Effect) -> Mode | None:
        found = [step for step in effect.steps if isinstance(step, Mode)]
        if len(found) > 1:
            self.linker.fail("two modes in one effect; an object has room for one choice of mode")
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
        register = self.registers[name]
        self._emit(flow.target, register=register, filter=row, who=by, wanted=number, doubles=doubles)
        if number == 0:
            self.requirements.append((mode, row))

    def _cost(self, price: Price) -> None:
        receiver = NONE if price.to is None else self._operand(price.to)
        self._emit(flow.cost, cost=price.cost, n=price.n, receiver=receiver)
        if price.cost == Cost.NOTHING:
            self.linker.fail("an empty cost; leave it out")

    # --- on resolution ------------------------------------------------------------------------------------------------
    def _steps(self, steps: tuple[Any, ...]) -> None:
        for step in steps:
            if isinstance(step, Step):
                self._verb(step)
            elif isinstance(step, May):
                with self._skipping(flow.may, who=self._operand(step.by)):
                    self._steps(step.steps)
            elif isinstance(step, If):
                condition = step.condition
                who = self._operand(condition.subject)
                with self._skipping(flow.if_, cond=condition.cond, who=who, n=condition.n):
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
                self.linker.fail(f"{step!r} is not a step")

    def _options(self, mode: Mode) -> None:
        jumps = []
        filled = [m for m, option in enumerate(mode.options) if option]
        for m in filled:
            with self._skipping(flow.ifmode, mode=m):
                self._steps(mode.options[m])
                if m != filled[-1]:
                    jumps.append(self._emit(flow.jmp))
        for row in jumps:
            row["jump"] = len(self.rows)

    def _roll(self, table: RollFor) -> None:
        lines = [NONE] * 7
        for numbers, line in table.lines:
            if not line.steps:
                continue
            stored = tuple((name, target) for name, target in line.targets if uses(line.steps, name))
            ability = self.linker.line(Effect(line.steps, stored), self.registers, self.chosen)
            for n in numbers:
                lines[n] = ability
        self.roll = self.linker.roll_table(lines)
        self._emit(flow.roll, table=self.roll)

    def _lasting(self, step: LastingStep) -> None:
        what, named = step.what, NONE
        if step.named is not None:
            named = Sel.REG + self._number(step.named)
        if isinstance(what, Ability):
            ability = self.linker.ability(Head.DELAYED, what.effect, {}, what)
            what = {"lasting": Lasting.TRIGGER, "who": named, "until": step.until}
            self._emit(flow.lasting, **what, ability=ability, object=NONE)
            return
        mark: LastingEffect = what
        whom = NONE
        if isinstance(mark.whom, NumberChoice):
            whom = Sel.REG + self._number(mark.whom)
        elif mark.whom is not None:
            whom = self._operand(mark.whom)
        ability = NONE if mark.effect is None else self.linker.ability(Head.DELAYED, mark.effect, {})
        watched = NONE if mark.obj is None else self._operand(mark.obj)
        n = self._operand(mark.n)
        what = {"lasting": mark.lasting, "who": whom, "n": n, "until": step.until}
        self._emit(flow.lasting, **what, ability=ability, object=watched)

    def _verb(self, step: Step) -> None:
        verb = step.verb
        values: Instruction = {"rolls": int(self.rolls)}
        for operand, value in step.operands:
            if operand not in verb.operands:
                continue
            if isinstance(value, Pick | Each) and verb.spares_dead:
                value = Pick(alive(value.filter), value.by) if isinstance(value, Pick) else Each(alive(value.filter))
            if isinstance(value, Number) and value.of is not None:
                if "of" not in verb.operands:
                    self.linker.fail(f"'{value.name}' works with gain, lose and loot, not with {verb.name}")
                values["of"] = self._operand(value.of)
            values[operand] = self._operand(value)
        points = step.get("targets") or ()
        if [self._register(register) for register in points] != list(range(len(points))):
            self.linker.fail("damage_split takes the first targets in order: damage_split(t, u)")
        self._emit(verb, **values)

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
                self.linker.fail(f"'{value.name}' can only be compared, it is not an amount")
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
        self.linker.fail(f"{value!r} is not an operand of a verb")

    def _register(self, register: Register) -> int:
        if register.name not in self.registers:
            self.linker.fail(f"{register.name} is not asked for in this effect; a delayed effect asks its own targets")
        return self.registers[register.name]

    def _pick(self, pick: Pick) -> int:
        row = self.linker.filter_row(pick.filter, self.registers)
        by = self._operand(pick.by)
        register = self._next_choice()
        self._emit(flow.pick, register=register, filter=row, who=by)
        return register

    def _number(self, choice: NumberChoice) -> int:
        register = self._next_choice()
        self._emit(flow.number, register=register, low=choice.low, high=choice.high, ends_only=choice.ends_only)
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


__all__ = ["FIRST_CHOICE", "Chosen", "Instruction", "Linker", "Program", "condition_row"]
