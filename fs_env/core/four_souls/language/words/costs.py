"""Costs of abilities and durations of lasting effects."""

from __future__ import annotations

from collections.abc import Callable

from fs_env.core.four_souls.language.codes import Cost, Until
from fs_env.core.four_souls.language.nodes import Price, Register

_IMPORTED = set(globals())


def _price(cost: Cost) -> Callable[[int], Price]:
    def word(n: int) -> Price:
        return Price(cost, n)

    return word


coins = _price(Cost.COINS)
counters = _price(Cost.COUNTERS)
discard_cost = _price(Cost.DISCARD)  # discard n loot cards of your own
destroy_items = _price(Cost.DESTROY_ITEMS)  # destroy n non-eternal items of your own
take_damage = _price(Cost.TAKE_DAMAGE)  # take n damage (R5.11)


def give_item_cost(to: Register) -> Price:
    """Give another non-eternal item of your own to the chosen player."""
    return Price(Cost.GIVE_ITEM, 1, to)


eot, forever, once = Until.END_OF_TURN, Until.FOREVER, Until.ONCE
next_roll, next_loot, next_loot_card = Until.NEXT_ROLL, Until.NEXT_LOOT, Until.NEXT_LOOT_CARD
next_shop_purchase = Until.NEXT_SHOP_PURCHASE
that_object, first_attack_roll = Until.THAT_OBJECT, Until.FIRST_ATTACK_ROLL

__all__ = [name for name in sorted(globals()) if name not in _IMPORTED and not name.startswith("_")]
