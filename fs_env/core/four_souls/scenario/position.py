"""A position as data: seats, slots, decks. Everything left out has a default that does not interfere."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from fs_env.core.files import LARGEST_TEXT, FileFault, FileKind, place_of, toml_in
from fs_env.core.four_souls.cards import SETS
from fs_env.core.four_souls.options import OPTIONS, At, Variant, conflict
from fs_env.core.four_souls.rules.solo import CHARACTERS, D8_START
from fs_env.core.four_souls.scenario.names import DECKS
from fs_env.core.four_souls.state import BIG, DICE, PLAYERS, PROMISES, ROOMS, SHOP, SLOTS
from fs_env.core.machine.declare.options import option_values
from fs_env.core.machine.run.scenario import ScenarioError, make, one_of, truth, whole

PHASES = ("start", "loot", "action", "end")
EMPTY = "empty"
MAX_SOULS = 3  # four end the game (R18.1)
SIDES = 6
EDEN = "eden"
OF_SCENARIOS = ("variant", "simultaneous_deaths", "open_hands", "bartering", "rooms", "eden_only")
"""The options that a scenario has; the others only shape the setup of a new game."""
WORD = ("kept", "broken")


@dataclass(frozen=True)
class Placed:
    """A card with its state. Without a state, the name is enough.

    Attributes:
        card: id or printed name; ``bomb#2`` is the second copy.
        turned: an item is deactivated (sideways).
        counters: on an item; None: as many as it enters play with.
        eternal: of an item; None: as printed.
        hp: of an active monster; None: undamaged.
        covered: monsters under an active one, the next one first.
        known: seats that know a card in a deck, or in another player's hand.
    """

    card: str
    turned: bool = False
    counters: int | None = None
    eternal: bool | None = None
    hp: int | None = None
    covered: Sequence[str] = ()
    known: Sequence[int] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.card, str):
            raise ScenarioError(f"card={self.card!r}: expected an id or a printed name")
        words(self.covered, f"covered by {self.card!r}", "names of monsters")
        object.__setattr__(self, "known", listed(self.known, f"known of {self.card!r}", "seats"))
        for seat in self.known:
            whole(seat, f"known of {self.card!r}: seat", 0, PLAYERS - 1)
        truth(self.turned, "turned")
        if self.eternal is not None:
            truth(self.eternal, "eternal")
        if self.counters is not None:
            whole(self.counters, f"counters of {self.card!r}", 0, BIG)
        if self.hp is not None:
            whole(self.hp, f"hp of {self.card!r}", 1, BIG)


@dataclass(frozen=True)
class Promise:
    """An open promise that is about no object of the stack (R16.2).

    Attributes:
        favour: "spare" or "aim".
        promiser, payer: the two seats.
        whom: the seat to be a target instead; of "aim" only.
        cents: what was paid.
        turns: turns until it ends, this one included.
    """

    favour: str
    promiser: int
    payer: int
    whom: int | None = None
    cents: int = 1
    turns: int = 1

    def __post_init__(self) -> None:
        one_of(self.favour, ("spare", "aim"), "favour of a promise")
        seats = [self.promiser, self.payer, *([] if self.whom is None else [self.whom])]
        for seat in seats:
            whole(seat, "seat of a promise", 0, PLAYERS - 1)
        if (self.whom is None) != (self.favour == "spare") or len(set(seats)) < len(seats):
            raise ScenarioError(
                f"promise {self.favour!r} of seats {seats}: expected two different seats, and with 'aim' a third one, `whom`"
            )
        whole(self.cents, "cents of a promise", 1, 10)
        whole(self.turns, "turns of a promise", 1, PLAYERS)


Entry = str | Placed | Mapping[str, Any]


@dataclass(frozen=True)
class Seat:
    """One player.

    Attributes:
        character: id or printed name; empty: a free one with 2 HP and 1 attack.
        turned: the character is deactivated.
        starting_item: the character's own starting item is in front of the player.
        hand: loot cards.
        items: treasures, starting items and trinkets in play.
        curses: curses in front of the player.
        souls: soul cards, or a number of souls 0..3 on any cards.
        coins: cents.
        hp: hit points; None: the maximum, with the effects of all items.
        dead: died this turn.
        plays_used: used loot plays of the player's own action phase (R8.1).
        extra_plays: loot plays granted by effects.
        attacks_used: used attacks of the turn.
        extra_attacks: attacks granted by effects and not used.
        purchases_used: purchases used this turn.
        kept, broken: promises kept and broken so far (R16.2).
    """

    character: str = ""
    turned: bool = False
    starting_item: bool = False
    hand: Sequence[Entry] = ()
    items: Sequence[Entry] = ()
    curses: Sequence[Entry] = ()
    souls: int | Sequence[Entry] = ()
    coins: int = 3
    hp: int | None = None
    dead: bool = False
    plays_used: int = 0
    extra_plays: int = 0
    attacks_used: int = 0
    extra_attacks: int = 0
    purchases_used: int = 0
    kept: int = 0
    broken: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.character, str):
            raise ScenarioError(f"character={self.character!r}: expected an id or a printed name")
        for name in (*("coins", "plays_used", "extra_plays", "attacks_used", "extra_attacks", "purchases_used"), *WORD):
            whole(getattr(self, name), name, 0, BIG)
        for name in ("turned", "starting_item", "dead"):
            truth(getattr(self, name), name)
        if self.hp is not None:
            whole(self.hp, "hp", 0 if self.dead else 1, BIG)
        if self.dead and self.hp not in (None, 0):
            raise ScenarioError(f"hp={self.hp} of a dead player: expected 0 or None (R13.3)")
        if isinstance(self.souls, int) and not isinstance(self.souls, bool):
            whole(self.souls, "souls", 0, MAX_SOULS)
        for name, keys in (
            ("hand", {"known"}),
            ("items", {"turned", "counters", "eternal"}),
            ("curses", set()),
            ("souls", set()),
        ):
            value = getattr(self, name)
            if name != "souls" or not isinstance(value, int) or isinstance(value, bool):
                object.__setattr__(self, name, entries(value, name, keys))


@dataclass(frozen=True)
class Position:
    """A position: `start` makes a game of it. Lists of cards hold names, `Placed` cards, or mappings with their keys.

    Attributes:
        players: the seats, as `Seat` or mappings with its keys; a number 2..4 for that many default seats.
        active: seat of the active player.
        phase: "start" (the turn begins, with its recharge), "loot" (Loot 1 is on the stack), "action", "end" (step 1).
        monsters: active monsters by slot, "empty" for a slot without one. None: two monsters without text.
        shop: shop items by slot, "empty" for a slot without one. None: two items.
        loot_deck, treasure_deck, monster_deck: top cards, top first; the rest follows shuffled.
        loot_discard, treasure_discard, monster_discard: whole discard piles, top first.
        rooms: rooms that are face up, by slot, "empty" for a slot without one. With these, or with one of the next two lists, the
            game has rooms (R20).
        room_deck: top rooms of their deck, top first; all others follow shuffled.
        room_discard: the discard pile of rooms, top first.
        exact_decks: decks ("loot", "treasure", "monster") that hold only the cards named; the others are out of the game.
        plain_refills: True: the cards after those named in the monster deck are monsters without text, so that nothing
            unexpected enters a slot; False: all other cards are shuffled.
        sets: card sets whose cards fill the decks, in addition to the cards named.
        bonus_souls: True: all three are in the game; or the names of those that are.
        dice: numbers of the next throws.
        seed: of the shuffles and of all other chance events.
        max_decisions: decisions after which the game is truncated.
        options: options of the game that count after its setup, by name, with their names as values or as in
            `GAME.setup`: ``{"open_hands": True, "simultaneous_deaths": "faq"}``. With ``eden_only`` every seat plays Eden.
        d8: number on the eight-sided die of the variants "solo" and "cooperative"; None: 8.
        turns_finished: players whose turns are over since that die last dropped, 0 or 1.
        promises: open promises, as `Promise` or mappings with its keys.

    Raises:
        ScenarioError: an impossible value; the message names it and what was expected.
    """

    players: int | Sequence[Seat | Mapping[str, Any]] = 2
    active: int = 0
    phase: str = "action"
    monsters: Sequence[Entry] | None = None
    shop: Sequence[Entry] | None = None
    loot_deck: Sequence[Entry] = ()
    treasure_deck: Sequence[Entry] = ()
    monster_deck: Sequence[Entry] = ()
    loot_discard: Sequence[Entry] = ()
    treasure_discard: Sequence[Entry] = ()
    monster_discard: Sequence[Entry] = ()
    rooms: Sequence[Entry] = ()
    room_deck: Sequence[Entry] = ()
    room_discard: Sequence[Entry] = ()
    exact_decks: Sequence[str] = ()
    plain_refills: bool = True
    sets: Sequence[str] = ("base",)
    bonus_souls: bool | Sequence[str] = False
    dice: Sequence[int] = ()
    seed: int = 0
    max_decisions: int = 20_000
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    d8: int | None = None
    turns_finished: int = 0
    promises: Sequence[Promise | Mapping[str, Any]] = ()

    def __post_init__(self) -> None:
        given = self.players
        seats: list[Seat] = []
        if isinstance(given, int):
            seats = [Seat()] * (given if 2 <= given <= PLAYERS else 0)
        else:
            given_seats = listed(given, "players", f"2 to {PLAYERS} seats, or their number")
            seats = [x if isinstance(x, Seat) else make(Seat, x, f"player {k}") for k, x in enumerate(given_seats)]
        if not 2 <= len(seats) <= PLAYERS:
            raise ScenarioError(f"players={given!r}: expected 2 to {PLAYERS} seats, or their number")
        object.__setattr__(self, "players", tuple(seats))
        whole(self.active, "active", 0, len(seats) - 1)
        one_of(self.phase, PHASES, "phase")
        for deck in DECKS:
            for name, keys in ((f"{deck}_deck", {"known"}), (f"{deck}_discard", set())):
                object.__setattr__(self, name, entries(getattr(self, name), name, keys))
        for name, keys, most in (("monsters", {"hp", "covered"}, SLOTS), ("shop", set(), SHOP)):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, entries(value, name, keys))
                whole(len(value), f"number of slots in {name}", 1, most)
        for name, keys in (("rooms", {"turned", "counters"}), ("room_deck", set()), ("room_discard", set())):
            object.__setattr__(self, name, entries(getattr(self, name), name, keys))
        whole(len(self.rooms), "number of slots in rooms", 0, ROOMS)
        for deck in words(self.exact_decks, "exact_decks", "names of decks"):
            one_of(deck, DECKS, "exact_decks: deck")
        for name in words(self.sets, "sets", "names of sets"):
            one_of(name, SETS, "sets: set")
        if not isinstance(self.bonus_souls, bool):
            words(self.bonus_souls, "bonus_souls", "names of bonus souls, or true or false")
        for number in listed(self.dice, "dice", "numbers"):
            whole(number, "dice: number", 1, SIDES)
        whole(len(self.dice), "how many dice", 0, DICE)
        whole(self.seed, "seed", -(2**63), 2**63 - 1)
        truth(self.plain_refills, "plain_refills")
        whole(self.max_decisions, "max_decisions", 1, 2_000_000_000)
        object.__setattr__(self, "options", numbers(self.options, len(seats)))
        self.check_promises(len(seats))
        if self.options["eden_only"]:
            named = [seat.character for seat in seats if seat.character not in ("", EDEN)]
            if named:
                raise ScenarioError(f"character={named[0]!r}: with eden_only every seat plays {EDEN!r}: leave it out")
        self.check_die()

    def check_promises(self, seats: int) -> None:
        """Replaces `promises` by `Promise`s; ScenarioError for impossible ones, or for some without bartering."""
        built = [
            x if isinstance(x, Promise) else make(Promise, x, "a promise")
            for x in listed(self.promises, "promises", "promises")
        ]
        whole(len(built), "how many promises", 0, PROMISES if self.options["bartering"] else 0)
        for promise in built:
            for seat in (promise.promiser, promise.payer, promise.whom or 0):
                whole(seat, "seat of a promise", 0, seats - 1)
        object.__setattr__(self, "promises", tuple(built))

    def check_die(self) -> None:
        """Raises ScenarioError for an eight-sided die that is not in the game, or an impossible one (R21.2, R21.4)."""
        if self.options["variant"] != Variant.RIVALS:
            whole(D8_START if self.d8 is None else self.d8, "d8", 1, D8_START)
            whole(self.turns_finished, "turns_finished", 0, CHARACTERS - 1)
        elif self.d8 is not None or self.turns_finished:
            raise ScenarioError(
                f"d8={self.d8!r}, turns_finished={self.turns_finished!r}: rivals have no eight-sided die; expected "
                'options={"variant": "solo"} or "cooperative"'
            )

    @property
    def seats(self) -> tuple[Seat, ...]:
        return (
            tuple(seat for seat in self.players if isinstance(seat, Seat)) if not isinstance(self.players, int) else ()
        )

    @classmethod
    def from_toml(cls, source: str | Path) -> Self:
        """A position from a TOML file or from TOML text; the keys are those of this class, ``[[players]]`` of `Seat`.

        Raises:
            ScenarioError: it is not TOML, has an unknown key or an impossible value; names the file and, where it is known, the line.
            OSError: the file cannot be read.
        """
        is_text = isinstance(source, str) and ("\n" in source or "=" in source)
        name = "the text" if is_text else str(source)
        try:
            text = str(source) if is_text else FILE.text(source)
            with FILE.checked(name):
                data = toml_in(text)
        except FileFault as fault:
            raise ScenarioError(str(fault)) from None
        try:
            return make(cls, data, "the scenario")
        except ScenarioError as error:
            raise ScenarioError(f"{name}{place_of(str(error), text)}: {error}") from error


FILE = FileKind(
    "a position in TOML", "correct it: the files of fs_env/puzzles/four_souls have such positions", LARGEST_TEXT
)


def numbers(given: Any, players: int) -> dict[str, int]:
    """The options as the numbers that a game reads, each one that a scenario has; ScenarioError for any other."""
    if not isinstance(given, Mapping):
        raise ScenarioError(f"options={given!r}: expected a mapping such as {{'open_hands': True}}")
    for name in given:
        one_of(name, OF_SCENARIOS, "options: option")
    known = {option.name: option for option in OPTIONS}
    try:
        chosen = {name: known[name].read(x) if isinstance(x, str) else int(x) for name, x in given.items()}
        values = option_values("four_souls", known, {"num_players": players, **chosen}, conflict)
    except (TypeError, ValueError) as error:
        raise ScenarioError(f"options: {error}") from error
    return {name: int(values[At[name.upper()]]) for name in OF_SCENARIOS}


def listed(value: Any, name: str, what: str) -> tuple[Any, ...]:
    if isinstance(value, (str, bytes, Mapping, Placed)) or not isinstance(value, Iterable):
        raise ScenarioError(f"{name}={value!r}: expected a list of {what}")
    return tuple(value)


def words(value: Any, name: str, what: str) -> tuple[str, ...]:
    items = listed(value, name, what)
    for item in items:
        if not isinstance(item, str):
            raise ScenarioError(f"{name}: {item!r} is not a string: expected {what}")
    return items


def entries(value: Sequence[Entry], where: str, keys: set[str]) -> tuple[Placed, ...]:
    """Cards with their state; ScenarioError for a state that has no meaning there."""
    out = []
    for entry in listed(value, where, "cards"):
        if isinstance(entry, str):
            entry = Placed(entry)
        elif isinstance(entry, Mapping):
            if "card" not in entry:
                raise ScenarioError(f"{where}: {dict(entry)!r} names no card: expected a key 'card'")
            entry = make(Placed, entry, f"a card in {where}")
        elif not isinstance(entry, Placed):
            raise ScenarioError(f"{where}: {entry!r} is not a card: expected a name, or a mapping with a key 'card'")
        for field in dataclasses.fields(entry):
            wanted = getattr(entry, field.name)
            if field.name != "card" and field.name not in keys and wanted != field.default:
                raise ScenarioError(
                    f"{where}: {entry.card!r} has {field.name}={wanted!r}, which has no meaning there: "
                    f"expected {' or '.join(sorted(keys)) or 'the name alone'}"
                )
        out.append(entry)
    return tuple(out)
