"""The value of verbs for each thing they name; positive is good for the bot."""

from fs_env.agents.heuristic.board import active_player, can_attack, dying, is_turned, owner_of, zone_of
from fs_env.agents.heuristic.card_facts import TAP_RATING
from fs_env.agents.heuristic.outlook import best_attack, change, fight, plain_fight
from fs_env.agents.heuristic.possessions import draw, gain, item, loss, lost_soul, rated
from fs_env.agents.heuristic.scratch import MONSTER, OBJECT, is_monster, is_object, is_player, kernel
from fs_env.agents.heuristic.weights import Weight
from fs_env.core.four_souls.language.codes import NONE, Stat
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.state import Zone


@kernel
def attack_is_open(obs):
    return active_player(obs) == 0 and can_attack(obs, 0) and obs.decision.attacking != 1


@kernel
def hurt_monster(s, obs, slot, n):
    if obs.slots[slot].attacked == 1:
        return change(s, obs, active_player(obs), 0, 0, 0, n, 0)
    if not attack_is_open(obs):
        return 0.0
    return 0.9 * max(0.0, fight(s, obs, 0, slot, 0, 0, 0, n, 0, NONE) - best_attack(s, obs, 0, 0, 0))


@kernel
def kill(s, obs, thing):
    if is_player(thing):
        if obs.players[thing].dead == 1 or dying(obs, thing):
            return 0.0
        return -s.part[thing] * s.death[thing] - s.here[thing]
    if not is_monster(thing) or obs.slots[thing - MONSTER].dying == 1:
        return 0.0
    slot = thing - MONSTER
    if obs.slots[slot].attacked == 1:
        return s.reward[slot] - s.here[active_player(obs)]
    if attack_is_open(obs):
        return s.reward[slot] - 0.7 * max(0.0, plain_fight(s, obs, 0, slot))
    return s.reward[slot]


@kernel
def damage(s, obs, thing, n):
    if is_player(thing):
        return change(s, obs, thing, -n, 0, 0, 0, 0)
    if not is_monster(thing) or obs.slots[thing - MONSTER].dying == 1:
        return 0.0
    left = obs.slots[thing - MONSTER].hp
    if obs.slots[thing - MONSTER].attacked == 1:
        left -= s.coming_to_monster
    if left <= 0:
        return 0.0
    return kill(s, obs, thing) if n >= left else hurt_monster(s, obs, thing - MONSTER, n)


@kernel
def shield(s, obs, thing, n):
    """Value of a shield: only against damage that is already on the stack."""
    if is_player(thing):
        saved = min(n, s.coming[thing])
        return change(s, obs, thing, saved, 0, 0, 0, 0) if saved != 0 else 0.0
    if is_monster(thing) and obs.slots[thing - MONSTER].attacked == 1 and s.coming_to_monster != 0:
        return change(s, obs, active_player(obs), 0, 0, 0, -min(n, s.coming_to_monster), 0)
    return 0.0


@kernel
def boost(s, obs, thing, n, stat):
    if is_player(thing):
        if stat == Stat.HP:
            return change(s, obs, thing, n, 0, 0, 0, 0)
        if stat == Stat.ATK:
            return change(s, obs, thing, 0, n, 0, 0, 0)
        return change(s, obs, thing, 0, 0, n, 0, 0)
    ap = active_player(obs)
    if not is_monster(thing) or obs.slots[thing - MONSTER].attacked != 1:
        return -0.1 * n * s.part[ap]
    if stat == Stat.EVASION:
        return change(s, obs, ap, 0, 0, 0, 0, n)
    return hurt_monster(s, obs, thing - MONSTER, -n) if stat == Stat.HP else -0.5 * n * s.part[ap]


@kernel
def on_fighter(s, obs, op, thing, n, c):
    """Value of a verb about lives and fights for one thing; `c` is the third operand."""
    if op == Op.DAMAGE:
        return damage(s, obs, thing, n)
    if op == Op.KILL:
        return kill(s, obs, thing)
    if op == Op.SHIELD or op == Op.SHIELD_POOL:
        return shield(s, obs, thing, n)
    if op == Op.BOOST:
        return boost(s, obs, thing, n, c)
    if op == Op.HEAL:
        if is_player(thing):
            healed = min(n, obs.players[thing].max_hp - obs.players[thing].hp)
            return change(s, obs, thing, healed, 0, 0, 0, 0)
        return hurt_monster(s, obs, thing - MONSTER, -n) if is_monster(thing) else 0.0
    if op == Op.SAVE and is_player(thing) and dying(obs, thing):
        return s.part[thing] * s.death[thing]
    return 0.0


