"""Announcing (R5.2): one routine for the modes, targets and costs of everything that is about to be pushed."""

from fs_env.core.four_souls.language.codes import NONE, AbilityFlag, Cost, Event, Lasting, Ref, Sel
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.references import is_card
from fs_env.core.four_souls.rules.damage import aim, hurt, strike
from fs_env.core.four_souls.rules.doubling import UP_TO_TWO, double, most_targets, register_of
from fs_env.core.four_souls.rules.events import emit_event
from fs_env.core.four_souls.rules.hands import discard, take_from_hand, take_lasting
from fs_env.core.four_souls.rules.items import change_control, destroy_item
from fs_env.core.four_souls.rules.numbers import holds
from fs_env.core.four_souls.rules.objects import free, new_frame, new_row, push_below
from fs_env.core.four_souls.rules.options import ask, clear, hand_options, offer
from fs_env.core.four_souls.rules.promises import note_announced
from fs_env.core.four_souls.rules.secrets import show
from fs_env.core.four_souls.rules.select import EXISTS, offer_all, scan, sel_one
from fs_env.core.four_souls.rules.souls import lose_coins
from fs_env.core.four_souls.rules.values import JUMPED, NEXT, WAIT
from fs_env.core.four_souls.rules.zones import move, seat_at, set_counters
from fs_env.core.four_souls.state import NO_MORE, Frame, Obj, ObjectFlag, Question, Shape, Zone, kernel
from fs_env.core.four_souls.tables import (
    AB_COND,
    AB_CONDN,
    AB_COST,
    AB_COSTN,
    AB_FLAGS,
    AB_MODES,
    AB_PARENT,
    AB_PC,
    AB_REQ0,
    AB_REQN,
    C_FLAGS,
    INST_CARD,
    PROG,
    RQ_FILTER,
    RQ_MODE,
    CardFlag,
)

MISSING = 2  # a required target does not exist (R6.8)


@kernel
def own_items(s, p, this):
    """How many items player p could destroy or give away, `this` not counted."""
    n = 0
    for i in range(s.n_play):
        inst = int(s.play[i])
        if s.zone[inst] == Zone.ITEM and s.owner[inst] == p and s.eternal[inst] == 0 and inst != this:
            n += 1
    return n


@kernel
def can_pay(s, cost, n, p, inst):
    """Whether player p can pay a cost of card inst now (R5.5, R5.11)."""
    if cost == Cost.COINS:
        return s.coins[p] >= n
    if cost == Cost.COUNTERS:
        return s.counters[inst] >= n
    if cost == Cost.DISCARD:
        return s.n_hand[p] >= n
    if cost == Cost.DESTROY_ITEMS:
        return own_items(s, p, NONE) >= n
    if cost == Cost.GIVE_ITEM:
        return own_items(s, p, inst) >= n
    if cost == Cost.TAKE_DAMAGE:
        return s.dying[p] == 0 and s.dead[p] == 0
    return True


@kernel
def has_targets(s, a, mode, p, inst, r):
    """Whether every required target of ability a under a mode (NONE: under all modes) has a match."""
    for q in range(AB_REQ0[a], AB_REQ0[a] + AB_REQN[a]):
        if RQ_MODE[q] == mode and not scan(s, RQ_FILTER[q], p, inst, r, EXISTS, NONE):
            return False
    return True


@kernel
def mode_open(s, a, mode, p, inst, r):
    """Whether a mode can be chosen: its targets exist and its own cost can be paid (R5.2)."""
    if not has_targets(s, a, mode, p, inst, r):
        return False
    pc = int(AB_PC[a])
    until = 0
    while PROG[pc].op != Op.COMMIT and PROG[pc].op != Op.END:
        ins = PROG[pc]
        if ins.op == Op.UNLESSMODE and ins.mode == mode:
            until = int(ins.jump)
        if ins.op == Op.COST and pc < until and not can_pay(s, ins.cost, ins.n, p, inst):
            return False
        pc += 1
    return True


@kernel
def can_announce(s, a, p, inst):
    """Whether player p could play ability a of card inst: condition, targets, modes and costs (R5.2)."""
    if not can_pay(s, AB_COST[a], AB_COSTN[a], p, inst) or not has_targets(s, a, NONE, p, inst, NONE):
        return False
    if holds(s, AB_COND[a], AB_CONDN[a], p, inst) == 0:
        return False
    for mode in range(AB_MODES[a]):
        if mode_open(s, a, mode, p, inst, NONE):
            return True
    return AB_MODES[a] == 0


