"""Verbs about items, counters and souls. Their words: `language/verbs/items.py`."""

from fs_env.core.four_souls.language.codes import NONE, Ref, Until
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.references import card_of, is_player
from fs_env.core.four_souls.rules.death import kill
from fs_env.core.four_souls.rules.doubling import factor
from fs_env.core.four_souls.rules.events import emit_counters
from fs_env.core.four_souls.rules.items import become as take_text
from fs_env.core.four_souls.rules.items import change_control, destroy_item, gain_item, gain_treasure, set_turned
from fs_env.core.four_souls.rules.numbers import refresh
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.rules.slots import empty_shop
from fs_env.core.four_souls.rules.souls import become_soul as make_soul
from fs_env.core.four_souls.rules.souls import discard_soul
from fs_env.core.four_souls.rules.souls import steal_soul as take_soul
from fs_env.core.four_souls.rules.values import FINISHED, NEXT, WAIT, dealer_of, many, one, player_one, value
from fs_env.core.four_souls.rules.zones import leave_play, set_counters, to_pile
from fs_env.core.four_souls.state import BIG, FIRST_ROOM, Outcome, Question, Shape, Zone, kernel
from fs_env.core.four_souls.tables import PROG


@kernel
def treasure(s, f):
    ins = PROG[s.frames[f].pc]
    for i in range(many(s, f, ins.who)):
        if is_player(s.buf[i]):
            gain_treasure(s, s.buf[i], value(s, f, ins.n, NONE, s.buf[i]) * factor(s, f))
    return NEXT


@kernel
def destroy_one(s, ref, dealer):
    """Destroys what a reference names, depending on what it is (R22 Destroy); returns 1 if that was an item."""
    inst = card_of(ref)
    if inst == NONE:
        kill(s, ref, dealer)
        return 0
    zone = s.zone[inst]
    if zone == Zone.ITEM:
        return destroy_item(s, inst, 0)
    if zone == Zone.CURSE:
        leave_play(s, inst)
        to_pile(s, inst)
    elif zone == Zone.SOUL:
        discard_soul(s, inst)
    elif zone == Zone.ACTIVE:
        kill(s, ref, dealer)
    return 0


@kernel
def destroy(s, f):
    """Destroys everything named; sets count to how many items were destroyed."""
    frame = s.frames[f]
    frame.count = 0
    for i in range(many(s, f, PROG[frame.pc].what)):
        frame.count += destroy_one(s, s.buf[i], dealer_of(s, frame.object))
    return NEXT


@kernel
def destroy_this_first(s, f):
    """The item destroys itself or its effect fizzles (R5.6, R17.4); it stays beside the stack for its roll (R9.13)."""
    frame = s.frames[f]
    obj = s.objects[frame.object]
    if destroy_item(s, obj.src, PROG[frame.pc].rolls) == 0:
        return FINISHED
    if s.zone[obj.src] == Zone.BESIDE:
        obj.card = obj.src
    return NEXT


@kernel
def steal_item(s, f):
    p = int(s.objects[s.frames[f].object].controller)
    for i in range(many(s, f, PROG[s.frames[f].pc].what)):
        inst = card_of(s.buf[i])
        if inst != NONE and s.zone[inst] == Zone.SHOP:
            empty_shop(s, inst)
            gain_item(s, inst, p)
        elif inst != NONE:
            change_control(s, inst, p)
    return NEXT


@kernel
def give_item(s, f):
    ins = PROG[s.frames[f].pc]
    inst = card_of(one(s, f, ins.what))
    p = player_one(s, f, ins.to)
    if inst != NONE and p != NONE:
        change_control(s, inst, p)
    return NEXT


@kernel
def swap_items(s, f):
    """Swaps control of two items in play at once, or changes neither (ER-17)."""
    ins = PROG[s.frames[f].pc]
    a = card_of(one(s, f, ins.what))
    b = card_of(one(s, f, ins.other))
    if a == NONE or b == NONE or s.zone[a] != Zone.ITEM or s.zone[b] != Zone.ITEM:
        return NEXT
    if s.eternal[a] == 0 and s.eternal[b] == 0:
        p = int(s.owner[a])
        change_control(s, a, s.owner[b])
        change_control(s, b, p)
    return NEXT


@kernel
def recharge(s, f):
    ins = PROG[s.frames[f].pc]
    for i in range(many(s, f, ins.what)):
        inst = card_of(s.buf[i])
        if inst != NONE:
            set_turned(s, inst, 1 if ins.op == Op.DEACTIVATE else 0)
    return NEXT


deactivate = recharge


