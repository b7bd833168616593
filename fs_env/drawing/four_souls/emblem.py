"""Emblems of the cards of Four Souls, from their programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple

from fs_env.core.four_souls.cards import all_cards
from fs_env.core.four_souls.language.check import nodes_in
from fs_env.core.four_souls.language.codes import Cost, Head, Kind, Lasting
from fs_env.core.four_souls.language.nodes import (
    Ability,
    Card,
    Each,
    Effect,
    LastingEffect,
    Number,
    NumberChoice,
    Pick,
    Register,
    RollFor,
    Selector,
    StaticAbility,
    Target,
)
from fs_env.core.four_souls.language.verb import Step
from fs_env.drawing.signs import Emblem, grammar

WHOM = (
    "what",
    "who",
    "to",
    "deck",
    "other",
)  # operands that name a target, the first that is not the player of the card
AMOUNTS = {"half": "½", "all": "all"}
VARIABLE = "x"


class Clause(NamedTuple):
    """A verb of a card with its amount, its target and its event, as marks."""

    main: str
    amount: str = ""
    whom: str = ""
    when: str = ""


def _marks(table: str) -> Mapping[str, Any]:
    return grammar()["four_souls"][table]


def _amount(n: Any) -> str:
    if not n or isinstance(n, IntEnum):
        return ""
    if isinstance(n, int):
        return f"−{-n}" if n < 0 else str(n)
    if isinstance(n, NumberChoice):
        return f"{n.low}–{n.high}"
    return AMOUNTS.get(n.name, VARIABLE) if isinstance(n, Number) else VARIABLE


def _kind(kinds: int) -> str:
    """The mark of a filter: that of the first kinds of the table which are all in it."""
    fits = (mark for names, mark in _marks("kinds").items() if all(Kind[name] & kinds for name in names.split()))
    return next(fits, "")


def _target(value: Any, registers: Mapping[str, Any]) -> str:
    for _ in range(3):  # a register may name another one
        value = registers.get(value.name) if isinstance(value, Register) else value
    if isinstance(value, Selector):
        return str(_marks("selectors").get(value.code.name, ""))
    if isinstance(value, Each):
        return f"{_kind(value.filter.kinds)} each".strip() if _kind(value.filter.kinds) else ""
    return _kind(value.filter.kinds) if isinstance(value, Pick | Target) else ""


def _step(step: Step, registers: Mapping[str, Any], when: str) -> Iterator[Clause]:
    given = dict(step.operands)
    main = _marks("stats")[given["stat"].name] if "stat" in given else _marks("verbs").get(step.verb.name)
    if main:
        targets = (_target(given[name], registers) for name in WHOM if name in given)
        whom = next(filter(None, targets), "")
        main = main.replace("*", whom.partition(" ")[0] or "chest")
        yield Clause(main, _amount(given.get("n")), "" if whom.split()[:1] == main.split()[:1] else whom, when)


def _when(ability: Ability) -> str:
    """The event or the cost of an ability; of a roll the lowest number that it asks for."""
    event, price = ability.trigger, ability.price
    if price is not None and price.cost != Cost.NOTHING:
        return str(_marks("costs")[price.cost.name])
    if ability.head in (Head.WHEN, Head.INSTEAD):
        found = str(_marks("events")[event.event.name])
        low = (event.n & -event.n).bit_length() - 1  # bit k of the mask is number k
        return f"die {low}" if found == "die" and 1 <= low <= 6 else found
    if any(isinstance(node, RollFor) for node in ability.effect.steps):
        return "die"
    return str(_marks("heads").get(ability.head.name, ""))


def _of_ability(ability: Ability) -> Iterator[Clause]:
    registers: dict[str, Any] = {}
    for node in nodes_in(ability.effect):
        if isinstance(node, Effect):
            registers.update(node.targets)
        elif isinstance(node, LastingEffect) and node.lasting != Lasting.TRIGGER:
            if main := _marks("lasting").get(node.lasting.name):
                yield Clause(main, _amount(node.n), _target(node.whom, registers), _when(ability))
        elif isinstance(node, Step):
            yield from _step(node, registers, _when(ability))


def _of_static(static: StaticAbility) -> Clause:
    modifier = static.modifier
    name = modifier.static.name if modifier.static is not None else ""
    main = _marks("statics")[name] if name else _marks("stats")[modifier.stat.name]  # type: ignore[union-attr]
    number = modifier.n if "ROLL" in name and "FIRST" not in name and name != "ROLLS_ATTACK" else 0
    amount = (modifier.m or "") if number else modifier.n or modifier.m or ""
    when = (
        f"die {number}"
        if 1 <= number <= 6
        else _marks("conditions").get(static.only.cond.name, "")
        if static.only
        else ""
    )
    return Clause(main, _amount(amount) if amount != "" else "", _marks("whom").get(modifier.whom.name, ""), when)


def clauses(card: Card) -> list[Clause]:
    """What a card does: abilities in their order, then changes of numbers, then the reward of a monster."""
    rewards = [ability for ability in card.abilities if ability.head == Head.REWARD]
    others = [ability for ability in card.abilities if ability.head != Head.REWARD]
    found = [clause for ability in others for clause in _of_ability(ability)]
    found += [_of_static(static) for static in card.statics]
    return found + [clause for ability in rewards for clause in _of_ability(ability)]


@cache
def emblems() -> dict[str, Emblem | None]:
    """The emblem of every card by its id; a character has that of its starting item, a card without a program the sign of its kind."""
    cards = {card.id: card for _, card in all_cards()}
    return {name: _emblem(card, cards.get(card.start)) for name, card in cards.items()}


def _emblem(card: Card, start: Card | None) -> Emblem | None:
    if start is not None:
        found = clauses(start)
        return Emblem("character", "", "", found[0].when, found[0].main) if found else None
    if card.condition is not None:
        return Emblem("flame", str(card.condition.n), "", _marks("conditions")[card.condition.cond.name])
    found = clauses(card)
    if not found:
        return None
    main = found[0]
    also = next((one.main for one in found if one.main != main.main), "")
    return Emblem(main.main, main.amount, main.whom, main.when, also)
