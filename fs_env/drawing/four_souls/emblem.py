"""Emblems of the cards of Four Souls, from their programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import cache
from typing import Any

from fs_env.core.four_souls.cards import all_cards
from fs_env.core.four_souls.language import nodes as N
from fs_env.core.four_souls.language.check import nodes_in
from fs_env.core.four_souls.language.codes import Cost, Head, Kind
from fs_env.core.four_souls.language.verb import Step
from fs_env.drawing.signs import Emblem, grammar

WHOM = ("what", "who", "to", "deck", "other")  # operands that name a target


def _marks(table: str) -> Mapping[str, str]:
    return grammar()["four_souls"][table]


def _amount(n: Any) -> str:
    if not n or isinstance(n, IntEnum):
        return ""
    if isinstance(n, N.NumberChoice):
        return f"±{n.high}" if n.low == -n.high else f"{n.low}–{n.high}"
    return str(n).replace("-", "−") if isinstance(n, int) else "½" if getattr(n, "name", "") == "half" else "x"


def _target(value: Any, registers: Mapping[str, Any]) -> str:
    for _ in range(3):  # a register may name another one
        value = registers.get(value.name) if isinstance(value, N.Register) else value
    if isinstance(value, N.Selector):
        return _marks("selectors").get(value.code.name, "")
    if not isinstance(value, N.Each | N.Pick | N.Target):
        return ""
    kinds, each = value.filter.kinds, " each" * isinstance(value, N.Each)
    fits = (mark + each for names, mark in _marks("kinds").items() if all(Kind[name] & kinds for name in names.split()))
    return next(fits, "")


def _when(ability: N.Ability) -> str:
    event, price = ability.trigger, ability.price
    if price is not None and price.cost != Cost.NOTHING:
        return _marks("costs")[price.cost.name]
    if ability.head in (Head.WHEN, Head.INSTEAD):
        found, low = _marks("events")[event.event.name], (event.n & -event.n).bit_length() - 1  # bit k is number k
        return f"die {low}" if found == "die" and 1 <= low <= 6 else found
    rolls = any(isinstance(node, N.RollFor) for node in ability.effect.steps)
    return "die" if rolls else _marks("heads").get(ability.head.name, "")


def _of_ability(ability: N.Ability) -> Iterator[Emblem]:
    registers: dict[str, Any] = {}
    for node in nodes_in(ability.effect):
        main, whom, n = None, "", getattr(node, "n", 0)
        if isinstance(node, N.Effect):
            registers.update(node.targets)
        elif isinstance(node, N.LastingEffect):
            main, whom = _marks("lasting").get(node.lasting.name), _target(node.whom, registers)
        elif isinstance(node, Step):
            given = dict(node.operands)
            main = _marks("stats")[given["stat"].name] if "stat" in given else _marks("verbs").get(node.verb.name)
            whom, n = next(filter(None, (_target(given.get(name), registers) for name in WHOM)), ""), given.get("n")
        if main:
            main = main.replace("*", whom.partition(" ")[0] or "chest")
            yield Emblem(main, _amount(n), "" if whom.split()[:1] == main.split()[:1] else whom, _when(ability))


def _of_static(static: N.StaticAbility) -> Emblem:
    change = static.modifier
    name = change.static.name if change.static is not None else ""
    main = _marks("statics")[name] if name else _marks("stats")[change.stat.name]  # type: ignore[union-attr]
    number = change.n if name.endswith(("ON_ROLL", "IMMUNE_ROLL")) else 0
    when = f"die {number}" if number else _marks("conditions").get(static.only.cond.name, "") if static.only else ""
    return Emblem(
        main, _amount(change.m if number else change.n or change.m), _marks("whom").get(change.whom.name, ""), when
    )


def _verbs(card: N.Card) -> list[Emblem]:
    found = [(ability.head == Head.REWARD, one) for ability in card.abilities for one in _of_ability(ability)]
    rewards = [one for reward, one in found if reward]
    return [*(one for reward, one in found if not reward), *map(_of_static, card.statics), *rewards]


@cache
def emblems() -> dict[str, Emblem]:
    cards = {card.id: card for _, card in all_cards()}
    return {name: _emblem(card, cards.get(card.start)) for name, card in cards.items()}


def _emblem(card: N.Card, start: N.Card | None) -> Emblem:
    if card.condition is not None:
        return Emblem("flame", str(card.condition.n), "", _marks("conditions")[card.condition.cond.name])
    found = _verbs(start or card)
    if start or not found:
        return Emblem("character", "", "", *(getattr(one, name) for one in found[:1] for name in ("when", "main")))
    return found[0]._replace(also=next((one.main for one in found if one.main != found[0].main), ""))
