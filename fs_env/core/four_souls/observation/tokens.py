"""The observation as a table: one row for each visible player, card, deck and stack object, made from the flat vector alone.

A model that attends to rows reads it as a set: `sort` says what a row is, `card` which card, the rest are numbers. All is
relative to the observer, as in the flat vector. Rows stand in the order of `Sort`, but that items, curses, souls and bonus
souls stand together in the order of the card table. The rows after the last are zeros.
"""

from __future__ import annotations

from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.observation.schema import (
    AT_AMONG,
    AT_BORROWED,
    AT_CARDS,
    AT_CHANGED,
    AT_COUNTERS,
    AT_DECISION,
    AT_EFFECTS,
    AT_ENDS,
    AT_HAND,
    AT_KNOWN,
    AT_LASTING,
    AT_LOOKED,
    AT_LOOT,
    AT_OBLIGATIONS,
    AT_OWNERS,
    AT_PLACES,
    AT_RESOLVING,
    AT_SHOP,
    AT_STACK,
    AT_TOP,
    AT_TURNED,
    CHANGE,
    CHANGED,
    DECK_CARDS,
    ENDS,
    ITEM_OF,
    LASTING_ROWS,
    LAYOUT,
    LOOKED,
    OBLIGATION_ROWS,
    OTHER_CARDS,
    SIZE,
    STACK,
    STACK_ROWS,
    TRINKETS,
)
from fs_env.core.four_souls.observation.token_schema import (
    COLUMNS,
    MEANINGS,
    NUMBERS,
    OTHER_WORDS,
    PLACE_OF,
    PLUS_ONE,
    SHOWN_TO,
    SOURCES,
    Sort,
)
from fs_env.core.four_souls.state import PLAYERS, SHOP, SLOTS, Zone
from fs_env.core.four_souls.tables import BEARERS, LOOT_CARDS, N_CARDS, N_LOOT, OTHERS

OBJECTS = 256

