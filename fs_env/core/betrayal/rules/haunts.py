"""The haunt: its beginning, monsters, tasks, objectives (R59 to R85)."""

from __future__ import annotations

from fs_env.core.betrayal.actions import ATTACK, END, FIGURES, GO, GRATE, MONSTERS, TILE
from fs_env.core.betrayal.codes import DICE, NONE, SIDES, Harm, Kind, Role, Symbol, Token, Trait
from fs_env.core.betrayal.language.haunts import Chosen, Count, Goal, Shape, Spot, Where
from fs_env.core.betrayal.questions import Frame, Question
from fs_env.core.betrayal.rules.cards import bury_adventurer, free_from_events, gain
from fs_env.core.betrayal.rules.dice import roll, roll_trait, value
from fs_env.core.betrayal.rules.fights import start_attack
from fs_env.core.betrayal.rules.starts import NOTHING, WAITING, pick_option, seats_from, start_damage, start_program
from fs_env.core.betrayal.rules.table import figure_tile, hindrance, holder, is_shape, may_attack, present, secret
from fs_env.core.betrayal.rules.terrain import FAR, fill_distances, has_token, in_play, way_to
from fs_env.core.betrayal.state import Outcome, Stream, begin, below, clear, kernel, offer
from fs_env.core.betrayal.tables import (
    AIM,
    AIMS,
    BHAAL,
    CHART_OF,
    HAUNT_CHOSEN,
    HAUNT_SHAPE,
    HAUNT_TRAIT,
    HERO_NOW,
    KIND,
    KINDS_OF_MONSTERS,
    LANDING,
    N_OMEN_TILES,
    N_OMENS,
    N_TILES,
    OMEN_ROW,
    SEATS,
    SYMBOL,
    TASK,
    TAVERN,
    TRAITOR_KILLS,
    TRAITOR_NOW,
)
from fs_env.core.betrayal.tables import MONSTERS as MONSTER_TABLE
from fs_env.core.betrayal.tables import (
    STAIRS as STAIRS_OF,
)
from fs_env.core.machine.scratch import short_lived

NEEDED = 6  # of a haunt roll (R59)
BASE, COUNT, WHERE, SMALL, PRESENT = 4, 5, 6, 10, 11  # columns of MONSTER_TABLE
WAYS = SIDES + 3


@kernel
def counted(s, base, count):
    """A number that depends on the players; those who have died count too (R66)."""
    n = int(s.n_players)
    if count == Count.ADVENTURERS:
        return base + n
    if count == Count.HEROES:
        return base + (n if HAUNT_SHAPE[s.haunt] == Shape.TOGETHER else n - 1)
    return base


# The beginning.


@kernel
def haunt_roll(s):
    """Makes a haunt roll that is owed; returns whether the haunt begins (R59, A8, A10)."""
    return s.omens >= N_OMENS or roll(s, min(int(s.omens), DICE)) >= NEEDED


@kernel
def roll_for_haunt(s, p):
    """Makes the haunt rolls that a seat owes, until the haunt begins (R17, R59, A8)."""
    for k in range(s.n_due):
        if s.haunt == NONE and haunt_roll(s):
            begin_haunt(s, p, int(s.due_omen[k]), int(s.due_tile[k]))
    s.n_due = 0


@kernel
def omen_row(s, tile):
    """The row of the chart for a tile; without one that of the nearest omen tile in play (R60, A11)."""
    if tile != NONE and OMEN_ROW[tile] != NONE:
        return int(OMEN_ROW[tile])
    dist = short_lived(N_TILES)
    fill_distances(s, tile if tile != NONE else TAVERN, 0, dist)
    best = NONE
    for t in range(N_TILES):
        if in_play(s, t) and OMEN_ROW[t] != NONE and (best == NONE or dist[t] < dist[best]):
            best = t
    return int(OMEN_ROW[best]) if best != NONE else 0


@kernel
def choose_traitor(s, revealer):
    """Who becomes the traitor: the revealer, or the highest or lowest in a trait; of several the revealer, else the first to
    the left (R60, R61)."""
    rule, trait = HAUNT_CHOSEN[s.haunt], int(HAUNT_TRAIT[s.haunt])
    if rule == Chosen.REVEALER:
        return revealer
    best = revealer
    for k in range(1, s.n_players):
        q = seats_from(s, revealer, k)
        if s.seats[q].alive:
            more = value(s, q, trait) - value(s, best, trait)
            if (more > 0 and rule == Chosen.HIGHEST) or (more < 0 and rule == Chosen.LOWEST):
                best = q
    return best


