"""Verbs about damage, healing, dice, attacks, the stack and turns (effects page 1.3)."""

from fs_env.core.four_souls.language.codes import NONE, Head, Lasting, Op, Ref, Sel, Stat, Until
from fs_env.core.four_souls.rules.announce import can_announce, object_for
from fs_env.core.four_souls.rules.damage import aim, hurt, strike
from fs_env.core.four_souls.rules.death import end_turn, kill, save
from fs_env.core.four_souls.rules.dice import reroll, set_number
from fs_env.core.four_souls.rules.hands import take_from_hand, take_lasting
from fs_env.core.four_souls.rules.lasting import begin_lasting
from fs_env.core.four_souls.rules.objects import drop, end_attack, find, wait
from fs_env.core.four_souls.rules.secrets import show
from fs_env.core.four_souls.rules.slots import ability_of, play_event
from fs_env.core.four_souls.rules.triggers import unit_of
from fs_env.core.four_souls.rules.values import (
    NEXT,
    card_of,
    dealer_of,
    factor,
    is_player,
    many,
    one,
    player_one,
    value,
)
from fs_env.core.four_souls.rules.zones import move, take_from_deck
from fs_env.core.four_souls.state import OBLIGATIONS, PLAYERS, Frame, Obj, ObjectFlag, Outcome, Phase, Zone, kernel
from fs_env.core.four_souls.tables import C_FLAGS, INST_CARD, PROG, CardFlag


@kernel
def damage(s, f, op):
    """DAMAGE to everything named at once, DAMAGE_SPLIT a point for each target (R12.7, R12.11)."""
    frame = s.frames[f]
    r = int(frame.object)
    obj = s.objects[r]
    ins = PROG[frame.pc]
    aim(s, r, obj.src, dealer_of(s, r), 0, obj.cause)
    if op == Op.DAMAGE_SPLIT:
        for k in range(ins[1]):
            hurt(s, obj.reg[k], factor(s, f))
    else:
        n = value(s, f, ins[1], NONE, NONE) * factor(s, f)
        for i in range(many(s, f, ins[2])):
            hurt(s, s.buf[i], n)
    strike(s, r)
    return NEXT


@kernel
def absorb(s, f):
    """Lowers the damage that is being replaced: in the pipeline below, or in the held-back object (R6.9)."""
    frame = s.frames[f]
    n = value(s, f, PROG[frame.pc, 1], NONE, NONE)
    if f > 0 and s.frames[f - 1].kind == Frame.DAMAGE:
        k = int(s.frames[f - 1].cursor)
        s.hurt_n[k] = max(0, int(s.hurt_n[k]) - n)
        return NEXT
    h = find(s, Ref.STACK + int(s.objects[frame.object].that))
    if h != NONE and s.objects[h].kind == Obj.HELD_DAMAGE:
        s.objects[h].n = max(0, int(s.objects[h].n) - n)
    return NEXT


@kernel
def set_amount(s, f):
    """The damage or gain that is held back becomes another amount (R6.9)."""
    frame = s.frames[f]
    h = find(s, Ref.STACK + int(s.objects[frame.object].that))
    if h != NONE and (s.objects[h].kind == Obj.HELD_DAMAGE or s.objects[h].kind == Obj.HELD_GAIN):
        s.objects[h].n = max(0, value(s, f, PROG[frame.pc, 1], NONE, NONE))
    return NEXT


@kernel
def heal(s, f):
    """Restores HP of everything named that lives (R12.8)."""
    ins = PROG[s.frames[f].pc]
    n = value(s, f, ins[1], NONE, NONE) * factor(s, f)
    for i in range(many(s, f, ins[2])):
        u = unit_of(s, s.buf[i])
        if u != NONE and s.dying[u] == 0 and (u >= PLAYERS or s.dead[u] == 0):
            s.hp[u] = min(s.max_hp[u], s.hp[u] + n)
    return NEXT