@kernel
def reroll_item(s, f):
    """Destroys items; then each controller gains a treasure for each that was destroyed (ER-58).

    A maximum that the destroyed items raised falls before the new items can raise it again (R12.1, R12.9)."""
    n = many(s, f, PROG[s.frames[f].pc].what)
    for i in range(n):
        inst = card_of(s.buf[i])
        s.buf[i] = NONE
        if inst != NONE and s.zone[inst] == Zone.ITEM:
            p = int(s.owner[inst])
            if destroy_item(s, inst, 0) == 1:
                s.buf[i] = p
    if s.dirty == 1:
        refresh(s)
    for i in range(n):
        if s.buf[i] != NONE:
            gain_treasure(s, s.buf[i], 1)
    return NEXT


@kernel
def become(s, f):
    """This card takes over an item's text (ER-10)."""
    ins = PROG[s.frames[f].pc]
    inst = card_of(one(s, f, ins.what))
    if inst != NONE:
        take_text(s, s.objects[s.frames[f].object].src, s.face[inst], 1 if ins.until == Until.END_OF_TURN else 0)
    return NEXT


@kernel
def become_soul(s, f):
    """This card becomes a soul of its controller (R19.5-R19.9)."""
    obj = s.objects[s.frames[f].object]
    zone = s.zone[obj.src]
    if zone == Zone.ITEM or zone == Zone.STACK or zone == Zone.BESIDE:
        make_soul(s, obj.src, obj.controller)
    return NEXT


@kernel
def counter(s, f):
    """Puts counters on this card while it is in play, or removes them; sets count to the counters removed."""
    frame = s.frames[f]
    src = int(s.objects[frame.object].src)
    frame.count = 0
    if s.zone[src] != Zone.ITEM and s.zone[src] != Zone.ACTIVE:
        return NEXT
    before = int(s.counters[src])
    ins = PROG[frame.pc]
    n = value(s, f, ins.n, NONE, NONE) * factor(s, f)
    s.dirty = 1
    if ins.op == Op.COUNTER:
        set_counters(s, src, min(BIG, before + n))
        emit_counters(s, src, before)
    else:
        frame.count = min(n, before)
        set_counters(s, src, before - int(frame.count))
    return NEXT


uncounter = counter


@kernel
def soul_options(s, p):
    clear(s)
    for inst in range(FIRST_ROOM):
        if s.zone[inst] == Zone.SOUL and s.owner[inst] == p:
            offer(s, Ref.CARD + inst)


@kernel
def lose_soul(s, f):
    """Owners give up soul cards of their choice (R18.4).

    cursor: player of the list, done: souls given up, step 1: being asked."""
    frame = s.frames[f]
    ins = PROG[frame.pc]
    while True:
        if frame.step == 1:
            discard_soul(s, s.answer - Ref.CARD)
            frame.done += 1
            frame.step = 0
        if frame.cursor >= many(s, f, ins.who):
            return NEXT
        p = int(s.buf[frame.cursor])
        clear(s)
        if is_player(p) and frame.done < ins.n * factor(s, f):
            soul_options(s, p)
        if s.n_options == 0:
            frame.cursor += 1
            frame.done = 0
            continue
        frame.step = 1
        if ask(s, p, Question.SOUL, Shape.REFS, s.objects[frame.object].src) == 0:
            return WAIT


@kernel
def steal_soul(s, f):
    """The controller steals a soul card (R18.5)."""
    inst = card_of(one(s, f, PROG[s.frames[f].pc].what))
    if inst != NONE and s.zone[inst] == Zone.SOUL:
        take_soul(s, inst, s.objects[s.frames[f].object].controller)
    return NEXT


@kernel
def items(s, f, op):
    if op == Op.TREASURE:
        return treasure(s, f)
    if op == Op.DESTROY:
        return destroy(s, f)
    if op == Op.DESTROY_THIS_FIRST:
        return destroy_this_first(s, f)
    if op == Op.STEAL_ITEM:
        return steal_item(s, f)
    if op == Op.GIVE_ITEM:
        return give_item(s, f)
    if op == Op.SWAP_ITEMS:
        return swap_items(s, f)
    if op == Op.RECHARGE:
        return recharge(s, f)
    if op == Op.DEACTIVATE:
        return deactivate(s, f)
    if op == Op.REROLL_ITEM:
        return reroll_item(s, f)
    if op == Op.BECOME:
        return become(s, f)
    if op == Op.COUNTER:
        return counter(s, f)
    if op == Op.UNCOUNTER:
        return uncounter(s, f)
    if op == Op.BECOME_SOUL:
        return become_soul(s, f)
    if op == Op.LOSE_SOUL:
        return lose_soul(s, f)
    if op == Op.STEAL_SOUL:
        return steal_soul(s, f)
    s.outcome = Outcome.GUARD  # not a verb of this family
    return NEXT
