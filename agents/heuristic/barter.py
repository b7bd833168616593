"""Bartering (R16): the value of favours to both sides, when to offer, what to answer, and which promises to keep.

Both sides are weighed by public facts. The use of an item on the object on top of the stack is bought and sold where
`Improvement.SERVICE` is there; promises to answer a roll with anything are not.
"""

from fs_env.agents.heuristic.board import is_turned, n_objects, owner_of, zone_of
from fs_env.agents.heuristic.card_facts import COIN, FILTER, N_TARGETS, PAID_OF, TAP_OF, TAP_RATING, TARGETS
from fs_env.agents.heuristic.filters import ON_STACK, object_fits
from fs_env.agents.heuristic.improvements import Improvement
from fs_env.agents.heuristic.judge import effect
from fs_env.agents.heuristic.position import UNBOUNDED
from fs_env.agents.heuristic.possessions import gain
from fs_env.agents.heuristic.scenes import new_scene
from fs_env.agents.heuristic.scratch import CARD, OBJECT, kernel
from fs_env.agents.heuristic.weights import Weight
from fs_env.core.four_souls import actions as A
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.state import PLAYERS, PROMISES, Favour, Obj, Question, Zone

AMOUNTS = A.AMOUNTS
ACCEPT, DECLINE, CENTS, A_FAVOUR, OFFER, A_PLAYER = A.ACCEPT, A.DECLINE, A.CENTS, A.FAVOUR, A.OFFER, A.PLAYER
CARD_OF_ACTION = A.CARD_OF_ACTION
USE = int(Favour.USE)
STACKED, PAID_USES = int(ON_STACK), PAID_OF.shape[1]
HARM = 0.35  # what a loot card of an opponent may cost its target in a round
ANSWERED = 0.05  # how likely each of an opponent's cards answers an object on the stack
OWN_ANSWER = 0.3  # how likely the bot answers one, if it has a card for that
RESTRAINT = 0.3  # how much of the harm that it spares another one the bot loses by that
KEEP = 2.0  # value of keeping a promise
LEAST = 0.1  # of a trade
CHARGE = 0.3  # share of what activating an item is usually worth that its owner loses by doing it for another player


@kernel
def trust(obs, k):
    stored = 1.0 + obs.barter[k].kept
    return stored / (stored + 2.0 * obs.barter[k].broken)


@kernel
def dread(obs, k, other):
    """How much the advantage of another player counts for player k among those of all others: more, the more souls that one has."""
    others = 0.0
    for j in range(obs.decision.players):
        if j != k:
            others += (1.0 + obs.players[j].souls) ** 2
    return (1.0 + obs.players[other].souls) ** 2 / others


@kernel
def harm(obs, k, victim):
    """Likely cost of player k's cards to another one in a round: more, the more souls the victim has."""
    return HARM * obs.players[k].hand * dread(obs, k, victim)


@kernel
def use_on_top(s, obs, ability, card, k):
    """Value of an ability for the bot if player k decides how it is used on the object on top of the stack, 0 where it cannot be."""
    best = 0.0
    for i in range(N_TARGETS[ability]):
        filter = int(TARGETS[ability, i, 1])
        if FILTER[filter, 0] & STACKED == 0 or not object_fits(obs, 0, int(FILTER[filter, 0]), int(FILTER[filter, 1])):
            continue
        new_scene(s, 0, k, card)
        s.frame[0].regs[TARGETS[ability, i, 0]] = OBJECT
        worth = effect(s, obs, 0, ability)
        best = max(best, worth) if k == 0 else min(best, worth)
    return best


@kernel
def service(s, obs, card, payer):
    """Value for the bot of using an item on the object on top of the stack, used as is best for who pays."""
    best = 0.0
    for j in range(1 + PAID_USES):
        ability = int(TAP_OF[card]) if j == 0 else int(PAID_OF[card, j - 1])
        if ability == NONE or (j == 0 and is_turned(obs, card)):
            continue
        worth = use_on_top(s, obs, ability, card, payer)
        best = max(best, worth) if payer == 0 else min(best, worth)
    return best


@kernel
def is_servant(s, obs, card, k):
    if owner_of(obs, card) != k or zone_of(obs, card) != Zone.ITEM or n_objects(obs) == 0:
        return False
    return PAID_OF[card, 0] != NONE or (TAP_OF[card] != NONE and not is_turned(obs, card))


