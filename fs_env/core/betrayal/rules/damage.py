"""Damage: other cards and powers first, then point by point (R13, R88)."""

from __future__ import annotations

from fs_env.core.betrayal.actions import TRAIT
from fs_env.core.betrayal.codes import NONE, Harm, Trait
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.questions import Question
from fs_env.core.betrayal.rules.dice import lower_trait
from fs_env.core.betrayal.rules.starts import (
    NOTHING,
    WAITING,
    confirm,
    pick_option,
)
from fs_env.core.betrayal.rules.table import has_power, holds, present
from fs_env.core.betrayal.state import clear, kernel, offer
from fs_env.core.betrayal.tables import (
    ARMOR_OFF,
    ARMORS,
    FIGURINE,
    MEENLOCK,
)
from fs_env.core.machine.bits import lowest


@kernel
def run_damage(s, f):
    """Deals damage: other cards and powers first, then point by point (R13)."""
    frame = s.frames[f]
    p = int(frame.seat)
    if s.seats[p].alive == 0:
        s.n_frames -= 1
        return
    if frame.value == 0:
        if frame.harm == Harm.PHYSICAL and holds(s, p, MEENLOCK):
            frame.harm = Harm.MENTAL
        worn = s.seats[p].cards & ARMORS[frame.harm]
        while worn:
            frame.n -= ARMOR_OFF[lowest(worn), frame.harm]
            worn &= worn - 1
        frame.value = 1
    if frame.n <= 0:
        s.n_frames -= 1
        return
    if frame.value == 1:
        q = protector(s, p) if frame.mask == 0 else NONE
        if q != NONE:
            chosen = confirm(s, f, q, Question.REACT)
            if chosen == WAITING:
                return
            frame.mask = 1
            if chosen == 1:
                frame.seat = q
                frame.value = 0
                return
        frame.value = 2
    if frame.value == 2:
        if holds(s, p, FIGURINE) and s.seats[p].figurine == 0:
            chosen = confirm(s, f, p, Question.REACT)
            if chosen == WAITING:
                return
            if chosen == 1:
                s.seats[p].figurine = 1
                s.n_frames -= 1
                return
        frame.value = 3
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
            return
        if trait == NOTHING:
            break
        lower_trait(s, p, trait, 1)
        frame.n -= 1
        if s.seats[p].at[trait] == 0:
            s.killer = frame.other
            break
    s.n_frames -= 1


@kernel
def protector(s, p):
    """Another adventurer on the tile who may take damage instead (R88: Protection)."""
    for q in range(s.n_players):
        if q != p and present(s, q) and s.seats[q].tile == s.seats[p].tile and has_power(s, q, Power.PROTECTION):
            return q
    return NONE


@kernel
def harm_of(trait):
    """The kind of damage that an attack with a trait deals (R52)."""
    return Harm.MENTAL if trait >= Trait.KNOWLEDGE else Harm.PHYSICAL
