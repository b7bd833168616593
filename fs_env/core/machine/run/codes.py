"""The numbers of commands, answers and faults."""

from enum import IntEnum


class Command(IntEnum):
    """Tasks of the entry, for the state at place `e`."""

    SETUP = 0  # a new game from seed `a`
    STEP = 1  # take action `a`
    TO_ACT = 2
    LEGAL = 3  # list the ids of legal actions in `obs`
    OBSERVE = 4  # as seat `a`
    RETURNS = 5  # written into the first row
    RESAMPLE = 6  # for seat `a`, with seed `b`
    OUTCOME = 7
    NUM_PLAYERS = 8
    DECISIONS = 9
    ADVANCE = 10  # take action `a`, then continue as in the first row
    PLAYOUT = 11  # random play with seed `a`, at most `b` decisions
    RANDOM_GAMES = 12  # `b` whole games, dealt from seed `a` on
    RANDOM_ROUNDS = 13  # `b` random steps of every state, with seed `a`
    PLAY_ROWS = 14  # rows `e` to `b`-1, policies with memories of `a` words
    DETERMINIZE = 15  # copies the state `e` to the places up to `b`-1 and resamples all of them for seat `a`
    ROLLOUTS = 16  # the first `b` rows, each from the first state resampled, policies with memories of `a` words
    GROW_TREE = 17  # `b` rollouts from the first state that grow a tree, policies with memories of `a` words
    PASSING = 18  # the action with which the seat that is asked passes by rule `a`, NO_ACTION where it is asked


class Status(IntEnum):
    """The result of a call; the first three are those of a game's `step`, those below zero are faults."""

    DONE = 0
    NOT_LEGAL = 1
    OVER = 2  # the game has ended
    BAD_PLACE = -100  # there is no such state, or no such seat
    BAD_BUFFER = -101  # too short
    STUCK = -102  # a seat was asked and nothing is legal
    REFUSED = -103  # a listed action, or the answer of a policy, was not taken
    NO_ROOM = -104  # the answer of a policy that needs more words of memory than it was given


# The same as plain numbers, for calls from Python: a member of an enum takes longer to read and to pass.
SETUP, STEP, TO_ACT, LEGAL, OBSERVE, RETURNS, RESAMPLE, OUTCOME, NUM_PLAYERS, DECISIONS = map(int, list(Command)[:10])
ADVANCE, PLAYOUT, RANDOM_GAMES, RANDOM_ROUNDS, PLAY_ROWS, DETERMINIZE, ROLLOUTS, GROW_TREE, PASSING = map(
    int, list(Command)[10:]
)

# And the results, for kernels: to numba an enum is its own type, which it does not unify with numbers.
DONE, NOT_LEGAL, OVER, BAD_PLACE, BAD_BUFFER, STUCK, REFUSED, NO_ROOM = (int(status) for status in Status)

ENDED = -1  # result of ADVANCE: the game is over now; ENDED - status: the action was not taken

# Instead of an action: take none and write the buffers; and for PLAY_ROWS, leave the row alone, or deal it a new game.
NO_ACTION, HOLD, RESTART = -1, -2, -3

RESAMPLED_SEEDS = 0x3C6E_F372_FE94_F82B  # a resampled game gets other streams than a game dealt from its seed
