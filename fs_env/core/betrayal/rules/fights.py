"""Attacks and what follows them (R51 to R58, R79, R80)."""

from __future__ import annotations

from fs_env.core.betrayal.actions import CARD, NO
from fs_env.core.betrayal.codes import NONE, Harm, Role, Trait
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.questions import Frame, Question
from fs_env.core.betrayal.rules.cards import discard, gain, hand_over
from fs_env.core.betrayal.rules.damage import harm_of
from fs_env.core.betrayal.rules.dice import lift_curse, lower_trait, roll
from fs_env.core.betrayal.rules.means import BY_BOOK, FAR_OFF, RECKLESS, SECOND, WILD, attack_dice, choose_means
from fs_env.core.betrayal.rules.starts import (
    WAITING,
    confirm,
    pick_option,
    start_damage,
    start_program,
    start_push,
)
from fs_env.core.betrayal.rules.table import figure_tile, has_power, holds, keeps, present, touch, untouched
from fs_env.core.betrayal.state import begin, clear, kernel, offer
from fs_env.core.betrayal.tables import (
    ARMOR,
    ATTACK_BONUS,
    ATTACK_DICE,
    BITE,
    CAN_STEAL,
    HERO_STUNS,
    MONSTERS,
    SEATS,
    SHACKLES,
    SPENT,
)
from fs_env.core.machine.bits import lowest

KILLED, TURNS = 8, 9  # columns of MONSTERS


@kernel
def start_attack(s, figure, other):
    """An attack of one figure on another."""
    f = begin(s, Frame.ATTACK, figure)
    s.frames[f].other = other


@kernel
def roll_attack(s, f):
    """Rolls for both sides; the difference goes into `value` (R51, R53)."""
    frame = s.frames[f]
    figure, other, trait = int(frame.seat), int(frame.other), int(frame.trait)
    more, bonus = 2 if frame.mask & RECKLESS else 0, 0
    if frame.card != NONE:
        more += ATTACK_DICE[frame.card]
        bonus += ATTACK_BONUS[frame.card]
        if SPENT[frame.card]:
            discard(s, frame.card)
    attack = roll(s, attack_dice(s, figure, trait, more))
    if figure < SEATS:
        if lift_curse(s, figure):
            attack = 0
        if s.seats[figure].mark == other:
            bonus += 1
        if frame.mask & WILD and roll(s, 1) == 0:
            bonus -= 1
    defence = roll(s, attack_dice(s, other, trait, 0))
    if other < SEATS and lift_curse(s, other):
        defence = 0
    frame.value = max(0, attack + bonus) - defence


@kernel
def strike_monster(s, m, by):
    """A monster that would take damage is stunned, or killed where the haunt says so (R54, R80)."""
    monster = s.monsters[m]
    if monster.kind == NONE:
        return
    if MONSTERS[s.haunt, monster.kind, KILLED]:
        monster.kind = NONE
        s.judging = 1
        for q in range(SEATS):
            if s.seats[q].mark == SEATS + m:
                s.seats[q].mark = NONE
    else:
        monster.stunned = 1
    if by < SEATS and s.seats[by].role == Role.HERO:
        start_program(s, by, HERO_STUNS[s.haunt], NONE)


@kernel
def spoils(s, f):
    """Offers what a winning adventurer may take, or give, instead of dealing damage (R56)."""
    frame = s.frames[f]
    p, q = int(frame.seat), int(frame.other)
    clear(s)
    if frame.mask & FAR_OFF or q >= SEATS or p >= SEATS:
        return
    if frame.value >= 2:
        left = untouched(s, q) & CAN_STEAL
        while left:
            offer(s, CARD + lowest(left))
            left &= left - 1
    if (untouched(s, p) >> SHACKLES) & 1:
        offer(s, CARD + SHACKLES)
    if s.n_options > 0:
        offer(s, NO)


@kernel
def take_spoils(s, p, q, card):
    """Steals a card, or gives the Dimensional Shackles."""
    touch(s, card)
    hand_over(s, card, q if holds(s, p, card) else p)


@kernel
def win_attack(s, f):
    """What a winning attacker does; returns 1 when it is done."""
    frame = s.frames[f]
    figure, other = int(frame.seat), int(frame.other)
    if other >= SEATS:
        strike_monster(s, other - SEATS, figure)
        return 1
    if figure >= SEATS:
        turns = int(MONSTERS[s.haunt, s.monsters[figure - SEATS].kind, TURNS])
        if turns > 0 and frame.value >= turns and s.seats[other].role == Role.HERO:
            s.seats[other].role = Role.TRAITOR
            s.judging = 1
            return 1
    if frame.step == 0:
        spoils(s, f)
    card = pick_option(s, f, CARD, Question.STEAL)
    if card == WAITING:
        return 0
    if card >= 0:
        take_spoils(s, figure, other, card)
    else:
        start_damage(s, other, harm_of(frame.trait), frame.value, figure)
    return 1


