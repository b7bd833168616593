"""Answers of a policy to many decisions, and the actions legal at them, each in one compiled call."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..compile.c_calls import call_policy
from ..compile.memory import short_lived
from ..compile.program import program
from .policy import Policy
from .policy_call import OUTSIDE, RANDOM_ADDRESS, pick_ascending

NO_ANSWER = -1
NO_ID = -1  # beyond the last legal id of a row


@program("int8[:,::1], int16[:,::1], int64[::1]")
def list_ids(mask, ids, counts):
    """Writes the legal ids of every row, as far as there is room, and how many they are; returns the largest number."""
    n, width = mask.shape
    room = ids.shape[1]
    most = 0
    for i in range(n):
        count = 0
        for action in range(width):
            if mask[i, action] != 0:
                if count < room:
                    ids[i, count] = action
                count += 1
        for k in range(count, room):
            ids[i, k] = -1
        counts[i] = count
        most = max(most, count)
    return most


@program("int64, int16[:,::1], int8[:,::1], int64[:,::1], int64[::1], int64[::1]")
def answer_rows(address, obs, mask, memory, places, answers):
    """Writes the answer of a policy to the decision of every row, whose memory is that of its place; NO_ANSWER without a legal one."""
    n, width = mask.shape
    acts = short_lived(width)
    for i in range(n):
        count = 0
        for action in range(width):
            if mask[i, action] != 0:
                acts[count] = action
                count += 1
        if count == 0:
            answers[i] = NO_ANSWER
        elif count == 1:
            answers[i] = acts[0]
        elif address == RANDOM_ADDRESS:
            answers[i] = pick_ascending(acts, count, memory[places[i]])
        else:
            answers[i] = call_policy(address, obs[i], acts, count, memory[places[i]])
    return n


def legal_ids(mask: NDArray[np.int8], most: int | None = None) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """The legal actions of many decisions as ids.

    Args:
        mask: int8 (n, num_actions), contiguous.
        most: the width of the result; None: as many as one decision has, and at least 1.

    Returns:
        ids: int16 (n, most), ascending, -1 after the last one.
        counts: int64 (n,).

    Raises:
        ValueError: more legal actions than `most` at some decision, or a mask of another kind.
    """
    if mask.ndim != 2 or mask.dtype != np.int8 or not mask.flags.c_contiguous:
        raise ValueError(f"mask is {mask.dtype} of shape {mask.shape}: expected contiguous int8 (n, num_actions)")
    counts = np.empty(len(mask), np.int64)
    ids = np.empty((len(mask), 16 if most is None else most), np.int16)
    found = int(list_ids(mask, ids, counts))
    if most is None:
        if found > ids.shape[1]:
            ids = np.empty((len(mask), found), np.int16)
            list_ids(mask, ids, counts)
        ids = np.ascontiguousarray(ids[:, : max(1, found)])
    elif found > most:
        raise ValueError(f"a decision has {found} legal actions, most={most}: give a larger number, or None")
    return ids, counts


def answers_of(
    policy: Policy,
    obs: NDArray[np.int16],
    mask: NDArray[np.int8],
    memory: NDArray[np.int64],
    places: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """The actions that a policy takes at many decisions, int64 (n,); -1 for a row without a legal action.

    Args:
        obs, mask: int16 (n, size) and int8 (n, num_actions), contiguous: of the seats that are asked.
        memory: int64 (m, words), contiguous: memories of the policy, one for each of its games; written.
        places: int64 (n,): which of them is that of each decision; None: the one of its row.

    Raises:
        ValueError: arrays of other kinds or shapes, or a policy that answered what is not legal.
    """
    n = len(obs)
    where = np.arange(n) if places is None else np.ascontiguousarray(places, np.int64)
    kinds: tuple[tuple[str, NDArray[Any], Any], ...] = (
        ("obs", obs, np.int16),
        ("mask", mask, np.int8),
        ("memory", memory, np.int64),
    )
    for name, array, dtype in kinds:
        if array.ndim != 2 or array.dtype != dtype or not array.flags.c_contiguous:
            raise ValueError(
                f"{name} is {array.dtype} of shape {array.shape}: expected a contiguous table of {np.dtype(dtype)}"
            )
    if len(mask) != n or where.shape != (n,) or memory.shape[1] < policy.words:
        raise ValueError(
            f"{n} observations, {len(mask)} masks, {where.shape} places and {memory.shape[1]} words of memory: policy "
            f"{policy.name!r} needs one of each and {policy.words} words"
        )
    if n and not 0 <= where.min() <= where.max() < len(memory):
        raise ValueError(f"places {where.min()} to {where.max()} among {len(memory)} memories")
    if policy.address == OUTSIDE:
        raise ValueError(f"policy {policy.name!r} has no address")
    answers = np.empty(n, np.int64)
    answer_rows(policy.address, obs, mask, memory, where, answers)
    wrong = (answers < NO_ANSWER) | (answers >= mask.shape[1])
    wrong |= (answers >= 0) & (mask[np.arange(n), answers.clip(0, mask.shape[1] - 1)] == 0)
    if wrong.any():
        row = int(wrong.argmax())
        raise ValueError(
            f"policy {policy.name!r} answered {answers[row]} in row {row}, which is not legal: a fault of that policy"
        )
    return answers
