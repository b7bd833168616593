"""Instructions of the processor that numba has no name for: the lowest bit of a number, and requests for memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .backend import COMPILES, cgutils, intrinsic, types

LINE = 64  # bytes
READ, WRITE = (0, 2), (1, 3)  # of LLVM's prefetch: for reading, into the second cache; for writing, into the first
DATA = 1  # not instructions

if COMPILES:

    @intrinsic
    def lowest(typing_context, mask):
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], cgutils.true_bit)  # empty: anything

        return types.int64(types.int64), codegen

else:

    def lowest(mask: int) -> int:
        return (int(mask) & -int(mask)).bit_length() - 1


def make_request(read: list[int], written: list[int]) -> Any:
    """A function `request(s, o)` for kernels that prefetches the lines at these distances, in bytes, from `s` and `o`."""
    if not COMPILES:
        return lambda s, o: None

    @intrinsic
    def request(typing_context, s, o):
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            ask(builder, arguments[1], written, WRITE)
            ask(builder, arguments[0], read, READ)
            return context.get_dummy_value()

        return types.void(s, o), codegen

    return request


def make_ask_to_write(width: int, size: int) -> Any:
    """A function `ask_to_write(array, first)` for kernels that prefetches `size` items of a vector, from item `first` on."""
    if not COMPILES:
        return lambda array, first: None

    @intrinsic
    def ask_to_write(typing_context, array, first):
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            ask(builder, builder.gep(data, [arguments[1]]), list(range(0, width * size, LINE)), WRITE)
            return context.get_dummy_value()

        return types.void(array, types.intp), codegen

    return ask_to_write


def ask(builder: Any, start: Any, places: Sequence[int], use: tuple[int, int]) -> None:
    """Emits requests for the cache lines at these distances, in bytes, from an address."""
    ir = cgutils.ir  # of llvmlite, which numba uses
    byte, word, long = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64)
    kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
    fetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    base = builder.bitcast(start, byte)
    for place in places:
        at = builder.gep(base, [ir.Constant(long, place)])
        builder.call(fetch, [at, *(ir.Constant(word, number) for number in (*use, DATA))])
