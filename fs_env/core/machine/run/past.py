"""What rules no longer read, and the past of hidden cards: zeros in states that are drawn for a seat."""

from __future__ import annotations

from typing import Any

import numpy as np

LENGTHS = {"deck": "n_deck", "hand": "n_hand", "look": "n_look", "option": "n_options", "frames": "n_frames"}


def forget_past(S: Any, player: int) -> None:
    """Zeroes ends of lists, places of cards that lie in no deck, generations of cards that the seat cannot see, and the last answer, in
    states of a game with a table of cards that look alike to it, so that their lists have the same lengths; shape (n,)."""
    if "place" not in S.dtype.names:
        return
    for name, length in LENGTHS.items():
        for at in np.ndindex(S[length].shape[1:] if length in S.dtype.names else 0):
            S[name][(slice(None), *at, slice(S[length][(0, *at)], None))] = 0
    lies, held = np.zeros((2, *S["place"].shape), bool)
    for where, name in ((lies, "deck"), (held, "hand")):
        for row, n in enumerate(S[f"n_{name}"][0]):
            np.put_along_axis(where, S[name][:, row, :n].astype(np.int64), True, 1)
    S["place"][~lies] = 0
    S["gen"][(lies | held) & (S["seen"] >> player & 1 == 0)] = 0
    if "answer" in S.dtype.names:
        S["answer"] = 0
