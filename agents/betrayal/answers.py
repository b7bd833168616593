"""The value of each legal answer, for all questions except the choice of an action in one's own turn."""

from fs_env.agents.betrayal.facts import CARD_VALUE, COSTLY, HIGHEST, MERIT, WELCOME, kernel
from fs_env.agents.betrayal.ground import FAR, fill_ways
from fs_env.agents.betrayal.improvements import Improvement
from fs_env.agents.betrayal.odds import (
    best_attack,
    clip,
    figure_at,
    figure_trait,
    harm,
    is_foe,
    life,
    means_value,
    own_trait,
)
from fs_env.agents.betrayal.tile_values import gain_value, later, task_at
from fs_env.core.betrayal.actions import ADVENTURER, ATTACK, CARD, END, GO, MEANS, MONSTER, NO, SEAT, TILE, TRAIT, YES
from fs_env.core.betrayal.language.codes import NONE, SEATS, Role, Trait
from fs_env.core.betrayal.language.questions import Frame, Question, Reaction
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.tables import LANDING, MONSTERS, N_POSSESSIONS, N_TILES, POWER, TASKS, TRACKS
from fs_env.core.machine.compile.memory import short_lived

SKULL = 10000  # a step to the skull
SPARE = 100  # a card worth less is given up for another one
RECKLESS = 4  # physical damage that one can still take to attack recklessly
ENOUGH = 3  # spaces that a trait has left to give one away
KILLED = 8  # column of MONSTERS
REPLACED = 200  # of what stunning counts: a monster that is killed does not rise again
IGNORED = 2  # damage for which the Figurine is used


@kernel
def loss_value(obs, trait):
    at = clip(obs, 0, trait)
    if at <= 1:
        return -SKULL
    track = TRACKS[obs.players[0].adventurer, trait]
    weight = 60 if trait == Trait.MIGHT else 45 if trait == Trait.SPEED else 35
    return -weight * int(track[at] - track[at - 1]) - 100 // at


@kernel
def trait_value(obs, trait, improved):
    event = int(obs.asking.event)
    if event != NONE and HIGHEST[event]:
        return own_trait(obs, 0, trait)
    return gain_value(obs, trait, 1, improved)


@kernel
def option_value(obs):
    event = int(obs.asking.event)
    if event != NONE:
        return -1 if COSTLY[event] else 1
    return 1 if min(clip(obs, 0, Trait.KNOWLEDGE), clip(obs, 0, Trait.SANITY)) >= ENOUGH else -1


@kernel
def own_health(obs):
    return life(obs, 0, Trait.MIGHT) - 1


@kernel
def reaction_value(obs):
    card = obs.reaction
    if card == Reaction.PROTECTION or card == Reaction.WERERAT_BITE:
        return -1
    if card == Reaction.FIGURINE:
        return 1 if obs.asking.left >= IGNORED or own_health(obs) < IGNORED else -1
    if card == Reaction.CURSED_ARMOR:  # a point of Sanity for one of damage
        spare = clip(obs, 0, Trait.SANITY) >= ENOUGH
        return 1 if spare and (obs.asking.left > own_health(obs) or clip(obs, 0, Trait.SANITY) > ENOUGH + 2) else -1
    if card == Reaction.RECKLESS_ATTACK:
        return 1 if own_health(obs) >= RECKLESS else -1
    return 1


@kernel
def monster_means(obs, other, trait):
    attacker = 0
    for figure in range(SEATS, SEATS + len(obs.monsters)):
        if figure_at(obs, figure) != NONE and figure_at(obs, figure) == figure_at(obs, other):
            attacker = figure
    dice = figure_trait(obs, attacker, trait)
    return harm(obs, other, trait, dice, figure_trait(obs, other, trait), 0)


@kernel
def target_value(obs, figure, suspect, improved):
    if figure != 0 and is_foe(obs, figure, suspect):
        marks = POWER[obs.players[0].adventurer] == Power.HUNTERS_MARK
        return 100 + best_attack(obs, figure, improved) if marks else -100
    return 2 if figure == 0 else 1


