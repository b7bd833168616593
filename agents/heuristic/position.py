"""Fills the scratch record with everything that weighing a decision needs, once per decision."""

from fs_env.agents.heuristic.board import (
    active_player,
    can_attack,
    final,
    is_attack_roll,
    n_objects,
    owner_of,
    plays_together,
    running_attack,
    shown_by,
    souls_to_win,
    zone_of,
)
from fs_env.agents.heuristic.card_facts import (
    AB_PC,
    BECOMES_SOUL,
    DICE_OF,
    EVASION_ADDED,
    FLAGS,
    HAS,
    HAS_DAMAGE,
    N_TEXTS,
    ON_STACK,
    PATIENCE,
    PROG,
    ROLLS_ADDED,
    ROLLTAB,
    TAKES_SOUL,
    TEXT_0,
    TEXTS,
)
from fs_env.agents.heuristic.improvements import Improvement
from fs_env.agents.heuristic.judge import effect
from fs_env.agents.heuristic.move_worth import BUY, MORE
from fs_env.agents.heuristic.outlook import attack_unknown, rated_reward, souls_of, turn
from fs_env.agents.heuristic.possessions import DECK_PRICE, draw, gain, lost_soul, next_soul, rated
from fs_env.agents.heuristic.scenes import new_scene, scene_of, usual_amount
from fs_env.agents.heuristic.scratch import N_LOOT, kernel
from fs_env.agents.heuristic.weights import Weight
from fs_env.core.four_souls.language.codes import NONE, Sel
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.observation.schema import OTHER_CARDS
from fs_env.core.four_souls.references import RefKind
from fs_env.core.four_souls.state import SHOP, SLOTS, Obj, Phase, Zone
from fs_env.core.four_souls.tables import LOOT_CARDS, OTHERS, CardFlag

UNBOUNDED = 1e9
DIE = 8.0  # value of the last number of the eight-sided die (R21.4)


@kernel
def see_parts(s, obs):
    """Fills `part`: how much each player's advantage counts for the bot."""
    others = 0.0
    for k in range(1, obs.decision.players):
        dread = s.weight[Weight.DREAD] + obs.players[k].souls
        others += dread * dread
    s.part[0] = 1.0
    for k in range(1, obs.decision.players):
        dread = s.weight[Weight.DREAD] + obs.players[k].souls
        s.part[k] = -s.weight[Weight.RIVALS] * (dread * dread) / (others if others > 0.0 else 1.0)
        if plays_together(obs):
            s.part[k] = 1.0


@kernel
def see_cards(s, obs):
    s.n_owned = 0
    for k in range(obs.decision.players):
        s.rolls[k] = 0
        s.harder[k] = 0
        s.guppies[k] = 0
        s.worst[k] = UNBOUNDED
    for i in range(OTHER_CARDS):
        zone = obs.cards.zone[i]
        if zone != Zone.ITEM and zone != Zone.CURSE and zone != Zone.SOUL:
            continue
        card = int(OTHERS[i])
        k = owner_of(obs, card)
        s.owned[s.n_owned] = card
        s.n_owned += 1
        if zone == Zone.SOUL:
            continue
        s.harder[k] += EVASION_ADDED[card]
        if zone == Zone.ITEM:
            s.rolls[k] += ROLLS_ADDED[card]
            if FLAGS[card] & CardFlag.GUPPY:
                s.guppies[k] += 1
            if FLAGS[card] & CardFlag.ETERNAL == 0:
                lost = rated(s, card)
                if BECOMES_SOUL[card] and s.improved & Improvement.CHEST:
                    lost -= next_soul(s, souls_to_win(obs, k))
                s.worst[k] = min(s.worst[k], lost)


@kernel
def may_buy(obs):
    """Whether the bot may still purchase something in this turn, if it has the coins."""
    me = obs.players[0]
    if active_player(obs) != 0 or obs.decision.phase > Phase.ACTION or obs.decision.ending != 0 or me.dead == 1:
        return False
    return me.purchases_used < me.purchases


