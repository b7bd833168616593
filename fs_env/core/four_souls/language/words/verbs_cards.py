"""Verbs on coins, loot cards, items, souls and decks."""

from __future__ import annotations

from fs_env.core.four_souls.language.codes import By, Op, Until
from fs_env.core.four_souls.language.nodes import Filter, Pick, RegisterOf, Step
from fs_env.core.four_souls.language.words.operands import Amount, Someone, Thing, step
from fs_env.core.four_souls.language.words.selectors import me


def gain(n: Amount, who: Thing = me) -> Step:
    """Coins from the bank."""
    return step(Op.GAIN, a=n, b=who)


def lose(n: Amount, who: Thing = me) -> Step:
    """Coins to the bank, at most what they have."""
    return step(Op.LOSE, a=n, b=who)


def steal_coins(n: Amount, source: Someone, to: Someone = me) -> Step:
    """Coins from a player, a transfer and no gain (R16.3)."""
    return step(Op.STEAL_COINS, a=n, b=source, c=to)


def loot(n: Amount, who: Thing = me) -> Step:
    """Cards from the loot deck into the hand."""
    return step(Op.LOOT, a=n, b=who)


def discard_loot(n: Amount, who: Thing = me) -> Step:
    """Own loot cards, picked by their owner."""
    return step(Op.DISCARD_LOOT, a=n, b=who)


def discard_to(n: int, who: Thing = me) -> Step:
    """Own loot cards, picked by their owner, until n are left."""
    return step(Op.DISCARD_TO, a=n, b=who)


def discard_hand(who: Thing = me) -> Step:
    """The whole hand; sets ``discarded``."""
    return step(Op.DISCARD_HAND, b=who)


def discard_any(who: Thing = me) -> Step:
    """Any number of own loot cards, one by one; sets ``discarded``."""
    return step(Op.DISCARD_ANY, b=who)


def take_loot(n: Amount, source: Someone, by: By, to: Someone = me, optional: bool = False) -> Step:
    """Loot cards from a hand to a hand; picked by the owner, the taker or chance; ``optional``: up to n."""
    return step(Op.TAKE_LOOT, a=n, b=source, c=by, d=to, e=1 if optional else 0)


owner, taker, chance = By.OWNER, By.TAKER, By.RANDOM


def swap_loot(own: Pick, other: Pick) -> Step:
    """One loot card each way."""
    return step(Op.SWAP_LOOT, a=RegisterOf(own), b=RegisterOf(other))


def hand_to_deck(n: int) -> Step:
    """Own loot cards onto the loot deck."""
    return step(Op.HAND_TO_DECK, a=n)


def pass_hands() -> Step:
    """All hands move one seat to the left at once."""
    return step(Op.PASS_HANDS)


def look_hand(who: Thing) -> Step:
    """See a hand."""
    return step(Op.LOOK_HAND, b=who)


def loot_plays(n: Amount, who: Thing = me) -> Step:
    """Extra loot plays until end of turn (R8.2)."""
    return step(Op.LOOT_PLAYS, a=n, b=who)


def treasure(n: Amount, who: Thing = me) -> Step:
    """Gain the top treasure cards."""
    return step(Op.TREASURE, a=n, b=who)


def destroy(what: Thing) -> Step:
    """Item, curse or soul to its discard pile; a player or monster is killed (R22)."""
    return step(Op.DESTROY, b=what)


def destroy_this_first() -> Step:
    """First instruction; if it fails the effect fizzles (R5.6, R17.4)."""
    return step(Op.DESTROY_THIS_FIRST, a=0)


def steal_item(what: Thing) -> Step:
    """Change of control."""
    return step(Op.STEAL_ITEM, b=what)


def give_item(what: Thing, to: Someone) -> Step:
    """Change of control to that player."""
    return step(Op.GIVE_ITEM, b=what, c=to)


def swap_items(first: Thing, second: Thing) -> Step:
    """Both change control at once."""
    return step(Op.SWAP_ITEMS, b=first, c=second)


def recharge(what: Thing) -> Step:
    """Turn upright."""
    return step(Op.RECHARGE, b=what)


