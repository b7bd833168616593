"""Deaths of players and monsters: pushing, preventing, resolving, the penalty (R13, R14)."""

from fs_env.core.four_souls.language.codes import NONE, Cond, Event, Head, Lasting, Ref, Static, Whom
from fs_env.core.four_souls.references import is_player
from fs_env.core.four_souls.rules.coins import gain_coins
from fs_env.core.four_souls.rules.doubling import double
from fs_env.core.four_souls.rules.events import emit_death, emit_event, emit_kill
from fs_env.core.four_souls.rules.goals import count_for_goals
from fs_env.core.four_souls.rules.hands import discard, give_loot
from fs_env.core.four_souls.rules.items import destroy_item
from fs_env.core.four_souls.rules.numbers import room_sum, static_of
from fs_env.core.four_souls.rules.objects import drop, end_attack, free, new_row, push, wait
from fs_env.core.four_souls.rules.options import ask, clear, hand_options, offer
from fs_env.core.four_souls.rules.rooms import MAY
from fs_env.core.four_souls.rules.slots import leave_slot
from fs_env.core.four_souls.rules.solo import drop_die
from fs_env.core.four_souls.rules.souls import gain_soul, lose_coins
from fs_env.core.four_souls.rules.triggers import unit_of
from fs_env.core.four_souls.rules.zones import leave_play, move, to_pile
from fs_env.core.four_souls.state import PLAYERS, Obj, ObjectFlag, Phase, Question, Shape, Zone, kernel
from fs_env.core.four_souls.tables import (
    AB_EVENT,
    AB_HEAD,
    AB_PARENT,
    AB_PC,
    C_AB0,
    C_ABN,
    C_FLAGS,
    C_SOULS,
    C_ST0,
    C_STN,
    ST_COND,
    ST_CONDN,
    ST_MOD,
    CardFlag,
)


@kernel
def end_turn(s):
    """Ends the AP's turn: combat is cancelled, obligations are lost (R7.13-R7.15)."""
    if s.phase == Phase.END or s.ending == 1:
        return
    s.ending = 1
    end_attack(s)
    i = 0
    while i < s.n_stack:
        r = int(s.stack[i])
        if s.objects[r].kind == Obj.ATTACK:
            drop(s, r)
        else:
            i += 1
    for k in range(s.obligations.shape[0]):
        s.obligations[k].who = NONE


@kernel
def begin_death(s, u, ref, roll, dealer):
    """A unit's death waits to be pushed (R13.1, R14.1)."""
    s.dying[u] = 1
    kind = Obj.PLAYER_DEATH if u < PLAYERS else Obj.MONSTER_DEATH
    r = new_row(s, kind, u if u < PLAYERS else s.active_player)
    obj = s.objects[r]
    obj.it = ref
    obj.roll = roll
    obj.dealer = dealer
    if u >= PLAYERS:
        obj.src = ref - Ref.CARD
        obj.gen[0] = s.gen[obj.src]
    wait(s, r)
    if u < PLAYERS:
        emit_death(s, Event.DEATH_PENDING, u, 0, dealer)


@kernel
def kill(s, ref, dealer):
    """Pushes a death regardless of HP (R22 Kill)."""
    u = unit_of(s, ref)
    if u == NONE or s.dying[u] == 1 or (u < PLAYERS and s.dead[u] == 1):
        return
    s.saved_hp[u] = s.hp[u]
    begin_death(s, u, ref, 0, dealer)


@kernel
def save(s, p):
    """Prevents a pending death: HP returns to the value before the first lethal event (R13.9, R13.15)."""
    if not is_player(p) or s.dying[p] == 0:
        return
    for i in range(s.n_stack):
        r = int(s.stack[i])
        if s.objects[r].kind == Obj.PLAYER_DEATH and s.objects[r].it == p:
            drop(s, r)
            s.dying[p] = 0
            s.hp[p] = min(s.saved_hp[p], s.max_hp[p])
            return


@kernel
def resolve_player_death(s, r):
    """The player is dead: triggers answer, curses are discarded, the penalty is pushed (R13.3)."""
    p = int(s.objects[r].it)
    dealer = int(s.objects[r].dealer)
    s.objects[r].kind = 0
    s.dying[p] = 0
    s.dead[p] = 1
    s.hp[p] = 0
    emit_death(s, Event.DIES, p, 0, dealer)
    emit_death(s, Event.BEFORE_PENALTY, p, 0, dealer)
    emit_kill(s, p, 0, dealer)
    i = 0
    while i < s.n_play:
        inst = int(s.play[i])
        if s.zone[inst] == Zone.CURSE and s.owner[inst] == p:
            leave_play(s, inst)
            to_pile(s, inst)
        else:
            i += 1
    if s.active_player == p:
        end_attack(s)
        drop_die(s)
    q = new_row(s, Obj.PENALTY, p)
    s.objects[q].it = p
    push(s, q)


@kernel
def reward_doublings(s, inst, roll):
    """How many texts double the dying monster's rewards: its own, and those of rooms (ER-46, ER-73)."""
    n = room_sum(s, Static.DOUBLE_REWARDS, Whom.EACH_MONSTER) if s.n_rooms > 0 else 0
    face = int(s.face[inst])
    for t in range(C_ST0[face], C_ST0[face] + C_STN[face]):
        if ST_MOD[t] == Static.DOUBLE_REWARDS and (ST_COND[t] != Cond.KILLING_ROLL_EQ or ST_CONDN[t] == roll):
            n += 1
    return n


