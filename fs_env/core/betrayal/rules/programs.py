"""Programs of cards, tiles and haunts, instruction by instruction; those of single cards are in `single_cards`."""

from fs_env.core.betrayal.actions import CARD, NO
from fs_env.core.betrayal.language.codes import NONE, SPACES, Kind, Token, Trait
from fs_env.core.betrayal.language.questions import Question
from fs_env.core.betrayal.language.words import Op
from fs_env.core.betrayal.rules.cards import discard, draw_card, gain, infect, take
from fs_env.core.betrayal.rules.dice import below_start, lift_curse, lower_trait, roll, roll_trait, value
from fs_env.core.betrayal.rules.immunity import is_spared
from fs_env.core.betrayal.rules.single_cards import run_single
from fs_env.core.betrayal.rules.starts import (
    NOTHING,
    WAITING,
    confirm,
    inspired,
    pick_either,
    pick_option,
    pick_trait,
    seats_from,
    start_assault,
    start_damage,
    start_draw,
    start_enter,
    start_program,
)
from fs_env.core.betrayal.rules.table import is_opponent, open_traitor, present
from fs_env.core.betrayal.state import LOOKED, clear, kernel, lay_on_pile, move, offer
from fs_env.core.betrayal.tables import (
    BEGIN,
    CALLING,
    DECK_OF,
    ITEM_CARDS,
    KIND,
    N_POSSESSIONS,
    OF_INSTANCE,
    PROGRAM,
    TOKEN_CARD,
    Zone,
)
from fs_env.core.machine.table.bits import lowest

HALFLING_BIT = 1 << 2
ALL_TRAITS = 15


@kernel
def rolled(s, f):
    """Ends a roll: the token of Bardic Inspiration may add 1 in its holder's own turn; continues with the outcomes (R88)."""
    frame = s.frames[f]
    more = inspired(s, f, int(frame.seat))
    if more == WAITING:
        frame.n = 1  # rolled already
        return
    frame.value += more
    frame.n = 0
    frame.pc += 1


@kernel
def run_roll(s, f, op, a, b):
    """Rolls a trait or dice, 0 for as many as the program has counted, and continues with the outcomes (R45)."""
    frame = s.frames[f]
    p = int(frame.seat)
    if frame.n == 1:  # the answer about Bardic Inspiration
        rolled(s, f)
        return
    if op == Op.ROLL_DICE or op == Op.CHARGE:
        frame.value = roll(s, a if a else frame.value)
        if lift_curse(s, p):
            frame.value = 0
        if op == Op.CHARGE:
            frame.value = max(0, frame.value - int(s.fate))
            s.fate = min(100, s.fate + 1)
    else:
        trait = a
        if op == Op.ROLL_ONE_OF:
            mask = a
            if b:
                for k in range(4):
                    if s.seats[p].at[k] <= 1:
                        mask &= ~(1 << k)
                mask = mask if mask else a
            trait = pick_trait(s, f, mask, Question.TRAIT)
            if trait == WAITING:
                return
        elif op == Op.ROLL_BY_TILE:
            trait = Trait.SPEED if KIND[s.seats[p].tile] == Kind.STREET else Trait.MIGHT
        frame.trait = trait
        extra = int(frame.mask)
        frame.value = roll_trait(s, p, trait, extra)
        if op == Op.ROLL and CALLING[s.seats[p].adventurer] & b:
            frame.value += 1
    rolled(s, f)


@kernel
def run_traits(s, f, op, a, b):
    frame = s.frames[f]
    p = int(frame.seat)
    if op == Op.GAIN:
        gain(s, p, a, b)
    elif op == Op.LOSE:
        lower_trait(s, p, a, b)
    elif op == Op.GAIN_ROLLED:
        gain(s, p, frame.trait, 1)
    elif op == Op.LOSE_ROLLED:
        lower_trait(s, p, frame.trait, 1)
    elif op == Op.RESTORE:
        start = int(BEGIN[s.seats[p].adventurer, a])
        gain(s, p, a, max(0, start - int(s.seats[p].at[a])))
    else:
        mask = a if op == Op.GAIN_CHOSEN else ALL_TRAITS if op == Op.LOWEST else below_start(s, p)
        trait = pick_trait(s, f, mask, Question.TRAIT)
        if trait == WAITING:
            return
        if trait != NOTHING:
            if op == Op.GAIN_CHOSEN:
                gain(s, p, trait, b)
            elif op == Op.LOWEST:
                lower_trait(s, p, trait, int(s.seats[p].at[trait]) - 1)
            elif op == Op.GAIN_BELOW:
                gain(s, p, trait, a)
            else:
                gain(s, p, trait, BEGIN[s.seats[p].adventurer, trait] - s.seats[p].at[trait])
    frame.pc += 1