@kernel
def benefit(s, obs, favour, promiser, payer, served):
    """Value of a favour for who pays for it; `served`: the value of the use of an item for the bot."""
    if favour == Favour.USE:
        if payer == 0:
            return trust(obs, promiser) * max(0.0, served)
        return max(0.0, served / s.part[payer]) if s.part[payer] < 0.0 else 0.0
    if favour == Favour.SPARE:
        return trust(obs, promiser) * harm(obs, promiser, payer)
    if favour == Favour.AIM:
        return 0.5 * trust(obs, promiser) * harm(obs, promiser, payer)
    if favour == Favour.PASS and n_objects(obs) > 0 and obs.stack[0].owner == payer + 1:
        at_stake = s.waiting[0] if payer == 0 else -s.waiting[0]
        return trust(obs, promiser) * max(0.0, at_stake) * min(0.3, ANSWERED * obs.players[promiser].hand)
    return 0.0


@kernel
def burden(s, obs, favour, promiser, payer, item, served):
    """Cost of a favour to who does it; `served`: the value of the use of an item for the bot. `UNBOUNDED` if it would refuse."""
    if favour == Favour.GIFT:
        return 0.0
    if favour == Favour.USE and item != NONE:
        cost = CHARGE * TAP_RATING[item]
        if promiser != 0:
            return cost + s.weight[Weight.RIVALS] * dread(obs, promiser, payer) * max(0.0, served)
        return cost - served if cost - served < KEEP else UNBOUNDED
    if favour == Favour.SPARE or favour == Favour.AIM:
        return RESTRAINT * harm(obs, promiser, payer)
    if favour == Favour.PASS and n_objects(obs) > 0:
        at_stake = -s.waiting[0] if promiser == 0 else s.waiting[0]
        likely = OWN_ANSWER if promiser == 0 and s.answers > 0 else min(0.3, ANSWERED * obs.players[promiser].hand)
        return max(0.0, at_stake) * likely
    return UNBOUNDED


@kernel
def trade(s, obs, favour, promiser, payer, item, served, n):
    """Value for the bot of a trade between it and another player; its rival's gain or loss counts too."""
    if promiser == 0:
        paid = gain(s, obs, 0, n) + s.part[payer] * gain(s, obs, payer, -n)
        return paid - burden(s, obs, favour, 0, payer, item, served)
    paid = gain(s, obs, 0, -n) + s.part[promiser] * gain(s, obs, promiser, n)
    return benefit(s, obs, favour, promiser, 0, served) + paid


@kernel
def acceptable(s, obs, favour, promiser, payer, item, served, n):
    if promiser == 0:
        return benefit(s, obs, favour, 0, payer, served) > COIN * n
    return COIN * n > burden(s, obs, favour, promiser, 0, item, served)


@kernel
def is_promised(obs, favour, promiser, payer):
    for k in range(PROMISES):
        row = obs.promises[k]
        if row.favour == favour and row.promiser == promiser + 1 and row.payer == payer + 1:
            return True
    return False


@kernel
def best_amount(s, obs, f, promiser, payer, item, served):
    """Value of a trade for the bot at the best of all amounts that both sides gain by, and that amount; 0 and NONE without one."""
    best, n = 0.0, NONE
    for i in range(len(AMOUNTS)):
        amount = int(AMOUNTS[i])
        if amount <= obs.players[payer].coins:
            worth = trade(s, obs, f, promiser, payer, item, served, amount)
            if worth > max(best, LEAST) and acceptable(s, obs, f, promiser, payer, item, served, amount):
                best, n = worth, amount
    return best, n


@kernel
def best_service(s, obs, promiser, payer, item):
    """The best trade of the use of an item, of this one if it is not NONE: its value for the bot, the item and the amount."""
    best, best_item, n = 0.0, NONE, NONE
    if s.improved & Improvement.SERVICE == 0:
        return best, best_item, n
    for i in range(s.n_owned):
        card = int(s.owned[i])
        if (item == NONE or card == item) and is_servant(s, obs, card, promiser):
            served = service(s, obs, card, payer)
            worth, amount = best_amount(s, obs, USE, promiser, payer, card, served)
            if worth > best:
                best, best_item, n = worth, card, amount
    return best, best_item, n


@kernel
def best_trade(s, obs, pays, favour, other, item):
    """Value of the best trade of that kind for the bot, 0 without a good one; `favour`, `other` and `item` if not NONE.

    Returns the value, the favour, the other player, the item and the amount."""
    best, best_favour, best_other, best_item, best_n = 0.0, NONE, NONE, NONE, NONE
    for f in range(Favour.SPARE, Favour.USE + 1):
        for k in range(1, obs.decision.players):
            promiser, payer = (k, 0) if pays else (0, k)
            if (favour != NONE and f != favour) or (other != NONE and k != other) or f == Favour.AIM:
                continue
            if is_promised(obs, f, promiser, payer):
                continue
            used = NONE
            if f == Favour.USE:
                worth, used, n = best_service(s, obs, promiser, payer, item)
            else:
                worth, n = best_amount(s, obs, f, promiser, payer, NONE, 0.0)
            if worth > best:
                best, best_favour, best_other, best_item, best_n = worth, f, k, used, n
    return best, best_favour, best_other, best_item, best_n


