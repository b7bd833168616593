"""numba, or objects that do nothing where it is not installed or NUMBA_DISABLE_JIT is set: kernels stay Python functions there.

Other modules import numba from here. Those that derive from its internals (`parts`, `workers`, `indices`, `compile_speedups`) are imported
where something is compiled only.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Iterator
from typing import Any

numba: Any = None
try:
    numba = importlib.import_module("numba")
except ModuleNotFoundError as error:
    if error.name != "numba":  # an installation that is damaged
        raise

INSTALLED = numba is not None
COMPILES = INSTALLED and not numba.config.DISABLE_JIT


class Inert:
    """Instead of numba's types and functions: its attributes, items and results are itself."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self

    def __getitem__(self, key: Any) -> Any:
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(())


if COMPILES:
    from numba import types
    from numba.core import caching, ccallback, cgutils, codegen, serialize, sigutils
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import cpu_target
    from numba.core.runtime import rtsys
    from numba.core.typing import Signature
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array, populate_array
else:
    numba = Inert()
    types = caching = ccallback = cgutils = codegen = serialize = sigutils = numba
    cpu_target = rtsys = Signature = intrinsic = make_array = populate_array = numba
    global_compiler_lock = threading.RLock()

__all__ = [
    "COMPILES",
    "INSTALLED",
    "Signature",
    "caching",
    "ccallback",
    "cgutils",
    "codegen",
    "cpu_target",
    "global_compiler_lock",
    "intrinsic",
    "make_array",
    "numba",
    "populate_array",
    "rtsys",
    "serialize",
    "sigutils",
    "types",
]