@kernel.rare
def run_pact(s, f):
    """The trait rolled drops to its lowest value; each step lost is a step up in another one."""
    frame = s.frames[f]
    p = int(frame.seat)
    if frame.step == 0 and frame.n == 0:
        frame.n = 1 + int(s.seats[p].at[frame.trait]) - 1
        lower_trait(s, p, frame.trait, frame.n - 1)
    while frame.n > 1:
        mask = 0
        for trait in range(4):
            if trait != frame.trait and s.seats[p].at[trait] < SPACES:
                mask |= 1 << trait
        trait = pick_trait(s, f, mask, Question.TRAIT)
        if trait == WAITING:
            return
        if trait == NOTHING:
            break
        gain(s, p, trait, 1)
        frame.n -= 1
    frame.n = 0
    frame.pc += 1


@kernel
def run_may_discard(s, f, must, then, otherwise):
    frame = s.frames[f]
    if frame.step == 0:
        clear(s)
        left = s.seats[frame.seat].cards & ITEM_CARDS
        while left:
            offer(s, CARD + lowest(left))
            left &= left - 1
        if s.n_options > 0 and not must:
            offer(s, NO)
    card = pick_option(s, f, CARD, Question.DISCARD)
    if card == WAITING:
        return
    if card == NOTHING or card == NO - CARD:
        frame.pc = otherwise
    else:
        discard(s, card)
        frame.pc = then


@kernel.rare
def run_draw_one_of(s, f, n):
    """Draws item cards and keeps one of them (R19)."""
    frame = s.frames[f]
    if frame.step == 0:
        clear(s)
        s.n_look = 0
        s.seats[frame.seat].stopped = 1
        for _ in range(min(n, LOOKED)):
            inst = draw_card(s, 1)
            if inst != NONE:
                s.look[s.n_look] = inst
                s.n_look += 1
                offer(s, CARD + OF_INSTANCE[inst])
    card = pick_option(s, f, CARD, Question.KEEP)
    if card == WAITING:
        return
    for k in range(s.n_look):
        if OF_INSTANCE[s.look[k]] != card:
            lay_on_pile(s, DECK_OF[s.look[k]], s.look[k])
    s.n_look = 0
    if card != NOTHING:
        take(s, frame.seat, card)
    frame.pc += 1


@kernel
def run_cards(s, f, op, a):
    frame = s.frames[f]
    p = int(frame.seat)
    tile = int(s.seats[p].tile)
    frame.pc += 1
    if op == Op.DRAW:
        start_draw(s, p, a)
    elif op == Op.KEEP:
        if a:
            take(s, p, N_POSSESSIONS - 1)
        else:
            move(s, frame.card, Zone.KEPT, p)
    elif op == Op.DISCARD_THIS:
        lay_on_pile(s, 0, frame.card)
    elif op == Op.LAY:
        s.tiles[tile].tokens |= 1 << a
        move(s, frame.card, Zone.LYING, tile)
    elif op == Op.TAKE_UP:
        card = TOKEN_CARD[a]
        if s.zone[card] == Zone.LYING:
            s.tiles[s.owner[card]].tokens &= ~(1 << a)
            lay_on_pile(s, 0, card)
    elif op == Op.OBSTRUCT:
        s.tiles[tile].tokens |= 1 << Token.OBSTACLE
    elif op == Op.MARK:
        s.marks[1 if open_traitor(s, p) else 0] += 1
        s.judging = 1
    elif op == Op.ESCAPE:
        s.seats[p].escaped = 1
        s.seats[p].tile = NONE
        s.seats[p].ended = 1
        s.judging = 1


