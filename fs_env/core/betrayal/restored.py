"""The conditions that hold in every position: a restored state must meet all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.core.betrayal import tables as T
from fs_env.core.betrayal.actions import NUM_ACTIONS
from fs_env.core.betrayal.language.codes import FIGURES, MONSTERS, NONE, SEATS, SPACES, Door, Level, Role
from fs_env.core.betrayal.language.haunts import Shape
from fs_env.core.betrayal.language.questions import Frame, Question, Reaction
from fs_env.core.betrayal.state import CHOICES, DEPTH, DUE, LOOKED, STATE, Outcome
from fs_env.core.machine.declare.ranges import Range, Ranges
from fs_env.core.machine.table.bits import set_of

FLAG, SEAT, SEAT_OR_NONE, COUNT = (0, 1), (0, SEATS - 1), (NONE, SEATS - 1), (0, 100)
TILE, TILE_OR_NONE, FIGURE_OR_NONE = (0, T.N_TILES - 1), (NONE, T.N_TILES - 1), (NONE, FIGURES - 1)
INSTANCE, ONE_STACK = (0, T.N_INSTANCES - 1), (0, T.CARDS.capacity)
BOUNDS: dict[str, Range | None] = {
    **dict.fromkeys(("rng", "gen", "seen", "witnessed", "mix", "mixed", "seats.left", "seats.once"), None),
    "zone": (0, max(T.Zone)),
    "owner": TILE_OR_NONE,
    **dict.fromkeys(("deck", "pile", "hand", "look"), INSTANCE),
    "place": (0, T.CARDS.capacity - 1),
    **dict.fromkeys(("n_deck", "n_pile"), ONE_STACK),
    "n_hand": (0, 0),
    "n_look": (0, LOOKED),
    "frames.kind": (0, max(Frame)),
    "frames.step": (0, 2),
    "frames.seat": (0, FIGURES - 1),
    "frames.tile": TILE_OR_NONE,
    "frames.other": FIGURE_OR_NONE,
    "frames.trait": (NONE, 3),
    "frames.harm": FLAG,
    "frames.pc": (0, len(T.PROGRAM) - 1),
    "frames.card": (NONE, T.N_INSTANCES - 1),
    **dict.fromkeys(("frames.n", "frames.value"), (-127, 127)),
    "frames.mask": (0, 127),
    "n_frames": (0, DEPTH),
    **dict.fromkeys(("option", "answer"), (NONE, NUM_ACTIONS - 1)),
    "n_options": (0, CHOICES),
    "asked": SEAT_OR_NONE,
    "question": (0, max(Question)),
    "shape": (0, 0),
    "asking_card": (NONE, NONE),
    "seats.at": (0, SPACES),
    "seats.adventurer": (NONE, 11),
    "seats.away": (0, 2),
    "seats.tile": TILE_OR_NONE,
    "seats.role": (0, max(Role)),
    **dict.fromkeys(
        (
            f"seats.{name}"
            for name in (
                "alive", "escaped", "shown", "stopped", "ended", "slow", "slow_next", "cursed", "attacked",
                "power", "shaped", "figurine", "flask", "bitten", "opened",
            )
        ),
        FLAG,
    ),
    "seats.spent": COUNT,
    "seats.healing": (0, 2),
    "seats.wards": (0, 127),
    "seats.tasks": (0, 3),
    "seats.mark": FIGURE_OR_NONE,
    "seats.loom": (-60, 60),
    "tiles.doors": (0, max(Door)),
    "tiles.beside": TILE_OR_NONE,
    "tiles.tokens": (0, 2047),
    "tiles.level": (NONE, max(Level)),
    **dict.fromkeys(("tiles.x", "tiles.y"), (-T.N_TILES, T.N_TILES)),
    "tiles.turned": (0, 3),
    "tiles.fresh": FLAG,
    "monsters.kind": (NONE, 1),
    "monsters.tile": TILE_OR_NONE,
    "monsters.stunned": FLAG,
    "gained": (0, SPACES),
    **dict.fromkeys(("touched", "seats.cards", "tiles.cards"), (0, (1 << T.N_POSSESSIONS) - 1)),
    "placed": (0, (1 << T.N_TILES) - 1),
    "n_monsters": (0, MONSTERS),
    "decisions": (0, 2**31 - 2),
    "max_decisions": (1, 2**31 - 1),
    "turn": (0, 2**15 - 2),
    "due_omen": (0, T.N_OMENS - 1),
    "due_tile": TILE_OR_NONE,
    "speed": (NONE, 16),
    "marks": COUNT,
    "n_players": (3, SEATS),
    **dict.fromkeys(("first", "turn_seat"), SEAT),
    "outcome": (0, max(Outcome)),
    "winners": (0, (1 << SEATS) - 1),
    "n_due": (0, DUE),
    "omens": (0, T.N_OMENS),
    "haunt": (NONE, T.N_HAUNTS - 1),
    **dict.fromkeys(("revealer", "traitor", "inspired"), SEAT_OR_NONE),
    **dict.fromkeys(("rounds", "fate"), COUNT),
    "killer": FIGURE_OR_NONE,
    "reaction": (0, max(Reaction)),
    **dict.fromkeys(("judging", "begun", "demon", "immediate", "any_orientation", "open_haunts"), FLAG),
    "wanted": (0, T.N_HAUNTS),
    "played": (0, (1 << T.N_HAUNTS) - 1),
    "free": COUNT,
    "gate": TILE_OR_NONE,
}  # fmt: skip
RANGES = Ranges(STATE, BOUNDS)


def fault(state: NDArray[np.uint8]) -> str | None:
    """The first impossibility in a state's bytes, contiguous and aligned, as text; None for one that can be played on."""
    return RANGES.fault(state) or next(faults(state.view(STATE.dtype)[0]), None)


