"""Actions as callers write them: numbers, or arrays and tensors of numbers."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

INT64 = np.dtype(np.int64)


def check_action(action: Any, num_actions: int) -> int:
    """One action as an int, in the space or not. Raises TypeError for no whole number, ValueError for an array without exactly one."""
    if type(action) is int:
        return action
    expected = f"expected a whole number 0..{num_actions - 1}, or an array with one"
    if not hasattr(action, "dtype"):
        try:
            if not isinstance(action, bool):
                return index(action)
        except TypeError:
            pass
        raise TypeError(f"action {action!r}: {expected}")
    given = np.asarray(action)
    if given.dtype.kind not in "iu":
        raise TypeError(f"action {action!r} of dtype {given.dtype}: {expected}")
    if given.size != 1:
        raise ValueError(f"action {action!r} of shape {given.shape}: {expected}")
    return int(given.item())


def check_actions(actions: Any, shape: tuple[int]) -> NDArray[np.int64]:
    """A contiguous array of all rows' actions; each may be an array with one. Raises ValueError for another shape, TypeError."""
    if type(actions) is np.ndarray and actions.dtype is INT64 and actions.shape == shape:
        return actions if actions.flags.c_contiguous else actions.copy()
    try:
        chosen = np.asarray(actions)
    except ValueError:
        raise ValueError(f"actions {actions!r}: expected one id for each row, {shape}") from None
    if chosen.shape not in (shape, (*shape, 1)):
        raise ValueError(f"actions of shape {chosen.shape}: expected one id for each row, {shape}")
    if chosen.dtype.kind not in "iu":
        raise TypeError(f"actions of dtype {chosen.dtype}: expected whole numbers, ids of actions")
    return np.ascontiguousarray(chosen.reshape(shape), np.int64)