@kernel
def run_flow(s, f, op, a, b):
    frame = s.frames[f]
    p = int(frame.seat)
    if op == Op.END:
        s.n_frames -= 1
    elif op == Op.ONCE:
        tile = int(s.seats[p].tile)
        used = (s.seats[p].once >> tile) & 1
        s.seats[p].once |= 1 << tile
        frame.pc = a if used else frame.pc + 1
    elif op == Op.HALFLING:
        frame.pc = a if CALLING[s.seats[p].adventurer] & HALFLING_BIT else frame.pc + 1
    elif op == Op.SHARE:
        frame.pc = b
        card, tile = int(frame.card), int(s.seats[p].tile)
        for k in range(s.n_players - 1, -1, -1):
            q = seats_from(s, p, k)
            if present(s, q) and s.seats[q].tile == tile and not is_opponent(s, p, q) and not is_spared(s, q):
                start_program(s, q, a, card)
    elif op == Op.MAY:
        chosen = confirm(s, f, p, Question.MAY)
        if chosen != WAITING:
            frame.pc = a if chosen == 1 else b
    else:
        chosen = pick_either(s, f)
        if chosen != WAITING:
            frame.pc = a if chosen == 0 else b


@kernel
def follow_jumps(s, f):
    """Continues with the next instruction that is no jump; returns its place."""
    frame = s.frames[f]
    op = PROGRAM[frame.pc, 0]
    while op == Op.JUMP or op == Op.BRANCH:
        if op == Op.JUMP:
            frame.pc = PROGRAM[frame.pc, 1]
        else:
            frame.pc = PROGRAM[frame.pc, 2] if frame.value >= PROGRAM[frame.pc, 1] else frame.pc + 1
        op = PROGRAM[frame.pc, 0]
    return int(frame.pc)


@kernel
def run_program(s, f):
    """Runs the next instruction of a program; one whose seat is dead ends."""
    frame = s.frames[f]
    p = int(frame.seat)
    if s.seats[p].alive == 0:
        s.n_frames -= 1
        return
    pc = follow_jumps(s, f)
    op, a, b, c = int(PROGRAM[pc, 0]), int(PROGRAM[pc, 1]), int(PROGRAM[pc, 2]), int(PROGRAM[pc, 3])
    if op == Op.END or op == Op.ONCE or op == Op.HALFLING or op == Op.SHARE or op == Op.MAY or op == Op.EITHER:
        run_flow(s, f, op, a, b)
    elif (
        op == Op.GAIN or op == Op.LOSE or Op.GAIN_CHOSEN <= op <= Op.LOSE_ROLLED or op == Op.RESTORE or op == Op.LOWEST
    ):
        if op == Op.LOWEST and a and s.haunt != NONE:
            lower_trait(s, p, 0, SPACES)
            frame.pc += 1
        else:
            run_traits(s, f, op, a, b)
    elif Op.ROLL <= op <= Op.ROLL_BY_TILE or op == Op.CHARGE:
        run_roll(s, f, op, a, b)
    elif op == Op.HARM or op == Op.HURT:
        frame.pc += 1
        start_damage(s, p, a, roll(s, b) if op == Op.HARM else b, NONE)
    elif op == Op.PLACE:
        frame.pc += 1
        start_enter(s, p, a, 0)
    elif op == Op.CURSE:
        s.seats[p].cursed = 1
        frame.pc += 1
    elif op == Op.INFECT:
        infect(s, p)
        frame.pc += 1
    elif op == Op.PACT:
        run_pact(s, f)
    elif op == Op.MAY_DISCARD:
        run_may_discard(s, f, a, b, c)
    elif op == Op.DRAW_ONE_OF:
        run_draw_one_of(s, f, a)
    elif op == Op.ASSAULT:
        frame.value = 0  # until it hurts
        frame.pc += 1
        if c:
            start_assault(s, p, a, b, frame.card)
        else:
            start_damage(s, p, 1 if a >= Trait.KNOWLEDGE else 0, roll(s, b) - value(s, p, a), NONE)
    elif (
        op == Op.DRAW or op == Op.KEEP or op == Op.LAY or op == Op.TAKE_UP or op == Op.DISCARD_THIS
        or op == Op.MARK or op == Op.OBSTRUCT or op == Op.ESCAPE
    ):  # fmt: skip
        run_cards(s, f, op, a)
    else:
        run_single(s, f, op, a, b)