@kernel
def begin_haunt(s, revealer, omen, tile):
    """The haunt begins: who is who, what is done at once, in which order play goes on (R60 to R64, R71, R75, R76)."""
    s.haunt = s.wanted - 1 if s.wanted > 0 else CHART_OF[omen_row(s, tile), omen]
    s.revealer = revealer
    s.begun = 1
    s.judging = 1
    shape = int(HAUNT_SHAPE[s.haunt])
    if shape == Shape.TRAITOR:
        s.traitor = choose_traitor(s, revealer)
    elif shape == Shape.HIDDEN:
        s.traitor = below(s, Stream.CHOICE, s.n_players)
    for q in range(s.n_players):
        s.seats[q].role = Role.HERO
        s.seats[q].shown = 0 if shape == Shape.HIDDEN else 1
        s.seats[q].ended = 1
    f = begin(s, Frame.HAUNT, revealer)
    s.frames[f].n = 0
    for k in range(s.n_players - 1, -1, -1):
        q = seats_from(s, revealer, k)
        if q != s.traitor:
            start_program(s, q, HERO_NOW[s.haunt], NONE)
    if s.traitor != NONE:
        s.seats[s.traitor].role = Role.TRAITOR
        if shape == Shape.TRAITOR:
            free_from_events(s, int(s.traitor))
            start_program(s, int(s.traitor), TRAITOR_NOW[s.haunt], NONE)


@kernel
def hero_on(s, t):
    """Whether a hero stands on a tile."""
    for q in range(s.n_players):
        if present(s, q) and s.seats[q].tile == t and s.seats[q].role == Role.HERO:
            return True
    return False


@kernel
def monster_on(s, t):
    """Whether a monster stands on a tile."""
    for m in range(MONSTERS):
        if s.monsters[m].kind != NONE and s.monsters[m].tile == t:
            return True
    return False


@kernel
def run_haunt(s, f):
    """Puts the monsters of the haunt on the map; `n` counts them, `value` their kind."""
    frame = s.frames[f]
    while frame.value < KINDS_OF_MONSTERS:
        kind = int(frame.value)
        row = MONSTER_TABLE[s.haunt, kind]
        number = min(MONSTERS, counted(s, row[BASE], row[COUNT])) if row[PRESENT] else 0
        if frame.mask >= number:
            frame.value += 1
            frame.mask = 0
            continue
        tile = LANDING
        if row[WHERE] == Where.WITH_TRAITOR and s.traitor != NONE and s.seats[s.traitor].tile != NONE:
            tile = int(s.seats[s.traitor].tile)
        elif row[WHERE] == Where.CHOSEN and s.traitor != NONE:
            frame.seat = s.traitor
            if frame.step == 0:
                clear(s)
                for t in range(N_TILES):
                    if in_play(s, t) and not hero_on(s, t) and not monster_on(s, t):
                        offer(s, TILE + t)
            tile = pick_option(s, f, TILE, Question.TILE)
            if tile == WAITING:
                return
            if tile == NOTHING:
                frame.mask = 100
                continue
        s.monsters[frame.n].kind = kind
        s.monsters[frame.n].tile = tile
        frame.n += 1
        frame.mask += 1
    s.n_frames -= 1


# Monsters.


@kernel
def monster_speed(s, m):
    """Spaces that a monster may move: one roll for all of a kind, at least 1 (R78)."""
    kind = int(s.monsters[m].kind)
    if s.speed[kind] == NONE:
        s.speed[kind] = max(1, roll(s, MONSTER_TABLE[s.haunt, kind, Trait.SPEED]))
    return int(s.speed[kind])


@kernel
def monster_can_go(s, m, way, spent):
    """Whether a monster may leave by a way: to tiles that are there, with what its roll leaves (R70, R81, R82)."""
    to = way_to(s, int(s.monsters[m].tile), way)
    if to == NONE:
        return False
    base = 2 if way == SIDES + 1 else 1
    if spent == 0:
        return base <= monster_speed(s, m)
    return spent + base + hindrance(s, SEATS + m) <= monster_speed(s, m)


