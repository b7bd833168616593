"""Memory for kernels: working space on the stack of the calling thread, and views of memory that is already there.

Kernels allocate nothing, so they need no reference counting. Whoever passes an address keeps the array alive and in place.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from ..declare.fields import as_records
from .backend import COMPILES, cgutils, intrinsic, make_array, numba, populate_array, types


def vector_at(context: Any, builder: Any, kind: Any, data: Any, count: Any, width: int) -> Any:
    """Emits a vector of `count` items of `width` bytes each at an address."""
    array = make_array(kind)(context, builder)
    step = context.get_constant(types.intp, width)
    shape, strides = (cgutils.pack_array(builder, [number]) for number in (count, step))
    data = builder.bitcast(data, array.data.type)
    populate_array(array, data=data, shape=shape, strides=strides, itemsize=step, meminfo=None)
    return array._getvalue()


if COMPILES:

    def make_short_lived_vector(dtype: np.dtype[Any]) -> Any:
        """A function for kernels that returns an uninitialised vector of n numbers, valid until the calling function returns."""
        item = numba.from_dtype(dtype)
        vector = types.Array(item, 1, "C")

        @intrinsic
        def short_lived_vector(typing_context, n):
            def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                data = builder.alloca(context.get_data_type(item), size=arguments[0])
                return vector_at(context, builder, vector, data, arguments[0], item.bitwidth // 8)

            return vector(types.int64), codegen

        return short_lived_vector

    def make_short_lived(dtype: np.dtype[Any]) -> Any:
        """A function for kernels that returns a record of zeros, valid until the calling function returns."""
        record = numba.from_dtype(dtype)

        @intrinsic
        def short_lived_record(typing_context):
            def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                return cgutils.alloca_once(builder, context.get_data_type(record))

            return record(), codegen

        return short_lived_record

    def make_uninitialised(dtype: np.dtype[Any]) -> Any:
        """A function for kernels that returns a record of a structured dtype, valid until the calling function returns.

        It is not cleared: LLVM needs minutes to clear one of some ten thousand numbers.
        """
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

    def make_named(dtype: np.dtype[Any]) -> Any:
        """A function for kernels that views an int16 vector as a record of a structured dtype of the same length, unchecked."""
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
            def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
                first, second = (builder.gep(data, [arguments[k]]) for k in (1, 2))
                cgutils.raw_memcpy(builder, second, first, context.get_constant(types.intp, size), 1)
                return context.get_dummy_value()

            return types.void(S, types.intp, types.intp), codegen

        return copy_state

    def make_as_rows(dtype: np.dtype[Any]) -> Any:
        """A function for kernels that returns a vector of int64 as records that share its memory.

        The entry takes plain numbers: numba needs 70 ns more to check an argument that is an array of records.
        """
        rows = types.Array(numba.from_dtype(dtype), 1, "C")

        @intrinsic
        def as_rows(typing_context, numbers):
            def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                vector = make_array(signature.args[0])(context, builder, arguments[0])
                words = context.get_constant(types.intp, dtype.itemsize // 8)
                count = builder.sdiv(cgutils.unpack_tuple(builder, vector.shape)[0], words)
                return vector_at(context, builder, rows, vector.data, count, dtype.itemsize)

            return rows(numbers), codegen

        return as_rows

    def make_at(dtype: np.dtype[Any]) -> Any:
        """A function `at(address, n)` for kernels: the vector of n numbers of a dtype at an address, whose memory it shares."""
        vector = types.Array(numba.from_dtype(dtype), 1, "C")

        @intrinsic
        def at(typing_context, address, n):
            def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                data = builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))
                return vector_at(context, builder, vector, data, arguments[1], dtype.itemsize)

            return vector(types.int64, types.int64), codegen

        return at

    @intrinsic
    def address_of(typing_context, array):
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = make_array(signature.args[0])(context, builder, arguments[0]).data
            return builder.ptrtoint(data, context.get_value_type(types.int64))

        return types.int64(array), codegen

else:

    def address_of(array: Any) -> int:
        return int(array.ctypes.data)

    def make_at(dtype: np.dtype[Any]) -> Any:
        def at(address: int, n: int) -> Any:
            raw: Any = (ctypes.c_char * (int(n) * dtype.itemsize)).from_address(int(address)) if n else b""
            return np.frombuffer(raw, dtype)

        return at

    def make_as_rows(dtype: np.dtype[Any]) -> Any:
        words = dtype.itemsize // 8
        return lambda numbers: numbers[: len(numbers) // words * words].view(dtype).view(np.recarray)

    def make_copy_state(dtype: np.dtype[Any]) -> Any:
        def copy_state(S: Any, source: int, at: int) -> None:
            structs = S.view(np.ndarray).view(dtype)
            structs[at] = structs[source]

        return copy_state

    def make_named(dtype: np.dtype[Any]) -> Any:
        return lambda vector: as_records(vector.view(dtype))[0]

    def make_short_lived(dtype: np.dtype[Any]) -> Any:
        return lambda: as_records(np.zeros(1, dtype))[0]

    make_uninitialised = make_short_lived

    def make_short_lived_vector(dtype: np.dtype[Any]) -> Any:
        return lambda n: np.empty(n, dtype)


short_lived, short_lived_words = (make_short_lived_vector(np.dtype(kind)) for kind in (np.int16, np.int64))
words_at, places_at, numbers_at, floats_at = (make_at(np.dtype(k)) for k in (np.int64, np.int32, np.int16, np.float32))
