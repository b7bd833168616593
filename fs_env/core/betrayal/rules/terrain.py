"""The map: passages, distances, lines of sight; how a new tile may lie (R20 to R33)."""

from __future__ import annotations

from fs_env.core.betrayal.codes import NONE, SIDES, Deck, Door, Level, Side, Token
from fs_env.core.betrayal.state import kernel
from fs_env.core.betrayal.tables import (
    BASEMENT,
    CHAMBER,
    DOORS,
    GRATE,
    KITCHEN,
    LANDING,
    N_TILES,
    STAIRS,
    TAVERN,
    TILE_BASE,
    X_STEP,
    Y_STEP,
)
from fs_env.core.machine.scratch import short_lived

FAR = 999
NORTH, EAST, SOUTH, WEST = Side


@kernel
def in_play(s, t):
    """Whether a tile is on the map."""
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
    for t in range(N_TILES):
        tile = s.tiles[t]
        if tile.level == level:
            east, south = int(tile.x) - x, int(tile.y) - y
            if east * east + south * south == 1:
                around[EAST if east > 0 else WEST if east < 0 else SOUTH if south > 0 else NORTH] = t


@kernel
def lay_tile(s, t, level, x, y, turned):
    """Puts a tile on the map, turned clockwise by quarters."""
    tile = s.tiles[t]
    around = short_lived(SIDES)
    fill_around(s, level, x, y, around)
    tile.level = level
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
def fits(s, t, turned, level, around, entry):
    """Door-to-door contacts of a tile turned so, at a place; 0 where it has no door on the entry side or seals the level
    (R28, R29, A3)."""
    if DOORS[t, (entry - turned) % SIDES] == Door.WALL:
        return 0
    free, contacts = int(s.free[level]), 0
    for d in range(SIDES):
        mine = DOORS[t, (d - turned) % SIDES] != Door.WALL
        behind = int(around[d])
        if behind == NONE:
            free += 1 if mine else 0
        elif s.tiles[behind].doors[(d + 2) % SIDES] != Door.WALL:
            free -= 1
            contacts += 1 if mine else 0
    return contacts if free > 0 else 0


@kernel
def fits_somehow(s, t, level, around, entry):
    """Whether a tile can lie at a place in some way."""
    for turned in range(SIDES):
        if fits(s, t, turned, level, around, entry):
            return True
    return False


@kernel
def stack_fits(s, d, level, around, entry):
    """Whether some tile of a stack, or of those set aside from it, can lie at a place."""
    for k in range(s.n_deck[d]):
        if fits_somehow(s, s.deck[d, k] - TILE_BASE, level, around, entry):
            return True
    for k in range(s.n_pile[d]):
        if fits_somehow(s, s.pile[d, k] - TILE_BASE, level, around, entry):
            return True
    return False


@kernel
def stack_for(s, deck, t, side):
    """The stack that a tile behind a side comes from: `deck`, on the city level the other one where it has none that fits;
    NONE if nothing can be discovered there (R29, R30, A4)."""
    level = int(s.tiles[t].level)
    if s.free[level] > SIDES and s.n_deck[deck] + s.n_pile[deck] > 0:
        return deck  # no tile covers more doors than it has sides
    around = short_lived(SIDES)
    fill_around(s, level, int(s.tiles[t].x + X_STEP[side]), int(s.tiles[t].y + Y_STEP[side]), around)
    entry = (side + 2) % SIDES
    covered = 0
    for d in range(SIDES):
        behind = int(around[d])
        if behind != NONE and s.tiles[behind].doors[(d + 2) % SIDES] != Door.WALL:
            covered += 1
    stack = deck
    for _ in range(2):
        left = s.n_deck[stack] + s.n_pile[stack]
        if left > 0 and (s.free[level] > covered or stack_fits(s, stack, level, around, entry)):
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
    """Whether a token lies on a tile."""
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
def way_cost(s, way, to):
    """Spaces for a way onto a tile (R20 to R23); a Pit Trap costs one more."""
    return (2 if way == SIDES + 1 else 1) + (1 if has_token(s, to, Token.PIT) else 0)


@kernel
def fill_distances(s, start, steps, dist):
    """Fills dist: movement cost from a tile to each, FAR where it cannot be reached; with `steps` door-to-door steps (A25)."""
    for t in range(N_TILES):
        dist[t] = FAR
    dist[start] = 0
    waiting = short_lived(N_TILES)  # tiles whose ways must be looked at, each at most once: a ring
    begun, n, queued = 0, 1, 1 << start
    waiting[0] = start
    while n > 0:
        t = int(waiting[begun])
        begun = begun + 1 if begun + 1 < N_TILES else 0
        n -= 1
        queued &= ~(1 << t)
        for way in range(SIDES if steps else SIDES + 3):
            to = way_to(s, t, way)
            if to != NONE:
                far = dist[t] + (1 if steps else way_cost(s, way, to))
                if far < dist[to]:
                    dist[to] = far
                    if (queued >> to) & 1 == 0:
                        queued |= 1 << to
                        waiting[(begun + n) % N_TILES] = to
                        n += 1


@kernel
def fill_distances_to(s, goal, dist):
    """Fills dist: movement cost from each tile to a tile, FAR where there is no way."""
    for t in range(N_TILES):
        dist[t] = FAR
    dist[goal] = 0
    changed = True
    while changed:
        changed = False
        for t in range(N_TILES):
            if in_play(s, t):
                for way in range(SIDES + 3):
                    to = way_to(s, t, way)
                    if to != NONE and dist[to] < FAR:
                        far = dist[to] + way_cost(s, way, to)
                        if far < dist[t]:
                            dist[t] = far
                            changed = True


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
    for t in range(N_TILES):
        s.tiles[t].level = NONE
        for d in range(SIDES):
            s.tiles[t].beside[d] = NONE
    lay_tile(s, TAVERN, Level.CITY, 0, 0, 0)
    lay_tile(s, CHAMBER, Level.CITY, -1, 0, 0)
    lay_tile(s, KITCHEN, Level.CITY, -2, 0, 0)
    lay_tile(s, BASEMENT, Level.CATACOMB, 0, 0, 0)
    lay_tile(s, LANDING, Level.CATACOMB, -1, 0, 0)
