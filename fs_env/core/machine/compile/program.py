"""Programs: compiled functions that Python calls, each with one signature, cached on disk, and other threads run meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import c_calls, disk_cache
from .backend import COMPILES, numba, sigutils
from .disk_cache import keep
from .jit import fix_signature

c_function: Any = (
    disk_cache.c_function if COMPILES else c_calls.PythonFunction
)  # has an `address`, and is `ctypes` for Python


def program(
    signature: str | tuple[Any, ...], what: str = "", counted: bool = True, **options: Any
) -> Callable[[Callable[..., Any]], Any]:
    """A decorator that makes a program of a function of arrays and numbers; it stays a Python function without compilation.

    Args:
        signature: the types of the parameters, as numba writes them ("int8[:,::1], int64") or as numba's types.
        what: what is compiled, as text, for the notice to users who wait; empty for no notice.
        counted: whether references to arrays are counted; a program that keeps none is faster without.
        options: further ones of `numba.njit`, such as `fastmath`.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        if not COMPILES:
            return function
        switches = options if counted else {**options, "_nrt": False}
        dispatcher = keep(numba.njit(nogil=True, **switches)(function), what)
        types = sigutils.normalize_signature(f"({signature},)")[0] if isinstance(signature, str) else signature
        fix_signature(dispatcher, types, part=False)
        return dispatcher

    return decorate