@kernel
def can_buy(obs):
    return may_buy(obs) and obs.players[0].coins >= DECK_PRICE


@kernel
def see_shop(s, obs):
    s.bargain = 0.0
    if s.improved & Improvement.PURSE and may_buy(obs):
        for i in range(SHOP):
            if obs.shop[i] > 1:
                card = int(obs.shop[i]) - 2
                worth = rated(s, card) + MORE[BUY, card] - s.weight[Weight.COIN] * obs.players[0].price
                s.bargain = max(s.bargain, worth)


@kernel
def see_deaths(s, obs):
    """Fills `death`: what dying costs each player (R13.4)."""
    for k in range(obs.decision.players):
        s.death[k] = 0.0
        if obs.players[k].dead == 1:
            continue
        total = (
            s.weight[Weight.DEATH]
            + (s.worst[k] if s.worst[k] < UNBOUNDED else 0.0)
            - gain(s, obs, k, -1)
            - draw(s, obs, k, -1)
        )
        if active_player(obs) == k:
            total += s.weight[Weight.DEATH_IN_TURN]
            if plays_together(obs):
                total += DIE / obs.solo.d8
        for i in range(s.n_owned):
            curse = s.owned[i]
            if zone_of(obs, curse) == Zone.CURSE and owner_of(obs, curse) == k:
                total -= 2.0
                if TAKES_SOUL[curse] and obs.players[k].souls != 0:
                    total += 2.0 + lost_soul(s, obs, k)
        s.death[k] = total * (s.weight[Weight.OWN_DEATH] if k == 0 else s.weight[Weight.OTHERS_DEATH])
    if s.improved & Improvement.TURN and can_buy(obs):
        s.death[0] += max(0.0, s.weight[Weight.TOP_TREASURE] + gain(s, obs, 0, -DECK_PRICE))


@kernel
def see_damage_to(s, sort, value, n):
    if sort == RefKind.PLAYER:
        s.coming[value - 1] += n


@kernel
def see_damage(s, obs, place, n, sel):
    """Adds to `coming` the damage that an object on the stack deals to the players of a selector."""
    controller = obs.stack[place].owner - 1
    if sel == Sel.REG:
        see_damage_to(s, obs.stack[place].target_sort, obs.stack[place].target, n)
        return
    if sel == Sel.REG + 1:
        see_damage_to(s, obs.stack[place].second_target_sort, obs.stack[place].second_target, n)
        return
    if s.improved & Improvement.TRIGGERED and (sel == Sel.ATTACKER or sel == Sel.ACTIVE_PLAYER):
        s.coming[active_player(obs)] += n
    for k in range(obs.decision.players):
        if sel == Sel.EACH_PLAYER or (sel == Sel.ME and k == controller) or (sel == Sel.OTHERS and k != controller):
            s.coming[k] += n


@kernel
def deals_damage(kind):
    """Whether an object of a kind on the stack is one whose damage every version of the bot sees."""
    return kind == Obj.LOOT or kind == Obj.ACTIVATED or kind == Obj.PAID or kind == Obj.EVENT


@kernel
def see_stack(s, obs):
    """Fills `attacked`, `attack_roll`, and the damage on the stack: `coming` and `coming_to_monster`."""
    s.attacked = running_attack(obs)
    s.attack_roll = NONE
    s.coming_to_monster = 0
    for k in range(obs.decision.players):
        s.coming[k] = 0
    for place in range(n_objects(obs)):
        kind, card, n = obs.stack[place].kind, obs.stack[place].card - 1, obs.stack[place].number
        if s.attack_roll == NONE and is_attack_roll(obs, place):
            s.attack_roll = place
        if kind == Obj.COMBAT:
            sort = obs.stack[place].target_sort
            see_damage_to(s, sort, obs.stack[place].target, n)
            if sort == RefKind.SLOT or sort == RefKind.CARD:
                s.coming_to_monster += n
        elif card != NONE and (deals_damage(kind) or (kind == Obj.TRIGGER and s.improved & Improvement.TRIGGERED)):
            ability = int(ON_STACK[kind, card])
            if ability != NONE and HAS[ability] & HAS_DAMAGE:
                pc = int(AB_PC[ability])
                while PROG[pc].op != Op.END:
                    if PROG[pc].op == Op.DAMAGE:
                        see_damage(s, obs, place, usual_amount(int(PROG[pc].n)), int(PROG[pc].what))
                    pc += 1