# What the table is read from, one after the other: the flat vector; by card what its zone says; by card + 1 what has
# changed on it; numbers of the flat vector in a form that fits a column; every number from 0 to MOST for what is fixed.
MOST = max(int(N_CARDS), 400)
CARDS = int(N_CARDS) + 1
LOOT = tuple(enumerate(LOOT_CARDS.tolist()))  # place in the sections of loot cards, card
SHOWN, ASIDE, DISCARDED = (SIZE + k * OTHER_CARDS for k in range(3))
SHOWS = DISCARDED + OTHER_CARDS
ETERNAL = SHOWS + CARDS
BORROWED = ETERNAL + CARDS
COUNTED = BORROWED + CARDS
SEATS = COUNTED + CARDS  # active player, priority holder, asked player: + 1
FOR_SALE = SEATS + 3  # the shop: - 1
DUE = FOR_SALE + SHOP  # monsters to be attacked, 0 for the deck
ON_PLAYER, ON_SLOT = DUE + OBLIGATION_ROWS, DUE + OBLIGATION_ROWS + LASTING_ROWS  # whom lasting effects concern
FIXED = ON_SLOT + LASTING_ROWS
WIDTH = FIXED + MOST + 1
COUNTED_BEARERS = np.array(BEARERS) + COUNTED + 1
FROM_0 = np.arange(MOST + 1, dtype=np.int16)
BY_ZONE = np.zeros((3, len(Zone)), np.int16)
"""Zone to the sort of a card shown there (SHOWN, ASIDE, DISCARDED), 0 for the other zones."""
BY_ZONE[0, [Zone.ITEM, Zone.CURSE, Zone.SOUL, Zone.BONUS]] = Sort.ITEM, Sort.CURSE, Sort.SOUL, Sort.BONUS
BY_ZONE[1, [Zone.COVERED, Zone.STACK, Zone.BESIDE, Zone.REVEALED]] = Sort.ASIDE
BY_ZONE[2, Zone.PILE] = Sort.DISCARD


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
        self._object(Sort.RESOLVING, AT_RESOLVING, STACK_ROWS)
        for k in range(STACK_ROWS):
            self._object(Sort.STACK, AT_STACK + k * STACK, k, place=k + 1, zone=Zone.STACK)
        for k in range(LOOKED):
            self.add(Sort.LOOKED, AT_LOOKED + k, {"card": AT_LOOKED + k}, place=k + 1)
        for at, card in LOOT:
            shown = {f"n{k}": LAYOUT["shown"].at(k, at) for k in range(len(SHOWN_TO))}
            self.add(
                Sort.HAND,
                AT_HAND + at,
                {"copies": AT_HAND + at, **shown},
                card=card + 1,
                zone=Zone.HAND,
                owner=1,
            )
        self._slots()
        self._decks()
        self._effects()
        for seat in range(1, PLAYERS):
            for at, card in LOOT:
                self._copies(Sort.KNOWN, AT_KNOWN + (seat - 1) * N_LOOT + at, card, zone=Zone.HAND, owner=seat + 1)
        for end in range(2):
            for k in range(ENDS):
                at = AT_ENDS + end * ENDS + k
                self.add(Sort.KNOWN, at, {"card": at}, place=k + 1, n0=end, copies=1, zone=Zone.DECK)
        for at, card in LOOT:
            self._copies(Sort.KNOWN, AT_AMONG + at, card)
        for k in range(DECK_CARDS):
            self._card(k, AT_PLACES + k, Sort.KNOWN, place=AT_PLACES + k)
        for k, card in enumerate(TRINKETS):
            for seat in range(PLAYERS):
                at = LAYOUT["trinkets"].at(seat, k)
                self._copies(Sort.ITEM, at, card, zone=Zone.ITEM, owner=seat + 1)
        for k in range(OTHER_CARDS):
            self._card(k, SHOWN + k, owner=AT_OWNERS + k)
        for at, card in LOOT:
            self._copies(Sort.ASIDE, AT_LOOT + N_LOOT + at, card)
        for k in range(OTHER_CARDS):
            self._card(k, ASIDE + k, place=AT_OWNERS + k)
        self._memory()
        for at, card in LOOT:
            self._copies(Sort.DISCARD, AT_LOOT + at, card, zone=Zone.PILE)
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

    def _numbers(self, sort: Sort, first: dict[str, int]) -> dict[str, int]:
        """Columns of the numbers of a row; `first` is where its row of each section begins."""
        found = {}
        for k, (section, column) in enumerate(SOURCES[sort].values()):
            if section in first:
                found[f"n{k}"] = first[section] + (LAYOUT[section].column(column) if column else 0)
        return found

    def _copies(self, sort: Sort, at: int, card: int, **fixed: int) -> None:
        places = {"copies": at}
        if sort == Sort.ITEM:
            places |= {"shows": SHOWS + card + 1, "eternal": ETERNAL + card + 1, "n0": BORROWED + card + 1}
        self.add(sort, at, places, card=card + 1, **fixed)

    def _decision(self) -> None:
        decision = LAYOUT["decision"]
        numbers = self._numbers(Sort.DECISION, {"decision": AT_DECISION, "progress": LAYOUT["progress"].offset})
        for k, name in enumerate(PLUS_ONE):
            numbers[f"n{NUMBERS[Sort.DECISION].index(name)}"] = SEATS + k
        places = {"owner": SEATS + 2, "card": decision.at("card"), **numbers}
        self.add(Sort.DECISION, decision.at("players"), places)

    def _players(self) -> None:
        players = LAYOUT["players"]
        for seat in range(PLAYERS):
            places = {name: players.at(seat, name) for name in ("hp", "max_hp", "attack", "dying", "turned")}
            places |= {"card": players.at(seat, "character")}
            places |= self._numbers(Sort.PLAYER, {"players": players.at(seat, 0)})
            self.add(
                Sort.PLAYER, players.at(seat, "present"), places, owner=seat + 1, place=seat + 1, zone=Zone.CHARACTER
            )

    def _object(self, sort: Sort, at: int, k: int, **fixed: int) -> None:
        columns = LAYOUT["stack"].column
        places = {name: at + columns(name) for name in ("owner", "card")}
        first = {"stack": at, "effects": AT_EFFECTS + k, "subjects": LAYOUT["subjects"].at(k, 0)}
        self.add(sort, at, places | self._numbers(sort, first), **fixed)

    def _slots(self) -> None:
        slots, covered = LAYOUT["slots"], LAYOUT["covered"]
        for k in range(SLOTS):
            names = ("card", "hp", "max_hp", "attack", "evasion", "attacked", "dying")
            places = {name: slots.at(k, name) for name in names}
            places |= self._numbers(Sort.MONSTER, {"slots": slots.at(k, 0), "covered": covered.at(k, 0)})
            self.add(Sort.MONSTER, slots.at(k, "exists"), places, place=k + 1, zone=Zone.ACTIVE)
        for k in range(SHOP):
            self.add(Sort.SHOP, AT_SHOP + k, {"card": FOR_SALE + k}, place=k + 1, zone=Zone.SHOP)

    def _decks(self) -> None:
        for deck in range(3):
            places = {"n1": LAYOUT["decks"].at("cards", deck), "n2": LAYOUT["decks"].at("discarded", deck)}
            self.add(Sort.DECK, LAYOUT["decision"].at("players"), {"card": AT_TOP + deck, **places}, n0=deck)

    def _effects(self) -> None:
        for k in range(OBLIGATION_ROWS):
            at = LAYOUT["obligations"].at(k, 0)
            self.add(
                Sort.OBLIGATION,
                at,
                {"owner": SEATS, "card": DUE + k, **self._numbers(Sort.OBLIGATION, {"obligations": at})},
            )
        for k in range(LASTING_ROWS):
            at = LAYOUT["lasting"].at(k, 0)
            places = {"owner": ON_PLAYER + k, "place": ON_SLOT + k, "card": LAYOUT["lasting"].at(k, "card")}
            self.add(
                Sort.LASTING,
                at,
                places | self._numbers(Sort.LASTING, {"lasting": at, "endings": LAYOUT["endings"].at(k, 0)}),
            )

    def _memory(self) -> None:
        units, slots, players = LAYOUT["units"], LAYOUT["slots"], LAYOUT["players"]
        for seat in range(PLAYERS):
            first = {"units": units.at(seat, 0), "counts": LAYOUT["counts"].at(seat, 0)}
            self.add(Sort.TURN, players.at(seat, "present"), self._numbers(Sort.TURN, first), owner=seat + 1)
        for k in range(SLOTS):
            numbers = self._numbers(Sort.TURN, {"units": units.at(PLAYERS + k, 0)})
            self.add(Sort.TURN, slots.at(k, "card"), {"card": slots.at(k, "card"), **numbers}, place=k + 1)
        waiting, progress, choices = LAYOUT["waiting"], LAYOUT["progress"], LAYOUT["choices"]
        for k in range(waiting.shape[0]):
            places = {name: waiting.at(k, name) for name in ("owner", "card")}
            numbers = self._numbers(Sort.WAITING, {"waiting": waiting.at(k, 0)})
            self.add(Sort.WAITING, waiting.at(k, "kind"), places | numbers, place=k + 1)
        numbers = self._numbers(Sort.PROGRESS, {"progress": progress.offset})
        self.add(Sort.PROGRESS, progress.at("frame"), {"card": progress.at("playing"), **numbers})
        for k in range(choices.shape[0]):
            self.add(
                Sort.CHOICE, choices.at(k, 0), self._numbers(Sort.CHOICE, {"choices": choices.at(k, 0)}), place=k + 1
            )
        for seat, deck, end, k in np.ndindex(*LAYOUT["watched"].shape):
            at = LAYOUT["watched"].at(seat, deck, end, k)
            self.add(Sort.WATCHED, at, {}, owner=seat + 2, place=k + 1, n0=deck, n1=end, zone=Zone.DECK)
        for deck, k in np.ndindex(*LAYOUT["piles"].shape):
            at = LAYOUT["piles"].at(deck, k)
            self.add(Sort.UPPERMOST, at, {"card": at}, place=k + 1, n0=deck, zone=Zone.PILE)

    def _card(self, k: int, present: int, sort: int = 0, **places: int) -> None:
        """A card that is no loot card. Without a sort, the number that says it is there is its sort."""
        card = int(OTHERS[k]) + 1
        found = {"zone": AT_CARDS + k, **places}
        item = int(ITEM_OF[card - 1])
        if item != NONE:
            found |= {"turned": AT_TURNED + item, "counters": COUNTED + card}
        found |= {"shows": SHOWS + card, "eternal": ETERNAL + card, "n0": BORROWED + card}
        if not sort:
            found["sort"] = present
        self.add(sort, present, found, card=card, copies=1)


