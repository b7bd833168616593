"""Amounts, conditions and prices as text."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.codes import Cond, Cost, Num
from fs_env.core.four_souls.language.english.objects import noun
from fs_env.core.four_souls.language.grammar import Clause, Noun, and_join, verb_of
from fs_env.core.four_souls.language.nodes import Condition, Number, NumberChoice, Price
from fs_env.core.four_souls.language.scope import Scope

CENTS = "¢"


def plural(unit: str) -> str:
    return unit if unit in (CENTS, "damage", "HP", "attack", "more") else f"{unit}s"


def choices(choice: NumberChoice) -> list[int]:
    return [choice.low, choice.high] if choice.ends_only else list(range(choice.low, choice.high + 1))


def count(scope: Scope, n: Any, unit: str, of: Noun | None = None) -> str:
    """An amount of something: "3¢", "1 loot card", "that many treasures"; ``of`` is the owner, for "all" and "half"."""
    if isinstance(n, int):
        return f"{n}{unit}" if unit == CENTS else f"{n} {unit if n == 1 else plural(unit)}"
    if isinstance(n, NumberChoice):
        return f"{and_join([str(value) for value in choices(n)], 'or')} {plural(unit)}"
    if not isinstance(n, Number):
        scope.unknown(n, "a number")
    many, units = "much" if unit == "damage" else "many", plural(unit)
    holder = of.their if of is not None else scope.doer.their
    plain = {
        Num.SPARE_HP: f"{units} down to 1 HP",
        Num.RESULT: f"as {many} {units} as the result",
        Num.AMOUNT: f"that {many} {units}",
        Num.AMOUNT_DOUBLED: f"twice that {many} {units}",
        Num.HALF: f"half of {holder} {units} (rounded down)",
        Num.ALL: f"all {holder} {units}",
        Num.FULL: f"all lost {units}",
        Num.UNLIMITED: f"any number of {units}",
        Num.DISCARDED: f"that {many} {units}",
        Num.DESTROYED: f"that {many} {units}",
        Num.REMOVED: f"as {many} {units} as counters were removed",
        Num.KILLING_ROLL: f"as {many} {units} as the attack roll that killed it",
        Num.NAMED: f"as {many} {units} as the named number",
    }
    if n.code in plain:
        return plain[n.code]
    if n.code in (Num.COINS_OF, Num.HAND_OF, Num.DIFF_COINS, Num.DIFF_HAND):
        who = noun(scope, n.of)
        held = CENTS if n.code in (Num.COINS_OF, Num.DIFF_COINS) else "loot cards"
        where = " in hand" if n.code == Num.HAND_OF else ""
        if n.code in (Num.COINS_OF, Num.HAND_OF):
            has = "they have" if who == of and who.their == "their" else f"{who.name} {verb_of(who, 'have')}"
            return f"as {many} {units} as {has}{' ' + held if held != units else ''}{where}"
        one = f"1{unit}" if unit == CENTS else f"1 {unit}"
        return f"{one} for each {held.removesuffix('s')} {who.name} {verb_of(who, 'have')} more than {scope.me.name}"
    scope.unknown(n, "a number")


def value(scope: Scope, n: Any) -> str:
    if isinstance(n, int):
        return str(n)
    if isinstance(n, NumberChoice):
        if not n.ends_only and (n.low, n.high) == (1, 6):
            return "any number from 1 to 6"
        return and_join([str(one) for one in choices(n)], "or")
    if isinstance(n, Number) and n.code == Num.RESULT:
        return "the result"
    if isinstance(n, Number) and n.code == Num.NAMED:
        return "the named number"
    if isinstance(n, Number) and n.code in (Num.AMOUNT, Num.DISCARDED, Num.DESTROYED, Num.REMOVED):
        return "that number"
    if isinstance(n, Number) and n.code == Num.KILLING_ROLL:
        return "the attack roll that killed it"
    scope.unknown(n, "a number by itself")


def _or_more(n: int, unit: str) -> str:
    return f"{n}{unit} or more" if unit == CENTS else f"{n} or more {plural(unit)}"


def predicate(scope: Scope, condition: Condition) -> str:
    """The statement of a condition about its subject, in the third person: "has 25¢ or more"."""
    n = condition.n
    cards = "no loot cards" if n == 0 else count(scope, n, "loot card")
    said = {
        Cond.COINS_EQ: f"has {count(scope, n, CENTS)}",
        Cond.COINS_GE: f"has {_or_more(n, CENTS)}",
        Cond.HAND_EQ: f"has {cards} in hand",
        Cond.HAND_GE: f"has {_or_more(n, 'loot card')} in hand",
        Cond.COUNTERS_GE: f"has {_or_more(n, 'counter')}",
        Cond.HP_GE: f"has {_or_more(n, 'HP')}",
        Cond.GUPPY_GE: f"controls {_or_more(n, 'Guppy item')}",
    }
    if condition.cond not in said:
        scope.fail(f"the condition {Cond(condition.cond).name} of a player or card")
    return said[condition.cond]


def condition_text(scope: Scope, condition: Condition) -> str:
    """A condition as a statement: "it is your turn", "you have 0¢"."""
    if not isinstance(condition, Condition):
        scope.unknown(condition, "a condition")
    if condition.cond == Cond.NO_ATTACK:
        return "no attack is in progress"
    if condition.cond == Cond.KILLING_ROLL_EQ:
        return f"the attack roll that killed this was {condition.n}"
    subject = noun(scope, condition.subject)
    if condition.cond == Cond.ROLLER_NOT_ME:
        return f"the player who rolled is not {subject.name}"
    if condition.cond == Cond.NO_PURCHASE:
        return f"{subject.name} {verb_of(subject, 'have')} purchased nothing this turn"
    if condition.cond == Cond.FEWEST_SOULS:
        return f"nobody has fewer souls than {subject.name}"
    if condition.cond == Cond.TURN_OF:
        return f"it is {subject.own} turn"
    third, _, tail = predicate(scope, condition).partition(" ")
    base = {"has": "have", "controls": "control"}[third]
    return f"{subject.name} {verb_of(subject, base)} {tail}"


def price_clause(scope: Scope, price: Price, receiver: str = "") -> Clause:
    """A cost as an instruction; ``receiver`` is the player who gets a given item."""
    if not isinstance(price, Price):
        scope.unknown(price, "a cost")
    n, who = price.n, scope.doer
    own = f"{who.name} {verb_of(who, 'control')}"
    items = f"a non-eternal item {own}" if n == 1 else f"{n} non-eternal items {own}"
    clauses = {
        Cost.COINS: Clause(who, "pay", count(scope, n, CENTS)),
        Cost.COUNTERS: Clause(who, "remove", f"{count(scope, n, 'counter')} from this"),
        Cost.DISCARD: Clause(who, "discard", count(scope, n, "loot card")),
        Cost.DESTROY_ITEMS: Clause(who, "destroy", items),
        Cost.GIVE_ITEM: Clause(who, "give", f"another non-eternal item {own} to {receiver}"),
        Cost.TAKE_DAMAGE: Clause(who, "take", count(scope, n, "damage")),
    }
    if price.cost not in clauses:
        scope.fail(f"the cost {Cost(price.cost).name}")
    return clauses[price.cost]
