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
from fs_env.core.four_souls.state import Frame, ObjectFlag, Outcome, Question, Shape, Zone, kernel
from fs_env.core.four_souls.tables import PROG


@kernel
def may(s, f):
    """A yes or no; "no" jumps, "yes" is voluntary (A53)."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    ins = PROG[frame.pc]
    if frame.step == 0:
        clear(s)
        offer(s, 1)
        offer(s, 0)
        frame.step = 1
        who = one(s, f, ins[1])
        ask(s, who if is_player(who) else obj.controller, Question.MAY, Shape.YES_NO, obj.src)
        return WAIT
    if s.answer == 1:
        s.pushes = 0
        return NEXT
    frame.pc = ins[2]
    return JUMPED


@kernel
def pick(s, f):
    """A choice on resolution into a register of the frame (R5.4)."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    ins = PROG[frame.pc]
    k = ins[1] - 4
    if frame.step == 0:
        who = one(s, f, ins[3])
        if not is_player(who):
            who = int(obj.controller)
        if offer_all(s, ins[2], obj.controller, obj.src, frame.object) == 0:
            frame.reg[k] = NONE
            return NEXT
        frame.step = 1
        if ask(s, who, Question.PICK, Shape.REFS, obj.src) == 0:
            return WAIT
    frame.reg[k] = s.answer
    return NEXT


@kernel
def name_number(s, f):
    """A number named on resolution (R5.4)."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    ins = PROG[frame.pc]
    if frame.step == 0:
        clear(s)
        for n in range(ins[2], ins[3] + 1):
            if ins[4] == 0 or n == ins[2] or n == ins[3]:
                offer(s, n)
        frame.step = 1
        if ask(s, obj.controller, Question.NUMBER, Shape.NUMBER, obj.src) == 0:
            return WAIT
    frame.reg[ins[1] - 4] = s.answer
    return NEXT


@kernel
def vote(s, f):
    """Each player names one match in turn order from the AP; a single maximum wins (ER-54). reg = the votes."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    n = int(s.n_players)
    if frame.step == 0 and frame.cursor == 0:
        s.winner = NONE
    while True:
        if frame.step == 1:
            frame.reg[frame.cursor] = s.answer
            frame.cursor += 1
            frame.step = 0
        if frame.cursor >= n:
            break
        if offer_all(s, PROG[frame.pc, 1], obj.controller, obj.src, frame.object) == 0:
            return NEXT
        frame.step = 1
        if ask(s, seat_at(s, s.active_player + frame.cursor), Question.VOTE, Shape.REFS, obj.src) == 0:
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
    frame = s.frames[f]
    obj = s.objects[frame.object]
    ins = PROG[frame.pc]
    who = one(s, f, ins[2])
    if not is_player(who):
        who = int(obj.controller)
    if holds(s, ins[1], ins[3], who, obj.src) == 1:
        return NEXT
    frame.pc = ins[4]
    return JUMPED


@kernel
def finish(s, f):
    """Ends a program: its frame, its list of cards and its object go, its card to the discard pile."""
    r = int(s.frames[f].object)
    s.n_frames -= 1
    s.n_look = 0
    free(s, r)


@kernel
def roll(s, f):
    """Starts the roll of a program, its last step; a card of its own waits beside the stack (R9.9, R9.13)."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    r = new_roll(
        s,
        obj.controller,
        obj.src,
        obj.flags & (ObjectFlag.FROM_ITEM | ObjectFlag.FROM_LOOT | ObjectFlag.DOUBLED | ObjectFlag.MONSTER),
    )
    made = s.objects[r]
    made.pc = PROG[frame.pc, 1]
    made.ability = obj.ability
    made.cause = obj.cause
    made.slot = obj.slot
    made.it = obj.it
    made.amount = obj.amount
    made.dealer = obj.dealer
    made.from_card = obj.from_card
    made.that = obj.that
    for k in range(4):
        made.reg[k] = obj.reg[k]
        made.gen[k] = obj.gen[k]
    if obj.card != NONE:
        made.card = obj.card
        move(s, obj.card, Zone.BESIDE, obj.controller)
        obj.card = NONE
    finish(s, f)
    new_frame(s, Frame.THROW, r)
    return FINISHED


@kernel
def flow_group(s, f, op):
    """Runs one instruction of flow or choice."""
    frame = s.frames[f]
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
    if op == Op.IFMODE and s.objects[frame.object].mode != PROG[frame.pc, 1]:
        frame.pc = PROG[frame.pc, 2]
        return JUMPED
    return NEXT


@kernel
def run_program(s, f):
    """Runs the program of frame f until it ends, waits for an answer or has started another frame."""
    frame = s.frames[f]
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
        frame.step = 0
        frame.cursor = 0
        frame.done = 0
        frame.whom = 0
        if s.dirty == 1:
            refresh(s)
        if s.n_frames - 1 != f:
            return
