"""Losses of a network by its logits and its scores."""

from __future__ import annotations

import torch

from fs_env.training.networks.torch_network import share_logit


def policy_loss(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """The mean cross-entropy of target probabilities (k, most) and logits (k, most), -inf beyond the last legal action."""
    scores = torch.log_softmax(logits, -1)
    return -(targets * scores.masked_fill(torch.isneginf(logits), 0.0)).sum(-1).mean()


def score_loss(scores: torch.Tensor, shares: torch.Tensor, parties: int) -> torch.Tensor:
    """The mean cross-entropy of shares of the win (k,) and the shares that scores (k,) represent (`share_of`), where they are known;
    0 if none is. `parties` as of `Game.parties`."""
    known = ~torch.isnan(shares)
    if not bool(known.any()):
        return scores.sum() * 0.0
    return torch.nn.functional.binary_cross_entropy_with_logits(share_logit(scores[known], parties), shares[known])


def agreement(logits: torch.Tensor, targets: torch.Tensor) -> float:
    return float((logits.argmax(-1) == targets.argmax(-1)).float().mean())
