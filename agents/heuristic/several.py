"""The value of verbs that concern several things at once, or things that an observation does not show."""

import numpy as np

from fs_env.agents.heuristic.board import active_player, n_objects, owner_of, right_of
from fs_env.agents.heuristic.card_facts import LOOT, PROG, SOULS, TREASURE, USUAL
from fs_env.agents.heuristic.filters import candidate, next_candidate
from fs_env.agents.heuristic.improvements import Improvement
from fs_env.agents.heuristic.later import divided, forced, other_monsters, put_on_top
from fs_env.agents.heuristic.outlook import drawn_value
from fs_env.agents.heuristic.possessions import bargain, draw, gain, hand, item, lost_soul, rated, souls
from fs_env.agents.heuristic.scenes import number, one
from fs_env.agents.heuristic.scratch import OBJECT, card_of, is_object, is_player, kernel
from fs_env.agents.heuristic.verbs import kill, on_card, on_fighter, on_object, on_player, shield
from fs_env.agents.heuristic.weights import Weight
from fs_env.core.four_souls.actions import HIGHEST_NUMBER, LOWEST_NUMBER
from fs_env.core.four_souls.language.codes import NONE, Lasting, Num, Sel
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.observation.schema import LOOKED

SMALL = np.zeros(max(Op) + 1, np.float64)
"""Verbs that are always a little good (or bad) for their controller."""
for _op, _worth in {
    Op.LOOK: 0.2,
    Op.LOOK_HAND: 0.1,
    Op.REVEAL: 0.1,
    Op.ORDER_TOP: 0.2,
    Op.KEEP_TOP: 0.8,
    Op.EXPAND: 0.5,
    Op.TOPDECK: 0.15,
    Op.TOPDECK_ANY: 0.1,
    Op.DISCARD_ANY: 0.2,
    Op.DAMAGE_SPLIT: 2.0,
    Op.REPLACE_SHOP_ANY: 0.1,
    Op.UNCOUNTER: -0.5,
    Op.COPY_EFFECT: 1.0,
    Op.SWAP_LOOT: 0.5,
    Op.VOTE: 1.0,
    Op.ABSORB: 1.0,
    Op.DISCARD_TOP: 0.05,
}.items():
    SMALL[_op] = _worth
PLAYER, FIGHTER, CARD, STACK, SEVERAL = 1, 2, 3, 4, 5
ABOUT = np.zeros(max(Op) + 1, np.int8)
"""Verb to what it is about, 0 for the others."""
for _sort, _ops in (
    (PLAYER, (Op.GAIN, Op.LOSE, Op.LOOT, Op.DISCARD_LOOT, Op.DISCARD_HAND, Op.TREASURE, Op.LOSE_SOUL, Op.ATTACKS)),
    (PLAYER, (Op.END_TURN, Op.EXTRA_TURN, Op.SKIP_TURN, Op.LOOT_PLAYS)),
    (FIGHTER, (Op.DAMAGE, Op.KILL, Op.HEAL, Op.SHIELD, Op.SHIELD_POOL, Op.SAVE, Op.BOOST)),
    (CARD, (Op.DESTROY, Op.STEAL_ITEM, Op.RECHARGE, Op.DEACTIVATE, Op.REROLL_ITEM, Op.BECOME)),
    (STACK, (Op.CANCEL, Op.REROLL)),
    (SEVERAL, (Op.SET_ROLL, Op.ADD_ROLL, Op.CANCEL_ALL, Op.CANCEL_ATTACK, Op.STEAL_COINS, Op.TAKE_LOOT)),
    (SEVERAL, (Op.GIVE_ITEM, Op.SWAP_ITEMS, Op.BECOME_SOUL, Op.STEAL_SOUL, Op.COUNTER, Op.HAND_TO_DECK)),
    (SEVERAL, (Op.PASS_HANDS, Op.SEARCH, Op.TO_BOTTOM, Op.LASTING)),
):
    for _op in _ops:
        ABOUT[_op] = _sort