@kernel
def see_turns(s, obs):
    for k in range(obs.decision.players):
        s.here[k] = turn(s, obs, k, 0, 0, 0, 0, 0, NONE)


@kernel
def texts(s, obs, card):
    """Value of the rewards and on-death effects of a monster if the active player controls them."""
    total = 0.0
    for i in range(TEXT_0[card], TEXT_0[card] + N_TEXTS[card]):
        new_scene(s, 0, active_player(obs), card)
        total += effect(s, obs, 0, int(TEXTS[i]))
    return total


@kernel
def see_rewards(s, obs):
    """Fills `unknown`, and `reward`: first from ratings, then from what the texts do in this position."""
    for slot in range(SLOTS):
        card = shown_by(obs, slot)
        if card != NONE:
            s.reward[slot] = rated_reward(s, obs, card)
    s.unknown = 0.0
    if s.improved & Improvement.TURN and can_attack(obs, 0) and s.attacked == NONE:
        s.unknown = max(0.0, attack_unknown(s, obs))
    see_turns(s, obs)
    for slot in range(SLOTS):
        card = shown_by(obs, slot)
        if card != NONE:
            s.worth[slot] = souls_of(s, obs, card) + texts(s, obs, card)
    for slot in range(SLOTS):
        if shown_by(obs, slot) != NONE:
            s.reward[slot] = s.worth[slot]
    see_turns(s, obs)


@kernel
def clear_objects(s, obs):
    """Empties `waiting` and `showing`: objects on the stack have no value yet."""
    for place in range(n_objects(obs)):
        s.waiting[place] = 0.0
        for shown in range(7):
            s.showing[place, shown] = 0.0


@kernel
def weigh_object(s, obs, place):
    """Fills `waiting` of an object on the stack, and `showing` if it is a roll."""
    kind, card = obs.stack[place].kind, obs.stack[place].card - 1
    s.waiting[place] = 0.0
    if card != NONE and FLAGS[card] & CardFlag.TRINKET:
        s.waiting[place] = s.part[max(0, obs.stack[place].owner - 1)] * rated(s, card)
    elif card != NONE and ON_STACK[kind, card] != NONE:
        scene_of(s, obs, 0, place)
        s.waiting[place] = effect(s, obs, 0, int(ON_STACK[kind, card]))
    if kind != Obj.ROLL:
        return
    for n in range(1, 7):
        shown = final(obs, place, n)
        s.showing[place, n] = 0.0
        if is_attack_roll(obs, place):
            s.showing[place, n] = turn(s, obs, obs.stack[place].owner - 1, 0, 0, 0, 0, 0, shown)
        elif card != NONE and DICE_OF[card] != NONE and ROLLTAB[DICE_OF[card], shown] != NONE:
            scene_of(s, obs, 0, place)
            s.frame[0].roll = shown
            s.showing[place, n] = effect(s, obs, 0, int(ROLLTAB[DICE_OF[card], shown]))


@kernel
def see_objects(s, obs):
    """Fills `waiting` and `showing` from the bottom of the stack up: an effect may change only objects below it."""
    n = n_objects(obs)
    for k in range(n):
        weigh_object(s, obs, n - 1 - k)


@kernel
def see(s, obs):
    see_parts(s, obs)
    see_shop(s, obs)
    see_cards(s, obs)
    see_deaths(s, obs)
    see_stack(s, obs)
    clear_objects(s, obs)
    see_rewards(s, obs)
    see_objects(s, obs)
    s.answers = 0
    for k in range(N_LOOT):
        if PATIENCE[LOOT_CARDS[k]] >= 1.0:
            s.answers += obs.hand[k]
