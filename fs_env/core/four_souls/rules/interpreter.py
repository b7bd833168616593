"""Running card programs: the frame of a resolving object, instruction by instruction, until it ends or somebody is asked."""

from fs_env.core.four_souls.language.codes import NONE, Op
from fs_env.core.four_souls.rules.dice import new_roll
from fs_env.core.four_souls.rules.effects_decks import decks_group
from fs_env.core.four_souls.rules.effects_fight import fight_group
from fs_env.core.four_souls.rules.effects_hands import hands_group
from fs_env.core.four_souls.rules.effects_items import items_group
from fs_env.core.four_souls.rules.numbers import holds, refresh
from fs_env.core.four_souls.rules.objects import free, new_frame
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.rules.select import offer_all
from fs_env.core.four_souls.rules.values import FINISHED, JUMPED, NEXT, WAIT, is_player, one
from fs_env.core.four_souls.rules.zones import move, seat_at
from fs_env.core.four_souls.state import Ask, Frame, Outcome, RowFlag, Shape, Zone, kernel
from fs_env.core.four_souls.tables import PROG


@kernel
def may(s, f):
    """A yes or no; "no" jumps, "yes" is voluntary (A53)."""
    frame = s.frame[f]
    row = s.row[frame.row]
    ins = PROG[frame.pc]
    if frame.st == 0:
        clear(s)
        offer(s, 1)
        offer(s, 0)
        frame.st = 1
        who = one(s, f, ins[1])
        ask(s, who if is_player(who) else row.ctrl, Ask.MAY, Shape.YES_NO, row.src)
        return WAIT
    if s.answer == 1:
        s.pushes = 0
        return NEXT
    frame.pc = ins[2]
    return JUMPED


@kernel
def pick(s, f):
    """A choice on resolution into a register of the frame (R5.4)."""
    frame = s.frame[f]
    row = s.row[frame.row]
    ins = PROG[frame.pc]
    k = ins[1] - 4
    if frame.st == 0:
        who = one(s, f, ins[3])
        if not is_player(who):
            who = int(row.ctrl)
        if offer_all(s, ins[2], row.ctrl, row.src, frame.row) == 0:
            frame.reg[k] = NONE
            return NEXT
        frame.st = 1
        if ask(s, who, Ask.PICK, Shape.REFS, row.src) == 0:
            return WAIT
    frame.reg[k] = s.answer
    return NEXT


@kernel
def name_number(s, f):
    """A number named on resolution (R5.4)."""
    frame = s.frame[f]
    row = s.row[frame.row]
    ins = PROG[frame.pc]
    if frame.st == 0:
        clear(s)
        for n in range(ins[2], ins[3] + 1):
            if ins[4] == 0 or n == ins[2] or n == ins[3]:
                offer(s, n)
        frame.st = 1
        if ask(s, row.ctrl, Ask.NUMBER, Shape.NUMBER, row.src) == 0:
            return WAIT
    frame.reg[ins[1] - 4] = s.answer
    return NEXT


@kernel
def vote(s, f):
    """Each player names one match in turn order from the AP; a single maximum wins (ER-54). reg = the votes."""
    frame = s.frame[f]
    row = s.row[frame.row]
    n = int(s.n_players)
    if frame.st == 0 and frame.a == 0:
        s.winner = NONE
    while True:
        if frame.st == 1:
            frame.reg[frame.a] = s.answer
            frame.a += 1
            frame.st = 0
        if frame.a >= n:
            break
        if offer_all(s, PROG[frame.pc, 1], row.ctrl, row.src, frame.row) == 0:
            return NEXT
        frame.st = 1
        if ask(s, seat_at(s, s.ap + frame.a), Ask.VOTE, Shape.REFS, row.src) == 0:
            return WAIT
    best = 0
    for i in range(n):
        count = 0
        for k in range(n):
            count += 1 if frame.reg[k] == frame.reg[i] else 0
        if count > best:
            best = count
            s.winner = frame.reg[i]
        elif count == best and frame.reg[i] != s.winner:
            s.winner = NONE
    return NEXT