@kernel
def shield(s, f, kind):
    """SHIELD and SHIELD_POOL for everything named (R12.3, ER-31)."""
    frame = s.frames[f]
    ins = PROG[frame.pc]
    n = value(s, f, ins[1], NONE, NONE) * factor(s, f)
    for i in range(many(s, f, ins[2])):
        if unit_of(s, s.buf[i]) != NONE:
            begin_lasting(
                s, kind, s.buf[i], n, Until.END_OF_TURN, ins[5] if kind == Lasting.SHIELD else NONE, frame.object
            )
    return NEXT


@kernel
def boost(s, f):
    """A number of everything named changes until end of turn (R12.9)."""
    frame = s.frames[f]
    ins = PROG[frame.pc]
    n = value(s, f, ins[1], NONE, NONE) * factor(s, f)
    for i in range(many(s, f, ins[2])):
        u = unit_of(s, s.buf[i])
        if u == NONE:
            continue
        if ins[3] == Stat.HP:
            s.boost_hp[u] += n
        elif ins[3] == Stat.ATK:
            s.boost_atk[u] += n
        elif ins[3] == Stat.EVASION:
            s.boost_evasion[u] += n
        elif u < PLAYERS:
            s.roll_boost[u] += n
            begin_lasting(s, Lasting.ROLLS, u, n, Until.END_OF_TURN, NONE, frame.object)
    s.dirty = 1
    return NEXT


@kernel
def roll_verb(s, f, op):
    """REROLL, SET_ROLL and ADD_ROLL of a roll that is still on the stack (R9.4)."""
    ins = PROG[s.frames[f].pc]
    r = find(s, one(s, f, ins[2]))
    if r == NONE or s.objects[r].kind != Obj.ROLL:
        return NEXT
    if op == Op.REROLL:
        reroll(s, r)
    elif op == Op.SET_ROLL:
        set_number(s, r, value(s, f, ins[1], NONE, NONE))
    else:
        set_number(s, r, s.objects[r].n + value(s, f, ins[1], NONE, NONE) * factor(s, f))
    return NEXT


@kernel
def cancellable(kind, flags):
    """Whether "cancel everything" removes an object (R17.11)."""
    if kind == Obj.ROLL:
        return flags & ObjectFlag.ATTACK_ROLL == 0
    return (
        kind == Obj.LOOT
        or kind == Obj.ACTIVATED
        or kind == Obj.PAID
        or kind == Obj.TRIGGER
        or kind == Obj.EVENT
        or kind == Obj.BRANCH
        or kind == Obj.LOOT_STEP
        or kind == Obj.ROLL_BONUS
    )


@kernel
def cancel_all(s):
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
def cancel(s, f):
    """Cancels the objects named (R17.1)."""
    for i in range(many(s, f, PROG[s.frames[f].pc, 2])):
        r = find(s, s.buf[i])
        if r != NONE:
            drop(s, r)
    return NEXT


@kernel
def cancel_attack(s, f):
    """Ends the running attack, which may give it back, or cancels a declaration, which stays unused (R11.13, A16)."""
    ref = one(s, f, PROG[s.frames[f].pc, 2])
    if ref == Ref.STACK:
        if s.attacking == 1 and PROG[s.frames[f].pc, 3] == 1:
            s.extra_attacks[s.active_player] += 1
        end_attack(s)
    else:
        r = find(s, ref)
        if r != NONE and s.objects[r].kind == Obj.ATTACK:
            drop(s, r)
    return NEXT


@kernel
def attacks(s, f):
    """Extra attacks this turn, general or on the monster deck only (ER-29)."""
    ins = PROG[s.frames[f].pc]
    for i in range(many(s, f, ins[2])):
        p = int(s.buf[i])
        if is_player(p):
            n = value(s, f, ins[1], NONE, p) * factor(s, f)
            if ins[3] == 1:
                s.deck_attacks[p] += n
            else:
                s.extra_attacks[p] += n
    return NEXT


