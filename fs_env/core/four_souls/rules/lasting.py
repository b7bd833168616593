"""The lasting table: effects that continue after their object has resolved (R7.9, A52)."""

from fs_env.core.four_souls.language.codes import NONE, Lasting, Ref, Until
from fs_env.core.four_souls.references import is_card
from fs_env.core.four_souls.rules.triggers import answer
from fs_env.core.four_souls.state import LASTING, Obj, kernel
from fs_env.core.four_souls.tables import AB_EVENT


@kernel
def begin_lasting(s, kind, who, n, until, ability, r):
    """Writes an entry for object r, a lock on a player only once; returns its index, NONE if the table is full (ER-52)."""
    return note(s, kind, who, n, until, ability, s.objects[r].controller, s.objects[r].src)


@kernel
def note(s, kind, who, n, until, ability, ctrl, src):
    """Writes an entry of a player's card; returns its index, NONE if the table is full (ER-52)."""
    k = 0
    while k < LASTING and s.lasting[k].kind != 0:
        if (
            kind == Lasting.LOCK
            and s.lasting[k].kind == kind
            and s.lasting[k].who == who
            and s.lasting[k].until == until
        ):
            return k
        k += 1
    if k == LASTING:
        return NONE
    s.n_lasting = max(s.n_lasting, k + 1)
    entry = s.lasting[k]
    entry.kind = kind
    entry.until = until
    entry.controller = ctrl
    entry.who = who
    entry.gen = 0
    if is_card(who):
        entry.gen = s.gen[who - Ref.CARD]
    entry.n = n
    entry.ability = ability
    entry.src = src
    entry.ref = NONE
    if kind == Lasting.TRIGGER:
        s.listeners[AB_EVENT[ability]] += 1
    s.dirty = 1
    return k


@kernel
def end_lasting(s, k):
    entry = s.lasting[k]
    if entry.kind == Lasting.TRIGGER:
        s.listeners[AB_EVENT[entry.ability]] -= 1
    entry.kind = 0
    s.dirty = 1


@kernel
def end_of_turn(s):
    """Ends everything that lasts until end of turn (R7.9)."""
    for k in range(s.n_lasting):
        if s.lasting[k].kind != 0 and s.lasting[k].until != Until.FOREVER:
            end_lasting(s, k)
    while s.n_lasting > 0 and s.lasting[s.n_lasting - 1].kind == 0:
        s.n_lasting -= 1


@kernel
def watch_roll(s, uid):
    """Binds predictions without a roll to the one that was just thrown (ER-22)."""
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if entry.kind == Lasting.PREDICT and entry.ref == NONE:
            entry.ref = uid


@kernel
def settle_predictions(s, uid, n):
    """Evaluates and removes the predictions of a roll with a final number (0: it fizzled) (ER-22)."""
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if entry.kind == Lasting.PREDICT and entry.ref == uid:
            if entry.n == n:
                answering = s.objects[answer(s, entry.ability, entry.src, entry.controller, entry.controller)]
                answering.roll = n
                answering.that = uid
            end_lasting(s, k)


@kernel
def expire_objects(s):
    """Ends entries that are bound to a stack object that has left the stack (A52)."""
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if entry.kind != 0 and entry.until == Until.THAT_OBJECT:
            alive = False
            for i in range(s.objects.shape[0]):
                obj = s.objects[i]
                if obj.kind != 0 and entry.ref == Ref.STACK + obj.uid:
                    alive = True
                if obj.kind == Obj.HELD_DAMAGE and entry.ref == Ref.STACK + obj.that:
                    alive = True
            if not alive:
                end_lasting(s, k)
