"""Kinds of objects, demands on them, and the two moments of choosing: target on push, pick on resolution."""

from __future__ import annotations

from fs_env.core.four_souls.language.codes import Flag, Kind, Rel, Sel
from fs_env.core.four_souls.language.nodes import Each, Filter, Owner, Pick, Register, Selector, Target, TopOf
from fs_env.core.four_souls.language.verb import Someone, me
from fs_env.core.four_souls.language.words.selectors import others

_IMPORTED = set(globals())

player = Filter(Kind.PLAYER)
other_player = Filter(Kind.PLAYER, Flag.OTHER)
monster = Filter(Kind.MONSTER)
item = Filter(Kind.ITEM)
shop_item = Filter(Kind.SHOP_ITEM)
soul = Filter(Kind.SOUL)
curse = Filter(Kind.CURSE)
roll = Filter(Kind.ROLL)
attack = Filter(Kind.ATTACK)
dying_player = Filter(Kind.PENDING_DEATH)
deck = Filter(Kind.DECK)
discard_pile = Filter(Kind.DISCARD_PILE)
discarded_monster = Filter(Kind.DISCARDED, Flag.MONSTER_CARD)
hand_card = Filter(Kind.HAND_CARD)
stack_item = Filter(Kind.STACK_ITEM)
stack_loot = Filter(Kind.STACK_LOOT)
stack_damage = Filter(Kind.STACK_DAMAGE)
slot = Filter(Kind.SLOT)
top_of_monster_deck = Filter(Kind.MONSTER_DECK)
revealed_nonmonster = Filter(Kind.REVEALED, Flag.NONMONSTER)
deck_guppy = Filter(Kind.DECK_CARD, Flag.GUPPY)
deck_boss = Filter(Kind.DECK_CARD, Flag.BOSS)
noneternal = Filter(flags=Flag.NONETERNAL)
not_this = Filter(flags=Flag.NOT_THIS)
not_it = Filter(flags=Flag.NOT_IT)
unattacked = Filter(flags=Flag.UNATTACKED)
attackable = Filter(flags=Flag.ATTACKABLE)
active_item = Filter(flags=Flag.ACTIVE_ITEM)
passive = Filter(flags=Flag.PASSIVE)
has_activated = Filter(flags=Flag.HAS_ACTIVATED)
has_soul = Filter(flags=Flag.HAS_SOUL)
has_hand = Filter(flags=Flag.HAS_HAND)
most_souls = Filter(flags=Flag.MOST_SOULS)
most_coins = Filter(flags=Flag.MOST_COINS)
nonattack = Filter(flags=Flag.NONATTACK)
of_attack = Filter(flags=Flag.ATTACK_ROLL)
aimed_at_mine = Filter(flags=Flag.AIMED_AT_MINE)
mine = Filter(owner=Owner(Rel.MINE))


def of(who: Someone) -> Filter:
    """Controlled by that player, or in that player's hand; ``of(others)``: of any other player."""
    return Filter(owner=Owner(Rel.OTHER) if who is others else Owner(Rel.OF, who))


def monster_named(card_id: str, or_card: str = "") -> Filter:
    """The active monster with that id, or with the id ``or_card``."""
    return Filter(Kind.MONSTER, card=card_id, or_card=or_card)


def deck_named(card_id: str) -> Filter:
    """The card with that id inside a deck."""
    return Filter(Kind.DECK_CARD, card=card_id)


def target(filter: Filter, by: Selector = me, optional: bool = False, upto: int = 1) -> Target:
    """Chosen on push; a missing optional target does not prevent the play (ER-03); ``upto=2``: 0, 1 or 2 targets."""
    return Target(filter, by, optional, upto)


random_player = Target(player, Selector(Sel.RANDOM_PLAYER, "random_player"))


def pick(filter: Filter, by: Someone = me) -> Pick:
    return Pick(filter, by)


def each(filter: Filter) -> Each:
    return Each(filter)


def top_of(pile: Register) -> TopOf:
    """The top card of the discard pile that was chosen as t."""
    return TopOf(pile)


__all__ = [name for name in sorted(globals()) if name not in _IMPORTED and not name.startswith("_")]
