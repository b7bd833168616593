"""The first layer of a network as torch computes it, with a faster gradient on a processor.

`EmbeddingBag` sorts all places before it adds up the gradient of its weights; compiled code adds each row where it belongs.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from fs_env.agents.networks.layers import FAST
from fs_env.core.machine.compile.program import program
from fs_env.training.networks.helpers import HELPERS


@program("float32[:,::1], int64[::1], float32[::1], int64[::1], float32[:,::1], int64, int64", fastmath=FAST)
def add_gradient(grad, places, amounts, firsts, into, begin, end):
    """Adds `amounts[k] * grad[row]` to `into[places[k]]` for every input k of every row whose place is from begin to end."""
    many, width = grad.shape
    for row in range(many):
        last = firsts[row + 1] if row + 1 < many else len(places)
        for k in range(firsts[row], last):
            place, amount = places[k], amounts[k]
            if begin <= place < end:
                for j in range(width):
                    into[place, j] += amount * grad[row, j]


def equal_parts(places: NDArray[np.int64], size: int, parts: int) -> list[int]:
    """Bounds of ranges of `size` places with as many of these each, 0 and size the outer ones.

    Threads write to rows of their own: with columns of the same rows they were no faster than one.
    """
    if parts == 1:
        return [0, size]
    counts = np.bincount(places, minlength=size)
    before = counts.cumsum() - counts
    between = np.searchsorted(before, len(places) * np.arange(1, parts) / parts, "right") - 1
    return [0, *between.tolist(), size]


class SumRows(torch.autograd.Function):
    """`torch.nn.functional.embedding_bag` in its mode "sum", with amounts, whose only gradient is that of the weights."""

    @staticmethod
    def forward(ctx: Any, weights: torch.Tensor, inputs: Any, amounts: Any, firsts: Any) -> torch.Tensor:
        """(D, width) weights, (n,) inputs and amounts, (k,) firsts -> (k, width)."""
        ctx.save_for_backward(inputs, amounts, firsts)
        ctx.shape = weights.shape
        built: torch.Tensor = torch.nn.functional.embedding_bag(
            inputs, weights, firsts, mode="sum", per_sample_weights=amounts
        )
        return built

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        inputs, amounts, firsts = (part.numpy() for part in ctx.saved_tensors)
        into = torch.zeros(ctx.shape)
        grad, summed = grads[0].contiguous().numpy(), into.numpy()
        bounds = equal_parts(inputs, len(summed), HELPERS.number + 1)
        HELPERS.divide(partial(add_gradient, grad, inputs, amounts, firsts, summed), bounds)
        return into, None, None, None
