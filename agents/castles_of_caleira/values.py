"""Values of pieces, effects and cards for the observer, in points; read from one observation."""

import numpy as np

from fs_env.core.castles_of_caleira.cards import CARDS, N_CARDS, WALL_BONUS, Kind
from fs_env.core.castles_of_caleira.observation.schema import FACE_DOWN, FACE_UP, SCHEMA
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.compile.memory import make_named

kernel = Kernel(None, obs=SCHEMA.dtype, observation="int16[::1]", acts="int16[::1]", memory="int64[::1]")
"""Decorates the kernels: `obs` is the observation by name."""
named_observation = make_named(SCHEMA.dtype)
"""The numbers of a flat observation by name."""

POINTS = np.array([card.points for card in CARDS], np.float64)
CARDS_OF = np.array([card.copies for card in CARDS], np.int64)
WALLS = CARDS[Kind.BATTLEMENTS].copies
WIN = 14.0  # a destroyed Spire, in points
VERSIONS = 3  # of the bot: 0 the first one, 1 today's, 2 today's with two players
FOUND = np.array([WIN, 4.0, 4.0])  # as WIN, for unknown pieces, by version
HIDDEN = 1.6  # points that an unknown face-down piece would have face up, on average
CURIOSITY = 0.3  # value of seeing a card
REPLY = 0.8  # what the owner of an unknown piece gains when it is turned up or destroyed
SUSPICION = 2.0  # how much more likely a face-down piece is the Spire than any other unseen card


@kernel
def walls_up(obs, seat):
    n = 0
    for i in range(obs.pieces_played):
        piece = obs.pieces[i]
        if piece.owner == seat and piece.lies == FACE_UP and piece.kind == Kind.BATTLEMENTS:
            n += 1
    return n


@kernel
def face_up_points(obs, kind, seat, turned):
    """Points of a piece of that kind face up in a castle; `turned` is 1 where it would be turned up only now."""
    if kind == Kind.BATTLEMENTS and walls_up(obs, seat) + turned == WALLS:
        return float(WALLS * WALL_BONUS)
    return POINTS[kind]


@kernel
def points_of(obs, seat):
    total = 0.0
    for i in range(obs.pieces_played):
        piece = obs.pieces[i]
        if piece.owner == seat and (piece.lies == FACE_DOWN or piece.lies == FACE_UP):
            total += 1.0 if piece.lies == FACE_DOWN else POINTS[piece.kind]
    return total


@kernel
def weight(obs, seat):
    """How much a point of a seat counts: 1 for the observer, less for each of several opponents, most for the leader."""
    if seat == 0:
        return 1.0
    n = int(obs.num_players)
    if n == 2:
        return -1.0
    here = points_of(obs, seat)
    for other in range(1, n):
        if points_of(obs, other) > here:
            return -0.4
    return -0.9


@kernel
def unseen(obs, kind):
    left = CARDS_OF[kind] - obs.hand[kind] - obs.discard[kind]
    for i in range(obs.pieces_played):
        piece = obs.pieces[i]
        if piece.kind == kind and (piece.lies == FACE_UP or piece.lies == FACE_DOWN):
            left -= 1
    return left


@kernel
def spire_chance(obs):
    """The probability that an unknown face-down piece of another seat is the Princess Spire."""
    if unseen(obs, Kind.PRINCESS_SPIRE) == 0:
        return 0.0
    down, others = 0, int(obs.deck_size)
    for seat in range(1, obs.num_players):
        others += obs.hand_sizes[seat]
    for i in range(obs.pieces_played):
        piece = obs.pieces[i]
        if piece.lies == FACE_DOWN and piece.kind < 0:
            down += 1
    return SUSPICION / max(SUSPICION, SUSPICION * down + others)


@kernel
def destroy_value(obs, piece, version):
    seat, kind = obs.pieces[piece].owner, obs.pieces[piece].kind
    gain = -weight(obs, seat)
    if kind == Kind.PRINCESS_SPIRE:
        return WIN * 10.0 if seat > 0 else -WIN * 10.0
    if obs.pieces[piece].lies == FACE_UP:
        return 0.0 if kind == Kind.BATTLEMENTS else gain * POINTS[kind]
    if kind < 0:
        return FOUND[version] * spire_chance(obs) + gain * (1.0 - REPLY)
    if kind == Kind.BATTLEMENTS:
        return gain * (1.0 - face_up_points(obs, kind, seat, 1))
    return gain * (1.0 - REPLY)


@kernel
def turn_down_value(obs, piece):
    if obs.pieces[piece].lies != FACE_UP:
        return 0.0
    kind, seat = obs.pieces[piece].kind, obs.pieces[piece].owner
    return weight(obs, seat) * (1.0 - face_up_points(obs, kind, seat, 0))


@kernel
def best_of(obs, effect, version):
    """The value of the best piece for a Barracks, or for a Trebuchet; at least 0, the value of a useless choice."""
    best = 0.0
    for i in range(obs.pieces_played):
        piece = obs.pieces[i]
        if piece.lies == FACE_DOWN or piece.lies == FACE_UP:
            value = turn_down_value(obs, i) if effect == Kind.BARRACKS else destroy_value(obs, i, version)
            best = max(best, value)
    return best


@kernel
def turn_up_value(obs, piece, with_effect, version):
    if obs.pieces[piece].lies != FACE_DOWN:
        return 0.0
    kind, seat = obs.pieces[piece].kind, obs.pieces[piece].owner
    if kind < 0:
        return weight(obs, seat) * (HIDDEN - 1.0 + (REPLY if with_effect else 0.0))
    if kind == Kind.PRINCESS_SPIRE:
        if unseen(obs, Kind.TREBUCHET) + obs.hand[Kind.TREBUCHET] > 0:
            return -WIN if seat == 0 else CURIOSITY
        return weight(obs, seat) * (POINTS[kind] - 1.0)
    value = weight(obs, seat) * (face_up_points(obs, kind, seat, 1) - 1.0)
    if with_effect and kind != Kind.BATTLEMENTS:
        if seat > 0:
            value += weight(obs, seat) * REPLY
        elif kind == Kind.TREBUCHET or kind == Kind.BARRACKS:
            value += best_of(obs, kind, version)
        else:
            value += CURIOSITY
    return value


@kernel
def effect_value(obs, kind, version):
    if kind == Kind.TREBUCHET or kind == Kind.BARRACKS:
        return best_of(obs, kind, version)
    first, second = 0.0, 0.0
    for piece in range(obs.pieces_played):
        value = turn_up_value(obs, piece, kind != Kind.THRONE_ROOM, version)
        if value > first:
            first, second = value, first
        elif value > second:
            second = value
    if kind == Kind.WATCHTOWER:
        return first + second
    if kind == Kind.THRONE_ROOM:
        return first
    if kind == Kind.OBSERVATORY:
        return max(first, CURIOSITY)
    return CURIOSITY if kind == Kind.MARKETPLACE or kind == Kind.WIZARDS_TOWER else 0.0


@kernel
def danger(obs):
    """Cost of a face-down Spire of the observer while others continue to play."""
    left = N_CARDS - obs.pieces_played if obs.num_players < 4 else N_CARDS - 2 - obs.pieces_played
    return 0.25 * left * min(1, unseen(obs, Kind.TREBUCHET))
