"""The last layer of a policy as torch computes it, for legal actions only, by compiled code on a processor.

With torch's own operations the weights of every legal action are copied for each position, and their gradients too.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from fs_env.agents.networks.layers import FAST, FastKernel
from fs_env.core.machine.compile.backend import types
from fs_env.core.machine.compile.program import program

kernel = FastKernel(None, one="float32[::1]", other="float32[::1]", amount="float32")
table, vector, words = types.float32[:, ::1], types.float32[::1], types.int64[::1]
NOTHING = np.float32(0)


@kernel
def product(one, other):
    total = NOTHING
    for j in range(len(one)):
        total += one[j] * other[j]
    return total


@kernel
def add(one, amount, other):
    for j in range(len(one)):
        one[j] += amount * other[j]


@program((table, table, vector, words, words, vector), fastmath=FAST)
def logits_of(units, weights, bias, ids, rows, into):
    """Writes the logit of every legal action: `ids[i]` of the position `rows[i]`."""
    for i in range(len(ids)):
        into[i] = bias[ids[i]] + product(units[rows[i]], weights[ids[i]])


@program((vector, table, table, words, words, table, table, vector), fastmath=FAST)
def add_gradients(grad, units, weights, ids, rows, of_units, of_weights, of_bias):
    for i in range(len(ids)):
        row, action, amount = rows[i], ids[i], grad[i]
        add(of_units[row], amount, weights[action])
        add(of_weights[action], amount, units[row])
        of_bias[action] += amount


class LegalLogits(torch.autograd.Function):
    """`(units[rows] * weights[ids]).sum(-1) + bias[ids]`."""

    @staticmethod
    def forward(ctx: Any, units: Any, weights: Any, bias: Any, ids: Any, rows: Any) -> torch.Tensor:
        """(k, width) units, (actions, width) weights, (actions,) bias, (m,) ids and rows -> (m,)."""
        ctx.save_for_backward(units, weights, ids, rows)
        built = torch.empty(len(ids))
        units, weights, bias, ids, rows = (
            part.detach().contiguous().numpy() for part in (units, weights, bias, ids, rows)
        )
        logits_of(units, weights, bias, ids, rows, built.numpy())
        return built

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        units, weights, ids, rows = (part.contiguous().numpy() for part in ctx.saved_tensors)
        built = torch.zeros(units.shape), torch.zeros(weights.shape), torch.zeros(len(weights))
        add_gradients(grads[0].contiguous().numpy(), units, weights, ids, rows, *(part.numpy() for part in built))
        return *built, None, None
