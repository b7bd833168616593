"""What is collected: the decisions of the learner in some rows of games, and what a minibatch of them is made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fs_env.training.collector.kernels import DECISION, WAITING, finish, gather

INPUTS, IDS = 128, 6  # of one decision, for which there is room at first
GROWTH, MORE = 1.5, 4096


class Decisions:
    """The decisions that some rows asked of the learner, in the order of time.

    Attributes:
        all: shape (room,): a record for each decision, see `kernels.DECISION`.
        inputs: int32, amounts: float32: the inputs of each, from its `first` on.
        ids: int16: its legal actions, ascending, from its `first_id` on.
        counts: int64 (3,): decisions, inputs and ids so far.

    Args:
        room: for how many decisions there is room; the other arrays grow when they have to.
    """

    def __init__(self, room: int) -> None:
        self.all: NDArray[Any] = np.zeros(room, DECISION)
        self.inputs = np.empty(INPUTS * room, np.int32)
        self.amounts = np.empty(INPUTS * room, np.float32)
        self.ids = np.empty(IDS * room, np.int16)
        self.counts = np.zeros(3, np.int64)

    def __getstate__(self) -> dict[str, NDArray[Any]]:
        """Pickled without the room that is not used."""
        k, n, m = self.counts.tolist()
        used = {"all": self.all[:k], "inputs": self.inputs[:n], "amounts": self.amounts[:n], "ids": self.ids[:m]}
        return {**{name: array.copy() for name, array in used.items()}, "counts": self.counts.copy()}

    def __setstate__(self, state: dict[str, NDArray[Any]]) -> None:
        """Arrays of its own: those that come through shared memory cannot be written."""
        for name, array in state.items():
            setattr(self, name, array.copy())

    def __len__(self) -> int:
        return int(self.counts[0])

    def __getitem__(self, column: str) -> NDArray[Any]:
        """A column of the decisions so far, a view."""
        found: NDArray[Any] = self.all[column][: len(self)]
        return found

    @property
    def known(self) -> NDArray[np.int64]:
        """The decisions whose next decision or result is known, int64 (k,): what can be learnt from."""
        return np.flatnonzero(self["next"] != WAITING)

    def clear(self) -> None:
        """Forgets all decisions; the arrays stay."""
        self.counts[:] = 0

    def grow(self) -> None:
        """Makes more room for inputs and ids; what is there stays."""
        more = int(GROWTH * len(self.inputs)) + MORE
        for name, size in (("inputs", more), ("amounts", more), ("ids", int(GROWTH * len(self.ids)) + MORE)):
            had = getattr(self, name)
            made = np.empty(size, had.dtype)
            made[: len(had)] = had
            setattr(self, name, made)

    def want_room(self, room: int) -> None:
        """Makes room for that many decisions; what is there stays."""
        if room > len(self.all):
            made = np.zeros(room, DECISION)
            made[: len(self.all)] = self.all
            self.all = made

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
        made = self.all[k]
        made["first"], made["first_id"], made["next"] = first, first_id, WAITING
        self.counts[:] = k + 1, first + n, first_id + legal
        return k

    def finish(self, gamma: float, gae_lambda: float, mix: float = 0.0) -> None:
        """Writes advantages and targets of the value (see `kernels.finish`).

        Args:
            gamma: discount per decision of a seat.
            gae_lambda: lambda of generalized advantage estimation.
            mix: part of the potential in the value that returns are measured by, 0 to 1.
        """
        finish(self.all, len(self), gamma, gae_lambda, mix)


class Minibatch(NamedTuple):
    """Some decisions as a network reads them (the arrays of `networks.torch_network.Batch`), and what happened there.

    Attributes:
        inputs: int64 (n,), amounts: float32 (n,), firsts: int64 (k,): as in `Batch`, of the own observations.
        ids, rows, slots: int64 (m,), most: as in `Batch`.
        chosen: int64 (k,): place of the action among the legal ones.
        advised: int64 (k,): what the learner's adviser would do, -1 without one.
        log_probs, values, advantages, targets: float32 (k,).
        whole: inputs, amounts and firsts of the observations of all seats, for a critic that sees them; None: there is none.
    """

    inputs: NDArray[np.int64]
    amounts: NDArray[np.float32]
    firsts: NDArray[np.int64]
    ids: NDArray[np.int64]
    rows: NDArray[np.int64]
    slots: NDArray[np.int64]
    most: int
    chosen: NDArray[np.int64]
    advised: NDArray[np.int64]
    log_probs: NDArray[np.float32]
    values: NDArray[np.float32]
    advantages: NDArray[np.float32]
    targets: NDArray[np.float32]
    whole: tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.int64]] | None = None


class Collected:
    """The decisions of several groups of rows as one list of those that can be learnt from.

    Args:
        parts: of each group, finished (`Decisions.finish`); they stay as they are while this is in use.
    """

    def __init__(self, parts: Sequence[Decisions]) -> None:
        self._parts = list(parts)
        known = [part.known for part in self._parts]
        self._part = np.repeat(np.arange(len(known)), [len(one) for one in known])
        self._place = np.concatenate(known)

    def __len__(self) -> int:
        return len(self._place)

    def column(self, name: str) -> NDArray[Any]:
        """A column of `kernels.DECISION`, (len,)."""
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
            made = np.empty(n, np.int64), np.empty(n, np.float32), np.empty(len(facts), np.int64)
            for one, mine in zip(self._parts, groups):
                gather(one.all, one.inputs, one.amounts, one.ids, mine, every, at, *made, ids, rows, slots, ends)
                at += len(mine)
            return made

        inputs, amounts, firsts = listed("own", 0)
        if (facts["inputs"] > facts["own"]).any():
            whole = listed("inputs", 1)
        log_probs, values, advantages, targets = (
            np.ascontiguousarray(facts[name]) for name in ("log_prob", "value", "advantage", "target")
        )
        most = int(facts["legal"].max(initial=1))
        chosen_ones, advised = (facts[name].astype(np.int64) for name in ("chosen", "advised"))
        seen = Minibatch(
            inputs,
            amounts,
            firsts,
            ids,
            rows,
            slots,
            most,
            chosen_ones,
            advised,
            log_probs,
            values,
            advantages,
            targets,
            whole,
        )
        return seen
