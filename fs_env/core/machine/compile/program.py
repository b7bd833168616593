"""Programs: compiled functions that Python calls, each with one signature, cached on disk, and other threads run meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from . import c_calls, disk_cache
from .backend import ABSENT, COMPILES, numba, sigutils
from .disk_cache import keep
from .extension import contents, find
from .jit import fix_signature
from .notice import warn_slow


def c_function(signature: str, function: Callable[..., Any], what: str, *of: Any) -> Any:
    """A C function, which has an `address`, and is `ctypes` for Python; `of`: a kernel, and numbers, that it was created for."""
    address = find(*(of or (function,)), signature)
    if address is not None:
        return SimpleNamespace(address=address, ctypes=c_calls.ctypes_of(signature)(address))
    if ABSENT:
        warn_slow(f"decisions of {what}")
    return (disk_cache.c_function if COMPILES else c_calls.PythonFunction)(signature, function, what)


def program(
    signature: str | tuple[Any, ...], what: str = "", counted: bool = True, of: str = "", **options: Any
) -> Callable[[Callable[..., Any]], Any]:
    """A decorator that makes a program of a function of arrays and numbers; without compilation it stays a Python function.

    A program that came with a wheel (`extension`) is used instead.

    Args:
        signature: the types of the parameters, as numba writes them ("int8[:,::1], int64") or as numba's types.
        what: what is compiled, as text, for the notice to users who wait; empty for no notice.
        counted: whether references to arrays are counted; a program that keeps none is faster without.
        of: identifies what the function was created for, where its name does not.
        options: further ones of `numba.njit`, such as `fastmath`.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        if (found := find(function, of)) is not None:
            return found
        if not COMPILES:
            if ABSENT and (what or contents()):
                warn_slow(what or f"calls of {function.__module__}.{function.__qualname__}")
            return function
        switches = options if counted else {**options, "_nrt": False}
        dispatcher = keep(numba.njit(nogil=True, **switches)(function), what)
        types = sigutils.normalize_signature(f"({signature},)")[0] if isinstance(signature, str) else signature
        fix_signature(dispatcher, types, part=False)
        return dispatcher

    return decorate