def faults(s: Any) -> Iterator[str]:
    n = int(s["n_players"])
    for name in ("first", "turn_seat", "revealer", "traitor", "inspired", "asked"):
        if s[name] >= n:
            yield f"{name} is {s[name]} among {n} players"
    if int(s["winners"]) >> n:
        yield f"winners are {int(s['winners']):#x} among {n} players"
    yield from stack_faults(s, n)
    yield from map_faults(s, n)
    yield from haunt_faults(s, n)
    yield from frame_faults(s, n)
    running = s["outcome"] == Outcome.RUNNING
    if running != (s["asked"] != NONE) or (running and (s["n_options"] < 1 or s["n_frames"] < 1)):
        yield f"seat {s['asked']} is asked with {s['n_options']} options and outcome {s['outcome']}"
    if running and ((s["option"][: s["n_options"]] < 0).any() or s["question"] == Question.NOTHING):
        yield "an option is no action, or nothing is asked"


def stack_faults(s: Any, n: int) -> Iterator[str]:
    listed = np.zeros(T.N_INSTANCES, np.int64)
    for d in range(T.CARDS.n_decks):
        for zone, name in ((T.Zone.DECK, "deck"), (T.Zone.PILE, "pile")):
            cards = s[name][d, : s[f"n_{name}"][d]]
            if (cards >= len(T.DECK_OF)).any() or (T.DECK_OF[cards] != d).any() or (s["zone"][cards] != zone).any():
                yield f"{name} {d} holds what does not belong there"
                return
            np.add.at(listed, cards, 1)
            if zone == T.Zone.DECK and (s["place"][cards] != np.arange(len(cards))).any():
                yield f"a card of deck {d} has another place"
    stacked = np.isin(s["zone"], (T.Zone.DECK, T.Zone.PILE))
    if (listed[stacked] != 1).any() or listed[~stacked].any():
        yield "a card is in two places or in none"
    if (s["zone"] == T.Zone.HAND).any():
        yield "a card is in a hand"
    ours = np.isin(s["zone"], (T.Zone.HELD, T.Zone.KEPT))
    if (s["owner"][ours] < 0).any() or (s["owner"][ours] >= n).any():
        yield "a card is controlled by no seat"
    if (s["owner"][np.isin(s["zone"], (T.Zone.GROUND, T.Zone.LYING))] < 0).any():
        yield "a card lies on no tile"
    zone, owner = s["zone"][T.INSTANCE], s["owner"][T.INSTANCE]
    for name, where in (("seats", T.Zone.HELD), ("tiles", T.Zone.GROUND)):
        for k, cards in enumerate(s[name]["cards"]):
            if cards != set_of(np.flatnonzero((zone == where) & (owner == k))):
                yield f"the cards of {name}[{k}] are {int(cards):#x}, not those of its zone"


def map_faults(s: Any, n: int) -> Iterator[str]:
    """Tiles on the map know their neighbours, figures stand on tiles that are there."""
    tiles = s["tiles"]
    placed = tiles["level"] != NONE
    for level in Level:
        if s["placed"][level] != set_of(np.flatnonzero(tiles["level"] == level)):
            yield f"the tiles of level {level} are {int(s['placed'][level]):#x}, not those on it"
    if not placed[: T.N_START].all():
        yield "a start tile is not on the map"
    if (tiles["beside"][~placed] != NONE).any():
        yield "a tile off the map has neighbours"
    for t in np.flatnonzero(placed):
        for d, other in enumerate(tiles["beside"][t]):
            if other != NONE and (not placed[other] or tiles["beside"][other, (d + 2) % 4] != t):
                yield f"tile {t} has a neighbour that does not know it"
                return
    for tile in range(T.N_START, T.N_TILES):
        if placed[tile] != (s["zone"][T.TILE_BASE + tile] == T.Zone.PLAYED):
            yield f"tile {tile} is on the map and in a stack, or in neither"
            return
    stand = [int(seat["tile"]) for seat in s["seats"][:n] if seat["tile"] != NONE]
    stand += [int(m["tile"]) for m in s["monsters"] if m["kind"] != NONE]
    stand += [int(t) for t in s["due_tile"][: s["n_due"]] if t != NONE] + [int(t) for t in s["gate"] if t != NONE]
    if any(not (0 <= t < T.N_TILES and placed[t]) for t in stand):
        yield "a figure or token stands on a tile that is not on the map"
    if ((tiles["tokens"] & 1) != 0).any() and (s["gate"] == NONE).any():
        yield "there is half a gate"
    if (tiles["tokens"][~placed] != 0).any():
        yield "a token lies on a tile that is not on the map"