@kernel
def on_player(s, obs, op, k, n):
    part = s.part[k]
    if op == Op.GAIN:
        return part * gain(s, obs, k, n)
    if op == Op.LOSE:
        return part * gain(s, obs, k, -n)
    if op == Op.LOOT:
        return part * draw(s, obs, k, n)
    if op == Op.DISCARD_LOOT:
        return part * draw(s, obs, k, -n)
    if op == Op.DISCARD_HAND:
        return part * draw(s, obs, k, -obs.players[k].hand)
    if op == Op.TREASURE:
        return part * s.weight[Weight.TREASURE] * n
    if op == Op.LOSE_SOUL:
        return -part * lost_soul(s, obs, k) if obs.players[k].souls != 0 else 0.0
    if op == Op.EXTRA_TURN:
        return s.weight[Weight.EXTRA_TURN] * part
    if op == Op.SKIP_TURN:
        return -s.weight[Weight.EXTRA_TURN] * part
    if op == Op.LOOT_PLAYS:
        return s.weight[Weight.MORE_PLAYS] * part * min(n, obs.players[k].hand)
    if k != active_player(obs):
        return 0.0
    if op == Op.ATTACKS:
        return s.weight[Weight.MORE_ATTACKS] * n * best_attack(s, obs, 0, 0, 0) if k == 0 else 3.0 * n * part
    return -s.here[k] - part if op == Op.END_TURN else 0.0


@kernel
def destroyed(s, obs, card):
    owner = owner_of(obs, card)
    if owner == NONE:
        return 0.0
    zone = zone_of(obs, card)
    if zone == Zone.CURSE:
        return 2.5 * s.part[owner]
    return -s.part[owner] * (lost_soul(s, obs, owner) if zone == Zone.SOUL else loss(s, obs, owner, card))


@kernel
def stolen(s, obs, card, to):
    owner = owner_of(obs, card)
    if card == NONE or owner == to:
        return 0.0
    worth = s.part[to] * item(s, obs, to, card)
    return worth if owner == NONE else worth - s.part[owner] * item(s, obs, owner, card)


@kernel
def recharged(s, obs, card):
    for k in range(obs.decision.players):
        if obs.players[k].character - 1 == card:
            return (
                s.weight[Weight.OWN_PLAY] * s.part[k]
                if obs.players[k].character_open == 0 and obs.players[k].hand != 0
                else 0.0
            )
    if not is_turned(obs, card):
        return 0.0
    return s.weight[Weight.RECHARGED] * s.part[owner_of(obs, card)] * TAP_RATING[card]


@kernel
def on_card(s, obs, f, op, card):
    """Value for one card of a verb about an item, curse or soul; `card` is NONE for anything else."""
    controller = s.frame[f].controller
    owner = owner_of(obs, card)
    if op == Op.DESTROY:
        return destroyed(s, obs, card)
    if op == Op.STEAL_ITEM:
        return stolen(s, obs, card, controller)
    if op == Op.RECHARGE:
        return recharged(s, obs, card) if card != NONE else 0.0
    if op == Op.BECOME:
        return s.part[controller] * 0.3 * (rated(s, card) - 0.5 * rated(s, s.frame[f].card)) if card != NONE else 0.0
    if owner == NONE:
        return 0.0
    if op == Op.DEACTIVATE:
        return -0.8 * s.part[owner] * TAP_RATING[card] if not is_turned(obs, card) else 0.0
    return s.part[owner] * (s.weight[Weight.REROLLED] - item(s, obs, owner, card)) if op == Op.REROLL_ITEM else 0.0


@kernel
def rerolled(s, obs, place, shown):
    total = 0.0
    for n in range(1, 7):
        total += s.showing[place, n]
    return total / 6 - s.showing[place, max(1, min(6, shown))]


@kernel
def on_object(s, obs, op, thing, shown):
    if not is_object(thing):
        return 0.0
    return -s.waiting[thing - OBJECT] if op == Op.CANCEL else rerolled(s, obs, thing - OBJECT, shown)
