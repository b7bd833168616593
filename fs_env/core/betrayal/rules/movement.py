"""Leaving a tile, discovering one, entering one; figures that others move (R18 to R33, R41, R70, R88)."""

from fs_env.core.betrayal.actions import FACING, GO, NO
from fs_env.core.betrayal.language.codes import FIGURES, NONE, SEATS, SIDES, Harm, Symbol, Token, Trait
from fs_env.core.betrayal.language.questions import Frame, Question, Reaction
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.rules.cards import draw_card, take
from fs_env.core.betrayal.rules.dice import lift_curse, roll, value
from fs_env.core.betrayal.rules.immunity import spares
from fs_env.core.betrayal.rules.starts import (
    NOTHING,
    WAITING,
    inspired,
    pick_option,
    react,
    start_assault,
    start_damage,
    start_discover,
    start_draw,
    start_enter,
    start_program,
)
from fs_env.core.betrayal.rules.table import (
    figure_tile,
    has_power,
    hindrance,
    holder,
    in_truce,
    is_opponent,
    open_traitor,
    untouched,
)
from fs_env.core.betrayal.rules.terrain import (
    STEPS,
    border_of,
    fill_around,
    fill_distances,
    fits,
    has_token,
    lay_tile,
    passage,
    stack_for,
    unexplored,
    way_cost,
    way_to,
)
from fs_env.core.betrayal.state import begin, clear, goes_on, kernel, lay_on_pile, move, offer, offer_new
from fs_env.core.betrayal.tables import (
    AXE,
    COMPANIONS,
    EVENT_ENTERING,
    EYE,
    N_TILES,
    SYMBOL,
    TILE_BASE,
    TILE_LEAVING,
    TOKEN_CARD,
    X_STEP,
    Y_STEP,
    Zone,
)
from fs_env.core.machine.compile.memory import short_lived
from fs_env.core.machine.table.bits import lowest

HELD = 100
"""`value` of a frame whose figure the Eye of Vecna has stopped: more spaces than any figure has."""
OTYUGH_DICE = 3


@kernel
def limit(s, p):
    """Spaces that an adventurer may move this turn (R18, A15)."""
    return 1 if s.seats[p].slow else max(1, value(s, p, Trait.SPEED))


@kernel
def spaces_left(s, p):
    """The most a way may cost now; spaces that opponents cost count, though never the first one (R19, R24, R70)."""
    seat = s.seats[p]
    if seat.stopped:
        return 0
    if seat.spent == 0:
        return limit(s, p)
    return limit(s, p) - seat.spent - hindrance(s, p)


@kernel
def bound_by_axe(s, p):
    """Whether the Berserker Axe holds its owner on the tile: not where it cannot be used any more in this turn (R38, R87)."""
    if s.haunt == NONE or in_truce(s) or s.seats[p].attacked or (untouched(s, p) >> AXE) & 1 == 0:
        return False
    for other in range(FIGURES):
        if figure_tile(s, other) == s.seats[p].tile and is_opponent(s, p, other):
            return True
    return False


@kernel
def can_go(s, p, way, left):
    """Whether a way leads on from an adventurer's tile, or to one that can be discovered, for so many spaces (R18 to R24)."""
    t = int(s.seats[p].tile)
    to = way_to(s, t, way)
    if to != NONE:
        return way_cost(s, way, to, open_traitor(s, p)) <= left
    return way < SIDES and left > 0 and unexplored(s, t, way) != NONE


@kernel
def run_leave(s, f):
    """Leaves a tile: its text, the Otyugh, the Eye of Vecna, then the step itself; `n` is the way, `value` the stage."""
    frame = s.frames[f]
    p, way = int(frame.seat), int(frame.n)
    seat = s.seats[p]
    t = int(seat.tile)
    if seat.alive == 0 or t != frame.tile or frame.value == HELD:
        s.n_frames -= 1
        return
    to = way_to(s, t, way)
    if frame.value == 0:
        cost = 1 if to == NONE else way_cost(s, way, to, open_traitor(s, p))
        seat.spent = min(100, seat.spent + cost + hindrance(s, p))
        frame.value = 1
    if frame.value == 1:
        if TILE_LEAVING[t] and (seat.left >> t) & 1 == 0:
            spared = spares(s, f, p, 0)
            if spared == WAITING:
                return
            seat.left |= 1 << t
            frame.value = 2
            if not spared:
                start_program(s, p, TILE_LEAVING[t], NONE)
                return
        frame.value = 2
    if frame.value == 2:
        if s.haunt != NONE and has_token(s, t, Token.OTYUGH) and not open_traitor(s, p):
            frame.card = TOKEN_CARD[Token.OTYUGH]
            spared = spares(s, f, p, 0)
            if spared == WAITING:
                return
            frame.value = 3
            if not spared:
                start_assault(s, p, Trait.MIGHT, OTYUGH_DICE, TOKEN_CARD[Token.OTYUGH])
                return
        frame.value = 3
    if frame.value == 3:
        frame.value = 4
        if start_watch(s, p, to):
            return
    s.n_frames -= 1
    if to != NONE:
        start_enter(s, p, to, 0)
    else:
        deck = unexplored(s, t, way)
        if deck != NONE:
            start_discover(s, p, t, way, deck)