def haunt_faults(s: Any, n: int) -> Iterator[str]:
    seats = s["seats"][:n]
    haunted = s["haunt"] != NONE
    if haunted != (s["revealer"] != NONE) or (seats["role"] != Role.NONE).any() != haunted:
        yield f"haunt {s['haunt']} with revealer {s['revealer']}"
        return
    cooperative = haunted and T.HAUNT_SHAPE[s["haunt"]] == Shape.COOPERATIVE
    if (s["traitor"] != NONE) != (haunted and not cooperative):
        yield f"traitor {s['traitor']} in haunt {s['haunt']}"
    elif s["traitor"] != NONE and seats["role"][s["traitor"]] != Role.TRAITOR and not T.TURNS_BACK[s["haunt"]].any():
        yield f"traitor {s['traitor']} is on the heroes' side"
    plays = seats["adventurer"] != NONE
    if not haunted and ((seats["alive"] == 0).any() or (seats["at"][plays] == 0).any()):
        yield "an adventurer is dead before the haunt"
    if not haunted and (s["monsters"]["kind"] != NONE).any():
        yield "a monster is there before the haunt"
    if (s["monsters"]["kind"][s["n_monsters"] :] != NONE).any():
        yield f"more than {s['n_monsters']} monsters have come"
    if (seats["alive"].astype(bool) & (seats["tile"] == NONE) & (seats["escaped"] == 0) & (seats["away"] == 0)).any():
        yield "a living adventurer is nowhere"


def frame_faults(s: Any, n: int) -> Iterator[str]:
    under = NONE
    for frame in s["frames"][: s["n_frames"]]:
        kind, card = int(frame["kind"]), int(frame["card"])
        if frame["seat"] >= n and (kind not in (Frame.ATTACK, Frame.DAMAGE) or frame["seat"] < SEATS):
            yield f"a frame concerns seat {frame['seat']} among {n} players"
        if kind == Frame.EVENT and not 0 <= card < T.N_EVENTS:
            yield f"event {card} is resolved"
        if kind == Frame.TRADE and not 0 <= card < T.N_POSSESSIONS:
            yield f"possession {card} is offered"
        if kind in (Frame.LEAVE, Frame.DISCOVER, Frame.ENTER) and frame["tile"] == NONE:
            yield "a figure moves nowhere"
        if kind == Frame.LEAVE and not 0 <= frame["n"] < 7:
            yield f"way {frame['n']} is taken"
        if kind == Frame.DISCOVER and not (0 <= frame["n"] < 4 and 3 <= frame["value"] < 6):
            yield f"side {frame['n']} of stack {frame['value']} is explored"
        if kind == Frame.WATCH and under not in (Frame.LEAVE, Frame.MONSTERS):
            yield "the Eye of Vecna stops nobody"
        if kind == Frame.SETUP and not 0 <= frame["n"] < n:
            yield f"seat {frame['n']} chooses an adventurer"
        if kind == Frame.MONSTERS and not 0 <= frame["n"] <= len(s["monsters"]):
            yield f"monster {frame['n']} moves"
        if kind in (Frame.ATTACK, Frame.PUSH, Frame.WATCH) and frame["other"] == NONE:
            yield "nobody is attacked or moved"
        if kind in (Frame.ATTACK, Frame.MONSTERS, Frame.HAUNT, Frame.WATCH) and s["haunt"] == NONE:
            yield "there is a fight before the haunt"
        if kind == Frame.ATTACK and card >= T.N_POSSESSIONS:
            yield f"possession {card} is a weapon"
        if kind == Frame.HAUNT and not (0 <= frame["n"] <= len(s["monsters"]) and 0 <= frame["value"] <= 2):
            yield "a haunt is set up beyond its monsters"
        under = kind
    choosing = (s["frames"]["kind"][: s["n_frames"]] == Frame.SETUP).any()
    if not choosing and (s["seats"]["adventurer"][:n] == NONE).any():
        yield "a seat plays without an adventurer"