@kernel
def must_attack(s, f):
    """Writes obligations of the AP, who alone can have any (R11.7), as many as there is room for (ER-52); none arises while
    the turn ends (R7.15)."""
    ins = PROG[s.frames[f].pc]
    p = player_one(s, f, ins[2])
    if p != s.active_player or s.ending == 1 or s.phase == Phase.END:
        return NEXT
    what = NONE if ins[3] == Sel.ANY else one(s, f, ins[3])
    if what == NONE and ins[3] != Sel.ANY:
        return NEXT
    other = NONE
    if ins[3] == Sel.FOUND and s.found[1] != NONE:
        other = Ref.CARD + int(s.found[1])
    left = int(ins[1]) * factor(s, f)
    for k in range(OBLIGATIONS):
        duty = s.obligations[k]
        if left > 0 and duty.who == NONE:
            duty.who = p
            duty.extra = ins[4]
            duty.what = what
            duty.gen = s.gen[what - Ref.CARD] if what >= Ref.CARD else 0
            duty.other = other
            duty.other_gen = s.gen[other - Ref.CARD] if other != NONE else 0
            s.n_obligations = max(s.n_obligations, k + 1)
            left -= 1
    return NEXT


@kernel
def retarget(s, f):
    """Changes the target of the attack declaration on top (R11.20)."""
    ref = one(s, f, PROG[s.frames[f].pc, 2])
    for i in range(s.n_stack - 1, -1, -1):
        obj = s.objects[s.stack[i]]
        if obj.kind == Obj.ATTACK and unit_of(s, ref) != NONE:
            obj.it = ref
            obj.src = ref - Ref.CARD
            obj.gen[0] = s.gen[obj.src]
            break
    return NEXT


@kernel
def turn_verb(s, f, op):
    """END_TURN, EXTRA_TURN and SKIP_TURN (R7.13, R7.19, R7.20)."""
    p = player_one(s, f, PROG[s.frames[f].pc, 2])
    if p == NONE:
        return NEXT
    if op == Op.EXTRA_TURN:
        s.extra_turns[p] += factor(s, f)
    elif op == Op.SKIP_TURN:
        s.skip_turns[p] += factor(s, f)
    elif p == s.active_player:
        end_turn(s)
    return NEXT


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
def lasting_verb(s, f):
    """Writes one entry of the lasting table for everybody named."""
    frame = s.frames[f]
    r = int(frame.object)
    obj = s.objects[r]
    ins = PROG[frame.pc]
    kind = int(ins[1])
    until = int(ins[4])
    if kind == Lasting.TRIGGER or kind == Lasting.PREDICT:
        n = 0 if ins[2] < Sel.REG + 4 else int(frame.reg[ins[2] - Sel.REG - 4])
        k = begin_lasting(s, kind, obj.controller, n, until, ins[5], r)
        if kind == Lasting.TRIGGER and k != NONE:
            s.lasting[k].ref = s.uid  # a named number answers rolls that are thrown from now on (ER-23)
    elif kind == Lasting.PRICE:
        for _ in range(factor(s, f)):
            begin_lasting(s, kind, NONE, value(s, f, ins[3], NONE, NONE), until, NONE, r)
    elif kind == Lasting.LOOT_FROM_DISCARD:
        begin_lasting(s, kind, obj.controller, max(1, int(ins[3])), until, NONE, r)
    else:
        for i in range(many(s, f, ins[2])):
            n = int(value(s, f, ins[3], NONE, NONE))
            if kind == Lasting.NEXT_ATTACK_ROLL:
                add_to_next_roll(s, s.buf[i], n, until, r)
                continue
            k = begin_lasting(s, kind, s.buf[i], max(1, n), until, NONE, r)
            if kind == Lasting.DAMAGE_CAP and k != NONE:
                s.lasting[k].ref = one(s, f, ins[5])
    return NEXT