@kernel
def object_for(s, kind, p, a, inst, flags):
    """Makes an object for ability a of card inst (NONE: a card without its own program); returns its row."""
    r = new_row(s, kind, p)
    obj = s.objects[r]
    obj.src = inst
    obj.ability = a
    obj.flags = flags
    if a != NONE:
        obj.cause = AB_PARENT[a]
        if AB_FLAGS[a] & AbilityFlag.DAMAGES:
            obj.flags |= ObjectFlag.DAMAGES
    return r


@kernel
def loot_object(s, p, a, inst):
    """Makes the object for ability a of a loot card that leaves its player's hand, doubled if a text says so; returns its row."""
    show(s, inst)
    take_from_hand(s, p, inst)
    move(s, inst, Zone.STACK, p)
    r = object_for(s, Obj.LOOT, p, a, inst, ObjectFlag.FROM_LOOT)
    double(s, r, take_lasting(s, Lasting.DOUBLE_NEXT_LOOT_CARD, p))
    s.objects[r].card = inst
    return r


@kernel
def announce(s, r):
    """Starts the announcement of an object, which is pushed at its end above what is on the stack now (its cursor)."""
    f = new_frame(s, Frame.ANNOUNCE, r)
    s.frames[f].cursor = s.n_stack
    if s.objects[r].ability != NONE:
        s.frames[f].pc = AB_PC[s.objects[r].ability]


@kernel
def set_target(s, r, k, ref):
    """Locks a target; a card is remembered as the object it is now (R2.22)."""
    s.objects[r].reg[k] = ref
    if is_card(ref):
        s.objects[r].gen[k] = s.gen[ref - Ref.CARD]


@kernel
def mode(s, f):
    frame = s.frames[f]
    obj = s.objects[frame.object]
    if frame.step == 0:
        clear(s)
        for m in range(PROG[frame.pc].n):
            if mode_open(s, obj.ability, m, obj.controller, obj.src, frame.object):
                offer(s, m)
        if s.n_options == 0:
            return MISSING
        frame.step = 1
        if ask(s, obj.controller, Question.MODE, Shape.MODE, obj.src) == 0:
            return WAIT
    obj.mode = s.answer
    return NEXT


@kernel
def further_options(s, r, k, n, filter):
    """Offers what can be a further object of the target in register k of object r, which has n of them, or no more; returns
    how many there are."""
    offer_all(s, filter, s.objects[r].controller, s.objects[r].src, r)
    left = 0
    for j in range(s.n_options):
        ref = int(s.option[j])
        place = 0
        while place < n and s.objects[r].reg[register_of(k, place)] != ref:
            place += 1
        if place == n or place == 0:
            s.option[left] = NO_MORE if place == 0 else ref
            left += 1
    s.n_options = left
    return left - 1  # the first object represents "no more"


@kernel
def target(s, f):
    """Asks for the objects of one target, more than one for a doubled card (ER-15); step: how many were asked for."""
    frame = s.frames[f]
    r = int(frame.object)
    obj = s.objects[r]
    ins = PROG[frame.pc]
    k = int(ins.register)
    if ins.who == Sel.RANDOM_PLAYER:
        return NEXT  # chosen at random on resolution (R3.6)
    who = sel_one(s, ins.who, r, obj.controller, obj.src)
    if frame.step == 0:
        if offer_all(s, ins.filter, obj.controller, obj.src, r) == 0:
            return MISSING if ins.wanted == 0 else NEXT
        if ins.wanted == UP_TO_TWO:
            offer(s, NO_MORE)
        frame.step = 1
        if ask(s, who, Question.TARGET, Shape.REFS, obj.src) == 0:
            return WAIT
    while True:
        n = int(frame.step)
        if s.answer == NO_MORE:
            return NEXT
        set_target(s, r, register_of(k, n - 1), s.answer)
        if n > 2 or (n == 2 and ins.wanted == UP_TO_TWO):
            obj.flags |= ObjectFlag.PAIR
        if n == most_targets(s, r, k, ins.wanted, ins.doubles) or further_options(s, r, k, n, ins.filter) == 0:
            return NEXT
        frame.step += 1
        if ask(s, who, Question.TARGET, Shape.REFS, obj.src) == 0:
            return WAIT


@kernel
def item_options(s, p, this):
    clear(s)
    for i in range(s.n_play):
        inst = int(s.play[i])
        if s.zone[inst] == Zone.ITEM and s.owner[inst] == p and s.eternal[inst] == 0 and inst != this:
            offer(s, Ref.CARD + inst)


