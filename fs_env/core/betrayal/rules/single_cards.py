"""Instructions of single event cards, and powers that are actions of their own."""

import numpy as np

from fs_env.core.betrayal.actions import MONSTER, SEAT, TILE, WALL
from fs_env.core.betrayal.language.codes import (
    DICE,
    FIGURES,
    MONSTERS,
    NONE,
    SEATS,
    SIDES,
    Deck,
    Door,
    Kind,
    Level,
    Token,
    Trait,
)
from fs_env.core.betrayal.language.questions import Question
from fs_env.core.betrayal.language.words import Op
from fs_env.core.betrayal.rules.cards import discard, gain
from fs_env.core.betrayal.rules.dice import below_start, lower_trait, roll, roll_trait, value
from fs_env.core.betrayal.rules.immunity import is_spared
from fs_env.core.betrayal.rules.starts import (
    NOTHING,
    WAITING,
    begin_damage,
    inspired,
    pick_either,
    pick_option,
    pick_trait,
    seats_from,
    start_assault,
    start_discover,
    start_enter,
    start_program,
)
from fs_env.core.betrayal.rules.table import figure_tile, is_opponent, is_target, open_traitor, present
from fs_env.core.betrayal.rules.terrain import (
    FAR,
    LIGHTLY,
    SPACES,
    STEPS,
    connected,
    count_free,
    fill_distances,
    in_play,
    in_sight,
    stack_for,
)
from fs_env.core.betrayal.state import (
    LOOKED,
    Outcome,
    Stream,
    below,
    clear,
    hide_order,
    insert,
    kernel,
    move,
    offer,
    top_of,
)
from fs_env.core.betrayal.tables import HEALED, ITEM_CARDS, KIND, N_TILES, TAVERN, Zone
from fs_env.core.machine.compile.memory import short_lived
from fs_env.core.machine.table.bits import lowest

AGAIN = 20  # rolls of Sound of Looming Doom until ties are left as they are
NOBODY = 100  # a roll that no player has
LOSES = np.array([Trait.SANITY, Trait.KNOWLEDGE, Trait.MIGHT, Trait.SPEED], np.int64)
"""Wild Shape: the trait that falls by 1 when another one rises by 2 (R88)."""


@kernel.rare
def blast(s, p, harm, dice):
    """Rolls damage for each figure on the tile and on adjacent connected ones, all before any is dealt (A18, R80)."""
    here, dealt = int(s.seats[p].tile), short_lived(FIGURES)
    for k in range(s.n_players + MONSTERS):
        figure = seats_from(s, p, k) if k < s.n_players else SEATS + k - int(s.n_players)
        t = figure_tile(s, figure)
        near = t != NONE and (t == here or connected(s, here, t)) and not (figure < SEATS and is_spared(s, figure))
        dealt[figure] = roll(s, dice) if near else 0
    for k in range(s.n_players + MONSTERS - 1, -1, -1):
        figure = seats_from(s, p, k) if k < s.n_players else SEATS + k - int(s.n_players)
        if dealt[figure] > 0:
            begin_damage(s, figure, harm, dealt[figure], NONE)


@kernel.rare
def run_gather(s, f):
    """Places the figure on the tile of the closest adventurer who is no opponent; without one the event is ignored (A12)."""
    frame = s.frames[f]
    p = int(frame.seat)
    if frame.step == 0:
        dist = short_lived(N_TILES)
        fill_distances(s, s.seats[p].tile, LIGHTLY if open_traitor(s, p) else SPACES, 0, dist)
        clear(s)
        near = FAR + 1
        for k in range(1, s.n_players):
            q = seats_from(s, p, k)
            if present(s, q) and not is_opponent(s, p, q):
                near = min(near, dist[s.seats[q].tile])
        for k in range(1, s.n_players):
            q = seats_from(s, p, k)
            if present(s, q) and not is_opponent(s, p, q) and dist[s.seats[q].tile] == near:
                offer(s, SEAT + k)
                dist[s.seats[q].tile] = FAR + FAR  # one of several on a tile represents them
    k = pick_option(s, f, SEAT, Question.TO)
    if k == WAITING:
        return
    if k == NOTHING:
        s.n_frames -= 1
        return
    frame.pc += 1
    start_enter(s, p, s.seats[seats_from(s, p, k)].tile, 0)


@kernel
def looms(s, q):
    return present(s, q) and not is_spared(s, q)


