"""Choice of an action with priority: use a card, purchase, attack or pass."""

from fs_env.agents.heuristic.barter import offer_to_make, patience, promised_use
from fs_env.agents.heuristic.board import (
    active_player,
    bonus_open,
    left_of,
    n_objects,
    owner_of,
    plays_together,
    shown_by,
    slot_of,
    zone_of,
)
from fs_env.agents.heuristic.card_facts import (
    ATK_ADDED,
    CHANGER,
    COST,
    COST_N,
    FLAGS,
    HAS,
    HAS_USE_UP,
    HP_ADDED,
    HURT_MORE,
    HURTS_ATTACKER,
    HURTS_USER,
    ITEM,
    KILLS,
    PAID_OF,
    PATIENCE,
    PLAY_OF,
    RECHARGES,
    ROLLS_ADDED,
    TAP_OF,
    TAP_RATING,
)
from fs_env.agents.heuristic.improvements import Improvement
from fs_env.agents.heuristic.judge import effect
from fs_env.agents.heuristic.memory import announce, drags, is_quiet, note_use, settle_tie, times_used
from fs_env.agents.heuristic.move_worth import more
from fs_env.agents.heuristic.outlook import attack_unknown, change, plain_fight
from fs_env.agents.heuristic.position import UNBOUNDED, see
from fs_env.agents.heuristic.possessions import DECK_PRICE, ENOUGH, bargain, draw, gain, hand, item, rated
from fs_env.agents.heuristic.scenes import new_scene
from fs_env.agents.heuristic.scratch import kernel
from fs_env.agents.heuristic.sparing import later_value
from fs_env.agents.heuristic.weights import Weight
from fs_env.core.four_souls import actions as A
from fs_env.core.four_souls.actions import ActionKind
from fs_env.core.four_souls.language.codes import NONE, Cost
from fs_env.core.four_souls.state import SLOTS, Obj, Phase, Zone
from fs_env.core.four_souls.tables import C_LOOT, CardFlag

CARD_OF_ACTION, KIND_OF_ACTION, PAID_BY_ACTION = A.CARD_OF_ACTION, A.KIND_OF_ACTION, A.PAID_BY_ACTION
PASS, BUY_TOP, ATTACK_TOP = A.PASS, A.BUY_TOP, A.ATTACK_TOP
OFTEN_ENOUGH = 6  # uses of one card in one turn
EQUAL = 1e-9
USES, PURCHASES, ATTACKS = range(3)


@kernel
def is_use(action):
    kind = KIND_OF_ACTION[action]
    return kind == ActionKind.PLAY or kind == ActionKind.ACTIVATE or kind == ActionKind.PAY


@kernel
def announced(action):
    card = int(CARD_OF_ACTION[action])
    kind = KIND_OF_ACTION[action]
    if kind == ActionKind.PLAY:
        return int(PLAY_OF[card])
    if kind == ActionKind.ACTIVATE:
        return int(TAP_OF[card])
    if kind == ActionKind.PAY:
        k = int(PAID_BY_ACTION[action])
        return int(PAID_OF[card, k]) if k < PAID_OF.shape[1] else NONE
    return NONE


@kernel
def cheapest_items(s, obs, n):
    """Sum of the values of the n least valuable items of the bot; fills `worth`."""
    found = 0
    for i in range(s.n_owned):
        card = s.owned[i]
        if owner_of(obs, card) != 0 or zone_of(obs, card) != Zone.ITEM or FLAGS[card] & CardFlag.ETERNAL:
            continue
        k = found
        while k > 0 and s.worth[k - 1] > rated(s, card):
            s.worth[k] = s.worth[k - 1]
            k -= 1
        s.worth[k] = rated(s, card)
        found += 1
    total = 0.0
    for k in range(min(n, found)):
        total += s.worth[k]
    return total


@kernel
def price_of(s, obs, ability):
    cost, n = int(COST[ability]), int(COST_N[ability])
    if cost == Cost.COINS:
        return -gain(s, obs, 0, -n) - bargain(s, obs, -n)
    if cost == Cost.DISCARD:
        return -draw(s, obs, 0, -n)
    if cost == Cost.DESTROY_ITEMS:
        return cheapest_items(s, obs, n)
    if cost == Cost.GIVE_ITEM:
        return cheapest_items(s, obs, n) + 3.0
    if cost == Cost.TAKE_DAMAGE:
        return -change(s, obs, 0, -n, 0, 0, 0, 0)
    return 0.6 * n if cost == Cost.COUNTERS else 0.0


@kernel
def rival_has(obs, n):
    for k in range(1, obs.decision.players):
        if obs.players[k].souls >= n:
            return not plays_together(obs)
    return False


