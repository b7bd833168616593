"""The questions a seat can be asked."""

from enum import IntEnum


class Question(IntEnum):
    NOTHING = 0
    PLAY = 1  # a hand card, face up or face down (R9)
    TARGET = 2  # a castle piece for the effect
    REVEAL = 3  # whether the piece seen by an Observatory is turned up (R20)
    PLAYER = 4  # whom a Marketplace deals with (R19)
    GIVE = 5  # which card its owner offers
    RETURN = 6  # which card the other player gives for it (A2)
    ORDER = 7  # how a Wizard's Tower puts cards back (R26)
