"""Ways to compile cheaper that change no code: fewer garbage collections, types worked out once, shorter ways through numba.

All wrap internals while a complete function is compiled (`parts.whole`), and restore them. A numba without one compiles as usual.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import cpu, errors, event, ir, types
from numba.core.types import functions
from numba.core.typing import context, typeof
from numba.np import arrayobj

RESOLVE = "get_call_type"  # numba internal, present in 0.68
REMEMBERED = "fs_env_remembered"
THRESHOLDS = (200_000, 20, 100)
"""New objects before a collection, and collections of each generation before one of the next. What the compiler makes
for hundreds of kernels lives until the end: going through it again and again finds nothing."""
LLVM_EVENT = "numba:llvm_lock"
ATOMS = (str, int, bool, float, type(None), getattr(ir, "Loc", str))
"""Types of what stands in numba's instructions and contains no variable."""
PLAIN = ("_operator", "builtins")
"""Modules of the functions whose types are remembered. Intrinsics and functions of users may answer anew each time."""


@contextmanager
def few_collections() -> Iterator[None]:
    """Garbage is looked for rarely in this context, unless collection is off."""
    usual = gc.get_threshold()
    if gc.isenabled() and usual[0]:
        gc.set_threshold(*(max(pair) for pair in zip(usual, THRESHOLDS)))
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@contextmanager
def types_remembered() -> Iterator[None]:
    """Works out the result type of an operator or a built-in function once for the same types of arguments in this context."""
    usual = getattr(functions.BaseFunction, RESOLVE, None)
    if usual is None or hasattr(usual, REMEMBERED):
        yield
        return

    known: dict[tuple[Any, tuple[Any, ...]], Any] = {}  # of this context: what a module contains is part of `code_key`

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


@contextmanager
def shorter_ways() -> Iterator[None]:
    """Lets numba do its most frequent work in fewer steps in this context, with the same results."""
    changes = [
        (owner, name, shorter(getattr(owner, name)))
        for owner, name, shorter in SHORTER
        if hasattr(owner, name) and not hasattr(getattr(owner, name), REMEMBERED)
    ]
    usual = [getattr(owner, name) for owner, name, _ in changes]
    for owner, name, new in changes:
        setattr(owner, name, new)
    try:
        yield
    finally:
        for (owner, name, _), old in zip(changes, usual, strict=True):
            setattr(owner, name, old)


class Colourless:
    """Marks nothing in the texts of errors. Most errors are of candidates that do not fit, and are never read."""

    @staticmethod
    def errmsg(text: str) -> str:
        return text

    code = filename = indicate = highlight = reset = errmsg


def colourless(usual: Any) -> Any:
    """Errors are made without colours; with colorama each of them would start and stop its wrappers of the terminal."""
    return Colourless


def untimed(usual: Any) -> Any:
    """Calls of LLVM are not timed; numba makes two events of each."""

    def notify(kind: str, *args: Any, **kws: Any) -> None:
        if kind != LLVM_EVENT:
            usual(kind, *args, **kws)

    setattr(notify, REMEMBERED, True)
    return notify


def once(usual: Any) -> Any:
    """Implementations of numba are looked for once: it imports forty modules again whenever a function has none."""
    seen = set()

    def load(context: Any) -> None:
        if context not in seen:
            seen.add(context)
            usual(context)

    setattr(load, REMEMBERED, True)
    return load


def variables(usual: Any) -> Any:
    """The variables in an instruction, without a call for each of its numbers and names."""

    def list_variables(instruction: Any, value: Any) -> list[Any]:
        kind = type(value)
        if kind is ir.Var:
            return [value]
        if kind is not dict and kind is not tuple and kind is not list:
            return list(usual(instruction, value))
        found = []
        for item in value.values() if kind is dict else value:
            if type(item) is ir.Var:
                found.append(item)
            elif type(item) not in ATOMS:
                found += list_variables(instruction, item)
        return found

    setattr(list_variables, REMEMBERED, True)
    return list_variables


def arrays(usual: Any) -> Any:
    """The structure of an array type is made once, and nothing is looked for that would make an array of an array."""
    known: dict[Any, Any] = {}

    def make_array(kind: Any) -> Any:
        if kind not in known:
            built = known[kind] = usual(kind)
            if type(kind) is types.Array and "_make_refs" in vars(built):
                del built._make_refs
        return known[kind]

    setattr(make_array, REMEMBERED, True)
    return make_array


SHORTER = (
    (errors, "_termcolor_inst", colourless),
    (typeof, "_termcolor", colourless),
    (event, "start_event", untimed),
    (event, "end_event", untimed),
    (cpu.CPUContext, "load_additional_registries", once),
    (context.Context, "load_additional_registries", once),
    (ir.Inst, "_rec_list_vars", variables),
    (arrayobj, "make_array", arrays),
)
"""Internals of numba, present in 0.68, and what makes a shorter one of each."""
