"""The haunt: its roll, its beginning, its tasks (R46, R47, R59 to R65)."""

from __future__ import annotations

from fs_env.core.betrayal.actions import MONSTERS, TILE
from fs_env.core.betrayal.codes import DICE, NONE, Kind, Role, Symbol, Token
from fs_env.core.betrayal.language.haunts import Chosen, Shape, Spot, Where
from fs_env.core.betrayal.questions import Frame, Question
from fs_env.core.betrayal.rules.cards import free_from_events
from fs_env.core.betrayal.rules.dice import roll, roll_trait, value
from fs_env.core.betrayal.rules.objectives import counted
from fs_env.core.betrayal.rules.starts import NOTHING, WAITING, pick_option, seats_from, start_program
from fs_env.core.betrayal.rules.table import present, secret
from fs_env.core.betrayal.rules.terrain import fill_distances, has_token, in_play
from fs_env.core.betrayal.state import Stream, begin, below, clear, kernel, offer
from fs_env.core.betrayal.tables import (
    CHART_OF,
    HAUNT_CHOSEN,
    HAUNT_SHAPE,
    HAUNT_TRAIT,
    HERO_NOW,
    KIND,
    KINDS_OF_MONSTERS,
    LANDING,
    N_OMENS,
    N_TILES,
    OMEN_ROW,
    SYMBOL,
    TASK,
    TAVERN,
    TRAITOR_NOW,
)
from fs_env.core.betrayal.tables import MONSTERS as MONSTER_TABLE
from fs_env.core.betrayal.tables import (
    STAIRS as STAIRS_OF,
)
from fs_env.core.machine.scratch import short_lived

NEEDED = 6  # of a haunt roll (R59)
BASE, COUNT, WHERE, PRESENT = 4, 5, 6, 11  # columns of MONSTER_TABLE


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


@kernel.rare
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


@kernel.rare
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
        s.n_monsters = frame.n
        frame.mask += 1
    s.n_frames -= 1


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
