"""How the compiled entry of a game asks a value: through an address. Values themselves are defined in `machine.run.value`."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ..compile.jit import compiled

NO_VALUE = 0  # in place of an address
FIRST_HANDLE = 1
HANDLES: list[Callable[..., Any]] = []  # kernels; addresses without compilation are indices
C_VALUE = types.float64(types.voidptr, types.int64, types.voidptr, types.int64)

if compiled():

    @intrinsic
    def ask_value(typing_context, address, obs, weights, n_weights):
        """Calls the C function at an address with the addresses and lengths of the observation and the weights."""
        signature = types.float64(types.int64, obs, types.int64, types.int64)

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer, word, real = (context.get_value_type(kind) for kind in (types.voidptr, types.int64, types.float64))
            array = context.make_array(signature.args[1])(context, builder, arguments[1])
            size = cgutils.unpack_tuple(builder, array.shape, 1)[0]
            values = [builder.bitcast(array.data, pointer), size, builder.inttoptr(arguments[2], pointer), arguments[3]]
            shape = cgutils.ir.FunctionType(real, [pointer, word, pointer, word])
            return builder.call(builder.inttoptr(arguments[0], shape.as_pointer()), values)

        return signature, codegen

else:

    def ask_value(address: int, obs: Any, weights: int, n_weights: int) -> float:
        """Calls the Python function of a handle."""
        floats = (ctypes.c_float * n_weights).from_address(int(weights)) if n_weights else ()
        return float(HANDLES[address - FIRST_HANDLE](obs, np.array(floats, np.float32)))
