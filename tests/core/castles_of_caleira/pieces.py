"""Castles of Caleira's material in plain Python: cards, deals, pieces, effects, options and the words of actions.

Cards are their English names, top cards of the deck come first, seats count from 0 clockwise, pieces count from 0 in
the order in which they were played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

BARRACKS = "Barracks"
BATTLEMENTS = "Battlements"
MARKETPLACE = "Marketplace"
OBSERVATORY = "Observatory"
SPIRE = "Princess Spire"
THRONE_ROOM = "Throne Room"
TREBUCHET = "Trebuchet"
WATCHTOWER = "Watchtower"
WIZARDS_TOWER = "Wizard's Tower"

COPIES = {
    **{BARRACKS: 1, BATTLEMENTS: 3, MARKETPLACE: 2, OBSERVATORY: 1, SPIRE: 1},
    **{THRONE_ROOM: 2, TREBUCHET: 4, WATCHTOWER: 3, WIZARDS_TOWER: 1},
}
"""R1: how many of each card."""
N_CARDS = sum(COPIES.values())
POINTS = {
    **{BARRACKS: 3, BATTLEMENTS: 0, MARKETPLACE: 2, OBSERVATORY: 3, SPIRE: 6},
    **{THRONE_ROOM: 2, TREBUCHET: 0, WATCHTOWER: 2, WIZARDS_TOWER: 3},
}
"""R1: points of a piece that is face up."""
WITHOUT_EFFECT = (BATTLEMENTS, SPIRE)
HAND = 2  # R4
OPTIONS: dict[str, tuple[Any, ...]] = {
    "spire_multi": ("end", "continue"),
    "market": ("choose", "random"),
    "useless_targets": (True, False),
    "four_player_cards": (16, 18),
}
"""The options of the adopted rulings A1, A2, A6 and A13; the first value is the default."""

Action = tuple[Any, ...]
"""An answer of a player, by meaning:

("play", card, "up" or "down"); ("target", piece); ("stop",): no further piece for the Watchtower; ("reveal", yes):
after a look through the Observatory; ("give", card): a card of the own hand for the Marketplace; ("player", seat):
the Marketplace's other trader; ("order", cards): the looked-at deck cards as they shall lie, top first.
"""
Chance = Callable[[int, Sequence[str]], str]


@dataclass(frozen=True)
class Deal:
    """Everything that is random before the first turn (R3 to R5): hands, the deck, the cards removed or left out (A13, A16)."""

    first: int
    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    removed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError when the cards are not those of the game."""
        seats = len(self.hands)
        if not 2 <= seats <= 4 or not 0 <= self.first < seats:
            raise ValueError(f"{seats} hands and seat {self.first} to begin; the game has 2 to 4 seats")
        if any(len(hand) != HAND for hand in self.hands) or len(self.removed) not in ((0, 2) if seats == 4 else (0,)):
            raise ValueError("each hand has two cards, and with four players two more are removed")
        cards = Counter([*(card for hand in self.hands for card in hand), *self.deck, *self.removed, *self.left_out])
        if cards != COPIES:
            raise ValueError(f"these are not the 18 cards: {dict(cards)}")

    @classmethod
    def shuffled(cls, num_players: int, rng: Random, four_player_cards: int = 16) -> Deal:
        """A uniformly random deal."""
        cards = [card for card, copies in COPIES.items() for _ in range(copies)]
        rng.shuffle(cards)
        removed = [cards.pop() for _ in range(N_CARDS - four_player_cards if num_players == 4 else 0)]
        hands = [tuple(cards.pop() for _ in range(HAND)) for _ in range(num_players)]
        return cls(rng.randrange(num_players), tuple(hands), tuple(cards), tuple(removed))


@dataclass(eq=False)
class Card:
    """A card of a hand or of the deck, and the seats other than its holder that are sure of it."""

    name: str
    known_to: set[int] = field(default_factory=set)


@dataclass(eq=False)
class Piece:
    """A card that was played (R9); it keeps its owner and its number for the rest of the game.

    `suppressed`: a Throne Room turned it up this turn (R21). `seen_by` have seen it (R51, R52), `certain_to` knew the whole hand.
    """

    name: str
    owner: int
    index: int
    face_up: bool
    standing: bool = True
    suppressed: bool = False
    seen_by: set[int] = field(default_factory=set)
    certain_to: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Effect:
    """An effect that waits or resolves: the card, the seat that decides (R12) and the piece it comes from."""

    name: str
    owner: int
    source: int
