"""Damage: other cards and powers first, then point by point; monsters are stunned (R13, R54, R80, R88)."""

from fs_env.core.betrayal.actions import TRAIT
from fs_env.core.betrayal.language.codes import NONE, SEATS, Harm, Role, Trait
from fs_env.core.betrayal.language.questions import Frame, Question, Reaction
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.rules.cards import infect, is_bitten
from fs_env.core.betrayal.rules.dice import lower_trait
from fs_env.core.betrayal.rules.means import FAR_OFF
from fs_env.core.betrayal.rules.starts import NOTHING, WAITING, pick_option, react, start_program
from fs_env.core.betrayal.rules.table import figure_tile, has_power, holds, present
from fs_env.core.betrayal.state import clear, kernel, offer
from fs_env.core.betrayal.tables import ARMOR_OFF, ARMORS, FIGURINE, HERO_STUNS, MEENLOCK, MONSTERS
from fs_env.core.machine.table.bits import lowest

KILLED = 8  # column of MONSTERS
AFTER_ROLLS = 4  # stage of an attack in which its own damage is dealt


@kernel
def run_damage(s, f):
    """Deals damage: other cards, powers and wards first, then point by point (R13, A60); `trait` is that of the last point dealt."""
    frame = s.frames[f]
    p = int(frame.seat)
    if figure_tile(s, p) == NONE and (p >= SEATS or s.seats[p].alive == 0):
        s.n_frames -= 1
        return
    if frame.value == 0:
        if p < SEATS:
            if frame.harm == Harm.PHYSICAL and holds(s, p, MEENLOCK):
                frame.harm = Harm.MENTAL
            worn = s.seats[p].cards & ARMORS[frame.harm]
            while worn:
                frame.n -= ARMOR_OFF[lowest(worn), frame.harm]
                worn &= worn - 1
        frame.value = 1
    if frame.n <= 0 and frame.value < 4:
        s.n_frames -= 1
        return
    if frame.value == 1:
        q = protector(s, p) if frame.mask == 0 else NONE
        if q != NONE:
            chosen = react(s, f, q, Reaction.PROTECTION)
            if chosen == WAITING:
                return
            frame.mask = 1
            if chosen == 1:
                frame.seat = q
                frame.value = 0
                return
        frame.value = 2
    if p >= SEATS:
        s.n_frames -= 1
        strike_monster(s, p - SEATS, int(frame.other))
        return
    if frame.value == 2:
        ignored = ignores(s, f, p)
        if ignored == WAITING:
            return
        if ignored:
            s.n_frames -= 1
            return
        frame.value = 3
    if frame.value == 3:
        if not take_points(s, f):
            return
        frame.value = 4
    if frame.trait != NONE:
        if infects(s, f):
            chosen = react(s, f, int(frame.other), Reaction.WERERAT_BITE)
            if chosen == WAITING:
                return
            if chosen == 1:
                infect(s, p)
        if f > 0 and s.frames[f - 1].kind == Frame.PROGRAM and s.frames[f - 1].seat == p:
            s.frames[f - 1].value = 1  # the card may ask whether it has hurt
    s.n_frames -= 1


@kernel
def ignores(s, f, p):
    """Whether a ward (A60) or the Figurine spares an adventurer the damage: 1, 0, or WAITING."""
    seat = s.seats[p]
    if seat.wards > 0:
        seat.wards -= 1
        return 1
    if not holds(s, p, FIGURINE) or seat.figurine:
        return 0
    chosen = react(s, f, p, Reaction.FIGURINE)
    if chosen == 1:
        seat.figurine = 1
    return chosen


@kernel
def take_points(s, f):
    """Lowers traits point by point; returns 1 when all is dealt, or no trait can take more (R13, A2)."""
    frame = s.frames[f]
    p = int(frame.seat)
    first = 2 * int(frame.harm)
    least = 1 if s.haunt == NONE else 0
    while frame.n > 0:
        if frame.step == 0:
            clear(s)
            for trait in range(first, first + 2):
                if s.seats[p].at[trait] > least:
                    offer(s, TRAIT + trait)
        trait = pick_option(s, f, TRAIT, Question.SPLIT)
        if trait == WAITING:
            return 0
        if trait == NOTHING:
            return 1
        lower_trait(s, p, trait, 1)
        frame.trait = trait
        frame.n -= 1
        if s.seats[p].at[trait] == 0:
            s.killer = frame.other
            return 1
    return 1


@kernel
def infects(s, f):
    """Whether damage that was dealt lets its maker infect who has taken it: physical, by an attack on the tile (Wererat Bite)."""
    frame = s.frames[f]
    p, by = int(frame.seat), int(frame.other)
    if f == 0 or by < 0 or by >= SEATS or frame.harm != Harm.PHYSICAL or not is_bitten(s, by) or is_bitten(s, p):
        return False
    attack = s.frames[f - 1]
    if attack.kind != Frame.ATTACK or attack.seat != by or attack.n != AFTER_ROLLS or attack.mask & FAR_OFF:
        return False
    return p != by and present(s, by) and s.seats[p].at[frame.trait] > 0


@kernel
def strike_monster(s, m, by):
    """A monster that takes damage is stunned, or killed where the haunt says so (R54, R80); stunned again it is no gain (H8)."""
    monster = s.monsters[m]
    if MONSTERS[s.haunt, monster.kind, KILLED]:
        monster.kind = NONE
        s.judging = 1
        for q in range(SEATS):
            if s.seats[q].mark == SEATS + m:
                s.seats[q].mark = NONE
    elif monster.stunned:
        return
    else:
        monster.stunned = 1
    if by >= 0 and by < SEATS and s.seats[by].role == Role.HERO:
        start_program(s, by, HERO_STUNS[s.haunt], NONE)


@kernel
def protector(s, figure):
    """Another adventurer on the tile of a figure, who may take damage instead (R88: Protection)."""
    here = figure_tile(s, figure)
    for q in range(s.n_players):
        if q != figure and present(s, q) and s.seats[q].tile == here and has_power(s, q, Power.PROTECTION):
            return q
    return NONE


@kernel
def harm_of(trait):
    """The kind of damage that an attack with a trait deals (R52)."""
    return Harm.MENTAL if trait >= Trait.KNOWLEDGE else Harm.PHYSICAL
