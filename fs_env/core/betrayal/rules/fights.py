"""Damage and attacks (R13, R40, R51 to R58, R79, R80)."""

from __future__ import annotations

from fs_env.core.betrayal.actions import CARD, GO, MEANS, NO, TRAIT
from fs_env.core.betrayal.codes import DICE, NONE, SIDES, TRAITS, Harm, Role, Trait
from fs_env.core.betrayal.language.haunts import Shape
from fs_env.core.betrayal.language.rows import Power, Use
from fs_env.core.betrayal.questions import Frame, Question
from fs_env.core.betrayal.rules.cards import discard, gain, hand_over
from fs_env.core.betrayal.rules.dice import hampered, lift_curse, lower_trait, roll, value
from fs_env.core.betrayal.rules.starts import (
    NOTHING,
    WAITING,
    confirm,
    pick_option,
    start_damage,
    start_enter,
    start_program,
    start_push,
)
from fs_env.core.betrayal.rules.table import figure_tile, has_power, holds, is_shape, keeps, may_attack, present
from fs_env.core.betrayal.rules.terrain import connected, fill_distances, in_sight, passage
from fs_env.core.betrayal.state import ask, begin, clear, kernel, offer
from fs_env.core.betrayal.tables import (
    ARMOR,
    ARMOR_OFF,
    ATTACK,
    ATTACK_BONUS,
    ATTACK_DICE,
    AXE,
    BITE,
    BOOK,
    DISTANCE,
    FIGURINE,
    HERO_STUNS,
    MAY_STEAL,
    MEENLOCK,
    MONSTERS,
    N_ITEMS,
    N_POSSESSIONS,
    N_TILES,
    SEATS,
    SHACKLES,
    SPENT,
    TRAITOR_ATTACKS,
    USE,
)
from fs_env.core.machine.scratch import short_lived

KILLED, TURNS, ATTACKS = 8, 9, 7  # columns of MONSTERS
RECKLESS, FAR_OFF, SECOND, BY_BOOK, WILD = 1, 2, 4, 8, 16
"""Bits of an attack's frame: two more dice; not on the tile; the flurry is over; with the Book of Spells; Wild Magic."""


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
        for card in range(N_ITEMS):
            if ARMOR_OFF[card, frame.harm] and holds(s, p, card):
                frame.n -= ARMOR_OFF[card, frame.harm]
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
    lowest = 1 if s.haunt == NONE else 0
    while frame.n > 0:
        if frame.step == 0:
            clear(s)
            for trait in range(first, first + 2):
                if s.seats[p].at[trait] > lowest:
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
def figure_trait(s, figure, trait):
    """A trait of a figure, below 0 where it has none."""
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
    if USE[card] != Use.WEAPON or s.touched[card] or not holds(s, p, card):
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
    if (
        has_power(s, p, Power.MAGIC_MISSILE)
        and connected(s, here, there)
        and figure_trait(s, figure, Trait.KNOWLEDGE) >= 0
    ):
        return True
    for card in range(N_POSSESSIONS):
        if DISTANCE[card] and weapon_reaches(s, p, card, figure):
            return True
    return False


@kernel
def start_attack(s, figure, other):
    """An attack of one figure on another."""
    f = begin(s, Frame.ATTACK, figure)
    s.frames[f].other = other


@kernel
def commander(s, figure):
    """The seat that decides for a figure; NONE for monsters that nobody leads (R76)."""
    return figure if figure < SEATS else int(s.traitor)


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
        if figure == s.traitor:
            mask |= int(TRAITOR_ATTACKS[s.haunt])
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
    """Asks with what an attack is made; returns 1 when that is known (R40, R52)."""
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
            for card in range(N_POSSESSIONS):
                if weapon_reaches(s, figure, card, other):
                    offer(s, CARD + card)
        frame.step = 1
        leader = commander(s, figure)
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
        if figure < SEATS and has_power(s, figure, Power.WILD_MAGIC):
            frame.mask |= WILD
    elif chosen >= CARD and chosen < CARD + N_POSSESSIONS:
        card = chosen - CARD
        frame.card = card
        frame.trait = ATTACK[card]
        s.touched[card] = 1
        if card == AXE:
            s.seats[figure].axed = 1
        if card == BOOK:
            frame.mask |= BY_BOOK
    return 1


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
def harm_of(trait):
    """The kind of damage that an attack with a trait deals (R52)."""
    return Harm.MENTAL if trait >= Trait.KNOWLEDGE else Harm.PHYSICAL


@kernel
def spoils(s, f):
    """Offers what a winning adventurer may take, or give, instead of dealing damage (R56)."""
    frame = s.frames[f]
    p, q = int(frame.seat), int(frame.other)
    clear(s)
    if frame.mask & FAR_OFF or q >= SEATS or p >= SEATS:
        return
    if frame.value >= 2:
        for card in range(N_POSSESSIONS):
            if MAY_STEAL[card] and s.touched[card] == 0 and holds(s, q, card):
                offer(s, CARD + card)
    if holds(s, p, SHACKLES) and s.touched[SHACKLES] == 0:
        offer(s, CARD + SHACKLES)
    if s.n_options > 0:
        offer(s, NO)


@kernel
def take_spoils(s, p, q, card):
    """Steals a card, or gives the Dimensional Shackles."""
    s.touched[card] = 1
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
def run_push(s, f):
    """Moves a figure by one space through a door, if its mover likes; with `n` away from the mover's tile."""
    frame = s.frames[f]
    p, figure = int(frame.seat), int(frame.other)
    there = figure_tile(s, figure)
    if there == NONE or figure_tile(s, p) == NONE:
        s.n_frames -= 1
        return
    if frame.step == 0:
        dist = short_lived(N_TILES)
        fill_distances(s, s.seats[p].tile, 1, dist)
        clear(s)
        for d in range(SIDES):
            to = passage(s, there, d)
            if to != NONE and (frame.n == 0 or dist[to] > dist[there]):
                offer(s, GO + d)
        if s.n_options > 0:
            offer(s, NO)
    d = pick_option(s, f, GO, Question.PUSH)
    if d == WAITING:
        return
    s.n_frames -= 1
    if d != NOTHING and d < SIDES:
        to = passage(s, there, d)
        if figure < SEATS:
            start_enter(s, figure, to, 0)
        else:
            s.monsters[figure - SEATS].tile = to


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


@kernel
def leads_monsters(s, p):
    """Whether monsters act after the turn of a seat (R64, R74, R76)."""
    if s.haunt == NONE:
        return False
    if is_shape(s, Shape.TRAITOR):
        return p == s.traitor
    return p == s.revealer
