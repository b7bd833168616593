"""Damage (R12): one event for one or several victims, prevented, replaced or held back, then dealt to all at once (ER-30)."""

from fs_env.core.four_souls.language.codes import NONE, AbilityFlag, Event, Lasting, Ref, Static
from fs_env.core.four_souls.references import is_card
from fs_env.core.four_souls.rules.coins import run_replacement
from fs_env.core.four_souls.rules.death import begin_death
from fs_env.core.four_souls.rules.events import emit_damage
from fs_env.core.four_souls.rules.numbers import player_static, static_of
from fs_env.core.four_souls.rules.objects import new_frame, new_row, push
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.rules.souls import replacement
from fs_env.core.four_souls.rules.table import facts_changed
from fs_env.core.four_souls.rules.triggers import answer, ref_of_unit, unit_of
from fs_env.core.four_souls.rules.zones import seat_at
from fs_env.core.four_souls.state import PLAYERS, Frame, Obj, Question, Shape, Zone, kernel
from fs_env.core.four_souls.tables import AB_FLAGS, C_ST0, C_STN, ST_MOD, ST_N

LASTING_OPTION = -10  # option -10 - k represents entry k of the lasting table


@kernel
def aim(s, r, src, dealer, roll, cause):
    """Begins a damage event without victims: who deals it, for which object, with which attack roll tag (R11.19)."""
    s.n_hurt = 0
    s.hurt_row = r
    s.hurt_src = src
    s.hurt_dealer = dealer
    s.hurt_roll = roll
    s.hurt_cause = cause


@kernel
def place_of(s, u):
    """The place of a unit in the order of victims: players in turn order from the AP, then monsters."""
    if u < PLAYERS:
        return seat_at(s, u - s.active_player)
    return u


@kernel
def beyond_harm(s, u):
    """Whether a unit cannot be damaged: it has no hit points, or its death is pending (R13.7, R14.10)."""
    return s.hp[u] == 0 or s.dying[u] == 1


@kernel
def hurt(s, ref, n):
    """Adds n points for a victim to the damage event; all points of one victim are one event (R12.11)."""
    u = unit_of(s, ref)
    if u == NONE or n <= 0 or beyond_harm(s, u):
        return
    k = 0
    while k < s.n_hurt and place_of(s, s.hurt[k]) < place_of(s, u):
        k += 1
    if k < s.n_hurt and s.hurt[k] == u:
        s.hurt_n[k] += n
        return
    for i in range(s.n_hurt, k, -1):
        s.hurt[i] = s.hurt[i - 1]
        s.hurt_n[i] = s.hurt_n[i - 1]
    s.hurt[k] = u
    s.hurt_n[k] = n
    s.n_hurt += 1


@kernel
def strike(s, r):
    new_frame(s, Frame.DAMAGE, r)


@kernel
def held_before(s, inst):
    """Whether a rolling prevention already held this damage back (R6.9)."""
    r = int(s.hurt_row)
    if r == NONE or s.objects[r].kind != Obj.HELD_DAMAGE:
        return False
    for k in range(4):
        if s.objects[r].reg[k] == inst:
            return True
    return False


@kernel
def cap_of(s, inst):
    """The smallest damage cap printed on an item, NONE when it has none."""
    face = int(s.face[inst])
    for t in range(C_ST0[face], C_ST0[face] + C_STN[face]):
        if ST_MOD[t] == Static.DAMAGE_CAP:
            return int(ST_N[t])
    return NONE


@kernel
def damaging_object(s):
    """The running number of the object that deals the damage, even if its share was held back (R12.13); 0 without one."""
    if s.hurt_row == NONE:
        return 0
    obj = s.objects[s.hurt_row]
    return int(obj.that) if obj.kind == Obj.HELD_DAMAGE else int(obj.uid)


