"""Checks of the arguments that callers give a vector environment: a value for each row, shape (num_envs,)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from fs_env.core.checks import check_whole, unknown
from fs_env.envs.options import check_options

MAX_SEED = 2**63 - 1


def check_seeds(seed: int | Iterable[int | None] | None, n: int) -> tuple[list[int | None], int | None]:
    """A seed or None for each of n rows, and the number that they come from, None without one. Raises ValueError or TypeError."""
    if seed is None:
        return [None] * n, None
    if not isinstance(seed, Iterable):
        number = check_whole("seed", seed, 0, MAX_SEED - n)
        return [number + row for row in range(n)], number
    given = [None if one is None else check_whole("seed", one, 0, MAX_SEED) for one in seed]
    if len(given) != n:
        raise ValueError(f"{len(given)} seeds for num_envs={n}: expected one each, or a single number")
    return given, None


def check_reset_mask(options: Mapping[str, Any] | None, fresh: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """The rows that a `reset` starts, None for all. Raises TypeError, ValueError, or ResetNeeded if it leaves out a fresh row."""
    mask = check_options(options).get("reset_mask")
    if mask is None:
        return None
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError(f"options['reset_mask'] is {mask!r}: expected a numpy array of dtype bool")
    if mask.shape != fresh.shape or not mask.any():
        raise ValueError(
            f"options['reset_mask'] has shape {mask.shape} and {int(mask.sum())} True: expected shape {fresh.shape} and at "
            "least one"
        )
    if fresh[~mask].any():
        raise ResetNeeded("reset() of some rows before the first reset() of all of them: leave out reset_mask")
    return mask


def check_mode(mode: Any) -> AutoresetMode:
    for known in AutoresetMode:
        if mode in (known, known.value, known.name):
            return known
    raise ValueError(unknown("autoreset_mode", mode, [known.value for known in AutoresetMode]))


def usable_processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
