"""A flat int16 vector of what a seat may see, in named sections; seats are counted from the observer to the left.

The map is there as rows of tiles, and as two grids, the first of the observer's level with the observer in the middle, the
other with its start tile in the middle; what is beyond a grid is in the rows only. What the rules are doing is there as rows,
the innermost first; what is beyond them is in JSON and text only.
"""

from __future__ import annotations

import numpy as np

from fs_env.core.betrayal.language.codes import MONSTERS, NONE, SEATS, SIDES, Deck, Door, Level, Role
from fs_env.core.betrayal.language.haunts import Goal, Shape
from fs_env.core.betrayal.language.questions import Frame, Question
from fs_env.core.betrayal.observation.schema import FAR_AWAY, GRID, MOST, N_DECKS, RAISING, REACH, SCHEMA, UNDERWAY
from fs_env.core.betrayal.rules.dice import value
from fs_env.core.betrayal.rules.objectives import escaped, needed
from fs_env.core.betrayal.rules.table import is_shape, keeps, secret
from fs_env.core.betrayal.state import DUE, STATE, mix_bits
from fs_env.core.betrayal.tables import (
    AIM,
    AIMS,
    BITE,
    CLAW,
    FIRST_OMEN,
    INSTANCE,
    KINDS_OF_MONSTERS,
    LANDING,
    MISTS,
    N_EVENTS,
    N_POSSESSIONS,
    N_START,
    N_TILES,
    OF_INSTANCE,
    SIGHT,
    TASKS,
    TAVERN,
    TILE_BASE,
    TRAPPER,
    Zone,
)
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.compile.memory import make_named
from fs_env.core.machine.table.bits import set_of
from fs_env.core.machine.table.secrets import MEMBER

UNKNOWN_SIDE = int(Role.NONE)
EVENT_FRAMES = set_of((Frame.EVENT, Frame.PROGRAM, Frame.ENTER, Frame.LEAVE, Frame.ASSAULT))
"""Kinds of frames whose card is an event, a bit each."""
named = make_named(SCHEMA.dtype)
kernel = Kernel(STATE.dtype, obs="int16[::1]", frame=STATE.dtype["frames"].base, seen=SCHEMA["asking"].dtype)


@kernel
def seat_from(s, seat, player):
    if seat < 0:
        return NONE
    return seat - player if seat >= player else seat - player + s.n_players


@kernel
def figure_from(s, figure, player):
    return seat_from(s, figure, player) if figure < SEATS else figure


@kernel
def side_seen(s, seat, player):
    """The side of a seat as far as a player knows it (R75)."""
    known = s.seats[seat].shown or seat == player or s.seats[player].role == Role.TRAITOR or not secret(s)
    return int(s.seats[seat].role) if known else UNKNOWN_SIDE


@kernel
def middle(s, player, level):
    tile = int(s.seats[player].tile)
    if tile != NONE and s.tiles[tile].level == level:
        return tile
    return TAVERN if level == Level.CITY else LANDING


@kernel
def observe_players(s, player, obs):
    o = named(obs)
    for k in range(SEATS):
        seen = o.players[k]
        there = k < s.n_players
        q = player + k if player + k < s.n_players else player + k - s.n_players
        seat = s.seats[q]
        seen.adventurer = seat.adventurer if there else NONE
        seen.alive = seat.alive if there else 0
        seen.away = seat.away if there else 0
        seen.escaped = seat.escaped if there else 0
        seen.side = side_seen(s, q, player) if there else 0
        seen.open = seat.shown if there else 0
        seen.tile = seat.tile if there and seat.alive else NONE
        plays = there and seat.adventurer != NONE
        seen.might = value(s, q, 0) if plays else 0
        seen.speed = value(s, q, 1) if plays else 0
        seen.knowledge = value(s, q, 2) if plays else 0
        seen.sanity = value(s, q, 3) if plays else 0
        seen.might_at = seat.at[0] if there else 0
        seen.speed_at = seat.at[1] if there else 0
        seen.knowledge_at = seat.at[2] if there else 0
        seen.sanity_at = seat.at[3] if there else 0
        seen.attacked = seat.attacked if there else 0
        seen.cursed = seat.cursed if there else 0
        seen.slow = seat.slow_next if there else 0
        seen.power = seat.power if there else 0
        seen.shaped = seat.shaped if there else 0
        seen.healing = seat.healing if there else 0
        seen.wards = seat.wards if there else 0
        seen.figurine = seat.figurine if there else 0
        seen.flask = seat.flask if there else 0
        seen.inspired = 1 if there and s.inspired == q else 0
        seen.claw = 1 if there and keeps(s, q, CLAW) else 0
        seen.sight = 1 if there and keeps(s, q, SIGHT) else 0
        seen.mists = 1 if there and keeps(s, q, MISTS) else 0
        seen.bite = 1 if there and (keeps(s, q, BITE) or seat.bitten) else 0
        seen.trapper = 1 if there and keeps(s, q, TRAPPER) else 0
        seen.loom = seat.loom if there else 0
        seen.mark = figure_from(s, int(seat.mark), player) if there else NONE


