"""The end of the game and its score (R23, R30 to R40, A1, A9, A10)."""

import numpy as np

from fs_env.core.castles_of_caleira.cards import CARDS, KINDS, WALL_BONUS, Kind
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.castles_of_caleira.rules.knowledge import note_discard, show
from fs_env.core.castles_of_caleira.state import NONE, Outcome, kernel

POINTS = np.array([card.points for card in CARDS], np.int64)
ALL_WALLS = CARDS[Kind.BATTLEMENTS].copies
STEP = 100  # more than any number of points or pieces


@kernel
def score(s, seat):
    """Points of a castle (R31, R40)."""
    points, walls = 0, 0
    for piece in range(s.n_pieces):
        if s.owner[piece] == seat and (s.castle >> piece) & 1:
            if (s.down >> piece) & 1:
                points += 1
            else:
                points += int(POINTS[s.kind[piece]])
                walls += int(s.walls >> piece) & 1
    if walls == ALL_WALLS:
        points += ALL_WALLS * WALL_BONUS
    return points


@kernel
def rank(s, seat):
    """Orders players: points, then face-down pieces, then fewest pieces in all (R32)."""
    down, pieces = 0, 0
    for piece in range(s.n_pieces):
        if s.owner[piece] == seat and (s.castle >> piece) & 1:
            pieces += 1
            down += int(s.down >> piece) & 1
    return (score(s, seat) * STEP + down) * STEP - pieces


@kernel
def best(s, seats):
    """Those of a set of seats that rank first (A9)."""
    winners, top = 0, 0
    for seat in range(s.n_players):
        if (seats >> seat) & 1:
            here = rank(s, seat)
            if winners == 0 or here > top:
                winners, top = 1 << seat, here
            elif here == top:
                winners |= 1 << seat
    return winners


@kernel
def finish(s, winners):
    """Ends the game; a win that all share is a draw."""
    s.winners = winners
    s.outcome = Outcome.DRAWN if winners == (1 << int(s.n_players)) - 1 else Outcome.WON
    close(s)


@kernel
def close(s):
    s.asked = NONE
    s.question = Question.NOTHING
    s.allowed = 0
    s.effect = NONE
    s.picked = NONE
    s.partner = NONE
    s.offer = NONE
    s.head = s.tail


@kernel
def lose_spire(s, loser, by):
    """The end of a player whose Princess Spire was destroyed by an effect of `by` (R23, R33, A1, A10)."""
    s.spire_lost = 1
    others = ((1 << int(s.n_players)) - 1) & ~(1 << loser)
    if s.n_players > 2 and s.play_on:
        leave(s, loser)
    elif s.n_players > 2 and by != loser:
        finish(s, 1 << by)
    else:
        finish(s, best(s, others))


@kernel
def leave(s, loser):
    """Puts a player out of the game, pieces and hand on the discard pile (A1); effects that it triggered are dropped (R23)."""
    s.out |= 1 << loser
    stored = int(s.head)
    for at in range(s.head, s.tail):
        if s.owner[s.queue[at]] != loser:
            s.queue[stored] = s.queue[at]
            stored += 1
    s.tail = stored
    for piece in range(s.n_pieces):
        if s.owner[piece] == loser and (s.castle >> piece) & 1:
            show(s, piece)
            s.discard[s.kind[piece]] += 1
            s.castle &= ~(1 << piece)
            s.down &= ~(1 << piece)
            s.walls &= ~(1 << piece)
    note_discard(s, loser)
    for kind in range(KINDS):
        s.discard[kind] += s.hand[loser, kind]
        s.hand[loser, kind] = 0
    s.n_hand[loser] = 0
