"""Value of standing on each tile: before the haunt for what it brings, afterwards for the objectives of one's side."""

from fs_env.agents.betrayal.facts import AT_LEAST, CARD_VALUE, EVENTS_AT_END, GIFT, STACK_VALUE, SUITS, USED_UP, kernel
from fs_env.agents.betrayal.ground import FAR, door, fill_ways
from fs_env.agents.betrayal.improvements import ALL, Improvement
from fs_env.agents.betrayal.memory import EXPOSED, GIFTS, LEFT_OUT, SUSPECT
from fs_env.agents.betrayal.odds import (
    WARDED,
    best_attack,
    clip,
    figure_at,
    figure_trait,
    harm,
    has_aim,
    is_foe,
    own_trait,
)
from fs_env.core.betrayal.language.codes import (
    DICE,
    FIGURES,
    NONE,
    SEATS,
    SPACES,
    Door,
    Kind,
    Role,
    Symbol,
    Token,
    Trait,
)
from fs_env.core.betrayal.language.haunts import FEWEST, Goal, Shape, Spot
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.tables import (
    AIMS,
    HAUNT_SHAPE,
    KIND,
    MAY_DROP,
    N_POSSESSIONS,
    N_TILES,
    POWER,
    STAIRS,
    SYMBOL,
    TASK,
    TASK_OPENS,
    TASKS,
    TAVERN,
    TRACKS,
    TURNS_BACK,
    VIGIL,
)
from fs_env.core.machine.compile.memory import short_lived

GIFT_VALUE = 90  # a trait raised by a tile, in hundredths of an item
EVENT_COST = 40  # an event at the end of a turn
VIGIL_VALUE = 200  # a turn that ends alone on a tile where that lays a quest token
MARK_VALUE = 260  # a task that is surely done when one is needed
EXPLORE_LATER = 25  # of what a discovery is worth before the haunt, in hundredths
PRESSED = 10  # of eight: the danger beside a foe
AGAIN_TRAITOR, AGAIN_HERO = 30, 30
CARDS_LATER = 15  # of a card on the ground, when the haunt has begun
FOUND = 30  # of a task, a place for it that is discovered and needed
AGAIN = 25  # of what can be done once a turn, when that was done in this one, in hundredths
SHARED = 60  # of a task where another player of the side stands
PACE = 70  # of the tasks that heroes could do, in hundredths
BOLD = 150  # what an attack must be worth for a hidden traitor to show itself
TRAINING = 500  # a task that has become sure
FEAR = 45  # of the harm that a foe in reach may do, in hundredths
LONG_FEAR = 160  # the same for a side that only has to survive


@kernel
def improvements(memory):
    return ALL & ~memory[LEFT_OUT]


@kernel
def training(obs, before, after, trait):
    value = 0.0
    for k in range(TASKS if obs.haunt != NONE else 0):
        task = TASK[obs.haunt, k]
        if is_own_task(obs, k) and task[2] == trait:
            needs = int(task[3])
            value += TRAINING * (AT_LEAST[min(DICE, max(0, after)), needs] - AT_LEAST[min(DICE, max(0, before)), needs])
    return int(value)


