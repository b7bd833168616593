"""The bot's one kernel: an observation and the legal actions lead to an action."""

import numpy as np

from fs_env.agents.castles_of_caleira.values import (
    CURIOSITY,
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

LEANING = 2.0  # points that a bot of another style adds to the value of harm, or subtracts from it
LITTLE = 1e-6  # the value of choosing no further piece: better than a useless choice


@kernel
def play_value(obs, action):
    if action < PLAY_UP:
        kind = action
        now = 1.0 - (danger(obs) if kind == Kind.PRINCESS_SPIRE else 0.0)
        late = KEPT[kind] if kind != Kind.PRINCESS_SPIRE else 1.0
        return now - late
    kind = int(UP_KIND[action - PLAY_UP])
    return face_up_points(obs, kind, 0, 1) + effect_value(obs, kind) - KEPT[kind]


@kernel
def target_value(obs, piece):
    kind = int(obs.effect_kind)
    if kind == Kind.TREBUCHET:
        return destroy_value(obs, piece)
    if kind == Kind.BARRACKS:
        return turn_down_value(obs, piece)
    if kind == Kind.OBSERVATORY:
        if obs.pieces[piece].lies == FACE_DOWN and obs.pieces[piece].kind < 0:
            return CURIOSITY
        return max(0.0, turn_up_value(obs, piece, 1))
    return turn_up_value(obs, piece, kind != Kind.THRONE_ROOM)


@kernel
def order_value(obs, order):
    """Value of putting the top cards of the deck back in an order: the next seats draw them in turn."""
    n = int(obs.num_players)
    value = 0.0
    for place in range(min(LOOK, int(obs.deck_size))):
        drawer = (obs.turn_player + 1 + place) % n
        kind = obs.deck_top[ORDERS[order, place]]
        value += weight(obs, drawer) * KEPT[kind]
    return value


@kernel
def value_of(obs, action):
    if action < TARGET:
        return play_value(obs, action)
    if action < STOP:
        return target_value(obs, action - TARGET)
    if action == STOP:
        return LITTLE
    if action == LEAVE:
        return 0.0
    if action == REVEAL:
        return turn_up_value(obs, int(obs.picked), 1)
    if action < PLAYER:
        return -KEPT[action - GIVE]
    if action < ORDER:
        return -weight(obs, action - PLAYER + 1)
    return order_value(obs, action - ORDER)


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
    return choose_in_style(observation, acts, n, 0)


@kernel
def choose_aggressively(observation, acts, n, memory):
    return choose_in_style(observation, acts, n, 1)


@kernel
def choose_passively(observation, acts, n, memory):
    return choose_in_style(observation, acts, n, -1)


@kernel
def choose_in_style(observation, acts, n, style):
    """As `choose`, with `LEANING` points added to the value of harm (`style` 1), or subtracted from it (-1)."""
    obs = named_observation(observation)
    best, top = -1, 0.0
    for i in range(n):
        action = int(acts[i])
        value = value_of(obs, action) + (LEANING * style if style != 0 and harms(obs, action) else 0.0)
        if best < 0 or value > top or (value == top and action < best):
            best, top = action, value
    return best
