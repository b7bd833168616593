"""The list of what a player may know against the code: what it calls seen changes the observation, the rest does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import NONE, Deck, Lasting, Ref, Until
from fs_env.core.four_souls.observation.facts import FACTS
from fs_env.core.four_souls.observation.schema import FIRST_OTHER, SCHEMA
from fs_env.core.four_souls.options import Variant
from fs_env.core.four_souls.state import FIRST_ROOM, PLAYERS, STATE, Favour, Frame, Obj, Phase, Shape, Zone
from tests.every import every
from tests.generic.facts import (
    Change,
    Live,
    bump,
    check_list,
    differences,
    ends,
    flip,
    is_inside,
    looks,
    names_of,
    one,
    only,
    put,
    record_of,
    rotate,
    seats,
    to,
)

STRIDE = 60
POSITIONS = 20
FIELDS = [row.name for row in STATE.describe()]
WITH_PATHS = [name for name, fact in FACTS.items() if fact.json]
ALL_SETS = 7
EVERYBODY = 15


@cache
def positions(num_players: int) -> list[Any]:
    """Positions of random games in which a player is asked, each an array of one state."""
    found: list[Any] = []
    S = GAME.new()
    seed = num_players
    while len(found) < POSITIONS:
        if not found or GAME.to_act(S) < 0:
            seed += 10
            GAME.setup(S, seed=seed, num_players=num_players, sets=ALL_SETS)
        GAME.playout(S, 0, seed, STRIDE)
        if GAME.to_act(S) >= 0:
            found.append(GAME.clone(S))
    return found


def monsters(r: Any) -> list[int]:
    return [PLAYERS + k for k in range(r["n_slots"]) if r["slot"][k] != NONE]


def units(r: Any) -> list[int]:
    return [*seats(r), *monsters(r)]


def items(r: Any) -> list[int]:
    return [int(i) for i in r["play"][: r["n_play"]] if r["zone"][i] == Zone.ITEM and i >= FIRST_OTHER]


def on_stack(r: Any) -> list[int]:
    return r["stack"][: min(int(r["n_stack"]), 12)].tolist()


def other_card(r: Any, inst: int) -> int:
    return next(i for i in range(T.N_INSTANCES) if r["face"][i] != r["face"][inst])


def asked(r: Any) -> list[int]:
    return [int(r["asked"])]


def begin_damage(r: Any) -> None:
    r["n_frames"], r["n_hurt"], r["hurt"][0], r["hurt_n"][0] = 1, 1, 0, 2
    r["frames"][0]["kind"], r["frames"][0]["object"] = Frame.DAMAGE, NONE


def begin_effect(r: Any) -> None:
    """A loot card with one instruction in hand is resolving, its frame has done nothing."""
    row, frame = r["objects"][150], r["frames"][0]
    row["kind"], row["controller"], row["ability"], row["src"], row["it"], row["dealer"] = Obj.LOOT, 0, 0, 0, NONE, NONE
    row["from_card"], row["reg"], row["slot"] = NONE, NONE, NONE
    r["n_frames"] = 1
    frame["kind"], frame["object"], frame["pc"], frame["reg"] = Frame.RUN, 150, T.AB_PC[0], NONE


def begin_lasting(r: Any) -> None:
    entry = r["lasting"][0]
    r["lasting"]["kind"], r["n_lasting"] = 0, 1
    entry["kind"], entry["until"], entry["controller"], entry["who"], entry["n"] = (
        Lasting.SHIELD,
        Until.END_OF_TURN,
        0,
        0,
        2,
    )
    entry["ability"], entry["src"], entry["ref"], entry["gen"] = NONE, r["character"][0], NONE, 0


def last_for_the_top(r: Any) -> None:
    begin_lasting(r)
    r["lasting"][0]["until"], r["lasting"][0]["ref"] = Until.THAT_OBJECT, Ref.CARD + r["character"][0]


def owe_attack(r: Any) -> None:
    duty = r["obligations"][0]
    r["obligations"]["who"], r["n_obligations"] = NONE, 1
    duty["who"], duty["extra"], duty["what"], duty["other"] = r["active_player"], 0, NONE, NONE


def wait_to_be_pushed(r: Any) -> None:
    r["n_waiting"], r["waiting"][0], r["waiting"][1] = 2, 150, 151
    for k, kind in ((150, Obj.TRIGGER), (151, Obj.REWARD)):
        row = r["objects"][k]
        row["kind"], row["controller"], row["src"], row["ability"] = kind, 0, r["character"][0], NONE


def bearers(r: Any) -> list[int]:
    return T.C_INST0[list(T.BEARERS)].tolist()


def some_counters(r: Any) -> None:
    r["n_counters"] = 1


def alter(r: Any) -> None:
    r["altered"] = 1


def copy_items(r: Any) -> None:
    alter(r)
    for inst in items(r):
        r["face"][inst] = (T.INST_CARD[inst] + 1) % T.N_CARDS


def ask_which(r: Any) -> None:
    r["shape"], r["n_options"], r["option"][0], r["option"][1] = Shape.OPTION, 2, 0, Ref.DECK


def may_barter(r: Any) -> None:
    r["bartering"] = 1


def put_one_on_the_stack(r: Any) -> None:
    may_barter(r)
    r["n_stack"], r["stack"][0] = 1, 150
    row = r["objects"][150]
    row["kind"], row["uid"], row["controller"], row["src"], row["ability"] = Obj.LOOT, 77, 0, r["character"][0], NONE


def write_terms(r: Any, table: str) -> None:
    """Writes the terms of an offer or a promise: an item used on the object on top, for three cents of player 1."""
    terms = {"favour": Favour.USE, "payer": 1, "cents": 3, "object": 77, "item": r["character"][0]}
    for name, value in terms.items():
        r[table][0][name] = value


def offer_something(r: Any) -> None:
    put_one_on_the_stack(r)
    r["n_frames"] = 1
    r["frames"][0]["kind"], r["frames"][0]["object"] = Frame.BARTER, NONE
    write_terms(r, "bid")


def promise_something(r: Any) -> None:
    put_one_on_the_stack(r)
    write_terms(r, "promises")


def look_at_two(r: Any) -> None:
    """The player asked looks at two cards, in the draft of characters."""
    r["n_frames"], r["frames"][0]["kind"], r["frames"][0]["object"] = 1, Frame.DRAFT, NONE
    r["n_look"], r["look"][0], r["look"][1] = 2, 0, FIRST_OTHER
    r["seen"][0] = r["seen"][FIRST_OTHER] = EVERYBODY


def of_hands(r: Any) -> Iterator[Change]:
    """The first card of a hand becomes another loot card: its player notices."""
    for p in seats(r):
        if r["n_hand"][p]:

            def apply(s: Any, p: int = p) -> None:
                s["hand"][p][0] = other_card(s, int(s["hand"][p][0]))

            yield Change([p], apply)


def of_seen(r: Any) -> Iterator[Change]:
    for d in range(3):
        if r["n_deck"][d]:
            for p in seats(r):

                def look(s: Any, d: int = d, p: int = p) -> None:
                    s["seen"][s["deck"][d][s["n_deck"][d] - 1]] ^= 1 << p

                yield Change([p], look)


def of_witnessed(r: Any) -> Iterator[Change]:
    """Who has been seen to see a card of the own hand, and the top of a deck."""
    for p in seats(r):
        if r["n_hand"][p]:

            def show(s: Any, p: int = p) -> None:
                s["witnessed"][s["hand"][p][0]] ^= 1 << (p + 1) % int(s["n_players"])

            yield Change([p], show)
    for d in range(3):
        if r["n_deck"][d]:

            def look(s: Any, d: int = d) -> None:
                s["witnessed"][s["deck"][d][s["n_deck"][d] - 1]] ^= 1

            yield Change(list(seats(r))[1:], look)


def of_mix(r: Any) -> Iterator[Change]:
    for p in seats(r):

        def begin(s: Any, p: int = p) -> None:
            s["mixed"], s["mix"] = 1 << p, 0

        def mix(s: Any, p: int = p) -> None:
            s["mix"][0] = 9 << 4 * p

        yield Change([p], mix, begin)


def of_decks(r: Any) -> Iterator[Change]:
    for d in range(3):
        n = int(r["n_deck"][d])
        if n < 2:
            continue

        def know(s: Any, d: int = d, n: int = n) -> None:
            a, b = (int(i) for i in s["deck"][d][n - 2 : n])
            s["seen"][[a, b]] = EVERYBODY
            if s["face"][a] == s["face"][b]:
                s["deck"][d][n - 1] = other_card(s, a)
                s["seen"][s["deck"][d][n - 1]] = EVERYBODY
                s["place"][s["deck"][d][n - 1]] = n - 1

        def swap(s: Any, d: int = d, n: int = n) -> None:
            s["deck"][d][n - 2 : n] = s["deck"][d][n - 2 : n][::-1].copy()
            s["place"][s["deck"][d][n - 2 : n]] = n - 2, n - 1

        yield Change(seats(r), swap, know)


def of_places(r: Any) -> Iterator[Change]:
    """The known top card of a treasure or monster deck lies one place deeper."""
    for d in (1, 2):
        if r["n_deck"][d] > 1:

            def know(s: Any, d: int = d) -> None:
                s["seen"][s["deck"][d][s["n_deck"][d] - 1]] = EVERYBODY

            def sink(s: Any, d: int = d) -> None:
                s["place"][s["deck"][d][s["n_deck"][d] - 1]] -= 1

            yield Change(seats(r), sink, know)


def of_piles(r: Any) -> Iterator[Change]:
    """One of the uppermost cards of a discard pile becomes another one."""
    for d in range(3):
        for depth in range(1, min(8, int(r["n_pile"][d])) + 1):

            def apply(s: Any, d: int = d, depth: int = depth) -> None:
                at = int(s["n_pile"][d]) - depth
                s["pile"][d][at] = other_card(s, int(s["pile"][d][at]))

            yield Change(seats(r), apply)


def lay_rooms(s: Any) -> None:
    """One room is face up, two are discarded, the others are in their deck."""
    first, rooms = int(FIRST_ROOM), int(T.N_ROOM)
    s["rooms"], s["n_rooms"], s["room"][0] = 1, 1, first
    s["room_pile"][:2], s["n_room_pile"] = (first + 1, first + 2), 2
    s["room_deck"][: rooms - 3], s["n_room_deck"] = range(first + 3, first + rooms), rooms - 3


def of_stack(r: Any) -> Iterator[Change]:
    def apply(s: Any) -> None:
        s["stack"][:2] = s["stack"][:2][::-1].copy()

    def lay_two(s: Any) -> None:
        wait_to_be_pushed(s)
        s["n_waiting"], s["n_stack"], s["stack"][:2] = 0, 2, s["waiting"][:2]

    yield Change(seats(r), apply, lay_two)


def let_play_together(s: Any) -> None:
    """Makes the players partners (R21.7)."""
    s["variant"] = Variant.COOPERATIVE


def of_kind(*kinds: Obj) -> Live:
    return lambda r: [row for row in on_stack(r) if not kinds or r["objects"][row]["kind"] in kinds]


def not_of(*kinds: Obj) -> Live:
    return lambda r: [row for row in on_stack(r) if r["objects"][row]["kind"] not in kinds]


TARGETED = (Obj.LOOT, Obj.ACTIVATED, Obj.PAID, Obj.EVENT, Obj.BRANCH, Obj.ROLL)
HELD = (Obj.HELD_DAMAGE, Obj.HELD_GAIN)
ABOUT = (Obj.TRIGGER, Obj.PURCHASE, Obj.ATTACK, Obj.COMBAT, Obj.PLAYER_DEATH, Obj.PENALTY)


def first_targets(r: Any) -> list[tuple[int, int]]:
    kinds = (*HELD, *ABOUT[1:])
    return [(row, k) for row in on_stack(r) if r["objects"][row]["kind"] not in kinds for k in range(4)]


def of_table(r: Any) -> Iterator[Change]:
    """One player more, or at a full table one less: seen by those who are there before and after."""
    n = int(r["n_players"])
    other = n - 1 if n == PLAYERS else n + 1

    def seat(s: Any) -> None:
        s["character"][n:] = s["character"][0]

    yield Change(range(min(n, other)), lambda s: put(s, "n_players", (), other), seat)


def another_player(r: Any, old: int) -> int:
    return 1 if old == 0 else 0


CHANGES: dict[str, Callable[[Any], Iterator[Change]]] = {
    "decisions": to("decisions", lambda r, old: int(r["max_decisions"]) - 5),
    "max_decisions": to("max_decisions", lambda r, old: int(r["decisions"]) + 5),
    "turn": bump("turn"),
    "n_players": of_table,
    "active_player": rotate("active_player"),
    "phase": to("phase", lambda r, old: (old + 1) % len(Phase)),
    "ending": flip("ending"),
    "priority_player": rotate("priority_player"),
    "passes": bump("passes"),
    "pushes": bump("pushes"),
    "attacking": flip("attacking"),
    "attacked": to("attacked", lambda r, old: NONE, lambda r: [()] if r["attacking"] and r["attacked"] != NONE else []),
    "attacks_begun": bump("attacks_begun"),
    "d8": bump("d8", prepare=let_play_together),
    "turns_finished": bump("turns_finished", prepare=let_play_together),
    "character": to("character", other_card, seats),
    "dead": flip("dead", seats),
    **{
        name: bump(name, seats)
        for name in (
            *("coins", "extra_plays", "plays_used", "attacks_used", "extra_attacks", "deck_attacks", "purchases_used"),
            *("attack_rolls", "rolls", "gains", "roll_boost", "skip_turns", "extra_turns", "souls", "own_attacks"),
            *("own_purchases", "price"),
        )
    },
    **{
        name: bump(name, units)
        for name in (
            *("hp", "max_hp", "atk", "boost_hp", "boost_atk", "boost_evasion", "damaged", "damage_sum", "would_die"),
            "fought",
        )
    },
    "evasion": bump("evasion", monsters),
    "dying": flip("dying", units),
    "must_attack": flip("must_attack", units),
    "saved_hp": bump("saved_hp", units, lambda r: r["dying"].fill(1)),
    "face": to("face", lambda r, old: (old + 1) % T.N_CARDS, lambda r: items(r)[:8], alter),
    "face_until": to("face_until", lambda r, old: 1 - old, lambda r: items(r)[:1], copy_items),
    "zone": to("zone", lambda r, old: Zone.CURSE, items),
    "owner": rotate("owner", items),
    "turned": flip("turned", items),
    "eternal": to(
        "eternal",
        lambda r, old: 1 - old,
        lambda r: [i for i in items(r) if not T.C_FLAGS[T.INST_CARD[i]] & T.CardFlag.ETERNAL],
        alter,
    ),
    "counters": bump("counters", bearers, some_counters),
    "seen": of_seen,
    "witnessed": of_witnessed,
    "mix": of_mix,
    "under": to(
        "under",
        lambda r, old: int(r["deck"][2][0]) if old == NONE else NONE,
        lambda r: [int(r["slot"][u - PLAYERS]) for u in monsters(r)],
    ),
    "deck": of_decks,
    "place": of_places,
    "n_deck": bump("n_deck", lambda r: [d for d in range(3) if r["n_deck"][d] < r["deck"].shape[1]]),
    "discarded": bump("discarded", lambda r: range(8)),
    "pile": of_piles,
    "n_pile": to("n_pile", lambda r, old: old - 1, lambda r: np.flatnonzero(r["n_pile"]).tolist()),
    "hand": of_hands,
    "n_hand": to("n_hand", lambda r, old: old - 1, lambda r: np.flatnonzero(r["n_hand"]).tolist()),
    "shop": to("shop", lambda r, old: NONE, lambda r: [k for k in range(r["n_shop"]) if r["shop"][k] != NONE]),
    "n_shop": to("n_shop", lambda r, old: old - 1),
    "slot": to("slot", lambda r, old: NONE, lambda r: [u - PLAYERS for u in monsters(r)]),
    "room": to("room", lambda r, old: int(FIRST_ROOM) + 5, lambda r: [0], lay_rooms),
    "n_rooms": bump("n_rooms", prepare=lay_rooms),
    "n_room_deck": to("n_room_deck", lambda r, old: old - 1, prepare=lay_rooms),
    "room_pile": to("room_pile", lambda r, old: int(FIRST_ROOM) + 5, lambda r: [0, 1], lay_rooms),
    "n_room_pile": to("n_room_pile", lambda r, old: old - 1, prepare=lay_rooms),
    "exchange": to("exchange", lambda r, old: 1, prepare=lay_rooms),
    "n_slots": to("n_slots", lambda r, old: old - 1),
    "objects": to("objects.n", lambda r, old: old + 1, on_stack),
    "objects.kind": to("objects.kind", lambda r, old: old % 20 + 1, on_stack),
    "objects.controller": rotate("objects.controller", on_stack),
    "objects.mode": bump("objects.mode", not_of(Obj.ROLL)),
    "objects.slot": bump("objects.slot", on_stack),
    "objects.flags": to("objects.flags", lambda r, old: old ^ 1, on_stack),
    "objects.src": to("objects.src", lambda r, old: int(r["character"][0]) if old == NONE else NONE, on_stack),
    "objects.ability": to("objects.ability", lambda r, old: 0 if old == NONE else NONE, on_stack),
    "objects.n": bump("objects.n", on_stack),
    "objects.reg": to("objects.reg", another_player, first_targets),
    "objects.it": to("objects.it", another_player, of_kind(*ABOUT)),
    "objects.amount": bump("objects.amount", on_stack),
    "objects.roll": bump("objects.roll", on_stack),
    "objects.dealer": to("objects.dealer", another_player, on_stack),
    "objects.from_card": to(
        "objects.from_card", lambda r, old: int(r["character"][0]) if old == NONE else NONE, on_stack
    ),
    "stack": of_stack,
    "n_stack": to("n_stack", lambda r, old: old - 1, lambda r: [()] if r["n_stack"] else []),
    "waiting": to("waiting", lambda r, old: 151, lambda r: [0], wait_to_be_pushed),
    "n_waiting": to("n_waiting", lambda r, old: old - 1, one, wait_to_be_pushed),
    "frames": to("frames.object", lambda r, old: NONE, lambda r: [0], begin_effect),
    "frames.kind": to("frames.kind", lambda r, old: Frame.PENALTY, lambda r: [0], begin_effect),
    "frames.object": to("frames.object", lambda r, old: NONE, lambda r: [0], begin_effect),
    "frames.pc": bump("frames.pc", lambda r: [0], begin_effect),
    "frames.step": bump("frames.step", lambda r: [0], begin_effect),
    "frames.reg": to("frames.reg", lambda r, old: 1, lambda r: [(0, k) for k in range(4)], begin_effect),
    "frames.count": bump("frames.count", lambda r: [0], begin_effect),
    "n_frames": to("n_frames", lambda r, old: 0, one, begin_effect),
    "look": only(asked, to("look", lambda r, old: FIRST_OTHER, lambda r: [0], look_at_two)),
    "n_look": only(asked, to("n_look", lambda r, old: 1, one, look_at_two)),
    "hurt": to("hurt", lambda r, old: 1, lambda r: [0], begin_damage),
    "hurt_n": bump("hurt_n", lambda r: [0], begin_damage),
    "n_hurt": to("n_hurt", lambda r, old: 0, one, begin_damage),
    "lasting": to("lasting.kind", lambda r, old: 0, lambda r: [0], begin_lasting),
    "lasting.kind": to("lasting.kind", lambda r, old: Lasting.DOUBLE_LOOT, lambda r: [0], begin_lasting),
    "lasting.until": to("lasting.until", lambda r, old: Until.FOREVER, lambda r: [0], begin_lasting),
    "lasting.controller": rotate("lasting.controller", lambda r: [0], begin_lasting),
    "lasting.who": rotate("lasting.who", lambda r: [0], begin_lasting),
    "lasting.n": bump("lasting.n", lambda r: [0], begin_lasting),
    "lasting.ability": to("lasting.ability", lambda r, old: 0, lambda r: [0], begin_lasting),
    "lasting.src": to("lasting.src", other_card, lambda r: [0], begin_lasting),
    "lasting.ref": to("lasting.ref", lambda r, old: NONE, lambda r: [0], last_for_the_top),
    "n_lasting": to("n_lasting", lambda r, old: 0, one, begin_lasting),
    "obligations": to("obligations.who", lambda r, old: NONE, lambda r: [0], owe_attack),
    "obligations.who": to("obligations.who", lambda r, old: NONE, lambda r: [0], owe_attack),
    "obligations.extra": bump("obligations.extra", lambda r: [0], owe_attack),
    "obligations.what": to("obligations.what", lambda r, old: Ref.DECK + 2, lambda r: [0], owe_attack),
    "obligations.other": to("obligations.other", lambda r, old: Ref.CARD + FIRST_OTHER, lambda r: [0], owe_attack),
    "n_obligations": to("n_obligations", lambda r, old: 0, one, owe_attack),
    "forced": flip("forced"),
    **{name: flip(name) for name in ("variant", "deaths", "open_hands", "bartering", "rooms")},
    "history": bump("history", lambda r: [(p, k) for p in seats(r) for k in range(2)]),
    "bid": to("bid.cents", lambda r, old: 5, lambda r: [0], offer_something),
    "bid.favour": to("bid.favour", lambda r, old: Favour.ANSWER, lambda r: [0], offer_something),
    **{
        f"bid.{name}": to(f"bid.{name}", lambda r, old: 1 - old, lambda r: [0], offer_something)
        for name in ("maker", "payer", "promiser", "whom")
    },
    **{f"bid.{name}": bump(f"bid.{name}", lambda r: [0], offer_something) for name in ("cents", "counter")},
    "bid.item": to("bid.item", other_card, lambda r: [0], offer_something),
    "bid.object": to("bid.object", lambda r, old: 0, lambda r: [0], offer_something),
    "promises": bump("promises.cents", lambda r: [0], promise_something),
    "promises.favour": to("promises.favour", lambda r, old: Favour.ANSWER, lambda r: [0], promise_something),
    **{
        f"promises.{name}": to(f"promises.{name}", lambda r, old: 1 - old, lambda r: [0], promise_something)
        for name in ("payer", "promiser", "whom", "tested")
    },
    **{f"promises.{name}": bump(f"promises.{name}", lambda r: [0], promise_something) for name in ("cents", "turns")},
    "promises.item": to("promises.item", other_card, lambda r: [0], promise_something),
    "promises.object": to("promises.object", lambda r, old: 0, lambda r: [0], promise_something),
    **{name: bump(name, seats, may_barter) for name in ("offers", "kept", "broken")},
    "asked": rotate("asked"),
    "question": only(asked, bump("question")),
    "shape": to("shape", lambda r, old: (old + 1) % len(Shape)),
    "asking_card": to("asking_card", lambda r, old: int(r["character"][0]) if old == NONE else NONE),
    "option": only(asked, to("option", lambda r, old: 1, lambda r: [0], ask_which)),
    "n_options": only(asked, bump("n_options", one, ask_which)),
}
HIDDEN = {
    "rng": bump("rng", lambda r: [(0, 0), (1, 2)]),
    "die": bump("die", lambda r: [0, 1]),
    "n_die": bump("n_die"),
    "room_deck": to("room_deck", lambda r, old: int(FIRST_ROOM), lambda r: [0, 3], lay_rooms),
}
"""Changes that no player may notice."""
NOT_OTHERS = {
    "question": CHANGES["question"],
    "look": CHANGES["look"],
    "n_look": CHANGES["n_look"],
    "option": CHANGES["option"],
    "seen": CHANGES["seen"],
    "mix": CHANGES["mix"],
    "n_options": CHANGES["n_options"],
}
"""Changes that only the seats named in them may notice."""
IN_JSON = {
    "counters": bump("counters", lambda r: items(r)[:2], some_counters),
    "fought": to("fought", lambda r, old: 1 - old, units),
    "objects": to("objects.amount", lambda r, old: old + 3, lambda r: [150], wait_to_be_pushed),
    "objects.kind": to("objects.kind", lambda r, old: Obj.PAID, of_kind(Obj.LOOT, Obj.ACTIVATED)),
    "forced": flip("forced", prepare=lambda r: put(r, "shape", (), Shape.PRIORITY)),
    "objects.n": bump("objects.n", of_kind(Obj.ROLL, Obj.COMBAT)),
    "objects.reg": to("objects.reg", another_player, lambda r: [(row, 0) for row in of_kind(*TARGETED)(r)]),
    "objects.amount": to("objects.amount", lambda r, old: old + 3, lambda r: [150], wait_to_be_pushed),
    "objects.roll": bump("objects.roll", of_kind(Obj.BRANCH, Obj.COMBAT)),
    "objects.slot": bump("objects.slot", of_kind(Obj.REFILL, Obj.MONSTER_CARD)),
    "shape": only(asked, to("shape", lambda r, old: Shape.YES_NO if old != Shape.YES_NO else Shape.NUMBER)),
}
"""Other changes for JSON, which tells of each kind of object only what it has."""
DEALT_ANEW = ("rng", "deck", "hand", "zone", "owner")
"""Fields with hidden parts that a guess of the hidden cards deals anew."""


@pytest.fixture(params=[2, 3, 4], ids=lambda n: f"{n}_players", scope="module")
def games(request) -> list[Any]:
    return positions(request.param)


def test_list__has_every_field_of_the_state():
    """Each field of the state has one clear fate, and what is seen is seen at places that exist."""
    check_list(FIELDS, FACTS, SCHEMA)


def test_list__each_fact_is_put_to_the_test():
    """Every seen fact has a change that must show, every one that no player may know one that must not."""
    assert set(CHANGES) == {name for name, fact in FACTS.items() if fact.seen}
    assert set(HIDDEN) == {name for name, fact in FACTS.items() if fact.hidden and not fact.seen}


def test_seen(games):
    """Changing a seen fact changes the observation of those who may know it, at a place that the list names."""

    @every(CHANGES)
    def each(name):
        made = 0
        for S in games:
            for change in CHANGES[name](record_of(S)):
                changed = dict(looks(GAME, S, change))
                for player in change.viewers:
                    assert len(changed[player]), f"{name}: seat {player} sees no difference in {GAME.decision_text(S)}"
                    seen = names_of(SCHEMA, changed[player])
                    assert seen & set(FACTS[name].seen), f"{name}: shows in {sorted(seen)}"
                made += 1
        assert made, f"{name}: no position had anything to change"

    each()


NOT_IN_JSON = {
    "place": "JSON has the cards of a deck in their order",
    "discarded": "JSON has all cards of the discard pile",
    "n_lasting": "JSON has the effects themselves",
    "n_obligations": "JSON has the obligations themselves",
}
"""Seen fields that do not appear in JSON, and what does instead."""


def test_list__has_a_path_for_every_fact_that_is_seen():
    """JSON has what the numbers have, save for what is counted otherwise there."""
    assert set(WITH_PATHS) | set(NOT_IN_JSON) == set(CHANGES) and not set(WITH_PATHS) & set(NOT_IN_JSON)


@every(WITH_PATHS)
def test_seen__in_json(name):
    """Changing a seen fact changes the JSON of those who may know it, at a place that the list names."""
    made = 0
    for S in [*positions(2)[::9], *positions(4)[::9]]:
        for change in ends(list(IN_JSON.get(name, CHANGES[name])(record_of(S)))):
            viewers = ends(list(change.viewers))
            for player, found in differences(GAME, S, change, viewers, text=False):
                shown = any(is_inside(path, FACTS[name].json) for path in found.paths)
                assert shown, f"{name}: {sorted(found.paths)} change for seat {player} in {GAME.decision_text(S)}"
            made += 1
    assert made, f"{name}: no position had anything to change"


def test_hidden(games):
    """Changing what no player may know changes no player's observation."""

    @every(HIDDEN)
    def each(name):
        for S in games:
            for change in HIDDEN[name](record_of(S)):
                assert not any(len(places) for _, places in looks(GAME, S, change)), name

    each()


