"""The top of the stack resolves: what each kind of object does (R3.2, R4.4)."""

from fs_env.core.four_souls.language.codes import NONE, Cond, Event, Head, Lasting, Ref, Sel
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.references import is_card
from fs_env.core.four_souls.rules.announce import object_for
from fs_env.core.four_souls.rules.coins import run_replacement
from fs_env.core.four_souls.rules.combat import resolve_attack, resolve_combat, settle_attack_roll
from fs_env.core.four_souls.rules.damage import resolve_held_damage
from fs_env.core.four_souls.rules.death import resolve_monster_card, resolve_monster_death, resolve_player_death
from fs_env.core.four_souls.rules.dice import resolve_bonus
from fs_env.core.four_souls.rules.doubling import most_targets, register_of
from fs_env.core.four_souls.rules.events import emit_roll
from fs_env.core.four_souls.rules.goals import count_for_goals
from fs_env.core.four_souls.rules.hands import loot
from fs_env.core.four_souls.rules.lasting import settle_predictions
from fs_env.core.four_souls.rules.numbers import holds
from fs_env.core.four_souls.rules.objects import find, free, inherit, new_frame, wait
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.rules.purchases import resolve_purchase
from fs_env.core.four_souls.rules.select import CONTAINS, scan
from fs_env.core.four_souls.rules.slots import resolve_refill
from fs_env.core.four_souls.rules.souls import check_bonus, replacement
from fs_env.core.four_souls.rules.triggers import unit_of
from fs_env.core.four_souls.rules.zones import enter_play
from fs_env.core.four_souls.state import PLAYERS, Frame, Obj, ObjectFlag, Question, Shape, Stream, Zone, below, kernel
from fs_env.core.four_souls.tables import (
    AB_COND,
    AB_CONDN,
    AB_EVENT,
    AB_HEAD,
    AB_N,
    AB_ONCE,
    AB_PC,
    C_FLAGS,
    INST_CARD,
    PROG,
    ROLLTAB,
    CardFlag,
)


@kernel
def target_holds(s, r, k, f):
    """Whether target k of an object is still a legal choice (R17.2)."""
    obj = s.objects[r]
    ref = int(obj.reg[k])
    if is_card(ref) and s.gen[ref - Ref.CARD] != obj.gen[k]:
        return False
    return scan(s, f, obj.controller, obj.src, r, CONTAINS, ref)


@kernel
def some_target_holds(s, r):
    """Removes targets that are no longer legal; returns false if there were targets and none is left (R17.2, A02).

    A line of a dice table also checks the targets that were chosen before the roll."""
    obj = s.objects[r]
    pc = int(AB_PC[obj.ability])
    had = False
    left = False
    while PROG[pc].op != Op.COMMIT and PROG[pc].op != Op.END:
        ins = PROG[pc]
        if ins.op == Op.TARGET and ins.who == Sel.RANDOM_PLAYER:
            obj.reg[ins.register] = below(s, Stream.CHOICE, s.n_players)  # R3.6
        elif ins.op == Op.TARGET or ins.op == Op.STILL:
            first = int(ins.register)
            for i in range(most_targets(s, r, first, ins.wanted, ins.doubles)):
                k = register_of(first, i)
                if obj.reg[k] != NONE:
                    had = True
                    if target_holds(s, r, k, ins.filter):
                        left = True
                    else:
                        obj.reg[k] = NONE
        pc += 1
    return left or not had


@kernel
def condition_holds(s, r):
    """Whether the continuing condition of an effect is still true (R17.3)."""
    obj = s.objects[r]
    a = int(obj.ability)
    if AB_HEAD[a] == Head.WHEN and AB_EVENT[a] == Event.ROLL_SHOWS:
        q = find(s, Ref.STACK + int(obj.that))
        if q == NONE or ((AB_N[a] >> s.objects[q].n) & 1) == 0:
            return False
    if AB_HEAD[a] == Head.WHEN and AB_EVENT[a] == Event.DEATH_PENDING and s.dying[obj.it] == 0:
        return False
    cond = AB_COND[a]
    if cond == Cond.ALWAYS or cond == Cond.ROLLER_NOT_ME or cond == Cond.KILLING_ROLL_EQ:
        return True
    return holds(s, cond, AB_CONDN[a], obj.controller, obj.src) == 1


@kernel
def begin_program(s, r):
    """Starts the program of an effect, or lets it fizzle."""
    obj = s.objects[r]
    if not some_target_holds(s, r) or not condition_holds(s, r):
        free(s, r)
        return
    f = new_frame(s, Frame.RUN, r)
    s.frames[f].pc = obj.pc


@kernel
def resolve_card(s, r):
    """A card without a program: a trinket becomes an item, a curse goes to its player (R2.11, R2.16)."""
    obj = s.objects[r]
    inst = int(obj.card)
    facts = C_FLAGS[INST_CARD[inst]]
    if facts & CardFlag.TRINKET:
        obj.card = NONE
        enter_play(s, inst, Zone.ITEM, obj.controller)
        check_bonus(s)
    elif facts & CardFlag.CURSE:
        obj.card = NONE
        enter_play(s, inst, Zone.CURSE, obj.reg[0])
    free(s, r)