@kernel
def lose_attack(s, f):
    """What a losing attacker suffers: nothing from afar, nor from a stunned monster (R51, R54, R55)."""
    frame = s.frames[f]
    figure, other = int(frame.seat), int(frame.other)
    if frame.mask & FAR_OFF or (other >= SEATS and s.monsters[other - SEATS].stunned):
        return
    if figure >= SEATS:
        strike_monster(s, figure - SEATS, other)
    else:
        more = 1 if frame.mask & BY_BOOK else 0
        start_damage(s, figure, harm_of(frame.trait), more - frame.value, other)


@kernel
def run_attack(s, f):
    """An attack from its means to what follows it; `n` counts the stages."""
    frame = s.frames[f]
    figure, other = int(frame.seat), int(frame.other)
    alive = figure_tile(s, figure) != NONE
    if frame.n == 0:
        if not choose_means(s, f):
            return
        frame.n = 1
    if frame.n == 1:
        if figure < SEATS and has_power(s, figure, Power.RECKLESS_ATTACK):
            chosen = confirm(s, f, figure, Question.REACT)
            if chosen == WAITING:
                return
            frame.mask |= RECKLESS if chosen == 1 else 0
        roll_attack(s, f)
        frame.n = 2
    if frame.n == 2:
        if other < SEATS and holds(s, other, ARMOR) and frame.value >= 0:
            chosen = confirm(s, f, other, Question.REACT)
            if chosen == WAITING:
                return
            if chosen == 1:
                frame.value -= 1
                lower_trait(s, other, Trait.SANITY, 1)
        frame.n = 3
    if frame.n == 3:
        if frame.value > 0:
            if not win_attack(s, f):
                return
        elif frame.value < 0:
            lose_attack(s, f)
        frame.n = 4
        return
    if frame.n == 4 and alive and figure < SEATS:
        if infect(s, f) == WAITING:
            return
        if frame.mask & RECKLESS:
            frame.n = 5
            start_damage(s, figure, Harm.PHYSICAL, roll(s, 1), NONE)
            return
        if has_power(s, figure, Power.FLURRY_OF_BLOWS) and figure_tile(s, other) != NONE and not frame.mask & FAR_OFF:
            chosen = confirm(s, f, figure, Question.REACT)
            if chosen == WAITING:
                return
            frame.n = 5
            if chosen == 1:
                flurry(s, figure, other)
            return
    s.n_frames -= 1
    if alive and figure < SEATS and frame.value > 0 and frame.card == NONE and frame.trait == Trait.SANITY:
        if has_power(s, figure, Power.ELDRITCH_BLAST) and figure_tile(s, other) != NONE:
            start_push(s, figure, other, 0)


@kernel
def flurry(s, p, other):
    """Flurry of Blows: one die against the same defender, a 0 hurts the attacker (R88)."""
    dealt = roll(s, 1)
    if dealt == 0:
        start_damage(s, p, Harm.PHYSICAL, 1, NONE)
    elif other >= SEATS:
        strike_monster(s, other - SEATS, p)
    else:
        start_damage(s, other, Harm.PHYSICAL, dealt, p)


@kernel
def infect(s, f):
    """Wererat Bite: who hurts an adventurer on the tile physically may infect them; WAITING while that is asked."""
    frame = s.frames[f]
    p, q = int(frame.seat), int(frame.other)
    if q >= SEATS or frame.value <= 0 or harm_of(frame.trait) != Harm.PHYSICAL or frame.mask & (FAR_OFF | SECOND):
        return 0
    if not (keeps(s, p, BITE) or s.seats[p].bitten) or s.seats[q].bitten or keeps(s, q, BITE) or not present(s, q):
        return 0
    chosen = confirm(s, f, p, Question.REACT)
    if chosen == WAITING:
        return WAITING
    frame.mask |= SECOND
    if chosen == 1:
        s.seats[q].bitten = 1
        lower_trait(s, q, Trait.KNOWLEDGE, 1)
        lower_trait(s, q, Trait.SANITY, 1)
        gain(s, q, Trait.MIGHT, 1)
        gain(s, q, Trait.SPEED, 1)
    return 0


@kernel
def demon(s, p):
    """The Iron Flask: a Might 6 attack against everybody on the tile (R87)."""
    here = int(s.seats[p].tile)
    s.seats[p].flask = 1
    s.demon = 1
    for k in range(s.n_players - 1, -1, -1):
        q = (p + k) % int(s.n_players)
        if present(s, q) and s.seats[q].tile == here:
            dealt = roll(s, 6) - roll(s, attack_dice(s, q, Trait.MIGHT, 0))
            start_damage(s, q, Harm.PHYSICAL, dealt, NONE)
    for m in range(len(s.monsters)):
        if figure_tile(s, SEATS + m) == here and roll(s, 6) > roll(s, attack_dice(s, SEATS + m, Trait.MIGHT, 0)):
            strike_monster(s, m, SEATS)
