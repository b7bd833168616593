"""Memory for the kernels of networks: arrays at addresses, and room on the stack.

A network reaches compiled code as one number, the address of its header. Whoever passes an address keeps the array alive and does not
move it.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from fs_env.core.machine.compile.jit import compiled
from fs_env.core.machine.declare.fields import as_records

KINDS = (
    (types.int64, np.dtype(np.int64)),
    (types.int32, np.dtype(np.int32)),
    (types.float32, np.dtype(np.float32)),
)


def make_at(kind: Any, dtype: np.dtype[Any]) -> Any:
    """A function `at(address, n)` for kernels that returns the vector of n numbers at an address, which shares its memory."""
    if not compiled():

        def plain_at(address: int, n: int) -> Any:
            raw: Any = (ctypes.c_char * (int(n) * dtype.itemsize)).from_address(int(address)) if n else b""
            return np.frombuffer(raw, dtype)

        return plain_at
    vector, width = types.Array(kind, 1, "C"), dtype.itemsize

    @intrinsic
    def at(typing_context, address, n):
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = make_array(vector)(context, builder)
            data = builder.inttoptr(arguments[0], array.data.type)
            step = context.get_constant(types.intp, width)
            shape, strides = (cgutils.pack_array(builder, [number]) for number in (arguments[1], step))
            populate_array(array, data=data, shape=shape, strides=strides, itemsize=step, meminfo=None)
            return array._getvalue()

        return vector(types.int64, types.int64), codegen

    return at


words_at, places_at, floats_at = (make_at(*kind) for kind in KINDS)

if compiled():

    @intrinsic
    def address_of(typing_context, array):
        """The address of the first number of a vector."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = make_array(signature.args[0])(context, builder, arguments[0]).data
            return builder.ptrtoint(data, context.get_value_type(types.int64))

        return types.int64(array), codegen

else:

    def address_of(array: Any) -> int:
        """The address of the first number of a vector."""
        return int(array.ctypes.data)


def make_uninitialised(dtype: np.dtype[Any]) -> Any:
    """A function for kernels that returns a record of a structured dtype, valid until the calling function returns.

    Unlike one of `machine.table.scratch` it is not cleared: a record of some ten thousand numbers takes LLVM minutes to clear.
    """
    if not compiled():
        return lambda: as_records(np.zeros(1, dtype))[0]
    record = numba.from_dtype(dtype)

    @intrinsic
    def uninitialised(typing_context):
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            with builder.goto_entry_block():
                room = builder.alloca(context.get_data_type(record))
                room.align = 64
            return room

        return record(), codegen

    return uninitialised
