"""Working space of a compiled call, on the stack of the thread that makes it.

Kernels allocate nothing, so they are compiled without numba's counting of references: that costs a
locked instruction at every slice and at every call that is handed an array.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from .jit import compiled

CACHE_LINE = 64  # bytes
TO_WRITE_NEAR_DATA = 1, 2, 1  # of LLVM's prefetch: to be written, to stay in the second cache, no code
ACTS = types.Array(types.int16, 1, "C")

if compiled():

    @intrinsic
    def short_lived(typing_context, n):
        """An int16 vector of n numbers, whatever they are, that lives as long as the function that asks for it."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = builder.alloca(context.get_data_type(types.int16), size=arguments[0])
            array = make_array(ACTS)(context, builder)
            width = context.get_constant(types.intp, 2)
            shape, strides = (cgutils.pack_array(builder, [number]) for number in (arguments[0], width))
            populate_array(array, data=data, shape=shape, strides=strides, itemsize=width, meminfo=None)
            return array._getvalue()

        return ACTS(types.int64), codegen

    @intrinsic
    def fetch_ahead(typing_context, array, first, size):
        """Asks for `size` bytes of a vector from its item `first` on, to have them near when they are written."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = signature.args[0]
            record = kind.dtype if isinstance(kind.dtype, types.Record) else None
            width = context.get_constant(types.intp, record.size if record else kind.dtype.bitwidth // 8)
            data = make_array(kind)(context, builder, arguments[0]).data
            byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
            start = builder.gep(builder.bitcast(data, byte), [builder.mul(arguments[1], width)])
            shape = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
            fetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], shape)
            first_byte, line = (context.get_constant(types.intp, n) for n in (0, CACHE_LINE))
            with cgutils.for_range_slice(builder, first_byte, arguments[2], line, inc=True) as (at, _):
                place = builder.gep(start, [at])
                builder.call(fetch, [place, *(ir.Constant(word, k) for k in TO_WRITE_NEAR_DATA)])
            return context.get_dummy_value()

        return types.void(array, types.intp, types.intp), codegen

    def make_short_lived(dtype: np.dtype[Any]) -> Any:
        """A function for kernels that gives a record of a structured dtype, its numbers whatever they are.

        It lives as long as the function that asks for it.
        """
        record = numba.from_dtype(dtype)

        @intrinsic
        def short_lived_record(typing_context):
            def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                return builder.alloca(context.get_data_type(record))

            return record(), codegen

        return short_lived_record

else:

    def fetch_ahead(array, first, size):
        """Nothing: it is about time alone."""

    def make_short_lived(dtype: np.dtype[Any]) -> Any:
        """A function that gives a record of a structured dtype whose fields are attributes."""
        return lambda: np.zeros(1, dtype).view(np.recarray)[0]

    def short_lived(n):
        """An int16 vector of n numbers, whatever they are."""
        return np.empty(n, np.int16)
