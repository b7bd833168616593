"""The sorts of cards, and the yes-or-no facts about a card."""

from enum import IntEnum


class CardKind(IntEnum):
    """The printed sort of a card (chapter R2), in ``C_KIND``: one value per card."""

    BASIC_LOOT = 0
    PILL = 1
    RUNE = 2
    TRINKET = 3  # becomes a passive item when it resolves (R2.11)
    TAROT = 4
    SOUL_LOOT = 5
    PASSIVE = 8  # items: neither an activated nor a paid effect
    ACTIVE = 9
    PAID = 10
    MIXED = 11  # several of the three
    ONE_USE = 12  # its effect destroys it first (R5.6)
    BASIC = 16  # monsters
    BOSS = 17
    EPIC_BOSS = 18
    EVENT = 19  # a bonus card of the monster deck (R2.15)
    CURSE = 20
    CHARACTER = 24
    BONUS_SOUL = 25
    ROOM = 26


class CardFlag(IntEnum):
    """Bits of ``C_FLAGS`` (int32)."""

    GUPPY = 1
    ETERNAL = 2
    TRINKET = 4
    CURSE = 8
    UNATTACKABLE = 16
    MONSTER = 32  # has a stat block
    HAS_ACTIVATED = 64
    HAS_PAID = 128
    ENTERS_DEACTIVATED = 256
    TURN_SELF = 512  # the usual character: turn to play one more loot card (R8.3)
    DRAFTS = 1024  # picks the starting item from the top treasures (R1.11)
    BOSS = 2048  # boss or epic boss
    COPIES = 4096  # its activated effect copies an effect: not a legal original (ER-13)
    NONMONSTER = 8192  # bonus card or curse


class CardGroup(IntEnum):
    """Blocks of the card table, in table order; the four monster-deck blocks follow each other."""

    LOOT = 0
    TREASURE = 1
    MONSTER = 2
    BOSS = 3
    EVENT = 4
    CURSE = 5
    CHARACTER = 6
    STARTING = 7
    BONUS = 8
    ROOM = 9  # the optional deck of the second edition (R20)
