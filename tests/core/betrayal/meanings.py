"""Positions written by hand with what must be read in them, by name: every name of the observation of Betrayal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.codes import Deck, Level, Role
from fs_env.core.betrayal.language.questions import Frame, Question, Reaction
from fs_env.core.betrayal.tables import BITE, CLAW, INSTANCE, MISTS, SIGHT, TILE_BASE, TRAPPER, Zone
from fs_env.core.machine.declare.fields import as_records
from fs_env.core.machine.table.secrets import MEMBER
from tests.core.meanings import Meaning, Says, told

VIEWER, SEATS = 1, 6  # seat 1 + k is row k
TWO_LEDGERS = 5  # the haunt's place among all
TRACKS = ("might", "speed", "knowledge", "sanity")
ROWS: list[dict[str, int]] = [
    {"adventurer": 0, "side": 1, "tile": 7, "healing": 2, "wards": 3, "mark": 9, "loom": 33, "away": 1},
    {"adventurer": 2, "side": 2, "tile": 3, "healing": 0, "wards": 0, "mark": 5, "loom": -38, "away": 0},
    {"adventurer": 5, "side": 1, "tile": 14, "healing": 1, "wards": 7, "mark": -1, "loom": 4, "away": 2},
]
CLIPS = [(8, 1, 6, 3), (6, 1, 3, 2), (3, 4, 5, 6)]
NUMBERS = [(8, 2, 5, 3), (5, 2, 3, 4), (3, 6, 5, 5)]
"""The numbers at those places of the tracks of Torskar, Lia and Tasha."""
FLAGS: dict[str, tuple[int, ...]] = {
    "alive": (0, 1, 2, 3, 4),
    "escaped": (3, 4),
    "attacked": (0, 1),
    "cursed": (0, 2),
    "slow": (0, 3),
    "power": (0, 4),
    "shaped": (1, 2),
    "inspired": (0,),
    "claw": (1,),
    "sight": (2,),
    "mists": (3,),
    "trapper": (4,),
    "bite": (1, 3),
    "open": (0, 1, 2),
    "figurine": (1, 4),
    "flask": (2, 3),
}
"""Flag to the rows in which it is 1: no two are alike."""


def a_haunt(s: Any) -> Says:
    """In the haunt Two Ledgers it is the turn of seat 3; the traitor sits to my left; numbers differ where they can."""
    s.asked, s.turn_seat, s.question, s.haunt, s.omens, s.rounds, s.traitor = (
        4,
        3,
        Question.WEAPON,
        TWO_LEDGERS,
        9,
        7,
        2,
    )
    s.revealer, s.begun, s.fate, s.turn, s.decisions, s.max_decisions = 5, 1, 14, 43, 7, 24
    s.demon, s.played = 1, 9
    seat = s.seats[3]
    seat.spent, seat.stopped, seat.slow, seat.ended, seat.opened, seat.tasks = 8, 1, 0, 0, 0, 0b10
    s.immediate, s.any_orientation, s.open_haunts, s.wanted = 1, 0, 0, 4
    s.marks[:], s.speed[:], s.n_deck[:] = (4, 1), (3, 5), (31, 17, 4, 11, 12, 13)
    s.n_due, s.due_omen[0], s.due_tile[0] = 1, 2, 15
    for q in range(SEATS):
        s.seats[q].role, s.seats[q].shown = Role.TRAITOR if q == 2 else Role.HERO, 1
    put_frames(s, ["turn"])
    return {
        "num_players": 6,
        "to_act": 3,
        "turn_seat": 2,
        "question": 13,
        "reaction": 0,
        "haunt": 5,
        "revealer": 4,
        "traitor": 1,
        "demon": 1,
        "begun": 1,
        "omens": 9,
        "rounds": 7,
        "marks[0]": 4,
        "marks[1]": 1,
        "speed[0]": 3,
        "speed[1]": 5,
        "turn": 43,
        "decisions_left": 17,
        "spent": 8,
        "stopped": 1,
        "slowed": 0,
        "ended": 0,
        "opened": 0,
        "tried[0]": 0,
        "tried[1]": 1,
        "fate": 14,
        "options": {"immediate": 1, "any_orientation": 0, "open_haunts": 0, "haunt": 3, "played": 9},
        "due[0]": {"omen": 24, "tile": 15},  # the third omen, after 22 items
        "due[1]": {"omen": -1, "tile": -1},
        **{f"decks[{d}]": n for d, n in zip(Deck, (31, 17, 4, 11, 12, 13), strict=True)},
        "aims[0]": {"goal": 0, "done": 4},
        "aims[1]": {"goal": 1, "done": 0, "needed": 1},
        "aims[2]": {"goal": -1, "done": 0, "needed": 0},
        "aims[3]": {"goal": -1, "done": 0, "needed": 0},
    }


def clues(s: Any) -> Says:
    """In haunt 7 four clues are found, of as many as there are adventurers."""
    s.haunt, s.traitor, s.marks[:] = 0, 2, (4, 1)
    for q in range(SEATS):
        s.seats[q].role, s.seats[q].shown = Role.TRAITOR if q == 2 else Role.HERO, 1
    return {"aims[0]": {"goal": 0, "done": 4, "needed": 6}, "aims[1]": {"goal": 1, "done": 0, "needed": 1}}


def a_turn(s: Any) -> Says:
    """Before the haunt a slow seat whose turn ends is asked whether to use its Figurine; the options differ."""
    s.asked, s.question, s.reaction = 1, Question.REACT, Reaction.FIGURINE
    seat = s.seats[s.turn_seat]
    seat.slow, seat.ended, seat.opened = 1, 1, 0
    s.any_orientation = s.open_haunts = s.demon = 1
    return {
        "reaction": 2,
        "haunt": -1,
        "begun": 0,
        "stopped": 0,
        "slowed": 1,
        "ended": 1,
        "opened": 0,
        "demon": 1,
        "options": {"immediate": 0, "any_orientation": 1, "open_haunts": 1, "haunt": -1},
        "aims[0]": {"goal": -1, "done": 0, "needed": 0},
        "speed[0]": -1,
    }


def a_chest(s: Any) -> Says:
    """A slow seat that may move no more has tried the chest; the map may be turned as one likes."""
    seat = s.seats[s.turn_seat]
    seat.stopped, seat.slow, seat.opened = 1, 1, 1
    s.any_orientation = 1
    options = {"any_orientation": 1, "open_haunts": 0}
    return {"begun": 0, "stopped": 1, "slowed": 1, "ended": 0, "opened": 1, "demon": 0, "options": options}


FRAMES: dict[str, tuple[dict[str, int], dict[str, int]]] = {
    "turn": ({"kind": Frame.TURN, "seat": 3, "value": 1}, {"doing": 1, "who": 2, "stage": 1}),
    "attack": (
        {"kind": Frame.ATTACK, "seat": 4, "other": 8, "card": 20, "trait": 2, "n": 4, "value": 12, "mask": 18},
        {"doing": 8, "who": 3, "figure": 8, "card": 20, "trait": 2, "left": 12, "stage": 4, "manner": 18},
    ),
    "damage": (
        {"kind": Frame.DAMAGE, "seat": 0, "other": 3, "harm": 1, "n": 6, "value": 3, "mask": 1, "trait": 2},
        {"doing": 7, "who": 5, "figure": 5, "by": 2, "harm": 1, "trait": 2, "left": 6, "stage": 3, "manner": 1},
    ),
    "discovery": (
        {"kind": Frame.DISCOVER, "seat": 2, "tile": 9, "n": 3, "value": 4, "card": TILE_BASE + 30},
        {"doing": 3, "who": 1, "tile": 9, "drawn": 30, "way": 3},
    ),
    "text": (
        {"kind": Frame.PROGRAM, "seat": 5, "card": 12, "pc": 77, "tile": 16, "trait": 3, "n": 2, "value": 5, "mask": 8},
        {
            "doing": 6,
            "who": 4,
            "event": 12,
            "tile": 16,
            "trait": 3,
            "left": 2,
            "rolled": 5,
            "instruction": 77,
            "manner": 8,
        },
    ),
}
"""Things that the rules do: what stands in the frame, and what seat 1 reads."""
NOT_THERE = dict.fromkeys(("who", "figure", "by", "card", "event", "tile", "drawn", "way", "trait", "harm"), -1)
NOT_THERE |= dict.fromkeys(("doing", "left", "rolled", "stage", "instruction", "manner"), 0)


def put_frames(s: Any, names: Sequence[str]) -> None:
    """The rules are doing these things, the innermost last."""
    s.n_frames = len(names)
    for k, name in enumerate(names):
        blank = dict.fromkeys(("tile", "other", "trait", "card"), -1)
        blank |= dict.fromkeys(("step", "harm", "pc", "n", "value", "mask"), 0)
        for field, number in (blank | FRAMES[name][0]).items():
            setattr(s.frames[k], field, number)


def under_way(s: Any, first: int) -> Says:
    """Everything at once, with another frame innermost."""
    names = [*list(FRAMES)[first:], *list(FRAMES)[:first]]
    s.asked, s.question = 1, Question.MAY
    put_frames(s, names)
    read = [NOT_THERE | FRAMES[name][1] for name in reversed(names)] + [NOT_THERE]
    return {"asking": read[0], **{f"underway[{k}]": row for k, row in enumerate(read[1:])}}


def adventurers(s: Any) -> Says:
    """Three told in full, and a flag of each kind in some rows of all."""
    s.haunt, s.traitor, s.inspired = TWO_LEDGERS, 2, VIEWER
    marks = (9, 0, -1)  # monster 3; seat 0, five to the left of me
    for k in range(SEATS):
        seat = s.seats[(VIEWER + k) % SEATS]
        seat.role, seat.tile = Role.TRAITOR if k == 1 else Role.HERO, 0
        for name in ("alive", "escaped", "attacked", "cursed", "power", "shaped", "slow", "open", "figurine", "flask"):
            setattr(seat, {"slow": "slow_next", "open": "shown"}.get(name, name), int(k in FLAGS[name]))
    for k, row in enumerate(ROWS):
        seat = s.seats[VIEWER + k]
        seat.adventurer, seat.tile, seat.healing, seat.mark = row["adventurer"], row["tile"], row["healing"], marks[k]
        seat.at[:], seat.loom, seat.away, seat.wards = CLIPS[k], row["loom"], row["away"], row["wards"]
    for event, row in ((CLAW, 1), (SIGHT, 2), (MISTS, 3), (TRAPPER, 4), (BITE, 1)):
        s.zone[event], s.owner[event] = Zone.KEPT, VIEWER + row
    s.seats[VIEWER + 3].bitten = 1
    says: Says = {}
    for k, row in enumerate(ROWS):
        clips = {f"{trait}_at": n for trait, n in zip(TRACKS, CLIPS[k], strict=True)}
        says[f"players[{k}]"] = {**row, **clips, **dict(zip(TRACKS, NUMBERS[k], strict=True))}
    for name, rows in FLAGS.items():
        says |= {f"players[{k}].{name}": int(k in rows) for k in range(SEATS)}
    return says


def monsters_and_cards(s: Any) -> Says:
    """Two monsters, some cards and what they gave; the events 3 to 5 are on top of their deck, one known to be among them."""
    s.haunt, s.traitor = TWO_LEDGERS, 2
    for m, (kind, tile, stunned) in {2: (1, 12, 0), 3: (0, 9, 1)}.items():
        s.monsters[m].kind, s.monsters[m].tile, s.monsters[m].stunned = kind, tile, stunned
    s.zone[INSTANCE[3]], s.owner[INSTANCE[3]], s.touched = Zone.HELD, 4, 1 << 3
    s.zone[INSTANCE[5]], s.owner[INSTANCE[5]] = Zone.GROUND, 11
    s.zone[INSTANCE[6]] = Zone.PILE
    s.gained[10] = 0, 2, 1, 3  # the fourth of those that raise traits
    s.zone[7] = Zone.LYING
    s.deck[Deck.EVENTS, :5], s.n_deck[Deck.EVENTS], s.mixed = (1, 2, 3, 4, 5), 5, 1
    for event in (3, 4, 5):
        s.mix[event] = (MEMBER if event == 4 else 0) + 1 << 4 * VIEWER
    return {
        "monsters[2]": {"kind": 1, "tile": 12, "stunned": 0},
        "monsters[3]": {"kind": 0, "tile": 9, "stunned": 1},
        "monsters[4]": {"kind": -1, "tile": -1, "stunned": 0},
        "cards[3]": {"owner": 3, "lies": -1, "touched": 1, "zone": 4},
        "cards[5]": {"owner": -1, "lies": 11, "touched": 0, "zone": 5},
        "cards[6]": {"owner": -1, "lies": -1, "touched": 0, "zone": 2},
        "gained[3]": {"might": 0, "speed": 2, "knowledge": 1, "sanity": 3},
        "events[2]": {"zone": 1, "among": 0},
        "events[4]": {"zone": 1, "among": 3},
        "events[5]": {"zone": 1, "among": 0},
        "events[7]": {"zone": 7, "among": 0},
    }


def the_map(s: Any) -> Says:
    """I stand on tile 7; tile 9 lies three to the east and one to the north, tile 10 two and two from the Landing."""
    s.seats[VIEWER].tile = 7
    for t, level, x, y, doors, tokens in (
        (7, Level.CITY, 4, -3, (1, 1, 1, 1), 0),
        (9, Level.CITY, 7, -4, (1, 2, 0, 4), 9),
        (10, Level.CATACOMB, 1, 2, (3, 0, 4, 0), 0),
    ):
        tile = s.tiles[t]
        tile.level, tile.x, tile.y, tile.tokens = level, x, y, tokens
        tile.doors[:] = doors
    s.tiles[10].fresh = 1
    s.seats[s.turn_seat].left = 1 << 10 | 1 << 20
    s.seats[3].once = s.seats[0].once = 1 << 10
    s.zone[TILE_BASE + 20] = Zone.PILE
    flags = {"fresh": 0, "left": 0, "used": 0, "discarded": 0}
    nine = {"placed": 1, "here": 1, "east": 3, "south": -1, "tokens": 9} | flags
    ten = (
        {"placed": 1, "here": 0, "east": 2, "south": 2, "tokens": 0} | flags | {"fresh": 1, "left": 1, "used": 0b100100}
    )
    nowhere = {"placed": 0, "here": 0, "east": 0, "south": 0, "tokens": 0} | flags | {"left": 1, "discarded": 1}
    return {
        "tiles[9]": nine | {"door_north": 1, "door_east": 2, "door_south": 0, "door_west": 4},
        "tiles[10]": ten | {"door_north": 3, "door_east": 0, "door_south": 4, "door_west": 0},
        "tiles[20]": nowhere,
        "grid_tile[0][5][5]": 7,
        "grid_tile[0][4][8]": 9,
        "grid_doors[0][4][8]": 0b1011,
        "grid_tile[1][7][7]": 10,
        "grid_doors[1][7][7]": 0b0101,
        "grid_tile[0][0][0]": -1,
        "grid_doors[0][0][0]": 0,
    }


def meanings() -> Iterator[Meaning]:
    """All positions with what must be read in them."""
    positions = [a_haunt, clues, a_turn, a_chest, adventurers, monsters_and_cards, the_map]
    stacks = [partial(under_way, first=first) for first in range(len(FRAMES))]
    for write in (*positions, *stacks):
        S = GAME.new()
        GAME.setup(S, seed=1, num_players=SEATS)
        says = write(as_records(S)[0])
        name = getattr(write, "__name__", "under_way")
        yield Meaning(name, S, VIEWER, GAME.observe(S, VIEWER), list(told(says)))
