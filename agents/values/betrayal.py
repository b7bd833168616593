"""Inputs of a value of Betrayal at Baldur's Gate: whether the observer's side wins.

Seats are distinguished by what they are to the observer: itself, of its side, of the other one, of a side that it does not know, as all are
before the haunt. Inputs of several seats of a kind add up. Ways are counted in tiles.
"""

from fs_env.agents.betrayal.ground import WAYS, fill_beside, lead_to
from fs_env.agents.values.network import WORK, make_extract, make_score, put
from fs_env.core.betrayal.language.codes import MONSTERS, NONE, SEATS, SIDES, Role, Symbol, Token
from fs_env.core.betrayal.language.haunts import Goal, Shape, Spot
from fs_env.core.betrayal.language.rows import Use
from fs_env.core.betrayal.observation.schema import SCHEMA
from fs_env.core.betrayal.tables import (
    AIMS,
    ARMOR_OFF,
    HAUNT_SHAPE,
    KIND,
    N_HAUNTS,
    N_OMENS,
    N_POSSESSIONS,
    N_TILES,
    STAIRS,
    SYMBOL,
    TASK,
    TASKS,
    TAVERN,
    USE,
)
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.compile.memory import make_named, short_lived

named = make_named(SCHEMA.dtype)
kernel = Kernel(None, o=SCHEMA.dtype, work=WORK, **dict.fromkeys(("obs", "beside", "dist"), "int16[::1]"))
FAR = 99
ARMOR = (ARMOR_OFF > 0).any(axis=1)

SELF, FRIEND, FOE, UNKNOWN = range(4)
"""Relation of a seat to the observer."""
PEOPLE = 4
PLACE, OTHERS, MONSTER, OURS = range(4)
"""Where ways lead: to a place of a task, the other side, a monster, the observer's side."""
WAYS_TO = 4

# Inputs of each kind of people.
LIFE = 11  # one for each number of spaces above death, the last for ten and more: of Might and Speed, then of Knowledge and Sanity
WARDS = 4
STEPS = 10  # one for each length of a way, the last for longer ones and none: to a place of a task, the other side, a monster
TALLIES = 9  # alive, four traits, weapons, armor, other cards, escaped
FIRST_TALLY = 2 * LIFE + WARDS + 3 * STEPS
PERSON = FIRST_TALLY + TALLIES
# Inputs of the haunt, by its number.
GOALS = len(Goal)
COUNT = 13  # one for each number, the last for twelve and more
HAUNT = 2 + 3 * COUNT  # the observer's side; tokens of heroes and traitor, rounds
NEEDS = 10  # one for each number that an objective lacks, the last for nine and more
ALIVE = 9  # one for each number of monsters

FIRST_HAUNT = PEOPLE * PERSON
FIRST_AIM = FIRST_HAUNT + N_HAUNTS * HAUNT
FIRST_MONSTER = FIRST_AIM + 2 * GOALS * NEEDS
FIRST_TURN = FIRST_MONSTER + N_HAUNTS * ALIVE + 2  # standing and stunned ones
FIRST_OMEN = FIRST_TURN + PEOPLE + SEATS  # before the haunt, one for each number of omens
N_INPUTS = FIRST_OMEN + N_OMENS + 1


@kernel
def kind_of(o, seat):
    if seat == 0:
        return SELF
    side = int(o.players[seat].side)
    if side == Role.NONE:
        return UNKNOWN
    return FRIEND if side == o.players[0].side else FOE


@kernel
def is_place(o, t):
    """Whether a task of the observer's side, as it has read it, is for a tile."""
    tile = o.tiles[t]
    if o.haunt == NONE or tile.placed == 0:
        return False
    free = (int(tile.tokens) >> Token.OBSTACLE) & 1 == 0
    by_traitor = o.players[0].side == Role.TRAITOR and HAUNT_SHAPE[o.haunt] != Shape.HIDDEN
    for k in range(TASKS):
        task = TASK[o.haunt, k]
        if not task[5] or (task[0] != 0) != by_traitor:
            continue
        spot = int(task[1])
        if spot == Spot.OMEN and SYMBOL[t] == Symbol.OMEN and free:
            return True
        if spot == Spot.ITEM and SYMBOL[t] == Symbol.ITEM and free:
            return True
        if spot == Spot.STAIRS and STAIRS[t] != NONE:
            return True
        if spot == Spot.TAVERN and t == TAVERN:
            return True
        if spot == Spot.STREET and KIND[t] == 1 and free:
            return True
    return False


@kernel
def spread(o, beside, dist):
    """Fills dist, which is 0 at some tiles and FAR elsewhere, with the way to the nearest of them."""
    queue = short_lived(N_TILES)
    n, done = 0, 0
    for t in range(N_TILES):
        if dist[t] == 0:
            queue[n] = t
            n += 1
    while done < n:
        t = int(queue[done])
        done += 1
        for way in range(WAYS):
            to = lead_to(o, beside, t, way)
            if to >= 0 and dist[to] == FAR:
                dist[to] = dist[t] + 1
                queue[n] = to
                n += 1


