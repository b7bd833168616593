"""Rules that hold for a while: entries of the lasting table."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.codes import Lasting
from fs_env.core.four_souls.language.nodes import Mark, NumberChoice, Register
from fs_env.core.four_souls.language.words.flow import effect
from fs_env.core.four_souls.language.words.operands import Thing
from fs_env.core.four_souls.language.words.selectors import me


def double_loot(who: Thing) -> Mark:
    """Loot n becomes 2n."""
    return Mark(Lasting.DOUBLE_LOOT, who)


def loot_from_discard() -> Mark:
    """The next loot of anybody comes from the discard pile (ER-39)."""
    return Mark(Lasting.LOOT_FROM_DISCARD)


def double_next_loot_card(who: Thing = me) -> Mark:
    """ER-15."""
    return Mark(Lasting.DOUBLE_NEXT_LOOT_CARD, who)


def cap_damage(n: int, who: Thing, obj: Register) -> Mark:
    """What that stack object deals to that victim becomes at most n (R12.13)."""
    return Mark(Lasting.DAMAGE_CAP, who, n, obj)


def predict(guess: NumberChoice, *steps: Any) -> Mark:
    """If the watched roll ends with the guess: the steps (ER-22)."""
    return Mark(Lasting.PREDICT, guess, effect=effect(*steps))


__all__ = [
    "cap_damage",
    "double_loot",
    "double_next_loot_card",
    "loot_from_discard",
    "predict",
]
