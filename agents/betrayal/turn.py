"""The actions of the observer's own turn: the best action on its tile, otherwise the best destination."""

from fs_env.agents.betrayal.facts import CARD_VALUE, HEALS, RAISES, kernel
from fs_env.agents.betrayal.ground import FAR, UNKNOWN, WAYS, careful, fill_beside, fill_ways, spaces_left
from fs_env.agents.betrayal.improvements import Improvement
from fs_env.agents.betrayal.memory import EXPOSED, FATES, GIFTS, SUSPECT
from fs_env.agents.betrayal.odds import clip, figure_at, has_aim, is_foe
from fs_env.agents.betrayal.tile_values import (
    attack_prospect,
    explore_value,
    fear,
    fill_foes,
    fill_threat,
    fill_values,
    gain_value,
    improvements,
    is_masked,
    later,
    task_at,
    task_value,
    vigil_at,
)
from fs_env.core.betrayal.actions import ATTACK, END, GO, PICK, POWER, TASK, USE
from fs_env.core.betrayal.language.codes import FIGURES, NONE, SEATS, SIDES, TRAITS
from fs_env.core.betrayal.language.haunts import Goal, Shape
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.tables import AIMS, BEGIN, FATE, HAUNT_SHAPE, N_POSSESSIONS, N_TILES, TASKS
from fs_env.core.betrayal.tables import POWER as POWER_OF
from fs_env.core.machine.compile.memory import short_lived

FIRST_OF_ALL = 1000  # added to what costs nothing and helps in all that follows
FROM_AFAR = 50  # an attack that cannot be answered
MOST_FATES = 2  # uses of the Deck of Many Things: each one makes the next one worse
SEARCH_ON = 2  # the same while there are some, but too few
SEARCH = 4  # factor of the value of a discovery for a side that lacks a place for its task


@kernel
def hurt(obs, k):
    for trait in range(TRAITS):
        if clip(obs, k, trait) < BEGIN[obs.players[k].adventurer, trait]:
            return True
    return False


@kernel
def power_value(obs, suspect):
    power = POWER_OF[obs.players[0].adventurer]
    if power == Power.WILD_SHAPE:
        return FIRST_OF_ALL
    if power == Power.HEALING_WORD:
        for k in range(SEATS):
            if obs.players[k].tile == obs.players[0].tile and obs.players[k].alive:
                if not is_foe(obs, k, suspect) and hurt(obs, k):
                    return FIRST_OF_ALL
    if power == Power.HUNTERS_MARK:
        for figure in range(1, FIGURES):
            if figure_at(obs, figure) != NONE and is_foe(obs, figure, suspect):
                return FIRST_OF_ALL
    return 0


@kernel
def use_value(obs, card, memory):
    if RAISES[card] >= 0:
        value = gain_value(obs, int(RAISES[card]), 1, improvements(memory))
        return FIRST_OF_ALL if value > 0 else 0
    if HEALS[card]:
        return FIRST_OF_ALL if hurt(obs, 0) else 0
    if card == FATE:
        return FIRST_OF_ALL if obs.haunt == NONE and memory[FATES] < MOST_FATES else 0
    return 0


@kernel
def at_once(obs, action, memory):
    """Value of an action on the tile of the observer; 0 or less for nothing."""
    suspect = memory[SUSPECT] - 1
    if action >= USE and action < USE + N_POSSESSIONS:
        return use_value(obs, action - USE, memory)
    if action >= PICK and action < PICK + N_POSSESSIONS:
        return FIRST_OF_ALL if CARD_VALUE[action - PICK] > 0 else 0
    if action == POWER:
        return power_value(obs, suspect)
    if action >= ATTACK and action < ATTACK + FIGURES:
        figure = action - ATTACK
        if not is_foe(obs, figure, suspect):
            return 0
        if figure_at(obs, figure) != obs.players[0].tile and not is_masked(obs, memory):
            return FROM_AFAR
        return attack_prospect(obs, figure, memory)
    if action >= TASK and action < TASK + TASKS:
        k = action - TASK
        return task_value(obs, k) if task_at(obs, k, int(obs.players[0].tile)) else 0
    return 0