@kernel
def copy_effect(s, f):
    """The target item's activated effect is to be announced as an object of this one's player (ER-13)."""
    obj = s.objects[s.frames[f].object]
    inst = card_of(one(s, f, PROG[s.frames[f].pc, 1]))
    if inst == NONE:
        return NEXT
    a = ability_of(s.face[inst], Head.ACTIVATED)
    if a != NONE and can_announce(s, a, obj.controller, obj.src):
        wait(s, object_for(s, Obj.ACTIVATED, obj.controller, a, obj.src, ObjectFlag.FROM_ITEM | ObjectFlag.COPY))
    return NEXT


@kernel
def play_given(s, f):
    """A player must play the card that was just given, without a loot play (R8.6)."""
    inst = card_of(one(s, f, PROG[s.frames[f].pc, 1]))
    if inst == NONE or s.zone[inst] != Zone.HAND:
        return NEXT
    p = int(s.owner[inst])
    a = ability_of(INST_CARD[inst], Head.PLAY)
    if s.locked[p] == 1 or (a != NONE and not can_announce(s, a, p, inst)):
        return NEXT
    show(s, inst)
    take_from_hand(s, p, inst)
    move(s, inst, Zone.STACK, p)
    flags = ObjectFlag.FROM_LOOT + 0
    if take_lasting(s, Lasting.DOUBLE_NEXT_LOOT_CARD, p) > 0:
        flags |= ObjectFlag.DOUBLED
    r = object_for(s, Obj.LOOT, p, a, inst, flags)
    s.objects[r].card = inst
    wait(s, r)
    return NEXT


@kernel
def play_revealed(s, f):
    """The controller plays a revealed non-monster card (R2.15, R2.24); it leaves the revealed list."""
    inst = card_of(one(s, f, PROG[s.frames[f].pc, 1]))
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
def end_game(s, f):
    """A player wins at once (R18.3)."""
    p = player_one(s, f, PROG[s.frames[f].pc, 1])
    if p != NONE:
        s.winners = 1 << p
        s.outcome = Outcome.WON
    return NEXT


@kernel
def fight_group(s, f, op):
    """Runs one instruction about damage, dice, attacks, the stack or turns."""
    ins = PROG[s.frames[f].pc]
    if op == Op.DAMAGE or op == Op.DAMAGE_SPLIT:
        return damage(s, f, op)
    if op == Op.ABSORB:
        return absorb(s, f)
    if op == Op.SET_AMOUNT:
        return set_amount(s, f)
    if op == Op.KILL:
        dealer = dealer_of(s, s.frames[f].object)
        for i in range(many(s, f, ins[2])):
            kill(s, s.buf[i], dealer)
        return NEXT
    if op == Op.HEAL:
        return heal(s, f)
    if op == Op.SHIELD:
        return shield(s, f, Lasting.SHIELD)
    if op == Op.SHIELD_POOL:
        return shield(s, f, Lasting.SHIELD_POOL)
    if op == Op.SAVE:
        for i in range(many(s, f, ins[2])):
            save(s, s.buf[i])
        return NEXT
    if op == Op.BOOST:
        return boost(s, f)
    if op == Op.REROLL or op == Op.SET_ROLL or op == Op.ADD_ROLL:
        return roll_verb(s, f, op)
    if op == Op.CANCEL:
        return cancel(s, f)
    if op == Op.CANCEL_ALL:
        return cancel_all(s)
    if op == Op.CANCEL_ATTACK:
        return cancel_attack(s, f)
    if op == Op.ATTACKS:
        return attacks(s, f)
    if op == Op.MUST_ATTACK:
        return must_attack(s, f)
    if op == Op.RETARGET_ATTACK:
        return retarget(s, f)
    if op == Op.END_TURN or op == Op.EXTRA_TURN or op == Op.SKIP_TURN:
        return turn_verb(s, f, op)
    if op == Op.LASTING:
        return lasting_verb(s, f)
    if op == Op.COPY_EFFECT:
        return copy_effect(s, f)
    if op == Op.PLAY_GIVEN:
        return play_given(s, f)
    if op == Op.PLAY_REVEALED:
        return play_revealed(s, f)
    return end_game(s, f)
