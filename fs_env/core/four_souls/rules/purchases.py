"""Purchases (R10)."""

from fs_env.core.four_souls.language.codes import NONE, Deck, Lasting, Ref
from fs_env.core.four_souls.references import is_card
from fs_env.core.four_souls.rules.goals import count_for_goals
from fs_env.core.four_souls.rules.items import gain_item
from fs_env.core.four_souls.rules.numbers import PRICE
from fs_env.core.four_souls.rules.objects import new_row, push
from fs_env.core.four_souls.rules.slots import empty_shop
from fs_env.core.four_souls.rules.souls import lose_coins
from fs_env.core.four_souls.rules.zones import draw_top
from fs_env.core.four_souls.state import Obj, Zone, kernel

TREASURE_DECK = int(Ref.DECK) + int(Deck.TREASURE)


@kernel
def price_of(s, p, what):
    """The price of a shop item or of the top of the treasure deck in cents (R10.1, R10.7)."""
    return int(PRICE) if what == TREASURE_DECK else int(s.price[p])


@kernel
def may_buy(s, what):
    """Whether the AP may declare this purchase, leaving out its timing (R10.3, R10.10)."""
    p = int(s.active_player)
    if s.purchases_used[p] >= s.own_purchases[p] or s.coins[p] < price_of(s, p, what):
        return False
    return what != TREASURE_DECK or s.n_deck[Deck.TREASURE] + s.n_pile[Deck.TREASURE] > 0


@kernel
def declare_purchase(s, what):
    """Pushes the declaration (R10.2)."""
    r = new_row(s, Obj.PURCHASE, s.active_player)
    obj = s.objects[r]
    obj.it = what
    if is_card(what):
        obj.src = what - Ref.CARD
        obj.gen[0] = s.gen[obj.src]
    push(s, r)


@kernel
def use_discounts(s):
    """A shop item is bought: prices of the next one are used up, those of later ones come nearer (ER-15)."""
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if entry.kind == Lasting.PRICE:
            entry.ref -= 1
            if entry.ref < 0:
                entry.kind = 0
    s.dirty = 1


@kernel
def resolve_purchase(s, r):
    """Pays and gains, or fizzles with the purchase unused (R10.4)."""
    obj = s.objects[r]
    obj.kind = 0
    p = int(obj.controller)
    what = int(obj.it)
    price = price_of(s, p, what)
    if s.coins[p] < price:
        return
    if what == TREASURE_DECK:
        inst = draw_top(s, Deck.TREASURE)
        if inst == NONE:
            return
    else:
        inst = what - Ref.CARD
        if s.zone[inst] != Zone.SHOP or s.gen[inst] != obj.gen[0]:
            return
        empty_shop(s, inst)
        use_discounts(s)
    lose_coins(s, p, price)
    s.purchases_used[p] += 1
    if s.n_rooms > 0:
        count_for_goals(s, Lasting.PURCHASE_GOAL)
    gain_item(s, inst, p)
