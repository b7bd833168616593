"""Samples compiled code: the handler of a timer signal, compiled too, records the call chain.

Needs no privileges and no profiler; x86-64 Linux, code with frame pointers (`benchmarks.line_tables`).
"""

from __future__ import annotations

import ctypes
import platform
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

DEPTH = 64  # callers recorded per sample
CAPACITY = 200_000  # samples
# Offsets in the machine context passed to a handler (ucontext_t of x86-64 glibc), in bytes.
RBP, RSP, RIP = 120, 160, 168
SA_SIGINFO, SA_RESTART = 4, 0x10000000


class SignalAction(ctypes.Structure):
    """`struct sigaction` of x86-64 glibc."""

    _fields_ = (
        ("handler", ctypes.c_void_p),
        ("mask", ctypes.c_ulong * 16),
        ("flags", ctypes.c_int),
        ("restorer", ctypes.c_void_p),
    )


@intrinsic
def read(typing_context, address):
    """The int64 at an address."""

    def code(context, builder, signature, args):
        return builder.load(builder.inttoptr(args[0], ir.IntType(64).as_pointer()))

    return types.int64(types.int64), code


@intrinsic
def write(typing_context, address, value):
    """Stores an int64 at an address."""

    def code(context, builder, signature, args):
        builder.store(args[1], builder.inttoptr(args[0], ir.IntType(64).as_pointer()))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), code


def make_handler(table: int, stack_end: int) -> Any:
    """A signal handler that records the instruction pointer and return addresses in the table.

    Args:
        table: address of a counter, followed by rows of `DEPTH` numbers.
        stack_end: where the stack of the main thread ends.
    """

    @numba.cfunc("void(int32, int64, int64)")
    def handler(number, info, context):
        n = read(table)
        if n >= CAPACITY:
            return
        write(table, n + 1)
        row = table + 8 + n * DEPTH * 8
        write(row, read(context + RIP))
        below = read(context + RSP)
        frame = read(context + RBP)
        write(row + 8, read(below))
        for k in range(2, DEPTH):
            if frame < below or frame + 16 > stack_end or frame % 8:
                break
            write(row + 8 * k, read(frame + 8))
            below = frame + 16
            frame = read(frame)

    return handler


def sample(work: Callable[[], object], interval: float) -> Counter[tuple[int, ...]]:
    """Runs `work` and counts chains of addresses, innermost first.

    The first address is the instruction pointer, the second the top of the stack (the return address if the code was in a
    library function without a frame, otherwise anything), the others are return addresses.

    Args:
        work: called once, in the main thread.
        interval: seconds between samples.

    Raises:
        RuntimeError: the system is not x86-64 Linux.
    """
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        raise RuntimeError(f"sampling needs x86-64 Linux, this is {platform.system()} {platform.machine()}")
    table = np.zeros(1 + CAPACITY * DEPTH, np.int64)
    handler = make_handler(table.ctypes.data, stack_end())
    libc = ctypes.CDLL(None, use_errno=True)
    action, before = SignalAction(handler.address, flags=SA_SIGINFO | SA_RESTART), SignalAction()
    if libc.sigaction(int(signal.SIGALRM), ctypes.byref(action), ctypes.byref(before)):
        raise OSError(ctypes.get_errno(), "sigaction refused the handler")
    signal.setitimer(signal.ITIMER_REAL, interval, interval)
    try:
        work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        libc.sigaction(int(signal.SIGALRM), ctypes.byref(before), None)
    rows = table[1:].reshape(CAPACITY, DEPTH)[: table[0]]
    return Counter((*row[:2], *(address for address in row[2:] if address)) for row in rows.tolist())


def stack_end() -> int:
    """Where the stack of the main thread ends."""
    for row in Path("/proc/self/maps").read_text().splitlines():
        if row.endswith("[stack]"):
            return int(row.split()[0].split("-")[1], 16)
    raise RuntimeError("/proc/self/maps names no stack")