@kernel
def go_monster(s, f, way):
    """Moves the monster whose turn it is."""
    frame = s.frames[f]
    m = int(frame.n)
    frame.value += (2 if way == SIDES + 1 else 1) + hindrance(s, SEATS + m)
    s.monsters[m].tile = way_to(s, int(s.monsters[m].tile), way)


@kernel
def lead_monster(s, f):
    """What a monster does that nobody leads: attacks a hero on its tile, else goes towards the nearest; returns an action."""
    frame = s.frames[f]
    m = int(frame.n)
    here = int(s.monsters[m].tile)
    if frame.mask == 0:
        for k in range(s.n_players):
            q = seats_from(s, int(s.revealer), k)
            if present(s, q) and s.seats[q].tile == here:
                return ATTACK + q
    dist = short_lived(N_TILES)
    fill_distances(s, here, 0, dist)
    best = NONE
    for k in range(s.n_players):
        q = seats_from(s, int(s.revealer), k)
        if present(s, q) and (best == NONE or dist[s.seats[q].tile] < dist[s.seats[best].tile]):
            best = q
    if best == NONE or s.seats[best].tile == here or frame.mask:
        return END
    near, chosen = FAR, END
    for way in range(WAYS):
        if monster_can_go(s, m, way, int(frame.value)):
            to = way_to(s, here, way)
            fill_distances(s, to, 0, dist)
            if dist[s.seats[best].tile] < near:
                near = dist[s.seats[best].tile]
                chosen = GO + way if way < SIDES else GRATE + way - SIDES
    return chosen


@kernel
def offer_monster(s, f):
    """Offers what the monster whose turn it is may do."""
    frame = s.frames[f]
    m = int(frame.n)
    clear(s)
    for way in range(WAYS):
        if monster_can_go(s, m, way, int(frame.value)):
            offer(s, GO + way if way < SIDES else GRATE + way - SIDES)
    if frame.mask == 0:
        for k in range(s.n_players):
            q = seats_from(s, int(frame.seat), k)
            if figure_tile(s, q) == s.monsters[m].tile and may_attack(s, SEATS + m, q):
                offer(s, ATTACK + k)
    offer(s, END)


@kernel
def run_monsters(s, f):
    """The monsters one after the other; `n` counts them, `value` the spaces used, `mask` is 1 after the attack (R77 to R82)."""
    frame = s.frames[f]
    m = int(frame.n)
    if m >= MONSTERS:
        s.n_frames -= 1
        return
    if s.monsters[m].kind == NONE or (s.monsters[m].stunned and frame.step == 0):
        if frame.value == 0:
            s.monsters[m].stunned = 0
        frame.n += 1
        frame.value = 0
        frame.mask = 0
        return
    leader = int(s.traitor)
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
        frame.n += 1
        frame.value = 0
        frame.mask = 0
    elif action < GO + SIDES:
        go_monster(s, f, action - GO)
    else:
        go_monster(s, f, action - GRATE + SIDES)


# Tasks.


@kernel
def task_here(s, p, k):
    """Whether a player may try a task now (R47)."""
    if s.haunt == NONE or (s.seats[p].tasks >> k) & 1 or not TASK[s.haunt, k, 5]:
        return False
    if not secret(s) and (TASK[s.haunt, k, 0] != 0) != (s.seats[p].role == Role.TRAITOR):
        return False  # a secret traitor does what heroes do
    t, spot = int(s.seats[p].tile), TASK[s.haunt, k, 1]
    if spot == Spot.OMEN:
        return SYMBOL[t] == Symbol.OMEN and not has_token(s, t, Token.OBSTACLE)
    if spot == Spot.ITEM:
        return SYMBOL[t] == Symbol.ITEM and not has_token(s, t, Token.OBSTACLE)
    if spot == Spot.STAIRS:
        return STAIRS_OF[t] != NONE
    if spot == Spot.STREET:
        return KIND[t] == Kind.STREET
    return t == TAVERN


