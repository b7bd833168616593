"""What coins, loot cards, items, souls and lives are worth to a player, from that player's point of view."""

from __future__ import annotations

from fs_env.agents.heuristic.board import bonus_open, souls_to_win
from fs_env.agents.heuristic.card_facts import COIN, FITTED, FLAGS, ITEM, LOOT, UNKNOWN
from fs_env.agents.heuristic.considerations import Consideration
from fs_env.agents.heuristic.scratch import kernel
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.tables import CardFlag

NEXT_SOUL = (16.0, 18.0, 24.0, 150.0)
"""What the next soul is worth to a player with 0, 1, 2 or 3 souls; the fourth wins."""
USUAL_ITEM, PER_LOGIT = 5.0, 10.0  # what the usual treasure is worth, and one unit of the log odds of winning
ENOUGH = 4
BONUS_COINS, BONUS_HAND, BONUS_GUPPY = (int(n) for n in T.BONUS_N)


@kernel
def next_soul(n):
    """What a soul is worth to a player who has n."""
    return NEXT_SOUL[max(0, min(n, ENOUGH - 1))]


@kernel
def souls(obs, k, n):
    """What n more souls are worth to player k."""
    total = 0.0
    for i in range(n):
        total += next_soul(souls_to_win(obs, k) + i)
    return total


@kernel
def lost_soul(obs, k):
    """What the loss of a soul costs player k."""
    return next_soul(max(0, min(souls_to_win(obs, k), ENOUGH) - 1))


@kernel
def purse(obs, k, coins):
    """What having this many coins is worth to player k."""
    total = COIN * coins
    if bonus_open(obs, 0):
        share = min(1.0, coins / BONUS_COINS)
        total += next_soul(souls_to_win(obs, k)) * (share * share * share)
    return total


@kernel
def hand(obs, k, n):
    """What holding n loot cards is worth to player k."""
    total = LOOT * min(n, BONUS_HAND)
    if bonus_open(obs, 1):
        share = min(1.0, n / BONUS_HAND)
        total += next_soul(souls_to_win(obs, k)) * (share * share * share * share * share)
    return total


@kernel
def gain(obs, k, coins):
    """What gaining (or losing) coins is worth to player k."""
    have = obs.players[k].coins
    return purse(obs, k, max(0, have + coins)) - purse(obs, k, have)


@kernel
def draw(obs, k, n):
    """What drawing (or discarding, freely chosen) loot cards is worth to player k."""
    have = obs.players[k].hand
    change = hand(obs, k, max(0, have + n)) - hand(obs, k, have)
    return change if n > 0 else 0.7 * change


@kernel
def rated(s, card):
    """What an item is worth wherever it is."""
    if s.considers & Consideration.PRICES and FITTED[card] > UNKNOWN:
        return USUAL_ITEM + PER_LOGIT * FITTED[card]
    return ITEM[card]


@kernel
def item(s, obs, k, card):
    """What an item is worth to player k."""
    worth = rated(s, card)
    if FLAGS[card] & CardFlag.GUPPY and s.guppies[k] >= BONUS_GUPPY - 1 and bonus_open(obs, 2):
        worth += next_soul(souls_to_win(obs, k))
    return worth
