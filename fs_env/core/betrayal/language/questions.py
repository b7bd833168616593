"""The questions a seat can be asked, and the points where the rules continue."""

from enum import IntEnum


class Question(IntEnum):
    NOTHING = 0
    ADVENTURER = 1  # which adventurer is played (R5)
    TURN = 2  # what to do in one's turn (R16)
    ORIENT = 3  # how a new tile lies (R28)
    SPLIT = 4  # which trait takes a point of damage (R13)
    TRAIT = 5  # which trait is gained, lost or rolled
    MAY = 6  # whether to use an option of a card or a tile
    EITHER = 7  # one of two effects
    DISCARD = 8  # which item card is discarded
    KEEP = 9  # which drawn item card is kept
    TILE = 10  # which tile
    ACCEPT = 11  # whether to take an offered card (A14)
    TO = 12  # who is meant
    WEAPON = 13  # with what an attack is made (R40)
    STEAL = 14  # which card is stolen instead of damage (R56)
    REACT = 15  # whether to use a card or a power now
    MONSTER = 16  # what a monster does (R77)
    PUSH = 17  # where a figure is moved to
    IGNORE = 18  # whether a traitor ignores an event, or is freed from one met earlier (R71, R73)
    REVEAL = 19  # whether a hidden traitor reveals the token in answer to something (R75)


class Reaction(IntEnum):
    """The card or power that the question REACT is about."""

    NONE = 0
    PROTECTION = 1  # takes the damage of another one (R88)
    FIGURINE = 2  # Figurine of Wondrous Power: damage is ignored
    RECKLESS_ATTACK = 3  # two more dice (R88)
    CURSED_ARMOR = 4  # a point of Sanity for one of the attack
    WERERAT_BITE = 5  # infects whom it hurts
    FLURRY_OF_BLOWS = 6  # another attack (R88)
    EYE_OF_VECNA = 7  # stops an opponent who comes
    DEVOTION = 8  # an event is not drawn (R88)
    INSPIRATION = 9  # the token of Bardic Inspiration adds 1 to a roll (R88)


class Frame(IntEnum):
    """The part of the rules that was under way when they stopped to ask."""

    SETUP = 0
    TURN = 1
    LEAVE = 2  # a figure leaves a tile
    DISCOVER = 3
    ENTER = 4
    EVENT = 5
    PROGRAM = 6
    DAMAGE = 7
    ATTACK = 8
    END_TURN = 9
    HAUNT = 10  # the haunt begins
    MONSTERS = 11
    TRADE = 12
    DRAWN = 13  # one of some drawn items is kept
    PIPES = 14
    PUSH = 15
    STORM = 16
    ASSAULT = 17  # an attack that no figure makes (A13)
    WATCH = 18  # a figure tries to move onto the tile of the Eye of Vecna


FREEING = 100
"""`value` of the frame of an event that a new traitor met earlier and may be freed from (R71)."""
