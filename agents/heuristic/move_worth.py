"""The value of moves with a card beyond its text, `move_worth.tsv`, found by `benchmarks/lab/move_worth.py` in games."""

from enum import IntEnum
from pathlib import Path

import numpy as np

from fs_env.agents.heuristic.board import active_player
from fs_env.agents.heuristic.scratch import kernel
from fs_env.core.four_souls import actions as A
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import ActionKind
from fs_env.core.four_souls.language.codes import NONE

CARD_OF_ACTION, KIND_OF_ACTION = A.CARD_OF_ACTION, A.KIND_OF_ACTION


class Move(IntEnum):
    """A kind of action with a card, in the bot's own turn where nothing else is said."""

    PLAY = 0
    ACTIVATE = 1
    PLAY_ELSEWHEN = 2
    ACTIVATE_ELSEWHEN = 3
    PAY = 4
    BUY = 5
    ATTACK = 6


PLAY, ACTIVATE, PLAY_ELSEWHEN, ACTIVATE_ELSEWHEN, PAY, BUY, ATTACK = (int(move) for move in Move)
MORE = np.zeros((len(Move), T.N_CARDS))
"""By move and card: the number that is added to the value of the move."""
for _line in Path(__file__).with_name("move_worth.tsv").read_text().splitlines()[1:]:
    _move, _card, _more = _line.split("\t")
    MORE[Move[_move.upper()], T.CARD_ID[_card]] = float(_more)


@kernel
def tried_as(obs, action):
    """The kind of move that an action with priority is, NONE if it names no card."""
    kind, own = KIND_OF_ACTION[action], active_player(obs) == 0
    if kind == ActionKind.PLAY:
        return PLAY if own else PLAY_ELSEWHEN
    if kind == ActionKind.ACTIVATE:
        return ACTIVATE if own else ACTIVATE_ELSEWHEN
    if kind == ActionKind.PAY:
        return PAY
    if kind == ActionKind.BUY:
        return BUY
    if kind == ActionKind.ATTACK:
        return ATTACK
    return NONE


@kernel
def more(obs, action):
    move = tried_as(obs, action)
    return MORE[move, CARD_OF_ACTION[action]] if move != NONE else 0.0
