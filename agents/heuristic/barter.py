"""Bartering (R16): what favours are worth to both sides, when to offer, what to answer, and which promises to keep.

Both sides are weighed by public facts, so that an offer is one that the other side has a reason to accept. Promises to use a
card for somebody are neither bought nor sold: the bot uses cards for itself.
"""

from __future__ import annotations

from fs_env.agents.heuristic.board import n_objects, owner_of
from fs_env.agents.heuristic.card_facts import COIN
from fs_env.agents.heuristic.position import UNBOUNDED
from fs_env.agents.heuristic.possessions import gain
from fs_env.agents.heuristic.scratch import CARD, OBJECT, kernel
from fs_env.core.four_souls import actions as A
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.state import PLAYERS, PROMISES, Favour, Obj, Question

AMOUNTS = A.AMOUNTS
ACCEPT, DECLINE, CENTS, A_FAVOUR, OFFER, A_PLAYER = A.ACCEPT, A.DECLINE, A.CENTS, A.FAVOUR, A.OFFER, A.PLAYER
HARM = 0.35  # what a loot card of an opponent may cost its target in a round
ANSWERED = 0.05  # how likely each of an opponent's cards answers an object on the stack
OWN_ANSWER = 0.3  # how likely the bot answers one, if it has a card for that
RESTRAINT = 0.3  # how much of the harm that it spares another one the bot loses by that
KEEP = 2.0  # what keeping a promise is worth
LEAST = 0.1  # of a trade


@kernel
def trust(obs, k):
    """How likely player k keeps a promise, as far as the earlier ones tell."""
    kept = 1.0 + obs.barter[k].kept
    return kept / (kept + 2.0 * obs.barter[k].broken)


@kernel
def harm(obs, k, victim):
    """What the cards of player k may cost another one in a round: more, the more souls the victim has."""
    others = 0.0
    for j in range(obs.decision.players):
        if j != k:
            others += (1.0 + obs.players[j].souls) ** 2
    return HARM * obs.players[k].hand * (1.0 + obs.players[victim].souls) ** 2 / others


@kernel
def benefit(s, obs, favour, promiser, payer):
    """What a favour is worth to who pays for it."""
    if favour == Favour.SPARE:
        return trust(obs, promiser) * harm(obs, promiser, payer)
    if favour == Favour.AIM:
        return 0.5 * trust(obs, promiser) * harm(obs, promiser, payer)
    if favour == Favour.PASS and n_objects(obs) > 0 and obs.stack[0].owner == payer + 1:
        at_stake = s.waiting[0] if payer == 0 else -s.waiting[0]
        return trust(obs, promiser) * max(0.0, at_stake) * min(0.3, ANSWERED * obs.players[promiser].hand)
    return 0.0


@kernel
def burden(s, obs, favour, promiser, payer):
    """What a favour costs who does it."""
    if favour == Favour.GIFT:
        return 0.0
    if favour == Favour.SPARE or favour == Favour.AIM:
        return RESTRAINT * harm(obs, promiser, payer)
    if favour == Favour.PASS and n_objects(obs) > 0:
        at_stake = -s.waiting[0] if promiser == 0 else s.waiting[0]
        likely = OWN_ANSWER if promiser == 0 and s.answers > 0 else min(0.3, ANSWERED * obs.players[promiser].hand)
        return max(0.0, at_stake) * likely
    return UNBOUNDED


@kernel
def trade(s, obs, favour, promiser, payer, n):
    """What a trade between the bot and another player is worth to the bot; its rival's gain or loss counts too."""
    if promiser == 0:
        return gain(s, obs, 0, n) + s.part[payer] * gain(s, obs, payer, -n) - burden(s, obs, favour, 0, payer)
    return benefit(s, obs, favour, promiser, 0) + gain(s, obs, 0, -n) + s.part[promiser] * gain(s, obs, promiser, n)


@kernel
def acceptable(s, obs, favour, promiser, payer, n):
    """Whether the other side of a trade seems to gain by it."""
    if promiser == 0:
        return benefit(s, obs, favour, 0, payer) > COIN * n
    return COIN * n > burden(s, obs, favour, promiser, 0)