def test_seen__by_nobody_else(games):
    """Facts that only the player who is asked may know change no other observation."""

    @every(NOT_OTHERS)
    def each(name):
        for S in games:
            for change in NOT_OTHERS[name](record_of(S)):
                others = [
                    player for player, places in looks(GAME, S, change) if len(places) and player not in change.viewers
                ]
                assert not others, f"{name}: seats {others} see it in {GAME.decision_text(S)}"

    each()


def test_hidden__cards_dealt_anew(games):
    """Hidden parts of decks and hands can change in every listed field while the observation stays."""
    differing = set()
    for S in games:
        for player in seats(record_of(S)):
            sampled = GAME.clone(S)
            GAME.resample(sampled, player, 0, 1)
            assert np.array_equal(GAME.observe(S, player), GAME.observe(sampled, player))
            old, new = record_of(S), record_of(sampled)
            differing |= {name for name in DEALT_ANEW if not np.array_equal(old[name], new[name])}
    assert differing == set(DEALT_ANEW)


def test_shown__tells_the_owner_who_knows_the_hand(games):
    """A hand that another seat has seen is told to its player, copy by copy, under that seat."""
    for S in games:
        r = record_of(GAME.clone(S))
        n = int(r["n_players"])
        for owner in seats(r):
            witness = (owner + 1) % n
            copy = GAME.clone(S)
            s = record_of(copy)
            hand = s["hand"][owner][: s["n_hand"][owner]]
            s["seen"][hand] = s["witnessed"][hand] = 1 << owner | 1 << witness
            seen = SCHEMA.views(GAME.observe(copy, owner))
            assert np.array_equal(seen["shown"][0], seen["hand"]) and not seen["shown"][1:].any()
            assert np.array_equal(SCHEMA.views(GAME.observe(copy, witness))["known"][n - 2], seen["hand"])


def test_watched__tells_which_ends_of_decks_others_know(games):
    """A deck whose top and bottom another seat knows is told to the rest, without the cards."""
    for S in games:
        copy = GAME.clone(S)
        s = record_of(copy)
        witness = int(s["n_players"]) - 1
        s["seen"][s["zone"] == Zone.DECK] = 0
        s["witnessed"][s["deck"]] = 0
        top = int(s["deck"][0][s["n_deck"][0] - 1])
        s["seen"][top] = s["witnessed"][top] = 1 << witness
        for player in range(witness):
            watched = SCHEMA.record(GAME.observe(copy, player))["watched"]
            assert watched["from_top"].sum() == 1 and watched["from_bottom"].sum() == int(s["n_deck"][0] <= 8)
            assert watched["from_top"][witness - player - 1, Deck.LOOT, 0] == 1
            assert not SCHEMA.views(GAME.observe(copy, player))["loot_places"].any()
        assert not SCHEMA.views(GAME.observe(copy, witness))["watched"].any()