@kernel.rare
def run_loom(s, f, dice):
    """All roll Speed, ties for the highest or lowest again: the highest gains one, the lowest is attacked (A13).

    `n` is 0 before the first roll, odd while the token of Bardic Inspiration may help one roll, which `value` tells, even after it.
    """
    frame = s.frames[f]
    if frame.n % 2:
        p = int(s.turn_seat)
        more = inspired(s, f, p) if frame.value else 0
        if more == WAITING:
            return
        s.seats[p].loom += more
        frame.n += 1
        return
    high, low, ties_high, ties_low = NONE, NONE, 0, 0
    if frame.n > 0:
        for k in range(s.n_players):
            q = seats_from(s, int(frame.seat), k)
            if looms(s, q):
                if high == NONE or s.seats[q].loom > s.seats[high].loom:
                    high, ties_high = q, 1
                elif s.seats[q].loom == s.seats[high].loom:
                    ties_high += 1
                if low == NONE or s.seats[q].loom < s.seats[low].loom:
                    low, ties_low = q, 1
                elif s.seats[q].loom == s.seats[low].loom:
                    ties_low += 1
    if frame.n == 0 or ((ties_high > 1 or ties_low > 1) and frame.n < 2 * AGAIN):
        best = int(s.seats[high].loom) if ties_high > 1 else NOBODY
        worst = int(s.seats[low].loom) if ties_low > 1 else NOBODY
        roll_looms(s, f, best, worst)
        frame.n += 1
        return
    frame.n = 0
    frame.pc += 1
    if high != NONE:
        gain(s, high, Trait.SPEED, 1)
        start_assault(s, low, Trait.SPEED, dice, frame.card)


@kernel.rare
def roll_looms(s, f, best, worst):
    """Rolls for all, or for those alone who tied with the best or the worst roll (A18)."""
    frame = s.frames[f]
    first = frame.n == 0
    frame.value = 0
    for k in range(s.n_players):
        q = seats_from(s, int(frame.seat), k)
        if looms(s, q):
            seat = s.seats[q]
            # those who tied keep their place above or below the others: tens tell the places apart
            above, below_others = seat.loom == best, seat.loom == worst
            if first or above or below_others:
                seat.loom = (0 if first else 40 if above else -40) + roll_trait(s, q, Trait.SPEED, 0)
                if q == s.turn_seat:
                    frame.value = 1


@kernel.rare
def strip(s, p):
    left = s.seats[p].cards & ITEM_CARDS
    while left:
        discard(s, lowest(left))
        left &= left - 1


@kernel.rare
def run_storm(s, f):
    """The Storm: to the closest building tile in reach; `value` counts the spaces moved, 8 without one (A12)."""
    frame = s.frames[f]
    p = int(frame.seat)
    if frame.step == 0:
        dist = short_lived(N_TILES)
        fill_distances(s, s.seats[p].tile, LIGHTLY if open_traitor(s, p) else SPACES, 0, dist)
        clear(s)
        near = value(s, p, Trait.SPEED)
        for t in range(N_TILES):
            if in_play(s, t) and KIND[t] == Kind.BUILDING:
                near = min(near, dist[t])
        for t in range(N_TILES):
            if in_play(s, t) and KIND[t] == Kind.BUILDING and dist[t] <= near:
                offer(s, TILE + t)
        frame.value = near if s.n_options > 0 else DICE
    t = pick_option(s, f, TILE, Question.TILE)
    if t == WAITING:
        return
    frame.pc += 1
    if t != NOTHING:
        start_enter(s, p, t, 0)


@kernel.rare
def run_gate(s, f):
    """The two tokens of the Arcane Gate (R23)."""
    frame = s.frames[f]
    here = int(s.seats[frame.seat].tile)
    if frame.step == 0:
        clear(s)
        for t in range(N_TILES):
            if in_play(s, t) and t != here:
                offer(s, TILE + t)
    t = pick_option(s, f, TILE, Question.TILE)
    if t == WAITING:
        return
    s.gate[0] = here
    s.gate[1] = t
    s.tiles[here].tokens |= 1 << Token.GATE
    s.tiles[t].tokens |= 1 << Token.GATE
    move(s, frame.card, Zone.LYING, here)
    frame.pc += 1


@kernel
def has_wall(s, t):
    for d in range(SIDES):
        if s.tiles[t].doors[d] == Door.WALL:
            return True
    return False


@kernel.rare
def run_wall(s, f):
    """Illusory Wall: a tile, one of its walls, on the city level a stack (A21), then a discovery."""
    frame = s.frames[f]
    p = int(frame.seat)
    if frame.n == 0:
        here = int(s.seats[p].tile)
        if frame.step == 0:
            clear(s)
            for t in range(N_TILES):
                if in_play(s, t) and (t == here or connected(s, here, t)) and has_wall(s, t):
                    offer(s, TILE + t)
        t = pick_option(s, f, TILE, Question.TILE)
        if t == WAITING:
            return
        if t == NOTHING:
            frame.pc += 1
            return
        frame.tile = t
        frame.n = 1
    if frame.n == 1:
        if frame.step == 0:
            clear(s)
            for d in range(SIDES):
                if s.tiles[frame.tile].doors[d] == Door.WALL:
                    offer(s, WALL + d)
        d = pick_option(s, f, WALL, Question.TILE)
        if d == WAITING:
            return
        frame.value = d
        frame.n = 2
        t = int(frame.tile)
        s.tiles[t].doors[d] = Door.ILLUSION
        s.tiles[t].tokens |= 1 << Token.ILLUSION
        move(s, frame.card, Zone.LYING, t)
        behind = int(s.tiles[t].beside[d])
        if behind != NONE and s.tiles[behind].doors[(d + 2) % SIDES] == Door.WALL:
            s.tiles[behind].doors[(d + 2) % SIDES] = Door.ILLUSION
        count_free(s, s.tiles[t].level)
        if behind != NONE:
            frame.pc += 1
            return
    deck = Deck.CATACOMBS
    if s.tiles[frame.tile].level == Level.CITY:
        chosen = pick_either(s, f)
        if chosen == WAITING:
            return
        deck = Deck.BUILDINGS + chosen
    frame.pc += 1
    frame.n = 0
    deck = stack_for(s, deck, frame.tile, frame.value)
    if deck != NONE:
        start_discover(s, p, frame.tile, frame.value, deck)


