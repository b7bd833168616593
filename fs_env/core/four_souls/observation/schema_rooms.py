"""Sections of the flat observation about rooms (R20); all zeros in a game without them."""

from __future__ import annotations

from fs_env.core.four_souls.observation.numbers import CARDS, ENDS, card, count
from fs_env.core.four_souls.state import ROOMS
from fs_env.core.machine.declare.columns import Flag, Number
from fs_env.core.machine.declare.observation import Section, row, rows

DECK_OF_ROOMS = 400  # most rooms in the deck or the discard pile

ROOM = rows(
    "rooms",
    ROOMS,
    "room slot",
    [
        Flag("exists", "1 where there is a slot"),
        card("card", "card + 1 of the room that is face up, 0 while the slot is empty"),
        Flag("turned", "1 when it is turned sideways"),
        count("counters", "counters on it"),
    ],
    "rooms that are face up",
)
ROOM_DECK = row(
    "room_deck",
    [
        Number("cards", "rooms in the deck", 0, DECK_OF_ROOMS),
        Number("discarded", "rooms in the discard pile", 0, DECK_OF_ROOMS),
        Number(
            "exchange",
            "1 after a monster died this turn, 2 once it has been decided whether a room is exchanged",
            0,
            2,
            "stage",
        ),
    ],
    "the deck of rooms and its discard pile",
)
ROOM_PILE = Section(
    "room_pile",
    (ENDS,),
    "card + 1 of the uppermost rooms of their discard pile, 0 none",
    0,
    CARDS,
    axes=("place from the top",),
    names="card",
)
SECTIONS = (ROOM, ROOM_DECK, ROOM_PILE)
