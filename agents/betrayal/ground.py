"""The map as the bot reads it off an observation: what lies behind each side of a tile, and ways from a tile to all others."""

from __future__ import annotations

from fs_env.agents.betrayal.facts import HARM_ON_LEAVING, kernel
from fs_env.core.betrayal.codes import NONE, SIDES, Deck, Door, Role, Token
from fs_env.core.betrayal.tables import GRATE, LANDING, N_TILES, STAIRS, X_STEP, Y_STEP

WAYS = SIDES + 3  # four sides, the grate, the stairs, the gate
FAR = 999
UNKNOWN = -2  # behind a door with no tile behind it
HARMFUL = (1 << Token.SLIME) | (1 << Token.MOLD)


@kernel
def door(obs, t, d):
    """The door or wall at a side of a tile."""
    tile = obs.tiles[t]
    if d == 0:
        return int(tile.door_north)
    if d == 1:
        return int(tile.door_east)
    return int(tile.door_south) if d == 2 else int(tile.door_west)


@kernel
def discoverable(obs, t, d):
    """Whether a tile is left for a door with nothing behind it."""
    if door(obs, t, d) == Door.CATACOMB or (obs.tiles[t].tokens >> Token.ILLUSION) & 1:
        return obs.decks[Deck.CATACOMBS] > 0
    return obs.decks[Deck.BUILDINGS] + obs.decks[Deck.STREETS] > 0


@kernel
def fill_beside(obs, beside):
    """Fills beside: for each tile and side the tile behind its door, UNKNOWN where one can be discovered, else NONE."""
    for t in range(N_TILES):
        for d in range(SIDES):
            beside[t * SIDES + d] = NONE
        if obs.tiles[t].placed == 0:
            continue
        tile = obs.tiles[t]
        for d in range(SIDES):
            if door(obs, t, d) == Door.WALL:
                continue
            behind = UNKNOWN
            for other in range(N_TILES):
                that = obs.tiles[other]
                if that.placed and that.here == tile.here:
                    if that.east == tile.east + X_STEP[d] and that.south == tile.south + Y_STEP[d]:
                        behind = other if door(obs, other, (d + 2) % SIDES) != Door.WALL else NONE
                        break
            if behind == UNKNOWN and not discoverable(obs, t, d):
                behind = NONE
            beside[t * SIDES + d] = behind


@kernel
def lead_to(obs, beside, t, way):
    """The tile that a way leads to, NONE or UNKNOWN."""
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
def fill_ways(obs, beside, start, careful, dist, first):
    """Fills dist: spaces from a tile to each, FAR without a way; and first: by which way such a walk begins."""
    for t in range(N_TILES):
        dist[t] = FAR
        first[t] = NONE
    dist[start] = 0
    changed = True
    while changed:
        changed = False
        for t in range(N_TILES):
            if dist[t] < FAR:
                for way in range(WAYS):
                    to = lead_to(obs, beside, t, way)
                    if to >= 0:
                        far = dist[t] + cost(obs, t, way, to, careful)
                        if far < dist[to]:
                            dist[to] = far
                            first[to] = way if t == start else first[t]
                            changed = True


@kernel
def careful(obs):
    """Whether harmful tiles are to be avoided: a traitor known to all ignores them (R72)."""
    return 0 if obs.players[0].side == Role.TRAITOR else 1


@kernel
def spaces_left(obs):
    """Spaces that the observer may still move in its turn."""
    me = obs.players[0]
    if obs.stopped:
        return 0
    limit = 1 if obs.slowed else max(1, int(me.speed))
    return max(0, limit - int(obs.spent))
