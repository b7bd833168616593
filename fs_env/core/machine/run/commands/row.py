"""The record of one game next to its state: inputs that the caller sets for the entry, and its results."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...declare.outcome import Outcome

ANYBODY = -1  # as reward seat: the one that acts


def row_dtype(max_players: int) -> np.dtype[Any]:
    """The record of one game.

    Fields, int64 unless another type is given; the caller writes those that are marked *:
        action*: for PLAY_ROWS: an id, NO_ACTION, HOLD or RESTART.
        seed*: for RESTART: seed of the new game.
        reward_seat*: the seat whose return is `reward`, and which observes the end; -1: the one that acts.
        skip_forced*: 1: decisions of the caller with one legal action are answered for it.
        stop_turn*: policies make no choice from this turn on: the row stops there; 0: no such turn.
        second*: for ROLLOUTS: 1 + the action that the reward seat takes instead of its policy's, at its first choice in the same turn
            where it is legal; 0: none. The call changes it.
        policies*, (max_players,): address of the policy in each seat, 0: the caller answers.
        passes*, (max_players,): the rule by which each seat passes without being asked, a number of `declare.passes`.
        passed, (max_players,): windows that each seat has passed so since the caller last answered for it.
        status: `Status` of the action, a fault or not.
        seat: the one that is asked, -1 after the end.
        outcome: `Outcome`.
        n_legal: legal actions of that seat.
        num_players: seats of the game.
        decisions: answered so far, by all seats.
        turn: the number of the turn.
        choices, (max_players,): decisions with more than one legal action that each seat answered, without passes by a rule.
        reward, float64; returns, float64 (max_players,): of the game that ended in this call, zeros elsewhere.
        bad_seat, bad_answer: of the policy whose answer was refused.
        value*, weights*, n_weights*, winning*: for ROLLOUTS and GROW_TREE; see `commands.rollouts`.
        keys*, (max_players, 2): the `key_words` with which the seed of the policy in each seat is derived from that of a new game.
        random_decisions, random_choices, random_games, (outcomes,): what random play did.
    """
    fields: list[Any] = [
        (one, np.int64) for one in ("action", "seed", "reward_seat", "skip_forced", "stop_turn", "second")
    ]
    fields += [(one, np.int64) for one in ("status", "seat", "outcome", "n_legal", "num_players", "decisions", "turn")]
    fields += [("reward", np.float64), ("policies", np.int64, (max_players,)), ("choices", np.int64, (max_players,))]
    fields += [("passes", np.int64, (max_players,)), ("passed", np.int64, (max_players,))]
    fields += [("returns", np.float64, (max_players,)), ("bad_seat", np.int64), ("bad_answer", np.int64)]
    fields += [(name, np.int64) for name in ("value", "weights", "n_weights", "winning")]
    fields += [
        ("random_decisions", np.int64),
        ("random_choices", np.int64),
        ("random_games", np.int64, (len(Outcome),)),
        ("keys", np.int64, (max_players, 2)),
    ]
    return np.dtype(fields, align=True)


def numbers_of(rows: NDArray[Any]) -> NDArray[np.int64]:
    return rows.view(np.ndarray).view(np.int64)


def flat(name: str, array: NDArray[Any]) -> NDArray[Any]:
    if not array.flags.c_contiguous:
        raise ValueError(f"{name} is not C-contiguous: the kernel writes into it in place; allocate it with np.zeros")
    return array.reshape(-1)