@kernel
def condition(s, f):
    """Jumps when a condition is false now."""
    frame = s.frame[f]
    row = s.row[frame.row]
    ins = PROG[frame.pc]
    who = one(s, f, ins[2])
    if not is_player(who):
        who = int(row.ctrl)
    if holds(s, ins[1], ins[3], who, row.src) == 1:
        return NEXT
    frame.pc = ins[4]
    return JUMPED


@kernel
def finish(s, f):
    """Ends a program: its frame, its list of cards and its object go, its card to the discard pile."""
    r = int(s.frame[f].row)
    s.n_frames -= 1
    s.n_look = 0
    free(s, r)


@kernel
def roll(s, f):
    """Starts the roll of a program, its last step; a card of its own waits beside the stack (R9.9, R9.13)."""
    frame = s.frame[f]
    row = s.row[frame.row]
    r = new_roll(
        s, row.ctrl, row.src, row.marks & (RowFlag.FROM_ITEM | RowFlag.FROM_LOOT | RowFlag.DOUBLED | RowFlag.MONSTER)
    )
    made = s.row[r]
    made.pc = PROG[frame.pc, 1]
    made.ability = row.ability
    made.cause = row.cause
    made.slot = row.slot
    made.it = row.it
    made.amount = row.amount
    made.dealer = row.dealer
    made.from_card = row.from_card
    made.that = row.that
    for k in range(4):
        made.reg[k] = row.reg[k]
        made.gen[k] = row.gen[k]
    if row.card != NONE:
        made.card = row.card
        move(s, row.card, Zone.BESIDE, row.ctrl)
        row.card = NONE
    finish(s, f)
    new_frame(s, Frame.THROW, r)
    return FINISHED


@kernel
def flow_group(s, f, op):
    """Runs one instruction of flow or choice."""
    frame = s.frame[f]
    if op == Op.MAY:
        return may(s, f)
    if op == Op.PICK:
        return pick(s, f)
    if op == Op.NUMBER:
        return name_number(s, f)
    if op == Op.VOTE:
        return vote(s, f)
    if op == Op.IF:
        return condition(s, f)
    if op == Op.JMP:
        frame.pc = PROG[frame.pc, 1]
        return JUMPED
    if op == Op.IFMODE and s.row[frame.row].mode != PROG[frame.pc, 1]:
        frame.pc = PROG[frame.pc, 2]
        return JUMPED
    return NEXT


@kernel
def run_program(s, f):
    """Runs the program of frame f until it ends, waits for an answer or has started another frame."""
    frame = s.frame[f]
    while True:
        op = PROG[frame.pc, 0]
        if op == Op.END:
            finish(s, f)
            return
        if op == Op.ROLL:
            roll(s, f)
            return
        code = NEXT
        if op == Op.DRAFT_TREASURE:
            s.outcome = Outcome.GUARD  # words of cards that are not part of the game yet: a test keeps them out
            return
        if op >= Op.LASTING and op <= Op.END_GAME and op != Op.VOTE:
            code = fight_group(s, f, op)
        elif op < Op.GAIN:
            code = flow_group(s, f, op)
        elif op < Op.TREASURE:
            code = hands_group(s, f, op)
        elif op < Op.GIVE_CURSES:
            code = items_group(s, f, op)
        elif op < Op.DAMAGE or op >= Op.EXPAND:
            code = decks_group(s, f, op)
        else:
            code = fight_group(s, f, op)
        if s.outcome != 0:
            return
        if code == WAIT:
            return
        if code == FINISHED:
            finish(s, f)
            return
        if code == NEXT:
            frame.pc += 1
        frame.st = 0
        frame.a = 0
        frame.b = 0
        frame.c = 0
        if s.dirty == 1:
            refresh(s)
        if s.n_frames - 1 != f:
            return
