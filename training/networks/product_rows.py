"""First layers whose weights are a product: each input adds to a few sums, and all sums are mixed into the units."""

from __future__ import annotations

import torch

SPREAD = 0.05  # of the weights of a first layer, at first


class ProductRows(torch.nn.Module):
    """The weights of a first layer, (inputs, hidden), of at most this rank."""

    def __init__(self, inputs: int, hidden: int, rank: int) -> None:
        super().__init__()
        self.sums = torch.nn.Parameter(SPREAD * (hidden / rank) ** 0.5 * torch.randn(inputs, rank))
        self.mixture = torch.nn.Parameter(torch.nn.init.orthogonal_(torch.empty(rank, hidden)))

    @property
    def weight(self) -> torch.Tensor:
        """(inputs, hidden)."""
        return self.sums @ self.mixture
