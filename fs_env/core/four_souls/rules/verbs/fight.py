"""Verbs about damage, lives, dice and attacks. Their words: `language/verbs/fight.py`."""

from fs_env.core.four_souls.language.codes import NONE, Lasting, Ref, Sel, Stat, Until
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.references import is_card, is_player
from fs_env.core.four_souls.rules.damage import aim, hurt, strike
from fs_env.core.four_souls.rules.death import kill as doom
from fs_env.core.four_souls.rules.death import save as spare
from fs_env.core.four_souls.rules.dice import reroll as throw_again
from fs_env.core.four_souls.rules.dice import set_number
from fs_env.core.four_souls.rules.doubling import factor
from fs_env.core.four_souls.rules.lasting import begin_lasting
from fs_env.core.four_souls.rules.objects import drop, end_attack, find
from fs_env.core.four_souls.rules.triggers import unit_of
from fs_env.core.four_souls.rules.values import NEXT, dealer_of, many, one, player_one, value
from fs_env.core.four_souls.state import OBLIGATIONS, PLAYERS, Frame, Obj, Outcome, Phase, kernel
from fs_env.core.four_souls.tables import PROG


@kernel
def damage(s, f):
    """Deals damage to everything named at once, or one point for each target of a split (R12.7, R12.11)."""
    frame = s.frames[f]
    r = int(frame.object)
    obj = s.objects[r]
    ins = PROG[frame.pc]
    aim(s, r, obj.src, dealer_of(s, r), 0, obj.cause)
    if ins.op == Op.DAMAGE_SPLIT:
        for k in range(ins.n):
            hurt(s, obj.reg[k], factor(s, f))
    else:
        n = value(s, f, ins.n, NONE, NONE) * factor(s, f)
        for i in range(many(s, f, ins.what)):
            hurt(s, s.buf[i], n)
    strike(s, r)
    return NEXT


damage_split = damage


@kernel
def absorb(s, f):
    """Lowers the damage that is being replaced: in the pipeline below, or in the held-back object (R6.9)."""
    frame = s.frames[f]
    n = value(s, f, PROG[frame.pc].n, NONE, NONE)
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
    """Changes the amount of the damage or gain that is held back (R6.9)."""
    frame = s.frames[f]
    h = find(s, Ref.STACK + int(s.objects[frame.object].that))
    if h != NONE and (s.objects[h].kind == Obj.HELD_DAMAGE or s.objects[h].kind == Obj.HELD_GAIN):
        s.objects[h].n = max(0, value(s, f, PROG[frame.pc].n, NONE, NONE))
    return NEXT


@kernel
def kill(s, f):
    frame = s.frames[f]
    dealer = dealer_of(s, frame.object)
    for i in range(many(s, f, PROG[frame.pc].what)):
        doom(s, s.buf[i], dealer)
    return NEXT


@kernel
def heal(s, f):
    """Restores HP of everything named that lives (R12.8)."""
    ins = PROG[s.frames[f].pc]
    n = value(s, f, ins.n, NONE, NONE) * factor(s, f)
    for i in range(many(s, f, ins.what)):
        u = unit_of(s, s.buf[i])
        if u != NONE and s.dying[u] == 0 and (u >= PLAYERS or s.dead[u] == 0):
            s.hp[u] = min(s.max_hp[u], s.hp[u] + n)
    return NEXT


@kernel
def shield(s, f):
    """Shields everything named, once or for a number of points (R12.3, ER-31)."""
    frame = s.frames[f]
    ins = PROG[frame.pc]
    kind = Lasting.SHIELD if ins.op == Op.SHIELD else Lasting.SHIELD_POOL
    ability = ins.ability if ins.op == Op.SHIELD else NONE
    n = value(s, f, ins.n, NONE, NONE) * factor(s, f)
    for i in range(many(s, f, ins.what)):
        if unit_of(s, s.buf[i]) != NONE:
            begin_lasting(s, kind, s.buf[i], n, Until.END_OF_TURN, ability, frame.object)
    return NEXT


shield_pool = shield


@kernel
def save(s, f):
    """Prevents the pending deaths of every player named (R13.9)."""
    for i in range(many(s, f, PROG[s.frames[f].pc].what)):
        spare(s, s.buf[i])
    return NEXT


@kernel
def boost(s, f):
    """Changes a number of everything named until end of turn (R12.9)."""
    frame = s.frames[f]
    ins = PROG[frame.pc]
    n = value(s, f, ins.n, NONE, NONE) * factor(s, f)
    for i in range(many(s, f, ins.what)):
        u = unit_of(s, s.buf[i])
        if u == NONE:
            continue
        if ins.stat == Stat.HP:
            s.boost_hp[u] += n
        elif ins.stat == Stat.ATK:
            s.boost_atk[u] += n
        elif ins.stat == Stat.EVASION:
            s.boost_evasion[u] += n
        elif u < PLAYERS:
            s.roll_boost[u] += n
            begin_lasting(s, Lasting.ROLLS, u, n, Until.END_OF_TURN, NONE, frame.object)
    s.dirty = 1
    return NEXT


