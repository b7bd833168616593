"""Leaving a tile, discovering one, entering one (R18 to R33, R41, R70)."""

from __future__ import annotations

from fs_env.core.betrayal.actions import FACING, FIGURES
from fs_env.core.betrayal.codes import NONE, SIDES, Harm, Symbol, Token, Trait
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.questions import Frame, Question
from fs_env.core.betrayal.rules.cards import draw_card, take
from fs_env.core.betrayal.rules.dice import roll, roll_trait, value
from fs_env.core.betrayal.rules.starts import (
    WAITING,
    confirm,
    pick_option,
    start_damage,
    start_draw,
    start_enter,
    start_program,
)
from fs_env.core.betrayal.rules.table import figure_tile, has_power, hindrance, holder, holds, is_opponent, open_traitor
from fs_env.core.betrayal.rules.terrain import (
    border_of,
    fill_around,
    fits,
    has_token,
    lay_tile,
    stack_for,
    unexplored,
    way_cost,
    way_to,
)
from fs_env.core.betrayal.state import begin, clear, goes_on, kernel, lay_on_pile, move, offer_new
from fs_env.core.betrayal.tables import (
    AXE,
    COMPANIONS,
    EVENT_ENTERING,
    EYE,
    GAIN_PHYSICAL,
    SYMBOL,
    TILE_BASE,
    TILE_LEAVING,
    TOKEN_CARD,
    X_STEP,
    Y_STEP,
    Zone,
)
from fs_env.core.machine.bits import lowest
from fs_env.core.machine.scratch import short_lived


@kernel
def limit(s, p):
    """Spaces that an adventurer may move this turn (R18, A15)."""
    return 1 if s.seats[p].slow else max(1, value(s, p, Trait.SPEED))


@kernel
def spaces_left(s, p):
    """What a way may cost now; the spaces that opponents cost count, though never the first one (R19, R24, R70)."""
    seat = s.seats[p]
    if seat.stopped:
        return 0
    if seat.spent == 0:
        return limit(s, p)
    return limit(s, p) - seat.spent - hindrance(s, p)


@kernel
def bound_by_axe(s, p):
    """Whether the Berserker Axe holds its owner on the tile (R87)."""
    if s.haunt == NONE or s.seats[p].axed or s.seats[p].attacked or not holds(s, p, AXE):
        return False
    for other in range(FIGURES):
        if figure_tile(s, other) == s.seats[p].tile and is_opponent(s, p, other):
            return True
    return False


@kernel
def can_go(s, t, way, left):
    """Whether a way leads from a tile, or to one that can be discovered, for at most so many spaces (R18 to R24)."""
    to = way_to(s, t, way)
    if to != NONE:
        return way_cost(s, way, to) <= left
    return way < SIDES and left > 0 and unexplored(s, t, way) != NONE


@kernel
def run_leave(s, f):
    """Leaves a tile: its text, the Otyugh, the Eye of Vecna, then the step itself; `n` is the way, `value` the stage."""
    frame = s.frames[f]
    p, way = int(frame.seat), int(frame.n)
    seat = s.seats[p]
    t = int(seat.tile)
    if seat.alive == 0 or t != frame.tile:
        s.n_frames -= 1
        return
    if frame.value == 0:
        to = way_to(s, t, way)
        seat.spent = min(100, seat.spent + (1 if to == NONE else way_cost(s, way, to)) + hindrance(s, p))
        frame.value = 1
        if TILE_LEAVING[t] and (seat.left >> t) & 1 == 0:
            seat.left |= 1 << t
            if not open_traitor(s, p):
                start_program(s, p, TILE_LEAVING[t], NONE)
                return
    if frame.value == 1:
        frame.value = 2
        if s.haunt != NONE and not open_traitor(s, p) and has_token(s, t, Token.OTYUGH):
            otyugh(s, p, t)
            return
    if frame.value == 2:
        to = way_to(s, t, way)
        owner = holder(s, EYE)
        if to != NONE and owner != NONE and figure_tile(s, owner) == to and is_opponent(s, p, owner):
            chosen = confirm(s, f, owner, Question.REACT)
            if chosen == WAITING:
                return
            if chosen == 1:
                total = roll(s, 2)
                if total < 2:
                    seat.stopped = 1
                    s.n_frames -= 1
                    start_damage(s, owner, Harm.MENTAL, total, NONE)
                    return
    s.n_frames -= 1
    to = way_to(s, t, way)
    if to != NONE:
        start_enter(s, p, to, 0)
    else:
        deck = unexplored(s, t, way)
        if deck != NONE:
            start_discover(s, p, t, way, deck)


