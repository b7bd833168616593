"""The nine kinds of cards (R1): names, copies, points and effects. A card is its kind: copies cannot be distinguished."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """Kinds of cards, in the order of the rules (R1)."""

    BARRACKS = 0
    BATTLEMENTS = 1
    MARKETPLACE = 2
    OBSERVATORY = 3
    PRINCESS_SPIRE = 4
    THRONE_ROOM = 5
    TREBUCHET = 6
    WATCHTOWER = 7
    WIZARDS_TOWER = 8


class Card(NamedTuple):
    """A kind of card as printed: its copies in the deck, its points face up, its effect as text."""

    name: str
    copies: int
    points: int
    text: str


CARDS = (
    Card("Barracks", 1, 3, "turn a castle piece face down"),
    Card("Battlements", 3, 0, "cannot be destroyed; 3 points each if all three are face up in your castle"),
    Card("Marketplace", 2, 2, "exchange a card of your hand with another player, who chooses the card you get"),
    Card("Observatory", 1, 3, "look at a face-down castle piece, then turn it face up if you like"),
    Card("Princess Spire", 1, 6, "played face down only; if it is destroyed, its owner loses"),
    Card("Throne Room", 2, 2, "turn a castle piece face up; it has no effect this turn"),
    Card("Trebuchet", 4, 0, "destroy a castle piece; a face-down one has its effect from the discard pile"),
    Card("Watchtower", 3, 2, "turn up to two castle pieces face up"),
    Card("Wizard's Tower", 1, 3, "look at the top three cards of the deck and put them back in any order"),
)
KINDS = len(CARDS)
NAMES = tuple(card.name for card in CARDS)
COPIES = tuple(card.copies for card in CARDS)
POINTS = tuple(card.points for card in CARDS)
N_CARDS = sum(COPIES)
SMALL_DECK = {Kind.PRINCESS_SPIRE: 1, Kind.TREBUCHET: 1, Kind.OBSERVATORY: 1, Kind.BATTLEMENTS: 3}
"""The cards of the small deck (A16): few enough for a solver to visit the whole game."""
WALL_BONUS = 3  # for each Battlements of a player who has all of them face up (R40)
