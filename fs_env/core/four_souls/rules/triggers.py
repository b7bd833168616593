"""Triggered effects: which abilities listen to an event, and how their answers wait for the next batch (R6)."""

from fs_env.core.four_souls.language.codes import (
    NONE,
    AbilityFlag,
    Cond,
    Event,
    Head,
    Lasting,
    Once,
    Ref,
    Until,
    Victim,
    Who,
)
from fs_env.core.four_souls.references import is_card, is_player
from fs_env.core.four_souls.rules.happened import kernel
from fs_env.core.four_souls.rules.numbers import holds
from fs_env.core.four_souls.rules.objects import new_row, wait
from fs_env.core.four_souls.rules.zones import controller, home
from fs_env.core.four_souls.state import LAST_UID, PLAYERS, Obj, ObjectFlag
from fs_env.core.four_souls.tables import (
    AB_COND,
    AB_CONDN,
    AB_EVENT,
    AB_FLAGS,
    AB_HEAD,
    AB_N,
    AB_ONCE,
    AB_PARENT,
    AB_VICTIM,
    AB_WHO,
    C_AB0,
    C_ABN,
    C_FLAGS,
    INST_CARD,
    CardFlag,
)


@kernel
def unit_of(s, ref):
    """The unit number of a player or active monster reference, NONE for anything else or a monster that is not active."""
    if is_player(ref):
        return ref
    if is_card(ref):
        for k in range(s.n_slots):
            if s.slot[k] == ref - Ref.CARD:
                return PLAYERS + k
    return NONE


@kernel
def ref_of_unit(s, u):
    if u < PLAYERS:
        return u
    return Ref.CARD + int(s.slot[u - PLAYERS])


@kernel
def subject_fits(s, a, inst, p, subject):
    """Whether ability a of card inst, controlled by p, listens to events with this subject."""
    event = AB_EVENT[a]
    if event == Event.OTHER_MONSTER_DIES:
        return subject != Ref.CARD + inst
    if (
        event == Event.VS_THIS
        or event == Event.HP_REACHES
        or event == Event.THIS_DIES
        or event == Event.REWARD_TAKEN
        or event == Event.THIS_ATTACKED
        or event == Event.COUNTERS_REACH
        or event == Event.THIS_ENTERS
        or event == Event.GOALS_REACHED
    ):
        return subject == Ref.CARD + inst
    who = AB_WHO[a]
    if who == Who.ME:
        return subject == p
    if who == Who.OTHER:
        return is_player(subject) and subject != p
    if who == Who.THIS:
        return subject == Ref.CARD + inst
    if who == Who.ATTACKER:
        return s.attacking == 1 and s.attacked == inst and subject == s.active_player
    if who == Who.PLAYER:
        return is_player(subject)
    return True


@kernel
def times(s, a, inst, p, happened):
    """How often ability a answers an event (0 = not at all); the condition is checked as the event happens (R6.6)."""
    subject = int(happened.subject)
    other = int(happened.other)
    amount = int(happened.amount)
    roll = int(happened.roll)
    dealer = int(happened.dealer)
    if not subject_fits(s, a, inst, p, subject):
        return 0
    event = AB_EVENT[a]
    n = int(AB_N[a])
    flags = AB_FLAGS[a]
    if event == Event.HP_REACHES:  # amount: HP now, roll: HP before (R6.10)
        if not (roll > n and amount <= n) or (flags & AbilityFlag.EXACTLY and amount != n):
            return 0
    elif event == Event.COUNTERS_REACH:
        if not (roll < n and amount >= n):
            return 0
    elif n != 0 and ((n >> roll) & 1) == 0:
        return 0
    elif event == Event.SAME_ROLL_TWICE and (flags & AbilityFlag.COMBAT != 0) != (amount == 1):
        return 0  # amount 1: compared with the attack roll before, 0: with any roll before (ER-24)
    if flags & AbilityFlag.COMBAT and roll == 0:
        return 0
    if flags & AbilityFlag.BY_MONSTER:
        if not is_card(dealer) or C_FLAGS[INST_CARD[dealer - Ref.CARD]] & CardFlag.MONSTER == 0:
            return 0
    if flags & AbilityFlag.NONATTACK and amount == 1:  # amount: 1 for an attack roll
        return 0
    victim = AB_VICTIM[a]
    if (victim == Victim.PLAYER and not is_player(other)) or (victim == Victim.MONSTER and not is_card(other)):
        return 0
    if AB_ONCE[a] != Once.NEVER and event == Event.DAMAGE_TAKEN:
        u = unit_of(s, subject)
        if u != NONE and s.damaged[u] != 1:
            return 0
    if AB_ONCE[a] != Once.NEVER and event == Event.ATTACK_STARTS and s.attacks_begun != 1:
        return 0
    cond = AB_COND[a]
    if cond == Cond.ROLLER_NOT_ME:
        if subject == p:
            return 0
    elif cond == Cond.KILLING_ROLL_EQ:
        if roll != AB_CONDN[a]:
            return 0
    elif holds(s, cond, AB_CONDN[a], p, inst) == 0:
        return 0
    if flags & AbilityFlag.EVERY_2:
        u = unit_of(s, subject)
        if u == NONE:
            return 0
        return int(s.damage_sum[u]) // 2 - (int(s.damage_sum[u]) - amount) // 2
    return 1


