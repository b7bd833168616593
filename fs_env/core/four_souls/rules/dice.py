"""Dice: throwing, modifying and rerolling the roll object on the stack (R9)."""

from fs_env.core.four_souls.language.codes import NONE, Event, Lasting, Ref, Static
from fs_env.core.four_souls.rules.lasting import watch_roll
from fs_env.core.four_souls.rules.numbers import holds
from fs_env.core.four_souls.rules.objects import find, new_row, push, wait
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.rules.triggers import emit
from fs_env.core.four_souls.state import Ask, Obj, RowFlag, Shape, Stream, Zone, below, kernel
from fs_env.core.four_souls.tables import C_ST0, C_STN, ST_COND, ST_CONDN, ST_MOD, ST_N


@kernel
def throw(s):
    """One die: the next number of the scenario if there is one, else a random 1..6."""
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
        row = s.row[s.stack[i]]
        if row.kind == Obj.ROLL_BONUS and row.src == src and row.pc == entry and row.that == uid:
            return True
    for i in range(s.n_waiting):
        row = s.row[s.waiting[i]]
        if row.kind == Obj.ROLL_BONUS and row.src == src and row.pc == entry and row.that == uid:
            return True
    return False


@kernel
def add_bonus(s, r, src, entry, n, marks):
    """Lets one bonus to a roll wait to be pushed; its source is a card and perhaps one of its entries in the lasting table.

    marks = RowFlag.CONTINUOUS for the continuous text of an item. The entry, NONE without one, is kept in `pc`.
    """
    if n == 0 or bonus_waits(s, src, entry, s.row[r].uid):
        return
    b = new_row(s, Obj.ROLL_BONUS, s.row[r].ctrl)
    s.row[b].src = src
    s.row[b].pc = entry
    s.row[b].n = n
    s.row[b].marks = marks
    s.row[b].that = s.row[r].uid
    wait(s, b)


@kernel
def announce_number(s, r):
    """A roll shows a (new) number: effects that change such a number answer (R9.6)."""
    row = s.row[r]
    emit(s, Event.ROLL_SHOWS, row.ctrl, NONE, 0, row.n, NONE, NONE, row.uid, NONE)


@kernel
def answer_number(s, r):
    """A roll has a number, thrown or rerolled: what answers every such number (R9.3, R9.5), and this one (R9.6)."""
    row = s.row[r]
    attack = 1 if row.marks & RowFlag.ATTACK_ROLL else 0
    announce_number(s, r)
    emit(s, Event.MY_ROLL_PUSHED, row.ctrl, NONE, attack, row.n, NONE, NONE, row.uid, NONE)


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
    """What an item adds to a roll of its controller by its continuous text now."""
    row = s.row[r]
    p = int(row.ctrl)
    n = 0
    if row.marks & RowFlag.ATTACK_ROLL:
        n += roll_static(s, inst, Static.ROLLS_ATTACK, p)
        if row.pc == 1:
            n += roll_static(s, inst, Static.FIRST_ATTACK_ROLL_BONUS, p)
    if row.mode == 1:
        n += roll_static(s, inst, Static.FIRST_ROLL_BONUS, p)
    return n


@kernel
def add_bonuses(s, r):
    """Every static +X to this roll waits to be pushed above it, each source's by itself (R9.3, A11)."""
    p = int(s.row[r].ctrl)
    for i in range(s.n_play):
        inst = int(s.play[i])
        if s.zone[inst] == Zone.ITEM and s.owner[inst] == p:
            add_bonus(s, r, inst, NONE, bonus_of(s, r, inst), RowFlag.CONTINUOUS)
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if entry.kind == Lasting.ROLLS and entry.who == p:
            add_bonus(s, r, entry.src, k, entry.n, 0)


@kernel
def set_number(s, r, n):
    """Gives a roll object a number, clamped to 1..6 (R9.1)."""
    n = max(1, min(6, n))
    if s.row[r].n == n:
        return
    s.row[r].n = n
    announce_number(s, r)