@kernel
def reroll(s, f):
    """Changes a roll that is still on the stack: throws it again, sets it or adds to it (R9.4)."""
    ins = PROG[s.frames[f].pc]
    r = find(s, one(s, f, ins.what))
    if r == NONE or s.objects[r].kind != Obj.ROLL:
        return NEXT
    if ins.op == Op.REROLL:
        throw_again(s, r)
    elif ins.op == Op.SET_ROLL:
        set_number(s, r, value(s, f, ins.n, NONE, NONE))
    else:
        set_number(s, r, s.objects[r].n + value(s, f, ins.n, NONE, NONE) * factor(s, f))
    return NEXT


set_roll = reroll
add_roll = reroll


@kernel
def attacks(s, f):
    """Grants extra attacks this turn, on anything or on the monster deck only (ER-29)."""
    ins = PROG[s.frames[f].pc]
    for i in range(many(s, f, ins.who)):
        p = int(s.buf[i])
        if is_player(p):
            n = value(s, f, ins.n, NONE, p) * factor(s, f)
            if ins.deck_only == 1:
                s.deck_attacks[p] += n
            else:
                s.extra_attacks[p] += n
    return NEXT


@kernel
def must_attack(s, f):
    """Writes obligations, which only the AP can have (R11.7), as many as there is room for (ER-52); none while the turn ends (R7.15)."""
    ins = PROG[s.frames[f].pc]
    p = player_one(s, f, ins.who)
    if p != s.active_player or s.ending == 1 or s.phase == Phase.END:
        return NEXT
    what = NONE if ins.what == Sel.ANY else one(s, f, ins.what)
    if what == NONE and ins.what != Sel.ANY:
        return NEXT
    other = NONE
    if ins.what == Sel.FOUND and s.found[1] != NONE:
        other = Ref.CARD + int(s.found[1])
    left = int(ins.n) * factor(s, f)
    for k in range(OBLIGATIONS):
        obligation = s.obligations[k]
        if left > 0 and obligation.who == NONE:
            obligation.who = p
            obligation.extra = ins.additional
            obligation.what = what
            obligation.gen = s.gen[what - Ref.CARD] if is_card(what) else 0
            obligation.other = other
            obligation.other_gen = s.gen[other - Ref.CARD] if other != NONE else 0
            s.n_obligations = max(s.n_obligations, k + 1)
            left -= 1
    return NEXT


@kernel
def retarget_attack(s, f):
    """Changes the target of the attack declaration on top (R11.20)."""
    ref = one(s, f, PROG[s.frames[f].pc].what)
    for i in range(s.n_stack - 1, -1, -1):
        obj = s.objects[s.stack[i]]
        if obj.kind == Obj.ATTACK and unit_of(s, ref) != NONE:
            obj.it = ref
            obj.src = ref - Ref.CARD
            obj.gen[0] = s.gen[obj.src]
            break
    return NEXT


@kernel
def cancel_attack(s, f):
    """Ends the running attack and may give it back, or cancels a declaration, which uses no attack (R11.13, A16)."""
    ins = PROG[s.frames[f].pc]
    ref = one(s, f, ins.what)
    if ref == Ref.STACK:
        if s.attacking == 1 and ins.again == 1:
            s.extra_attacks[s.active_player] += 1
        end_attack(s)
    else:
        r = find(s, ref)
        if r != NONE and s.objects[r].kind == Obj.ATTACK:
            drop(s, r)
    return NEXT


@kernel
def fight(s, f, op):
    if op == Op.DAMAGE:
        return damage(s, f)
    if op == Op.DAMAGE_SPLIT:
        return damage_split(s, f)
    if op == Op.ABSORB:
        return absorb(s, f)
    if op == Op.SET_AMOUNT:
        return set_amount(s, f)
    if op == Op.KILL:
        return kill(s, f)
    if op == Op.HEAL:
        return heal(s, f)
    if op == Op.SHIELD:
        return shield(s, f)
    if op == Op.SHIELD_POOL:
        return shield_pool(s, f)
    if op == Op.SAVE:
        return save(s, f)
    if op == Op.BOOST:
        return boost(s, f)
    if op == Op.REROLL:
        return reroll(s, f)
    if op == Op.SET_ROLL:
        return set_roll(s, f)
    if op == Op.ADD_ROLL:
        return add_roll(s, f)
    if op == Op.ATTACKS:
        return attacks(s, f)
    if op == Op.MUST_ATTACK:
        return must_attack(s, f)
    if op == Op.RETARGET_ATTACK:
        return retarget_attack(s, f)
    if op == Op.CANCEL_ATTACK:
        return cancel_attack(s, f)
    s.outcome = Outcome.GUARD  # not a verb of this family
    return NEXT
