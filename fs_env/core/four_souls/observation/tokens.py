"""The observation as a table: one row for each visible player, card, deck and stack object, computed from the flat vector.

`sort` is the kind of a row, `card` its card; the rest are numbers, relative to the observer. Rows are in the order of `Sort`, but
items, curses, souls and bonus souls share one block in the order of the card table, and offers and promises come before discard
piles. Unused rows are zeros.
"""

from __future__ import annotations

from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.observation.numbers import (
    CARDS,
    DECK_CARDS,
    DECK_SIZE,
    ENDS,
    LASTING_ROWS,
    LOOKED,
    OBLIGATION_ROWS,
    OTHER_CARDS,
    STACK_ROWS,
    TRINKETS,
)
from fs_env.core.four_souls.observation.schema import ITEM_OF, SCHEMA, SIZE
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
from fs_env.core.four_souls.state import PLAYERS, ROOMS, SHOP, SLOTS, Zone
from fs_env.core.four_souls.tables import BEARERS, LOOT_CARDS, OTHERS
from fs_env.core.machine.declare.columns import Flag, Number
from fs_env.core.machine.declare.observation import ObservationSchema, Section, row

OBJECTS = 256

LOOT = tuple(enumerate(LOOT_CARDS.tolist()))  # place in the sections of loot cards, card
MOST = max(CARDS, DECK_SIZE)
FROM_0 = np.arange(MOST + 1, dtype=np.int16)
LIST = "card id - number of loot cards"
READ = ObservationSchema(
    [
        *SCHEMA.sections,
        Section(
            "sorts",
            (3, OTHER_CARDS),
            "sort of the row of a card, by its zone; 0 for no row",
            axes=(
                (
                    Number("shown", "an item, curse, soul or bonus soul"),
                    Number("aside", "a covered card, one on the stack or beside it"),
                    Number("discarded", "a card in a discard pile"),
                ),
                LIST,
            ),
        ),
        Section(
            "of_card",
            (4, CARDS + 1),
            "what has changed on a card",
            axes=(
                (
                    Number("shows", "card + 1 of the card whose text it shows"),
                    Flag("eternal", "1 when made eternal"),
                    Flag("borrowed", "1 when the shown text ends with the turn"),
                    Number("counters", "counters on it"),
                ),
                "card + 1",
            ),
        ),
        row(
            "who",
            [
                Number("active_player", "from the observer + 1"),
                Number("priority_player", "from the observer + 1, 0 none"),
                Number("asked", "from the observer + 1, 0 none"),
            ],
            "players of the decision",
        ),
        Section("for_sale", (SHOP,), "card + 1 in the shop slots"),
        Section("owed", (OBLIGATION_ROWS,), "card + 1 of monsters to be attacked, 0 for the deck"),
        Section(
            "concerns",
            (2, LASTING_ROWS),
            "whom lasting effects concern",
            axes=(
                (Number("player", "from the observer + 1"), Number("slot", "monster slot + 1")),
                "entry of `lasting`",
            ),
        ),
        Section("fixed", (MOST + 1,), "the numbers from 0 on, for values that are the same in all tables"),
    ]
)
"""The sources of the table: the flat observation, and its numbers in forms that fit a column."""
OF_CARD = slice(READ["of_card"].offset, READ["of_card"].stop)
BEARERS_NEXT = np.array(BEARERS) + 1
BY_ZONE = {name: np.zeros(len(Zone), np.int16) for name in ("shown", "aside", "discarded")}
"""Zone to the sort of a card shown there, 0 for the other zones."""
BY_ZONE["shown"][[Zone.ITEM, Zone.CURSE, Zone.SOUL, Zone.BONUS]] = Sort.ITEM, Sort.CURSE, Sort.SOUL, Sort.BONUS
BY_ZONE["aside"][[Zone.COVERED, Zone.STACK, Zone.BESIDE, Zone.REVEALED]] = Sort.ASIDE
BY_ZONE["discarded"][Zone.PILE] = Sort.DISCARD


