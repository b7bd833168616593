"""The numbers that the bot weighs by: those of the first edition, and today's where a consideration has changed them."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from fs_env.agents.heuristic.considerations import Consideration

PRICES, RISK, RESTRAINT, FIGURES, PAYS = (
    int(bit)
    for bit in (
        Consideration.PRICES,
        Consideration.RISK,
        Consideration.RESTRAINT,
        Consideration.FIGURES,
        Consideration.PAYS,
    )
)


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
    KEEP_SOUL = 44  # what keeping a card that takes a soul is worth while no rival has two


N_WEIGHTS = len(Weight)
W = Weight
_ROWS = {
    # consideration, first edition, today
    W.COIN: (FIGURES, 0.5, 0.5),
    W.LOOT: (FIGURES, 1.6, 1.6),
    W.LOST_LOOT: (FIGURES, 0.7, 0.7),
    W.TREASURE: (FIGURES, 6.0, 6.0),
    W.TOP_TREASURE: (FIGURES, 5.4, 5.4),
    W.SOUL_1: (FIGURES, 16.0, 16.0),
    W.SOUL_2: (FIGURES, 18.0, 18.0),
    W.SOUL_3: (FIGURES, 24.0, 24.0),
    W.SOUL_4: (FIGURES, 150.0, 150.0),
    W.USUAL_ITEM: (FIGURES, 5.0, 5.0),
    W.PER_LOGIT: (FIGURES, 10.0, 10.0),
    W.OWN_DEATH: (RISK, 1.0, 0.4),
    W.OTHERS_DEATH: (RISK, 1.0, 0.4),
    W.DEATH: (FIGURES, 1.5, 1.5),
    W.DEATH_IN_TURN: (FIGURES, 1.5, 1.5),
    W.RIVALS: (FIGURES, 0.7, 0.7),
    W.SAFETY: (FIGURES, 0.15, 0.15),
    W.RECHARGED: (FIGURES, 0.8, 0.8),
    W.OWN_PLAY: (FIGURES, 1.2, 1.2),
    W.LEAST_PLAY: (RESTRAINT, 0.05, 0.1),
    W.LEAST_TAP: (RESTRAINT, 0.05, 0.25),
    W.LEAST_PAY: (RESTRAINT, 0.05, 0.25),
    W.LEAST_PURCHASE: (FIGURES, 0.0, 0.0),
    W.LEAST_ATTACK: (FIGURES, 0.0, 0.0),
    W.PATIENT_TURNS: (FIGURES, 40.0, 40.0),
    W.UNKNOWN_ATTACK: (FIGURES, 1.0, 1.0),
    W.KEEP_ANY: (FIGURES, 0.1, 0.1),
    W.KEEP_SAVED: (FIGURES, 1.0, 0.5),
    W.KEEP_ANSWER: (FIGURES, 2.5, 2.5),
    W.KEEP_KILL: (FIGURES, 2.5, 2.5),
    W.KEEP_BATTERY: (FIGURES, 1.0, 0.1),
    W.USED_UP: (FIGURES, 0.5, 0.5),
    W.WAIT: (FIGURES, 0.8, 0.8),
    W.USES_TO_PAY: (PAYS, 0.0, 0.2),
    W.DREAD: (FIGURES, 1.0, 1.0),
    W.EXTRA_TURN: (FIGURES, 8.0, 8.0),
    W.MORE_ATTACKS: (FIGURES, 0.7, 0.7),
    W.MORE_PLAYS: (FIGURES, 0.8, 0.8),
    W.LATER: (FIGURES, 0.6, 0.6),
    W.AT_ONCE: (FIGURES, 0.5, 0.5),
    W.REROLLED: (FIGURES, 5.4, 5.4),
    W.USUAL_FIGHT: (FIGURES, 2.0, 2.0),
    W.WAIT_LAST: (FIGURES, 3.2, 3.2),
    W.BARGAIN: (FIGURES, 0.5, 0.5),
    W.KEEP_SOUL: (FIGURES, 16.0, 16.0),
}
_TABLE = np.array([_ROWS[weight] for weight in Weight])
CHANGED_BY, FIRST, TODAY = _TABLE[:, 0].astype(np.int64), _TABLE[:, 1].copy(), _TABLE[:, 2].copy()
"""By weight: the consideration that changes it; what it is without that; what it is with it."""
