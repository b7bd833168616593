"""Stack objects (R3): making, pushing, finding, removing and disposing of them."""

from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.rules.zones import to_pile
from fs_env.core.four_souls.state import (
    FRAMES,
    LAST_UID,
    PUSH_LIMIT,
    ROWS,
    Obj,
    Outcome,
    RowFlag,
    Zone,
    kernel,
)


@kernel
def new_row(s, kind, ctrl):
    """A fresh object, not yet on the stack; a full table is a draw (ER-51)."""
    r = 0
    while r < ROWS and s.row[r].kind != 0:
        r += 1
    if r == ROWS:
        s.outcome = Outcome.DRAWN
        r = ROWS - 1
    row = s.row[r]
    row.kind = kind
    row.ctrl = ctrl
    row.mode = NONE
    row.slot = NONE
    row.marks = 0
    row.uid = 0
    row.src = NONE
    row.card = NONE
    row.ability = NONE
    row.cause = NONE
    row.pc = 0
    row.n = 0
    for k in range(4):
        row.reg[k] = NONE
        row.gen[k] = 0
    row.it = NONE
    row.amount = 0
    row.roll = 0
    row.dealer = NONE
    row.from_card = NONE
    row.that = 0
    return r


@kernel
def push(s, r):
    """Puts an object on top of the stack; too many with nothing voluntary between them draw the game (A53, ER-51)."""
    s.uid = s.uid % LAST_UID + 1
    s.row[r].uid = s.uid
    if s.n_stack < ROWS:
        s.stack[s.n_stack] = r
        s.n_stack += 1
    s.passes = 0
    s.pushes += 1
    if s.pushes > PUSH_LIMIT:
        s.outcome = Outcome.DRAWN


@kernel
def push_below(s, r, k):
    """Pushes an object below those that lie from place k of the stack on: what its own price has pushed (R5.11)."""
    push(s, r)
    place = min(k, s.n_stack - 1)
    for i in range(s.n_stack - 1, place, -1):
        s.stack[i] = s.stack[i - 1]
    s.stack[place] = r


@kernel
def wait(s, r):
    """Lets an object wait for the next batch (R6.3)."""
    if s.n_waiting < ROWS:
        s.waiting[s.n_waiting] = r
        s.n_waiting += 1


@kernel
def dispose(s, r):
    """Sends the card that travelled with an object to its discard pile (R9.13)."""
    inst = int(s.row[r].card)
    if inst != NONE and (s.zone[inst] == Zone.STACK or s.zone[inst] == Zone.BESIDE):
        to_pile(s, inst)
    s.row[r].card = NONE


@kernel
def free(s, r):
    """Ends an object: its card is disposed of, its row is free."""
    dispose(s, r)
    s.row[r].kind = 0


@kernel
def take_off(s, r):
    """Takes an object off the stack without ending it; 1 when it was there."""
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
    """The row of a stack reference, NONE when it has left the stack."""
    uid = ref - Ref.STACK
    if uid > 0:
        for i in range(s.n_stack):
            if s.row[s.stack[i]].uid == uid:
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
        kind = s.row[r].kind
        held = kind == Obj.HELD_DAMAGE and s.row[r].roll != 0
        if held or kind == Obj.COMBAT or (kind == Obj.ROLL and s.row[r].marks & RowFlag.ATTACK_ROLL):
            drop(s, r)
        else:
            i += 1


@kernel
def new_frame(s, code, r):
    """Starts a continuation frame for an object; its index."""
    f = int(s.n_frames)
    if f == FRAMES:
        s.outcome = Outcome.GUARD
        f = FRAMES - 1
        s.n_frames -= 1
    s.n_frames += 1
    frame = s.frame[f]
    frame.code = code
    frame.row = r
    frame.pc = 0
    frame.st = 0
    frame.a = 0
    frame.b = 0
    frame.c = 0
    frame.count = 0
    for k in range(4):
        frame.reg[k] = NONE
    return f
