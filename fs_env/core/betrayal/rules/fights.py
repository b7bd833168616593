"""Attacks and what follows them (R51 to R58, R79, R80)."""

from fs_env.core.betrayal.actions import CARD, NO
from fs_env.core.betrayal.language.codes import NONE, SEATS, Deck, Harm, Role, Token, Trait
from fs_env.core.betrayal.language.questions import Frame, Question, Reaction
from fs_env.core.betrayal.language.rows import Power
from fs_env.core.betrayal.rules.cards import discard, hand_over
from fs_env.core.betrayal.rules.damage import AFTER_ROLLS, harm_of
from fs_env.core.betrayal.rules.dice import lift_curse, lower_trait, roll
from fs_env.core.betrayal.rules.immunity import offer_freedom
from fs_env.core.betrayal.rules.means import BY_BOOK, FAR_OFF, RECKLESS, ROLLED, WILD, attack_dice, choose_means
from fs_env.core.betrayal.rules.starts import (
    WAITING,
    begin_damage,
    inspired,
    pick_option,
    react,
    seats_from,
    start_assault,
    start_damage,
    start_program,
    start_push,
)
from fs_env.core.betrayal.rules.table import figure_tile, has_power, holds, present, touch, untouched
from fs_env.core.betrayal.state import begin, clear, kernel, lay_on_pile, offer
from fs_env.core.betrayal.tables import (
    ARMOR,
    ATTACK_BONUS,
    ATTACK_DICE,
    CAN_STEAL,
    GAIN_PHYSICAL,
    MONSTERS,
    SHACKLES,
    SPENT,
    TOKEN_CARD,
)
from fs_env.core.machine.table.bits import lowest

TURNS = 9  # column of MONSTERS


@kernel
def start_attack(s, figure, other):
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
def win_attack(s, f):
    """Carries out a won attack; returns 1 when it is done."""
    frame = s.frames[f]
    figure, other = int(frame.seat), int(frame.other)
    if other >= SEATS:
        begin_damage(s, other, harm_of(frame.trait), frame.value, figure)
        return 1
    if figure >= SEATS:
        turns = int(MONSTERS[s.haunt, s.monsters[figure - SEATS].kind, TURNS])
        if turns > 0 and frame.value >= turns and s.seats[other].role == Role.HERO:
            s.seats[other].role = Role.TRAITOR
            offer_freedom(s, other)
            s.judging = 1
            return 1
    if frame.step == 0:
        spoils(s, f)
    card = pick_option(s, f, CARD, Question.STEAL)
    if card == WAITING:
        return 0
    if card >= 0:
        touch(s, card)
        hand_over(s, card, other if holds(s, figure, card) else figure)  # steals it, or gives the Dimensional Shackles
    else:
        start_damage(s, other, harm_of(frame.trait), frame.value, figure)
    return 1


@kernel
def lose_attack(s, f):
    """Hurts a losing attacker, unless it is far off or the monster that it attacked is stunned (R51, R54, R55)."""
    frame = s.frames[f]
    figure, other = int(frame.seat), int(frame.other)
    if frame.mask & FAR_OFF or (other >= SEATS and s.monsters[other - SEATS].stunned):
        return
    more = 1 if frame.mask & BY_BOOK else 0
    begin_damage(s, figure, harm_of(frame.trait), more - frame.value, other)


@kernel
def armored(s, f, p, dealt, hurts):
    """The points that the Cursed Armor takes off the difference of an attack, for a point of Sanity: 1, 0, or WAITING (A35)."""
    if not holds(s, p, ARMOR) or (dealt < 0 and not hurts):
        return 0
    chosen = react(s, f, p, Reaction.CURSED_ARMOR)
    if chosen == 1:
        lower_trait(s, p, Trait.SANITY, 1)
    return chosen


