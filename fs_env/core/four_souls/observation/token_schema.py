"""The names of the rows and columns of the token observation, and the numbers of the flat observation they hold."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.state import BIG, PLAYERS, Zone
from fs_env.core.four_souls.tables import N_CARDS


class Sort(IntEnum):
    """The kinds of rows, in the order in which rows are written; `MEANINGS` describes each."""

    PADDING = 0
    DECISION = 1
    PLAYER = 2
    RESOLVING = 3
    STACK = 4
    LOOKED = 5
    HAND = 6
    MONSTER = 7
    SHOP = 8
    DECK = 9
    OBLIGATION = 10
    LASTING = 11
    KNOWN = 12
    ITEM = 13
    CURSE = 14
    SOUL = 15
    BONUS = 16
    ASIDE = 17
    TURN = 18
    WAITING = 19
    PROGRESS = 20
    CHOICE = 21
    WATCHED = 22
    UPPERMOST = 23
    DISCARD = 24
    ROOM = 25
    OFFER = 25
    PROMISE = 26


MEANINGS = {
    Sort.PADDING: "nothing: a row of zeros",
    Sort.DECISION: "always the first row; card: the one that asks, owner: the player asked",
    Sort.PLAYER: "a player, from the observer to the left; card: the character",
    Sort.RESOLVING: "the object that is resolving or being announced, as on the stack",
    Sort.STACK: "an object, from the top of the stack; card: the source, owner: the controller",
    Sort.LOOKED: "a card the observer is looking at, in order",
    Sort.HAND: "a loot card in the observer's hand; copies: how many",
    Sort.MONSTER: "a monster slot, empty ones (card 0) included",
    Sort.SHOP: "a shop slot, empty ones (card 0) included",
    Sort.DECK: "a deck with its discard pile; card: the top of the pile",
    Sort.OBLIGATION: "an attack that the active player (owner) must make; card: the monster, 0 for any",
    Sort.LASTING: "a lasting effect; card: its source, owner or place: the player or monster slot it concerns",
    Sort.KNOWN: "a hidden card that the observer knows: in another hand (owner), in a deck (place from the top), "
    "or in one of several places (neither owner nor place)",
    Sort.ITEM: "an item in play",
    Sort.CURSE: "a curse in front of a player",
    Sort.SOUL: "a soul that is not a loot card",
    Sort.BONUS: "a bonus soul not yet gained",
    Sort.ASIDE: "a card on the stack or beside it (place: the player who played it, from the observer + 1), covered (place: the "
    "slot) or revealed; a loot card: on the stack, beside it, revealed or a soul",
    Sort.TURN: "what happened this turn to a player (owner) or an active monster (place: the slot)",
    Sort.WAITING: "an object that waits to be pushed; card: the source, owner: the controller",
    Sort.PROGRESS: "progress of the innermost rule or effect carried out; card: the loot card whose play is being asked about",
    Sort.CHOICE: "what an option (place) stands for when the observer is asked which of several things with the same name it means",
    Sort.WATCHED: "a place in a deck whose card another player (owner) knows",
    Sort.UPPERMOST: "one of the uppermost cards of a discard pile, with its place",
    Sort.DISCARD: "a card in a discard pile",
    Sort.ROOM: "a room slot, empty ones (card 0) included; after the shop slots",
    Sort.OFFER: "the offer that is being made or answered; card: the item to be used, owner: who makes it",
    Sort.PROMISE: "an open promise; card: the item to be used, owner: who promised",
}


@dataclass(frozen=True)
class Column:
    """A column of the table: its name, bounds and meaning; 0 in rows to which it does not apply."""

    name: str
    low: int
    high: int
    meaning: str


def named(*sections: str, without: tuple[str, ...] = ()) -> dict[str, tuple[str, str]]:
    """Name of a number -> its section and column of the flat observation, for whole sections in order."""
    found = ((section, column.name) for section in sections for column in SCHEMA[section].columns)
    return {column: (section, column) for section, column in found if column not in without}


OWN_COLUMNS = ("present", "exists", "owner", "card", "turned", "hp", "max_hp", "attack", "evasion", "dying", "attacked")
"""Columns of the flat observation that are not numbers of a row: they mark it as present or have columns of their own."""
OBJECT = named("stack", without=OWN_COLUMNS) | {"effect": ("effects", "")} | named("subjects")
SHOWN_TO = ("shown_left", "shown_second", "shown_third")
SOURCES: dict[Sort, dict[str, tuple[str, str]]] = {
    Sort.DECISION: named("decision", without=("card", "asked"))
    | {"pushes": ("progress", "pushes")}
    | named("options")
    | named("solo"),
    Sort.PLAYER: named("players", without=(*OWN_COLUMNS, "character")) | named("barter"),
    Sort.RESOLVING: OBJECT,
    Sort.STACK: OBJECT,
    Sort.MONSTER: named("covered") | named("slots", without=OWN_COLUMNS),
    Sort.DECK: {"deck": ("decks", ""), "cards": ("decks", "cards"), "discarded": ("decks", "discarded")},
    Sort.OBLIGATION: named("obligations"),
    Sort.LASTING: named("lasting", without=("whom", "card")) | named("endings"),
    Sort.KNOWN: {"from_bottom": ("loot_places", "from_bottom")},
    Sort.HAND: dict.fromkeys(SHOWN_TO, ("shown", "")),
    Sort.ITEM: {"borrowed": ("borrowed", "")},
    Sort.TURN: named("units", "counts"),
    Sort.WAITING: named("waiting", without=OWN_COLUMNS),
    Sort.PROGRESS: named("progress", without=("playing", "pushes")),
    Sort.CHOICE: named("choices"),
    Sort.WATCHED: {"deck": ("decks", ""), "from_bottom": ("watched", "from_bottom")},
    Sort.UPPERMOST: {"deck": ("decks", "")},
    Sort.OFFER: named("offer", without=("item", "maker")),
    Sort.PROMISE: named("promises", without=("item", "promiser")),
}
NUMBERS = {sort: tuple(numbers) for sort, numbers in SOURCES.items()}
"""Sort to the names of its columns `n0`, `n1`, ...: the values of the flat columns of the same name, except that
`active_player` and `priority_player` are seats from the observer + 1 (0 none)."""
PLUS_ONE = ("active_player", "priority_player")
OTHER_WORDS = {
    "active_player": "player from the observer + 1",
    "priority_player": "player with priority from the observer + 1, 0 none",
    "deck": "0 loot, 1 treasure, 2 monster, 3 rooms",
    "effect": "which effect of its source it is, as in the flat section `effects`",
    "from_bottom": "1 when its place in the deck is counted from the bottom",
    "shown_left": "copies that the player on the left of the observer knows",
    "shown_second": "copies that the second player to the left knows",
    "shown_third": "copies that the third player to the left knows",
    "borrowed": "1 when the text that it has taken over ends with the turn",
}
"""Meanings of the numbers whose meaning is not that of the flat column, by name."""

COLUMNS = (
    Column("sort", 0, max(Sort), "Sort"),
    Column("card", 0, int(N_CARDS), "card + 1"),
    Column("owner", 0, PLAYERS, "its player from the observer to the left + 1"),
    Column("zone", 0, max(Zone), "Zone"),
    Column(
        "place", 0, 400, "slot, seat, or place in the list or from the top of the deck, pile or stack; the first is 1"
    ),
    Column("turned", 0, 1, "1 when turned sideways"),
    Column("counters", 0, BIG, "counters on it"),
    Column("copies", 0, 16, "how many cards of this name the row stands for"),
    Column("shows", 0, int(N_CARDS), "of an item: card + 1 of the card whose text it has taken over"),
    Column("eternal", 0, 1, "1 for an item that was made eternal; printed ones have 0"),
    Column("hp", -99, BIG, "hit points of a player or monster"),
    Column("max_hp", -99, BIG, "maximum hit points"),
    Column("attack", -99, BIG, "attack"),
    Column("evasion", -99, BIG, "evasion of a monster"),
    Column("dying", 0, 1, "1 while its death is waiting or on the stack"),
    Column("attacked", 0, 1, "1 for the monster that is being attacked"),
    *(
        Column(
            f"n{k}",
            -99,
            BIG,
            "depends on the sort, see NUMBERS: "
            + ", ".join(dict.fromkeys(names[k] for names in NUMBERS.values() if k < len(names))),
        )
        for k in range(max(map(len, NUMBERS.values())))
    ),
)
PLACE_OF = {column.name: k for k, column in enumerate(COLUMNS)}
