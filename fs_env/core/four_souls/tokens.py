"""The observation as a table: one row for each visible player, card, deck and stack object, made from the flat vector alone.

A model that attends to rows reads it as a set: `sort` says what a row is, `card` which card, the rest are numbers. All is
relative to the observer, as in the flat vector. Rows stand in the order of `Sort`, but that items, curses, souls and bonus
souls stand together in the order of the card table. The rows after the last are zeros.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from fs_env.core.four_souls.layout import (
    AT_CARDS,
    AT_CHANGED,
    AT_COVERED,
    AT_DECISION,
    AT_DECKS,
    AT_EFFECTS,
    AT_ENDS,
    AT_HAND,
    AT_KEPT,
    AT_KNOWN,
    AT_LOOKED,
    AT_LOOT,
    AT_OWED,
    AT_PLAYERS,
    AT_RESOLVING,
    AT_SHOP,
    AT_SLOTS,
    AT_STACK,
    AT_TOP,
    AT_TRINKETS,
    CARD,
    CHANGED,
    ENDS,
    KEPT,
    LOOKED,
    OTHER_CARDS,
    OWED,
    PLAYER,
    SIZE,
    SLOT,
    STACK,
    STACK_ROWS,
)
from fs_env.core.four_souls.state import BIG, PLAYERS, SHOP, SLOTS, Zone
from fs_env.core.four_souls.tables import C_FLAGS, N_CARDS, N_LOOT, CardFlag

ROWS = 256


class Sort(IntEnum):
    """What a row is, in the order in which rows are written; 0 is padding."""

    PADDING = 0
    DECISION = 1  # the first row always; card: the one that asks, owner: the player asked
    PLAYER = 2  # from the observer to the left; card: the character
    RESOLVING = 3  # the object that is resolving or being announced, as on the stack
    STACK = 4  # from the top; card: the source, owner: the controller
    LOOKED = 5  # a card the observer is looking at, in order
    HAND = 6  # an own loot name; copies: how many
    MONSTER = 7  # a monster slot, empty ones (card 0) included
    SHOP = 8  # a shop slot, empty ones (card 0) included
    DECK = 9  # a deck with its discard pile; card: the top of the pile
    OBLIGATION = 10  # an attack that the active player (owner) must make; card: the monster, 0 for any
    LASTING = 11  # an effect that lasts; card: its source, owner or place: the player or monster slot it concerns
    KNOWN = 12  # a hidden card that the observer knows: in another hand (owner), or in a deck (place from the top)
    ITEM = 13
    CURSE = 14
    SOUL = 15
    BONUS = 16  # a bonus soul not yet gained
    ASIDE = 17  # on the stack, covered (place: the slot), beside or revealed; a loot card: on the stack or a soul
    DISCARD = 18  # in a discard pile


@dataclass(frozen=True)
class Column:
    """A column of the table: its name, its bounds, and what it tells; 0 where a row has no such thing."""

    name: str
    low: int
    high: int
    meaning: str


OBJECT = (
    "kind",
    "mode",
    "number",
    "flags",
    "target_sort",
    "target",
    "second_target_sort",
    "second_target",
    "event_number",
    "event_amount",
    "third_target_sort",
    "third_target",
    "fourth_target_sort",
    "fourth_target",
    "effect",
)
NUMBERS: dict[Sort, tuple[str, ...]] = {
    Sort.DECISION: (
        "ask",
        "shape",
        "phase",
        "ending",
        "attacking",
        "active_player",
        "holder",
        "passes",
        "players",
        "turn",
        "stack",
        "options",
        "decisions_left",
        "bonus_souls",
        "fights",
        "forced",
    ),
    Sort.PLAYER: (
        "coins",
        "hand",
        "souls",
        "dead",
        "own_play",
        "extra_plays",
        "character_open",
        "attacks_used",
        "attacks",
        "deck_attacks",
        "purchases_used",
        "purchases",
        "price",
        "shield",
        "roll_bonus",
        "extra_turns",
        "skipped_turns",
        "loot_souls",
        "last_roll",
        "last_attack_roll",
        "must_attack",
        "attacks_made",
    ),
    Sort.RESOLVING: OBJECT,
    Sort.STACK: OBJECT,
    Sort.MONSTER: ("covered", "next_below", "must_be_attacked", "was_attacked"),
    Sort.DECK: ("deck", "cards", "discarded"),
    Sort.OBLIGATION: ("additional", "what", "or_else"),
    Sort.LASTING: ("kind", "number"),
    Sort.KNOWN: ("from_bottom",),
}
"""Sort to the names of its columns `n0`, `n1`, ...: the values of the flat sections "decision", "players", "covered",
"decks", "obligations", "lasting", "stack" and "effects" of the same meaning. But `active_player` and `holder` are seats
from the observer + 1 (0 none)."""

COLUMNS = (
    Column("sort", 0, max(Sort), "Sort"),
    Column("card", 0, int(N_CARDS), "card + 1"),
    Column("owner", 0, PLAYERS, "its player from the observer to the left + 1"),
    Column("zone", 0, max(Zone), "Zone"),
    Column("place", 0, 400, "slot, seat, or place from the top of the deck, pile, list or stack; the first is 1"),
    Column("turned", 0, 1, "1 when turned sideways"),
    Column("counters", 0, BIG, "counters on it"),
    Column("copies", 0, 16, "how many cards of this name the row stands for"),
    Column("shows", 0, int(N_CARDS), "of an item: card + 1 whose text it has taken over"),
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
            f"by sort, see NUMBERS: {', '.join(names[k] for names in NUMBERS.values() if k < len(names))}",
        )
        for k in range(max(map(len, NUMBERS.values())))
    ),
)
PLACE_OF = {column.name: k for k, column in enumerate(COLUMNS)}

# What the table is read from, one after the other: the flat vector; by card what its zone says; by card + 1 what has
# changed on it; numbers of the flat vector in a form that fits a column; every number from 0 to MOST for what is fixed.
MOST = max(int(N_CARDS), 400)
CARDS = int(N_CARDS) + 1
SHOWN, ASIDE, DISCARDED = (SIZE + k * OTHER_CARDS for k in range(3))
SHOWS = DISCARDED + OTHER_CARDS
ETERNAL = SHOWS + CARDS
SEATS = ETERNAL + CARDS  # active player, priority holder, asked player: + 1
FOR_SALE = SEATS + 3  # the shop: - 1
DUE = FOR_SALE + SHOP  # monsters to be attacked, 0 for the deck
ON_PLAYER, ON_SLOT = DUE + OWED, DUE + OWED + KEPT  # whom lasting effects concern
FIXED = ON_SLOT + KEPT
WIDTH = FIXED + MOST + 1
FROM_0 = np.arange(MOST + 1, dtype=np.int16)
BY_ZONE = np.zeros((3, len(Zone)), np.int16)
"""Zone to the sort of a card shown there (SHOWN, ASIDE, DISCARDED), 0 for the other zones."""
BY_ZONE[0, [Zone.ITEM, Zone.CURSE, Zone.SOUL, Zone.BONUS]] = Sort.ITEM, Sort.CURSE, Sort.SOUL, Sort.BONUS
BY_ZONE[1, [Zone.COVERED, Zone.STACK, Zone.BESIDE, Zone.REVEALED]] = Sort.ASIDE
BY_ZONE[2, Zone.PILE] = Sort.DISCARD
TRINKETS = np.flatnonzero(C_FLAGS[:N_LOOT] & CardFlag.TRINKET).tolist()


class Candidates:
    """Every row that may ever be written, in order: where to see that it is there, and where its columns come from.

    Attributes:
        present: place in the sources that is not 0 when the row is there, [n].
        source: place in the sources of each column, [n, columns].
    """

    def __init__(self) -> None:
        self._made: list[tuple[int, list[int]]] = []
        self._decision()
        self._players()
        self._object(Sort.RESOLVING, AT_RESOLVING, AT_EFFECTS + STACK_ROWS)
        for k in range(STACK_ROWS):
            self._object(Sort.STACK, AT_STACK + k * STACK, AT_EFFECTS + k, place=k + 1, zone=Zone.STACK)
        for k in range(LOOKED):
            self.add(Sort.LOOKED, AT_LOOKED + k, {"card": AT_LOOKED + k}, place=k + 1)
        for card in range(N_LOOT):
            self._copies(Sort.HAND, AT_HAND + card, card, zone=Zone.HAND, owner=1)
        self._slots()
        self._decks()
        self._effects()
        for seat in range(1, PLAYERS):
            for card in range(N_LOOT):
                self._copies(Sort.KNOWN, AT_KNOWN + (seat - 1) * N_LOOT + card, card, zone=Zone.HAND, owner=seat + 1)
        for end in range(2):
            for k in range(ENDS):
                at = AT_ENDS + end * ENDS + k
                self.add(Sort.KNOWN, at, {"card": at}, place=k + 1, n0=end, copies=1, zone=Zone.DECK)
        for k in range(OTHER_CARDS):
            self._card(k, AT_CARDS + k * CARD + 4, Sort.KNOWN, place=4)
        for card in TRINKETS:
            for seat in range(PLAYERS):
                at = AT_TRINKETS + seat * N_LOOT + card
                self._copies(Sort.ITEM, at, card, zone=Zone.ITEM, owner=seat + 1)
        for k in range(OTHER_CARDS):
            self._card(k, SHOWN + k, owner=1)
        for card in range(N_LOOT):
            self._copies(Sort.ASIDE, AT_LOOT + 2 * N_LOOT + card, card)
        for k in range(OTHER_CARDS):
            self._card(k, ASIDE + k, place=1)
        for card in range(N_LOOT):
            self._copies(Sort.DISCARD, AT_LOOT + card, card, zone=Zone.PILE)
        for k in range(OTHER_CARDS):
            self._card(k, DISCARDED + k)
        present, source = zip(*self._made)
        self.present, self.source = np.array(present), np.array(source)

    def add(self, sort: int, present: int, places: dict[str, int], **fixed: int) -> None:
        """Adds a row that is there when the number at place `present` is not 0: columns with a place, and fixed ones."""
        source = [FIXED] * len(COLUMNS)
        for name, number in {"sort": sort, **fixed}.items():
            source[PLACE_OF[name]] = FIXED + number
        for name, at in places.items():
            source[PLACE_OF[name]] = at
        self._made.append((present, source))

    def _numbers(self, sort: Sort, first: int, places: list[int]) -> dict[str, int]:
        assert len(places) == len(NUMBERS[sort])
        return {f"n{k}": first + place for k, place in enumerate(places)}

    def _copies(self, sort: Sort, at: int, card: int, **fixed: int) -> None:
        places = {"copies": at}
        if sort == Sort.ITEM:
            places |= {"shows": SHOWS + card + 1, "eternal": ETERNAL + card + 1}
        self.add(sort, at, places, card=card + 1, **fixed)

    def _decision(self) -> None:
        at = AT_DECISION
        numbers = self._numbers(Sort.DECISION, at, [0, 1, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17])
        numbers |= {"owner": SEATS + 2, "n5": SEATS, "n6": SEATS + 1}
        self.add(Sort.DECISION, at + 10, {"card": at + 2, **numbers})

    def _players(self) -> None:
        fight = {"hp": 2, "max_hp": 3, "attack": 4, "dying": 8, "card": 9, "turned": 10}
        for seat in range(PLAYERS):
            at = AT_PLAYERS + seat * PLAYER
            numbers = self._numbers(
                Sort.PLAYER, at, [1, 5, 6, 7, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28]
            )
            sources = {name: at + place for name, place in fight.items()} | numbers
            self.add(Sort.PLAYER, at, sources, owner=seat + 1, place=seat + 1, zone=Zone.CHARACTER)

    def _object(self, sort: Sort, at: int, effect: int, **fixed: int) -> None:
        numbers = self._numbers(sort, 0, [*(at + k for k in (0, *range(3, STACK))), effect])
        self.add(sort, at, {"owner": at + 1, "card": at + 2, **numbers}, **fixed)

    def _slots(self) -> None:
        names = ("card", "hp", "max_hp", "attack", "evasion", "attacked", "dying")
        for k in range(SLOTS):
            at = AT_SLOTS + k * SLOT
            places = {name: at + 1 + place for place, name in enumerate(names)}
            below = AT_COVERED + 2 * k
            places |= self._numbers(Sort.MONSTER, 0, [below, below + 1, at + 8, at + 9])
            self.add(Sort.MONSTER, at, places, place=k + 1, zone=Zone.ACTIVE)
        for k in range(SHOP):
            self.add(Sort.SHOP, AT_SHOP + k, {"card": FOR_SALE + k}, place=k + 1, zone=Zone.SHOP)

    def _decks(self) -> None:
        for deck in range(3):
            places = {"card": AT_TOP + deck, "n1": AT_DECKS + deck, "n2": AT_DECKS + 3 + deck}
            self.add(Sort.DECK, AT_DECISION + 10, places, n0=deck)

    def _effects(self) -> None:
        for k in range(OWED):
            numbers = self._numbers(Sort.OBLIGATION, AT_OWED + 3 * k, [0, 1, 2])
            self.add(Sort.OBLIGATION, AT_OWED + 3 * k, {"owner": SEATS, "card": DUE + k, **numbers})
        for k in range(KEPT):
            at = AT_KEPT + 4 * k
            places = {"owner": ON_PLAYER + k, "place": ON_SLOT + k, "card": at + 3}
            self.add(Sort.LASTING, at, places | self._numbers(Sort.LASTING, at, [0, 2]))

    def _card(self, k: int, present: int, sort: int = 0, **places: int) -> None:
        """A card that is no loot card. Without a sort, the number that says it is there is its sort."""
        at, card = AT_CARDS + k * CARD, N_LOOT + k + 1
        found = {name: at + place for name, place in {"zone": 0, "turned": 2, "counters": 3, **places}.items()}
        found |= {"shows": SHOWS + card, "eternal": ETERNAL + card}
        if not sort:
            found["sort"] = present
        self.add(sort, present, found, card=card, copies=1)


class TokenLayout:
    """The table as an observation form of the game; see `Sort` for its rows, `COLUMNS` and `NUMBERS` for its columns.

    At most `ROWS` rows: the last ones, cards in discard piles, are left out first.

    Attributes:
        shape: (ROWS, columns).
        size: how many numbers that is.
        low: smallest values, int16, of that shape.
        high: largest values.
        columns: `COLUMNS`.
    """

    def __init__(self) -> None:
        self.columns = COLUMNS
        self.shape = (ROWS, len(COLUMNS))
        self.size = prod(self.shape)
        self.low, self.high = (
            np.tile(np.array([getattr(column, side) for column in COLUMNS], np.int16), (ROWS, 1))
            for side in ("low", "high")
        )

    @cached_property
    def _rows(self) -> Candidates:
        return Candidates()

    def column(self, name: str) -> int:
        """The place of a column.

        Raises:
            KeyError: no such column; the message lists the names.
        """
        if name not in PLACE_OF:
            raise KeyError(f"no column {name!r}: the table has {', '.join(PLACE_OF)}")
        return PLACE_OF[name]

    def from_flat(self, flat: NDArray[np.int16]) -> NDArray[np.int16]:
        """The table of a flat observation: int16, `shape`, after the leading axes of a batch.

        Raises:
            ValueError: the last axis is not as long as the flat observation.
        """
        if flat.shape[-1:] != (SIZE,):
            raise ValueError(f"an observation of shape {flat.shape} does not end in {SIZE} numbers: pass flat ones")
        rows = self._rows
        if flat.ndim == 1:
            numbers = sources(flat)
            row = numbers.take(rows.present).astype(bool).nonzero()[0][:ROWS]
            table = np.zeros(self.shape, np.int16)
            numbers.take(rows.source.take(row, axis=0), out=table[: len(row)], mode="clip")
            return table
        numbers = sources(flat.reshape(-1, SIZE))
        present = numbers.take(rows.present, axis=1).astype(bool)
        count = present.sum(axis=1)
        game, row = np.divmod(np.flatnonzero(present), len(rows.present))
        place = np.arange(len(game)) - (count.cumsum() - count).repeat(count)
        kept = place < ROWS
        game, row, place = game[kept], row[kept], place[kept]
        tables = np.zeros((len(numbers), *self.shape), np.int16)
        tables[game, place] = numbers.take(rows.source.take(row, axis=0) + (game * WIDTH)[:, None])
        return tables.reshape(flat.shape[:-1] + self.shape)

    def markdown(self) -> str:
        """Sorts and columns as markdown tables, for the documentation."""
        lines = ["| column | name | values | meaning |", "| --- | --- | --- | --- |"]
        lines += [f"| {k} | `{c.name}` | {c.low}..{c.high} | {c.meaning} |" for k, c in enumerate(self.columns)]
        lines += ["", "| sort | name | n0, n1, ... |", "| --- | --- | --- |"]
        lines += [f"| {int(sort)} | `{sort.name}` | {', '.join(NUMBERS.get(sort, ()))} |" for sort in Sort]
        return "\n".join(lines)


def sources(flat: NDArray[np.int16]) -> NDArray[np.int16]:
    """The numbers the rows are read from, [..., WIDTH], for one flat observation or several in one row each."""
    lead = flat.shape[:-1]
    out = np.empty((*lead, WIDTH), np.int16)
    out[..., :SIZE] = flat
    zone = flat[..., AT_CARDS : AT_CARDS + OTHER_CARDS * CARD : CARD]
    out[..., SHOWN:SHOWS].reshape(*lead, 3, OTHER_CARDS).swapaxes(0, -2)[...] = BY_ZONE.take(zone, axis=1)
    out[..., SHOWS:SEATS] = 0
    changed = flat[..., AT_CHANGED : AT_CHANGED + 3 * CHANGED]
    if changed.any():  # unused entries are zeros and write a zero to card 0
        card = changed[..., ::3] + SHOWS
        row = () if flat.ndim == 1 else (np.arange(len(flat))[:, None],)
        out[(*row, card)] = changed[..., 1::3]
        out[(*row, card + CARDS)] = changed[..., 2::3]
    out[..., SEATS:FOR_SALE] = flat[..., AT_DECISION + 6 : AT_DECISION + 9] + 1
    out[..., FOR_SALE:DUE] = flat[..., AT_SHOP : AT_SHOP + SHOP] - 1
    np.maximum(flat[..., AT_OWED + 1 : AT_OWED + 3 * OWED : 3], 0, out=out[..., DUE:ON_PLAYER])
    whom = flat[..., AT_KEPT + 1 : AT_KEPT + 4 * KEPT : 4]
    np.maximum(whom, 0, out=out[..., ON_PLAYER:ON_SLOT])
    np.maximum(-whom, 0, out=out[..., ON_SLOT:FIXED])
    out[..., FIXED:] = FROM_0
    return out


TOKENS = TokenLayout()
