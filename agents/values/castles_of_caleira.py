"""Inputs of a value of Castles of Caleira: hands, castles, what is known of hidden pieces, points and turns.

Every kind of card counts as its own input wherever it is: in the observer's hand, face up or face down in each castle, in the
discard pile, known in another hand. A piece of the observer that others have seen and one that only it knows are different inputs.
"""

import numpy as np

from fs_env.agents.values.network import kernel, make_extract, make_score, put
from fs_env.core.castles_of_caleira.actions import LOOK
from fs_env.core.castles_of_caleira.cards import CARDS, KINDS, N_CARDS, WALL_BONUS, Kind
from fs_env.core.castles_of_caleira.observation.schema import FACE_DOWN, FACE_UP, SCHEMA
from fs_env.core.castles_of_caleira.state import HELD, PLAYERS
from fs_env.core.machine.compile.memory import make_named

named = make_named(SCHEMA.dtype)
POINTS = np.array([card.points for card in CARDS], np.int64)
WALLS = CARDS[Kind.BATTLEMENTS].copies

# Inputs of each seat, counted from the observer.
UP = 0  # its face-up pieces by kind
SECRET = UP + KINDS  # the observer's face-down pieces by kind that no other seat has seen
SHOWN = SECRET + KINDS  # face-down pieces by kind that the observer and another seat know
UNKNOWN = SHOWN + KINDS  # face-down pieces that the observer does not know
HAND_SIZE = UNKNOWN + 1
WALLS_UP = HAND_SIZE + 1  # one for each number of face-up Battlements
LEAD = WALLS_UP + WALLS + 1  # points by which the seat is ahead of the observer, and behind
OUT = LEAD + 2
ON_TURN = OUT + 1
SEAT = ON_TURN + 1

FIRST_HAND = PLAYERS * SEAT
FIRST_HELD = FIRST_HAND + KINDS
FIRST_DISCARD = FIRST_HELD + KINDS
FIRST_TOP = FIRST_DISCARD + KINDS
FIRST_TURN = FIRST_TOP + LOOK * KINDS  # one for each number of pieces played
FIRST_PLAYERS = FIRST_TURN + N_CARDS + 1
N_INPUTS = FIRST_PLAYERS + PLAYERS + 1


@kernel
def list_castle(obs, work, seat):
    """Lists the inputs of the pieces of a seat; returns its points as far as the observer knows them."""
    o, at = named(obs), seat * SEAT
    points, walls = 0, 0
    for k in range(o.pieces_played):
        piece = o.pieces[k]
        if piece.owner != seat:
            continue
        kind = int(piece.kind)
        if piece.lies == FACE_UP:
            put(work, at + UP + kind, 1)
            points += POINTS[kind]
            if kind == Kind.BATTLEMENTS:
                walls += 1
        elif piece.lies == FACE_DOWN:
            points += 1
            if kind < 0:
                put(work, at + UNKNOWN, 0.5)
            elif seat > 0 or piece.seen_by > 1:
                put(work, at + SHOWN + kind, 1)
            else:
                put(work, at + SECRET + kind, 1)
    if walls == WALLS:
        points += WALLS * WALL_BONUS
    put(work, at + WALLS_UP + min(walls, WALLS), 1)
    return points


@kernel
def list_inputs(obs, work):
    o = named(obs)
    mine = list_castle(obs, work, 0)
    for seat in range(o.num_players):
        at = seat * SEAT
        if seat > 0:
            ahead = list_castle(obs, work, seat) - mine
            put(work, at + LEAD, max(0, ahead) / 5)
            put(work, at + LEAD + 1, max(0, -ahead) / 5)
        put(work, at + HAND_SIZE, o.hand_sizes[seat] / 2)
        put(work, at + OUT, o.out[seat])
    if 0 <= o.turn_player < PLAYERS:
        put(work, o.turn_player * SEAT + ON_TURN, 1)
    for kind in range(KINDS):
        put(work, FIRST_HAND + kind, o.hand[kind])
        put(work, FIRST_DISCARD + kind, o.discard[kind])
    for k in range(HELD):
        if o.held[k].kind >= 0:
            put(work, FIRST_HELD + o.held[k].kind, 1)
    for place in range(LOOK):
        if o.deck_top[place] >= 0:
            put(work, FIRST_TOP + place * KINDS + o.deck_top[place], 1)
    put(work, FIRST_TURN + o.pieces_played, 1)
    put(work, FIRST_PLAYERS + o.num_players, 1)


score = make_score(list_inputs, N_INPUTS)
extract = make_extract(list_inputs)
