"""Calls a function as soon as a library is imported: immediately if it is imported already, otherwise right after its import.

With this `import fs_env` registers its environments with Gymnasium and PettingZoo without importing either.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType


class AfterImport:
    """An entry of `sys.meta_path` that finds no modules itself: other finders load them, and it calls a function afterwards.

    Attributes:
        calls: name of a top-level package -> function that is called once after its import.
    """

    def __init__(self) -> None:
        self.calls: dict[str, Callable[[], None]] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec from the other finders, with a loader that calls the function afterwards; None for all other modules."""
        if fullname not in self.calls:
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(fullname, path, target)
            if spec is not None:
                self._call_after(spec)
                return spec
        return None

    def _call_after(self, spec: ModuleSpec) -> None:
        loader = spec.loader
        if loader is None:
            return
        run = loader.exec_module

        def exec_module(module: ModuleType) -> None:
            run(module)
            call = self.calls.pop(spec.name, None)
            if call is not None:
                call()

        loader.exec_module = exec_module  # type: ignore[method-assign]


WAITING = AfterImport()


def when_imported(package: str, call: Callable[[], None]) -> None:
    """Calls now if a top-level package is already imported, otherwise right after its import, in the importing thread."""
    if package in sys.modules:
        call()
        return
    if WAITING not in sys.meta_path:
        sys.meta_path.insert(0, WAITING)
    WAITING.calls[package] = call
