"""Stack objects (R3): making, pushing, finding, removing and disposing of them."""

from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.rules.zones import to_pile
from fs_env.core.four_souls.state import LAST_UID, OBJECTS, PUSH_LIMIT, STATE, Obj, ObjectFlag, Outcome, Zone, kernel
from fs_env.core.machine.table.decision import make_frames


@kernel
def new_row(s, kind, ctrl):
    """Makes an object that is not yet on the stack; returns its row; a full table draws the game (ER-51)."""
    r = 0
    while r < OBJECTS and s.objects[r].kind != 0:
        r += 1
    if r == OBJECTS:
        s.outcome = Outcome.DRAWN
        r = OBJECTS - 1
    obj = s.objects[r]
    obj.kind = kind
    obj.controller = ctrl
    obj.mode = NONE
    obj.slot = NONE
    obj.flags = 0
    obj.uid = 0
    obj.src = NONE
    obj.card = NONE
    obj.ability = NONE
    obj.cause = NONE
    obj.pc = 0
    obj.n = 0
    for k in range(4):
        obj.reg[k] = NONE
        obj.gen[k] = 0
    obj.it = NONE
    obj.amount = 0
    obj.roll = 0
    obj.dealer = NONE
    obj.from_card = NONE
    obj.that = 0
    return r


@kernel
def push(s, r):
    """Puts an object on top of the stack; too many without a voluntary action between them draw the game (A53, ER-51)."""
    s.uid = s.uid % LAST_UID + 1
    s.objects[r].uid = s.uid
    if s.n_stack < OBJECTS:
        s.stack[s.n_stack] = r
        s.n_stack += 1
    s.passes = 0
    s.pushes += 1
    if s.pushes > PUSH_LIMIT:
        s.outcome = Outcome.DRAWN


@kernel
def push_below(s, r, k):
    """Pushes an object below those from place k of the stack on, which paying its own cost has pushed (R5.11)."""
    push(s, r)
    place = min(k, s.n_stack - 1)
    for i in range(s.n_stack - 1, place, -1):
        s.stack[i] = s.stack[i - 1]
    s.stack[place] = r


@kernel
def wait(s, r):
    """Makes an object wait for the next batch (R6.3)."""
    if s.n_waiting < OBJECTS:
        s.waiting[s.n_waiting] = r
        s.n_waiting += 1


@kernel
def dispose(s, r):
    """Sends the card that moves with an object to its discard pile (R9.13)."""
    inst = int(s.objects[r].card)
    if inst != NONE and (s.zone[inst] == Zone.STACK or s.zone[inst] == Zone.BESIDE):
        to_pile(s, inst)
    s.objects[r].card = NONE


@kernel
def free(s, r):
    dispose(s, r)
    s.objects[r].kind = 0


@kernel
def take_off(s, r):
    """Takes an object off the stack without ending it; returns 1 if it was there."""
    n = int(s.n_stack)
    k = 0
    while k < n and s.stack[k] != r:
        k += 1
    if k == n:
        return 0
    for i in range(k, n - 1):
        s.stack[i] = s.stack[i + 1]
    s.n_stack = n - 1
    return 1


@kernel
def find(s, ref):
    """The object of a stack reference, NONE when it has left the stack."""
    uid = ref - Ref.STACK
    if uid > 0:
        for i in range(s.n_stack):
            if s.objects[s.stack[i]].uid == uid:
                return int(s.stack[i])
    return NONE


@kernel
def drop(s, r):
    """Cancels or fizzles an object on the stack (R17.1)."""
    if take_off(s, r) == 1:
        free(s, r)


@kernel
def end_attack(s):
    """Ends the running attack; its rolls and combat damage, held back or not, fizzle together (R6.9, R11.13, R17.12)."""
    if s.attacking == 0:
        return
    s.attacking = 0
    s.attacked = NONE
    s.dirty = 1
    i = 0
    while i < s.n_stack:
        r = int(s.stack[i])
        kind = s.objects[r].kind
        held = kind == Obj.HELD_DAMAGE and s.objects[r].roll != 0
        if held or kind == Obj.COMBAT or (kind == Obj.ROLL and s.objects[r].flags & ObjectFlag.ATTACK_ROLL):
            drop(s, r)
        else:
            i += 1


start_frame = make_frames(kernel, STATE, Outcome.GUARD, none=("reg",))


@kernel
def inherit(s, r, source):
    """Copies the event, the cause and the targets of object `source` to object r, which comes from it."""
    built = s.objects[r]
    obj = s.objects[source]
    built.cause = obj.cause
    built.slot = obj.slot
    built.it = obj.it
    built.amount = obj.amount
    built.dealer = obj.dealer
    built.from_card = obj.from_card
    built.that = obj.that
    for k in range(4):
        built.reg[k] = obj.reg[k]
        built.gen[k] = obj.gen[k]


@kernel
def new_frame(s, code, r):
    """Starts a continuation frame for an object; returns its index."""
    f = start_frame(s, code)
    s.frames[f].object = r
    return f