@kernel
def start_watch(s, figure, to):
    """Lets the owner of the Eye of Vecna answer an opponent who tries to move onto the owner's tile; 0 where no player can."""
    owner = holder(s, EYE)
    if to == NONE or owner == NONE or figure_tile(s, owner) != to or not is_opponent(s, figure, owner):
        return 0
    f = begin(s, Frame.WATCH, owner)
    s.frames[f].other = figure
    return 1


@kernel
def run_watch(s, f):
    """The Eye of Vecna: below 2 of two dice the figure stays, and the frame that moves it is informed; a 1 hurts the owner (R87)."""
    frame = s.frames[f]
    owner, figure = int(frame.seat), int(frame.other)
    if frame.n == 0:
        chosen = react(s, f, owner, Reaction.EYE_OF_VECNA)
        if chosen == WAITING:
            return
        if chosen == 0:
            s.n_frames -= 1
            return
        frame.value = roll(s, 2)
        if figure < SEATS and lift_curse(s, figure):
            frame.value = 0
        frame.n = 1
    more = inspired(s, f, figure) if figure < SEATS else 0
    if more == WAITING:
        return
    total = int(frame.value) + more
    s.n_frames -= 1
    if total < 2:
        s.frames[f - 1].value = HELD
        if figure < SEATS:
            s.seats[figure].stopped = 1
        start_damage(s, owner, Harm.MENTAL, total, NONE)


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
        if has_token(s, t, token) and seat.tile == t:
            frame.card = TOKEN_CARD[token]
            spared = spares(s, f, p, 1)
            if spared == WAITING:
                return
            frame.value += 1
            if not spared:
                start_program(s, p, EVENT_ENTERING[frame.card], frame.card)
                return
        else:
            frame.value += 1
        if not goes_on(s, f):
            return
    if frame.n == 0 or SYMBOL[t] == Symbol.NOTHING or seat.tile != t:
        s.n_frames -= 1
        return
    if SYMBOL[t] == Symbol.EVENT and has_power(s, p, Power.DEVOTION) and seat.power == 0 and s.turn_seat == p:
        chosen = react(s, f, p, Reaction.DEVOTION)
        if chosen == WAITING:
            return
        if chosen == 1:
            seat.power = 1
            s.n_frames -= 1
            return
    s.n_frames -= 1
    start_draw(s, p, SYMBOL[t] - 1)


@kernel.rare
def run_push(s, f):
    """Moves a figure by one space through a door, if its mover likes; with `n` away from the mover's tile."""
    frame = s.frames[f]
    p, figure = int(frame.seat), int(frame.other)
    there = figure_tile(s, figure)
    if there == NONE or figure_tile(s, p) == NONE:
        s.n_frames -= 1
        return
    if frame.step == 0:
        dist = short_lived(N_TILES)
        fill_distances(s, s.seats[p].tile, STEPS, 0, dist)
        clear(s)
        for d in range(SIDES):
            to = passage(s, there, d)
            if to != NONE and (frame.n == 0 or dist[to] > dist[there]):
                offer(s, GO + d)
        if s.n_options > 0:
            offer(s, NO)
    d = pick_option(s, f, GO, Question.PUSH)
    if d == WAITING:
        return
    s.n_frames -= 1
    if d != NOTHING and d < SIDES:
        to = passage(s, there, d)
        if figure < SEATS:
            start_enter(s, figure, to, 0)
        else:
            s.monsters[figure - SEATS].tile = to
