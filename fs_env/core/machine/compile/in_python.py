"""Kernels run as Python on a copy of the state, a hundred times slower, with a listener at every call: how a step had its result."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from . import instructions, memory
from .jit import plain

Around = Callable[..., Any]
STAND_INS: dict[int, Any] = {
    id(memory.short_lived): lambda n: np.empty(n, np.int16),
    id(memory.short_lived_words): lambda n: np.empty(n, np.int64),
    id(instructions.lowest): lambda mask: (int(mask) & -int(mask)).bit_length() - 1,
}
"""Id of a function that only compiled code can call to one for Python."""


def python_of(kernel: Any) -> types.FunctionType | None:
    if isinstance(kernel, types.FunctionType):
        return getattr(kernel, "__wrapped__", None)  # where nothing is compiled
    found = getattr(kernel, "py_func", None)
    return found if isinstance(found, types.FunctionType) else None


def in_python(kernel: Any, around: Mapping[Any, Around]) -> Callable[..., Any]:
    """A kernel as a Python function that calls Python functions only.

    Args:
        kernel: what a `Kernel` has made.
        around: kernels that it calls, directly or not, to what is called in their place: `(call, *arguments)`, where `call` takes
            these arguments and does what the kernel does.
    """
    listeners = {id(watched): listener for watched, listener in around.items()}
    built: dict[int, Any] = {}

    def of(value: Any) -> Any:
        if id(value) in STAND_INS:
            return STAND_INS[id(value)]
        function = python_of(value)
        if function is None:
            return value
        if id(value) not in built:
            built[id(value)] = copied(value, function)
        return built[id(value)]

    def copied(value: Any, function: types.FunctionType) -> Any:
        cells = tuple(types.CellType() for _ in function.__closure__ or ())
        names: dict[str, Any] = {"__builtins__": __builtins__, "__name__": function.__module__}
        twin = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__, cells)
        twin.__module__ = function.__module__
        call = plain(twin)
        listener = listeners.get(id(value))
        built[id(value)] = call if listener is None else partial(listener, call)
        names.update(
            {name: of(function.__globals__[name]) for name in names_in(function.__code__) & function.__globals__.keys()}
        )
        for cell, old in zip(cells, function.__closure__ or (), strict=True):
            cell.cell_contents = of(old.cell_contents)
        return built[id(value)]

    return of(kernel)


def names_in(code: types.CodeType) -> set[str]:
    inner = (part for part in code.co_consts if isinstance(part, types.CodeType))
    return set(code.co_names).union(*map(names_in, inner))
