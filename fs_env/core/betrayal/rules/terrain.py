"""The map: passages, distances, lines of sight; how a new tile may lie (R20 to R33)."""

from fs_env.core.betrayal.language.codes import NONE, SIDES, Deck, Door, Level, Side, Token
from fs_env.core.betrayal.state import kernel
from fs_env.core.betrayal.tables import (
    BASEMENT,
    CHAMBER,
    DOORS,
    GRATE,
    GRATES,
    KITCHEN,
    LANDING,
    LINKED,
    N_TILES,
    OPENINGS,
    SIDES_IN,
    STAIRS,
    STAIRS_FROM,
    TAVERN,
    TILE_BASE,
    X_STEP,
    Y_STEP,
)
from fs_env.core.machine.compile.memory import short_lived
from fs_env.core.machine.table.bits import lowest

FAR = 999
SPACES, STEPS, LIGHTLY = range(3)
"""How far something is: in spaces of movement (A12), in doors on one level (A25), in spaces of who minds no Pit Trap (A41)."""
WAYS = SIDES + 3  # the sides, the grate, the stairs, the gate
ALL_SIDES = (1 << SIDES) - 1
NORTH, EAST, SOUTH, WEST = Side


@kernel
def in_play(s, t):
    return s.tiles[t].level != NONE


@kernel
def passage(s, t, d):
    """The tile behind a door that meets a door, NONE without (R20)."""
    behind = int(s.tiles[t].beside[d])
    if behind == NONE or s.tiles[t].doors[d] == Door.WALL or s.tiles[behind].doors[(d + 2) % SIDES] == Door.WALL:
        return NONE
    return behind


@kernel
def fill_around(s, level, x, y, around):
    """Fills around: the tile beside each side of a place, NONE without."""
    for d in range(SIDES):
        around[d] = NONE
    left = s.placed[level]
    while left:
        t = lowest(left)
        left &= left - 1
        east, south = int(s.tiles[t].x) - x, int(s.tiles[t].y) - y
        if east * east + south * south == 1:
            around[EAST if east > 0 else WEST if east < 0 else SOUTH if south > 0 else NORTH] = t


@kernel
def border_of(s, around):
    """Sides of a place with a tile beside them, a bit each, and from bit 4 on those whose tile has a door there."""
    out = 0
    for d in range(SIDES):
        behind = int(around[d])
        if behind != NONE:
            out |= 1 << d
            if s.tiles[behind].doors[(d + 2) % SIDES] != Door.WALL:
                out |= 1 << (SIDES + d)
    return out


@kernel
def lay_tile(s, t, level, x, y, turned):
    tile = s.tiles[t]
    around = short_lived(SIDES)
    fill_around(s, level, x, y, around)
    tile.level = level
    s.placed[level] |= 1 << t
    tile.x = x
    tile.y = y
    tile.turned = turned
    for d in range(SIDES):
        tile.doors[d] = DOORS[t, (d - turned) % SIDES]
        tile.beside[d] = around[d]
        behind = int(around[d])
        if behind != NONE:
            s.tiles[behind].beside[(d + 2) % SIDES] = t
            if s.tiles[behind].doors[(d + 2) % SIDES] != Door.WALL:
                s.free[level] -= 1
        elif tile.doors[d] != Door.WALL:
            s.free[level] += 1


@kernel
def count_free(s, level):
    """Counts the doors of a level with nothing behind them (R29)."""
    free = 0
    for t in range(N_TILES):
        if s.tiles[t].level == level:
            for d in range(SIDES):
                if s.tiles[t].doors[d] != Door.WALL and s.tiles[t].beside[d] == NONE:
                    free += 1
    s.free[level] = free


@kernel
def fits(s, t, turned, level, border, entry):
    """Door-to-door contacts of a tile turned so, at a place with such a border; 0 where it has no door on the entry side or
    seals the level (R28, R29, A3)."""
    mine = OPENINGS[t, turned]
    taken, doors = border & ALL_SIDES, border >> SIDES
    if (mine >> entry) & 1 == 0 or s.free[level] + SIDES_IN[mine & ~taken] <= SIDES_IN[doors]:
        return 0
    return int(SIDES_IN[mine & doors])


@kernel
def fits_somehow(s, t, level, border, entry):
    for turned in range(SIDES):
        if fits(s, t, turned, level, border, entry):
            return True
    return False


@kernel
def stack_fits(s, d, level, border, entry):
    """Whether some tile of a stack, or of those set aside from it, can lie at a place."""
    for k in range(s.n_deck[d]):
        if fits_somehow(s, s.deck[d, k] - TILE_BASE, level, border, entry):
            return True
    for k in range(s.n_pile[d]):
        if fits_somehow(s, s.pile[d, k] - TILE_BASE, level, border, entry):
            return True
    return False


@kernel
def stack_for(s, deck, t, side):
    """The stack that a tile behind a side comes from: `deck`, on the city level the other one where it has none that fits;
    NONE if nothing can be discovered there (R29, R30, A4)."""
    level = int(s.tiles[t].level)
    if s.free[level] > SIDES and s.n_deck[deck] + s.n_pile[deck] > 0:
        return deck  # no tile covers more doors than it has sides
    return scarce_stack(s, deck, t, side)


@kernel.rare
def scarce_stack(s, deck, t, side):
    """The answer of `stack_for` where few doors are left on the level or no tiles in the stack: it tries the tiles."""
    level = int(s.tiles[t].level)
    around = short_lived(SIDES)
    fill_around(s, level, int(s.tiles[t].x + X_STEP[side]), int(s.tiles[t].y + Y_STEP[side]), around)
    border, entry = border_of(s, around), (side + 2) % SIDES
    stack = deck
    for _ in range(2):
        left = s.n_deck[stack] + s.n_pile[stack]
        if left > 0 and (s.free[level] > SIDES_IN[border >> SIDES] or stack_fits(s, stack, level, border, entry)):
            return stack
        if level == Level.CATACOMB:
            return NONE
        stack = Deck.BUILDINGS + Deck.STREETS - stack
    return NONE