@kernel
def on_thing(s, obs, f, pc, thing):
    if thing == NONE:
        return 0.0
    ins = PROG[pc]
    op = ins.op
    n = number(s, obs, f, ins.n, ins.of, thing)
    about = ABOUT[op]
    if about == PLAYER:
        if thing == 0 and (op == Op.GAIN or op == Op.LOSE) and s.frame[f].deadly == 0:
            return on_player(s, obs, op, 0, n) + bargain(s, obs, n if op == Op.GAIN else -n)
        return on_player(s, obs, op, thing, n) if is_player(thing) else 0.0
    if about == FIGHTER:
        return on_fighter(s, obs, op, thing, n, ins.stat)
    if about == STACK:
        return on_object(s, obs, op, thing, obs.stack[thing - OBJECT].number if is_object(thing) else 0)
    card = card_of(thing)
    return kill(s, obs, thing) if op == Op.DESTROY and card == NONE else on_card(s, obs, f, op, card)


@kernel
def on_everybody(s, obs, f, pc, sel):
    """Value of a verb for everything a selector means, summed."""
    total = 0.0
    if sel >= Sel.EACH:
        u = next_candidate(s, obs, f, sel - Sel.EACH, 0)
        while u != NONE:
            total += on_thing(s, obs, f, pc, candidate(s, obs, u))
            u = next_candidate(s, obs, f, sel - Sel.EACH, u + 1)
        return total
    if sel == Sel.EACH_PLAYER or sel == Sel.EACH_PLAYER_BUT_IT or sel == Sel.OTHERS:
        left_out = s.frame[f].controller if sel == Sel.OTHERS else active_player(obs)
        for k in range(obs.decision.players):
            if sel == Sel.EACH_PLAYER or k != left_out:
                total += on_thing(s, obs, f, pc, k)
        return total
    return on_thing(s, obs, f, pc, one(s, obs, f, sel))


@kernel
def best_number(s, obs, f, a, place, added):
    """Value of a roll with the best number that an operand may mean; `added`: the number is added to the roll."""
    held = s.frame[f].numbers[a - Num.REG] if a >= Num.REG else 0
    controller = s.frame[f].controller
    best, found = 0.0, False
    for n in range(LOWEST_NUMBER, HIGHEST_NUMBER + 1):
        if held != 0:
            if (held >> (n - LOWEST_NUMBER)) & 1 == 0:
                continue
        elif n != (a if a < Num.REG else 1):
            continue
        shown = n + obs.stack[place].number if added else n
        worth = s.showing[place, max(1, min(6, shown))]
        if not found or (worth > best if controller == 0 else worth < best):
            best, found = worth, True
    return best


@kernel
def changed_roll(s, obs, f, op, a, thing):
    if not is_object(thing):
        return 0.0
    now = max(1, min(6, obs.stack[thing - OBJECT].number))
    return best_number(s, obs, f, a, thing - OBJECT, op == Op.ADD_ROLL) - s.showing[thing - OBJECT, now]


@kernel
def taken(s, obs, f, op, a, b, source, to):
    """Value of a player's taking coins or loot cards from another."""
    if not is_player(source) or not is_player(to) or source == to:
        return 0.0
    n = number(s, obs, f, a, b, source)
    if op == Op.STEAL_COINS:
        n = min(n, obs.players[source].coins)
        return s.part[to] * gain(s, obs, to, n) + s.part[source] * gain(s, obs, source, -n)
    n = min(n, obs.players[source].hand)
    return s.part[to] * draw(s, obs, to, n) + s.part[source] * draw(s, obs, source, -n)


@kernel
def moved(s, obs, f, op, b, c):
    """Value of giving an item or soul to another player, or of swapping two items."""
    controller = s.frame[f].controller
    card = card_of(one(s, obs, f, b))
    owner = owner_of(obs, card)
    if owner == NONE:
        return 0.0
    if op == Op.STEAL_SOUL:
        if owner == controller:
            return 0.0
        return s.part[controller] * souls(s, obs, controller, 1) - s.part[owner] * lost_soul(s, obs, owner)
    other = one(s, obs, f, c)
    if op == Op.GIVE_ITEM:
        if not is_player(other):
            return 0.0
        return s.part[other] * item(s, obs, other, card) - s.part[owner] * item(s, obs, owner, card)
    second = card_of(other)
    its_owner = owner_of(obs, second)
    if its_owner == NONE or its_owner == owner:
        return 0.0
    return (s.part[owner] - s.part[its_owner]) * (rated(s, second) - rated(s, card))


