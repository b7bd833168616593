"""Fitting the network of a value to positions, with torch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.networks.layers import Layers
from fs_env.agents.values.network import FIRST, SECOND
from fs_env.core.machine.table.shares import RIVALS, SIDES
from fs_env.training.values.positions import Positions

SPREAD = 0.15  # of the weights of the score, at first
AT_ONCE = 4096  # positions that are valued
RATE = 8e-3  # of Adam, at its highest
FEWEST_STEPS = 11  # of the schedule of the rate: with its first tenth rounded to one step torch divides by zero


@dataclass(frozen=True)
class Fit:
    """How well a value predicts the winner of games that it was not fitted to.

    Attributes:
        log_loss: mean of -log(share expected for the winner), in nats; where seats win together or sides win, of
            -log(probability expected of what happened).
        auc: probability that a winner's share is above a loser's, over pairs of seats of different positions.
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
    seed: int = 0,
    rank: int = FIRST,
    targets: NDArray[np.float32] | None = None,
    winning: int = RIVALS,
) -> Layers:
    """Fits a network to positions, at least one.

    Args:
        epochs, batch: of Adam, whose rate falls to zero.
        rank: of the weights of the inputs, 1 to FIRST: each input adds to so many sums, of which the first layer is created.
        targets: shares of the win that it is fitted to, (n, seats); None: the results.
        winning: how seats win, a code of `core.machine.table.shares`.
    """
    import torch

    wanted = data.shares if targets is None else targets
    if winning == SIDES:
        wanted = np.stack([wanted, 1 - wanted], -1)
    torch.manual_seed(seed)
    tower = tower_of(n_inputs, rank)
    steps = epochs * -(-len(data) // batch)
    optimizer = torch.optim.AdamW(tower.parameters(), lr=RATE, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=RATE, total_steps=max(steps, FEWEST_STEPS), pct_start=0.1
    )
    order = np.random.default_rng(seed)
    for _ in range(epochs):
        for rows in np.array_split(order.permutation(len(data)), -(-len(data) // batch)):
            scores = scores_of(tower, data, rows, winning=winning)
            loss = -(torch.from_numpy(wanted[rows]) * scores.log_softmax(-1)).sum(-1).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    layers: Layers = tower.layers()
    seen = np.zeros(n_inputs, bool)
    seen[data.indices[data.amounts != 0]] = True
    layers[0][0][~seen] = 0.0
    return layers


def tower_of(n_inputs: int, rank: int) -> Any:
    """The network of a value as a torch module without a bias of its output; `rank` 0: the weights of its inputs are no product."""
    from fs_env.training.networks.product_rows import ProductRows
    from fs_env.training.networks.torch_network import Tower

    rows = ProductRows(n_inputs, FIRST, rank) if rank else None
    tower = Tower(n_inputs, (FIRST, SECOND), 1, SPREAD, rows)
    tower.out.bias.requires_grad_(False)
    return tower


def scores_of(tower: Any, data: Positions, rows: NDArray[np.int64], *, winning: int = RIVALS) -> Any:
    """Scores of some positions whose softmax are the shares: (n, seats); (n, 2) where all win together; (n, seats, 2) where sides win."""
    import torch

    from fs_env.training.networks.torch_network import Batch

    indices, amounts = data.indices[rows], data.amounts[rows]
    listed = amounts != 0
    counts = listed.reshape(-1, listed.shape[-1]).sum(1)
    parts = indices[listed].astype(np.int64), amounts[listed].astype(np.float32), counts.cumsum() - counts
    scores = tower.scores(Batch.of_inputs(*map(torch.from_numpy, parts))).reshape(len(rows), -1)
    if winning == RIVALS:
        return scores
    if winning == SIDES:
        return torch.stack([scores, -scores], -1)
    mean = scores.mean(1, keepdim=True)
    return torch.cat([mean, torch.zeros_like(mean)], 1)


def expected_shares(layers: Layers, data: Positions, *, winning: int = RIVALS) -> NDArray[np.float64]:
    import torch

    tower = tower_of(len(layers[0][0]), 0)
    tower.take(layers)
    parts = [np.zeros((0, data.shares.shape[1]))]
    with torch.no_grad():
        for first in range(0, len(data), AT_ONCE):
            rows = np.arange(first, min(first + AT_ONCE, len(data)))
            shares = scores_of(tower, data, rows, winning=winning).softmax(-1).double().numpy()
            parts.append(shares[..., 0] if winning == SIDES else shares)
    return np.concatenate(parts)


def judge(expected: NDArray[np.float64], shares: NDArray[np.float32], winning: int = RIVALS) -> Fit:
    if not len(expected):
        return Fit(float("nan"), float("nan"), 0, ())
    won, predicted = shares.reshape(-1) > 0.5, expected.reshape(-1)
    order = predicted.argsort()
    ranks = np.empty(len(order))
    ranks[order] = np.arange(1, len(order) + 1)
    n_won = int(won.sum())
    auc = (ranks[won].sum() - n_won * (n_won + 1) / 2) / max(1, n_won * (len(won) - n_won))
    losses = -shares * np.log(np.maximum(expected, 1e-9))
    if winning == SIDES:
        losses -= (1 - shares) * np.log(np.maximum(1 - expected, 1e-9))
    log_loss = losses.mean() if winning == SIDES else losses.sum(1).mean()
    classes = np.minimum((predicted * 10).astype(int), 9)
    table = tuple(
        (
            float(predicted[classes == c].mean()),
            float(shares.reshape(-1)[classes == c].mean()),
            int((classes == c).sum()),
        )
        for c in range(10)
        if (classes == c).any()
    )
    return Fit(float(log_loss), float(auc), len(expected), table)