@kernel
def unexplored(s, t, side):
    """The stack behind a door with no tile behind it; NONE where nothing can be discovered (R27)."""
    door = int(s.tiles[t].doors[side])
    if door == Door.WALL or s.tiles[t].beside[side] != NONE:
        return NONE
    deck = Deck.CATACOMBS
    if s.tiles[t].level == Level.CITY:
        deck = Deck.STREETS if door == Door.STREET else Deck.BUILDINGS
    return stack_for(s, deck, t, side)


@kernel
def has_token(s, t, token):
    return (s.tiles[t].tokens >> token) & 1 != 0


@kernel
def other_gate(s, t):
    """The tile of the other Arcane Gate token, NONE where there is none (R23)."""
    if not has_token(s, t, Token.GATE):
        return NONE
    return int(s.gate[1] if s.gate[0] == t else s.gate[0])


@kernel
def way_to(s, t, way):
    """Where a way leads: four sides, the grate, the stairs, the gate; NONE for no such way (R20 to R23)."""
    if way < SIDES:
        return passage(s, t, way)
    if way == SIDES:
        return LANDING if GRATE[t] else NONE
    if way == SIDES + 1:
        to = int(STAIRS[t])
        return to if to != NONE and in_play(s, to) else NONE
    return other_gate(s, t)


@kernel
def way_cost(s, way, to, light):
    """Spaces for a way onto a tile (R20 to R23); a Pit Trap costs one more but for a `light` figure: a traitor or monster (A41)."""
    return (2 if way == SIDES + 1 else 1) + (1 if not light and has_token(s, to, Token.PIT) else 0)


@kernel
def ways_of(s, t):
    """Number of ways of a tile to check: its sides, and all where it has a grate, stairs or a gate."""
    return WAYS if LINKED[t] or has_token(s, t, Token.GATE) else SIDES


@kernel
def fill_distances(s, start, by, goals, dist):
    """Fills dist: how far each tile is from a tile, FAR where it cannot be reached, or beyond the nearest of `goals`, a bit each; `by`
    is SPACES, STEPS or LIGHTLY."""
    for t in range(N_TILES):
        dist[t] = FAR
    far, known = 0, 0
    now, next1, next2, next3 = 1 << start, 0, 0, 0  # tiles that can be reached for `far` spaces, one more, ...
    while now | next1 | next2 | next3:
        now &= ~known
        known |= now
        left = now
        while left:
            t = lowest(left)
            left &= left - 1
            dist[t] = far
            for way in range(SIDES if by == STEPS else ways_of(s, t)):
                to = way_to(s, t, way)
                if to != NONE:
                    cost = 1 if by == STEPS else way_cost(s, way, to, by == LIGHTLY)
                    if cost == 1:
                        next1 |= 1 << to
                    elif cost == 2:
                        next2 |= 1 << to
                    else:
                        next3 |= 1 << to
        if now & goals:
            return
        now, next1, next2, next3 = next1, next2, next3, 0
        far += 1


@kernel
def ways_into(s, to):
    """Tiles from which one way leads to a tile, those with stairs to it left out, a bit each."""
    out = 0
    for d in range(SIDES):
        t = passage(s, to, d)
        if t != NONE:
            out |= 1 << t
    if to == LANDING:
        out |= GRATES & (s.placed[0] | s.placed[1])
    t = other_gate(s, to)
    return out if t == NONE else out | 1 << t


@kernel
def fill_distances_to(s, goal, start, dist):
    """Fills dist: spaces from each tile to a tile as monsters move, FAR where there is no way, or one no shorter than from `start`."""
    for t in range(N_TILES):
        dist[t] = FAR
    far, known = 0, 0
    now, next1, next2 = 1 << goal, 0, 0
    while now | next1 | next2:
        now &= ~known
        known |= now
        left = now
        while left:
            to = lowest(left)
            left &= left - 1
            dist[to] = far
            next1 |= ways_into(s, to)
            next2 |= STAIRS_FROM[to] & (s.placed[0] | s.placed[1])
        if (now >> start) & 1:
            return
        now, next1, next2 = next1, next2, 0
        far += 1


@kernel
def in_sight(s, start, goal):
    """Whether an unbroken straight line of doors leads to a tile (R55, A26)."""
    if start == goal:
        return True
    for d in range(SIDES):
        t = start
        for _ in range(N_TILES):
            t = passage(s, t, d)
            if t == NONE:
                break
            if t == goal:
                return True
    return False


@kernel
def connected(s, t, to):
    """Whether a door leads from a tile to another (R25)."""
    for d in range(SIDES):
        if passage(s, t, d) == to:
            return True
    return False


@kernel
def lay_start(s):
    """The two long start tiles, each on its level (R8)."""
    for level in range(len(s.placed)):
        s.placed[level] = 0
    for t in range(N_TILES):
        s.tiles[t].level = NONE
        for d in range(SIDES):
            s.tiles[t].beside[d] = NONE
    lay_tile(s, TAVERN, Level.CITY, 0, 0, 0)
    lay_tile(s, CHAMBER, Level.CITY, -1, 0, 0)
    lay_tile(s, KITCHEN, Level.CITY, -2, 0, 0)
    lay_tile(s, BASEMENT, Level.CATACOMB, 0, 0, 0)
    lay_tile(s, LANDING, Level.CATACOMB, -1, 0, 0)
