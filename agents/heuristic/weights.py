"""The numbers that the bot weighs by: those of the first version, and today's where an improvement has changed them."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from fs_env.agents.heuristic.improvements import Improvement


class Weight(IntEnum):
    """Places of the numbers, each with today's; the values of a cent, a loot card and a soul are about 0.5, 1.6 and 16 or more."""

    today: float

    def __new__(cls, today: float) -> Weight:
        one = int.__new__(cls, len(cls.__members__))
        one._value_, one.today = int(one), today
        return one

    COIN = 0.5  # a cent
    LOOT = 1.6  # a loot card in hand
    LOST_LOOT = 0.7  # share of that which a freely chosen discard costs
    TREASURE = 6.0  # a treasure gained by an effect
    TOP_TREASURE = 5.4  # the top of the treasure deck, bought
    SOUL_1 = 16.0  # the next soul of a player with none
    SOUL_2 = 18.0
    SOUL_3 = 24.0
    SOUL_4 = 150.0  # the one that wins
    USUAL_ITEM = 5.0  # the usual treasure, instead of the rating of its text
    PER_LOGIT = 10.0  # one unit of the log odds of winning
    OWN_DEATH = 0.4  # how much of what its own death seems to cost counts
    OTHERS_DEATH = 0.4  # the same for other players
    DEATH = 1.5  # of that cost: what does not depend on the position
    DEATH_IN_TURN = 1.5  # more in a turn of one's own
    RIVALS = 0.7  # how much the advantage of all other players together counts
    SAFETY = 0.15  # a hit point
    RECHARGED = 0.8  # share of its rating that a recharged item has
    OWN_PLAY = 1.2  # a recharged character
    LEAST_PLAY = 0.1  # least value of playing a loot card
    LEAST_TAP = 0.25  # the same for activating an item
    LEAST_PAY = 0.25
    LEAST_PURCHASE = 0.0
    LEAST_ATTACK = 0.0
    PATIENT_TURNS = 40.0  # a game that drags on justifies more and more risk in attacks
    UNKNOWN_ATTACK = 1.0  # the top of the monster deck may be better than the mean of its cards
    KEEP_ANY = 0.1  # value of keeping a loot card for later
    KEEP_SAVED = 0.5  # one for rolls, damage or boosts
    KEEP_ANSWER = 2.5  # one that cancels
    KEEP_KILL = 2.5
    KEEP_BATTERY = 0.1
    USED_UP = 0.5  # share of its rating that using up an item costs
    WAIT = 0.8  # value of the loot play for each card that may answer something
    USES_TO_PAY = 0.2  # how much the uses of an item that a player can pay for count
    DREAD = 1.0  # how little the souls of rivals decide who of them counts
    EXTRA_TURN = 8.0
    MORE_ATTACKS = 0.7  # value of another attack, as a share of the best one
    MORE_PLAYS = 0.8  # another loot play
    LATER = 0.6  # share of the present value of a use that remains when it can be made
    AT_ONCE = 0.5  # share of a use of unusual value that counts when its item is bought
    REROLLED = 5.4  # what comes of an item that is rerolled
    USUAL_FIGHT = 2.0  # an attack with nothing known
    WAIT_LAST = 3.2  # `WAIT` while a rival lacks one soul
    BARGAIN = 0.5  # how much of a purchase that coins make possible counts


N_WEIGHTS = len(Weight)
W = Weight
_FIRST: dict[Improvement, dict[Weight, float]] = {
    Improvement.RISK: {W.OWN_DEATH: 1.0, W.OTHERS_DEATH: 1.0},
    Improvement.RESTRAINT: {W.LEAST_PLAY: 0.05, W.LEAST_TAP: 0.05, W.LEAST_PAY: 0.05},
    Improvement.FIGURES: {W.KEEP_SAVED: 1.0, W.KEEP_BATTERY: 1.0},
    Improvement.PAYS: {W.USES_TO_PAY: 0.0},
}
"""Weights of the first version, by the improvement that changed it."""
TODAY = np.array([weight.today for weight in Weight])
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
