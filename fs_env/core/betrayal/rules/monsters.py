"""The monsters' turn: those of a traitor are led by that seat, the others go for the nearest hero (R64, R77 to R82)."""

from fs_env.core.betrayal.actions import ATTACK, END, GO, GRATE
from fs_env.core.betrayal.language.codes import FIGURES, NONE, SEATS, SIDES, Trait
from fs_env.core.betrayal.language.haunts import Shape
from fs_env.core.betrayal.language.questions import Question
from fs_env.core.betrayal.rules.dice import roll
from fs_env.core.betrayal.rules.fights import start_attack
from fs_env.core.betrayal.rules.movement import HELD, start_watch
from fs_env.core.betrayal.rules.starts import WAITING, pick_option, seats_from
from fs_env.core.betrayal.rules.table import (
    figure_tile,
    hindrance,
    in_truce,
    is_shape,
    leader_of_monsters,
    may_attack,
    present,
)
from fs_env.core.betrayal.rules.terrain import LIGHTLY, fill_distances, fill_distances_to, way_to, ways_of
from fs_env.core.betrayal.state import clear, kernel, offer_new
from fs_env.core.betrayal.tables import MONSTERS as MONSTER_TABLE
from fs_env.core.betrayal.tables import N_TILES
from fs_env.core.machine.compile.memory import short_lived


@kernel
def leads_monsters(s, p):
    """Whether monsters act after the turn of a seat (R64, R74, R76)."""
    if s.haunt == NONE:
        return False
    if is_shape(s, Shape.TRAITOR):
        return p == s.traitor
    return p == s.revealer


@kernel
def monster_speed(s, m):
    """Spaces that a monster may move: one roll for all of a kind, at least 1 (R78)."""
    kind = int(s.monsters[m].kind)
    if s.speed[kind] == NONE:
        s.speed[kind] = max(1, roll(s, MONSTER_TABLE[s.haunt, kind, Trait.SPEED]))
    return int(s.speed[kind])


@kernel
def monster_can_go(s, m, way, spent, held):
    """Whether a monster may leave by a way: to tiles that are there, with what its roll and opponents leave (R70, R81, R82)."""
    to = way_to(s, int(s.monsters[m].tile), way)
    if to == NONE:
        return False
    base = 2 if way == SIDES + 1 else 1
    if spent == 0:
        return base <= monster_speed(s, m)
    return spent + base + held <= monster_speed(s, m)


@kernel
def go_monster(s, f, way):
    """Sets out with the monster whose turn it is, for the `tile` of the frame; returns 1 where the Eye of Vecna is asked first."""
    frame = s.frames[f]
    m = int(frame.n)
    frame.value += (2 if way == SIDES + 1 else 1) + hindrance(s, SEATS + m)
    frame.tile = way_to(s, int(s.monsters[m].tile), way)
    return start_watch(s, SEATS + m, int(frame.tile))


@kernel
def arrive(s, f):
    """Puts the monster that has set out on its tile, unless it was stopped."""
    frame = s.frames[f]
    if frame.tile != NONE and frame.value != HELD:
        s.monsters[frame.n].tile = frame.tile
    frame.tile = NONE


@kernel
def nearest(s, here, goals, dist):
    """The tile of the hero that a monster goes for: the nearest, of several the first from the revealer on; fills dist."""
    fill_distances(s, here, LIGHTLY, goals, dist)
    best = NONE
    for k in range(s.n_players):
        q = seats_from(s, int(s.revealer), k)
        if present(s, q) and (best == NONE or dist[s.seats[q].tile] < dist[best]):
            best = int(s.seats[q].tile)
    return best


@kernel
def lead_monster(s, f):
    """The action of a monster that no player leads: it attacks a hero on its tile, else goes towards the nearest."""
    frame = s.frames[f]
    m = int(frame.n)
    here = int(s.monsters[m].tile)
    if frame.mask:
        return END
    goals = 0
    for k in range(s.n_players):
        q = seats_from(s, int(s.revealer), k)
        if present(s, q):
            if s.seats[q].tile == here:
                return END if in_truce(s) else ATTACK + q
            goals |= 1 << int(s.seats[q].tile)
    held = hindrance(s, SEATS + m) if frame.value > 0 else 0  # the first space is always allowed
    if goals == 0 or (frame.value > 0 and frame.value + 1 + held > monster_speed(s, m)):
        return END
    dist = short_lived(N_TILES)
    goal = nearest(s, here, goals, dist)
    fill_distances_to(s, goal, here, dist)
    near, chosen = int(dist[here]), END
    for way in range(ways_of(s, here)):
        if monster_can_go(s, m, way, int(frame.value), held):
            to = way_to(s, here, way)
            if dist[to] < near:
                near = int(dist[to])
                chosen = GO + way if way < SIDES else GRATE + way - SIDES
    return chosen


@kernel
def offer_monster(s, f):
    frame = s.frames[f]
    m = int(frame.n)
    clear(s)
    held = hindrance(s, SEATS + m) if frame.value > 0 else 0
    for way in range(ways_of(s, int(s.monsters[m].tile))):
        if monster_can_go(s, m, way, int(frame.value), held):
            offer_new(s, GO + way if way < SIDES else GRATE + way - SIDES)
    if frame.mask == 0:
        for k in range(s.n_players):
            q = seats_from(s, int(frame.seat), k)
            if figure_tile(s, q) == s.monsters[m].tile and may_attack(s, SEATS + m, q):
                offer_new(s, ATTACK + k)
    offer_new(s, END)


@kernel
def next_monster(s, f):
    frame = s.frames[f]
    frame.n += 1
    frame.value = 0
    frame.mask = 0


@kernel
def run_monsters(s, f):
    """The monsters one after the other; `n` counts them, `value` the spaces used, `mask` is 1 after the attack (R77 to R82)."""
    frame = s.frames[f]
    leader = leader_of_monsters(s)
    while frame.n < s.n_monsters:
        m = int(frame.n)
        arrive(s, f)
        if s.monsters[m].kind == NONE or (s.monsters[m].stunned and frame.step == 0):
            if frame.value == 0 and frame.mask == 0:  # not stunned by its own attack just now
                s.monsters[m].stunned = 0
            next_monster(s, f)
            continue
        if leader == NONE:
            action = lead_monster(s, f)
            if action >= ATTACK and action < ATTACK + SEATS:
                frame.mask = 1
                start_attack(s, SEATS + m, action - ATTACK)
                return
        else:
            frame.seat = leader
            if frame.step == 0:
                offer_monster(s, f)
            action = pick_option(s, f, 0, Question.MONSTER)
            if action == WAITING:
                return
            if action >= ATTACK and action < ATTACK + FIGURES:
                frame.mask = 1
                start_attack(s, SEATS + m, seats_from(s, leader, action - ATTACK))
                return
        if action == END:
            next_monster(s, f)
        elif go_monster(s, f, action - GO if action < GO + SIDES else action - GRATE + SIDES):
            return
    s.n_frames -= 1