@kernel
def run_power(s, f, op):
    """Powers that are actions of their own (R88)."""
    frame = s.frames[f]
    p = int(frame.seat)
    here = int(s.seats[p].tile)
    if op == Op.SHAPE:
        trait = pick_trait(s, f, 15, Question.TRAIT)
        if trait == WAITING:
            return
        s.seats[p].shaped = 1
        gain(s, p, trait, 2)
        lower_trait(s, p, LOSES[trait], 1)
    else:
        if frame.step == 0:
            dist = short_lived(N_TILES)
            fill_distances(s, here, STEPS, 0, dist)
            clear(s)
            for k in range(s.n_players):
                q = seats_from(s, p, k)
                if present(s, q):
                    t = int(s.seats[q].tile)
                    if op == Op.HEAL and t == here and below_start(s, q):
                        offer(s, SEAT + k)
                    elif op == Op.INSPIRE and k > 0 and dist[t] <= 3:
                        offer(s, SEAT + k)
                    elif op == Op.HUNT and is_target(s, p, q) and in_sight(s, here, t):
                        offer(s, SEAT + k)
            for m in range(MONSTERS):
                t = figure_tile(s, SEATS + m)
                if op == Op.HUNT and t != NONE and is_target(s, p, SEATS + m) and in_sight(s, here, t):
                    offer(s, MONSTER + m)
        chosen = pick_option(s, f, 0, Question.TO)
        if chosen == WAITING:
            return
        if chosen != NOTHING:
            q = SEATS + chosen - MONSTER if chosen >= MONSTER else seats_from(s, p, chosen - SEAT)
            if op == Op.HUNT:
                s.seats[p].mark = q
            elif op == Op.INSPIRE:
                s.inspired = q
            else:
                s.seats[p].healing -= 1
                frame.pc += 1
                start_program(s, q, HEALED, NONE)
                return
    frame.pc += 1


@kernel.rare
def shuffle_in(s, event):
    """Shuffles an event card with the three on top of its deck: every player knows that it is one of those four."""
    insert(s, Deck.EVENTS, event, below(s, Stream.SHUFFLE, min(LOOKED, int(s.n_deck[Deck.EVENTS]) + 1)))
    s.n_look = min(LOOKED, int(s.n_deck[Deck.EVENTS]))
    for k in range(s.n_look):
        s.look[k] = top_of(s, Deck.EVENTS, k)
    hide_order(s, NONE, 0)
    s.n_look = 0


@kernel
def run_single(s, f, op, a, b):
    """An instruction of a single card; an unknown one ends the game by the guard."""
    frame = s.frames[f]
    p = int(frame.seat)
    if op == Op.GATHER:
        run_gather(s, f)
    elif op == Op.STORM:
        run_storm(s, f)
    elif op == Op.LOOM:
        run_loom(s, f, a)
    elif op == Op.GATE:
        run_gate(s, f)
    elif op == Op.WALL:
        run_wall(s, f)
    elif Op.SHAPE <= op <= Op.HUNT:
        run_power(s, f, op)
    else:
        frame.pc += 1
        if op == Op.BLAST:
            blast(s, p, a, b)
        elif op == Op.STRIP:
            strip(s, p)
        elif op == Op.DOOM:
            if s.haunt != NONE:
                lower_trait(s, p, Trait.SANITY, 8)
            else:
                strip(s, p)
                lower_trait(s, p, Trait.SANITY, 1)
                start_enter(s, p, TAVERN, 0)
        elif op == Op.TRAP:
            s.seats[p].ended = 1
            move(s, frame.card, Zone.KEPT, p)
        elif op == Op.SLOW:
            s.seats[p].slow_next = 1
        elif op == Op.VANISH:
            s.seats[p].tile = NONE
            s.seats[p].away = 1
            s.seats[p].ended = 1
        elif op == Op.RETURN_HURT:
            if frame.value > 0:
                shuffle_in(s, int(frame.card))
        else:
            s.outcome = Outcome.GUARD