@kernel
def pay_by_choice(s, f, cost, n):
    """Pays with cards that the player picks one by one; the frame's step rises by 2 for each card."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    p = int(obj.controller)
    while frame.step < 2 * n:
        if frame.step % 2 == 0:
            if cost == Cost.DISCARD:
                hand_options(s, p)
            else:
                item_options(s, p, obj.src if cost == Cost.GIVE_ITEM else NONE)
            if s.n_options == 0:
                return NEXT
            frame.step += 1
            if ask(s, p, Question.COST, Shape.REFS, obj.src) == 0:
                return WAIT
        inst = int(s.answer) - Ref.CARD
        if cost == Cost.DISCARD:
            discard(s, p, inst)
        elif cost == Cost.DESTROY_ITEMS:
            destroy_item(s, inst, 0)
        else:
            change_control(s, inst, sel_one(s, PROG[frame.pc].receiver, frame.object, p, obj.src))
        frame.step += 1
    return NEXT


@kernel
def cost(s, f):
    """Pays one cost (R5.5)."""
    frame = s.frames[f]
    r = int(frame.object)
    obj = s.objects[r]
    ins = PROG[frame.pc]
    n = int(ins.n)
    if ins.cost == Cost.COINS:
        lose_coins(s, obj.controller, n)
    elif ins.cost == Cost.COUNTERS:
        set_counters(s, obj.src, int(s.counters[obj.src]) - n)
        s.dirty = 1
    elif ins.cost == Cost.TAKE_DAMAGE:
        if frame.step == 0:
            frame.step = 1
            aim(s, NONE, obj.src, obj.controller, 0, obj.cause)
            hurt(s, obj.controller, n)
            strike(s, NONE)
            return WAIT
    elif ins.cost != Cost.NOTHING:
        return pay_by_choice(s, f, ins.cost, n)
    return NEXT


@kernel
def unlessmode(s, f):
    frame = s.frames[f]
    ins = PROG[frame.pc]
    if s.objects[frame.object].mode == ins.mode:
        return NEXT
    frame.pc = ins.jump
    return JUMPED


@kernel
def push_announced(s, r, pc, place):
    """Pushes an announced object, below what paying its cost has pushed (R5.11); an activated effect turns its item (R5.2)."""
    obj = s.objects[r]
    obj.pc = pc
    if s.n_promises > 0:
        note_announced(s, r)
    push_below(s, r, place)
    if obj.kind == Obj.ACTIVATED and not obj.flags & ObjectFlag.COPY:
        s.turned[obj.src] = 1
        emit_event(s, Event.ACTIVATES, obj.controller)


@kernel
def announce_plain(s, f):
    """Announces a card without a program: a trinket, or a curse and its player (R2.16)."""
    frame = s.frames[f]
    r = int(frame.object)
    obj = s.objects[r]
    if obj.kind == Obj.EVENT and C_FLAGS[INST_CARD[obj.src]] & CardFlag.CURSE:
        if frame.step == 0:
            clear(s)
            for k in range(s.n_players):
                offer(s, seat_at(s, obj.controller + k))
            frame.step = 1
            if ask(s, obj.controller, Question.TARGET, Shape.REFS, obj.src) == 0:
                return
        obj.reg[0] = s.answer
    s.n_frames -= 1
    push_announced(s, r, 0, frame.cursor)


@kernel
def run_announce(s, f):
    """Runs the announcement until a player is asked or the object is pushed or dropped."""
    frame = s.frames[f]
    r = int(frame.object)
    obj = s.objects[r]
    if obj.ability == NONE:
        announce_plain(s, f)
        return
    while True:
        op = PROG[frame.pc].op
        if op == Op.COMMIT or op == Op.END:
            s.n_frames -= 1
            push_announced(s, r, frame.pc + 1 if op == Op.COMMIT else frame.pc, frame.cursor)
            return
        code = NEXT
        if op == Op.MODE:
            code = mode(s, f)
        elif op == Op.TARGET:
            code = target(s, f)
        elif op == Op.COST:
            code = cost(s, f)
        elif op == Op.UNLESSMODE:
            code = unlessmode(s, f)
        if code == WAIT:
            return
        if code == MISSING and (obj.kind == Obj.TRIGGER or obj.kind == Obj.BRANCH):
            s.n_frames -= 1
            free(s, r)
            return
        if code != JUMPED:
            frame.pc += 1
        frame.step = 0
