"""Gaining coins from the bank, with its replacements and triggers (R22 Gain, ER-38)."""

from fs_env.core.four_souls.language.codes import NONE, AbilityFlag, Event, Once, Ref
from fs_env.core.four_souls.rules.events import emit_gain
from fs_env.core.four_souls.rules.numbers import holds
from fs_env.core.four_souls.rules.objects import new_frame, new_row, push
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.rules.souls import receive_coins, replacement
from fs_env.core.four_souls.rules.triggers import answer
from fs_env.core.four_souls.state import BIG, Frame, Obj, Question, Shape, Zone, kernel
from fs_env.core.four_souls.tables import AB_COND, AB_CONDN, AB_FLAGS, AB_ONCE, AB_PARENT, AB_PC


@kernel
def run_replacement(s, a, inst, p, amount):
    """Runs a replacement's program at once, without the stack (R6.2)."""
    r = new_row(s, Obj.TRIGGER, p)
    obj = s.objects[r]
    obj.src = inst
    obj.ability = a
    obj.cause = AB_PARENT[a]
    obj.it = p
    obj.amount = amount
    f = new_frame(s, Frame.RUN, r)
    s.frames[f].pc = AB_PC[a]


@kernel
def gain_replacer(s, inst, p, ordinal):
    """The ability of an item that changes this gain of player p, the ordinal-th of the turn (ER-62); NONE without one."""
    if s.zone[inst] != Zone.ITEM or s.owner[inst] != p:
        return NONE
    a = replacement(s, Event.WOULD_GAIN_COINS, inst)
    if (
        a == NONE
        or (AB_ONCE[a] != Once.NEVER and ordinal != 1)
        or (AB_ONCE[a] == Once.OWN_TURN and s.active_player != p)
    ):
        return NONE
    return a if holds(s, AB_COND[a], AB_CONDN[a], p, inst) == 1 else NONE


@kernel
def is_replaced(s, p):
    if s.listeners[Event.WOULD_GAIN_COINS] > 0:
        for i in range(s.n_play):
            if gain_replacer(s, int(s.play[i]), p, int(s.gains[p])) != NONE:
                return True
    return False


@kernel
def coins_arrive(s, p, n, cause):
    receive_coins(s, p, n)
    emit_gain(s, p, n, cause)


@kernel
def gain_coins(s, p, n, cause):
    """Player p gains n cents, up to a limit (ER-53), unless the game is won (R18.3); returns 1 if a frame was started because
    a text changes it."""
    n = min(n, BIG)
    if n <= 0 or s.outcome != 0:
        return 0
    s.gains[p] += 1
    if not is_replaced(s, p):
        coins_arrive(s, p, n, cause)
        return 0
    r = new_row(s, Obj.HELD_GAIN, p)
    obj = s.objects[r]
    obj.it = p
    obj.n = n
    obj.pc = s.gains[p]
    obj.cause = cause
    new_frame(s, Frame.GAIN, r)
    return 1


@kernel
def gain_options(s, r):
    """Offers every item whose text still changes the gain of object r, each once for one gain (R6.2, R6.9)."""
    obj = s.objects[r]
    clear(s)
    for i in range(s.n_play):
        inst = int(s.play[i])
        applied = False
        for k in range(4):
            applied = applied or obj.reg[k] == inst
        if not applied and gain_replacer(s, inst, int(obj.it), int(obj.pc)) != NONE:
            offer(s, Ref.CARD + inst)


@kernel
def order_matters(s):
    """Whether the order of the offered texts matters for the gain: not if all of them are the same roll."""
    first = replacement(s, Event.WOULD_GAIN_COINS, s.option[0] - Ref.CARD)
    for k in range(1, s.n_options):
        if replacement(s, Event.WOULD_GAIN_COINS, s.option[k] - Ref.CARD) != first:
            return True
    return AB_FLAGS[first] & AbilityFlag.ROLLS == 0


@kernel
def run_gain(s, f):
    """A gain that texts change: its player picks which acts first; then the coins arrive, wait for a roll or are lost."""
    frame = s.frames[f]
    r = int(frame.object)
    obj = s.objects[r]
    p = int(obj.it)
    n = int(obj.n)
    if frame.step == 0:
        gain_options(s, r)
        if s.n_options == 0 or n <= 0:
            s.n_frames -= 1
            obj.kind = 0
            if n > 0:
                coins_arrive(s, p, n, int(obj.cause))
            return
        frame.step = 1
        if not order_matters(s):
            s.answer = s.option[0]
        elif ask(s, p, Question.REPLACEMENT, Shape.REFS, NONE) == 0:
            return
    inst = int(s.answer) - Ref.CARD
    a = replacement(s, Event.WOULD_GAIN_COINS, inst)
    s.n_frames -= 1
    if AB_FLAGS[a] & AbilityFlag.ROLLS:
        k = 0
        while k < 3 and obj.reg[k] != NONE:
            k += 1
        obj.reg[k] = inst
        obj.src = inst
        push(s, r)
        answering = s.objects[answer(s, a, inst, p, p)]
        answering.amount = n
        answering.that = obj.uid
    else:
        obj.kind = 0
        run_replacement(s, a, inst, p, n)