@kernel
def resolve_monster_death(s, r):
    """Pushes the monster's card and its rewards above it; what answers its death waits (R14.2)."""
    inst = int(s.objects[r].src)
    roll = int(s.objects[r].roll)
    dealer = int(s.objects[r].dealer)
    same = s.zone[inst] == Zone.ACTIVE and s.gen[inst] == s.objects[r].gen[0]
    s.objects[r].kind = 0
    if not same:
        return  # R14.10
    k = int(s.owner[inst])
    face = int(s.face[inst])
    ref = Ref.CARD + inst
    doublings = reward_doublings(s, inst, roll)
    if s.rooms == 1:
        count_for_goals(s, Lasting.KILL_GOAL)
        if s.exchange == 0:
            s.exchange = MAY
    emit_death(s, Event.THIS_DIES, ref, roll, dealer)
    emit_death(s, Event.MONSTER_DIES, ref, roll, dealer)
    emit_death(s, Event.OTHER_MONSTER_DIES, ref, roll, dealer)
    emit_kill(s, ref, roll, dealer)
    if s.attacked == inst:
        end_attack(s)
    leave_slot(s, k)
    move(s, inst, Zone.STACK, NONE)
    c = new_row(s, Obj.MONSTER_CARD, s.active_player)
    s.objects[c].card = inst
    s.objects[c].src = inst
    s.objects[c].slot = k
    push(s, c)
    for head in range(2):  # first "after the rewards" texts, then the rewards above them
        for a in range(C_AB0[face], C_AB0[face] + C_ABN[face]):
            late = AB_HEAD[a] == Head.WHEN and AB_EVENT[a] == Event.REWARD_TAKEN
            if (head == 0 and late) or (head == 1 and AB_HEAD[a] == Head.REWARD):
                q = new_row(s, Obj.TRIGGER if head == 0 else Obj.REWARD, s.active_player)
                obj = s.objects[q]
                obj.src = inst
                obj.ability = a
                obj.cause = AB_PARENT[a]
                obj.pc = AB_PC[a]
                obj.flags = ObjectFlag.MONSTER
                if head == 1:
                    double(s, q, doublings)
                push(s, q)


@kernel
def resolve_monster_card(s, r):
    """A card with a soul symbol becomes the AP's soul, any other is discarded (R14.5)."""
    inst = int(s.objects[r].card)
    if s.zone[inst] == Zone.STACK and C_SOULS[s.face[inst]] > 0:
        gain_soul(s, inst, s.active_player)
    free(s, r)


@kernel
def heirs(s, p):
    """Offers the other players whose card inherits p's penalty (Shadow)."""
    clear(s)
    for i in range(s.n_play):
        inst = int(s.play[i])
        if s.zone[inst] == Zone.ITEM and s.owner[inst] != p and static_of(s, inst, Static.PENALTY_HEIR, NONE) > 0:
            offer(s, s.owner[inst])


@kernel
def penalty_items(s, p):
    clear(s)
    for i in range(s.n_play):
        inst = int(s.play[i])
        if s.zone[inst] == Zone.ITEM and s.owner[inst] == p and s.eternal[inst] == 0:
            offer(s, Ref.CARD + inst)


@kernel
def run_penalty(s, f):
    """The death penalty, part by part (R13.4, ER-64); whom: the heir."""
    frame = s.frames[f]
    r = int(frame.object)
    p = int(s.objects[r].it)
    if frame.step == 0:
        frame.whom = NONE
        heirs(s, p)
        frame.step = 1
        if s.n_options == 0:
            frame.step = 2
        elif ask(s, p, Question.HEIR, Shape.REFS, NONE) == 0:
            return
    if frame.step == 1:
        frame.whom = s.answer
        frame.step = 2
    if frame.step == 2:  # 1: a loot card
        frame.step = 4
        hand_options(s, p)
        if s.n_options > 0:
            frame.step = 3
            if ask(s, p, Question.DISCARD, Shape.REFS, NONE) == 0:
                return
    if frame.step == 3:
        if frame.whom != NONE:
            give_loot(s, p, frame.whom, s.answer - Ref.CARD)
        else:
            discard(s, p, s.answer - Ref.CARD)
        frame.step = 4
    if frame.step == 4:  # 2: a cent
        frame.step = 5
        if lose_coins(s, p, 1) == 1 and frame.whom != NONE:
            gain_coins(s, frame.whom, 1, NONE)
            return
    if frame.step == 5:  # 3: an item
        frame.step = 7
        penalty_items(s, p)
        if s.n_options > 0:
            frame.step = 6
            if ask(s, p if frame.whom == NONE else frame.whom, Question.DESTROY, Shape.REFS, NONE) == 0:
                return
    if frame.step == 6:
        destroy_item(s, s.answer - Ref.CARD, 0)
        frame.step = 7
    for i in range(s.n_play):  # 4: deactivate
        inst = int(s.play[i])
        if s.zone[inst] == Zone.ITEM and s.owner[inst] == p and C_FLAGS[s.face[inst]] & CardFlag.HAS_ACTIVATED:
            s.turned[inst] = 1
    s.turned[s.character[p]] = 1
    if s.active_player == p:
        end_turn(s)
    s.objects[r].kind = 0
    s.n_frames -= 1
    emit_event(s, Event.AFTER_PENALTY, p)
