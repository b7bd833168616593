"""Kinds of objects, demands on them, and the two moments of choosing: target on push, pick on resolution."""

from __future__ import annotations

from fs_env.core.four_souls.language.codes import Flag, Kind, Rel, Sel
from fs_env.core.four_souls.language.nodes import Each, Filter, Owner, Pick, Register, Selector, Target, TopOf
from fs_env.core.four_souls.language.words.operands import Someone
from fs_env.core.four_souls.language.words.selectors import me, others

player = Filter(Kind.PLAYER)
other_player = Filter(Kind.PLAYER, Flag.OTHER)
monster = Filter(Kind.MONSTER)
item = Filter(Kind.ITEM)
shop_item = Filter(Kind.SHOP_ITEM)
soul = Filter(Kind.SOUL)
curse = Filter(Kind.CURSE)
roll = Filter(Kind.ROLL)
deck = Filter(Kind.DECK)
discard_pile = Filter(Kind.DISCARD_PILE)
discarded_monster = Filter(Kind.DISCARDED, Flag.MONSTER_CARD)
hand_card = Filter(Kind.HAND_CARD)
stack_item = Filter(Kind.STACK_ITEM)
stack_loot = Filter(Kind.STACK_LOOT)
stack_damage = Filter(Kind.STACK_DAMAGE)
slot = Filter(Kind.SLOT)
deck_guppy = Filter(Kind.DECK_CARD, Flag.GUPPY)
noneternal = Filter(flags=Flag.NONETERNAL)
not_this = Filter(flags=Flag.NOT_THIS)
unattacked = Filter(flags=Flag.UNATTACKED)
attackable = Filter(flags=Flag.ATTACKABLE)
active_item = Filter(flags=Flag.ACTIVE_ITEM)
passive = Filter(flags=Flag.PASSIVE)
has_tap = Filter(flags=Flag.HAS_TAP)
has_soul = Filter(flags=Flag.HAS_SOUL)
most_souls = Filter(flags=Flag.MOST_SOULS)
most_coins = Filter(flags=Flag.MOST_COINS)
nonattack = Filter(flags=Flag.NONATTACK)
mine = Filter(owner=Owner(Rel.MINE))


def of(who: Someone) -> Filter:
    """Controlled by that player, or in that player's hand; ``of(others)`` is any other player."""
    return Filter(owner=Owner(Rel.OTHER) if who is others else Owner(Rel.OF, who))


def deck_named(card_id: str) -> Filter:
    """The card of that id inside a deck."""
    return Filter(Kind.DECK_CARD, card=card_id)


def target(filter: Filter, by: Selector = me, optional: bool = False) -> Target:
    """Chosen on push; an optional target does not hinder the play when there is none (ER-03)."""
    return Target(filter, by, optional)


random_player = Target(player, Selector(Sel.RANDOM_PLAYER, "random_player"))


def pick(filter: Filter, by: Someone = me) -> Pick:
    """Chosen on resolution."""
    return Pick(filter, by)


def each(filter: Filter) -> Each:
    """All matching objects."""
    return Each(filter)


def top_of(pile: Register) -> TopOf:
    """The top card of the discard pile chosen as t."""
    return TopOf(pile)


__all__ = [
    "active_item",
    "attackable",
    "curse",
    "deck",
    "deck_guppy",
    "deck_named",
    "discard_pile",
    "discarded_monster",
    "each",
    "hand_card",
    "has_soul",
    "has_tap",
    "item",
    "mine",
    "monster",
    "most_coins",
    "most_souls",
    "nonattack",
    "noneternal",
    "not_this",
    "of",
    "other_player",
    "passive",
    "pick",
    "player",
    "random_player",
    "roll",
    "shop_item",
    "slot",
    "soul",
    "stack_damage",
    "stack_item",
    "stack_loot",
    "target",
    "top_of",
    "unattacked",
]