@kernel
def legal_ways(acts, n):
    mask = 0
    for i in range(n):
        if acts[i] >= GO and acts[i] < GO + WAYS:
            mask |= 1 << (int(acts[i]) - GO)
    return mask


@kernel
def turns_to(obs, spaces):
    """Turns until a walk of so many spaces is over, 0 for one that ends in this turn."""
    more = spaces - spaces_left(obs)
    speed = max(1, int(obs.players[0].speed))
    return 0 if more <= 0 else (more + speed - 1) // speed


@kernel
def places_to_find(obs, improved):
    """The factor of the value of a discovery: above 1 for a side that lacks places for its tasks."""
    escape = improved & Improvement.PLACES and has_aim(obs, Goal.ESCAPED)
    if obs.haunt == NONE or not (has_aim(obs, Goal.MARKS) or escape):
        return 1
    places, left = 0, 1
    for t in range(N_TILES):
        for k in range(TASKS):
            if task_at(obs, k, t):
                places += 1
        if improved & Improvement.PLACES and vigil_at(obs, t):
            places += 1
    if escape:
        return SEARCH if places == 0 else 1
    for a in range(AIMS * int(improved & Improvement.PLACES != 0)):
        if obs.aims[a].goal == Goal.MARKS:
            left = max(1, int(obs.aims[a].needed - obs.aims[a].done))
    return SEARCH if places == 0 else SEARCH_ON if places < left else 1


@kernel
def walk(obs, beside, memory, ways):
    """The way to the tile or the discovery with the highest value, NONE to stay."""
    dist, first, values, threat = short_lived(N_TILES), short_lived(N_TILES), short_lived(N_TILES), short_lived(N_TILES)
    foes, stop = short_lived(N_TILES), short_lived(N_TILES)
    here, stops = int(obs.players[0].tile), obs.haunt != NONE and improvements(memory) & Improvement.STOP != 0
    for t in range(N_TILES):
        threat[t] = 0
    if obs.haunt != NONE:
        fill_threat(obs, beside, memory, threat)
    fill_values(obs, threat, memory, values)
    fill_foes(obs, memory, foes)
    fill_ways(obs, beside, foes, here, careful(obs), dist, first, stop)
    search = places_to_find(obs, improvements(memory))
    best, top, way = here, int(values[here]), NONE
    if stops:
        top -= fear(obs, int(threat[here]))
    for t in range(N_TILES):
        if dist[t] >= FAR:
            continue
        value, turns = int(values[t]), turns_to(obs, int(dist[t]))
        if stops and turns > 0:
            value -= fear(obs, int(threat[t]))
        if value > 0:
            value = later(value, turns)
        if stops:
            value -= fear(obs, int(threat[stop[t]]))
        if t != here and (value > top or (value == top and dist[t] < dist[best])) and (ways >> int(first[t])) & 1:
            best, top, way = t, value, int(first[t])
        for d in range(SIDES):
            if beside[t * SIDES + d] == UNKNOWN:
                step = d if t == here else int(first[t])
                turns = turns_to(obs, int(dist[t]) + foes[t] + 1)
                value = later(explore_value(obs, t, d, search, improvements(memory)), turns)
                value -= fear(obs, int(threat[stop[t]])) if stops else threat[t] // 2
                if value > top and (ways >> step) & 1:
                    best, top, way = t, value, step
    return way


@kernel
def choose_turn(obs, acts, n, memory):
    here = int(obs.players[0].tile)
    if obs.spent == 0:
        memory[GIFTS] |= 1 << here  # the turn before has ended here
    best, top = END, 0
    for i in range(n):
        action = int(acts[i])
        value = at_once(obs, action, memory)
        if value > top or (value == top and top > 0 and action < best):
            best, top = action, value
    if top > 0:
        if best == USE + FATE:
            memory[FATES] += 1
        if best >= ATTACK and best < ATTACK + FIGURES and HAUNT_SHAPE[obs.haunt] == Shape.HIDDEN:
            memory[EXPOSED] = 1
        return best
    ways = legal_ways(acts, n)
    if ways == 0:
        return END
    beside = short_lived(N_TILES * SIDES)
    fill_beside(obs, beside)
    way = walk(obs, beside, memory, ways)
    return END if way == NONE else GO + way
