"""What the entry is told of one game beside its state, and what it answers: a record that is read and written by name."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..outcome import Outcome

ANYBODY = -1  # as reward seat: whoever acts


def row_dtype(max_players: int) -> np.dtype[Any]:
    """The record of one game.

    Fields, int64 where nothing else is said; the caller writes those that are marked *:
        action*: for PLAY_ROWS: an id, NO_ACTION, HOLD or RESTART.
        seed*: for RESTART: of the new game.
        reward_seat*: whose return `reward` tells, and who sees the end; -1: whoever acts.
        skip_forced*: 1: decisions of the caller with one legal action are answered for it.
        policies*, (max_players,): address of the policy in each seat, 0: the caller answers.
        status: `Status` of the action, a fault or not.
        seat: who is asked, -1 after the end.
        outcome: `Outcome`.
        n_legal: legal actions of that seat.
        num_players: seats of the game.
        decisions: answered so far, by all seats.
        choices, (max_players,): decisions with more than one legal action that each seat answered.
        reward, float64; returns, float64 (max_players,): of the game that ended in this call, zeros elsewhere.
        bad_seat, bad_answer: of the policy whose answer was refused.
        random_decisions, random_choices, random_games, (outcomes,): what random play did.
    """
    fields: list[Any] = [(name, np.int64) for name in ("action", "seed", "reward_seat", "skip_forced")]
    fields += [(name, np.int64) for name in ("status", "seat", "outcome", "n_legal", "num_players", "decisions")]
    fields += [("reward", np.float64), ("policies", np.int64, (max_players,)), ("choices", np.int64, (max_players,))]
    fields += [("returns", np.float64, (max_players,)), ("bad_seat", np.int64), ("bad_answer", np.int64)]
    fields += [
        ("random_decisions", np.int64),
        ("random_choices", np.int64),
        ("random_games", np.int64, (len(Outcome),)),
    ]
    return np.dtype(fields, align=True)
