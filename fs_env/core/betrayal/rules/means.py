"""With what a figure may attack which opponent (R40, R51, R52, R55, R79)."""

from fs_env.core.betrayal.actions import CARD, MEANS, NO
from fs_env.core.betrayal.language.codes import DICE, NONE, SEATS, TRAITS, Trait
from fs_env.core.betrayal.language.questions import Question
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.rules.dice import hampered, value
from fs_env.core.betrayal.rules.table import figure_tile, has_power, leader_of_monsters, may_attack, touch, untouched
from fs_env.core.betrayal.rules.terrain import connected, in_sight
from fs_env.core.betrayal.state import ask, clear, kernel, offer
from fs_env.core.betrayal.tables import (
    ATTACK,
    BOOK,
    DISTANCE,
    FAR_WEAPONS,
    MONSTERS,
    N_POSSESSIONS,
    TRAITOR_ATTACKS,
    WEAPONS,
)
from fs_env.core.machine.table.bits import lowest

ATTACKS = 7  # column of MONSTERS
RECKLESS, FAR_OFF, ROLLED, BY_BOOK, WILD = 1, 2, 4, 8, 16
"""Bits of an attack's frame: two more dice; not on the tile; the dice are final but for armor; with the Book of Spells; Wild Magic."""


@kernel
def figure_trait(s, figure, trait):
    if figure < SEATS:
        return value(s, figure, trait)
    return int(MONSTERS[s.haunt, s.monsters[figure - SEATS].kind, trait])


@kernel
def attack_dice(s, figure, trait, more):
    """Dice of an attack or a defence: no trait roll, so cards that help those do not count (R48)."""
    n = figure_trait(s, figure, trait) + more
    if figure < SEATS:
        return hampered(s, figure, trait, n)
    return min(n, DICE)


@kernel
def weapon_reaches(s, p, card, figure):
    """Whether a weapon in hand may be used against a figure (R40, R52, R55)."""
    if ((untouched(s, p) & WEAPONS) >> card) & 1 == 0:
        return False
    if figure_trait(s, figure, ATTACK[card]) < 0:
        return False
    here, there = int(s.seats[p].tile), figure_tile(s, figure)
    return here == there or (DISTANCE[card] != 0 and in_sight(s, here, there))


@kernel
def can_attack(s, p, figure):
    """Whether an adventurer can attack a figure now (R51, R55)."""
    there = figure_tile(s, figure)
    if there == NONE or not may_attack(s, p, figure):
        return False
    here = int(s.seats[p].tile)
    if here == there:
        return True
    missile = has_power(s, p, Power.MAGIC_MISSILE) and figure_trait(s, figure, Trait.KNOWLEDGE) >= 0
    if missile and connected(s, here, there):
        return True
    left = untouched(s, p) & FAR_WEAPONS
    while left:
        if weapon_reaches(s, p, lowest(left), figure):
            return True
        left &= left - 1
    return False


@kernel
def haunt_means(s, p):
    return int(TRAITOR_ATTACKS[s.haunt]) if p == s.traitor else 0


@kernel
def own_means(s, figure, other):
    """Traits besides Might that a figure may attack another one with, by power or haunt, a bit each (R52, R79, R88)."""
    mask = 0
    if figure >= SEATS:
        mask = int(MONSTERS[s.haunt, s.monsters[figure - SEATS].kind, ATTACKS])
    else:
        if has_power(s, figure, Power.ELDRITCH_BLAST):
            mask |= 1 << Trait.SANITY
        if has_power(s, figure, Power.MAGIC_MISSILE):
            mask |= 1 << Trait.KNOWLEDGE
        if has_power(s, figure, Power.WILD_MAGIC):
            mask |= (1 << Trait.KNOWLEDGE) | (1 << Trait.SANITY)
        mask |= haunt_means(s, figure)
        if figure_tile(s, figure) != figure_tile(s, other):
            mask = (1 << Trait.KNOWLEDGE) if has_power(s, figure, Power.MAGIC_MISSILE) else 0
        mask &= ~1
    out = 0
    for trait in range(TRAITS):
        if (mask >> trait) & 1 and figure_trait(s, other, trait) >= 0 and figure_trait(s, figure, trait) >= 0:
            out |= 1 << trait
    return out


@kernel
def choose_means(s, f):
    """Asks for the trait and weapon of an attack; returns 1 when they are known (R40, R52)."""
    frame = s.frames[f]
    figure, other = int(frame.seat), int(frame.other)
    same = figure_tile(s, figure) == figure_tile(s, other)
    if frame.step == 0:
        clear(s)
        if same and figure < SEATS:
            offer(s, NO)
        mask = own_means(s, figure, other)
        for trait in range(TRAITS):
            if (mask >> trait) & 1:
                offer(s, MEANS + trait)
        if figure < SEATS:
            left = untouched(s, figure) & WEAPONS
            while left:
                if weapon_reaches(s, figure, lowest(left), other):
                    offer(s, CARD + lowest(left))
                left &= left - 1
        frame.step = 1
        leader = figure if figure < SEATS else leader_of_monsters(s)  # NONE: no leader (R76)
        if leader == NONE:
            s.answer = s.option[s.n_options - 1]
        elif ask(s, leader, Question.WEAPON) == 0:
            return 0
    frame.step = 0
    chosen = int(s.answer)
    frame.trait = Trait.MIGHT
    if not same:
        frame.mask |= FAR_OFF
    if MEANS <= chosen < MEANS + TRAITS:
        frame.trait = chosen - MEANS
        wild = figure < SEATS and has_power(s, figure, Power.WILD_MAGIC)
        if wild and not (haunt_means(s, figure) >> frame.trait) & 1:
            frame.mask |= WILD
    elif chosen >= CARD and chosen < CARD + N_POSSESSIONS:
        card = chosen - CARD
        frame.card = card
        frame.trait = ATTACK[card]
        touch(s, card)
        if card == BOOK:
            frame.mask |= BY_BOOK
    return 1