@kernel
def resolve_bonus(s, b):
    """A bonus changes its roll; the one of an item whose condition is false by now fizzles (R6.6, R17.3)."""
    row = s.row[b]
    r = find(s, Ref.STACK + int(row.that))
    row.kind = 0
    if r == NONE:
        return
    src = int(row.src)
    mine = s.zone[src] == Zone.ITEM and s.owner[src] == row.ctrl
    if mine and row.marks & RowFlag.CONTINUOUS and bonus_of(s, r, src) == 0:
        return
    set_number(s, r, s.row[r].n + row.n)


@kernel
def new_roll(s, p, src, flags):
    """A roll object of player p whose die is not thrown yet; its row."""
    r = new_row(s, Obj.ROLL, p)
    s.row[r].src = src
    s.row[r].marks = flags
    return r


@kernel
def push_thrown(s, r, n):
    """Pushes a roll that shows n, with everything that answers a new roll (R9.3). An attack roll keeps its ordinal in `pc`."""
    row = s.row[r]
    p = int(row.ctrl)
    row.n = n
    s.rolls[p] += 1
    row.mode = 1 if s.rolls[p] == 1 else 0
    if row.marks & RowFlag.ATTACK_ROLL:
        s.attack_rolls[p] += 1
        row.pc = s.attack_rolls[p]
    push(s, r)
    watch_roll(s, row.uid)
    add_bonuses(s, r)
    if row.marks & RowFlag.ATTACK_ROLL:
        for k in range(s.n_lasting):
            entry = s.lasting[k]
            if entry.kind == Lasting.NEXT_ATTACK_ROLL and entry.who == p:
                add_bonus(s, r, entry.src, k, entry.n, 0)
                entry.kind = 0
            elif entry.kind == Lasting.STORED_ROLL and entry.ctrl == p:
                entry.kind = 0
    answer_number(s, r)


@kernel
def lasting_of(s, kind, p):
    """The first entry of a kind, made by player p (NONE: anybody); NONE when there is none."""
    for k in range(s.n_lasting):
        if s.lasting[k].kind == kind and (p == NONE or s.lasting[k].ctrl == p):
            return k
    return NONE


@kernel
def run_throw(s, f):
    """Throws the die of a roll object, or lets somebody replace the throw (R9.15), and pushes it; reg = four dice."""
    frame = s.frame[f]
    r = int(frame.row)
    n = 0
    if frame.st == 2:
        n = int(s.lasting[frame.a].n) if s.answer == 1 else 0
        s.lasting[frame.a].kind = 0
        frame.st = 0
    if frame.st == 0 and n == 0:
        four = lasting_of(s, Lasting.ROLL_FOUR, NONE)
        stored = NONE
        if s.row[r].marks & RowFlag.ATTACK_ROLL and s.attack_rolls[s.row[r].ctrl] == 0:
            stored = lasting_of(s, Lasting.STORED_ROLL, s.row[r].ctrl)
        clear(s)
        if stored != NONE:  # asked first: a roll that is not thrown leaves the four dice for the next throw
            offer(s, 1)
            offer(s, 0)
            frame.st = 2
            frame.a = stored
            ask(s, s.row[r].ctrl, Ask.MAY, Shape.YES_NO, s.lasting[stored].src)
            return
        if four != NONE:
            for _ in range(4):
                offer(s, throw(s))
            frame.st = 1
            frame.a = four
            if ask(s, s.lasting[four].ctrl, Ask.NUMBER, Shape.NUMBER, s.lasting[four].src) == 0:
                return
        else:
            n = throw(s)
    if frame.st == 1:
        n = int(s.answer)
        s.lasting[frame.a].kind = 0
    s.n_frames -= 1
    push_thrown(s, r, n)


@kernel
def reroll(s, r):
    """Replaces the number of a roll object by a new throw (R9.5)."""
    s.row[r].n = throw(s)
    add_bonuses(s, r)
    answer_number(s, r)
