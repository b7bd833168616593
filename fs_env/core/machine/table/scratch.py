"""Working space of a compiled call, on the stack of the thread that makes it.

Kernels allocate nothing, so they are compiled without numba's reference counting, which costs a locked instruction at every
slice and at every call with an array.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from ..compile.jit import compiled
from ..declare.fields import as_records

ACTS = types.Array(types.int16, 1, "C")

if compiled():

    @intrinsic
    def short_lived(typing_context, n):
        """An uninitialised int16 vector of n numbers, valid until the calling function returns."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = builder.alloca(context.get_data_type(types.int16), size=arguments[0])
            array = make_array(ACTS)(context, builder)
            width = context.get_constant(types.intp, 2)
            shape, strides = (cgutils.pack_array(builder, [number]) for number in (arguments[0], width))
            populate_array(array, data=data, shape=shape, strides=strides, itemsize=width, meminfo=None)
            return array._getvalue()

        return ACTS(types.int64), codegen

    def make_short_lived(dtype: np.dtype[Any]) -> Any:
        """A function for kernels that returns an uninitialised record of a structured dtype.

        It is valid until the calling function returns.
        """
        record = numba.from_dtype(dtype)

        @intrinsic
        def short_lived_record(typing_context):
            def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                return cgutils.alloca_once(builder, context.get_data_type(record))

            return record(), codegen

        return short_lived_record

    def make_named(dtype: np.dtype[Any]) -> Any:
        """A function for kernels that returns an int16 vector as a record of a structured dtype.

        The record shares the memory of the vector. Nothing is checked: the vector must be as long as the record.
        """
        record = numba.from_dtype(dtype)

        @intrinsic
        def named(typing_context, vector):
            def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                data = make_array(signature.args[0])(context, builder, arguments[0]).data
                return builder.bitcast(data, context.get_value_type(record))

            return record(vector), codegen

        return named

    def make_copy_state(dtype: np.dtype[Any]) -> Any:
        """A function `copy_state(S, source, at)` for kernels that writes the state `S[source]` over `S[at]`."""
        size = dtype.itemsize

        @intrinsic
        def copy_state(typing_context, S, source, at):
            """Copies the bytes of one state."""

            def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
                first, second = (builder.gep(data, [arguments[k]]) for k in (1, 2))
                cgutils.raw_memcpy(builder, second, first, context.get_constant(types.intp, size), 1)
                return context.get_dummy_value()

            return types.void(S, types.intp, types.intp), codegen

        return copy_state

else:

    def make_copy_state(dtype: np.dtype[Any]) -> Any:
        """A function `copy_state(S, source, at)` that writes the state `S[source]` over `S[at]`."""

        def copy_state(S: Any, source: int, at: int) -> None:
            structs = S.view(np.ndarray).view(dtype)
            structs[at] = structs[source]

        return copy_state

    def make_named(dtype: np.dtype[Any]) -> Any:
        """A function that returns an int16 vector as a record whose fields are attributes."""
        return lambda vector: as_records(vector.view(dtype))[0]

    def make_short_lived(dtype: np.dtype[Any]) -> Any:
        """A function that returns a record of a structured dtype whose fields are attributes."""
        return lambda: as_records(np.zeros(1, dtype))[0]

    def short_lived(n):
        """An uninitialised int16 vector of n numbers."""
        return np.empty(n, np.int16)
