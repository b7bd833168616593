"""Dice: throwing, modifying and rerolling the roll object on the stack (R9)."""

from fs_env.core.four_souls.language.codes import NONE, Event, Lasting, Ref, Static
from fs_env.core.four_souls.rules.events import emit_number
from fs_env.core.four_souls.rules.lasting import watch_roll
from fs_env.core.four_souls.rules.numbers import holds
from fs_env.core.four_souls.rules.objects import find, new_row, push, wait
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.state import Obj, ObjectFlag, Question, Shape, Stream, Zone, below, kernel
from fs_env.core.four_souls.tables import C_ST0, C_STN, ST_COND, ST_CONDN, ST_MOD, ST_N


@kernel
def throw(s):
    """Throws one die: the next number that a scenario has set, else a random 1..6."""
    if s.n_die > 0:
        n = int(s.die[0])
        s.n_die -= 1
        for i in range(s.n_die):
            s.die[i] = s.die[i + 1]
        return n
    return below(s, Stream.DICE, 6) + 1


@kernel
def bonus_waits(s, src, entry, uid):
    """Whether this source's bonus for this roll has not resolved yet (R9.5)."""
    for i in range(s.n_stack):
        obj = s.objects[s.stack[i]]
        if obj.kind == Obj.ROLL_BONUS and obj.src == src and obj.pc == entry and obj.that == uid:
            return True
    for i in range(s.n_waiting):
        obj = s.objects[s.waiting[i]]
        if obj.kind == Obj.ROLL_BONUS and obj.src == src and obj.pc == entry and obj.that == uid:
            return True
    return False


@kernel
def add_bonus(s, r, src, entry, n, flags):
    """Makes one bonus to a roll wait to be pushed; `pc` stores its source's entry of the lasting table, NONE without one."""
    if n == 0 or bonus_waits(s, src, entry, s.objects[r].uid):
        return
    b = new_row(s, Obj.ROLL_BONUS, s.objects[r].controller)
    s.objects[b].src = src
    s.objects[b].pc = entry
    s.objects[b].n = n
    s.objects[b].flags = flags
    s.objects[b].that = s.objects[r].uid
    wait(s, b)


@kernel
def announce_number(s, r):
    """A roll shows a new number: effects that answer this number trigger (R9.6)."""
    emit_number(s, Event.ROLL_SHOWS, s.objects[r].controller, r, 0)


@kernel
def answer_number(s, r):
    """A roll was thrown or rerolled: effects that answer every throw (R9.3, R9.5) or this number (R9.6) trigger."""
    obj = s.objects[r]
    attack = 1 if obj.flags & ObjectFlag.ATTACK_ROLL else 0
    announce_number(s, r)
    emit_number(s, Event.MY_ROLL_PUSHED, obj.controller, r, attack)


@kernel
def roll_static(s, inst, mod, p):
    """The sum of a card's statics of one kind whose condition on player p is true."""
    face = int(s.face[inst])
    total = 0
    for t in range(C_ST0[face], C_ST0[face] + C_STN[face]):
        if ST_MOD[t] == mod and holds(s, ST_COND[t], ST_CONDN[t], p, inst) == 1:
            total += ST_N[t]
    return total


@kernel
def bonus_of(s, r, inst):
    """The amount that the continuous text of an item adds to a roll of its controller now."""
    obj = s.objects[r]
    p = int(obj.controller)
    n = 0
    if obj.flags & ObjectFlag.ATTACK_ROLL:
        n += roll_static(s, inst, Static.ROLLS_ATTACK, p)
        if obj.pc == 1:
            n += roll_static(s, inst, Static.FIRST_ATTACK_ROLL_BONUS, p)
    if obj.mode == 1:
        n += roll_static(s, inst, Static.FIRST_ROLL_BONUS, p)
    return n


@kernel
def add_bonuses(s, r):
    """Every static +X to this roll waits to be pushed above it, one object per source (R9.3, A11)."""
    p = int(s.objects[r].controller)
    for i in range(s.n_play):
        inst = int(s.play[i])
        if s.zone[inst] == Zone.ITEM and s.owner[inst] == p:
            add_bonus(s, r, inst, NONE, bonus_of(s, r, inst), ObjectFlag.CONTINUOUS)
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if entry.kind == Lasting.ROLLS and entry.who == p:
            add_bonus(s, r, entry.src, k, entry.n, 0)


