"""The bot's one kernel: an observation and the legal actions lead to an action."""

import numpy as np

from fs_env.agents.castles_of_caleira.values import (
    CURIOSITY,
    VERSIONS,
    danger,
    destroy_value,
    effect_value,
    face_up_points,
    kernel,
    named_observation,
    turn_down_value,
    turn_up_value,
    weight,
)
from fs_env.core.castles_of_caleira.actions import (
    GIVE,
    LEAVE,
    LOOK,
    ORDER,
    ORDERS,
    PLAY_UP,
    PLAYER,
    REVEAL,
    STOP,
    TARGET,
    UP_KIND,
)
from fs_env.core.castles_of_caleira.cards import Kind
from fs_env.core.castles_of_caleira.observation.schema import FACE_DOWN

KEPT = np.array([4.0, 1.0, 2.3, 3.3, -1.0, 3.0, 2.6, 3.2, 3.3])
"""Average value of playing a card of each kind at a good time, in points."""
DOWN, HELD = np.array([KEPT] * VERSIONS), np.array([KEPT] * VERSIONS)
"""The same for a card that could be played face down now, and for one that is traded or on top of the deck, by version and kind."""
DOWN[:, Kind.PRINCESS_SPIRE], DOWN[1:, Kind.BATTLEMENTS], DOWN[1:, Kind.TREBUCHET] = 1.0, 1.6, 1.1
HELD[1:, Kind.PRINCESS_SPIRE], HELD[2, Kind.TREBUCHET] = 5.0, 3.3

LEANING = 2.0  # points that a bot of another style adds to the value of harm, or subtracts from it
LITTLE = 1e-6  # the value of choosing no further piece: better than a useless choice


@kernel
def play_value(obs, action, version):
    if action < PLAY_UP:
        kind = action
        now = 1.0 - (danger(obs) if kind == Kind.PRINCESS_SPIRE else 0.0)
        return now - DOWN[version, kind]
    kind = int(UP_KIND[action - PLAY_UP])
    return face_up_points(obs, kind, 0, 1) + effect_value(obs, kind, version) - KEPT[kind]


@kernel
def target_value(obs, piece, version):
    kind = int(obs.effect_kind)
    if kind == Kind.TREBUCHET:
        return destroy_value(obs, piece, version)
    if kind == Kind.BARRACKS:
        return turn_down_value(obs, piece)
    if kind == Kind.OBSERVATORY:
        if obs.pieces[piece].lies == FACE_DOWN and obs.pieces[piece].kind < 0:
            return CURIOSITY
        return max(0.0, turn_up_value(obs, piece, 1, version))
    return turn_up_value(obs, piece, kind != Kind.THRONE_ROOM, version)


@kernel
def order_value(obs, order, version):
    """Value of putting the top cards of the deck back in an order: the next seats draw them in turn."""
    value = 0.0
    for place in range(min(LOOK, int(obs.deck_size))):
        drawer = (obs.turn_player + 1 + place) % int(obs.num_players)
        kind = obs.deck_top[ORDERS[order, place]]
        value += weight(obs, drawer) * HELD[version, kind]
    return value


@kernel
def value_of(obs, action, version):
    if action < TARGET:
        return play_value(obs, action, version)
    if action < STOP:
        return target_value(obs, action - TARGET, version)
    if action == STOP:
        return LITTLE
    if action == LEAVE:
        return 0.0
    if action == REVEAL:
        return turn_up_value(obs, int(obs.picked), 1, version)
    if action < PLAYER:
        return -HELD[version, action - GIVE]
    if action < ORDER:
        return -weight(obs, action - PLAYER + 1)
    return order_value(obs, action - ORDER, version)


@kernel
def harms(obs, action):
    """Whether an action harms another castle, or opens the way to it: Trebuchets, Barracks, and what they may hit."""
    if action < TARGET:
        kind = action if action < PLAY_UP else int(UP_KIND[action - PLAY_UP])
        return action >= PLAY_UP and (kind == Kind.TREBUCHET or kind == Kind.BARRACKS)
    if action < STOP:
        harmful = obs.effect_kind == Kind.TREBUCHET or obs.effect_kind == Kind.BARRACKS
        return harmful and obs.pieces[action - TARGET].owner > 0
    return False


@kernel
def choose(observation, acts, n, memory):
    return choose_in_style(observation, acts, n, 0, 1)


@kernel
def choose_1(observation, acts, n, memory):
    return choose_in_style(observation, acts, n, 0, 0)


@kernel
def choose_aggressively(observation, acts, n, memory):
    return choose_in_style(observation, acts, n, 1, 0)


@kernel
def choose_passively(observation, acts, n, memory):
    return choose_in_style(observation, acts, n, -1, 0)


@kernel
def choose_in_style(observation, acts, n, style, improved):
    """As `choose`, with `LEANING` points added to the value of harm (`style` 1), or subtracted from it (-1)."""
    obs = named_observation(observation)
    version = improved * (2 if obs.num_players == 2 else 1)
    best, top = -1, 0.0
    for i in range(n):
        action = int(acts[i])
        value = value_of(obs, action, version) + (LEANING * style if style != 0 and harms(obs, action) else 0.0)
        if best < 0 or value > top or (value == top and action < best):
            best, top = action, value
    return best
