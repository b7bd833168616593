"""Rules that hold for a while: entries of the lasting table."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.codes import Lasting
from fs_env.core.four_souls.language.nodes import LastingEffect, NumberChoice, Register
from fs_env.core.four_souls.language.verb import Amount, Thing, me
from fs_env.core.four_souls.language.words.flow import effect

_IMPORTED = set(globals())


def double_loot(who: Thing) -> LastingEffect:
    """The player draws twice as many cards when looting."""
    return LastingEffect(Lasting.DOUBLE_LOOT, who)


def loot_from_discard() -> LastingEffect:
    """The next loot of any player comes from the discard pile (ER-39)."""
    return LastingEffect(Lasting.LOOT_FROM_DISCARD)


def double_next_loot_card(who: Thing = me) -> LastingEffect:
    """The effect of the next loot card that the player plays is doubled (ER-15)."""
    return LastingEffect(Lasting.DOUBLE_NEXT_LOOT_CARD, who)


def cap_damage(n: int, who: Thing, obj: Register) -> LastingEffect:
    """That stack object deals at most n damage to that victim (R12.13)."""
    return LastingEffect(Lasting.DAMAGE_CAP, who, n, obj)


def next_shop_price(n: int) -> LastingEffect:
    """The next shop item that any player purchases costs n at most (R10.7)."""
    return LastingEffect(Lasting.PRICE, None, n)


def roll_four(who: Thing = me) -> LastingEffect:
    """The next throw of any player this turn has four dice; ``who`` picks one of them (R9.15, ER-20)."""
    return LastingEffect(Lasting.ROLL_FOUR, who)


def stored_roll(n: Amount, who: Thing = me) -> LastingEffect:
    """Their first attack roll this turn may be n instead of a throw (ER-21)."""
    return LastingEffect(Lasting.STORED_ROLL, who, n)


def next_attack_roll(n: int, who: Thing) -> LastingEffect:
    """Their next attack roll this turn gets n; several marks add up (ER-18)."""
    return LastingEffect(Lasting.NEXT_ATTACK_ROLL, who, n)


def lock(who: Thing) -> LastingEffect:
    """They play no loot and use no activated effects (R5.12)."""
    return LastingEffect(Lasting.LOCK, who)


def predict(guess: NumberChoice, *steps: Any) -> LastingEffect:
    """If the watched roll ends on the guess, do the steps (ER-22)."""
    return LastingEffect(Lasting.PREDICT, guess, effect=effect(*steps))


__all__ = [name for name in sorted(globals()) if name not in _IMPORTED and not name.startswith("_")]