@kernel
def try_task(s, p, k):
    """A roll for a task; success runs its effect (R46, R47)."""
    s.seats[p].tasks |= 1 << k
    if roll_trait(s, p, TASK[s.haunt, k, 2], 0) >= TASK[s.haunt, k, 3]:
        start_program(s, p, TASK[s.haunt, k, 4], NONE)


# Deaths and objectives.


@kernel
def reap(s):
    """Adventurers with a trait at the skull die (R12, R84); the dead traitor's kills and the Symbol of Bhaal follow."""
    if s.haunt == NONE:
        return
    for p in range(s.n_players):
        seat = s.seats[p]
        if seat.alive and (seat.at[0] == 0 or seat.at[1] == 0 or seat.at[2] == 0 or seat.at[3] == 0):
            hero, by = seat.role == Role.HERO, int(s.killer)
            s.killer = NONE
            bury_adventurer(s, p)
            if hero and by != NONE and by == s.traitor and s.seats[by].alive:
                start_program(s, by, TRAITOR_KILLS[s.haunt], NONE)
            q = holder(s, BHAAL)
            if q != NONE and q != p:
                drawn = roll(s, 1)
                if drawn == 2:
                    gain(s, q, Trait.MIGHT, 1)
                elif drawn == 0 and by != q:
                    start_damage(s, q, Harm.MENTAL, roll(s, 1), NONE)


@kernel
def heroes_left(s):
    """Living heroes in the city."""
    n = 0
    for q in range(s.n_players):
        if s.seats[q].role == Role.HERO and s.seats[q].alive and s.seats[q].escaped == 0:
            n += 1
    return n


@kernel
def escaped(s):
    """Heroes who have left for good."""
    n = 0
    for q in range(s.n_players):
        if s.seats[q].role == Role.HERO and s.seats[q].escaped:
            n += 1
    return n


@kernel
def needed(s, side, k):
    """The number of an objective; the tokens of heroes are no more than the omen tiles of the content."""
    number = max(1, counted(s, AIM[s.haunt, side, k, 1], AIM[s.haunt, side, k, 2]))
    return min(number, N_OMEN_TILES) if AIM[s.haunt, side, k, 0] == Goal.MARKS else number


@kernel
def monsters_left(s):
    """Monsters on the map."""
    n = 0
    for m in range(MONSTERS):
        if s.monsters[m].kind != NONE:
            n += 1
    return n


@kernel
def reached(s, side):
    """Whether a side has completed one of its objectives (R85)."""
    for k in range(AIMS):
        goal = AIM[s.haunt, side, k, 0]
        if goal == Goal.MARKS and s.marks[side] >= needed(s, side, k):
            return True
        if goal == Goal.TRAITOR_DEAD and s.traitor != NONE and s.seats[s.traitor].alive == 0:
            return True
        if goal == Goal.NO_HEROES and heroes_left(s) == 0:
            return True
        if goal == Goal.NO_MONSTERS and monsters_left(s) == 0:
            return True
        if goal == Goal.ESCAPED and escaped(s) >= needed(s, side, k):
            return True
        if goal == Goal.ROUNDS and s.rounds >= needed(s, side, k):
            return True
    return False


@kernel
def in_between(s):
    """Whether a haunt is being set up, or a demon is striking: nobody has won before that is over (R63, R87)."""
    for f in range(s.n_frames):
        if s.frames[f].kind == Frame.HAUNT or (s.demon and s.frames[f].kind == Frame.DAMAGE):
            return True
    return False


@kernel
def judge(s):
    """Ends the game for the side that has completed its objective, heroes first; both by the demon is nobody's win (R85, R87)."""
    s.judging = 0
    reap(s)
    if s.haunt == NONE:
        return
    if in_between(s):
        s.judging = 1
        return
    heroes, others, demon = reached(s, 0), reached(s, 1), s.demon
    s.demon = 0
    if heroes and others and demon:
        s.outcome = Outcome.LOST
        return
    heroes = heroes and heroes_left(s) + escaped(s) > 0
    if not heroes and not others:
        return
    s.outcome = Outcome.WON
    for q in range(s.n_players):
        if (s.seats[q].role == Role.TRAITOR) != heroes:
            s.winners |= 1 << q
    if not heroes and is_shape(s, Shape.TOGETHER):
        s.outcome = Outcome.LOST
        s.winners = 0
