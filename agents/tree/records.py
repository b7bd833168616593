"""What a tree search keeps in arrays: its task, the nodes, and the edges between them."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from fs_env.core.machine.compile.jit import Kernel, compiled
from fs_env.core.machine.declare.fields import as_records

TASK = np.dtype(
    [
        # the game, and what is searched
        ("entry", "i8"),  # `entry_call.address_of`
        ("width", "i8"),  # bytes of a state
        ("num_actions", "i8"),
        ("num_players", "i8"),
        ("max_players", "i8"),
        ("seat", "i8"),  # the searching one
        ("stop_turn", "i8"),  # a leaf is valued at the first choice of this turn; 0: at the end of the game
        ("seed", "i8"),  # of all draws
        ("done", "i8"),  # iterations so far
        # how
        ("everybody", "i8"),  # 1: a node is what the seat that decides there knows; 0: what the searching one knows
        ("exploration", "f8"),
        ("prior", "f8"),  # extra weight of the policy's own action, 0 to 1
        ("policy", "i8"),  # address: of the searching seat
        ("opponents", "i8"),  # of the other seats
        ("words", "i8"),  # of memory for each seat
        ("value", "i8"),
        ("weights", "i8"),
        ("n_weights", "i8"),
        ("together", "i8"),
        # the tree
        ("n_nodes", "i8"),
        ("n_edges", "i8"),
        # what went wrong
        ("bad_seat", "i8"),
        ("bad_answer", "i8"),
    ]
)
NODE = np.dtype(
    [
        ("key", "i8"),  # what is known there, as a number
        ("first", "i8"),  # its first edge, -1 none
        ("next", "i8"),  # the node after it in its chain of the table, -1 none
    ]
)
EDGE = np.dtype(
    [
        ("action", "i8"),
        ("next", "i8"),  # the next edge of the same node, -1 none
        ("visits", "i8"),
        ("available", "i8"),  # how often it could have been chosen
        ("squares", "f8"),  # sum of the squares of the searching seat's shares
    ]
)
NONE = -1
DEEPEST = 1000  # choices from the root; beyond them the policies play


def array_of(dtype: np.dtype[Any]) -> Any:
    """The numba type of a vector of records."""
    return types.Array(numba.from_dtype(dtype), 1, "C")


kernel = Kernel(
    None,
    task=numba.from_dtype(TASK),
    tasks=array_of(TASK),
    nodes=array_of(NODE),
    edges=array_of(EDGE),
    totals="float64[:,::1]",
    table="int64[::1]",
    path="int64[:,::1]",
    slots="int64[::1]",
    shares="float64[::1]",
    S="uint8[::1]",
    numbers="int64[::1]",
    start="int64[::1]",
    memory="int64[::1]",
    own="int64[::1]",
    kept="int64[::1]",
    obs="int16[::1]",
    acts="int16[::1]",
    pair="int16[::1]",
    mask="int8[::1]",
)
"""The decorator of the kernels of the search."""


def zeros(dtype: np.dtype[Any], n: int) -> Any:
    """A vector of records as the kernels take it."""
    made = np.zeros(n, dtype)
    return made if compiled() else as_records(made)