@kernel
def used_by(s, t, player):
    """The seats that have had the gift of a tile, a bit each, bit 0 for a player (R43)."""
    out = 0
    for q in range(s.n_players):
        out |= (int(s.seats[q].once >> t) & 1) << seat_from(s, q, player)
    return out


@kernel
def observe_map(s, player, obs):
    o = named(obs)
    for g in range(2):
        for y in range(GRID):
            for x in range(GRID):
                o.grid_tile[g, y, x] = NONE
                o.grid_doors[g, y, x] = 0
    mine = int(s.seats[player].tile)
    level = int(s.tiles[mine].level) if mine != NONE else 0
    left, used = s.seats[s.turn_seat].left, 0
    for q in range(s.n_players):
        used |= s.seats[q].once
    for t in range(N_TILES):
        tile, seen = s.tiles[t], o.tiles[t]
        placed = tile.level != NONE
        seen.placed = 1 if placed else 0
        seen.here = 1 if placed and tile.level == level else 0
        east, south = 0, 0
        if placed:
            centre = s.tiles[middle(s, player, int(tile.level))]
            east, south = int(tile.x - centre.x), int(tile.y - centre.y)
        seen.east = max(-FAR_AWAY, min(FAR_AWAY, east))
        seen.south = max(-FAR_AWAY, min(FAR_AWAY, south))
        seen.door_north = tile.doors[0]
        seen.door_east = tile.doors[1]
        seen.door_south = tile.doors[2]
        seen.door_west = tile.doors[3]
        seen.tokens = tile.tokens
        seen.fresh = tile.fresh
        seen.left = (left >> t) & 1
        seen.used = used_by(s, t, player) if used >> t & 1 else 0
        seen.discarded = 1 if t >= N_START and s.zone[TILE_BASE + t] == Zone.PILE else 0
        if placed and -REACH <= east <= REACH and -REACH <= south <= REACH:
            g = 0 if tile.level == level else 1
            doors = 0
            for d in range(SIDES):
                if tile.doors[d] != Door.WALL:
                    doors |= 1 << d
            o.grid_tile[g, south + REACH, east + REACH] = t
            o.grid_doors[g, south + REACH, east + REACH] = doors


@kernel
def observe_aims(s, player, obs):
    """Fills the objectives: those of the other side only with open haunts or in haunts that all read (R63, R75, A20)."""
    o = named(obs)
    mine = 1 if s.seats[player].role == Role.TRAITOR else 0
    for k in range(2 * AIMS):
        seen = o.aims[k]
        seen.goal = NONE
        seen.done = 0
        seen.needed = 0
        side = mine if k < AIMS else 1 - mine
        if s.haunt != NONE and (k < AIMS or s.open_haunts or not is_shape(s, Shape.TRAITOR)):
            goal = AIM[s.haunt, side, k % AIMS, 0]
            seen.goal = goal
            if goal != NONE:
                if goal == Goal.MARKS:
                    seen.done = s.marks[side]
                elif goal == Goal.ROUNDS:
                    seen.done = s.rounds
                elif goal == Goal.ESCAPED:
                    seen.done = escaped(s)
                seen.needed = needed(s, side, k % AIMS)


