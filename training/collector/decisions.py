"""Collected decisions: those of the learner in some rows of games, and the parts of a minibatch of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fs_env.training.collector.kernels import DECISION, WAITING, gather, list_windows

INPUTS, IDS = 128, 6  # of one decision, for which there is room at first
GROWTH, MORE = 1.5, 4096


class Decisions:
    """The decisions that some rows asked of the learner, in the order of time.

    Attributes:
        all: shape (room,): a record for each decision, see `kernels.DECISION`.
        inputs: int32, amounts: float32: the inputs of each, from its `first` on.
        ids: int16: its legal actions, ascending, from its `first_id` on.
        recurrent_states: float32 (room, recurrent_size): the recurrent state that each was made with.
        counts: int64 (3,): decisions, inputs and ids so far.
    """

    def __init__(self, room: int, recurrent_size: int = 0) -> None:
        self.all: NDArray[Any] = np.zeros(room, DECISION)
        self.recurrent_states = np.empty((room, recurrent_size), np.float32)
        self.inputs = np.empty(INPUTS * room, np.int32)
        self.amounts = np.empty(INPUTS * room, np.float32)
        self.ids = np.empty(IDS * room, np.int16)
        self.counts = np.zeros(3, np.int64)

    def __getstate__(self) -> dict[str, NDArray[Any]]:
        """Pickled without the room that is not used."""
        k, n, m = self.counts.tolist()
        used = {"all": self.all[:k], "inputs": self.inputs[:n], "amounts": self.amounts[:n], "ids": self.ids[:m]}
        used["recurrent_states"] = self.recurrent_states[:k]
        return {**{name: array.copy() for name, array in used.items()}, "counts": self.counts.copy()}

    def __setstate__(self, state: dict[str, NDArray[Any]]) -> None:
        """Arrays of its own: those that come through shared memory cannot be written."""
        for name, array in state.items():
            setattr(self, name, array.copy())

    def __len__(self) -> int:
        return int(self.counts[0])

    def __getitem__(self, column: str) -> NDArray[Any]:
        found: NDArray[Any] = self.all[column][: len(self)]
        return found

    @property
    def known(self) -> NDArray[np.int64]:
        """The decisions whose next decision or result is known, int64 (k,): the decisions that can be learned from."""
        return np.flatnonzero(self["next"] != WAITING)

    def clear(self) -> None:
        self.counts[:] = 0

    def grow(self) -> None:
        more = int(GROWTH * len(self.inputs)) + MORE
        for name, size in (("inputs", more), ("amounts", more), ("ids", int(GROWTH * len(self.ids)) + MORE)):
            had = getattr(self, name)
            built = np.empty(size, had.dtype)
            built[: len(had)] = had
            setattr(self, name, built)

    def want_room(self, room: int) -> None:
        if room > len(self.all):
            built = np.zeros(room, DECISION)
            built[: len(self.all)] = self.all
            recurrent_states = np.empty((room, self.recurrent_states.shape[1]), np.float32)
            recurrent_states[: len(self.recurrent_states)] = self.recurrent_states
            self.all, self.recurrent_states = built, recurrent_states

    def copy_from(self, other: Decisions, place: int) -> int:
        """Adds one decision of another list, as one that waits for its next; returns its place here."""
        one, (k, first, first_id) = other.all[place], self.counts.tolist()
        n, legal = int(one["inputs"]), int(one["legal"])
        while first + n > len(self.inputs) or first_id + legal > len(self.ids):
            self.grow()
        self.want_room(k + 1)
        theirs, their_ids = int(one["first"]), int(one["first_id"])
        self.inputs[first : first + n] = other.inputs[theirs : theirs + n]
        self.amounts[first : first + n] = other.amounts[theirs : theirs + n]
        self.ids[first_id : first_id + legal] = other.ids[their_ids : their_ids + legal]
        self.all[k] = one
        self.recurrent_states[k] = other.recurrent_states[place]
        built = self.all[k]
        built["first"], built["first_id"], built["next"] = first, first_id, WAITING
        self.counts[:] = k + 1, first + n, first_id + legal
        return k


class Minibatch(NamedTuple):
    """Some decisions as a network reads them (the arrays of `networks.torch_network.Batch`), and what happened there.

    Attributes:
        inputs: int64 (n,), amounts: float32 (n,), firsts: int64 (k,): as in `Batch`, of the own observations.
        ids, rows, slots: int64 (m,), most: as in `Batch`.
        chosen: int64 (k,): place of the action among the legal ones.
        prior_actions: int64 (k,): what the learner's prior policy would do, -1 without one.
        log_probs, values, advantages, targets: float32 (k,).
        whole: inputs, amounts and firsts of the observations of all seats, for a centralized critic; None: there is none.
        unroll: for a network with a recurrent state; None: it has none.
    """

    inputs: NDArray[np.int64]
    amounts: NDArray[np.float32]
    firsts: NDArray[np.int64]
    ids: NDArray[np.int64]
    rows: NDArray[np.int64]
    slots: NDArray[np.int64]
    most: int
    chosen: NDArray[np.int64]
    prior_actions: NDArray[np.int64]
    log_probs: NDArray[np.float32]
    values: NDArray[np.float32]
    advantages: NDArray[np.float32]
    targets: NDArray[np.float32]
    whole: tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.int64]] | None = None
    unroll: Unroll | None = None


class Unroll(NamedTuple):
    """How the decisions of a minibatch follow each other: windows of decisions of one seat, all of them one step at a time.

    Attributes:
        order: int64 (k,): places in the minibatch: the first decisions of all windows, then the second ones and so on; in each step
            the windows come in the same order, those that are over left out at the end.
        sizes: how many windows have a first decision, a second one and so on, falling.
        recurrent_states: float32 (sizes[0], recurrent_size): with which each window begins.
        taken: int64 (k,): the action chosen in each decision of the minibatch.
    """

    order: NDArray[np.int64]
    sizes: list[int]
    recurrent_states: NDArray[np.float32]
    taken: NDArray[np.int64]


class Collected:
    """The decisions of several groups of rows as one list of those that can be learnt from.

    Args:
        parts: of each group, with their advantages; they stay as they are while this is in use.
        window: for a learner with a recurrent state: of how many decisions of a seat minibatches take all or none; 1: each by itself.
    """

    def __init__(self, parts: Sequence[Decisions], window: int = 1) -> None:
        self._parts = list(parts)
        known = [part.known for part in self._parts]
        self._part = np.repeat(np.arange(len(known)), [len(one) for one in known])
        self._place = np.concatenate(known)
        self._recurrent_size = self._parts[0].recurrent_states.shape[1]
        self._window = np.arange(len(self._place))
        self._step = np.zeros(len(self._place), np.int64)
        if window > 1:
            self._cut(known, window)

    def _cut(self, known: list[NDArray[np.int64]], length: int) -> None:
        built, windows, steps = 0, [], []
        for part, mine in zip(self._parts, known):
            of_part, step = np.empty(len(part), np.int64), np.empty(len(part), np.int64)
            number = int(list_windows(part.all, len(part), length, of_part, step))
            windows.append(of_part[mine] + built)
            steps.append(step[mine])
            built += number
        self._window, self._step = np.concatenate(windows), np.concatenate(steps)

    def minibatches(self, rng: np.random.Generator, size: int) -> list[NDArray[np.int64]]:
        """All decisions in random order, in parts of about `size`; decisions of a window are in the same part."""
        parts = max(1, round(len(self) / size))
        numbers = int(self._window.max(initial=-1)) + 1
        drawn = rng.permutation(numbers)
        if numbers == len(self):
            return np.array_split(drawn, parts)
        rank = np.empty(numbers, np.int64)
        rank[drawn] = np.arange(numbers)
        order = np.argsort(rank[self._window], kind="stable")
        bounds = np.searchsorted(rank[self._window[order]], np.arange(1, parts) * numbers / parts)
        return np.split(order, bounds)

    def __len__(self) -> int:
        return len(self._place)

    def column(self, name: str) -> NDArray[Any]:
        return np.concatenate([part.all[name][part.known] for part in self._parts])

    def take(self, chosen: NDArray[np.int64]) -> Minibatch:
        """The decisions at these places, those of one group after those of another."""
        part, place = self._part[chosen], self._place[chosen]
        groups = [np.ascontiguousarray(place[part == k]) for k in range(len(self._parts))]
        facts = np.concatenate([one.all[mine] for one, mine in zip(self._parts, groups)])
        m, whole = int(facts["legal"].sum()), None
        ids, rows, slots = (np.empty(m, np.int64) for _ in range(3))

        def listed(count: str, every: int) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.int64]]:
            n, at, ends = int(facts[count].sum()), 0, np.zeros(2, np.int64)
            built = np.empty(n, np.int64), np.empty(n, np.float32), np.empty(len(facts), np.int64)
            for one, mine in zip(self._parts, groups):
                gather(one.all, one.inputs, one.amounts, one.ids, mine, every, at, *built, ids, rows, slots, ends)
                at += len(mine)
            return built

        inputs, amounts, firsts = listed("own", 0)
        if (facts["inputs"] > facts["own"]).any():
            whole = listed("inputs", 1)
        log_probs, values, advantages, targets = (
            np.ascontiguousarray(facts[name]) for name in ("log_prob", "value", "advantage", "target")
        )
        most = int(facts["legal"].max(initial=1))
        chosen_ones, prior_actions = (facts[name].astype(np.int64) for name in ("chosen", "prior_action"))
        seen = Minibatch(
            inputs,
            amounts,
            firsts,
            ids,
            rows,
            slots,
            most,
            chosen_ones,
            prior_actions,
            log_probs,
            values,
            advantages,
            targets,
            whole,
            self._unroll(chosen, groups, ids[np.cumsum(facts["legal"]) - facts["legal"] + chosen_ones])
            if self._recurrent_size
            else None,
        )
        return seen

    def _unroll(self, chosen: NDArray[np.int64], groups: list[NDArray[np.int64]], taken: NDArray[np.int64]) -> Unroll:
        listed = chosen[np.argsort(self._part[chosen], kind="stable")]
        step, window = self._step[listed], self._window[listed]
        _, which, lengths = np.unique(window, return_inverse=True, return_counts=True)
        order = np.lexsort((window, -lengths[which], step))
        sizes = np.bincount(step).tolist()
        recurrent_states = np.concatenate([one.recurrent_states[mine] for one, mine in zip(self._parts, groups)])
        return Unroll(order, sizes, recurrent_states[order[: sizes[0]]], taken)