@kernel
def price_of_play(s, obs, card):
    """Cost of playing a loot card: a card that counts for the bonus soul of the hand, and the loot play."""
    price = 0.0
    if bonus_open(obs, 1):
        price = hand(s, obs, 0, obs.players[0].hand) - hand(s, obs, 0, obs.players[0].hand - 1) - s.weight[Weight.LOOT]
    if obs.players[0].own_play == 1 or (obs.decision.phase == Phase.END and left_of(obs, active_player(obs)) == 0):
        return price  # an unused play would be lost
    answers = s.answers
    if PATIENCE[card] >= 1.0:
        answers -= obs.hand[C_LOOT[card]]
    wait = s.weight[Weight.WAIT]
    if s.improved & Improvement.LAST and rival_has(obs, ENOUGH - 1):
        wait = s.weight[Weight.WAIT_LAST]
    return price + wait * min(2, answers)


@kernel
def hurt_by_use(s, obs):
    """The damage that activating an item causes to the bot by visible cards (Cursed Psy Horf, Daddy Haunt)."""
    n = 0
    for slot in range(SLOTS):
        card = shown_by(obs, slot)
        if card != NONE:
            n += HURTS_USER[card]
            if s.attacked == slot and active_player(obs) == 0:
                n += HURTS_ATTACKER[card]
    if n > 0:
        for i in range(s.n_owned):
            if owner_of(obs, s.owned[i]) == 0:
                n += HURT_MORE[s.owned[i]]
    return n


@kernel
def patience_of(s, obs, card):
    """Least value at which to play a loot card or use up an item: more if a later moment is better."""
    if PATIENCE[card] < 0.5:
        return s.weight[Weight.KEEP_ANY]
    if PATIENCE[card] < 2.0:
        return s.weight[Weight.KEEP_BATTERY if RECHARGES[card] else Weight.KEEP_SAVED]
    if KILLS[card]:
        return s.weight[Weight.KEEP_KILL]
    return s.weight[Weight.KEEP_ANSWER]


@kernel
def use(s, obs, action):
    """Value of playing, activating or paying for a card, compared with keeping it."""
    card, ability = int(CARD_OF_ACTION[action]), announced(action)
    played = KIND_OF_ACTION[action] == ActionKind.PLAY
    if ability == NONE:
        return rated(s, card) - price_of_play(s, obs, card) if played else 0.0
    new_scene(s, 0, 0, card)
    worth = effect(s, obs, 0, ability) - price_of(s, obs, ability)
    if s.improved & Improvement.HOLD and HAS[ability] & HAS_USE_UP == 0:
        worth -= later_value(s, obs, ability)
    if played:
        worth -= patience_of(s, obs, card) + price_of_play(s, obs, card)
    elif HAS[ability] & HAS_USE_UP:
        worth -= patience_of(s, obs, card) + s.weight[Weight.USED_UP] * ITEM[card]
    if KIND_OF_ACTION[action] == ActionKind.ACTIVATE:
        worth -= s.weight[Weight.LEAST_TAP] - s.weight[Weight.LEAST_PLAY]
    elif not played:
        worth -= s.weight[Weight.LEAST_PAY] - s.weight[Weight.LEAST_PLAY]
    if KIND_OF_ACTION[action] == ActionKind.ACTIVATE:
        hurt = hurt_by_use(s, obs)
        if hurt > 0:
            worth += change(s, obs, 0, -hurt, 0, 0, 0, 0)
    return worth + promised_use(obs, card)


@kernel
def bought(s, obs, card):
    """Value of an item from the shop: more where its use or its numbers are of more use in this position than usual."""
    worth, ability = item(s, obs, 0, card), int(TAP_OF[card])
    if s.improved & Improvement.NOW and ability != NONE:
        new_scene(s, 0, 0, card)
        used = effect(s, obs, 0, ability)
        if HAS[ability] & HAS_USE_UP:
            return max(worth, s.weight[Weight.LATER] * used)
        worth += s.weight[Weight.AT_ONCE] * max(0.0, used - TAP_RATING[card])
    if s.improved & Improvement.ARMED and (HP_ADDED[card] != 0 or ATK_ADDED[card] != 0 or ROLLS_ADDED[card] != 0):
        worth += change(s, obs, 0, int(HP_ADDED[card]), int(ATK_ADDED[card]), int(ROLLS_ADDED[card]), 0, 0)
    return worth


@kernel
def judged(s, obs, group, action):
    if group == USES:
        return use(s, obs, action)
    card = int(CARD_OF_ACTION[action])
    if group == PURCHASES:
        if action == BUY_TOP:
            return s.weight[Weight.TOP_TREASURE] + gain(s, obs, 0, -DECK_PRICE)
        return bought(s, obs, card) + gain(s, obs, 0, -obs.players[0].price)
    if action == ATTACK_TOP:
        return attack_unknown(s, obs)
    slot = slot_of(obs, card)
    return plain_fight(s, obs, 0, slot) if slot != NONE else 0.0