@kernel
def fill_ways(o, beside, dist):
    """Fills dist, (WAYS_TO, tiles), with the ways from each tile to what `WAYS_TO` distinguishes."""
    one = short_lived(N_TILES)
    for to in range(WAYS_TO):
        for t in range(N_TILES):
            one[t] = 0 if to == PLACE and is_place(o, t) else FAR
        for seat in range(o.num_players):
            kind, tile = kind_of(o, seat), int(o.players[seat].tile)
            if tile != NONE and ((to == OTHERS and kind == FOE) or (to == OURS and kind <= FRIEND)):
                one[tile] = 0
        for m in range(MONSTERS if to == MONSTER else 0):
            if o.monsters[m].kind != NONE and o.monsters[m].tile != NONE:
                one[o.monsters[m].tile] = 0
        spread(o, beside, one)
        for t in range(N_TILES):
            dist[to * N_TILES + t] = one[t]


@kernel
def list_person(o, work, seat, kind, dist):
    """Lists the inputs of an adventurer; `dist` as `fill_ways` fills it."""
    person, at = o.players[seat], kind * PERSON
    tallies = at + FIRST_TALLY
    put(work, tallies + 8, person.escaped)
    if not person.alive or person.escaped:
        return
    put(work, tallies, 1)
    put(work, at + min(LIFE - 1, int(person.might_at + person.speed_at)), 1)
    put(work, at + LIFE + min(LIFE - 1, int(person.knowledge_at + person.sanity_at)), 1)
    put(work, at + 2 * LIFE + min(WARDS - 1, int(person.wards)), 1)
    put(work, tallies + 1, person.might / 4)
    put(work, tallies + 2, person.speed / 4)
    put(work, tallies + 3, person.knowledge / 4)
    put(work, tallies + 4, person.sanity / 4)
    for k in range(3 if person.tile != NONE else 0):
        to = k if k != OTHERS or kind != FOE else OURS
        steps = min(STEPS - 1, int(dist[to * N_TILES + person.tile]))
        put(work, at + 2 * LIFE + WARDS + k * STEPS + steps, 1)


@kernel
def list_people(o, work):
    beside, dist = short_lived(N_TILES * SIDES), short_lived(WAYS_TO * N_TILES)
    fill_beside(o, beside)
    fill_ways(o, beside, dist)
    for seat in range(o.num_players):
        list_person(o, work, seat, kind_of(o, seat), dist)
    for card in range(N_POSSESSIONS):
        owner = int(o.cards[card].owner)
        if owner != NONE:
            which = 5 if USE[card] == Use.WEAPON else 6 if ARMOR[card] else 7
            put(work, kind_of(o, owner) * PERSON + FIRST_TALLY + which, 0.5)


@kernel
def list_haunt(o, work):
    at = FIRST_HAUNT + o.haunt * HAUNT
    put(work, at + (1 if o.players[0].side == Role.TRAITOR else 0), 1)
    put(work, at + 2 + min(COUNT - 1, int(o.marks[0])), 1)
    put(work, at + 2 + COUNT + min(COUNT - 1, int(o.marks[1])), 1)
    put(work, at + 2 + 2 * COUNT + min(COUNT - 1, int(o.rounds)), 1)
    for k in range(2 * AIMS):
        aim = o.aims[k]
        if aim.goal != NONE:
            at = FIRST_AIM + (k // AIMS * GOALS + aim.goal) * NEEDS
            put(work, at + max(0, min(NEEDS - 1, int(aim.needed - aim.done))), 1)
    alive, stunned = 0, 0
    for m in range(MONSTERS):
        if o.monsters[m].kind != NONE:
            alive += 1
            stunned += o.monsters[m].stunned
    put(work, FIRST_MONSTER + o.haunt * ALIVE + min(ALIVE - 1, alive), 1)
    put(work, FIRST_MONSTER + N_HAUNTS * ALIVE, (alive - stunned) / 4)
    put(work, FIRST_MONSTER + N_HAUNTS * ALIVE + 1, stunned / 4)


@kernel
def list_inputs(obs, work):
    o = named(obs)
    put(work, FIRST_TURN + kind_of(o, int(o.turn_seat)), 1)
    put(work, FIRST_TURN + PEOPLE + o.turn_seat, 1)
    if o.haunt == NONE:
        put(work, FIRST_OMEN + o.omens, 1)
    else:
        list_haunt(o, work)
    list_people(o, work)


score = make_score(list_inputs, N_INPUTS)
extract = make_extract(list_inputs)
