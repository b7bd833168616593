"""Value of standing on each tile: before the haunt for what it brings, afterwards for the objectives of one's side."""

from __future__ import annotations

from fs_env.agents.betrayal.facts import AT_LEAST, CARD_WORTH, EVENTS_AT_END, GIFT, STACK_WORTH, kernel
from fs_env.agents.betrayal.ground import FAR, door, fill_ways
from fs_env.agents.betrayal.memory import GIFTS, SUSPECT
from fs_env.agents.betrayal.odds import (
    best_attack,
    clip,
    figure_at,
    figure_trait,
    harm,
    is_foe,
    own_trait,
)
from fs_env.core.betrayal.actions import FIGURES
from fs_env.core.betrayal.codes import DICE, NONE, SPACES, Door, Kind, Role, Symbol, Token, Trait
from fs_env.core.betrayal.language.haunts import Goal, Shape, Spot
from fs_env.core.betrayal.tables import (
    AIMS,
    HAUNT_SHAPE,
    KIND,
    MAY_DROP,
    N_POSSESSIONS,
    N_TILES,
    SEATS,
    STAIRS,
    SYMBOL,
    TASK,
    TASKS,
    TAVERN,
    TRACKS,
)
from fs_env.core.machine.compile.memory import short_lived

GIFT_WORTH = 90  # a trait raised by a tile, in hundredths of an item
EVENT_COST = 40  # an event at the end of a turn
MARK_WORTH = 260  # a task that is surely done when one is needed
EXPLORE_LATER = 25  # of what a discovery is worth before the haunt, in hundredths
FEAR = 45  # of the harm that a foe in reach may do, in hundredths
LONG_FEAR = 160  # the same for a side that only has to survive


@kernel
def gain_worth(obs, trait, n):
    """Value of a gain of the observer in a trait, in hundredths."""
    at = clip(obs, 0, trait)
    after = min(SPACES, at + n)
    track = TRACKS[obs.players[0].adventurer, trait]
    more = int(track[after]) - int(track[at])
    weight = 60 if trait == Trait.MIGHT else 45 if trait == Trait.SPEED else 35
    return weight * more + 25 * (after - at) + (60 // max(1, at) if after > at else 0)


@kernel
def stack_of(obs, t, d):
    """The kind of tile behind a door with nothing behind it."""
    what = door(obs, t, d)
    if what == Door.CATACOMB:
        return Kind.CATACOMB
    return Kind.STREET if what == Door.STREET else Kind.BUILDING


@kernel
def cards_on(obs, t):
    """Value of the cards that lie on a tile and may be picked up."""
    worth = 0
    for card in range(N_POSSESSIONS):
        if obs.cards[card].lies == t and MAY_DROP[card]:
            worth += int(CARD_WORTH[card])
    return worth


@kernel
def has_aim(obs, goal):
    """Whether an objective of the observer's side is of a kind."""
    for k in range(AIMS):
        if obs.aims[k].goal == goal:
            return True
    return False


@kernel
def task_at(obs, k, t):
    """Whether a task of the observer's side is possible on a tile."""
    task = TASK[obs.haunt, k]
    if not task[5] or obs.tiles[t].placed == 0:
        return False
    hidden = HAUNT_SHAPE[obs.haunt] == Shape.HIDDEN
    if (task[0] != 0) != (obs.players[0].side == Role.TRAITOR and not hidden):
        return False
    if hidden and obs.players[0].side == Role.TRAITOR:
        return False  # its success would count for the heroes
    free = (int(obs.tiles[t].tokens) >> Token.OBSTACLE) & 1 == 0
    if task[1] == Spot.OMEN:
        return SYMBOL[t] == Symbol.OMEN and free
    if task[1] == Spot.ITEM:
        return SYMBOL[t] == Symbol.ITEM and free
    if task[1] == Spot.STAIRS:
        return STAIRS[t] != NONE
    if task[1] == Spot.STREET:
        return KIND[t] == Kind.STREET
    return t == TAVERN


@kernel
def task_worth(obs, k):
    """Value of an attempt at a task: its chance, and how near the objective is."""
    task = TASK[obs.haunt, k]
    chance = AT_LEAST[min(DICE, max(0, own_trait(obs, 0, int(task[2])))), int(task[3])]
    left = 2
    for a in range(AIMS):
        if obs.aims[a].goal == Goal.MARKS:
            left = max(1, int(obs.aims[a].needed - obs.aims[a].done))
    return int(MARK_WORTH * chance * (1.0 + 1.0 / left))


@kernel
def fill_threat(obs, beside, suspect, threat):
    """Fills threat: harm that foes may do to the observer on each tile before its next turn, in hundredths."""
    dist, first = short_lived(N_TILES), short_lived(N_TILES)
    for t in range(N_TILES):
        threat[t] = 0
    for figure in range(1, FIGURES):
        there = figure_at(obs, figure)
        if there == NONE or not is_foe(obs, figure, suspect):
            continue
        might, speed = figure_trait(obs, figure, Trait.MIGHT), figure_trait(obs, figure, Trait.SPEED)
        hurt = harm(obs, 0, Trait.MIGHT, might, own_trait(obs, 0, Trait.MIGHT), 0)
        fill_ways(obs, beside, there, 0, dist, first)
        for t in range(N_TILES):
            if dist[t] < FAR:
                part = 4 if dist[t] <= speed else 2 if dist[t] <= speed + 2 else 1 if dist[t] <= 2 * speed else 0
                threat[t] = min(9999, threat[t] + hurt * part // 4)


@kernel
def fill_worth(obs, beside, threat, memory, worth):
    """Fills worth: what standing on each tile is worth, in hundredths; -30000 where there is no tile."""
    haunted = obs.haunt != NONE
    suspect = memory[SUSPECT] - 1
    for t in range(N_TILES):
        worth[t] = -30000
        if obs.tiles[t].placed == 0:
            continue
        here = cards_on(obs, t) - EVENT_COST * int(EVENTS_AT_END[t])
        if GIFT[t] and (memory[GIFTS] >> t) & 1 == 0:
            here += gain_worth(obs, int(GIFT[t]) - 1, 1) if haunted else GIFT_WORTH
        if haunted:
            for k in range(TASKS):
                if task_at(obs, k, t):
                    here += task_worth(obs, k)
        worth[t] = max(-20000, min(20000, here))
    if not haunted:
        return
    survive = has_aim(obs, Goal.ROUNDS)
    for figure in range(1, FIGURES):
        there = figure_at(obs, figure)
        if there != NONE and is_foe(obs, figure, suspect):
            good = best_attack(obs, figure) + hunt(obs, figure)
            if good > 0:
                worth[there] = min(20000, worth[there] + good)
    for t in range(N_TILES):
        if worth[t] > -30000:
            worth[t] = max(-20000, worth[t] - threat[t] * (LONG_FEAR if survive else FEAR) // 100)


@kernel
def hunt(obs, figure):
    """Value of going after a figure beyond the harm done: the objective may be its death."""
    if figure >= SEATS:
        return 30 if has_aim(obs, Goal.NO_MONSTERS) else -20
    if has_aim(obs, Goal.NO_HEROES) or has_aim(obs, Goal.TRAITOR_DEAD):
        return 20
    return 0


@kernel
def explore_worth(obs, t, d):
    """Value of a discovery behind a door."""
    worth = int(STACK_WORTH[stack_of(obs, t, d)])
    return worth if obs.haunt == NONE else worth * EXPLORE_LATER // 100


@kernel
def later(value, turns):
    """A worth that is some turns away."""
    for _ in range(turns):
        value = value * 3 // 4
    return value
