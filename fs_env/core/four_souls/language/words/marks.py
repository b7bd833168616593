"""Rules that hold for a while: entries of the lasting table."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.codes import Lasting
from fs_env.core.four_souls.language.nodes import Mark, NumberChoice, Register
from fs_env.core.four_souls.language.words.flow import effect
from fs_env.core.four_souls.language.words.operands import Amount, Thing
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


def next_shop_price(n: int) -> Mark:
    """What the next shop item that anybody purchases costs at most (R10.7)."""
    return Mark(Lasting.PRICE, None, n)


def roll_four(who: Thing = me) -> Mark:
    """Anybody's next throw this turn is of four dice, of which who picks one (R9.15, ER-20)."""
    return Mark(Lasting.ROLL_FOUR, who)


def stored_roll(n: Amount, who: Thing = me) -> Mark:
    """Their first attack roll this turn may be n instead of a throw (ER-21)."""
    return Mark(Lasting.STORED_ROLL, who, n)


def next_attack_roll(n: int, who: Thing) -> Mark:
    """Their next attack roll this turn gets n; several marks add up (ER-18)."""
    return Mark(Lasting.NEXT_ATTACK_ROLL, who, n)


def lock(who: Thing) -> Mark:
    """They play no loot and use no tap effects (R5.12)."""
    return Mark(Lasting.LOCK, who)


def predict(guess: NumberChoice, *steps: Any) -> Mark:
    """If the watched roll ends with the guess: the steps (ER-22)."""
    return Mark(Lasting.PREDICT, guess, effect=effect(*steps))


__all__ = [
    "cap_damage",
    "double_loot",
    "double_next_loot_card",
    "lock",
    "loot_from_discard",
    "next_attack_roll",
    "next_shop_price",
    "predict",
    "roll_four",
    "stored_roll",
]