@kernel
def entry_applies(s, k, ref, u, n):
    """Whether lasting entry k prevents or lowers n damage to a victim."""
    entry = s.lasting[k]
    if entry.who != ref or (is_card(ref) and entry.gen != s.gen[ref - Ref.CARD]):
        return False
    if entry.kind == Lasting.SHIELD or entry.kind == Lasting.SHIELD_POOL:
        return True
    if entry.kind == Lasting.DAMAGE_CAP and s.hurt_row != NONE:
        return entry.ref == Ref.STACK + damaging_object(s) and n > entry.n
    return False


@kernel
def preventions(s, u, n):
    """Offers everything that would prevent or lower n damage to unit u now."""
    clear(s)
    ref = ref_of_unit(s, u)
    for k in range(s.n_lasting):
        if s.lasting[k].kind != 0 and entry_applies(s, k, ref, u, n):
            offer(s, LASTING_OPTION - k)
    for i in range(s.n_play):
        inst = int(s.play[i])
        if u < PLAYERS:
            if s.zone[inst] != Zone.ITEM or s.owner[inst] != u:
                continue
            cap = cap_of(s, inst)
            if cap != NONE and n > cap:
                offer(s, Ref.CARD + inst)
        elif s.slot[u - PLAYERS] != inst:
            continue
        a = replacement(s, Event.WOULD_TAKE_DAMAGE, inst)
        if a != NONE:
            rolls = AB_FLAGS[a] & AbilityFlag.ROLLS
            if (rolls and not held_before(s, inst)) or (not rolls and s.counters[inst] > 0):
                offer(s, Ref.CARD + inst)


@kernel
def same_prevention(s, x, y):
    """Whether two preventions have the same name and effect, so that their order needs no question (ER-30)."""
    if x <= LASTING_OPTION and y <= LASTING_OPTION:
        a = s.lasting[LASTING_OPTION - x]
        b = s.lasting[LASTING_OPTION - y]
        return s.face[a.src] == s.face[b.src] and a.kind == b.kind and a.n == b.n and a.ability == b.ability
    if x <= LASTING_OPTION or y <= LASTING_OPTION:
        return False
    a = x - Ref.CARD
    b = y - Ref.CARD
    return s.face[a] == s.face[b] and s.counters[a] == s.counters[b]


@kernel
def all_alike(s):
    for k in range(1, s.n_options):
        if not same_prevention(s, s.option[k], s.option[0]):
            return False
    return True


@kernel
def hold_back(s, k, a, inst):
    """Pushes the share of victim k as an object below the roll that may stop it (R6.9)."""
    u = int(s.hurt[k])
    ref = ref_of_unit(s, u)
    h = new_row(s, Obj.HELD_DAMAGE, u if u < PLAYERS else s.active_player)
    obj = s.objects[h]
    obj.it = ref
    obj.n = s.hurt_n[k]
    obj.roll = s.hurt_roll
    obj.dealer = s.hurt_dealer
    obj.from_card = s.hurt_src
    obj.cause = s.hurt_cause
    obj.src = inst
    obj.that = damaging_object(s)
    if u >= PLAYERS:
        obj.slot = NONE
        obj.pc = s.gen[ref - Ref.CARD]
    if s.hurt_row != NONE and s.objects[s.hurt_row].kind == Obj.HELD_DAMAGE:
        for i in range(4):
            obj.reg[i] = s.objects[s.hurt_row].reg[i]
    i = 0
    while i < 3 and obj.reg[i] != NONE:
        i += 1
    obj.reg[i] = inst
    push(s, h)
    answering = s.objects[answer(s, a, inst, obj.controller, ref)]
    answering.amount = obj.n
    answering.roll = s.hurt_roll
    answering.dealer = s.hurt_dealer
    answering.from_card = s.hurt_src
    answering.that = obj.uid
    s.hurt_n[k] = 0


