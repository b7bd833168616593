"""A small network over sparse inputs, compiled: the form of the values that are shipped.

An observation becomes a short list of inputs, each with an amount. Two hidden layers with a rectifier follow, then one score.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.networks.layers import Layers, exact_add_row, exact_next_layer, exact_start
from fs_env.agents.values.names import FIRST, SECOND
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.compile.memory import make_short_lived
from fs_env.core.machine.compile.program import program

MOST = 512  # inputs of one observation that are not zero
WORK = np.dtype(
    [
        ("n", "i8"),
        ("index", "i2", (MOST,)),
        ("amount", "f4", (MOST,)),
        ("first", "f4", (FIRST,)),
        ("second", "f4", (SECOND,)),
    ],
    align=True,
)
kernel = Kernel(None, obs="int16[::1]", weights="float32[::1]", work=WORK, amount="float32")
"""The decorator of kernels of values."""
new_work = make_short_lived(WORK)


def flat_weights(layers: Layers) -> NDArray[np.float32]:
    return np.concatenate([part.reshape(-1) for layer in layers for part in layer][:-1])


@kernel
def put(work, index, amount):
    """Adds one input to the list, if its amount is not zero and there is room."""
    if amount != 0 and work.n < MOST:
        work.index[work.n] = index
        work.amount[work.n] = amount
        work.n += 1


def make_score(list_inputs: Callable[..., Any], n_inputs: int) -> Callable[..., Any]:
    """The kernel of a value; `list_inputs`: a kernel `(obs, work)` that lists the inputs of an observation with `put`."""
    bias = n_inputs * FIRST
    second = bias + FIRST
    second_bias = second + FIRST * SECOND
    last = second_bias + SECOND
    size = last + SECOND

    def score(obs, weights):
        """The score of one observation; 0 where the weights are those of another network."""
        if len(weights) != size:
            return 0.0
        work = new_work()
        work.n = 0
        list_inputs(obs, work)
        first, units = work.first[:FIRST], work.second[:SECOND]
        exact_start(first, weights, bias, FIRST)
        for k in range(work.n):
            exact_add_row(first, work.amount[k], weights, int(work.index[k]) * FIRST, FIRST)
        exact_start(units, weights, second_bias, SECOND)
        exact_next_layer(units, first, weights, second, FIRST, SECOND)
        total = 0.0
        for j in range(SECOND):
            if units[j] > 0:
                total += units[j] * weights[last + j]
        return total

    return kernel(named_after(score, list_inputs))


def make_extract(list_inputs: Callable[..., Any]) -> Callable[..., Any]:
    """A function `(many, indices, amounts)` that lists the inputs of many observations, for training.

    It fills `indices`, int16, and `amounts`, float32, both (k, MOST), with zeros after the last input of each row, and returns
    the largest number of inputs.
    """

    def extract(many, indices, amounts):
        work = new_work()
        most = 0
        for row in range(len(many)):
            work.n = 0
            list_inputs(many[row], work)
            n = work.n
            most = max(most, n)
            for k in range(MOST):
                indices[row, k] = work.index[k] if k < n else 0
                amounts[row, k] = work.amount[k] if k < n else 0
        return most

    return program("int16[:,::1], int16[:,::1], float32[:,::1]")(named_after(extract, list_inputs))


def named_after(function: Callable[..., Any], list_inputs: Callable[..., Any]) -> Callable[..., Any]:
    """Renames the function for each game: cached code of two games in one process must not have the same name."""
    function.__qualname__ = f"{function.__name__}_{list_inputs.__module__.rpartition('.')[2]}"
    return function