@kernel
def clear_frame(seen):
    seen.doing = 0
    seen.who = NONE
    seen.figure = NONE
    seen.by = NONE
    seen.card = NONE
    seen.event = NONE
    seen.tile = NONE
    seen.drawn = NONE
    seen.way = NONE
    seen.trait = NONE
    seen.harm = NONE
    seen.left = 0
    seen.rolled = 0
    seen.stage = 0
    seen.instruction = 0
    seen.manner = 0


@kernel
def observe_fight(s, frame, player, seen):
    kind = int(frame.kind)
    seen.manner = frame.mask
    if kind == Frame.DAMAGE:
        seen.figure = figure_from(s, int(frame.seat), player)
        seen.by = figure_from(s, int(frame.other), player)
        seen.harm = frame.harm
        seen.left = frame.n
        seen.stage = frame.value
    elif kind == Frame.ATTACK:
        seen.figure = figure_from(s, int(frame.other), player)
        seen.card = frame.card
        seen.left = frame.value
        seen.stage = frame.n
    elif kind == Frame.PUSH:
        seen.figure = figure_from(s, int(frame.other), player)
        seen.manner = frame.n
    elif frame.n < MONSTERS:
        seen.figure = SEATS + frame.n
        kind = int(s.monsters[frame.n].kind)
        if kind != NONE and s.speed[kind] != NONE:  # 0 before its roll (R78)
            seen.left = max(0, int(s.speed[kind]) - int(frame.value))


@kernel
def observe_text(s, frame, player, seen):
    """Fills what is seen of an event card, of its attack, or of the text of a card, a tile or the haunt."""
    if frame.kind == Frame.EVENT:
        seen.stage = frame.value
        seen.left = frame.n
        for q in range(s.n_players):
            seen.manner |= ((int(frame.mask) >> q) & 1) << seat_from(s, q, player)
    elif frame.kind == Frame.ASSAULT:
        seen.left = frame.n
        seen.rolled = frame.value
        seen.stage = frame.mask
    else:
        seen.instruction = frame.pc
        seen.left = frame.n
        seen.rolled = frame.value
        seen.manner = frame.mask


@kernel
def observe_frame(s, frame, player, seen):
    clear_frame(seen)
    kind = int(frame.kind)
    seen.doing = kind
    seen.who = figure_from(s, int(frame.seat), player)
    seen.tile = frame.tile
    seen.trait = frame.trait
    if (EVENT_FRAMES >> kind) & 1 and frame.card < N_EVENTS:
        seen.event = frame.card
    if kind == Frame.EVENT or kind == Frame.PROGRAM or kind == Frame.ASSAULT:
        observe_text(s, frame, player, seen)
    elif kind == Frame.DAMAGE or kind == Frame.ATTACK or kind == Frame.PUSH or kind == Frame.MONSTERS:
        observe_fight(s, frame, player, seen)
    elif kind == Frame.LEAVE:
        seen.way = frame.n
        seen.stage = frame.value
    elif kind == Frame.DISCOVER:
        seen.way = frame.n
        seen.drawn = frame.card - TILE_BASE if frame.card != NONE else NONE
    elif kind == Frame.ENTER:
        seen.manner = frame.n
        seen.stage = frame.value
    elif kind == Frame.WATCH:
        seen.figure = figure_from(s, int(frame.other), player)
        seen.stage = frame.n
        seen.rolled = frame.value
    elif kind == Frame.TRADE:
        seen.card = frame.card
        seen.figure = figure_from(s, int(frame.other), player)
    elif kind == Frame.PIPES or kind == Frame.SETUP:
        seen.card = frame.card
        seen.stage = frame.n
    else:
        seen.left = frame.n
        seen.stage = frame.value
        seen.manner = frame.mask


@kernel
def observe_asking(s, player, obs):
    o = named(obs)
    frames = int(s.n_frames) if s.asked != NONE else 0
    o.reaction = s.reaction if s.question == Question.REACT and s.asked != NONE else 0
    if frames > 0:
        observe_frame(s, s.frames[frames - 1], player, o.asking)
    else:
        clear_frame(o.asking)
    for k in range(UNDERWAY):
        if k + 1 < frames:
            observe_frame(s, s.frames[frames - 2 - k], player, o.underway[k])
        else:
            clear_frame(o.underway[k])