@kernel
def is_held(s, obs, action):
    """Whether the worth of an action has the reasons to keep its card for later: experiments found them where the bot saw none."""
    if s.improved & Improvement.HOLD == 0 or active_player(obs) != 0:
        return False
    ability = announced(action)
    return ability != NONE and CHANGER[ability] > 0


@kernel
def move_value(s, obs, group, action):
    worth = judged(s, obs, group, action)
    if s.improved & Improvement.TRIALS == 0 or plays_together(obs) or is_held(s, obs, action):
        return worth
    return worth + more(obs, action)


@kernel
def is_open(memory, group, action, own_waits):
    kind = KIND_OF_ACTION[action]
    if group == USES:
        return is_use(action) and not own_waits and times_used(memory, action) < OFTEN_ENOUGH
    if group == PURCHASES:
        return kind == ActionKind.BUY or kind == ActionKind.BUY_TOP
    return kind == ActionKind.ATTACK or kind == ActionKind.ATTACK_TOP


@kernel
def least_value(s, obs, group):
    if group == USES:
        return patience(obs) + s.weight[Weight.LEAST_PLAY]
    if group == PURCHASES:
        return s.weight[Weight.LEAST_PURCHASE]
    return s.weight[Weight.LEAST_ATTACK] - int(obs.decision.turn) / s.weight[Weight.PATIENT_TURNS]


@kernel
def weigh_moves(s, obs, memory, group, own_waits):
    for i in range(s.n_legal):
        if is_open(memory, group, s.legal[i], own_waits):
            s.value[i] = move_value(s, obs, group, s.legal[i])


@kernel
def must_attack(s, memory, group):
    return group == ATTACKS and (s.legal[0] != PASS or drags(memory))


@kernel
def best_of(s, obs, memory, group, own_waits):
    """The action of a group with the largest `value`, NONE if none is above 0; breaks ties."""
    best, found = 0.0, False
    for i in range(s.n_legal):
        if is_open(memory, group, s.legal[i], own_waits) and (not found or s.value[i] > best):
            best, found = s.value[i], True
    if not found or (best <= least_value(s, obs, group) and not must_attack(s, memory, group)):
        return NONE
    if group == ATTACKS and drags(memory):
        best = -UNBOUNDED  # all of them are allowed: the best ones have not helped
    equal, answer = 0, 0
    for i in range(s.n_legal):
        if is_open(memory, group, s.legal[i], own_waits) and s.value[i] > best - EQUAL:
            equal += 1
            answer = s.legal[i]
    if equal > 1:
        k = settle_tie(memory, equal)
        for i in range(s.n_legal):
            if is_open(memory, group, s.legal[i], own_waits) and s.value[i] > best - EQUAL:
                if k == 0:
                    return s.legal[i]
                k -= 1
    return answer


@kernel
def waits(s, obs, memory):
    """1 while no card is used: an own one is on the stack, above all cards of others, or the turn is quiet."""
    if is_quiet(memory):
        return 1
    for place in range(n_objects(obs)):
        kind = obs.stack[place].kind
        if kind == Obj.LOOT or kind == Obj.ACTIVATED or kind == Obj.PAID:
            if obs.stack[place].owner == 1:
                return 1
            if s.improved & Improvement.ABOVE:
                return 0
    return 0


@kernel
def best_move(s, obs, memory):
    """The best action with priority; uses of cards come before purchases, purchases before attacks.

    In a game that drags on it attacks any target, each equally likely, and uses no cards in half of the turns: then only dice
    decide, and no pattern of two bots can keep the game from ending.
    """
    own_waits = waits(s, obs, memory)
    seen = False
    for group in range(3):
        for i in range(s.n_legal):
            if is_open(memory, group, s.legal[i], own_waits):
                if not seen:
                    see(s, obs)
                    seen = True
                weigh_moves(s, obs, memory, group, own_waits)
                found = best_of(s, obs, memory, group, own_waits)
                if found != NONE:
                    return found
                break
    return s.legal[0]


@kernel
def noted(s, obs, memory, action):
    if action == PASS and KIND_OF_ACTION[s.legal[s.n_legal - 1]] == ActionKind.OFFER:
        see(s, obs)
        found = offer_to_make(s, obs)
        action = found if found != NONE else action
    if is_use(action):
        note_use(memory, action)
    announce(memory, int(CARD_OF_ACTION[action]), announced(action))
    return action


@kernel
def move(s, obs, memory):
    return noted(s, obs, memory, best_move(s, obs, memory))