@kernel
def offer_to_make(s, obs):
    """The offer to begin instead of passing, NONE without a good one; one in a turn."""
    if obs.barter[0].offers > 0:
        return NONE
    answer, best = NONE, 0.0
    for i in range(s.n_legal):
        pays = s.legal[i] == OFFER
        if pays or s.legal[i] == OFFER + 1:
            worth, _, _, _, _ = best_trade(s, obs, pays, NONE, NONE, NONE)
            if worth > best:
                best, answer = worth, s.legal[i]
    return answer


@kernel
def action_of(s, card):
    for i in range(s.n_legal):
        if CARD_OF_ACTION[s.legal[i]] == card:
            return s.legal[i]
    return s.legal[0]


@kernel
def terms(s, obs, question):
    """Answer that sets a part of the bot's offer: the favour, the other player, the item to be used, or the amount."""
    pays = obs.offer.payer == 1
    favour = obs.offer.favour if obs.offer.favour > 0 else NONE
    other = int(obs.offer.promiser if pays else obs.offer.payer) - 1
    item = int(obs.offer.item) - 1
    _, f, k, used, n = best_trade(s, obs, pays, favour, other, item)
    if f == NONE:
        return s.legal[0]
    if question == Question.FAVOUR:
        return A_FAVOUR + f - 1
    if question == Question.PARTNER:
        return A_PLAYER + k
    if question == Question.ITEM:
        return action_of(s, used)
    for i in range(len(AMOUNTS)):
        if AMOUNTS[i] == n:
            return CENTS + i
    return s.legal[0]


@kernel
def deal(s, obs):
    """Whether to agree to an offer; else the amount at which both sides would gain, if there is one."""
    favour, promiser, payer = int(obs.offer.favour), int(obs.offer.promiser) - 1, int(obs.offer.payer) - 1
    n = int(obs.offer.counter) if obs.offer.counter > 0 else int(obs.offer.cents)
    item, served = NONE, 0.0
    if favour == Favour.USE and s.improved & Improvement.SERVICE:
        item = int(obs.offer.item) - 1
        served = service(s, obs, item, payer)
    if trade(s, obs, favour, promiser, payer, item, served, n) > 0.0:
        return int(ACCEPT)
    best, answer = 0.0, int(DECLINE)
    for i in range(s.n_legal):
        k = s.legal[i] - CENTS
        if 0 <= k < len(AMOUNTS):
            amount = int(AMOUNTS[k])
            worth = trade(s, obs, favour, promiser, payer, item, served, amount)
            if worth > best and acceptable(s, obs, favour, promiser, payer, item, served, amount):
                best, answer = worth, s.legal[i]
    return answer


@kernel
def patience(obs):
    """Extra value that using any card must have, because the bot has promised not to respond."""
    for k in range(PROMISES):
        if obs.promises[k].favour == Favour.PASS and obs.promises[k].promiser == 1 and obs.promises[k].object > 0:
            return KEEP
    return 0.0


@kernel
def promised_use(obs, card):
    if obs.promises[0].favour == 0:  # open promises come first
        return 0.0
    for k in range(PROMISES):
        row = obs.promises[k]
        if row.favour == Favour.USE and row.promiser == 1 and row.item == card + 1 and row.object > 0:
            return KEEP
    return 0.0


@kernel
def owner_of_thing(obs, thing):
    """The player who is meant by a player, an item or an object on the stack, NONE for other things."""
    if 0 <= thing < PLAYERS:
        return thing
    if thing >= CARD:
        return owner_of(obs, thing - CARD)
    if OBJECT <= thing < CARD and obs.stack[thing - OBJECT].kind != Obj.ROLL_BONUS:
        return obs.stack[thing - OBJECT].owner - 1
    return NONE


@kernel
def loyalty(obs, thing):
    """Extra value of choosing a target, because of the bot's promises about it."""
    total = 0.0
    for k in range(PROMISES):
        row = obs.promises[k]
        if row.promiser == 1 and (row.favour == Favour.SPARE or row.favour == Favour.AIM):
            who = owner_of_thing(obs, thing)
            if who == row.payer - 1:
                total -= KEEP
            elif row.favour == Favour.AIM and who == row.whom - 1:
                total += 0.5 * KEEP
        elif row.promiser == 1 and row.favour == Favour.USE and row.object > 0 and thing == OBJECT + row.object - 1:
            total += KEEP
    return total
