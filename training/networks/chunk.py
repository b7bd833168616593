"""Positions that are gathered first and learned from afterwards, in random batches, as a network reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from fs_env.agents.networks.inputs import Inputs
from fs_env.training.networks.torch_network import Batch, list_inputs


class Lesson(NamedTuple):
    """A batch with what is to be learned from it.

    Attributes:
        batch: k positions.
        targets: float32 (k, most): the probability of each legal action, 0 beyond the last.
        shares: float32 (k,): the share of the win that the seat had; NaN: not known.
    """

    batch: Batch
    targets: torch.Tensor
    shares: torch.Tensor


class Chunk:
    """Some positions with targets, as lists of inputs: 1 KB each where an observation has 6."""

    def __init__(self, tables: Inputs) -> None:
        self.tables = tables
        self._parts: list[tuple[NDArray[Any], ...]] = []

    def add(
        self,
        observations: NDArray[np.int16],
        ids: NDArray[np.int16],
        targets: NDArray[np.float32],
        shares: NDArray[np.float32],
        prior_actions: NDArray[np.int64] | None = None,
    ) -> None:
        """Adds positions.

        Args:
            observations: int16 (k, numbers).
            ids: int16 (k, any): legal ids, -1 beyond the last; targets: float32, of the same shape: their probabilities.
            shares: float32 (k,): see `Lesson`; may be written until the first batch is drawn.
            prior_actions: int64 (k,), for a network with a prior policy: for all positions or for none.
        """
        places, amounts, firsts = list_inputs(self.tables, observations)
        legal = ids >= 0
        self._parts.append(
            (
                places.astype(np.int32),
                amounts.copy(),
                np.diff(firsts, append=len(places)),
                ids[legal],
                legal.sum(1),
                targets[legal].astype(np.float32),
                np.full(len(shares), -1) if prior_actions is None else prior_actions,
                shares,
            )
        )

    def __len__(self) -> int:
        return sum(len(part[-1]) for part in self._parts)

    def lessons(self, size: int, rng: np.random.Generator, device: Any = "cpu") -> Iterator[Lesson]:
        """All positions once in random order, in full batches; one smaller batch if there are fewer positions than `size`."""
        places, amounts, lengths, ids, counts, targets, prior_actions, shares = (
            np.concatenate([part[k] for part in self._parts]) for k in range(8)
        )
        has_prior = bool((prior_actions >= 0).any())
        begin, first = lengths.cumsum() - lengths, counts.cumsum() - counts
        order = rng.permutation(len(shares))
        for at in range(0, max(1, len(order) - size + 1), size):
            rows = order[at : at + size]
            inputs, firsts, _ = spread(begin[rows], lengths[rows])
            listed, starts, of_row = spread(first[rows], counts[rows])
            slots, most = np.arange(len(listed)) - starts[of_row], int(counts[rows].max(initial=1))
            goal = np.zeros((len(rows), most), np.float32)
            goal[of_row, slots] = targets[listed]
            seen, amount, legal = places[inputs].astype(np.int64), amounts[inputs], ids[listed].astype(np.int64)
            one, two, three, four, five, six = map(torch.from_numpy, (seen, amount, firsts, legal, of_row, slots))
            prior = torch.from_numpy(prior_actions[rows].astype(np.int64)) if has_prior else None
            batch = Batch(one, two, three, four, five, six, most, prior)
            yield Lesson(batch.to(device), torch.from_numpy(goal).to(device), torch.from_numpy(shares[rows]).to(device))


def spread(
    begin: NDArray[np.int64], lengths: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The numbers begin[k], begin[k] + 1, ... of every range in a row; where each range begins there; the range of each number."""
    firsts = lengths.cumsum() - lengths
    of_row = np.repeat(np.arange(len(lengths)), lengths)
    return np.arange(len(of_row)) - firsts[of_row] + begin[of_row], firsts, of_row
