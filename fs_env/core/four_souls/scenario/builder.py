"""Writes a position into a state: zones, lists and numbers directly; then one call runs the rules to a decision."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import PASS
from fs_env.core.four_souls.cards import SETS
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.card_kinds import CardFlag, CardKind
from fs_env.core.four_souls.language.codes import NONE, Deck
from fs_env.core.four_souls.options import Variant
from fs_env.core.four_souls.rules.secrets import EVERYBODY
from fs_env.core.four_souls.rules.solo import D8_START
from fs_env.core.four_souls.scenario.names import DECKS, card_of, id_of, instances
from fs_env.core.four_souls.scenario.position import EDEN, EMPTY, WORD, Placed, Position, Promise, Seat
from fs_env.core.four_souls.state import N_DECK_CARDS, N_LOOT, PLAYERS, Favour, Phase, Zone
from fs_env.core.four_souls.supply import SOULS_TO_WIN
from fs_env.core.machine.run.scenario import ScenarioError

PLAIN_CHARACTERS = ("isaac", "judas", "maggy", "samson", "eve", "lilith", "blue_baby", "lazarus")
PLAIN_MONSTERS = ("fly", "fatty", "spider", "dip", "pooter", "trite", "clotty", "squirt", "pale_fatty", "fat_bat")
PLAIN_ITEMS = ("dinner", "breakfast", "meat", "synthoil", "moms_purse", "moms_coin_purse", "fanny_pack", "dry_baby")
PLAIN_SOULS = ("gurdy", "monstro", "little_horn", *(T.IDS[card] for card in np.flatnonzero(T.C_SOULS == 1)))

FIELD_OF = {"simultaneous_deaths": "deaths"}
"""Option to its field of the state, where the names differ."""
NOTHING_AT_FIRST = (
    *("owner", "under", "slot", "shop", "room", "character", "found"),
    *("attacked", "asked", "asking_card", "winner", "taken", "hurt_row"),
)
"""Fields that are NONE on an empty table."""


@lru_cache(maxsize=64)
def streams(seed: int) -> np.ndarray:
    S = GAME.new()
    GAME.setup(S, seed=seed)
    return np.array(S["rng"][0])


def blank(seed: int) -> Any:
    """The state of an empty table, shape (1,): every card out of the game, no player asked."""
    S = GAME.new()
    S["rng"][0] = streams(seed)
    S["face"][0] = T.INST_CARD
    for name in NOTHING_AT_FIRST:
        S[name] = NONE
    S["obligations"]["who"] = NONE
    return S


def lay_out(scenario: Position) -> Any:
    """The state of a scenario at its first decision, shape (1,); errors as in `Scenario.start`."""
    table = PositionBuilder(scenario)
    table.write()
    S = table.S
    GAME.step(S, PASS)
    if scenario.phase == "loot":
        while S["phase"][0] == Phase.START:
            GAME.step(S, PASS)
        S["decisions"] = 0
    for unit, hp, name in table.wounds:
        most = int(S["max_hp"][0, unit])
        if not 1 <= hp <= most:
            raise ScenarioError(f"hp={hp} of {name}: expected 1..{most}")
        S["hp"][0, unit] = hp
    return S


class PositionBuilder:
    """The table while it is being set up: the instance chosen for each card named, and the record that is written."""

    def __init__(self, scenario: Position) -> None:
        self.scenario = scenario
        self.S = blank(scenario.seed)
        self.s = self.S[0]
        self.place: dict[int, str] = {}
        self.laid: dict[str, list[tuple[Placed, int]]] = {}
        self.wounds: list[tuple[int, int, str]] = []

    # Which copy of a card goes where.

    def lists(self) -> Iterator[tuple[str, Sequence[Placed], Callable[[int], bool], str]]:
        """Every list of named cards: where, the cards, which kinds may be there, and what those are called."""
        scenario = self.scenario
        for p, seat in enumerate(scenario.seats):
            of = f"of player {p}"
            yield f"character {of}", own(seat.character), of_kind(CardKind.CHARACTER), "characters"
            yield f"hand {of}", cards(seat.hand), in_deck(0), "loot cards"
            yield f"items {of}", cards(seat.items), is_item, "treasures, starting items and trinkets"
            yield f"curses {of}", cards(seat.curses), has(CardFlag.CURSE), "curses"
            if not isinstance(seat.souls, int):
                yield f"souls {of}", cards(seat.souls), is_soul, "cards that are worth souls"
        yield "monster slots", cards(scenario.monsters or ()), has(CardFlag.MONSTER), "monsters with hit points"
        for monster in cards(scenario.monsters or ()):
            under = [Placed(name) for name in monster.covered]
            yield f"covered by {monster.card}", under, has(CardFlag.MONSTER), "monsters with hit points"
        yield "shop", cards(scenario.shop or ()), in_deck(1), "treasures"
        for d, deck in enumerate(DECKS):
            for part in ("deck", "discard"):
                yield f"{deck} {part}", cards(getattr(scenario, f"{deck}_{part}")), in_deck(d), f"{deck} deck cards"
        for where in ("rooms", "room_deck", "room_discard"):
            yield where.replace("_", " "), cards(getattr(scenario, where)), of_kind(CardKind.ROOM), "rooms"
        bonus = scenario.bonus_souls
        names = [T.IDS[card] for card in T.BONUS_SOULS] if bonus is True else bonus or ()
        yield "bonus souls", [Placed(name) for name in names], of_kind(CardKind.BONUS_SOUL), "bonus souls"

    def claim(self) -> None:
        named: list[tuple[str, int, Placed]] = []
        for where, placed, fits, kinds in self.lists():
            self.laid[where] = [(entry, NONE) for entry in placed]
            for k, entry in enumerate(placed):
                if entry.card == EMPTY and where in ("monster slots", "shop", "rooms"):
                    continue
                if not fits(card_of(entry.card)):
                    raise ScenarioError(f"{where}: {entry.card!r} cannot be there: expected {kinds}")
                named.append((where, k, entry))
        for where, k, entry in sorted(named, key=lambda found: "#" not in found[2].card):
            self.laid[where][k] = (entry, self.take(entry.card, where))

    def take(self, name: str, where: str) -> int:
        """A copy of a card that has no place yet; ScenarioError if all of them are named already."""
        copies = instances(name)
        for inst in copies:
            if inst not in self.place:
                self.place[inst] = where
                return inst
        taken = ", ".join(self.place[inst] for inst in copies)
        many = f"each of its {len(copies)} copies is" if len(copies) > 1 else "it is already"
        raise ScenarioError(f"{where}: {name!r} is named too often: {many} in {taken}; leave one out")

    def spare(self, names: Sequence[str], where: str) -> int:
        for name in names:
            inst = int(T.C_INST0[T.CARD_ID[name]])
            if inst not in self.place:
                self.place[inst] = where
                return inst
        raise ScenarioError(f"{where}: no plain card is left to fill in: name the cards")

    # The record.

    def write(self) -> None:
        self.claim()
        scenario, s = self.scenario, self.s
        n = len(scenario.seats)
        s["n_players"] = n
        s["max_decisions"] = scenario.max_decisions
        for name, number in scenario.options.items():
            if name != "eden_only":
                s[FIELD_OF.get(name, name)] = number
        if s["variant"] != Variant.RIVALS:
            s["d8"], s["turns_finished"] = scenario.d8 or D8_START, scenario.turns_finished
            s["open_hands"] = s["variant"] == Variant.SOLO
        s["active_player"] = s["priority_player"] = scenario.active
        s["next_player"] = (scenario.active + 1) % n
        s["turn"] = 0 if scenario.phase == "start" else 1
        s["phase"] = {"start": Phase.SETUP, "loot": Phase.START}.get(scenario.phase, Phase.ACTION)
        s["ending"] = 1 if scenario.phase == "end" else 0
        s["dirty"] = 1
        s["die"][: len(scenario.dice)] = list(scenario.dice)
        s["n_die"] = len(scenario.dice)
        s["n_promises"] = len(scenario.promises)
        for row, promise in zip(s["promises"], scenario.promises):
            assert isinstance(promise, Promise)  # since its construction
            whom = NONE if promise.whom is None else promise.whom
            row["favour"], row["whom"], row["item"] = Favour[promise.favour.upper()], whom, NONE
            for name in ("promiser", "payer", "cents", "turns"):
                row[name] = getattr(promise, name)
        for p, seat in enumerate(scenario.seats):
            self.write_character(p, seat)
        for p, seat in enumerate(scenario.seats):
            self.write_seat(p, seat)
        if s["variant"] != Variant.RIVALS and s["souls"].sum() >= SOULS_TO_WIN:
            raise ScenarioError(
                f"the players have {s['souls'].sum()} souls together: expected fewer than the {SOULS_TO_WIN} that end the game"
            )
        self.write_monsters()
        self.write_shop()
        for _, inst in self.laid["bonus souls"]:
            self.put(inst, Zone.BONUS, NONE)
        for d in range(len(DECKS)):
            self.write_deck(d)
        if scenario.options["rooms"] or scenario.rooms or scenario.room_deck or scenario.room_discard:
            self.write_rooms()

    def put(self, inst: int, zone: Zone, owner: int, seen: int = EVERYBODY) -> None:
        self.s["zone"][inst] = zone
        self.s["owner"][inst] = owner
        self.s["seen"][inst] = seen
        if inst < N_DECK_CARDS:
            self.s["witnessed"][inst] = seen

    def enter(self, entry: Placed, inst: int, zone: Zone, owner: int) -> None:
        """Records a card in play with its state, and its abilities among the listeners."""
        s, card = self.s, int(T.INST_CARD[inst])
        self.put(inst, zone, owner)
        s["turned"][inst] = entry.turned
        s["counters"][inst] = T.C_COUNTERS[card] if entry.counters is None else entry.counters
        s["n_counters"] += s["counters"][inst]
        printed = bool(T.C_FLAGS[card] & CardFlag.ETERNAL)
        s["eternal"][inst] = printed if entry.eternal is None else entry.eternal
        extra = s["counters"][inst] > 0 and not T.C_BEARS[card]
        s["altered"] |= extra or s["eternal"][inst] != printed
        s["play"][s["n_play"]] = inst
        s["n_play"] += 1
        first = int(T.C_AB0[card])
        for ability in range(first, first + int(T.C_ABN[card])):
            s["listeners"][T.AB_EVENT[ability]] += 1
        s["unsteady"] += T.C_UNSTEADY[card]

    def write_character(self, p: int, seat: Seat) -> None:
        where = f"character of player {p}"
        named = self.laid[where]
        eden = self.scenario.options["eden_only"] == 1
        spare = (EDEN, *PLAIN_CHARACTERS) if eden else PLAIN_CHARACTERS
        inst = named[0][1] if named else self.spare(spare, where)
        if eden:
            self.s["face"][inst] = T.CARD_ID[EDEN]
        self.put(inst, Zone.CHARACTER, p)
        self.s["character"][p] = inst
        self.s["turned"][inst] = seat.turned
        card = int(self.s["face"][inst])
        self.s["innate_souls"][p] = self.s["souls"][p] = T.C_INNATE[card]
        start = int(T.C_START[card])
        if seat.starting_item:
            if start == NONE:
                raise ScenarioError(f"starting_item of player {p}: {T.IDS[card]!r} has none; name one among the items")
            self.enter(Placed(T.IDS[start]), self.take(T.IDS[start], f"items of player {p}"), Zone.ITEM, p)

    def write_seat(self, p: int, seat: Seat) -> None:
        s = self.s
        s["fought"][p] = seat.attacks_used
        for name in (
            "coins",
            "dead",
            "plays_used",
            "extra_plays",
            "attacks_used",
            "extra_attacks",
            "purchases_used",
            *WORD,
        ):
            s[name][p] = getattr(seat, name)
        for entry, inst in self.laid[f"items of player {p}"]:
            self.enter(entry, inst, Zone.ITEM, p)
        for entry, inst in self.laid[f"curses of player {p}"]:
            self.enter(entry, inst, Zone.CURSE, p)
        for k, (entry, inst) in enumerate(self.laid[f"hand of player {p}"]):
            self.put(inst, Zone.HAND, p, EVERYBODY if s["open_hands"] else self.bits(entry) | 1 << p)
            s["hand"][p, k] = inst
        s["n_hand"][p] = len(seat.hand)
        if isinstance(seat.souls, int):
            souls = [self.spare(PLAIN_SOULS, f"souls of player {p}") for _ in range(seat.souls)]
        else:
            souls = [inst for _, inst in self.laid[f"souls of player {p}"]]
        for inst in souls:
            self.put(inst, Zone.SOUL, p)
            s["soul_value"][inst] = max(1, T.C_SOULS[T.INST_CARD[inst]])
            s["souls"][p] += s["soul_value"][inst]
        if s["souls"][p] >= SOULS_TO_WIN:
            raise ScenarioError(
                f"player {p} has {s['souls'][p]} souls: expected fewer than the {SOULS_TO_WIN} that end the game"
            )
        if seat.hp is not None and not seat.dead:
            self.wounds.append((p, seat.hp, f"player {p}"))

    def bits(self, entry: Placed) -> int:
        out = 0
        for p in entry.known:
            if not 0 <= p < len(self.scenario.seats):
                raise ScenarioError(f"{entry.card!r} has known={list(entry.known)}: expected seats of this game")
            out |= 1 << p
        return out

    def write_monsters(self) -> None:
        s, given = self.s, self.scenario.monsters
        if given is None:
            slots = [(Placed(id_of(x)), x) for x in (self.spare(PLAIN_MONSTERS, "monster slots") for _ in range(2))]
        else:
            slots = self.laid["monster slots"]
        s["n_slots"] = len(slots)
        for k, (entry, inst) in enumerate(slots):
            if inst == NONE:
                continue
            s["slot"][k] = inst
            self.enter(entry, inst, Zone.ACTIVE, k)
            if entry.hp is not None:
                self.wounds.append((PLAYERS + k, entry.hp, repr(entry.card)))
            over = inst
            for _, below in self.laid.get(f"covered by {entry.card}", []):
                s["under"][over] = below
                self.put(below, Zone.COVERED, k)
                over = below

    def write_shop(self) -> None:
        given = self.scenario.shop
        slots = [inst for _, inst in self.laid["shop"]]
        if given is None:
            slots = [self.spare(PLAIN_ITEMS, "shop") for _ in range(2)]
        for k, inst in enumerate(slots):
            self.s["n_shop"] = k + 1
            self.s["shop"][k] = inst
            if inst != NONE:
                self.put(inst, Zone.SHOP, k)

    def write_rooms(self) -> None:
        s = self.s
        s["rooms"], s["n_rooms"] = 1, max(1, len(self.laid["rooms"]))
        for k, (entry, inst) in enumerate(self.laid["rooms"]):
            if inst != NONE:
                s["room"][k] = inst
                self.enter(entry, inst, Zone.ROOM, k)
        top = [inst for _, inst in self.laid["room deck"]]
        pile = [inst for _, inst in self.laid["room discard"]][::-1]
        rest = [int(T.C_INST0[card]) for card in T.ROOM_CARDS if int(T.C_INST0[card]) not in self.place]
        order = shuffled(self.scenario.seed)
        deck = sorted(rest, key=lambda inst: order[inst]) + top[::-1]
        for name, listed, zone, seen in (("room_deck", deck, Zone.DECK, 0), ("room_pile", pile, Zone.PILE, EVERYBODY)):
            s[name][: len(listed)] = listed
            s[f"n_{name}"] = len(listed)
            for inst in listed:
                self.put(inst, zone, NONE, seen)

    def write_deck(self, d: int) -> None:
        """One deck and its discard pile: the cards named, and under those of the deck all cards not named."""
        s, deck = self.s, DECKS[d]
        top = [inst for _, inst in self.laid[f"{deck} deck"]]
        pile = [inst for _, inst in self.laid[f"{deck} discard"]]
        rest = [inst for inst in drawn_from(d, tuple(self.scenario.sets)) if inst not in self.place]
        if deck in self.scenario.exact_decks:
            rest = []
            if pile and not top:
                raise ScenarioError(
                    f"{deck}_deck is empty, but not its discard pile: it would be rebuilt at once (R15.9)"
                )
        plain = {int(T.C_INST0[T.CARD_ID[name]]) for name in PLAIN_MONSTERS if self.scenario.plain_refills}
        order = shuffled(self.scenario.seed)
        rest.sort(key=lambda inst: (inst in plain, order[inst]))
        for name, number in (("zone", Zone.DECK), ("owner", NONE), ("seen", 0), ("witnessed", 0)):
            s[name][rest] = number
        for entry, inst in self.laid[f"{deck} deck"]:
            self.put(inst, Zone.DECK, NONE, self.bits(entry))
        for inst in pile:
            self.put(inst, Zone.PILE, NONE)
        for name, listed in (("deck", rest + top[::-1]), ("pile", pile[::-1])):
            s[name][d, : len(listed)] = listed
            s[f"n_{name}"][d] = len(listed)
        s["place"][rest + top[::-1]] = range(len(rest) + len(top))
        if d == Deck.LOOT:
            s["discarded"] = np.bincount(T.INST_LOOT[pile], minlength=N_LOOT)


@lru_cache(maxsize=64)
def drawn_from(d: int, sets: tuple[str, ...]) -> list[int]:
    used = (T.C_DECK == d) & np.isin(T.C_SET, [SETS.index(name) for name in sets])
    return np.flatnonzero(used[T.INST_CARD]).tolist()


@lru_cache(maxsize=64)
def shuffled(seed: int) -> list[bytes]:
    """The sort key of every instance in a shuffle: the same in every process and version."""
    return [drawn(seed, inst) for inst in range(T.N_INSTANCES)]


def drawn(seed: int, inst: int) -> bytes:
    card = int(T.INST_CARD[inst])
    return hashlib.blake2b(f"{seed} {T.IDS[card]} {inst - T.C_INST0[card]}".encode(), digest_size=8).digest()


def cards(listed: Any) -> tuple[Placed, ...]:
    return tuple(listed)


def own(name: str) -> list[Placed]:
    return [Placed(name)] if name else []


def has(flag: CardFlag) -> Callable[[int], bool]:
    return lambda card: bool(T.C_FLAGS[card] & flag)


def in_deck(d: int) -> Callable[[int], bool]:
    return lambda card: bool(T.C_DECK[card] == d)


def of_kind(kind: CardKind) -> Callable[[int], bool]:
    return lambda card: bool(T.C_KIND[card] == kind)


def is_soul(card: int) -> bool:
    return bool(T.C_SOULS[card] > 0)


def is_item(card: int) -> bool:
    kind = T.C_KIND[card]
    return bool(CardKind.PASSIVE <= kind <= CardKind.ONE_USE or T.C_FLAGS[card] & CardFlag.TRINKET)
