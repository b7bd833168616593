"""The PPO of `self_play.py` on sparse observations: its first layer is an embedding bag. Beside it, from the same seeds, the same network
that makes a dense matrix of them, and the one on flat observations. Needs torch (extra `train`).

python examples/sparse_self_play.py
"""

from dataclasses import dataclass
from time import process_time

import numpy as np
import torch
from self_play import ENVS, STEPS, Network, evaluate, train
from torch import nn

from fs_env.envs import GameVectorEnv

UPDATES, RUNS = 8, 3


@dataclass
class Rows:
    """Rows of a sparse matrix in CSR form; `rows[chosen]` are some of them, by their numbers or by a mask."""

    indices: torch.Tensor
    indptr: torch.Tensor
    values: torch.Tensor

    def __getitem__(self, chosen: torch.Tensor) -> "Rows":
        counts = self.indptr.diff()[chosen]
        indptr = nn.functional.pad(counts.cumsum(0, dtype=torch.int32), (1, 0))
        moved = (self.indptr[:-1][chosen] - indptr[:-1]).repeat_interleave(counts)
        places = torch.arange(len(moved)) + moved
        return Rows(self.indices[places], indptr, self.values[places])


class Bag(nn.EmbeddingBag):
    """For each row the sum of the weights of its inputs, times their values; of a dense matrix, too."""

    def forward(self, rows: Rows | torch.Tensor) -> torch.Tensor:
        """From rows to units."""
        if isinstance(rows, torch.Tensor):
            return rows @ self.weight
        return super().forward(rows.indices, rows.indptr, rows.values)


class Sparse(Network):
    """Reads sparse observations."""

    form = "sparse"

    def __init__(self, envs: GameVectorEnv) -> None:
        super().__init__(envs)
        self.first = Bag(envs.coding.size, 128, mode="sum", include_last_offset=True)
        nn.init.normal_(self.first.weight, std=0.1)

    def read(self, observations: list[dict[str, np.ndarray]]) -> Rows:
        """The rows of several steps one after the other."""
        counts = np.concatenate([[0], *(np.diff(one["indptr"]) for one in observations)])
        indices, values = (np.concatenate([one[name] for one in observations]) for name in ("indices", "values"))
        return Rows(*map(torch.as_tensor, (indices, counts.cumsum(dtype=np.int32), values)))


class Dense(Sparse):
    """The same network, which makes a dense matrix of them."""

    def read(self, observations: list[dict[str, np.ndarray]]) -> torch.Tensor:
        """The rows as a dense matrix."""
        rows = super().read(observations)
        seen = torch.zeros(len(rows.indptr) - 1, len(self.first.weight))
        seen[torch.arange(len(seen)).repeat_interleave(rows.indptr.diff()), rows.indices] = rows.values
        return seen


def compare(updates: int = UPDATES, runs: int = RUNS) -> None:
    """Trains them in turn and prints how well they play, and how fast they play and learn by the processor's time."""
    kinds = {"sparse": Sparse, "dense": Dense, "flat": Network}
    speeds: dict[str, list[float]] = {name: [] for name in kinds}
    for kind in kinds.values():
        train(1, kind=kind)  # what is slow only once
    for seed in range(1, runs + 1):
        for name, kind in kinds.items():
            print(f"seed {seed}, {name}:")
            began = process_time()
            network = train(updates, seed, kind)
            speeds[name].append(updates * STEPS * ENVS / (process_time() - began))
            won, played = evaluate(network)
            print(f"won {won} of {played} games; {speeds[name][-1]:,.0f} decisions a second")
    for name in ("dense", "flat"):
        times = np.divide(speeds["sparse"], speeds[name])
        print(f"sparse: {np.median(times):.2f} times as fast as {name} ({times.min():.2f} to {times.max():.2f})")


if __name__ == "__main__":
    compare()
