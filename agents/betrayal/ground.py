"""The map as the bot reads it off an observation: what is behind each side of a tile, and ways from a tile to all others."""

from fs_env.agents.betrayal.facts import HARM_ON_LEAVING, kernel
from fs_env.core.betrayal.language.codes import NONE, SIDES, Deck, Door, Role, Token
from fs_env.core.betrayal.observation.schema import REACH
from fs_env.core.betrayal.tables import GRATE, LANDING, N_TILES, STAIRS, X_STEP, Y_STEP
from fs_env.core.machine.compile.memory import short_lived

WAYS = SIDES + 3  # four sides, the grate, the stairs, the gate
FAR = 999
UNKNOWN = -2  # behind a door with no tile behind it
HARMFUL = (1 << Token.SLIME) | (1 << Token.MOLD)


@kernel
def door(obs, t, d):
    tile = obs.tiles[t]
    if d == 0:
        return int(tile.door_north)
    if d == 1:
        return int(tile.door_east)
    return int(tile.door_south) if d == 2 else int(tile.door_west)


@kernel
def discoverable(obs, t, d):
    if door(obs, t, d) == Door.CATACOMB or (obs.tiles[t].tokens >> Token.ILLUSION) & 1:
        return obs.decks[Deck.CATACOMBS] > 0
    return obs.decks[Deck.BUILDINGS] + obs.decks[Deck.STREETS] > 0


@kernel
def tile_at(obs, here, east, south):
    if -REACH <= east <= REACH and -REACH <= south <= REACH:
        return int(obs.grid_tile[1 - here, south + REACH, east + REACH])
    for t in range(N_TILES):
        that = obs.tiles[t]
        if that.placed and that.here == here and that.east == east and that.south == south:
            return t
    return NONE


@kernel
def fill_beside(obs, beside):
    """Fills beside: for each tile and side the tile behind its door, UNKNOWN where one can be discovered, else NONE."""
    for t in range(N_TILES):
        tile = obs.tiles[t]
        for d in range(SIDES):
            behind = NONE
            if tile.placed and door(obs, t, d) != Door.WALL:
                behind = tile_at(obs, int(tile.here), int(tile.east) + X_STEP[d], int(tile.south) + Y_STEP[d])
                if behind == NONE:
                    behind = UNKNOWN if discoverable(obs, t, d) else NONE
                elif door(obs, behind, (d + 2) % SIDES) == Door.WALL:
                    behind = NONE
            beside[t * SIDES + d] = behind


@kernel
def lead_to(obs, beside, t, way):
    if way < SIDES:
        return int(beside[t * SIDES + way])
    if way == SIDES:
        return LANDING if GRATE[t] else NONE
    if way == SIDES + 1:
        to = int(STAIRS[t])
        return to if to != NONE and obs.tiles[to].placed else NONE
    if (obs.tiles[t].tokens >> Token.GATE) & 1:
        for other in range(N_TILES):
            if other != t and (obs.tiles[other].tokens >> Token.GATE) & 1:
                return other
    return NONE


@kernel
def cost(obs, t, way, to, careful):
    """Spaces for a way; with `careful` those of harm on leaving or entering are counted too."""
    spaces = 2 if way == SIDES + 1 else 1
    tokens = int(obs.tiles[to].tokens)
    spaces += (tokens >> Token.PIT) & 1
    if careful:
        spaces += int(HARM_ON_LEAVING[t]) + ((int(obs.tiles[t].tokens) >> Token.OTYUGH) & 1)
        spaces += 2 if tokens & HARMFUL else 0
    return spaces


@kernel
def spaces_left(obs):
    me = obs.players[0]
    if obs.stopped:
        return 0
    limit = 1 if obs.slowed else max(1, int(me.speed))
    return max(0, limit - int(obs.spent))


@kernel
def fill_ways(obs, beside, foes, start, careful, dist, first, stop):
    """Fills dist: spaces from a tile to each, FAR without a way; first: by which way such a walk begins; and stop: where it is when
    the observer, if it is the one who walks, has no more spaces.

    Of equally short walks that one counts which sweeps over all tiles in their order would find first (`found`).
    """
    found, open_tiles, left = short_lived(N_TILES), short_lived(N_TILES), spaces_left(obs)
    for t in range(N_TILES):
        dist[t] = FAR
        first[t] = NONE
    dist[start] = 0
    stop[start] = start
    found[start] = 0
    open_tiles[0] = start
    n = 1
    while n > 0:
        at = 0
        for k in range(1, n):
            if dist[open_tiles[k]] < dist[open_tiles[at]]:
                at = k
        t = int(open_tiles[at])
        n -= 1
        open_tiles[at] = open_tiles[n]
        from_here = found[t] // N_TILES * N_TILES + t  # the sweep comes to this tile, or does so the next time
        if t != start and found[t] % N_TILES >= t:
            from_here += N_TILES
        for way in range(WAYS):
            to = lead_to(obs, beside, t, way)
            if to < 0:
                continue
            far = dist[t] + cost(obs, t, way, to, careful) + foes[t]
            if far < dist[to] or (far == dist[to] and from_here < found[to]):
                if dist[to] == FAR:
                    open_tiles[n] = to
                    n += 1
                dist[to] = far
                found[to] = from_here
                first[to] = way if t == start else first[t]
                walks = far <= left or (t == start and left > 0 and obs.spent == 0)
                stop[to] = to if walks and stop[t] == t else stop[t]


@kernel
def careful(obs):
    """Whether harmful tiles are to be avoided: a traitor known to all ignores them (R72)."""
    return 0 if obs.players[0].side == Role.TRAITOR else 1
