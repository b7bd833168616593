"""Compiled draws of a vector environment from its seeds: the games of its rows, and who plays which seat of them."""

from __future__ import annotations

import numpy as np

from fs_env.core.machine.compile.program import program
from fs_env.core.machine.run.codes import RESTART
from fs_env.core.machine.run.policy_call import OUTSIDE
from fs_env.core.machine.table.rng import GOLDEN, LOW64, mix, word

STEP, ONE_BIT, S11 = word(GOLDEN), word(1), word(11)
SEAT_DRAW, FOE_DRAW = 0x5EA7, 0xF0E5  # separate the draws of the learner's seat and of opponents from others
RANDOM_SEAT, NEXT_SEAT = -1, -2  # as the learner's seat: drawn for each game; the next one in each game of a row


@program("int64[::1], int64[::1], int64[::1], int64[:], int64[:]")
def next_games(rows, row_seeds, games, seeds, actions):
    """Counts, seeds and restarts the next games of these rows: the first of a row has the row's own seed, the k-th after it a number that
    follows from both."""
    for i in rows:
        games[i] += 1
        seeds[i] = row_seeds[i]
        if games[i] > 0:
            seeds[i] = mix((word(row_seeds[i]) + STEP * word(games[i])) & LOW64) >> ONE_BIT
        actions[i] = RESTART
    return 0


@program(
    "int64[::1], int64[::1], int64[::1], int64[:], int64[::1], int64[:,::1], float64[::1], int64[:], int64[:,::1], int64[:,:]"
)
def seat_games(rows, row_seeds, games, seeds, seating, placed, bounds, learners, who, policies):
    """Seats the learner and its opponents in the games of these rows: from the seat after the learner on, those of `placed` in turn, or
    ones that are drawn with the shares that end at `bounds`, if there are any.

    `seating`: the learner's seat and how many seats there are. `placed`: opponents, and their policies.
    """
    seat, players = seating
    for i in rows:
        learner = seat
        if seat == RANDOM_SEAT:
            learner = np.int64(mix(seeds[i] ^ SEAT_DRAW) % word(players))
        elif seat == NEXT_SEAT:
            learner = (row_seeds[i] % players + games[i]) % players
        learners[i] = learner
        who[i] = -1
        policies[i] = OUTSIDE
        for k in range(1, players):
            place = (k - 1) % placed.shape[1]
            if len(bounds) > 0:
                drawn = float(mix((word(seeds[i] ^ FOE_DRAW) + STEP * word(k)) & LOW64) >> S11) * 2.0**-53
                place = 0
                while place < len(bounds) - 1 and bounds[place] <= drawn:
                    place += 1
            other = (learner + k) % players
            who[i, other], policies[i, other] = placed[0, place], placed[1, place]
    return 0


@program("int64[:], int64[:], int64[::1]")
def count_stopped(statuses, seats, dealt):
    """How many rows refused an action, and how many of the games in these rows are over."""
    n = 0
    for status in statuses:
        n += status > 0
    for i in dealt:
        n += seats[i] < 0
    return n