class Candidates:
    """Every row that can occur, in order: the place in the sources of a number that is not 0 when it is present, and of each column."""

    def __init__(self) -> None:
        self._made: list[tuple[int, list[int]]] = []
        self._decision()
        self._players()
        self._object(Sort.RESOLVING, (), STACK_ROWS)
        for k in range(STACK_ROWS):
            self._object(Sort.STACK, (k,), k, place=k + 1, zone=Zone.STACK)
        for k in range(LOOKED):
            at = place("looked", k)
            self.add(Sort.LOOKED, at, {"card": at}, place=k + 1)
        for k_loot, card in LOOT:
            at = place("hand", k_loot)
            shown = {f"n{k}": place("shown", k, k_loot) for k in range(len(SHOWN_TO))}
            self.add(Sort.HAND, at, {"copies": at, **shown}, card=card + 1, zone=Zone.HAND, owner=1)
        self._slots()
        self._decks()
        self._effects()
        for seat in range(1, PLAYERS):
            for k_loot, card in LOOT:
                self._copies(Sort.KNOWN, place("known", seat - 1, k_loot), card, zone=Zone.HAND, owner=seat + 1)
        for end in range(2):
            for k in range(ENDS):
                at = place("loot_places", end, k)
                self.add(Sort.KNOWN, at, {"card": at}, place=k + 1, n0=end, copies=1, zone=Zone.DECK)
        for k_loot, card in LOOT:
            self._copies(Sort.KNOWN, place("among", k_loot), card)
        for k in range(DECK_CARDS):
            at = place("deck_places", k)
            self._card(k, at, Sort.KNOWN, place=at)
        for k, card in enumerate(TRINKETS):
            for seat in range(PLAYERS):
                self._copies(Sort.ITEM, place("trinkets", seat, k), card, zone=Zone.ITEM, owner=seat + 1)
        for k in range(OTHER_CARDS):
            self._card(k, place("sorts", "shown", k), owner=place("cards", "owner", k))
        for k_loot, card in LOOT:
            self._copies(Sort.ASIDE, place("loot", "elsewhere", k_loot), card)
        for k in range(OTHER_CARDS):
            self._card(k, place("sorts", "aside", k), place=place("cards", "owner", k))
        self._memory()
        for k_loot, card in LOOT:
            self._copies(Sort.DISCARD, place("loot", "discarded", k_loot), card, zone=Zone.PILE)
        for k in range(OTHER_CARDS):
            self._card(k, place("sorts", "discarded", k))
        present, source = zip(*self._made)
        self.present, self.source = np.array(present), np.array(source)

    def add(self, sort: int, present: int, places: dict[str, int], **fixed: int) -> None:
        """Adds a row that is present when the number at place `present` is not 0: columns with a place, and fixed ones."""
        source = [place("fixed", 0)] * len(COLUMNS)
        for name, number in {"sort": sort, **fixed}.items():
            source[PLACE_OF[name]] = place("fixed", number)
        for name, at in places.items():
            source[PLACE_OF[name]] = at
        self._made.append((present, source))

    def _numbers(self, sort: Sort, rows: dict[str, tuple[int, ...]]) -> dict[str, int]:
        found = {}
        for k, (section, column) in enumerate(SOURCES[sort].values()):
            if section in rows:
                found[f"n{k}"] = place(section, *rows[section], *((column,) if column else ()))
        return found

    def _copies(self, sort: Sort, at: int, card: int, **fixed: int) -> None:
        places = {"copies": at}
        if sort == Sort.ITEM:
            places |= changes_of(card)
        self.add(sort, at, places, card=card + 1, **fixed)

    def _decision(self) -> None:
        numbers = self._numbers(Sort.DECISION, {"decision": (), "progress": (), "options": (), "solo": ()})
        for name in PLUS_ONE:
            numbers[f"n{NUMBERS[Sort.DECISION].index(name)}"] = place("who", name)
        places = {"owner": place("who", "asked"), "card": place("decision", "card"), **numbers}
        self.add(Sort.DECISION, place("decision", "players"), places)

    def _players(self) -> None:
        for seat in range(PLAYERS):
            names = ("hp", "max_hp", "attack", "dying", "turned")
            places = {name: place("players", seat, name) for name in names}
            places |= {"card": place("players", seat, "character")}
            places |= self._numbers(Sort.PLAYER, {"players": (seat,), "barter": (seat,)})
            present = place("players", seat, "present")
            self.add(Sort.PLAYER, present, places, owner=seat + 1, place=seat + 1, zone=Zone.CHARACTER)

    def _object(self, sort: Sort, index: tuple[int, ...], k: int, **fixed: int) -> None:
        section = "stack" if index else "resolving"
        places = {name: place(section, *index, name) for name in ("owner", "card")}
        for n, (source, column) in enumerate(SOURCES[sort].values()):
            if source == "stack":
                places[f"n{n}"] = place(section, *index, column)
        places |= self._numbers(sort, {"effects": (k,), "subjects": (k,)})
        self.add(sort, place(section, *index, "kind"), places, **fixed)

    def _slots(self) -> None:
        for k in range(SLOTS):
            names = ("card", "hp", "max_hp", "attack", "evasion", "attacked", "dying")
            places = {name: place("slots", k, name) for name in names}
            places |= self._numbers(Sort.MONSTER, {"slots": (k,), "covered": (k,)})
            self.add(Sort.MONSTER, place("slots", k, "exists"), places, place=k + 1, zone=Zone.ACTIVE)
        for k in range(SHOP):
            self.add(Sort.SHOP, place("shop", k), {"card": place("for_sale", k)}, place=k + 1, zone=Zone.SHOP)
        for k in range(ROOMS):
            places = {name: place("rooms", k, name) for name in ("card", "turned", "counters")}
            self.add(Sort.ROOM, place("rooms", k, "exists"), places, place=k + 1, zone=Zone.ROOM)

    def _decks(self) -> None:
        for deck in range(3):
            places = {"n1": place("decks", "cards", deck), "n2": place("decks", "discarded", deck)}
            self.add(Sort.DECK, place("decision", "players"), {"card": place("top", deck), **places}, n0=deck)
        places = {"n1": place("room_deck", "cards"), "n2": place("room_deck", "discarded")}
        self.add(Sort.DECK, place("rooms", 0, "exists"), {"card": place("room_pile", 0), **places}, n0=3)

    def _effects(self) -> None:
        for k in range(OBLIGATION_ROWS):
            places = {"owner": place("who", "active_player"), "card": place("owed", k)}
            places |= self._numbers(Sort.OBLIGATION, {"obligations": (k,)})
            self.add(Sort.OBLIGATION, place("obligations", k, "additional"), places)
        for k in range(LASTING_ROWS):
            places = {"owner": place("concerns", "player", k), "place": place("concerns", "slot", k)}
            places |= {"card": place("lasting", k, "card")}
            places |= self._numbers(Sort.LASTING, {"lasting": (k,), "endings": (k,)})
            self.add(Sort.LASTING, place("lasting", k, "kind"), places)

    def _memory(self) -> None:
        for seat in range(PLAYERS):
            numbers = self._numbers(Sort.TURN, {"units": (seat,), "counts": (seat,)})
            self.add(Sort.TURN, place("players", seat, "present"), numbers, owner=seat + 1)
        for k in range(SLOTS):
            card, numbers = place("slots", k, "card"), self._numbers(Sort.TURN, {"units": (PLAYERS + k,)})
            self.add(Sort.TURN, card, {"card": card, **numbers}, place=k + 1)
        for k in range(SCHEMA["waiting"].shape[0]):
            places = {name: place("waiting", k, name) for name in ("owner", "card")}
            numbers = self._numbers(Sort.WAITING, {"waiting": (k,)})
            self.add(Sort.WAITING, place("waiting", k, "kind"), places | numbers, place=k + 1)
        numbers = self._numbers(Sort.PROGRESS, {"progress": ()})
        self.add(Sort.PROGRESS, place("progress", "frame"), {"card": place("progress", "playing"), **numbers})
        for k in range(SCHEMA["choices"].shape[0]):
            numbers = self._numbers(Sort.CHOICE, {"choices": (k,)})
            self.add(Sort.CHOICE, place("choices", k, "choice_sort"), numbers, place=k + 1)
        for seat, deck, end, k in np.ndindex(*SCHEMA["watched"].shape):
            at = place("watched", seat, deck, end, k)
            self.add(Sort.WATCHED, at, {}, owner=seat + 2, place=k + 1, n0=deck, n1=end, zone=Zone.DECK)
        places = {"card": place("offer", "item"), "owner": place("offer", "maker")}
        self.add(Sort.OFFER, place("offer", "maker"), places | self._numbers(Sort.OFFER, {"offer": ()}))
        for k in range(SCHEMA["promises"].shape[0]):
            places = {"card": place("promises", k, "item"), "owner": place("promises", k, "promiser")}
            numbers = self._numbers(Sort.PROMISE, {"promises": (k,)})
            self.add(Sort.PROMISE, place("promises", k, "favour"), places | numbers, place=k + 1)
        for deck, k in np.ndindex(*SCHEMA["piles"].shape):
            at = place("piles", deck, k)
            self.add(Sort.UPPERMOST, at, {"card": at}, place=k + 1, n0=deck, zone=Zone.PILE)
        for k in range(ENDS):
            at = place("room_pile", k)
            self.add(Sort.UPPERMOST, at, {"card": at}, place=k + 1, n0=3, zone=Zone.PILE)

    def _card(self, k: int, present: int, sort: int = 0, **places: int) -> None:
        """A card that is not a loot card. Without `sort`, the number at place `present` is its sort."""
        card = int(OTHERS[k])
        found = {"zone": place("cards", "zone", k), **places}
        item = int(ITEM_OF[card])
        if item != NONE:
            found |= {"turned": place("turned", item), "counters": place("of_card", "counters", card + 1)}
        found |= changes_of(card)
        if not sort:
            found["sort"] = present
        self.add(sort, present, found, card=card + 1, copies=1)


