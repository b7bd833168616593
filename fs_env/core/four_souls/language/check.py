"""Refuses cards with mistakes when they are defined."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NoReturn

from fs_env.core.four_souls.language import nodes
from fs_env.core.four_souls.language.codes import REPLACED, Event, Head
from fs_env.core.four_souls.language.verb import Step

MAX_TARGETS = 4
MAX_CHOICES = 4


@lru_cache(maxsize=256)
def fields_of(kind: type) -> tuple[str, ...]:
    return tuple(reversed(getattr(kind, "__dataclass_fields__", ())))


def nodes_in(value: Any, skip: tuple[type, ...] = ()) -> Iterator[Any]:
    """All nodes in a value, each before what is in it; those of the types in ``skip`` are not entered."""
    left = [value]
    while left:
        node = left.pop()
        if isinstance(node, tuple | list):
            left.extend(reversed(node))
        elif names := fields_of(node.__class__):
            yield node
            if not isinstance(node, skip):
                left.extend([getattr(node, name) for name in names])


def registers_in(value: Any, skip: tuple[type, ...] = ()) -> list[str]:
    """Names of the registers used inside a value, in order of first use; nodes of the types in ``skip`` are not entered."""
    return list(dict.fromkeys(node.name for node in nodes_in(value, skip) if isinstance(node, nodes.Register)))


class _Checker:
    def __init__(self, card: nodes.Card) -> None:
        self.card = card

    def fail(self, what: str) -> NoReturn:
        raise nodes.CardError(f"card '{self.card.id}': {what}")

    def ability(self, ability: nodes.Ability) -> None:
        replaces = ability.trigger.event in REPLACED
        if ability.head in (Head.WHEN, Head.INSTEAD) and replaces != (ability.head == Head.INSTEAD):
            event = ability.trigger.event.name.lower()
            self.fail(f"'{event}' belongs in {'instead' if replaces else 'when'}(...)")
        if ability.price is not None and not isinstance(ability.price, nodes.Price):
            self.fail(f"the cost is {ability.price!r}; write coins(n), counters(n), discard_cost(n), ...")
        if ability.trigger.event == Event.ANY_ROLL and ability.trigger.n == 0:
            self.fail(
                "no number is named here; write any_roll(n), or lasting(when(named_roll, ...), named=number(1, 6))"
            )
        if ability.every not in (1, 2):
            self.fail(f"every={ability.every}; expected 2")
        self.effect(ability.effect, (), (ability.price,))

    def effect(self, effect: nodes.Effect, outer: tuple[str, ...], also: Any = ()) -> None:
        if effect.unknown:
            self.fail(f"unknown keyword '{effect.unknown[0]}'; targets are named t, u, v, w")
        names: list[str] = []
        for name, target in effect.targets:
            if not isinstance(target, nodes.Target):
                self.fail(f"{name}={target!r} is not a target; write {name}=target(filter)")
            if not isinstance(target.filter, nodes.Filter):
                self.fail(f"{name}=target(...) holds {target.filter!r}; it takes a filter, pick(...) is asked later")
            if target.upto not in (1, 2) or (target.upto == 2 and (outer or len(effect.targets) > 2)):
                self.fail(
                    f"{name}=target(..., upto={target.upto}); upto is 1 or 2, and 2 needs the register two places later"
                )
            self.filter(target.filter, (*outer, *names))
            names.append(name)
        known = (*outer, *names)
        if len(set(known)) > MAX_TARGETS:
            self.fail(f"{len(set(known))} targets; a stack object has room for {MAX_TARGETS}")
        self.steps(effect.steps, known, True)
        used = registers_in((effect.steps, also, [target.filter for _, target in effect.targets]))
        for name in registers_in(also):
            if name not in known:
                self.fail(f"the cost uses {name}, which is not asked; add {name}=target(...)")
        for name in names:
            if name not in used:
                self.fail(f"{name} is asked but never used")
        choices = [n for n in nodes_in(effect.steps) if isinstance(n, nodes.Pick | nodes.NumberChoice)]
        if len(choices) > MAX_CHOICES:
            self.fail(f"{len(choices)} picks and numbers; a program has room for {MAX_CHOICES}")

    def filter(self, filter: nodes.Filter, known: tuple[str, ...]) -> None:
        if not filter.kinds:
            self.fail("a filter names no kind of object; start with player, monster, item, roll, ...")
        for name in registers_in(filter):
            if name not in known:
                self.fail(f"of({name}) comes before {name} is asked")

    def steps(self, steps: tuple[Any, ...], known: tuple[str, ...], last: bool) -> None:
        for k, step in enumerate(steps):
            ends = last and k == len(steps) - 1
            if isinstance(step, nodes.RollFor):
                if not ends:
                    self.fail("a step follows roll_for; a roll is always the last step")
                self.table(step, known)
            elif isinstance(step, nodes.May):
                self.reads(step.by, known)
                self.steps(step.steps, known, ends)
            elif isinstance(step, nodes.If):
                self.steps(step.steps, known, ends)
            elif isinstance(step, nodes.Mode):
                for option in step.options:
                    plain = option[0].steps if len(option) == 1 and isinstance(option[0], nodes.Paying) else option
                    self.steps(plain, known, ends)
            elif isinstance(step, nodes.LastingStep):
                self.lasting(step, known)
            elif isinstance(step, Step):
                for _, value in step.operands:
                    self.operand(value, known)
                for value in nodes_in(step.operands):
                    if isinstance(value, nodes.Effect):
                        self.effect(value, ())
            else:
                self.fail(f"{step!r} is not a step; write verbs such as gain(1) or [gain(1), loot(1)]")

    def table(self, table: nodes.RollFor, known: tuple[str, ...]) -> None:
        numbers = [n for line, _ in table.lines for n in line]
        if sorted(numbers) != [1, 2, 3, 4, 5, 6]:
            self.fail(f"the dice table answers {sorted(numbers)}; each of 1 to 6 needs exactly one line")
        targets = table.lines[0][1].targets
        for name, _ in targets:
            if all(name not in registers_in(line.steps) for _, line in table.lines):
                self.fail(f"{name} is asked but no line of the dice table uses it")
        for _, line in table.lines:
            used = registers_in(line.steps)
            stored = tuple((name, target) for name, target in line.targets if name in used)
            self.effect(nodes.Effect(line.steps, stored, line.unknown), known)

    def lasting(self, step: nodes.LastingStep, known: tuple[str, ...]) -> None:
        if isinstance(step.what, nodes.Ability):
            if step.what.head != Head.WHEN:
                self.fail("lasting(...) takes when(...) or a mark such as double_loot(me)")
            if (step.what.trigger == nodes.Trigger(Event.ANY_ROLL)) != (step.named is not None):
                self.fail(
                    "named_roll and named=number(low, high) belong together: lasting(when(named_roll, ...), named=...)"
                )
            self.effect(step.what.effect, ())
        elif isinstance(step.what, nodes.LastingEffect):
            self.reads((step.what.whom, step.what.obj), known)
            if step.what.effect is not None:
                self.effect(step.what.effect, ())
        else:
            self.fail(f"lasting({step.what!r}); write when(...) or a mark such as double_loot(me)")

    def operand(self, value: Any, known: tuple[str, ...]) -> None:
        if isinstance(value, nodes.Pick | nodes.Filter):
            self.reads(value, known)
            self.filter(value if isinstance(value, nodes.Filter) else value.filter, known)
        elif isinstance(value, nodes.Target):
            self.fail("target(...) is inside a verb; name it at the end: t=target(...)")
        elif isinstance(value, nodes.Trait) or value is None:
            self.fail(f"{value!r} is not an operand of a verb")
        elif not isinstance(value, nodes.Effect):
            self.reads(value, known)

    def reads(self, value: Any, known: tuple[str, ...]) -> None:
        for name in registers_in(value, (nodes.Effect,)):
            if name not in known:
                self.fail(f"{name} is used but never asked; add {name}=target(...)")


def check_card(card: nodes.Card) -> None:
    """Raises CardError, naming the card, unless its abilities can be compiled."""
    checker = _Checker(card)
    for ability in card.abilities:
        checker.ability(ability)
    for static in card.statics:
        if static.modifier.static is None:
            checker.fail("rolls(n) is not a continuous modifier; write attack_rolls(n)")
    if card.condition is not None and not isinstance(card.condition.subject, nodes.Selector):
        checker.fail("the condition has no subject; write coins_of(any_player) >= 25")


__all__ = ["MAX_CHOICES", "MAX_TARGETS", "check_card", "nodes_in", "registers_in"]
