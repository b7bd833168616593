"""Positions written by hand with what must be read in them, by name: every name of the observation of Betrayal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fs_env.core.betrayal.codes import Deck, Level, Role
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.questions import Frame, Question
from fs_env.core.betrayal.tables import BITE, CLAW, INSTANCE, MISTS, SIGHT, TRAPPER, Zone
from fs_env.core.machine.fields import as_records
from tests.core.meanings import Meaning, Says, told

VIEWER, SEATS = 1, 6  # seat 1 + k is row k
TWO_LEDGERS = 5  # the haunt's place among all
TRACKS = ("might", "speed", "knowledge", "sanity")
ROWS: list[dict[str, int]] = [
    {"adventurer": 0, "side": 1, "tile": 7, "healing": 2, "mark": 9},
    {"adventurer": 2, "side": 2, "tile": 3, "healing": 0, "mark": 5},
    {"adventurer": 5, "side": 1, "tile": 14, "healing": 1, "mark": -1},
]
CLIPS = [(8, 1, 6, 3), (6, 1, 3, 2), (3, 4, 5, 6)]
NUMBERS = [(8, 2, 5, 3), (5, 2, 3, 4), (3, 6, 5, 5)]
"""What stands at those places of the tracks of Torskar, Lia and Tasha."""
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
}
"""Flag to the rows in which it is 1: no two are alike."""


def an_attack(s: Any) -> Says:
    """Seat 4 attacks monster 2 with card 20 in the haunt Two Ledgers; the traitor sits to my left; numbers differ where they can."""
    s.asked, s.turn_seat, s.question, s.haunt, s.omens, s.rounds, s.traitor = (
        4,
        3,
        Question.WEAPON,
        TWO_LEDGERS,
        9,
        7,
        2,
    )
    s.seats[3].spent, s.seats[3].stopped = 8, 1
    s.marks[:] = 4, 1
    s.n_deck[:] = 31, 17, 4, 11, 12, 13
    s.n_frames = 1
    frame = s.frames[0]
    frame.kind, frame.seat, frame.other, frame.card, frame.value = Frame.ATTACK, 4, 8, 20, 12
    for q in range(SEATS):
        s.seats[q].role = Role.TRAITOR if q == 2 else Role.HERO
        s.seats[q].shown = 1
    return {
        "num_players": 6,
        "to_act": 3,
        "turn_seat": 2,
        "question": 13,
        "haunt": 5,
        "omens": 9,
        "rounds": 7,
        "spent": 8,
        "stopped": 1,
        "asking": {"card": 20, "event": -1, "left": 12, "figure": 8, "doing": 8},
        **{f"decks[{d}]": n for d, n in zip(Deck, (31, 17, 4, 11, 12, 13), strict=True)},
        "aims[0]": {"goal": 0, "done": 4, "needed": 7},  # two pages, and one for each of five heroes
        "aims[1]": {"goal": 1, "done": 0, "needed": 1},
        "aims[2]": {"goal": -1, "done": 0, "needed": 0},
    }


def an_event(s: Any) -> Says:
    """Before the haunt seat 1 is asked about event 12."""
    s.asked, s.turn_seat, s.question, s.n_frames = 1, 1, Question.EITHER, 1
    frame = s.frames[0]
    frame.kind, frame.seat, frame.card, frame.n = Frame.PROGRAM, 1, 12, 3
    return {
        "to_act": 0,
        "haunt": -1,
        "asking": {"card": -1, "event": 12, "left": 0, "figure": -1, "doing": 6},
        "aims[0]": {"goal": -1, "done": 0, "needed": 0},
    }


def damage(s: Any) -> Says:
    """Seat 0 has five points of damage left."""
    s.asked, s.turn_seat, s.question, s.n_frames = 0, 1, Question.SPLIT, 1
    frame = s.frames[0]
    frame.kind, frame.seat, frame.card, frame.n, frame.other = Frame.DAMAGE, 0, -1, 5, -1
    return {"to_act": 5, "asking": {"card": -1, "event": -1, "left": 5, "figure": -1, "doing": 7}}


def adventurers(s: Any) -> Says:
    """Three told in full, and a flag of each kind in some rows of all."""
    s.haunt, s.traitor, s.inspired = TWO_LEDGERS, 2, VIEWER
    marks = (9, 0, -1)  # monster 3; seat 0, five to the left of me
    for k in range(SEATS):
        seat = s.seats[(VIEWER + k) % SEATS]
        seat.role, seat.shown, seat.tile = Role.TRAITOR if k == 1 else Role.HERO, 1, 0
        for name in ("alive", "escaped", "attacked", "cursed", "power", "shaped", "slow"):
            setattr(seat, "slow_next" if name == "slow" else name, int(k in FLAGS[name]))
    for k, row in enumerate(ROWS):
        seat = s.seats[VIEWER + k]
        seat.adventurer, seat.tile, seat.healing, seat.mark = row["adventurer"], row["tile"], row["healing"], marks[k]
        seat.at[:] = CLIPS[k]
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
    s.haunt, s.traitor = TWO_LEDGERS, 2
    for m, (kind, tile, stunned) in {2: (1, 12, 0), 3: (0, 9, 1)}.items():
        s.monsters[m].kind, s.monsters[m].tile, s.monsters[m].stunned = kind, tile, stunned
    s.zone[INSTANCE[3]], s.owner[INSTANCE[3]], s.touched = Zone.HELD, 4, 1 << 3
    s.zone[INSTANCE[5]], s.owner[INSTANCE[5]] = Zone.GROUND, 11
    return {
        "monsters[2]": {"kind": 1, "tile": 12, "stunned": 0},
        "monsters[3]": {"kind": 0, "tile": 9, "stunned": 1},
        "monsters[4]": {"kind": -1, "tile": -1, "stunned": 0},
        "cards[3]": {"owner": 3, "lies": -1, "touched": 1},
        "cards[5]": {"owner": -1, "lies": 11, "touched": 0},
        "cards[6]": {"owner": -1, "lies": -1, "touched": 0},
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
    nine = {"placed": 1, "here": 1, "east": 3, "south": -1, "tokens": 9}
    ten = {"placed": 1, "here": 0, "east": 2, "south": 2, "tokens": 0}
    return {
        "tiles[9]": nine | {"door_north": 1, "door_east": 2, "door_south": 0, "door_west": 4},
        "tiles[10]": ten | {"door_north": 3, "door_east": 0, "door_south": 4, "door_west": 0},
        "tiles[20]": {"placed": 0, "here": 0, "east": 0, "south": 0, "tokens": 0},
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
    for write in (an_attack, an_event, damage, adventurers, monsters_and_cards, the_map):
        S = GAME.new()
        GAME.setup(S, seed=1, num_players=SEATS)
        says = write(as_records(S)[0])
        yield Meaning(write.__name__, S, VIEWER, GAME.observe(S, VIEWER), list(told(says)))