@kernel
def run_attack(s, f):
    """An attack from its means to what follows it; `n` counts the stages."""
    frame = s.frames[f]
    figure, other = int(frame.seat), int(frame.other)
    alive = figure_tile(s, figure) != NONE
    if frame.n == 0 and not choose_means(s, f):
        return
    frame.n = max(1, frame.n)
    if frame.n == 1:
        if figure < SEATS and has_power(s, figure, Power.RECKLESS_ATTACK):
            chosen = react(s, f, figure, Reaction.RECKLESS_ATTACK)
            if chosen == WAITING:
                return
            frame.mask |= RECKLESS if chosen == 1 else 0
        roll_attack(s, f)
        frame.n = 2
    if frame.n == 2:
        if figure < SEATS and not frame.mask & ROLLED:
            more = inspired(s, f, figure)
            if more == WAITING:
                return
            frame.value += more
        frame.mask |= ROLLED
        if other < SEATS:
            less = armored(s, f, other, frame.value, figure < SEATS and not frame.mask & FAR_OFF)
            if less == WAITING:
                return
            frame.value -= less
        frame.n = 3
    if frame.n == 3:
        if frame.value > 0 and not win_attack(s, f):
            return
        if frame.value < 0:
            lose_attack(s, f)
        frame.n = AFTER_ROLLS
        return
    if frame.n == AFTER_ROLLS and alive and figure < SEATS:
        if frame.mask & RECKLESS:
            frame.n = 6
            start_damage(s, figure, Harm.PHYSICAL, roll(s, 1), NONE)
            return
        if has_power(s, figure, Power.FLURRY_OF_BLOWS) and figure_tile(s, other) != NONE:
            chosen = react(s, f, figure, Reaction.FLURRY_OF_BLOWS)
            if chosen == WAITING:
                return
            if chosen == 1:
                frame.value = 0 if lift_curse(s, figure) else roll(s, 1)
                frame.n = 5
    if frame.n == 5:
        more = inspired(s, f, figure)
        if more == WAITING:
            return
        frame.n = 6
        flurry(s, figure, other, frame.value + more)
        return
    s.n_frames -= 1
    if alive and figure < SEATS and frame.value > 0 and frame.card == NONE and frame.trait == Trait.SANITY:
        if has_power(s, figure, Power.ELDRITCH_BLAST) and figure_tile(s, other) != NONE:
            start_push(s, figure, other, 0)


@kernel
def flurry(s, p, other, dealt):
    """Flurry of Blows: what one die does to the same defender; a 0 hurts the attacker (R88)."""
    if dealt == 0:
        start_damage(s, p, Harm.PHYSICAL, 1, NONE)
    else:
        begin_damage(s, other, Harm.PHYSICAL, dealt, p)


@kernel
def run_assault(s, f):
    """An attack that no figure makes, and what follows it; `n` are its dice, `value` is the difference, `mask` the stage (A13)."""
    frame = s.frames[f]
    p = int(frame.seat)
    otyugh = frame.card == TOKEN_CARD[Token.OTYUGH]
    if s.seats[p].alive == 0:
        s.n_frames -= 1
        return
    if frame.mask == 0:
        frame.value = roll(s, frame.n)
        defence = roll(s, attack_dice(s, p, frame.trait, 0))
        frame.value -= 0 if lift_curse(s, p) else defence
        frame.mask = 1
    if frame.mask == 1:
        more = inspired(s, f, p)
        if more == WAITING:
            return
        frame.value -= more
        frame.mask = 2
    less = armored(s, f, p, frame.value, otyugh)
    if less == WAITING:
        return
    dealt = int(frame.value) - less
    s.n_frames -= 1
    start_damage(s, p, harm_of(frame.trait), dealt, NONE)
    if otyugh and dealt < 0:
        t = int(s.seats[p].tile)
        s.tiles[t].tokens &= ~(1 << Token.OTYUGH)
        lay_on_pile(s, Deck.EVENTS, TOKEN_CARD[Token.OTYUGH])
        if dealt <= -3:
            start_program(s, p, GAIN_PHYSICAL, NONE)


@kernel
def demon(s, p):
    """The Iron Flask: a Might 6 attack against every player on the tile (R87)."""
    here = int(s.seats[p].tile)
    s.seats[p].flask = 1
    s.demon = 1
    for m in range(len(s.monsters)):
        if figure_tile(s, SEATS + m) == here:
            dealt = roll(s, 6) - roll(s, attack_dice(s, SEATS + m, Trait.MIGHT, 0))
            if dealt > 0:
                begin_damage(s, SEATS + m, Harm.PHYSICAL, dealt, NONE)
    for k in range(s.n_players - 1, -1, -1):
        q = seats_from(s, p, k)
        if present(s, q) and s.seats[q].tile == here:
            start_assault(s, q, Trait.MIGHT, 6, NONE)