def place(section: str, *index: int | str) -> int:
    """The place of a number among those that the table is read from, by its index or name along each axis."""
    return READ[section].at(*index)


def changes_of(card: int) -> dict[str, int]:
    numbers = {"shows": "shows", "eternal": "eternal", "n0": "borrowed"}
    return {column: place("of_card", name, card + 1) for column, name in numbers.items()}


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
            row = numbers.take(rows.present, mode="clip").astype(bool).nonzero()[0][:OBJECTS]
            table = np.zeros(self.shape, np.int16)
            numbers.take(rows.source.take(row, axis=0), out=table[: len(row)], mode="clip")
            return table
        numbers = sources(flat.reshape(-1, SIZE))
        present = numbers.take(rows.present, axis=1).astype(bool)
        count = present.sum(axis=1)
        game, row = np.divmod(np.flatnonzero(present), len(rows.present))
        place = np.arange(len(game)) - (count.cumsum() - count).repeat(count)
        stored = place < OBJECTS
        game, row, place = game[stored], row[stored], place[stored]
        tables = np.zeros((len(numbers), *self.shape), np.int16)
        tables[game, place] = numbers.take(rows.source.take(row, axis=0) + (game * READ.size)[:, None])
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
    """The meaning of a number of a row, which is that of its flat column unless `OTHER_WORDS` has one."""
    if name in OTHER_WORDS:
        return OTHER_WORDS[name]
    return next(found.meaning for found in SCHEMA[section].columns if found.name == column)


