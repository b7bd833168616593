"""Compiled values: the expected result of a seat in a position, from its observation.

The kernel of a value takes `(obs, weights)` and returns a score, any real number: `obs` is a seat's observation (int16), `weights`
are numbers of its own (float32). The shares of the win that it expects are the softmax of the scores of all seats, each from
its own observation; where the seats play together, the sigmoid of their mean. Such kernels are written with a `Kernel(None,
obs="int16[::1]", weights="float32[::1]")` of `machine.compile.jit`. Each is compiled by itself, not into the entry.
"""

from __future__ import annotations

import types as python_types
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..compile.c_calls import C_VALUE
from ..compile.jit import COMPILING
from ..compile.memory import floats_at, numbers_at
from ..compile.program import c_function

__all__ = ["Value"]


class Value:
    """A compiled value with its weights.

    Attributes:
        name: its name.
        kernel: `(obs, weights) -> score`.
        weights: float32 (n,), contiguous, read-only.

    Args:
        name, kernel: as above.
        weights: numbers, (n,); copied.

    Raises:
        ValueError: weights that are not finite or not a vector.
    """

    def __init__(self, name: str, kernel: Callable[..., Any], weights: Any = ()) -> None:
        numbers = np.array(weights, np.float32)
        if numbers.ndim != 1 or not np.isfinite(numbers).all():
            raise ValueError(f"value {name!r}: weights of shape {numbers.shape}: expected a vector of finite numbers")
        self.name, self.kernel = name, kernel
        self.weights: NDArray[np.float32] = numbers
        self.weights.flags.writeable = False

    def __repr__(self) -> str:
        return f"Value({self.name!r}, {len(self.weights)} weights)"

    @cached_property
    def address(self) -> int:
        """Address of the function that the entry calls; compiled, or loaded from disk, on first use."""
        with COMPILING:
            return int(self._callback.address)

    @cached_property
    def _callback(self) -> Any:
        """The kernel as a C function; it lives as long as the value, and so does its address."""
        bound = python_types.FunctionType(call.__code__, {**globals(), "kernel": self.kernel}, f"value_{self.name}")
        bound.__qualname__ = bound.__name__
        return c_function(C_VALUE, bound, f"the value {self.name}", self.kernel)

    def score(self, obs: NDArray[np.int16]) -> float:
        """The score of one observation, int16, contiguous.

        Raises:
            ValueError: an array of another dtype, or one that is not contiguous.
        """
        if obs.dtype != np.int16 or not obs.flags.c_contiguous:
            raise ValueError(f"obs is {obs.dtype}: expected a contiguous array of int16")
        return float(self._callback.ctypes(obs.ctypes.data, len(obs), self.weights.ctypes.data, len(self.weights)))


kernel: Any = None  # a placeholder: replaced by that of a value when its C function is made


def call(obs, obs_size, weights, n_weights):
    return kernel(numbers_at(obs, obs_size), floats_at(weights, n_weights))