@kernel
def passed_hands(s, obs):
    total = 0.0
    for k in range(obs.decision.players):
        gets = obs.players[right_of(obs, k)].hand
        total += s.part[k] * (hand(s, obs, k, gets) - hand(s, obs, k, obs.players[k].hand))
    return total


@kernel
def put_away(s, obs):
    """Value of putting away the cards looked at: good if the usual card is better."""
    total = 0.0
    for i in range(LOOKED):
        card = int(obs.looked[i]) - 1
        if card != NONE:
            total += USUAL[card] - drawn_value(s, obs, card)
    return 0.3 * total


@kernel
def several(s, obs, f, pc):
    """Value of an instruction of a verb that does not apply to each thing separately."""
    ins = PROG[pc]
    op = ins.op
    part = s.part[s.frame[f].controller]
    if op == Op.SET_ROLL or op == Op.ADD_ROLL:
        return changed_roll(s, obs, f, op, ins.n, one(s, obs, f, ins.what))
    if op == Op.STEAL_COINS or op == Op.TAKE_LOOT:
        return taken(s, obs, f, op, ins.n, ins.who, one(s, obs, f, ins.who), one(s, obs, f, ins.to))
    if op == Op.GIVE_ITEM or op == Op.SWAP_ITEMS or op == Op.STEAL_SOUL:
        return moved(s, obs, f, op, ins.what, ins.other if op == Op.SWAP_ITEMS else ins.to)
    if op == Op.CANCEL_ATTACK:
        return -s.here[active_player(obs)] if obs.decision.attacking == 1 else 0.0
    if op == Op.BECOME_SOUL:
        return part * souls(s, obs, s.frame[f].controller, max(1, int(SOULS[s.frame[f].card])))
    if op == Op.COUNTER:
        return 0.6 * part * number(s, obs, f, ins.n, ins.of, NONE)
    if op == Op.HAND_TO_DECK:
        return -0.7 * LOOT * ins.n * part
    if op == Op.PASS_HANDS:
        return passed_hands(s, obs)
    if op == Op.SEARCH:
        return part * 1.3 * TREASURE if ins.deck == Sel.TREASURE_DECK else 0.0
    if op == Op.TO_BOTTOM:
        return put_away(s, obs) if ins.what == Sel.LOOKED else 0.0
    if op == Op.LASTING:
        if ins.lasting != Lasting.DAMAGE_CAP:
            return 0.8 * part
        thing = one(s, obs, f, ins.who)
        return shield(s, obs, thing, 9) - 0.5 if is_player(thing) else 0.0
    total = 0.0
    if op == Op.CANCEL_ALL:
        for place in range(n_objects(obs)):
            total -= s.waiting[place]
    return total


@kernel
def ending(s, winner):
    return s.weight[Weight.SOUL_4] if winner == 0 else -s.weight[Weight.SOUL_4]


@kernel
def verb(s, obs, f, pc):
    ins = PROG[pc]
    op = ins.op
    about = ABOUT[op]
    if op == Op.END_GAME and s.improved & Improvement.HEART:
        return ending(s, one(s, obs, f, ins.who))
    if op == Op.TOPDECK and s.improved & Improvement.TOP:
        return put_on_top(s, obs, f, one(s, obs, f, ins.what))
    if op == Op.DAMAGE_SPLIT and s.improved & Improvement.SPLIT:
        return divided(s, obs, s.frame[f].regs[0], s.frame[f].regs[1])
    if op == Op.REPLACE_MONSTER and s.improved & Improvement.REPLACE:
        return other_monsters(s, obs)
    if op == Op.MUST_ATTACK and s.improved & Improvement.FORCE:
        return forced(s, obs, f, one(s, obs, f, ins.what))
    if about == 0:
        return s.part[s.frame[f].controller] * SMALL[op]
    if about == SEVERAL:
        return several(s, obs, f, pc)
    return on_everybody(s, obs, f, pc, ins.who if about == PLAYER else ins.what)