@kernel
def tile_value(obs, beside, t):
    if obs.asking.doing == Frame.HAUNT:
        dist, first, stop, foes = short_lived(N_TILES), short_lived(N_TILES), short_lived(N_TILES), short_lived(N_TILES)
        for k in range(N_TILES):
            foes[k] = 0
        fill_ways(obs, beside, foes, t, 0, dist, first, stop)
        near = FAR
        for k in range(1, SEATS):
            there = figure_at(obs, k)
            if there != NONE and obs.players[k].side == Role.HERO:
                near = min(near, int(dist[there]))
        return -near
    if obs.haunt != NONE:
        for k in range(TASKS):
            if task_at(obs, k, t):
                return 1
    return -1 if t == LANDING else 0


@kernel
def monster_attack(obs, figure, other):
    mine, defence = figure_trait(obs, figure, Trait.MIGHT), own_trait(obs, other, Trait.MIGHT)
    hurt = harm(obs, other, Trait.MIGHT, mine, defence, 0)
    if not MONSTERS[obs.haunt, obs.monsters[figure - SEATS].kind, KILLED]:
        return 1000 + hurt
    return hurt - REPLACED * harm(obs, figure, Trait.MIGHT, defence, mine, 0) // 100


@kernel
def monster_way(obs, beside, improved):
    """The way that leads a monster to the nearest hero, or to the one whom it can hurt most; NONE without one."""
    dist, first, stop, foes = short_lived(N_TILES), short_lived(N_TILES), short_lived(N_TILES), short_lived(N_TILES)
    figure = int(obs.asking.figure)
    for k in range(N_TILES):
        foes[k] = 0
    fill_ways(obs, beside, foes, figure_at(obs, figure), 0, dist, first, stop)
    best, way = 0, NONE
    for k in range(SEATS):
        there = figure_at(obs, k)
        if there == NONE or obs.players[k].side != Role.HERO or dist[there] >= FAR:
            continue
        value = FAR - int(dist[there])
        if improved & Improvement.LEAD:
            speed = max(1, figure_trait(obs, figure, Trait.SPEED))
            value = FAR * later(monster_attack(obs, figure, k), int(dist[there]) // speed) - int(dist[there])
        if value > best:
            best, way = value, int(first[there])
    return way


@kernel
def monster_value(obs, action, way):
    if action >= ATTACK and action < ATTACK + SEATS:
        return monster_attack(obs, int(obs.asking.figure), action - ATTACK)
    if action == END:
        return 0
    return 1 if way != NONE and action == GO + way else -1


@kernel
def yes_value(obs):
    question = obs.question
    if question == Question.MAY:
        return option_value(obs)
    if question == Question.ACCEPT:
        card = int(obs.asking.card)
        return 1 if card == NONE or CARD_VALUE[card] > 0 else -1
    if question == Question.IGNORE:
        event = int(obs.asking.event)
        return -1 if event != NONE and WELCOME[event] else 1
    return reaction_value(obs)


@kernel
def answer_value(obs, action, beside, way, by_monster, suspect, improved):
    """Value of an answer; `way` is the one of a monster, `beside` is filled where tiles or ways are asked about."""
    question = obs.question
    if question == Question.MONSTER:
        return monster_value(obs, action, way)
    if question == Question.WEAPON:
        other = int(obs.asking.figure)
        return monster_means(obs, other, action - MEANS) if by_monster else means_value(obs, other, action, improved)
    if action == YES:
        return yes_value(obs)
    if action == NO:
        return SPARE if question == Question.DISCARD else 0
    if question == Question.ADVENTURER:
        return int(MERIT[action - ADVENTURER])
    if question == Question.SPLIT:
        return loss_value(obs, action - TRAIT)
    if question == Question.TRAIT:
        return trait_value(obs, action - TRAIT, improved)
    if action >= CARD and action < CARD + N_POSSESSIONS:
        value = int(CARD_VALUE[action - CARD])
        return -1 if question == Question.STEAL else value if question == Question.KEEP else 2 * SPARE - value
    if action >= SEAT and action < SEAT + SEATS:
        return target_value(obs, action - SEAT, suspect, improved)
    if action >= MONSTER and action < MONSTER + len(obs.monsters):
        return target_value(obs, SEATS + action - MONSTER, suspect, improved)
    if action >= TILE and action < TILE + N_TILES:
        return tile_value(obs, beside, action - TILE)
    return -1 if question == Question.PUSH else 0
