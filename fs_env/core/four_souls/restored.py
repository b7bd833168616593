"""Conditions that hold in every position of Four Souls: a state is restored only if it meets all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import AMOUNTS
from fs_env.core.four_souls.language.codes import NONE, Deck, Lasting, Ref, Until
from fs_env.core.four_souls.options import Deaths, Variant
from fs_env.core.four_souls.rules.batch import WAITING
from fs_env.core.four_souls.rules.damage import LASTING_OPTION
from fs_env.core.four_souls.rules.rooms import ASKED
from fs_env.core.four_souls.rules.solo import CHARACTERS, D8_START
from fs_env.core.four_souls.state import (
    BIG,
    DECK_CAP,
    DICE,
    FIRST_ROOM,
    FRAMES,
    HAND_CAP,
    LAST_UID,
    LASTING,
    LOOK,
    N_INSTANCES,
    N_ROOM,
    NO_MORE,
    OBJECTS,
    OBLIGATIONS,
    OFFERS_PER_TURN,
    OPTIONS,
    PLAY_CAP,
    PLAYERS,
    PROMISES,
    ROOMS,
    SHOP,
    SLOTS,
    STATE,
    UNITS,
    USE_LIMIT,
    Favour,
    Frame,
    Obj,
    Outcome,
    Phase,
    Question,
    Shape,
    Zone,
)
from fs_env.core.machine.declare.ranges import Range, Ranges

FLAG, SEAT, SEAT_OR_NONE, SEAT_COUNT = (0, 1), (0, PLAYERS - 1), (NONE, PLAYERS - 1), (0, PLAYERS)
INST, INST_OR_NONE, ABILITY = (0, N_INSTANCES - 1), (NONE, N_INSTANCES - 1), (NONE, T.N_ABILITIES - 1)
ROW, ROW_OR_NONE, PLACE, UID = (0, OBJECTS - 1), (NONE, OBJECTS - 1), (NONE, max(SHOP, SLOTS) - 1), (0, LAST_UID)
PC, WORK, MANY = (0, len(T.PROG) - 1), (NONE, N_INSTANCES), (0, 2**31 - 2)
BOUNDS: dict[str, Range | None] = {
    **dict.fromkeys(("rng", "winners", "pushes"), None),
    **dict.fromkeys(("decisions", "turn", "n_counters"), MANY),
    "max_decisions": (1, 2**31 - 1),
    "n_players": (2, PLAYERS),
    **dict.fromkeys(("active_player", "next_player", "priority_player"), SEAT),
    "phase": (0, max(Phase)),
    **dict.fromkeys(("ending", "dirty", "attacking", "altered"), FLAG),
    "passes": SEAT,
    "outcome": (0, max(Outcome)),
    "uid": UID,
    **dict.fromkeys(
        ("attacked", "asking_card", "hurt_src", "taken", "character", "under", "shop", "slot", "room"), INST_OR_NONE
    ),
    "variant": (0, max(Variant)),
    "d8": (0, D8_START),
    "turns_finished": (0, CHARACTERS - 1),
    "deaths": (0, max(Deaths)),
    **dict.fromkeys(("open_hands", "bartering", "rooms"), FLAG),
    "attacks_begun": None,
    # bartering
    **dict.fromkeys(("bid.favour", "promises.favour"), (0, max(Favour))),
    **dict.fromkeys(("bid.maker", "promises.promiser", "promises.payer"), SEAT),
    **dict.fromkeys(("bid.payer", "bid.promiser", "bid.whom", "promises.whom"), SEAT_OR_NONE),
    **dict.fromkeys(("bid.cents", "bid.counter", "promises.cents"), (0, max(AMOUNTS))),
    **dict.fromkeys(("bid.item", "promises.item"), INST_OR_NONE),
    **dict.fromkeys(("bid.object", "promises.object"), UID),
    "promises.turns": SEAT_COUNT,
    "promises.tested": FLAG,
    "n_promises": (0, PROMISES),
    "offers": (0, OFFERS_PER_TURN),
    **dict.fromkeys(("kept", "broken"), (0, BIG)),
    # players and units: numbers that count nothing in a list
    **dict.fromkeys(("coins", "extra_plays", "plays_used", "attacks_used", "extra_attacks", "deck_attacks"), None),
    **dict.fromkeys(("purchases_used", "attack_rolls", "rolls", "gains", "roll_boost"), None),
    **dict.fromkeys(("skip_turns", "extra_turns", "innate_souls", "souls"), (0, 2**15 - 1)),
    **dict.fromkeys(("hp", "max_hp", "item_hp", "atk", "evasion", "boost_hp", "boost_atk", "boost_evasion"), None),
    **dict.fromkeys(("saved_hp", "damaged", "damage_sum", "would_die", "fought"), None),
    **dict.fromkeys(("own_plays", "own_attacks", "own_purchases", "price", "loot_step"), None),
    **dict.fromkeys(("their_evasion", "first_atk"), None),
    **dict.fromkeys(("dead", "dying", "must_attack", "locked", "open_hand", "face_until", "turned", "eternal"), FLAG),
    # cards
    "face": (0, T.N_CARDS - 1),
    "zone": (0, max(Zone)),
    "owner": PLACE,
    **dict.fromkeys(("counters", "soul_value", "gen", "seen", "witnessed", "mix", "mixed"), None),
    "uses": (0, USE_LIMIT),
    **dict.fromkeys(("deck", "pile", "hand", "play", "look"), INST_OR_NONE),
    "place": (0, DECK_CAP - 1),
    **dict.fromkeys(("n_deck", "n_pile"), (0, DECK_CAP)),
    "discarded": (0, int(T.C_COUNT.max())),
    "n_hand": (0, HAND_CAP),
    "n_play": (0, PLAY_CAP),
    "n_shop": (0, SHOP),
    "n_slots": (0, SLOTS),
    "n_rooms": (0, ROOMS),
    **dict.fromkeys(("room_deck", "room_pile"), INST),
    **dict.fromkeys(("n_room_deck", "n_room_pile"), (0, N_ROOM)),
    "exchange": (0, ASKED),
    **dict.fromkeys(("listeners", "unsteady"), (0, 2**15 - 1)),
    # objects
    "objects.kind": (0, max(Obj)),
    "objects.controller": SEAT_OR_NONE,
    "objects.mode": (NONE, 8),
    "objects.slot": PLACE,
    **dict.fromkeys(("objects.flags", "objects.n", "objects.amount", "objects.roll", "objects.gen"), None),
    **dict.fromkeys(("objects.uid", "objects.that"), UID),
    **dict.fromkeys(("objects.src", "objects.card", "objects.from_card"), INST_OR_NONE),
    **dict.fromkeys(("objects.ability", "objects.cause", "hurt_cause", "lasting.ability"), ABILITY),
    "objects.pc": (NONE, PC[1]),  # for a bonus to a roll its lasting effect, or NONE
    "frames.pc": PC,
    **dict.fromkeys(
        ("objects.reg", "objects.it", "objects.dealer", "frames.reg", "buf", "winner", "hurt_dealer"), None
    ),
    **dict.fromkeys(("stack", "waiting"), ROW),
    **dict.fromkeys(("n_stack", "n_waiting"), (0, OBJECTS)),
    # continuation
    "frames.kind": (0, max(Frame)),
    "frames.object": ROW_OR_NONE,
    "frames.step": (0, N_INSTANCES),
    **dict.fromkeys(("frames.cursor", "frames.whom", "frames.count"), WORK),
    "frames.done": (NONE, LAST_UID),
    "n_frames": (0, FRAMES),
    "n_buf": (0, OPTIONS),
    **dict.fromkeys(("n_look", "rest"), (0, LOOK)),
    "look_deck": (NONE, 2),
    "found": INST_OR_NONE,
    "hurt": (0, UNITS - 1),
    **dict.fromkeys(("hurt_n", "hurt_done", "hurt_roll"), None),
    "n_hurt": (0, UNITS),
    "hurt_row": ROW_OR_NONE,
    "lasting.kind": (0, max(Lasting)),
    "lasting.until": (0, max(Until)),
    "lasting.controller": SEAT_OR_NONE,
    **dict.fromkeys(("lasting.who", "lasting.gen", "lasting.n", "lasting.ref"), None),
    "lasting.src": INST_OR_NONE,
    "n_lasting": (0, LASTING),
    "obligations.who": SEAT_OR_NONE,
    "obligations.extra": FLAG,
    **dict.fromkeys(("obligations.what", "obligations.gen", "obligations.other", "obligations.other_gen"), None),
    "n_obligations": (0, OBLIGATIONS),
    "forced": FLAG,
    **dict.fromkeys(("die", "history"), (0, 6)),
    "n_die": (0, DICE),
    # the decision
    "asked": SEAT_OR_NONE,
    "question": (0, max(Question)),
    "shape": (0, max(Shape)),
    **dict.fromkeys(("option", "answer"), None),
    "n_options": (0, OPTIONS),
}
RANGES = Ranges(STATE, BOUNDS)

IN_A_LIST = (Zone.DECK, Zone.PILE, Zone.HAND, Zone.ITEM, Zone.CURSE, Zone.SHOP, Zone.ACTIVE, Zone.CHARACTER, Zone.ROOM)
OF_A_SEAT = (Zone.HAND, Zone.ITEM, Zone.CURSE, Zone.SOUL, Zone.CHARACTER)
LOWEST = -(2**15)


def valid_references() -> NDArray[np.bool_]:
    """For each int16, from the lowest on: whether it refers to something, or is NONE or a number as registers hold them too."""
    valid = np.zeros(2**16, bool)
    for first, last in ((NO_MORE, Ref.CARD + N_INSTANCES - 1), (Ref.STACK, Ref.STACK + LAST_UID)):
        valid[int(first) - LOWEST : int(last) - LOWEST + 1] = True
    return valid


REFERENCES = valid_references()
OPTIONS_TOO = REFERENCES.copy()  # the list of options may also hold waiting objects and lasting effects
OPTIONS_TOO[WAITING - OBJECTS + 1 - LOWEST : WAITING - LOWEST + 1] = True
OPTIONS_TOO[LASTING_OPTION - LASTING + 1 - LOWEST : LASTING_OPTION - LOWEST + 1] = True


def fault(state: NDArray[np.uint8]) -> str | None:
    return RANGES.fault(state) or next(faults(state), None)


def faults(state: NDArray[np.uint8]) -> Iterator[str]:
    """Contradictions in a state whose numbers are in their ranges."""
    for names, valid in (
        (("objects.reg", "objects.it", "objects.dealer", "frames.reg", "buf", "winner"), REFERENCES),
        (("hurt_dealer", "lasting.who", "obligations.what", "obligations.other"), REFERENCES),
        (("option", "answer"), OPTIONS_TOO),
    ):
        for name in names:
            if not valid[RANGES.numbers(state, name).astype(np.int64) - LOWEST].all():
                yield f"{name} refers to nothing that exists"
    s = state.view(STATE.dtype)[0]
    n = int(s["n_players"])
    for name in ("active_player", "next_player", "priority_player", "asked", "passes"):
        if s[name] >= n:
            yield f"{name} is {s[name]} among {n} players"
    for name in ("what", "other"):
        targets = s["obligations"][name][s["obligations"]["who"] != NONE]
        known = (targets == NONE) | (targets >= Ref.CARD) & (targets < Ref.STACK)
        if not (known | (targets == Ref.DECK + Deck.MONSTER) & (name == "what")).all():
            yield f"obligations.{name} is no monster"
    yield from card_faults(s, n)
    yield from room_faults(s)
    yield from monster_faults(s)
    yield from object_faults(s)
    yield from question_faults(s)
    yield from promise_faults(s, n)


def card_faults(s: Any, n: int) -> Iterator[str]:
    """Each card is in one list, that of its zone (R2.21)."""
    zone, owner = s["zone"], s["owner"]
    lists = [(Zone.DECK, s["deck"][d][: s["n_deck"][d]]) for d in range(3)]
    lists += [(Zone.PILE, s["pile"][d][: s["n_pile"][d]]) for d in range(3)]
    lists += [(Zone.HAND, s["hand"][p][: s["n_hand"][p]]) for p in range(n)]
    lists += [(Zone.CHARACTER, s["character"][:n]), (Zone.SHOP, s["shop"][: s["n_shop"]])]
    lists += [(Zone.DECK, s["room_deck"][: s["n_room_deck"]]), (Zone.PILE, s["room_pile"][: s["n_room_pile"]])]
    times = np.zeros(N_INSTANCES, np.int64)
    for where, cards in lists:
        held = cards[cards != NONE]
        np.add.at(times, held, 1)
        if (zone[held] != where).any():
            yield f"a card in the list of zone {where.name.lower()} is elsewhere"
    np.add.at(times, s["play"][: s["n_play"]], 1)
    for d in range(3):
        cards = np.concatenate([s[name][d][: s[f"n_{name}"][d]] for name in ("deck", "pile")])
        if (cards == NONE).any() or (T.C_DECK[T.INST_CARD[cards]] != d).any():
            yield f"deck {d} holds other cards"
        if (s["place"][s["deck"][d][: s["n_deck"][d]]] != np.arange(s["n_deck"][d])).any():
            yield f"the stored places of deck {d} are not those of its cards"
    if (times != np.isin(zone, IN_A_LIST)).any():
        yield "a card is in several lists, or in none"
    if (owner[np.isin(zone, OF_A_SEAT)] >= n).any() or (owner[np.isin(zone, OF_A_SEAT)] == NONE).any():
        yield f"a card belongs to none of the {n} players"
    if (s["n_hand"][n:] != 0).any() or (s["character"][n:] != NONE).any():
        yield f"cards of a seat beyond the {n} players"
    if (s["character"][:n] == NONE).any() and s["asked"] != NONE and s["question"] != Question.DRAFT:
        yield "a player without a character"


def room_faults(s: Any) -> Iterator[str]:
    """Rooms are in the deck, in the discard pile or in slots, and only in a game with rooms."""
    slots = s["room"][: s["n_rooms"]]
    for k, inst in enumerate(slots.tolist()):
        if inst != NONE and (s["zone"][inst] != Zone.ROOM or s["owner"][inst] != k):
            yield f"room slot {k} holds a card that is elsewhere"
    if (s["zone"] == Zone.ROOM).sum() != (slots != NONE).sum() or (s["room"][s["n_rooms"] :] != NONE).any():
        yield "a room is face up outside the room slots"
    listed = np.concatenate(
        [s["room_deck"][: s["n_room_deck"]], s["room_pile"][: s["n_room_pile"]], slots[slots != NONE]]
    )
    if (listed < FIRST_ROOM).any() or len(listed) != (N_ROOM if s["rooms"] else 0):
        yield "the rooms of the game are not all in its deck, discard pile and slots"


def monster_faults(s: Any) -> Iterator[str]:
    """Monsters are in slots, with those that they cover below them."""
    slots = s["slot"][: s["n_slots"]]
    if (s["slot"][s["n_slots"] :] != NONE).any() or (s["shop"][s["n_shop"] :] != NONE).any():
        yield "a card in a slot that does not exist"
    covered = np.zeros(N_INSTANCES, bool)
    for k, active in enumerate(slots.tolist()):
        if active != NONE and (s["zone"][active] != Zone.ACTIVE or s["owner"][active] != k):
            yield f"slot {k} holds a card that is elsewhere"
            return
        inst = NONE if active == NONE else int(s["under"][active])
        while inst != NONE:
            if covered[inst] or s["zone"][inst] != Zone.COVERED or s["owner"][inst] != k:
                yield f"a card covered in slot {k} is elsewhere"
                return
            covered[inst] = True
            inst = int(s["under"][inst])
    if (covered != (s["zone"] == Zone.COVERED)).any() or (s["zone"] == Zone.ACTIVE).sum() != (slots != NONE).sum():
        yield "an active or covered monster is not in a slot"
    if s["attacking"] == 1 and (s["attacked"] == NONE or s["zone"][s["attacked"]] != Zone.ACTIVE):
        yield "there is an attack, but not on an active monster"


def object_faults(s: Any) -> Iterator[str]:
    """Objects on the stack, waiting and resolving exist, and are listed once each."""
    kind = s["objects"]["kind"]
    listed = np.concatenate([s["stack"][: s["n_stack"]], s["waiting"][: s["n_waiting"]]])
    if len(np.unique(listed)) != len(listed) or (kind[listed] == 0).any():
        yield "the stack and the waiting list hold an object twice, or one that does not exist"
    rolls = s["objects"][kind == Obj.ROLL]
    if (rolls["pc"] >= len(T.ROLLTAB)).any() or (s["objects"]["controller"][kind != 0] >= s["n_players"]).any():
        yield "an object without a player, or a roll without a dice table"
    refills = s["objects"][kind == Obj.REFILL]
    if (refills["slot"] == NONE).any() or not np.isin(refills["n"], (Deck.TREASURE, Deck.MONSTER, Deck.ROOM)).all():
        yield "a refill without a slot"
    frames = s["frames"][: s["n_frames"]]
    if (frames["kind"] == 0).any():
        yield "a frame without a kind"
    working = np.isin(frames["kind"], (Frame.RUN, Frame.ANNOUNCE, Frame.THROW))
    if (frames["object"][working] == NONE).any() or (kind[frames["object"][working]] == 0).any():
        yield "a frame without an object"


def promise_faults(s: Any, n: int) -> Iterator[str]:
    """Open promises and the offer are between two players of the game (R16.1)."""
    rows = s["promises"][s["promises"]["favour"] != 0]
    if len(rows) != s["n_promises"]:
        yield f"{len(rows)} promises are open, but n_promises is {s['n_promises']}"
    if (rows["promiser"] == rows["payer"]).any() or any((rows[k] >= n).any() for k in ("promiser", "payer", "whom")):
        yield f"a promise that is not between two of the {n} players"
    if ((rows["favour"] == Favour.USE) & (rows["item"] == NONE)).any():
        yield "a promise to use an item, without the item"
    bid = s["bid"][0]
    if any(bid[who] >= n for who in ("maker", "payer", "promiser", "whom")):
        yield f"an offer of a player beyond the {n} of the game"


def question_faults(s: Any) -> Iterator[str]:
    options = s["option"][: s["n_options"]]
    if s["asked"] != NONE and (s["outcome"] != Outcome.RUNNING or s["question"] == Question.NOTHING):
        yield f"question {s['question']} with outcome {s['outcome']}"
    if s["asked"] == NONE or s["shape"] == Shape.PRIORITY:
        return
    if s["n_frames"] == 0 or s["n_options"] == 0:
        yield "a question without a frame or without options"
        return
    if s["shape"] == Shape.NUMBER and ((options < NO_MORE) | (options > 6)).any():
        yield "a number that cannot be named"
    if s["shape"] == Shape.FAVOUR and ((options < 1) | (options > max(Favour))).any():
        yield "a favour that cannot be named"
    if s["shape"] == Shape.CENTS and not np.isin(options, (0, *AMOUNTS)).all():
        yield "an amount of cents that cannot be named"
    if s["shape"] in (Shape.MODE, Shape.YES_NO) and ((options < 0) | (options > 2)).any():
        yield "an answer that cannot be named"
    waiting = WAITING - options[options <= WAITING]
    if not np.isin(waiting, s["waiting"][: s["n_waiting"]]).all():
        yield "an option is an object that does not wait"
    if s["question"] == Question.ORDER and not np.isin(options - Ref.CARD, s["look"][: s["n_look"]]).all():
        yield "an option is a card that nobody looks at"
