"""Program flow: choices on resolution, jumps, rolls, lasting effects. Their words: `language/verbs/flow.py`."""

from fs_env.core.four_souls.language.codes import NONE, Lasting, Sel
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.references import is_player
from fs_env.core.four_souls.rules.announce import unlessmode
from fs_env.core.four_souls.rules.dice import new_roll
from fs_env.core.four_souls.rules.doubling import factor
from fs_env.core.four_souls.rules.lasting import begin_lasting
from fs_env.core.four_souls.rules.numbers import holds
from fs_env.core.four_souls.rules.objects import free, inherit, new_frame
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.rules.select import offer_all
from fs_env.core.four_souls.rules.values import FINISHED, JUMPED, NEXT, WAIT, many, one, value
from fs_env.core.four_souls.rules.zones import move, seat_at
from fs_env.core.four_souls.state import Frame, ObjectFlag, Outcome, Question, Shape, Zone, kernel
from fs_env.core.four_souls.tables import PROG


@kernel
def may(s, f):
    """Asks yes or no; "no" jumps, "yes" is voluntary (A53)."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    ins = PROG[frame.pc]
    if frame.step == 0:
        clear(s)
        offer(s, 1)
        offer(s, 0)
        frame.step = 1
        who = one(s, f, ins.who)
        ask(s, who if is_player(who) else obj.controller, Question.MAY, Shape.YES_NO, obj.src)
        return WAIT
    if s.answer == 1:
        s.pushes = 0
        return NEXT
    frame.pc = ins.jump
    return JUMPED


@kernel
def pick(s, f):
    """Asks for a choice on resolution and stores it in a register of the frame (R5.4)."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    ins = PROG[frame.pc]
    k = ins.register - 4
    if frame.step == 0:
        who = one(s, f, ins.who)
        if not is_player(who):
            who = int(obj.controller)
        if offer_all(s, ins.filter, obj.controller, obj.src, frame.object) == 0:
            frame.reg[k] = NONE
            return NEXT
        frame.step = 1
        if ask(s, who, Question.PICK, Shape.REFS, obj.src) == 0:
            return WAIT
    frame.reg[k] = s.answer
    return NEXT


@kernel
def number(s, f):
    """Asks for a number on resolution (R5.4)."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    ins = PROG[frame.pc]
    if frame.step == 0:
        clear(s)
        for n in range(ins.low, ins.high + 1):
            if ins.ends_only == 0 or n == ins.low or n == ins.high:
                offer(s, n)
        frame.step = 1
        if ask(s, obj.controller, Question.NUMBER, Shape.NUMBER, obj.src) == 0:
            return WAIT
    frame.reg[ins.register - 4] = s.answer
    return NEXT


@kernel
def vote(s, f):
    """Each player names one match in turn order from the AP; a single maximum wins (ER-54).

    cursor: whose vote it is, step 1: being asked, reg: the votes."""
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
        if offer_all(s, PROG[frame.pc].filter, obj.controller, obj.src, frame.object) == 0:
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
def jmp(s, f):
    frame = s.frames[f]
    frame.pc = PROG[frame.pc].jump
    return JUMPED


ifmode = unlessmode


@kernel
def if_(s, f):
    """Jumps when a condition is false now."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    ins = PROG[frame.pc]
    who = one(s, f, ins.who)
    if not is_player(who):
        who = int(obj.controller)
    if holds(s, ins.cond, ins.n, who, obj.src) == 1:
        return NEXT
    frame.pc = ins.jump
    return JUMPED


@kernel
def add_to_next_roll(s, p, n, until, r):
    """Changes the next attack roll of player p by n; what one card adds to the same roll is summed (ER-18)."""
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if entry.kind == Lasting.NEXT_ATTACK_ROLL and entry.who == p and entry.src == s.objects[r].src:
            entry.n += n
            return
    begin_lasting(s, Lasting.NEXT_ATTACK_ROLL, p, n, until, NONE, r)


@kernel
def lasting(s, f):
    """Starts a lasting effect on every player named (R7.9)."""
    frame = s.frames[f]
    r = int(frame.object)
    obj = s.objects[r]
    ins = PROG[frame.pc]
    kind = int(ins.lasting)
    until = int(ins.until)
    if kind == Lasting.TRIGGER or kind == Lasting.PREDICT:
        n = 0 if ins.who < Sel.REG + 4 else int(frame.reg[ins.who - Sel.REG - 4])
        k = begin_lasting(s, kind, obj.controller, n, until, ins.ability, r)
        if kind == Lasting.TRIGGER and k != NONE:
            s.lasting[k].ref = s.uid  # a named number answers rolls that are thrown from now on (ER-23)
    elif kind == Lasting.PRICE:
        for place in range(factor(s, f)):
            k = begin_lasting(s, kind, NONE, value(s, f, ins.n, NONE, NONE), until, NONE, r)
            if k != NONE:
                s.lasting[k].ref = place  # purchases of shop items before the one that costs this (ER-15)
    elif kind == Lasting.LOOT_FROM_DISCARD:
        begin_lasting(s, kind, obj.controller, max(1, int(ins.n)), until, NONE, r)
    else:
        for i in range(many(s, f, ins.who)):
            n = int(value(s, f, ins.n, NONE, NONE))
            if kind == Lasting.NEXT_ATTACK_ROLL:
                add_to_next_roll(s, s.buf[i], n, until, r)
                continue
            k = begin_lasting(s, kind, s.buf[i], max(1, n), until, NONE, r)
            if kind == Lasting.DAMAGE_CAP and k != NONE:
                s.lasting[k].ref = one(s, f, ins.object)
    return NEXT


@kernel
def end(s, f):
    """Ends a program: removes its frame, its list of cards and its object; its card goes to the discard pile."""
    r = int(s.frames[f].object)
    s.n_frames -= 1
    s.n_look = 0
    free(s, r)


@kernel
def roll(s, f):
    """Starts the roll of a program, its last step; the card of its object waits beside the stack (R9.9, R9.13)."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    r = new_roll(
        s,
        obj.controller,
        obj.src,
        obj.flags & (ObjectFlag.FROM_ITEM | ObjectFlag.FROM_LOOT | ObjectFlag.DOUBLED | ObjectFlag.MONSTER),
    )
    built = s.objects[r]
    built.pc = PROG[frame.pc].table
    built.ability = obj.ability
    inherit(s, r, frame.object)
    if obj.card != NONE:
        built.card = obj.card
        move(s, obj.card, Zone.BESIDE, obj.controller)
        obj.card = NONE
    end(s, f)
    new_frame(s, Frame.THROW, r)
    return FINISHED


@kernel
def flow(s, f, op):
    if op == Op.MAY:
        return may(s, f)
    if op == Op.PICK:
        return pick(s, f)
    if op == Op.NUMBER:
        return number(s, f)
    if op == Op.VOTE:
        return vote(s, f)
    if op == Op.IF:
        return if_(s, f)
    if op == Op.LASTING:
        return lasting(s, f)
    if op == Op.JMP:
        return jmp(s, f)
    if op == Op.IFMODE:
        return ifmode(s, f)
    if op != Op.COMMIT:
        s.outcome = Outcome.GUARD  # it belongs to the announcement, or to nothing
    return NEXT
