"""Values of attacks: dice on both sides, what a loss means to whom, the best means at hand."""

from fs_env.agents.betrayal.facts import GUESS, MARGIN, MOST, kernel
from fs_env.agents.betrayal.improvements import Improvement
from fs_env.core.betrayal.actions import CARD, MEANS, NO
from fs_env.core.betrayal.language.codes import DICE, NONE, SEATS, TRAITS, Role, Trait
from fs_env.core.betrayal.language.haunts import Shape
from fs_env.core.betrayal.language.rows import Power, Use
from fs_env.core.betrayal.tables import (
    AIMS,
    ATTACK,
    ATTACK_BONUS,
    ATTACK_DICE,
    HAUNT_SHAPE,
    MONSTERS,
    N_POSSESSIONS,
    POWER,
    TRAITOR_ATTACKS,
    USE,
)

KILL = 100  # value of a death, in hundredths
STUN = 35  # a stunned monster
ALL = 100  # all the health of a figure
WARD = 60  # the last hurt that a figure is spared
WARDED = 35  # of the harm of an attack, to who is spared it, in hundredths
SELF = 60  # what the observer's own health counts, of 100, as a hero; a traitor is alone


@kernel
def own_trait(obs, k, trait):
    seat = obs.players[k]
    if trait == Trait.MIGHT:
        return int(seat.might)
    if trait == Trait.SPEED:
        return int(seat.speed)
    return int(seat.knowledge) if trait == Trait.KNOWLEDGE else int(seat.sanity)


@kernel
def clip(obs, k, trait):
    seat = obs.players[k]
    if trait == Trait.MIGHT:
        return int(seat.might_at)
    if trait == Trait.SPEED:
        return int(seat.speed_at)
    return int(seat.knowledge_at) if trait == Trait.KNOWLEDGE else int(seat.sanity_at)


@kernel
def has_aim(obs, goal):
    for k in range(AIMS):
        if obs.aims[k].goal == goal:
            return True
    return False


@kernel
def figure_trait(obs, figure, trait):
    if figure < SEATS:
        return own_trait(obs, figure, trait)
    if obs.players[0].side == Role.TRAITOR or HAUNT_SHAPE[obs.haunt] == Shape.COOPERATIVE:  # who has read the page
        return int(MONSTERS[obs.haunt, obs.monsters[figure - SEATS].kind, trait])
    return int(GUESS[trait])


@kernel
def figure_at(obs, figure):
    return int(obs.players[figure].tile) if figure < SEATS else int(obs.monsters[figure - SEATS].tile)


@kernel
def life(obs, k, trait):
    if trait >= Trait.KNOWLEDGE:
        return max(1, clip(obs, k, Trait.KNOWLEDGE) + clip(obs, k, Trait.SANITY) - 1)
    return max(1, clip(obs, k, Trait.MIGHT) + clip(obs, k, Trait.SPEED) - 1)


@kernel
def harm(obs, figure, trait, attack, defence, bonus):
    mine, other = min(DICE, max(0, attack)), min(DICE, max(0, defence))
    if figure >= SEATS:
        return int(STUN * MARGIN[mine, other, max(0, min(2 * MOST, MOST + 1 - bonus))])
    left = life(obs, figure, trait)
    total = 0.0
    for k in range(1, left + 1):
        at = MOST + k - bonus
        if at > 2 * MOST:
            break
        chance = MARGIN[mine, other, max(0, at)]
        total += chance * ALL / left
        if k == left:
            total += chance * KILL
    return int(total)


@kernel
def attack_value(obs, figure, other, trait, dice, bonus, distant, improved):
    """Value of an attack for its maker, in hundredths: harm done less harm that the loser of it takes."""
    defence = figure_trait(obs, other, trait)
    attack = figure_trait(obs, figure, trait) + dice
    if defence < 0 or attack < dice:
        return -10 * KILL
    if improved & Improvement.WARDS and other < SEATS and obs.players[other].wards > 0:
        left = int(obs.players[other].wards)
        chance = MARGIN[min(DICE, max(0, attack)), min(DICE, max(0, defence)), MOST + 1 - min(bonus, MOST)]
        done = int(WARD // left * chance)
    else:
        done = harm(obs, other, trait, attack, defence, bonus)
    if distant:
        return done
    if other >= SEATS and obs.monsters[other - SEATS].stunned:
        return 0
    taken = harm(obs, figure, trait, defence, attack, -bonus)
    if improved & Improvement.WARDS and figure < SEATS and obs.players[figure].wards > 0:
        taken = taken * WARDED // 100
    if figure >= SEATS:
        return done - taken // 4
    return done - taken * (SELF if obs.players[figure].side != Role.TRAITOR else 50) // 100


@kernel
def means_value(obs, other, action, improved):
    if action == NO:
        return attack_value(obs, 0, other, Trait.MIGHT, 0, 0, 0, improved)
    if action < CARD + N_POSSESSIONS and action >= CARD:
        card = action - CARD
        dice, bonus = int(ATTACK_DICE[card]), int(ATTACK_BONUS[card])
        distant = 1 if figure_at(obs, other) != obs.players[0].tile else 0
        return attack_value(obs, 0, other, int(ATTACK[card]), dice, bonus, distant, improved)
    return attack_value(obs, 0, other, action - MEANS, 0, 0, 0, improved)


@kernel
def traits_to_attack(obs):
    """Traits besides Might that the observer may attack with by power or haunt, a bit each (R52, R88)."""
    power, mask = POWER[obs.players[0].adventurer], 0
    if power == Power.ELDRITCH_BLAST:
        mask = 1 << Trait.SANITY
    elif power == Power.MAGIC_MISSILE:
        mask = 1 << Trait.KNOWLEDGE
    elif power == Power.WILD_MAGIC:
        mask = (1 << Trait.KNOWLEDGE) | (1 << Trait.SANITY)
    if obs.players[0].side == Role.TRAITOR:
        mask |= int(TRAITOR_ATTACKS[obs.haunt])
    return mask & ~1


@kernel
def best_attack(obs, other, improved):
    best = means_value(obs, other, NO, improved)
    mask = traits_to_attack(obs)
    for trait in range(TRAITS):
        if (mask >> trait) & 1:
            best = max(best, means_value(obs, other, MEANS + trait, improved))
    for card in range(N_POSSESSIONS):
        if USE[card] == Use.WEAPON and obs.cards[card].owner == 0 and obs.cards[card].touched == 0:
            dice, bonus = int(ATTACK_DICE[card]), int(ATTACK_BONUS[card])
            best = max(best, attack_value(obs, 0, other, int(ATTACK[card]), dice, bonus, 0, improved))
    return best


@kernel
def is_foe(obs, figure, suspect):
    """Whether a figure is on the other side, as far as the observer knows or suspects."""
    mine = int(obs.players[0].side)
    if figure >= SEATS:
        return mine != Role.TRAITOR and obs.monsters[figure - SEATS].kind != NONE
    seat = obs.players[figure]
    if figure == 0 or not seat.alive:
        return False
    if mine == Role.TRAITOR:
        return seat.side == Role.HERO
    return seat.side == Role.TRAITOR or (seat.side == Role.NONE and figure == suspect)