@kernel
def answer(s, a, inst, p, it):
    """Makes a triggered effect wait to be pushed; returns its row, to which the caller adds what else is known."""
    r = new_row(s, Obj.TRIGGER, p)
    obj = s.objects[r]
    obj.src = inst
    obj.ability = a
    obj.cause = AB_PARENT[a]
    obj.it = it
    if home(inst) == 2:
        obj.flags = ObjectFlag.MONSTER
    if AB_FLAGS[a] & AbilityFlag.DAMAGES:
        obj.flags |= ObjectFlag.DAMAGES
    wait(s, r)
    return r


@kernel
def answer_event(s, a, inst, p, happened):
    """Makes a triggered effect of an event wait to be pushed; returns its row."""
    r = answer(s, a, inst, p, happened.it)
    obj = s.objects[r]
    obj.amount = happened.amount
    obj.roll = happened.roll
    obj.dealer = happened.dealer
    obj.from_card = happened.from_card
    obj.that = happened.that
    return r


@kernel
def already_answers(s, a, inst, that):
    """Whether an earlier instance of this ability for the same roll still waits or is on the stack (R9.6)."""
    for i in range(s.n_stack):
        obj = s.objects[s.stack[i]]
        if obj.ability == a and obj.src == inst and obj.that == that:
            return 1
    for i in range(s.n_waiting):
        obj = s.objects[s.waiting[i]]
        if obj.ability == a and obj.src == inst and obj.that == that:
            return 1
    return 0


@kernel
def pushed_after(uid, mark):
    """Whether object uid was made after object mark; running numbers start again after the last."""
    later = (int(uid) - int(mark)) % LAST_UID
    return 0 < later and later < LAST_UID // 2


@kernel
def emit(s, happened):
    """Reports an event to every card in play; their answers wait for the next batch."""
    event = int(happened.event)
    if s.listeners[event] == 0:
        return
    roll = int(happened.roll)
    that = int(happened.that)
    for i in range(s.n_play):
        inst = int(s.play[i])
        face = int(s.face[inst])
        for a in range(C_AB0[face], C_AB0[face] + C_ABN[face]):
            if AB_EVENT[a] == event and AB_HEAD[a] == Head.WHEN:
                if AB_PARENT[a] == happened.cause and (AB_FLAGS[a] & AbilityFlag.SELF_CHAIN) == 0:
                    continue
                p = controller(s, inst)
                on_roll = event == Event.ROLL_SHOWS or event == Event.MY_ROLL_PUSHED
                if on_roll and already_answers(s, a, inst, that) == 1:
                    continue
                for _ in range(times(s, a, inst, p, happened)):
                    answer_event(s, a, inst, p, happened)
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if entry.kind == Lasting.TRIGGER and AB_EVENT[entry.ability] == event:
            a = int(entry.ability)
            if AB_N[a] != 0 and ((AB_N[a] >> roll) & 1) == 0:
                continue
            if AB_N[a] == 0 and entry.n > 0 and (entry.n != roll or not pushed_after(that, entry.ref)):
                continue
            q = answer_event(s, a, entry.src, entry.controller, happened)
            s.objects[q].n = entry.n
            if entry.until == Until.ONCE:
                s.listeners[event] -= 1
                entry.kind = 0