@kernel
def known_among(s, event, player):
    """Among how many cards on top of its deck a player knows an event to be that is in a mix, 0 for unknown."""
    n = int(s.n_deck[Deck.EVENTS])
    bits = mix_bits(s, player, event)
    if bits < MEMBER:
        return 0
    for k in range(n):
        if mix_bits(s, player, s.deck[Deck.EVENTS, k]) & ~MEMBER == bits & ~MEMBER:
            return n - k
    return 0


@kernel
def observe_cards(s, player, obs):
    o = named(obs)
    for card in range(N_POSSESSIONS):
        inst = INSTANCE[card]
        shown = o.cards[card]
        shown.owner = seat_from(s, s.owner[inst], player) if s.zone[inst] == Zone.HELD else NONE
        shown.lies = s.owner[inst] if s.zone[inst] == Zone.GROUND else NONE
        shown.touched = (s.touched >> card) & 1
        shown.zone = s.zone[inst]
    for k in range(len(RAISING)):
        brought = o.gained[k]
        brought.might = s.gained[RAISING[k], 0]
        brought.speed = s.gained[RAISING[k], 1]
        brought.knowledge = s.gained[RAISING[k], 2]
        brought.sanity = s.gained[RAISING[k], 3]
    n, own = np.int16(s.n_deck[Deck.EVENTS]), np.int8(1 << player)
    for event in range(N_EVENTS):
        zone = s.zone[event]
        known = (zone == Zone.DECK) & ((s.seen[event] & own) != 0)
        o.events[event].zone = zone
        o.events[event].among = n - np.int16(s.place[event]) if known else 0
    for event in range(N_EVENTS if s.mixed else 0):
        if s.mix[event] and s.zone[event] == Zone.DECK:
            o.events[event].among = known_among(s, event, player)


@kernel
def observe_haunt(s, obs):
    o = named(obs)
    o.haunt = s.haunt
    o.begun = s.begun
    o.omens = s.omens
    o.rounds = s.rounds
    o.marks[0] = s.marks[0]
    o.marks[1] = s.marks[1]
    for kind in range(KINDS_OF_MONSTERS):
        o.speed[kind] = s.speed[kind] if s.haunt != NONE else NONE
    for k in range(DUE):
        o.due[k].omen = OF_INSTANCE[FIRST_OMEN + s.due_omen[k]] if k < s.n_due else NONE
        o.due[k].tile = s.due_tile[k] if k < s.n_due else NONE
    for m in range(MONSTERS):
        seen = o.monsters[m]
        alive = s.monsters[m].kind != NONE
        seen.kind = s.monsters[m].kind
        seen.tile = s.monsters[m].tile if alive else NONE
        seen.stunned = s.monsters[m].stunned if alive else 0


@kernel
def observe_turn(s, obs):
    o = named(obs)
    seat = s.seats[s.turn_seat]
    o.turn = s.turn
    o.decisions_left = max(0, min(MOST, s.max_decisions - s.decisions))
    o.spent = seat.spent
    o.stopped = seat.stopped
    o.slowed = seat.slow
    o.ended = seat.ended
    o.opened = seat.opened
    o.demon = s.demon
    for k in range(TASKS):
        o.tried[k] = (seat.tasks >> k) & 1
    o.fate = s.fate
    o.options.immediate = s.immediate
    o.options.any_orientation = s.any_orientation
    o.options.open_haunts = s.open_haunts
    o.options.haunt = s.wanted - 1
    o.options.played = s.played


@kernel
def observe(s, player, obs):
    o = named(obs)
    o.num_players = s.n_players
    o.to_act = seat_from(s, s.asked, player)
    o.turn_seat = seat_from(s, s.turn_seat, player)
    o.revealer = seat_from(s, s.revealer, player)
    o.traitor = NONE
    if s.traitor != NONE and side_seen(s, int(s.traitor), player) != UNKNOWN_SIDE:  # R75
        o.traitor = seat_from(s, s.traitor, player)
    o.question = s.question if s.asked != NONE else 0
    for d in range(N_DECKS):
        o.decks[d] = s.n_deck[d]
    observe_asking(s, player, obs)
    observe_haunt(s, obs)
    observe_turn(s, obs)
    observe_aims(s, player, obs)
    observe_players(s, player, obs)
    observe_cards(s, player, obs)
    observe_map(s, player, obs)
