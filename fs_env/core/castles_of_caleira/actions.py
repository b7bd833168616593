"""Action ids: every id means one thing in every state. Hands have no order, so a card is named by its kind."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from fs_env.core.castles_of_caleira.cards import KINDS, N_CARDS, NAMES, Kind

LOOK = 3  # cards that a Wizard's Tower shows (R26)
OPPONENTS = 3

PLAY_DOWN = 0  # + kind
PLAY_UP = PLAY_DOWN + KINDS  # + kind, the Princess Spire left out (R10)
TARGET = PLAY_UP + KINDS - 1  # + piece, numbered by order of play
STOP = TARGET + N_CARDS
REVEAL = STOP + 1
LEAVE = REVEAL + 1
GIVE = LEAVE + 1  # + kind
PLAYER = GIVE + KINDS  # + seats to the left, less one
ORDER = PLAYER + OPPONENTS  # + permutation, see ORDERS
ORDERS = np.array(list(permutations(range(LOOK))), np.int64)
"""Row k of `ORDER + k`: which of the cards, the top one being 0, comes first, second, third."""
NUM_ACTIONS = ORDER + len(ORDERS)

RANGES: dict[str, range] = {
    "play_down": range(PLAY_DOWN, PLAY_UP),
    "play_up": range(PLAY_UP, TARGET),
    "target": range(TARGET, STOP),
    "stop": range(STOP, REVEAL),
    "reveal": range(REVEAL, LEAVE),
    "leave": range(LEAVE, GIVE),
    "give": range(GIVE, PLAYER),
    "player": range(PLAYER, ORDER),
    "order": range(ORDER, NUM_ACTIONS),
}
UP_ID = np.array(
    [PLAY_UP + kind - (kind > Kind.PRINCESS_SPIRE) if kind != Kind.PRINCESS_SPIRE else -1 for kind in Kind], np.int64
)
"""Kind to its "play face up" id, -1 for the Princess Spire."""
UP_KIND = np.array([kind for kind in Kind if kind != Kind.PRINCESS_SPIRE], np.int64)
"""Kind of `PLAY_UP + k`."""
SEATS = ("the player to your left", "the second player to your left", "the third player to your left")
PLACES = ("top", "second", "third")


def action_text(action: int) -> str:
    """The words of an id; ValueError names an id out of range."""
    if not 0 <= action < NUM_ACTIONS:
        raise ValueError(f"action {action!r} is none: ids go from 0 to {NUM_ACTIONS - 1}")
    if action < PLAY_UP:
        return f"play {NAMES[action]} face down"
    if action < TARGET:
        return f"play {NAMES[UP_KIND[action - PLAY_UP]]} face up"
    if action < STOP:
        return f"choose piece {action - TARGET + 1}"
    if action < GIVE:
        return ("choose no further piece", "turn it face up", "leave it face down")[action - STOP]
    if action < PLAYER:
        return f"give {NAMES[action - GIVE]}"
    if action < ORDER:
        return f"choose {SEATS[action - PLAYER]}"
    return f"put back {', '.join(PLACES[place] for place in ORDERS[action - ORDER])}"
