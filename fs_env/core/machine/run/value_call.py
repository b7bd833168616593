"""How the compiled entry of a game asks a value: through an address. Values themselves are defined in `machine.run.value`."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from ..compile.c_calls import call_value
from ..compile.jit import compiled

NO_VALUE = 0  # instead of an address
FIRST_HANDLE = 1
HANDLES: list[Callable[..., Any]] = []  # kernels; addresses without compilation are indices

if compiled():
    ask_value = call_value
else:

    def ask_value(address: int, obs: Any, weights: int, n_weights: int) -> float:
        floats = (ctypes.c_float * n_weights).from_address(int(weights)) if n_weights else ()
        return float(HANDLES[address - FIRST_HANDLE](obs, np.array(floats, np.float32)))
