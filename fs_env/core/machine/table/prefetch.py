"""Prefetching memory that is used soon: a batch of games is larger than the near caches, and rules leave memory bandwidth unused.

A request for a cache line changes nothing and never fails, whatever the address, and costs one instruction. A core keeps
about a dozen requests in flight: they help in small portions between other work, and not at all when made at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ..compile.jit import Kernel, compiled

LINE = 64  # bytes
READ, WRITE = (0, 2), (1, 3)  # of LLVM's prefetch: for reading, into the second cache; for writing, into the first
DATA = 1  # not instructions


def make_requests(dtype: np.dtype[Any], hot: Sequence[tuple[str, int, int]], obs_size: int, parts: int) -> list[Any]:
    """Functions `request(s, o)` for kernels, each of which prefetches a part of the next row of a batch.

    That row is the state after `s` in memory and the observation after the record `o`; where there is none, nothing
    happens. All parts together prefetch the observation for writing and the hot bytes of the state for reading.

    Args:
        dtype: the dtype of the state.
        hot: the bytes that nearly every decision reads: a field, the first byte in it, how many bytes.
        obs_size: length of an observation, in int16 numbers.
        parts: how many functions share the requests.
    """
    fields: Any = dtype.fields
    lines = set()
    for name, first, size in hot:
        at = int(fields[name][1]) + first
        lines |= set(range(at // LINE, (at + size - 1) // LINE + 1))
    read = [dtype.itemsize + LINE * line for line in sorted(lines)]
    written = [2 * obs_size + at for at in range(0, 2 * obs_size, LINE)]
    return [make_request(portion(read, k, parts), portion(written, k, parts)) for k in range(parts)]


def make_request(read: list[int], written: list[int]) -> Any:
    """A function `request(s, o)` for kernels that prefetches the lines at these distances, in bytes, from `s` and `o`."""
    if not compiled():
        return lambda s, o: None

    @intrinsic
    def request(typing_context, s, o):
        """Prefetches one part of the next row."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            ask(builder, arguments[1], written, WRITE)
            ask(builder, arguments[0], read, READ)
            return context.get_dummy_value()

        return types.void(s, o), codegen

    return request


def one_after_another(kernel: Kernel, steps: Sequence[Any], requests: Sequence[Any]) -> Any:
    """A kernel `(s, viewer, o)` that calls steps with these parameters in order, each after its request.

    Its source is generated from the list of steps: one function, so that the compiler sees all of them together.

    Args:
        kernel: the decorator; it gives `o` the type of a record.
        steps: kernels.
        requests: a function `request(s, o)` for each step.
    """
    names: dict[str, Any] = {"__name__": __name__}
    lines = ["def take_steps(s, viewer, o):", '    """Calls all steps."""']
    for k, (step, request) in enumerate(zip(steps, requests, strict=True)):
        names |= {f"step_{k}": step, f"request_{k}": request}
        lines += [f"    request_{k}(s, o)", f"    step_{k}(s, viewer, o)"]
    exec("\n".join(lines), names)
    return kernel(names["take_steps"])


def make_ask_to_write(width: int, size: int) -> Any:
    """A function `ask_to_write(array, first)` for kernels that prefetches `size` items of a vector, from item `first` on.

    Args:
        width: bytes of an item.
        size: how many items.
    """
    if not compiled():
        return lambda array, first: None

    @intrinsic
    def ask_to_write(typing_context, array, first):
        """Prefetches some items of a vector, also beyond its end, for writing."""

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
    """Emits requests for the cache lines at these distances, in bytes, from an address."""
    ir = cgutils.ir  # of llvmlite, which numba uses
    byte, word, long = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64)
    kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
    fetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    base = builder.bitcast(start, byte)
    for place in places:
        at = builder.gep(base, [ir.Constant(long, place)])
        builder.call(fetch, [at, *(ir.Constant(word, number) for number in (*use, DATA))])
