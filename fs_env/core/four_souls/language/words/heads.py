"""The heads of a card's abilities, and its yes-or-no facts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fs_env.core.four_souls.language.card_kinds import CardFlag
from fs_env.core.four_souls.language.codes import AbilityFlag, Head, Once
from fs_env.core.four_souls.language.nodes import Ability, Condition, Modifier, Price, StaticAbility, Trait, Trigger
from fs_env.core.four_souls.language.words.flow import effect

_IMPORTED = set(globals())

turn, own_turn = Once.TURN, Once.OWN_TURN


def play(*steps: Any, cost: Price | None = None, **targets: Any) -> Ability:
    """The text of a loot card or bonus card (R2.10, R2.15)."""
    return Ability(Head.PLAY, effect(*steps, **targets), price=cost)


def activated(*steps: Any, cost: Price | None = None, **targets: Any) -> Ability:
    """Turn this sideways to do the steps (R2.3)."""
    return Ability(Head.ACTIVATED, effect(*steps, **targets), price=cost)


def paid(cost: Price, *steps: Any, only: Condition | None = None, **targets: Any) -> Ability:
    """Pay to do the steps, any number of times (R2.4); ``only`` is checked when it is announced and on resolution."""
    return Ability(Head.PAID, effect(*steps, **targets), only=only, price=cost)


def when(
    trigger: Trigger,
    *steps: Any,
    only: Condition | None = None,
    once: Once = Once.NEVER,
    every: int = 1,
    self_chain: bool = False,
    **targets: Any,
) -> Ability:
    """Triggered effect (R6.1); ``only`` is checked at the event and on resolution; ``every``: once for that many points.

    ``self_chain``: it also answers events that it caused itself (ER-06).
    """
    if self_chain:
        trigger = replace(trigger, flags=trigger.flags | AbilityFlag.SELF_CHAIN)
    return Ability(Head.WHEN, effect(*steps, **targets), trigger, only, once, every)


def instead(
    trigger: Trigger, *steps: Any, only: Condition | None = None, once: Once = Once.NEVER, **targets: Any
) -> Ability:
    """Replacement (R6.2), without the stack unless it rolls (R6.9)."""
    return Ability(Head.INSTEAD, effect(*steps, **targets), trigger, only, once)


def static(modifier: Modifier, only: Condition | None = None) -> StaticAbility:
    """Continuous modifier, while the condition holds."""
    return StaticAbility(modifier, only)


guppy = Trait(CardFlag.GUPPY)
eternal = Trait(CardFlag.ETERNAL)
unattackable = Trait(CardFlag.UNATTACKABLE)
enters_deactivated = Trait(CardFlag.ENTERS_DEACTIVATED)


def enters_with(counters: int) -> Trait:
    return Trait(counters=counters)


__all__ = [name for name in sorted(globals()) if name not in _IMPORTED and not name.startswith("_")]
