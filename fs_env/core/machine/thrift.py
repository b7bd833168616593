"""What makes compiling cheaper and changes no code: fewer garbage collections, and types that are worked out once.

Both wrap internals while a complete function is compiled (`parts.whole`) and leave them as they were. A numba without
`BaseFunction.get_call_type` compiles as it does by itself.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.types import functions

RESOLVE = "get_call_type"  # numba internal, present in 0.68
REMEMBERED = "fs_env_remembered"
THRESHOLDS = (200_000, 20, 100)
"""New objects before a collection, and collections of each generation before one of the next. What the compiler makes
for hundreds of kernels lives until the end: going through it again and again finds nothing."""
PLAIN = ("_operator", "builtins")
"""Modules of the functions whose types are remembered. Intrinsics and functions of users may answer anew each time."""


@contextmanager
def few_collections() -> Iterator[None]:
    """Garbage is looked for rarely in this context, unless nobody looks for it anyway."""
    usual = gc.get_threshold()
    if gc.isenabled() and usual[0]:
        gc.set_threshold(*(max(pair) for pair in zip(usual, THRESHOLDS)))
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@contextmanager
def types_remembered() -> Iterator[None]:
    """What an operator or a built-in function makes of arguments of some types is found once in this context.

    numba tries all forms of the function at every place where it is called: 27,000 times for the rules of Four Souls,
    with 1,100 different answers.
    """
    usual = getattr(functions.BaseFunction, RESOLVE, None)
    if usual is None or hasattr(usual, REMEMBERED):
        yield
        return

    known: dict[tuple[Any, tuple[Any, ...]], Any] = {}  # of this context: what a module holds is part of `code_key`

    def resolve(function: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or getattr(function.typing_key, "__module__", "") not in PLAIN:
            return usual(function, context, args, kws)
        question = function, tuple(args)
        if question not in known:
            known[question] = usual(function, context, args, kws)
        return known[question]

    setattr(resolve, REMEMBERED, True)
    setattr(functions.BaseFunction, RESOLVE, resolve)
    try:
        yield
    finally:
        setattr(functions.BaseFunction, RESOLVE, usual)