@kernel
def resolve_roll(s, r):
    """A roll is final: pushes its effect or combat damage, then what answers the number (R9.7)."""
    obj = s.objects[r]
    p = int(obj.controller)
    n = int(obj.n)
    if obj.flags & ObjectFlag.ATTACK_ROLL:
        if s.attacking == 1:
            settle_attack_roll(s, r)
        if s.history[p, 1] == n:
            emit_roll(s, Event.SAME_ROLL_TWICE, r, 1)
        s.history[p, 1] = n
    else:
        a = int(ROLLTAB[obj.pc, n])
        if a != NONE:
            b = object_for(s, Obj.BRANCH, p, a, obj.src, obj.flags)
            line = s.objects[b]
            inherit(s, b, r)
            line.roll = n
            line.card = obj.card
            obj.card = NONE
            wait(s, b)
    settle_predictions(s, obj.uid, n)
    if n == 6 and s.n_rooms > 0:
        count_for_goals(s, Lasting.SIX_GOAL)
    emit_roll(s, Event.ANY_ROLL, r, 0)
    if s.history[p, 0] == n:
        emit_roll(s, Event.SAME_ROLL_TWICE, r, 0)
    s.history[p, 0] = n
    free(s, r)


@kernel
def saver(s, u, p, inst):
    """The ability of a card that replaces the death of unit u, on which player p decides (ER-33); NONE without one."""
    if u < PLAYERS and (s.zone[inst] != Zone.ITEM or s.owner[inst] != u):
        return NONE
    if u >= PLAYERS and s.slot[u - PLAYERS] != inst:
        return NONE
    a = replacement(s, Event.WOULD_DIE, inst)
    if a == NONE or (AB_ONCE[a] != 0 and s.would_die[u] > 1):
        return NONE
    if holds(s, AB_COND[a], AB_CONDN[a], p, inst) == 0:
        return NONE
    if s.eternal[inst] == 1 and PROG[AB_PC[a] + 1].op == Op.DESTROY:
        return NONE
    return a


@kernel
def survives(s, r):
    """Whether a text replaces the death that would resolve (R13.2a), picked by the player concerned (R6.2); starts it."""
    u = unit_of(s, int(s.objects[r].it))
    if u == NONE or s.listeners[Event.WOULD_DIE] == 0:
        return False
    s.would_die[u] += 1
    p = u if u < PLAYERS else int(s.active_player)
    clear(s)
    for i in range(s.n_play):
        if saver(s, u, p, int(s.play[i])) != NONE:
            offer(s, Ref.CARD + s.play[i])
    if s.n_options == 0:
        return False
    new_frame(s, Frame.SAVE, r)
    return True


@kernel
def run_save(s, f):
    """Asks which text replaces the death of object r, and runs it instead."""
    frame = s.frames[f]
    r = int(frame.object)
    u = unit_of(s, int(s.objects[r].it))
    p = u if u < PLAYERS else int(s.active_player)
    if frame.step == 0:
        frame.step = 1
        if ask(s, p, Question.REPLACEMENT, Shape.REFS, NONE) == 0:
            return
    inst = int(s.answer) - Ref.CARD
    s.n_frames -= 1
    s.dying[u] = 0
    s.hp[u] = min(s.saved_hp[u], s.max_hp[u])
    s.objects[r].kind = 0
    run_replacement(s, replacement(s, Event.WOULD_DIE, inst), inst, p, 0)


@kernel
def resolve_top(s):
    """Takes the top object off the stack and carries it out; frames continue it after a decision."""
    s.n_stack -= 1
    r = int(s.stack[s.n_stack])
    obj = s.objects[r]
    kind = obj.kind
    if kind == Obj.LOOT or kind == Obj.EVENT:
        if obj.ability == NONE:
            resolve_card(s, r)
        else:
            begin_program(s, r)
    elif kind == Obj.ACTIVATED or kind == Obj.PAID or kind == Obj.TRIGGER or kind == Obj.BRANCH or kind == Obj.REWARD:
        begin_program(s, r)
    elif kind == Obj.ROLL:
        resolve_roll(s, r)
    elif kind == Obj.ROLL_BONUS:
        resolve_bonus(s, r)
    elif kind == Obj.COMBAT:
        resolve_combat(s, r)
    elif kind == Obj.ATTACK:
        resolve_attack(s, r)
    elif kind == Obj.PURCHASE:
        resolve_purchase(s, r)
    elif kind == Obj.LOOT_STEP:
        loot(s, obj.controller, obj.n)
        obj.kind = 0
    elif kind == Obj.MONSTER_DEATH:
        if not survives(s, r):
            resolve_monster_death(s, r)
    elif kind == Obj.PLAYER_DEATH:
        if not survives(s, r):
            resolve_player_death(s, r)
    elif kind == Obj.MONSTER_CARD:
        resolve_monster_card(s, r)
    elif kind == Obj.PENALTY:
        new_frame(s, Frame.PENALTY, r)
    elif kind == Obj.REFILL:
        resolve_refill(s, r)
    elif kind == Obj.HELD_DAMAGE:
        resolve_held_damage(s, r)
    elif kind == Obj.HELD_GAIN:
        new_frame(s, Frame.GAIN, r)