def deactivate(what: Thing) -> Step:
    """Turn sideways without use."""
    return step(Op.DEACTIVATE, b=what)


def reroll_item(what: Thing) -> Step:
    """Destroy it; then its controller gains 1 treasure (R22)."""
    return step(Op.REROLL_ITEM, b=what)


def become(what: Thing, until: Until = Until.END_OF_TURN) -> Step:
    """This takes the text of that item (R22 Copy)."""
    return step(Op.BECOME, b=what, d=until)


def become_soul() -> Step:
    """This card becomes a soul of its controller (R19.5)."""
    return step(Op.BECOME_SOUL)


def counter(n: Amount) -> Step:
    """Put counters on this."""
    return step(Op.COUNTER, a=n)


def uncounter(n: Amount) -> Step:
    """Remove counters from this; sets ``removed``."""
    return step(Op.UNCOUNTER, a=n)


def lose_soul(who: Thing, n: int = 1) -> Step:
    """Soul cards, picked by their owner (R18.4)."""
    return step(Op.LOSE_SOUL, a=n, b=who)


def steal_soul(what: Thing) -> Step:
    """A soul card changes its owner (R18.5)."""
    return step(Op.STEAL_SOUL, b=what)


def give_curses() -> Step:
    """Each curse among the revealed cards goes to a player of the controller's choice."""
    return step(Op.GIVE_CURSES)


def look(n: int, where: Thing, by: Someone = me) -> Step:
    """See the top cards of a deck."""
    return step(Op.LOOK, a=n, b=where, c=by)


def reveal(n: int, where: Thing) -> Step:
    """Everybody sees the top cards of a deck."""
    return step(Op.REVEAL, a=n, b=where)


def play_given(what: Thing) -> Step:
    """Play a loot card that was just given, without a loot play (R8.6)."""
    return step(Op.PLAY_GIVEN, a=what)


def play_revealed(what: Thing) -> Step:
    """Play a revealed card that is no monster, once this has resolved (R2.15)."""
    return step(Op.PLAY_REVEALED, a=what)


def reveal_until(n: int, where: Thing, filter: Filter) -> Step:
    """Reveal from the top until n cards match, which are ``found``; the others to the bottom as revealed (ER-59)."""
    return step(Op.REVEAL_UNTIL, a=n, b=where, c=filter)


def search(where: Thing, filter: Filter) -> Step:
    """Pick one match of a deck, then shuffle; an item is gained."""
    return step(Op.SEARCH, b=where, c=filter)


def order_top(by: Someone = me) -> Step:
    """The looked cards back on top in any order."""
    return step(Op.ORDER_TOP, b=by)


def keep_top(n: int) -> Step:
    """Pick which looked cards stay on top."""
    return step(Op.KEEP_TOP, a=n)


def to_bottom(what: Thing) -> Step:
    """To the bottom of their deck."""
    return step(Op.TO_BOTTOM, b=what)


def copy_effect(what: Thing) -> Step:
    """Announce that item's activated effect as an own object."""
    return step(Op.COPY_EFFECT, a=what)


def vote(filter: Filter) -> Step:
    """Each player names one match; a unique maximum is the ``winner``."""
    return step(Op.VOTE, a=filter)


__all__ = [
    "become",
    "become_soul",
    "chance",
    "copy_effect",
    "counter",
    "deactivate",
    "destroy",
    "destroy_this_first",
    "discard_any",
    "discard_hand",
    "discard_loot",
    "discard_to",
    "gain",
    "give_curses",
    "give_item",
    "hand_to_deck",
    "keep_top",
    "look",
    "look_hand",
    "loot",
    "loot_plays",
    "lose",
    "lose_soul",
    "order_top",
    "owner",
    "pass_hands",
    "play_given",
    "play_revealed",
    "recharge",
    "reroll_item",
    "reveal",
    "reveal_until",
    "search",
    "steal_coins",
    "steal_item",
    "steal_soul",
    "swap_items",
    "swap_loot",
    "take_loot",
    "taker",
    "to_bottom",
    "treasure",
    "uncounter",
    "vote",
]