@kernel
def gain_value(obs, trait, n, improved):
    at = clip(obs, 0, trait)
    after = min(SPACES, at + n)
    track = TRACKS[obs.players[0].adventurer, trait]
    more = int(track[after]) - int(track[at])
    weight = 60 if trait == Trait.MIGHT else 45 if trait == Trait.SPEED else 35
    trained = 0
    if improved & Improvement.TRAINING:
        now = own_trait(obs, 0, trait)
        trained = training(obs, now, now + more, trait)
    return trained + weight * more + 25 * (after - at) + (60 // max(1, at) if after > at else 0)


@kernel
def stack_of(obs, t, d):
    what = door(obs, t, d)
    if what == Door.CATACOMB:
        return Kind.CATACOMB
    return Kind.STREET if what == Door.STREET else Kind.BUILDING


@kernel
def is_own_task(obs, k):
    task = TASK[obs.haunt, k]
    if not task[5]:
        return False
    if HAUNT_SHAPE[obs.haunt] == Shape.HIDDEN and obs.players[0].side == Role.TRAITOR:
        return False  # its success would count for the heroes
    return (task[0] != 0) == (obs.players[0].side == Role.TRAITOR)


@kernel
def task_at(obs, k, t):
    task = TASK[obs.haunt, k]
    if obs.tiles[t].placed == 0 or not is_own_task(obs, k):
        return False
    if turned_back(obs) or obs.rounds + 1 < TASK_OPENS[obs.haunt, k, obs.num_players - FEWEST]:
        return False
    free = (int(obs.tiles[t].tokens) >> Token.OBSTACLE) & 1 == 0
    if task[1] == Spot.OMEN:
        return SYMBOL[t] == Symbol.OMEN and free
    if task[1] == Spot.ITEM:
        return SYMBOL[t] == Symbol.ITEM and free
    if task[1] == Spot.STAIRS:
        return STAIRS[t] != NONE
    if task[1] == Spot.STREET:
        return KIND[t] == Kind.STREET and free
    return t == TAVERN


@kernel
def turned_back(obs):
    """Whether the traitor of the haunt is a hero again, so that its tasks are over."""
    turns = TURNS_BACK[obs.haunt, obs.num_players - FEWEST]
    return turns > 0 and obs.traitor != NONE and obs.players[obs.traitor].side != Role.TRAITOR


@kernel
def vigil_at(obs, t):
    """Whether the observer, a hero, would lay a quest token by being the only one on a tile at the end of a round."""
    if VIGIL[obs.haunt] == 0 or obs.players[0].side != Role.HERO or SYMBOL[t] != Symbol.OMEN:
        return False
    for k in range(1, SEATS):
        if obs.players[k].tile == t:
            return False
    return True


@kernel
def task_value(obs, k):
    task = TASK[obs.haunt, k]
    chance = AT_LEAST[min(DICE, max(0, own_trait(obs, 0, int(task[2])))), int(task[3])]
    left = 2
    for a in range(AIMS):
        if obs.aims[a].goal == Goal.MARKS:
            left = max(1, int(obs.aims[a].needed - obs.aims[a].done))
    return int(MARK_VALUE * chance * (1.0 + 1.0 / left))


@kernel
def is_masked(obs, memory):
    if HAUNT_SHAPE[obs.haunt] != Shape.HIDDEN or memory[EXPOSED] or improvements(memory) & Improvement.MASK == 0:
        return False
    return obs.players[0].side == Role.TRAITOR and obs.players[0].open == 0


@kernel
def fill_foes(obs, memory, foes):
    """Fills foes: how many figures on each tile hold the observer up there (R70)."""
    for t in range(N_TILES):
        foes[t] = 0
    if obs.haunt == NONE or improvements(memory) & Improvement.HELD == 0:
        return
    known = HAUNT_SHAPE[obs.haunt] != Shape.HIDDEN
    for k in range(SEATS):
        known = known or (obs.players[k].side == Role.TRAITOR and obs.players[k].open != 0)
    if not known or POWER[obs.players[0].adventurer] == Power.CUNNING_ACTION:
        return
    for figure in range(1, FIGURES):
        there = figure_at(obs, figure)
        if there != NONE and is_foe(obs, figure, NONE):
            foes[there] += 1 if figure < SEATS or obs.monsters[figure - SEATS].stunned == 0 else 0


@kernel
def foe_hurt(obs, figure, improved):
    hurt = harm(obs, 0, Trait.MIGHT, figure_trait(obs, figure, Trait.MIGHT), own_trait(obs, 0, Trait.MIGHT), 0)
    return hurt * WARDED // 100 if improved & Improvement.WARDS and obs.players[0].wards > 0 else hurt


@kernel
def reaches(spaces, speed, improved):
    """How surely a foe comes so far in its next turn, in eighths; more where it is already, for it holds the observer up."""
    if spaces == 0 and improved & Improvement.HELD:
        return PRESSED
    return 8 if spaces <= speed else 4 if spaces <= speed + 2 else 2 if spaces <= 2 * speed else 0


@kernel
def fill_threat(obs, beside, memory, threat):
    """Fills threat: harm that foes may do to the observer on each tile before its next turn, in hundredths."""
    dist, first, stop, foes = short_lived(N_TILES), short_lived(N_TILES), short_lived(N_TILES), short_lived(N_TILES)
    improved, suspect, done = improvements(memory), memory[SUSPECT] - 1, NONE
    for t in range(N_TILES):
        threat[t] = 0
        foes[t] = 0
    if is_masked(obs, memory):
        return
    for figure in range(1, FIGURES):
        there = figure_at(obs, figure)
        if there == NONE or not is_foe(obs, figure, suspect):
            continue
        speed = figure_trait(obs, figure, Trait.SPEED)
        hurt = foe_hurt(obs, figure, improved)
        if there != done:
            fill_ways(obs, beside, foes, there, 0, dist, first, stop)
            done = there
        for t in range(N_TILES):
            if dist[t] < FAR:
                part = reaches(int(dist[t]), speed, improved)
                threat[t] = min(9999, threat[t] + hurt * part // 8)


@kernel
def fill_values(obs, threat, memory, values):
    """Fills values: the value of standing on each tile, in hundredths; -30000 where there is no tile."""
    haunted = obs.haunt != NONE
    improved, suspect = improvements(memory), memory[SUSPECT] - 1
    for t in range(N_TILES):
        values[t] = 0
    share = CARDS_LATER if haunted and improved & Improvement.CARDS else 100
    for card in range(N_POSSESSIONS):
        lies = int(obs.cards[card].lies)
        if lies != NONE and MAY_DROP[card]:
            values[lies] += CARD_VALUE[card] * share // 100
    for t in range(N_TILES):
        if obs.tiles[t].placed == 0:
            values[t] = -30000
            continue
        here = int(values[t]) - EVENT_COST * int(EVENTS_AT_END[t])
        if GIFT[t] and (memory[GIFTS] >> t) & 1 == 0:
            here += gain_value(obs, int(GIFT[t]) - 1, 1, improved) if haunted else GIFT_VALUE
        if haunted:
            for k in range(TASKS):
                if task_at(obs, k, t):
                    here += task_prospect(obs, k, t, improved)
            if vigil_at(obs, t):
                here += VIGIL_VALUE
        values[t] = max(-20000, min(20000, here))
    if not haunted:
        return
    for figure in range(1, FIGURES):
        there = figure_at(obs, figure)
        if there != NONE and is_foe(obs, figure, suspect):
            good = attack_prospect(obs, figure, memory)
            if improved & Improvement.ONCE and obs.players[0].attacked:
                good = good * (AGAIN_TRAITOR if obs.players[0].side == Role.TRAITOR else AGAIN_HERO) // 100
            if good > 0:
                values[there] = min(20000, values[there] + good)
    if improved & Improvement.STOP:
        return
    for t in range(N_TILES):
        if values[t] > -30000:
            values[t] = max(-20000, values[t] - fear(obs, int(threat[t])))


@kernel
def fear(obs, harmed):
    return harmed * (LONG_FEAR if has_aim(obs, Goal.ROUNDS) else FEAR) // 100


@kernel
def task_prospect(obs, k, t, improved):
    value = task_value(obs, k)
    if improved & Improvement.ONCE and obs.tried[k]:
        value = value * AGAIN // 100
    if improved & Improvement.APART and USED_UP[obs.haunt, k]:
        for q in range(1, SEATS):
            if obs.players[q].tile == t and not is_foe(obs, q, NONE):
                value = value * SHARED // 100
    return value


@kernel
def attack_prospect(obs, figure, memory):
    value = best_attack(obs, figure, improvements(memory)) + hunt(obs, figure)
    return 0 if value < BOLD and is_masked(obs, memory) and can_wait(obs) else value


@kernel
def can_wait(obs):
    """Whether a traitor wins by waiting, as fast as the heroes do their tasks."""
    rounds, marks, pace = 0, 0, 0.0
    for a in range(AIMS):
        if obs.aims[a].goal == Goal.ROUNDS:
            rounds = int(obs.aims[a].needed - obs.aims[a].done)
        if obs.aims[AIMS + a].goal == Goal.MARKS:
            marks = int(obs.aims[AIMS + a].needed - obs.aims[AIMS + a].done)
    for k in range(TASKS):
        task = TASK[obs.haunt, k]
        for q in range(1, SEATS):
            if task[5] and task[0] == 0 and obs.players[q].alive and obs.players[q].side == Role.HERO:
                pace += AT_LEAST[min(DICE, max(0, own_trait(obs, q, int(task[2])))), int(task[3])]
    return rounds > 0 and rounds * pace * PACE < 100 * marks


@kernel
def hunt(obs, figure):
    """Value of going after a figure beyond the harm done: the objective may be its death."""
    if figure >= SEATS:
        return 30 if has_aim(obs, Goal.NO_MONSTERS) else -20
    if has_aim(obs, Goal.NO_HEROES) or has_aim(obs, Goal.TRAITOR_DEAD):
        return 20
    return 0


@kernel
def explore_value(obs, t, d, search, improved):
    """Value of a discovery behind a door; `search`: how many times as much where places for tasks are needed."""
    kind = stack_of(obs, t, d)
    value = int(STACK_VALUE[kind])
    if obs.haunt == NONE:
        return value * search
    if improved & Improvement.PLACES == 0:
        return search * (value * EXPLORE_LATER // 100)
    found = 0
    for k in range(TASKS):
        if is_own_task(obs, k):
            found = max(found, task_value(obs, k) * int(SUITS[TASK[obs.haunt, k, 1], kind]) // 100)
    if VIGIL[obs.haunt] and obs.players[0].side == Role.HERO:
        found = VIGIL_VALUE * int(SUITS[Spot.OMEN, kind]) // 100
    return value * EXPLORE_LATER // 100 + (search - 1) * found * FOUND // 100


@kernel
def later(value, turns):
    for _ in range(turns):
        value = value * 3 // 4
    return value