@kernel
def is_promised(obs, favour, promiser, payer):
    """Whether such a promise is open."""
    for k in range(PROMISES):
        row = obs.promises[k]
        if row.favour == favour and row.promiser == promiser + 1 and row.payer == payer + 1:
            return True
    return False


@kernel
def best_trade(s, obs, pays, favour, other, n):
    """What the best trade of that kind is worth to the bot, 0 without a good one; `favour`, `other` and `n` if they are not NONE.

    Returns the worth, the favour, the other player and the amount."""
    best, best_favour, best_other, best_n = 0.0, NONE, NONE, NONE
    for f in range(Favour.SPARE, Favour.PASS + 1):
        for k in range(1, obs.decision.players):
            promiser, payer = (k, 0) if pays else (0, k)
            if (favour != NONE and f != favour) or (other != NONE and k != other):
                continue
            if is_promised(obs, f, promiser, payer):
                continue
            for i in range(len(AMOUNTS)):
                amount = AMOUNTS[i]
                if (n != NONE and n != amount) or amount > obs.players[payer].coins:
                    continue
                worth = trade(s, obs, f, promiser, payer, amount)
                if worth > max(best, LEAST) and acceptable(s, obs, f, promiser, payer, amount):
                    best, best_favour, best_other, best_n = worth, f, k, amount
    return best, best_favour, best_other, best_n


@kernel
def offer_to_make(s, obs):
    """The offer to begin instead of passing, NONE without a good one; one in a turn."""
    if obs.barter[0].offers > 0:
        return NONE
    answer, best = NONE, 0.0
    for i in range(s.n_legal):
        pays = s.legal[i] == OFFER
        if pays or s.legal[i] == OFFER + 1:
            worth, _, _, _ = best_trade(s, obs, pays, NONE, NONE, NONE)
            if worth > best:
                best, answer = worth, s.legal[i]
    return answer


@kernel
def terms(s, obs, question):
    """What an offer of the bot is about: the favour, the other player, or the amount."""
    pays = obs.offer.payer == 1
    favour = obs.offer.favour if obs.offer.favour > 0 else NONE
    other = int(obs.offer.promiser if pays else obs.offer.payer) - 1
    _, f, k, n = best_trade(s, obs, pays, favour, other, NONE)
    if f == NONE:
        return s.legal[0]
    if question == Question.FAVOUR:
        return A_FAVOUR + f - 1
    if question == Question.PARTNER:
        return A_PLAYER + k
    for i in range(len(AMOUNTS)):
        if AMOUNTS[i] == n:
            return CENTS + i
    return s.legal[0]


@kernel
def deal(s, obs):
    """Whether to agree to an offer; else the amount at which both sides would gain, if there is one."""
    favour, promiser, payer = int(obs.offer.favour), int(obs.offer.promiser) - 1, int(obs.offer.payer) - 1
    n = int(obs.offer.counter) if obs.offer.counter > 0 else int(obs.offer.cents)
    if trade(s, obs, favour, promiser, payer, n) > 0.0:
        return int(ACCEPT)
    best, answer = 0.0, int(DECLINE)
    for i in range(s.n_legal):
        k = s.legal[i] - CENTS
        if 0 <= k < len(AMOUNTS):
            worth = trade(s, obs, favour, promiser, payer, AMOUNTS[k])
            if worth > best and acceptable(s, obs, favour, promiser, payer, AMOUNTS[k]):
                best, answer = worth, s.legal[i]
    return answer


# --- promises ---------------------------------------------------------------------------------------------------------
@kernel
def patience(obs):
    """What using any card must be worth in addition, because the bot has promised not to respond."""
    for k in range(PROMISES):
        if obs.promises[k].favour == Favour.PASS and obs.promises[k].promiser == 1 and obs.promises[k].object > 0:
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
    """What choosing a target is worth in addition, because of the bot's promises about it."""
    total = 0.0
    for k in range(PROMISES):
        row = obs.promises[k]
        if row.promiser == 1 and (row.favour == Favour.SPARE or row.favour == Favour.AIM):
            who = owner_of_thing(obs, thing)
            if who == row.payer - 1:
                total -= KEEP
            elif row.favour == Favour.AIM and who == row.whom - 1:
                total += 0.5 * KEEP
    return total
