"""The first layer of a network as torch computes it, with a faster gradient on a processor.

`EmbeddingBag` sorts all places before it adds up the gradient of its weights; compiled code adds each row where it belongs.
"""

from __future__ import annotations

from typing import Any

import numba
import torch

from fs_env.agents.networks.layers import FAST
from fs_env.core.machine.jit import compiled, fix_signature
from fs_env.core.machine.kept_code import keep


def add_gradient(grad, places, amounts, firsts, into):
    """Adds `amounts[k] * grad[row]` to `into[places[k]]` for every input k of every row."""
    many, width = grad.shape
    for row in range(many):
        last = firsts[row + 1] if row + 1 < many else len(places)
        for k in range(firsts[row], last):
            place, amount = places[k], amounts[k]
            for j in range(width):
                into[place, j] += amount * grad[row, j]


if compiled():
    table, vector, words = numba.types.float32[:, ::1], numba.types.float32[::1], numba.types.int64[::1]
    add_gradient = keep(numba.njit(nogil=True, fastmath=FAST)(add_gradient))
    fix_signature(add_gradient, (table, words, vector, words, table), part=False)


class SumRows(torch.autograd.Function):
    """`torch.nn.functional.embedding_bag` in its mode "sum", with amounts, whose only gradient is that of the weights."""

    @staticmethod
    def forward(ctx: Any, weights: torch.Tensor, inputs: Any, amounts: Any, firsts: Any) -> torch.Tensor:
        """(D, width) weights, (n,) inputs and amounts, (k,) firsts -> (k, width)."""
        ctx.save_for_backward(inputs, amounts, firsts)
        ctx.shape = weights.shape
        made: torch.Tensor = torch.nn.functional.embedding_bag(
            inputs, weights, firsts, mode="sum", per_sample_weights=amounts
        )
        return made

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        """The gradient of the weights."""
        inputs, amounts, firsts = (part.numpy() for part in ctx.saved_tensors)
        into = torch.zeros(ctx.shape)
        add_gradient(grads[0].contiguous().numpy(), inputs, amounts, firsts, into.numpy())
        return into, None, None, None
