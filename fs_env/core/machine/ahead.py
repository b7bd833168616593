"""Asking for memory that is used soon: a batch of games is larger than the near caches, and rules leave memory idle.

A request for a line of memory changes nothing and never fails, whatever the address, and costs one instruction. A core
keeps about a dozen in flight: requests are worth something in small portions between other work, nothing all at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from .jit import compiled

LINE = 64  # bytes
READ, WRITE = (0, 2), (1, 3)  # of LLVM's prefetch: to be read, from the second cache; to be written, from the first
DATA = 1  # no code


def make_look_ahead(dtype: np.dtype[Any], hot: Sequence[tuple[str, int, int]], obs_size: int, parts: int) -> Any:
    """A function `look_ahead(s, obs, part)` for kernels that asks for a part of the next row of a batch.

    That row is the state behind `s` and the observation behind `obs`; where there is none, nothing happens. `part` is
    a literal number below `parts`. All parts together ask for the observation, to be written, and for what is hot of
    the state, to be read.

    Args:
        dtype: of the state.
        hot: what nearly every decision reads: a field, the first byte of it, how many bytes.
        obs_size: int16 numbers of an observation.
        parts: into how many parts the requests are dealt.
    """
    fields: Any = dtype.fields
    lines = set()
    for name, first, size in hot:
        at = int(fields[name][1]) + first
        lines |= set(range(at // LINE, (at + size - 1) // LINE + 1))
    read = [dtype.itemsize + LINE * line for line in sorted(lines)]
    written = [2 * obs_size + at for at in range(0, 2 * obs_size, LINE)]
    if not compiled():
        return lambda s, obs, part: None

    @intrinsic(prefer_literal=True)
    def look_ahead(typing_context, s, obs, part):
        """Asks for one part of the next row; changes nothing."""
        k = getattr(part, "literal_value", None)
        if k is None:
            return None

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = context.make_array(signature.args[1])(context, builder, arguments[1]).data
            ask(builder, data, portion(written, k, parts), WRITE)
            ask(builder, arguments[0], portion(read, k, parts), READ)
            return context.get_dummy_value()

        return types.void(s, obs, part), codegen

    return look_ahead


def make_ask_to_write(width: int, size: int) -> Any:
    """A function `ask_to_write(array, first)` for kernels that asks for `size` items of a vector from one item on.

    Args:
        width: bytes of an item.
        size: how many items.
    """
    if not compiled():
        return lambda array, first: None

    @intrinsic
    def ask_to_write(typing_context, array, first):
        """Asks for some items of a vector, also beyond its end, to be written; changes nothing."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            ask(builder, builder.gep(data, [arguments[1]]), list(range(0, width * size, LINE)), WRITE)
            return context.get_dummy_value()

        return types.void(array, types.intp), codegen

    return ask_to_write


def portion(places: list[int], k: int, parts: int) -> list[int]:
    """The k-th of several nearly equal parts of a list."""
    return places[len(places) * k // parts : len(places) * (k + 1) // parts]


def ask(builder: Any, start: Any, places: Sequence[int], use: tuple[int, int]) -> None:
    """Requests for the lines of memory at these distances, in bytes, from an address."""
    ir = cgutils.ir  # of llvmlite, with which numba writes
    byte, word, long = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64)
    kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
    fetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    base = builder.bitcast(start, byte)
    for place in places:
        at = builder.gep(base, [ir.Constant(long, place)])
        builder.call(fetch, [at, *(ir.Constant(word, number) for number in (*use, DATA))])
