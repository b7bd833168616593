"""Kernels written once for all games, and made for each with the sizes, codes and kernels that it gives.

A module of such kernels reads like any other: module-level functions that call each other and use module-level names. A name
that each game gives has the value `GIVEN` there:

    shared = Shared()
    SEATS: Any = GIVEN

    @shared
    def next_seat(s, p): ...

    table = shared.make(kernel, SEATS=4)      # table.next_seat is a kernel of that game
"""

from __future__ import annotations

import types as python_types
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from ..compile.jit import Kernel

GIVEN: Any = object()  # placeholder for a value that each game gives


class Shared:
    """A decorator that collects kernels of one module, and makes them for a game.

    The functions that a game gets are copies with global names of their own, not closures: numba hashes the cells of a closure into
    the key of its cache, and a kernel in a cell hashes differently in every process.
    """

    def __init__(self) -> None:
        self.functions: list[Callable[..., Any]] = []

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Registers a function of the module; returns it unchanged."""
        self.functions.append(function)
        return function

    def make(self, kernel: Kernel, **given: Any) -> Any:
        """The kernels of one game by name, as attributes, together with a value for each name that the module leaves to the game.

        Raises:
            TypeError: a name is missing, or the module does not leave it to the game.
        """
        module = self.functions[0].__globals__
        used = {name for function in self.functions for name in function.__code__.co_names}
        wanted = {name for name in used if module.get(name) is GIVEN}
        if wanted != set(given):
            missing, unknown = sorted(wanted - set(given)), sorted(set(given) - wanted)
            raise TypeError(
                f"{module['__name__']} needs {', '.join(sorted(wanted))} from a game: "
                f"missing {', '.join(missing) or 'none'}, unknown {', '.join(unknown) or 'none'}"
            )
        names = {**module, **given}
        built = {function.__name__: kernel(copied(function, names)) for function in self.functions}
        names.update(built)
        return SimpleNamespace(**given, **built)


def copied(function: Callable[..., Any], names: dict[str, Any]) -> Callable[..., Any]:
    copy = python_types.FunctionType(function.__code__, names, function.__name__)
    copy.__doc__ = function.__doc__
    copy.__qualname__ = function.__qualname__
    return copy
