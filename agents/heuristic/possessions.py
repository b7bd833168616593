"""Values of coins, loot cards, items, souls and lives for a player, from that player's point of view."""

from fs_env.agents.heuristic.board import bonus_open, souls_to_win
from fs_env.agents.heuristic.card_facts import BECOMES_SOUL, COST, COST_N, FITTED, FLAGS, ITEM, PAID_OF, RATING, UNKNOWN
from fs_env.agents.heuristic.improvements import Improvement
from fs_env.agents.heuristic.scratch import kernel
from fs_env.agents.heuristic.weights import Weight
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import NONE, Cost
from fs_env.core.four_souls.tables import CardFlag

ENOUGH = 4
DECK_PRICE = 10  # of the top of the treasure deck (R10.7)
BONUS_COINS, BONUS_HAND, BONUS_GUPPY = (int(n) for n in T.BONUS_N)


@kernel
def next_soul(s, n):
    return s.weight[Weight.SOUL_1 + max(0, min(n, ENOUGH - 1))]


@kernel
def souls(s, obs, k, n):
    total = 0.0
    for i in range(n):
        total += next_soul(s, souls_to_win(obs, k) + i)
    return total


@kernel
def lost_soul(s, obs, k):
    return next_soul(s, max(0, min(souls_to_win(obs, k), ENOUGH) - 1))


@kernel
def purse(s, obs, k, coins):
    total = s.weight[Weight.COIN] * coins
    if bonus_open(obs, 0):
        share = min(1.0, coins / BONUS_COINS)
        total += next_soul(s, souls_to_win(obs, k)) * (share * share * share)
    return total


@kernel
def hand(s, obs, k, n):
    total = s.weight[Weight.LOOT] * min(n, BONUS_HAND)
    if bonus_open(obs, 1):
        share = min(1.0, n / BONUS_HAND)
        total += next_soul(s, souls_to_win(obs, k)) * (share * share * share * share * share)
    return total


@kernel
def gain(s, obs, k, coins):
    have = obs.players[k].coins
    return purse(s, obs, k, max(0, have + coins)) - purse(s, obs, k, have)


@kernel
def bargain(s, obs, coins):
    """Value for the bot of a purchase that coins make possible in this turn, or (below 0) impossible."""
    have, price = obs.players[0].coins, obs.players[0].price
    if (have >= price) == (have + coins >= price):
        return 0.0
    return s.weight[Weight.BARGAIN] * (s.bargain if coins > 0 else -s.bargain)


@kernel
def draw(s, obs, k, n):
    """Value of drawing (or discarding, freely chosen) loot cards for player k."""
    have = obs.players[k].hand
    change = hand(s, obs, k, max(0, have + n)) - hand(s, obs, k, have)
    return change if n > 0 else s.weight[Weight.LOST_LOOT] * change


@kernel
def rated(s, card):
    if s.improved & Improvement.PRICES and FITTED[card] > UNKNOWN:
        return s.weight[Weight.USUAL_ITEM] + s.weight[Weight.PER_LOGIT] * FITTED[card]
    return ITEM[card]


@kernel
def loss(s, obs, k, card):
    if BECOMES_SOUL[card] and s.improved & Improvement.CHEST:
        return rated(s, card) - next_soul(s, souls_to_win(obs, k))
    return item(s, obs, k, card)


@kernel
def paid_uses(obs, k, card):
    """Value of the uses of an item that player k can pay for, with coins beyond those of a purchase, by its text."""
    ability = int(PAID_OF[card, 0])
    if ability == NONE or COST[ability] != Cost.COINS:
        return 0.0
    return max(0, obs.players[k].coins - DECK_PRICE) / COST_N[ability] * RATING[ability]


@kernel
def item(s, obs, k, card):
    worth = rated(s, card)
    if FLAGS[card] & CardFlag.GUPPY and s.guppies[k] >= BONUS_GUPPY - 1 and bonus_open(obs, 2):
        worth += next_soul(s, souls_to_win(obs, k))
    return worth + s.weight[Weight.USES_TO_PAY] * paid_uses(obs, k, card)
