"""Verbs about the stack, cards played by a text, turns and the end of the game. Their words: `language/verbs/stack.py`."""

from fs_env.core.four_souls.language.codes import NONE, Head
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.references import card_of
from fs_env.core.four_souls.rules.announce import can_announce, loot_object, object_for
from fs_env.core.four_souls.rules.death import end_turn as finish_turn
from fs_env.core.four_souls.rules.doubling import factor
from fs_env.core.four_souls.rules.objects import drop, find, wait
from fs_env.core.four_souls.rules.slots import ability_of, play_event
from fs_env.core.four_souls.rules.solo import win
from fs_env.core.four_souls.rules.values import NEXT, many, one, player_one
from fs_env.core.four_souls.rules.zones import take_from_deck
from fs_env.core.four_souls.state import Obj, ObjectFlag, Outcome, Zone, kernel
from fs_env.core.four_souls.tables import C_FLAGS, INST_CARD, PROG, CardFlag

USED = (Obj.LOOT, Obj.ACTIVATED, Obj.PAID, Obj.TRIGGER)
CANCELLED = sum(1 << kind for kind in (*USED, Obj.EVENT, Obj.BRANCH, Obj.LOOT_STEP, Obj.ROLL_BONUS))


@kernel
def cancellable(kind, flags):
    """Whether "cancel everything" removes an object (R17.11)."""
    if kind == Obj.ROLL:
        return flags & ObjectFlag.ATTACK_ROLL == 0
    return CANCELLED >> int(kind) & 1 != 0


@kernel
def cancel(s, f):
    """Cancels the objects named (R17.1)."""
    for i in range(many(s, f, PROG[s.frames[f].pc].what)):
        r = find(s, s.buf[i])
        if r != NONE:
            drop(s, r)
    return NEXT


@kernel
def cancel_all(s, f):
    """Cancels every effect on the stack; game events stay (ER-36)."""
    i = 0
    while i < s.n_stack:
        r = int(s.stack[i])
        if cancellable(s.objects[r].kind, s.objects[r].flags):
            drop(s, r)
        else:
            i += 1
    return NEXT


@kernel
def copy_effect(s, f):
    """Makes the target item's activated effect wait to be announced as an object of this object's controller (ER-13)."""
    obj = s.objects[s.frames[f].object]
    inst = card_of(one(s, f, PROG[s.frames[f].pc].what))
    if inst == NONE:
        return NEXT
    a = ability_of(s.face[inst], Head.ACTIVATED)
    if a != NONE and can_announce(s, a, obj.controller, obj.src):
        wait(s, object_for(s, Obj.ACTIVATED, obj.controller, a, obj.src, ObjectFlag.FROM_ITEM | ObjectFlag.COPY))
    return NEXT


@kernel
def play_given(s, f):
    """A player must play the card that was just given, without a loot play (R8.6)."""
    inst = card_of(one(s, f, PROG[s.frames[f].pc].what))
    if inst == NONE or s.zone[inst] != Zone.HAND:
        return NEXT
    p = int(s.owner[inst])
    a = ability_of(INST_CARD[inst], Head.PLAY)
    if s.locked[p] == 1 or (a != NONE and not can_announce(s, a, p, inst)):
        return NEXT
    wait(s, loot_object(s, p, a, inst))
    return NEXT


@kernel
def play_revealed(s, f):
    """The controller plays a revealed non-monster card (R2.15, R2.24); it leaves the revealed list."""
    inst = card_of(one(s, f, PROG[s.frames[f].pc].what))
    if inst == NONE or s.zone[inst] != Zone.DECK or C_FLAGS[INST_CARD[inst]] & CardFlag.NONMONSTER == 0:
        return NEXT
    k = 0
    while k < s.n_look and s.look[k] != inst:
        k += 1
    if k < s.n_look:
        s.n_look -= 1
        for i in range(k, s.n_look):
            s.look[i] = s.look[i + 1]
    take_from_deck(s, 2, inst)
    play_event(s, inst, s.objects[s.frames[f].object].controller, NONE)
    return NEXT


@kernel
def end_turn(s, f):
    """Ends a player's turn, or gives or takes one (R7.13, R7.19, R7.20)."""
    ins = PROG[s.frames[f].pc]
    p = player_one(s, f, ins.who)
    if p == NONE:
        return NEXT
    if ins.op == Op.EXTRA_TURN:
        s.extra_turns[p] += factor(s, f)
    elif ins.op == Op.SKIP_TURN:
        s.skip_turns[p] += factor(s, f)
    elif p == s.active_player:
        finish_turn(s)
    return NEXT


extra_turn = end_turn
skip_turn = end_turn


@kernel
def end_game(s, f):
    """A player wins at once (R18.3)."""
    p = player_one(s, f, PROG[s.frames[f].pc].who)
    if p != NONE:
        s.winners = 0
        win(s, p)
    return NEXT


@kernel
def stack(s, f, op):
    """Runs one instruction about the stack, cards that are played, turns or the end."""
    if op == Op.CANCEL:
        return cancel(s, f)
    if op == Op.CANCEL_ALL:
        return cancel_all(s, f)
    if op == Op.COPY_EFFECT:
        return copy_effect(s, f)
    if op == Op.PLAY_GIVEN:
        return play_given(s, f)
    if op == Op.PLAY_REVEALED:
        return play_revealed(s, f)
    if op == Op.END_TURN:
        return end_turn(s, f)
    if op == Op.EXTRA_TURN:
        return extra_turn(s, f)
    if op == Op.SKIP_TURN:
        return skip_turn(s, f)
    if op == Op.END_GAME:
        return end_game(s, f)
    s.outcome = Outcome.GUARD  # not a verb of this family
    return NEXT
