"""The tree of a search in one vector of int64: the header, a table that finds nodes by their keys, the nodes, the edges."""

from __future__ import annotations

from typing import Any

import numpy as np

HEADER = np.dtype(
    [
        ("seed", "i8"),  # of all draws
        ("everybody", "i8"),  # 1: a node is what the seat that decides there knows; 0: what the searching one knows
        ("exploration", "f8"),
        ("prior", "f8"),  # extra weight of the policy's own action, 0 to 1
        ("max_nodes", "i8"),
        ("n_rollouts", "i8"),
        ("n_nodes", "i8"),
        ("n_edges", "i8"),
    ]
)
"""The caller writes it, and zeros for the last three; the command counts there."""

NODE = np.dtype(
    [
        ("key", "i8"),  # what is known there and who decides, as a number
        ("first", "i8"),  # its first edge, -1 none
        ("next", "i8"),  # the node after it in its chain of the table, -1 none
    ]
)


def edge_dtype(max_players: int) -> np.dtype[Any]:
    return np.dtype(
        [
            ("action", "i8"),
            ("next", "i8"),  # the next edge of the same node, -1 none
            ("visits", "i8"),
            ("available", "i8"),  # how often it could have been chosen
            ("squares", "f8"),  # sum of the squares of the searching seat's shares
            ("totals", "f8", (max_players,)),  # sums of each seat's shares
        ]
    )


def words_of(dtype: np.dtype[Any]) -> int:
    return dtype.itemsize // 8