def sources(flat: NDArray[np.int16]) -> NDArray[np.int16]:
    """The numbers the rows are read from, [..., READ.size], for one flat observation or several in one row each."""
    out = np.empty((*flat.shape[:-1], READ.size), np.int16)
    out[..., :SIZE] = flat
    seen = READ.record(out)
    sorts, zones, of_card = seen["sorts"], seen["cards"]["zone"], seen["of_card"]
    for name, sort in BY_ZONE.items():
        sort.take(zones, out=sorts[name], mode="clip")
    out[..., OF_CARD] = 0
    changed = seen["changed"]
    if changed["card"].any():  # unused entries are zeros and write a zero to card 0
        games = () if flat.ndim == 1 else (np.arange(len(flat))[:, None],)
        cards = (*games, changed["card"])
        for name in ("shows", "eternal", "counters"):
            of_card[name][cards] = changed[name]
        of_card["borrowed"][cards] = seen["borrowed"]
    of_card["counters"][..., BEARERS_NEXT] = seen["counters"]
    who, decision = seen["who"], seen["decision"]
    for name in ("active_player", "priority_player", "asked"):
        who[name] = decision[name] + 1
    np.subtract(seen["shop"], 1, out=seen["for_sale"])
    np.maximum(seen["obligations"]["what"], 0, out=seen["owed"])
    whom, concerns = seen["lasting"]["whom"], seen["concerns"]
    np.maximum(whom, 0, out=concerns["player"])
    np.maximum(-whom, 0, out=concerns["slot"])
    seen["fixed"] = FROM_0
    return out


TOKENS = TokenLayout()