class TokenLayout:
    """The table as an observation form of the game; see `Sort` for its rows, `COLUMNS` and `NUMBERS` for its columns.

    At most `OBJECTS` rows: the last ones, cards in discard piles, are left out first.

    Attributes:
        shape: (OBJECTS, columns).
        size: how many numbers that is.
        low: smallest values, int16, of that shape.
        high: largest values.
        columns: `COLUMNS`.
    """

    def __init__(self) -> None:
        self.columns = COLUMNS
        self.shape = (OBJECTS, len(COLUMNS))
        self.size = prod(self.shape)
        self.low, self.high = (
            np.tile(np.array([getattr(column, side) for column in COLUMNS], np.int16), (OBJECTS, 1))
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
            row = numbers.take(rows.present).astype(bool).nonzero()[0][:OBJECTS]
            table = np.zeros(self.shape, np.int16)
            numbers.take(rows.source.take(row, axis=0), out=table[: len(row)], mode="clip")
            return table
        numbers = sources(flat.reshape(-1, SIZE))
        present = numbers.take(rows.present, axis=1).astype(bool)
        count = present.sum(axis=1)
        game, row = np.divmod(np.flatnonzero(present), len(rows.present))
        place = np.arange(len(game)) - (count.cumsum() - count).repeat(count)
        kept = place < OBJECTS
        game, row, place = game[kept], row[kept], place[kept]
        tables = np.zeros((len(numbers), *self.shape), np.int16)
        tables[game, place] = numbers.take(rows.source.take(row, axis=0) + (game * WIDTH)[:, None])
        return tables.reshape(flat.shape[:-1] + self.shape)

    def markdown(self) -> str:
        """Columns, sorts and the numbers of each sort as markdown tables, for the documentation."""
        lines = ["| column | name | values | meaning |", "| --- | --- | --- | --- |"]
        for k, column in enumerate(self.columns):
            lines.append(f"| {k} | `{column.name}` | {column.low}..{column.high} | {column.meaning} |")
        lines += ["", "| sort | name | a row is |", "| --- | --- | --- |"]
        lines += [f"| {int(sort)} | `{sort.name}` | {MEANINGS[sort]} |" for sort in Sort]
        lines += ["", "| sort | column | number | meaning |", "| --- | --- | --- | --- |"]
        for sort, numbers in SOURCES.items():
            for k, (name, source) in enumerate(numbers.items()):
                lines.append(f"| `{sort.name}` | n{k} | `{name}` | {number_words(name, *source)} |")
        return "\n".join(lines)


def number_words(name: str, section: str, column: str) -> str:
    """What a number of a row tells, in the words of the flat column that it is."""
    if name in OTHER_WORDS:
        return OTHER_WORDS[name]
    return next(found.meaning for found in LAYOUT[section].columns if found.name == column)


def sources(flat: NDArray[np.int16]) -> NDArray[np.int16]:
    """The numbers the rows are read from, [..., WIDTH], for one flat observation or several in one row each."""
    lead = flat.shape[:-1]
    out = np.empty((*lead, WIDTH), np.int16)
    out[..., :SIZE] = flat
    zone = flat[..., AT_CARDS : AT_CARDS + OTHER_CARDS]
    out[..., SHOWN:SHOWS].reshape(*lead, 3, OTHER_CARDS).swapaxes(0, -2)[...] = BY_ZONE.take(zone, axis=1)
    out[..., SHOWS:SEATS] = 0
    changed = flat[..., AT_CHANGED : AT_CHANGED + CHANGE * CHANGED]
    if changed.any():  # unused entries are zeros and write a zero to card 0
        card = changed[..., ::CHANGE] + SHOWS
        row = () if flat.ndim == 1 else (np.arange(len(flat))[:, None],)
        out[(*row, card)] = changed[..., 1::CHANGE]
        out[(*row, card + CARDS)] = changed[..., 2::CHANGE]
        out[(*row, card + 2 * CARDS)] = flat[..., AT_BORROWED : AT_BORROWED + CHANGED]
        out[(*row, card + 3 * CARDS)] = changed[..., 3::CHANGE]
    out[..., COUNTED_BEARERS] = flat[..., AT_COUNTERS : AT_COUNTERS + len(BEARERS)]
    out[..., SEATS:FOR_SALE] = flat[..., AT_DECISION + 6 : AT_DECISION + 9] + 1
    out[..., FOR_SALE:DUE] = flat[..., AT_SHOP : AT_SHOP + SHOP] - 1
    np.maximum(flat[..., AT_OBLIGATIONS + 1 : AT_OBLIGATIONS + 3 * OBLIGATION_ROWS : 3], 0, out=out[..., DUE:ON_PLAYER])
    whom = flat[..., AT_LASTING + 1 : AT_LASTING + 4 * LASTING_ROWS : 4]
    np.maximum(whom, 0, out=out[..., ON_PLAYER:ON_SLOT])
    np.maximum(-whom, 0, out=out[..., ON_SLOT:FIXED])
    out[..., FIXED:] = FROM_0
    return out


TOKENS = TokenLayout()
