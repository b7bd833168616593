"""Codes that the content of the game, its rules and its observation share."""

from enum import IntEnum

NONE = -1
SPACES = 8  # of a trait's track above the skull (R10)
DICE = 8  # the box has eight (A6)
SIDES = 4  # of a tile
SEATS = 6
MONSTERS = 12  # on the map at a time
FIGURES = SEATS + MONSTERS
"""Figures on the map: seats first, then monsters."""


class Trait(IntEnum):
    """The traits of an adventurer (R10)."""

    MIGHT = 0
    SPEED = 1
    KNOWLEDGE = 2
    SANITY = 3


TRAITS = len(Trait)


class Harm(IntEnum):
    """Kinds of damage (R13)."""

    PHYSICAL = 0
    MENTAL = 1


class Door(IntEnum):
    """Wall, door or opening at a side of a tile; the colour of a door decides the stack that is drawn from (R27)."""

    WALL = 0
    BUILDING = 1
    STREET = 2
    CATACOMB = 3
    INTERNAL = 4  # an opening inside a long start tile (R20)
    ILLUSION = 5  # of the event Illusory Wall


class Side(IntEnum):
    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


class Symbol(IntEnum):
    """The kind of card that the first visitor of a tile draws (R31)."""

    NOTHING = 0
    EVENT = 1
    ITEM = 2
    OMEN = 3


class Deck(IntEnum):
    """Stacks that are drawn from: three of cards, three of tiles (R7)."""

    EVENTS = 0
    ITEMS = 1
    OMENS = 2
    BUILDINGS = 3
    STREETS = 4
    CATACOMBS = 5


class Kind(IntEnum):
    """Types of tiles, for effects (R33)."""

    BUILDING = 0
    STREET = 1
    CATACOMB = 2


class Level(IntEnum):
    """The two levels of the map (R8)."""

    CITY = 0
    CATACOMB = 1


class Who(IntEnum):
    DRAWER = 0
    EVERYONE = 1
    CITY = 2
    CATACOMB = 3
    STREET = 4
    BUILDING = 5
    FRIENDS = 6  # of the drawer
    NEAR = 7  # on the drawer's tile and on adjacent connected ones


class Token(IntEnum):
    """Tokens that lie on tiles; a tile holds one bit for each."""

    GATE = 0
    SLIME = 1
    ILLUSION = 2
    LONELY_CHEST = 3
    LOST_CHEST = 4
    OTYUGH = 5
    PIT = 6
    STENCH = 7
    MOLD = 8
    OBSTACLE = 9
    QUEST = 10


class Role(IntEnum):
    """On which side an adventurer is after the haunt has begun."""

    NONE = 0
    HERO = 1
    TRAITOR = 2
