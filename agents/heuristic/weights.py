"""The numbers that the bot weighs by: those of the first edition, and today's where an improvement has changed them."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from fs_env.agents.heuristic.improvements import Improvement


class Weight(IntEnum):
    """Places of the numbers; a cent, a loot card and a soul are worth about 0.5, 1.6 and 16 or more."""

    COIN = 0  # a cent
    LOOT = 1  # a loot card in hand
    LOST_LOOT = 2  # share of that which a freely chosen discard costs
    TREASURE = 3  # a treasure gained by an effect
    TOP_TREASURE = 4  # the top of the treasure deck, bought
    SOUL_1 = 5  # the next soul of a player with none
    SOUL_2 = 6
    SOUL_3 = 7
    SOUL_4 = 8  # the one that wins
    USUAL_ITEM = 9  # the usual treasure, in place of the rating of its text
    PER_LOGIT = 10  # one unit of the log odds of winning
    OWN_DEATH = 11  # how much of what its own death seems to cost counts
    OTHERS_DEATH = 12  # the same for other players
    DEATH = 13  # of that cost: what does not depend on the position
    DEATH_IN_TURN = 14  # more in a turn of one's own
    RIVALS = 15  # how much the advantage of all other players together counts
    SAFETY = 16  # a hit point
    RECHARGED = 17  # how much of its rating a recharged item is worth
    OWN_PLAY = 18  # a recharged character
    LEAST_PLAY = 19  # what playing a loot card must be worth
    LEAST_TAP = 20  # the same for activating an item
    LEAST_PAY = 21
    LEAST_PURCHASE = 22
    LEAST_ATTACK = 23
    PATIENT_TURNS = 24  # a game that drags on justifies more and more risk in attacks
    UNKNOWN_ATTACK = 25  # the top of the monster deck may be better than the mean of its cards
    KEEP_ANY = 26  # what keeping a loot card for its moment is worth
    KEEP_SAVED = 27  # one for rolls, damage or boosts
    KEEP_ANSWER = 28  # one that cancels
    KEEP_KILL = 29
    KEEP_BATTERY = 30
    USED_UP = 31  # share of its rating that using up an item costs
    WAIT = 32  # what the loot play is worth for each card that may answer something
    USES_TO_PAY = 33  # how much the uses of an item that a player can pay for count
    DREAD = 34  # how little the souls of rivals decide who of them counts
    EXTRA_TURN = 35
    MORE_ATTACKS = 36  # how much of the best attack another one is worth
    MORE_PLAYS = 37  # another loot play
    LATER = 38  # how much of what a use is worth now is left of it when it can be made
    AT_ONCE = 39  # how much of a use that is worth more than usual counts when its item is bought
    REROLLED = 40  # what comes of an item that is rerolled
    USUAL_FIGHT = 41  # an attack with nothing known
    WAIT_LAST = 42  # `WAIT` while a rival lacks one soul
    BARGAIN = 43  # how much of a purchase that coins make possible counts


N_WEIGHTS = len(Weight)
W = Weight
_TODAY = {
    W.COIN: 0.5,
    W.LOOT: 1.6,
    W.LOST_LOOT: 0.7,
    W.TREASURE: 6.0,
    W.TOP_TREASURE: 5.4,
    W.SOUL_1: 16.0,
    W.SOUL_2: 18.0,
    W.SOUL_3: 24.0,
    W.SOUL_4: 150.0,
    W.USUAL_ITEM: 5.0,
    W.PER_LOGIT: 10.0,
    W.OWN_DEATH: 0.4,
    W.OTHERS_DEATH: 0.4,
    W.DEATH: 1.5,
    W.DEATH_IN_TURN: 1.5,
    W.RIVALS: 0.7,
    W.SAFETY: 0.15,
    W.RECHARGED: 0.8,
    W.OWN_PLAY: 1.2,
    W.LEAST_PLAY: 0.1,
    W.LEAST_TAP: 0.25,
    W.LEAST_PAY: 0.25,
    W.LEAST_PURCHASE: 0.0,
    W.LEAST_ATTACK: 0.0,
    W.PATIENT_TURNS: 40.0,
    W.UNKNOWN_ATTACK: 1.0,
    W.KEEP_ANY: 0.1,
    W.KEEP_SAVED: 0.5,
    W.KEEP_ANSWER: 2.5,
    W.KEEP_KILL: 2.5,
    W.KEEP_BATTERY: 0.1,
    W.USED_UP: 0.5,
    W.WAIT: 0.8,
    W.USES_TO_PAY: 0.2,
    W.DREAD: 1.0,
    W.EXTRA_TURN: 8.0,
    W.MORE_ATTACKS: 0.7,
    W.MORE_PLAYS: 0.8,
    W.LATER: 0.6,
    W.AT_ONCE: 0.5,
    W.REROLLED: 5.4,
    W.USUAL_FIGHT: 2.0,
    W.WAIT_LAST: 3.2,
    W.BARGAIN: 0.5,
}
_FIRST: dict[Improvement, dict[Weight, float]] = {
    Improvement.RISK: {W.OWN_DEATH: 1.0, W.OTHERS_DEATH: 1.0},
    Improvement.RESTRAINT: {W.LEAST_PLAY: 0.05, W.LEAST_TAP: 0.05, W.LEAST_PAY: 0.05},
    Improvement.FIGURES: {W.KEEP_SAVED: 1.0, W.KEEP_BATTERY: 1.0},
    Improvement.PAYS: {W.USES_TO_PAY: 0.0},
}
"""Weights of the first edition, by the improvement that changed it."""
TODAY = np.array([_TODAY[weight] for weight in Weight])
FIRST, CHANGED_BY = TODAY.copy(), np.zeros(N_WEIGHTS, np.int64)
"""By weight: what it is without the improvement that changed it; the bit of that, 0: it is what it always was."""
for _improvement, _changed in _FIRST.items():
    for _weight, _number in _changed.items():
        FIRST[_weight], CHANGED_BY[_weight] = _number, _improvement

AGGRESSIVE, PASSIVE = 0, 1
_STYLES = {
    # weight: aggressive, passive
    W.LEAST_ATTACK: (-4.0, 3.0),
    W.UNKNOWN_ATTACK: (3.0, -2.0),
    W.OWN_DEATH: (0.1, 1.2),
    W.OTHERS_DEATH: (0.8, 0.1),
    W.RIVALS: (1.2, 0.3),
    W.LEAST_PURCHASE: (1.0, -1.0),
}
STYLES = np.stack([TODAY, TODAY])
"""Weights of bots of another style, (style, weight): those of today where `_STYLES` has no other."""
for _weight, _values in _STYLES.items():
    STYLES[:, _weight] = _values
