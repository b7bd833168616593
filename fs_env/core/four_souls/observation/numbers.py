"""The lengths of the lists of an observation, and the kinds of numbers that several of its sections share."""

from __future__ import annotations

from enum import IntEnum

from fs_env.core.four_souls.references import RefKind
from fs_env.core.four_souls.state import BIG, PLAYERS, SLOTS
from fs_env.core.four_souls.tables import (
    C_ABN,
    C_FLAGS,
    LOOT_CARDS,
    N_CARDS,
    N_LOOT,
    N_MONSTER,
    N_ROOM,
    N_STARTING,
    N_TREASURE,
    CardFlag,
)
from fs_env.core.machine.declare.columns import Code, Column, Labels, Number

STACK_ROWS = 12
LOOKED = 8
ENDS = 8  # places at either end of a deck
CHANGED = 8
OBLIGATION_ROWS = 6
LASTING_ROWS = 8
WAITING_ROWS = 6
CHOICES = 16
OTHER_CARDS = int(N_CARDS - N_LOOT - N_ROOM)  # rooms have sections of their own
ITEMS = int(N_TREASURE + N_STARTING)  # cards that can be turned, besides characters
DECK_CARDS = int(N_TREASURE + N_MONSTER)  # those of the decks whose cards are all different
TRINKETS = tuple(card for card in LOOT_CARDS.tolist() if C_FLAGS[card] & CardFlag.TRINKET)
"""The loot cards that stay in play as items (R2.11), by id."""

CARDS = int(N_CARDS)  # card + 1 of the last card
COPIES = 16  # most copies of one loot card
DECK_SIZE = 400  # most cards of a deck
LEAST = -99  # the lower bound of numbers that effects may make negative
EFFECTS = int(C_ABN.max()) + 1  # the last effect of a card: a line of a dice table or a delayed effect

SEAT = "seat, from you (0) to the left; zeros for empty seats"
NEIGHBOUR = "seat, from the one on your left (0)"
MONSTER_SLOT = "monster slot"
LOOT_CARD = "loot card id: `loot[card]` of the card list"
DECKS = Labels(("loot: the loot deck", "treasure: the treasure deck", "monster: the monster deck"))


class TargetSort(IntEnum):
    """The kind of a target, a subject or a choice."""

    NOTHING = RefKind.NOTHING
    PLAYER = RefKind.PLAYER
    DECK = RefKind.DECK  # or a discard pile
    SLOT = RefKind.SLOT  # of a monster
    CARD = RefKind.CARD
    OBJECT = RefKind.OBJECT  # on the stack
    NUMBER = 6
    WAITING = 7  # an object that waits to be pushed
    LASTING = 8  # a lasting effect


def amount(name: str, meaning: str) -> Column:
    """A number that effects may make negative."""
    return Number(name, meaning, LEAST, BIG)


def count(name: str, meaning: str) -> Column:
    """A number that is never negative and stops at 9999."""
    return Number(name, meaning, 0, BIG)


def card(name: str, meaning: str) -> Column:
    return Number(name, meaning, 0, CARDS, "card")


def effect(name: str, meaning: str) -> Column:
    """Which effect of its source something is, from 1; 0 for none."""
    return Number(name, meaning, 0, EFFECTS, "effect")


def player(name: str, meaning: str) -> Column:
    """A player from the observer to the left + 1, 0 for no player."""
    return Number(name, meaning, 0, PLAYERS, "player")


def seat(name: str, meaning: str) -> Column:
    """How many seats to the left of the observer a player sits, -1 for no player."""
    return Number(name, meaning, -1, PLAYERS - 1, "player")


def whom(name: str, meaning: str) -> Column:
    """A player as in `player`, or a monster slot as -1 - slot."""
    return Number(name, meaning, -SLOTS, PLAYERS, "player or slot")


def target(name: str, meaning: str = "as target", sort: str = "as target_sort") -> tuple[Column, Column]:
    """Two columns for one thing: its kind, `name`_sort, and which one it is, `name`."""
    return Code(f"{name}_sort", TargetSort, sort), Number(name, meaning, 0, CARDS, "target")
