"""numba, or objects that do nothing where it is not installed or NUMBA_DISABLE_JIT is set: kernels stay Python functions there.

Modules that derive from numba's internals (`parts`, `workers`, `indices`, `compile_speedups`) are imported where something is compiled.
"""

from __future__ import annotations

import importlib
import os
import threading
from typing import Any

numba: Any = None
try:
    numba = importlib.import_module("numba")
except ModuleNotFoundError as error:
    if error.name != "numba":  # an installation that is damaged
        raise

COMPILES = numba is not None and not numba.config.DISABLE_JIT
ABSENT = numba is None and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"  # not switched off: machine code is wanted


class Inert:
    """Instead of numba's types and functions: its attributes, items and results are itself."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self

    __getitem__ = __call__
    __iter__ = None  # by the rules of Python it would have endless items


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