@kernel
def otyugh(s, p, t):
    """The Otyugh Tentacle attacks a hero who leaves (A13)."""
    dealt = roll(s, 3) - roll_trait(s, p, Trait.MIGHT, 0)
    if dealt > 0:
        start_damage(s, p, Harm.PHYSICAL, dealt, NONE)
    elif dealt < 0:
        s.tiles[t].tokens &= ~(1 << Token.OTYUGH)
        lay_on_pile(s, 0, TOKEN_CARD[Token.OTYUGH])
        if dealt <= -3:
            start_program(s, p, GAIN_PHYSICAL, NONE)


@kernel
def start_discover(s, p, t, side, deck):
    """Discovers a tile behind a side (R27)."""
    f = begin(s, Frame.DISCOVER, p)
    s.frames[f].tile = t
    s.frames[f].n = side
    s.frames[f].value = deck


@kernel
def run_discover(s, f):
    """Draws tiles until one can lie there, turns it, enters it (R27 to R29)."""
    frame = s.frames[f]
    p, t, side = int(frame.seat), int(frame.tile), int(frame.n)
    level = int(s.tiles[t].level)
    x, y = s.tiles[t].x + X_STEP[side], s.tiles[t].y + Y_STEP[side]
    entry = (side + 2) % SIDES
    if frame.step == 0:
        clear(s)
        around, joined = short_lived(SIDES), short_lived(SIDES)
        fill_around(s, level, int(x), int(y), around)
        border = border_of(s, around)
        deck = stack_for(s, frame.value, t, side)
        while s.n_options == 0 and deck != NONE:
            inst = draw_card(s, deck)
            tile, best = inst - TILE_BASE, 0
            for turned in range(SIDES):
                joined[turned] = fits(s, tile, turned, level, border, entry)
                best = max(best, joined[turned])
            for turned in range(SIDES):
                if joined[turned] > 0 and (joined[turned] == best or s.any_orientation):
                    offer_new(s, FACING + turned)
            frame.card = inst
            if s.n_options == 0:
                lay_on_pile(s, deck, inst)
    turned = pick_option(s, f, FACING, Question.ORIENT)
    if turned == WAITING:
        return
    s.n_frames -= 1
    if turned < 0:
        return
    tile = int(frame.card) - TILE_BASE
    move(s, frame.card, Zone.PLAYED, NONE)
    lay_tile(s, tile, level, x, y, turned)
    s.tiles[tile].fresh = 1
    start_enter(s, p, tile, 1)


@kernel
def run_enter(s, f):
    """Enters a tile: companions, tokens, then the card of a tile that was discovered; `value` is the stage (R26, R31)."""
    frame = s.frames[f]
    p, t = int(frame.seat), int(frame.tile)
    seat = s.seats[p]
    if seat.alive == 0 or seat.escaped:
        s.n_frames -= 1
        return
    if frame.value == 0:
        seat.tile = t
        seat.away = 0
        found = s.tiles[t].cards & COMPANIONS
        while found:
            take(s, p, lowest(found))
            found &= found - 1
        frame.value = 1
    while frame.value < 3:
        token = Token.SLIME if frame.value == 1 else Token.MOLD
        frame.value += 1
        if has_token(s, t, token) and seat.tile == t:
            card = TOKEN_CARD[token]
            start_program(s, p, EVENT_ENTERING[card], card)
            return
        if not goes_on(s, f):
            return
    if frame.n == 0 or SYMBOL[t] == Symbol.NOTHING or seat.tile != t:
        s.n_frames -= 1
        return
    if SYMBOL[t] == Symbol.EVENT and has_power(s, p, Power.DEVOTION) and seat.power == 0 and s.turn_seat == p:
        chosen = confirm(s, f, p, Question.REACT)
        if chosen == WAITING:
            return
        if chosen == 1:
            seat.power = 1
            s.n_frames -= 1
            return
    s.n_frames -= 1
    start_draw(s, p, SYMBOL[t] - 1)