@kernel
def set_number(s, r, n):
    """Gives a roll object a number, clamped to 1..6 (R9.1)."""
    n = max(1, min(6, n))
    if s.objects[r].n == n:
        return
    s.objects[r].n = n
    announce_number(s, r)


@kernel
def resolve_bonus(s, b):
    """A bonus changes its roll; the bonus of an item whose condition is false by now fizzles (R6.6, R17.3)."""
    obj = s.objects[b]
    r = find(s, Ref.STACK + int(obj.that))
    obj.kind = 0
    if r == NONE:
        return
    src = int(obj.src)
    mine = s.zone[src] == Zone.ITEM and s.owner[src] == obj.controller
    if mine and obj.flags & ObjectFlag.CONTINUOUS and bonus_of(s, r, src) == 0:
        return
    set_number(s, r, s.objects[r].n + obj.n)


@kernel
def new_roll(s, p, src, flags):
    """Makes a roll object of player p whose die is not thrown yet; returns its row."""
    r = new_row(s, Obj.ROLL, p)
    s.objects[r].src = src
    s.objects[r].flags = flags
    return r


@kernel
def push_thrown(s, r, n):
    """Pushes a roll that shows n, with everything that answers a new roll (R9.3). An attack roll stores its ordinal in `pc`."""
    obj = s.objects[r]
    p = int(obj.controller)
    obj.n = n
    s.rolls[p] += 1
    obj.mode = 1 if s.rolls[p] == 1 else 0
    if obj.flags & ObjectFlag.ATTACK_ROLL:
        s.attack_rolls[p] += 1
        obj.pc = s.attack_rolls[p]
    push(s, r)
    watch_roll(s, obj.uid)
    add_bonuses(s, r)
    if obj.flags & ObjectFlag.ATTACK_ROLL:
        for k in range(s.n_lasting):
            entry = s.lasting[k]
            if entry.kind == Lasting.NEXT_ATTACK_ROLL and entry.who == p:
                add_bonus(s, r, entry.src, k, entry.n, 0)
                entry.kind = 0
            elif entry.kind == Lasting.STORED_ROLL and entry.controller == p:
                entry.kind = 0
    answer_number(s, r)


@kernel
def lasting_of(s, kind, p):
    """The first lasting entry of a kind made by player p (NONE: any player); NONE if there is none."""
    for k in range(s.n_lasting):
        if s.lasting[k].kind == kind and (p == NONE or s.lasting[k].controller == p):
            return k
    return NONE


@kernel
def run_throw(s, f):
    """Throws the die of a roll object, or lets a player replace the throw (R9.15), and pushes it.

    cursor: the lasting effect that is used."""
    frame = s.frames[f]
    r = int(frame.object)
    n = 0
    if frame.step == 2:
        n = int(s.lasting[frame.cursor].n) if s.answer == 1 else 0
        s.lasting[frame.cursor].kind = 0
        frame.step = 0
    if frame.step == 0 and n == 0:
        four = lasting_of(s, Lasting.ROLL_FOUR, NONE)
        stored = NONE
        if s.objects[r].flags & ObjectFlag.ATTACK_ROLL and s.attack_rolls[s.objects[r].controller] == 0:
            stored = lasting_of(s, Lasting.STORED_ROLL, s.objects[r].controller)
        clear(s)
        if stored != NONE:  # asked first: if the stored number is used, the four dice stay for the next throw
            offer(s, 1)
            offer(s, 0)
            frame.step = 2
            frame.cursor = stored
            ask(s, s.objects[r].controller, Question.MAY, Shape.YES_NO, s.lasting[stored].src)
            return
        if four != NONE:
            for _ in range(4):
                offer(s, throw(s))
            frame.step = 1
            frame.cursor = four
            if ask(s, s.lasting[four].controller, Question.NUMBER, Shape.NUMBER, s.lasting[four].src) == 0:
                return
        else:
            n = throw(s)
    if frame.step == 1:
        n = int(s.answer)
        s.lasting[frame.cursor].kind = 0
    s.n_frames -= 1
    push_thrown(s, r, n)


@kernel
def reroll(s, r):
    """Replaces the number of a roll object by a new throw (R9.5)."""
    s.objects[r].n = throw(s)
    add_bonuses(s, r)
    answer_number(s, r)
