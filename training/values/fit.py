"""Fitting the network of a value to positions, with torch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.values.network import FIRST, SECOND, Layers
from fs_env.training.values.positions import Positions

FEWEST_STEPS = 11  # of the schedule of the rate: with its first tenth rounded to one step torch divides by zero


@dataclass(frozen=True)
class Fit:
    """How well a value foretells the winner of games that it was not fitted to.

    Attributes:
        log_loss: mean of -log(share expected for the winner), in nats; where the seats play together, of -log(probability
            expected of what happened, that they won or not).
        auc: probability that a winner's share is above a loser's, over pairs of seats of different positions; where they play
            together, that what happened was expected more than what did not.
        positions: how many.
        calibration: (share expected, share won, seats) in ten classes of the share expected.
    """

    log_loss: float
    auc: float
    positions: int
    calibration: tuple[tuple[float, float, int], ...]


def train(
    data: Positions,
    n_inputs: int,
    *,
    epochs: int = 6,
    batch: int = 1024,
    rate: float = 8e-3,
    seed: int = 0,
    rank: int = FIRST,
    targets: NDArray[np.float32] | None = None,
    together: bool = False,
) -> Layers:
    """Fits a network to positions.

    Args:
        data: at least one position.
        n_inputs: how many inputs the observations are made of.
        epochs, batch, rate: of Adam, the rate falls to zero.
        seed: of the first weights and the order of positions.
        rank: of the weights of the inputs, 1 to FIRST: each input adds to so many sums, of which the first layer is made.
        targets: shares of the win that it is fitted to, (n, seats); None: the results.
        together: whether the seats win or lose together.
    """
    import torch

    wanted = data.shares if targets is None else targets
    torch.manual_seed(seed)
    network = network_of(n_inputs, rank, together=together)
    steps = epochs * -(-len(data) // batch)
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=rate, total_steps=max(steps, FEWEST_STEPS), pct_start=0.1
    )
    order = np.random.default_rng(seed)
    for _ in range(epochs):
        for rows in np.array_split(order.permutation(len(data)), -(-len(data) // batch)):
            scores = network(*inputs_of(data, rows))
            loss = -(torch.from_numpy(wanted[rows]) * scores.log_softmax(1)).sum(1).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    layers = Layers(*(part.detach().numpy().copy() for part in network.layers()))
    seen = np.zeros(n_inputs, bool)
    seen[data.indices[data.amounts != 0]] = True
    layers.inputs[~seen] = 0.0
    return layers


def inputs_of(data: Positions, rows: NDArray[np.int64]) -> tuple[Any, Any]:
    """Indices and amounts of some positions as tensors."""
    import torch

    indices, amounts = data.indices[rows], data.amounts[rows].astype(np.float32)
    width = int((amounts != 0).any(axis=(0, 1)).nonzero()[0].max(initial=0)) + 1
    return torch.from_numpy(indices[..., :width].astype(np.int64)), torch.from_numpy(amounts[..., :width].copy())


def network_of(n_inputs: int, rank: int, *, together: bool = False) -> Any:
    """The torch module of the network in `agents.values.network`: `(indices, amounts) -> scores`, (n, seats), whose softmax are the
    shares; where the seats play together, (n, 2): the mean of their scores for winning, and 0 for not."""
    import torch
    from torch import nn

    class Network(nn.Module):
        """Sums of rows, their mixture, two rectifiers, one score."""

        def __init__(self) -> None:
            super().__init__()
            self.inputs = nn.EmbeddingBag(n_inputs, rank, mode="sum")
            self.mixture = nn.Linear(rank, FIRST)
            self.second = nn.Linear(FIRST, SECOND)
            self.last = nn.Linear(SECOND, 1, bias=False)
            nn.init.normal_(self.inputs.weight, std=0.05 * (FIRST / rank) ** 0.5)
            nn.init.orthogonal_(self.mixture.weight)
            nn.init.zeros_(self.mixture.bias)

        def layers(self) -> tuple[Any, ...]:
            """The weights in the order of `Layers`."""
            inputs = self.inputs.weight @ self.mixture.weight.T
            return (inputs, self.mixture.bias, self.second.weight.T, self.second.bias, self.last.weight[0])

        def forward(self, indices: Any, amounts: Any) -> Any:
            n, seats, width = indices.shape
            rows = (part.reshape(n * seats, width) for part in (indices, amounts))
            first = torch.relu(self.mixture(self.inputs(next(rows), per_sample_weights=next(rows))))
            scores = self.last(torch.relu(self.second(first))).reshape(n, seats)
            if not together:
                return scores
            mean = scores.mean(1, keepdim=True)
            return torch.cat([mean, torch.zeros_like(mean)], 1)

    return Network()


def network_with(layers: Layers, *, together: bool = False) -> Any:
    """The torch module with given weights."""
    import torch

    network = network_of(len(layers.inputs), FIRST, together=together)
    inputs, *others = (torch.from_numpy(np.ascontiguousarray(part)) for part in layers)
    with torch.no_grad():
        network.inputs.weight.copy_(inputs)
        network.mixture.weight.copy_(torch.eye(FIRST))
        for own, given in zip(network.layers()[1:], others, strict=True):
            own.copy_(given)
    return network


def expected_shares(
    layers: Layers, data: Positions, batch: int = 4096, *, together: bool = False
) -> NDArray[np.float64]:
    """The shares that a network expects, of the shape of `data.shares`."""
    import torch

    network = network_with(layers, together=together)
    parts = [np.zeros((0, data.shares.shape[1]))]
    with torch.no_grad():
        for first in range(0, len(data), batch):
            rows = np.arange(first, min(first + batch, len(data)))
            parts.append(network(*inputs_of(data, rows)).softmax(1).double().numpy())
    return np.concatenate(parts)


def judge(expected: NDArray[np.float64], shares: NDArray[np.float32]) -> Fit:
    """Compares expected shares with results; all NaN where there are none."""
    if not len(expected):
        return Fit(float("nan"), float("nan"), 0, ())
    won, foretold = shares.reshape(-1) > 0.5, expected.reshape(-1)
    order = foretold.argsort()
    ranks = np.empty(len(order))
    ranks[order] = np.arange(1, len(order) + 1)
    n_won = int(won.sum())
    auc = (ranks[won].sum() - n_won * (n_won + 1) / 2) / max(1, n_won * (len(won) - n_won))
    log_loss = -(shares * np.log(np.maximum(expected, 1e-9))).sum(1).mean()
    classes = np.minimum((foretold * 10).astype(int), 9)
    table = tuple(
        (
            float(foretold[classes == c].mean()),
            float(shares.reshape(-1)[classes == c].mean()),
            int((classes == c).sum()),
        )
        for c in range(10)
        if (classes == c).any()
    )
    return Fit(float(log_loss), float(auc), len(expected), table)