@kernel
def prevent(s, k, option):
    """Applies one prevention to the share of victim k; starts a frame if the card runs a program."""
    n = int(s.hurt_n[k])
    if option <= LASTING_OPTION:
        entry = s.lasting[LASTING_OPTION - option]
        if entry.kind == Lasting.DAMAGE_CAP:
            s.hurt_n[k] = min(n, entry.n)
            return
        stopped = min(n, entry.n)
        s.hurt_n[k] = n - stopped
        if entry.kind == Lasting.SHIELD_POOL:
            entry.n -= stopped
            if entry.n <= 0:
                entry.kind = 0
            return
        entry.kind = 0
        if entry.ability != NONE and stopped > 0:
            answering = s.objects[answer(s, entry.ability, entry.src, entry.controller, entry.who)]
            answering.amount = stopped
            answering.dealer = s.hurt_dealer
            answering.from_card = s.hurt_src
        return
    inst = option - Ref.CARD
    cap = cap_of(s, inst)
    if cap != NONE and n > cap:
        s.hurt_n[k] = cap
        return
    a = replacement(s, Event.WOULD_TAKE_DAMAGE, inst)
    if AB_FLAGS[a] & AbilityFlag.ROLLS:
        hold_back(s, k, a, inst)
    else:
        u = int(s.hurt[k])
        run_replacement(s, a, inst, u if u < PLAYERS else int(s.active_player), n)


@kernel
def immune(s, u):
    """Whether combat damage of this attack roll cannot hurt the unit (R11.19)."""
    if s.hurt_roll == 0:
        return False
    if u < PLAYERS:
        return player_static(s, u, Static.IMMUNE_ROLL, s.hurt_roll) > 0
    return static_of(s, s.slot[u - PLAYERS], Static.IMMUNE_ROLL, s.hurt_roll) > 0


@kernel
def deal(s):
    """Lowers the HP of all victims at once, emits the events, starts the deaths (R12.2)."""
    for k in range(s.n_hurt):
        u = int(s.hurt[k])
        n = int(s.hurt_n[k])
        if n > 0:
            s.damaged[u] += 1
            s.damage_sum[u] += n
            s.hurt_done[k] = s.hp[u]
            s.hp[u] = max(0, s.hp[u] - n)
    for k in range(s.n_hurt):
        u = int(s.hurt[k])
        if s.hurt_n[k] <= 0:
            continue
        emit_damage(s, k)
        if s.hp[u] == 0:
            s.saved_hp[u] = s.hurt_done[k]
            begin_death(s, u, ref_of_unit(s, u), s.hurt_roll, s.hurt_dealer)
    facts_changed(s)


@kernel
def run_damage(s, f):
    """The pipeline: preventions victim by victim, then the damage. cursor: the victim, step 1: a prevention is being chosen."""
    frame = s.frames[f]
    while frame.cursor < s.n_hurt:
        k = int(frame.cursor)
        u = int(s.hurt[k])
        if frame.step == 1:
            frame.step = 0
            prevent(s, k, s.answer)
            if s.n_frames - 1 != f:
                return
        if immune(s, u):
            s.hurt_n[k] = 0
        if s.hurt_n[k] > 0:
            preventions(s, u, s.hurt_n[k])
            if s.n_options > 0:
                frame.step = 1
                if all_alike(s):
                    s.answer = s.option[0]
                elif ask(s, u if u < PLAYERS else s.active_player, Question.PREVENTION, Shape.REFS, NONE) == 0:
                    return
                continue
        frame.cursor += 1
    s.n_frames -= 1
    deal(s)
    r = int(frame.object)
    if r != NONE and (s.objects[r].kind == Obj.HELD_DAMAGE or s.objects[r].kind == Obj.COMBAT):
        s.objects[r].kind = 0


@kernel
def resolve_held_damage(s, r):
    """Deals a held-back share with its current amount, unless its victim is gone or a dead player by now (R6.9, R13.7)."""
    obj = s.objects[r]
    ref = int(obj.it)
    u = unit_of(s, ref)
    there = s.dead[u] == 0 if 0 <= u and u < PLAYERS else u != NONE and s.gen[ref - Ref.CARD] == obj.pc
    if there and obj.n > 0:
        aim(s, r, obj.from_card, obj.dealer, obj.roll, obj.cause)
        hurt(s, ref, obj.n)
        strike(s, r)
    else:
        obj.kind = 0
