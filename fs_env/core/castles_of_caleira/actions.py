"""Action ids: every id means one thing in every state. Hands have no order, so a card is named by its kind."""

from itertools import permutations

import numpy as np

from fs_env.core.castles_of_caleira.cards import KINDS, N_CARDS, NAMES, Kind
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.machine.declare.action_ranges import ActionTable

LOOK = 3  # cards that a Wizard's Tower shows (R26)
OPPONENTS = 3

ORDERS = np.array(list(permutations(range(LOOK))), np.int64)
"""Row k of `ORDER + k`: which of the cards, the top one being 0, comes first, second, third."""

TABLE = ActionTable()
"""Every range of ids with its meaning and, by question, when an id of it is legal."""

PLAY_DOWN = TABLE.add("play_down", KINDS, "play a card face down", {Question.PLAY: "the card is in your hand (R9)"})
PLAY_UP = TABLE.add(
    "play_up",
    KINDS - 1,
    "play a card face up; the Princess Spire has no such id",
    {Question.PLAY: "the card is in your hand (R9, R10)"},
)
TARGET = TABLE.add(
    "target",
    N_CARDS,
    "a castle piece, numbered by order of play",
    {
        Question.TARGET: "the piece is in a castle and has not been chosen for this effect before (R14, R25); with "
        "`useless_targets = false` only a piece on which the effect does something (A6)"
    },
)
STOP = TABLE.add("stop", 1, "choose no further piece", {Question.TARGET: "the effect is that of a Watchtower (R25)"})
REVEAL = TABLE.add("reveal", 1, "turn the piece face up", {Question.REVEAL: "always (R20)"})
LEAVE = TABLE.add("leave", 1, "leave the piece face down", {Question.REVEAL: "always (R20)"})
GIVE = TABLE.add(
    "give",
    KINDS,
    "hand a card to the other player",
    {
        Question.GIVE: "the card is in your hand; you own the Marketplace (R19)",
        Question.RETURN: "the card is in your hand; the owner of the Marketplace has offered one (R19, A2)",
    },
)
PLAYER = TABLE.add(
    "player", OPPONENTS, "another player, counted to the left", {Question.PLAYER: "the player has a card in hand (R19)"}
)
ORDER = TABLE.add(
    "order",
    len(ORDERS),
    "an order of the cards that a Wizard's Tower shows",
    {Question.ORDER: "it orders as many cards as are shown: 1 of 1, 2 of 2, all 6 of 3 (R26)"},
)
NUM_ACTIONS = TABLE.num_actions
RANGES = TABLE.ids
"""The ids of each range, by name."""
UP_ID = np.array(
    [PLAY_UP + kind - (kind > Kind.PRINCESS_SPIRE) if kind != Kind.PRINCESS_SPIRE else -1 for kind in Kind], np.int64
)
"""Kind to its "play face up" id, -1 for the Princess Spire."""
UP_KIND = np.array([kind for kind in Kind if kind != Kind.PRINCESS_SPIRE], np.int64)
"""Kind of `PLAY_UP + k`."""
SEATS = ("the player to your left", "the second player to your left", "the third player to your left")
PLACES = ("top", "second", "third")


def action_text(action: int) -> str:
    """The text of an id; ValueError for an id out of range."""
    name, k = TABLE.range_of(action)
    match name:
        case "play_down":
            return f"play {NAMES[k]} face down"
        case "play_up":
            return f"play {NAMES[UP_KIND[k]]} face up"
        case "target":
            return f"choose piece {k + 1}"
        case "give":
            return f"give {NAMES[k]}"
        case "player":
            return f"choose {SEATS[k]}"
        case "order":
            return f"put back {', '.join(PLACES[place] for place in ORDERS[k])}"
    return {"stop": "choose no further piece", "reveal": "turn it face up", "leave": "leave it face down"}[name]
