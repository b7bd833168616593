"""Array indices of kernels count from the first item: -1 is a fault, not the last item.

numba compares every signed index with zero, which prevents vectorising. With NUMBA_BOUNDSCHECK=1 a negative index raises an
IndexError; without compilation Python counts from the end. This wraps an internal of numba 0.68; where it is missing, nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from numba.np import arrayobj

FIX = "fix_integer_index"


@contextmanager
def from_the_first() -> Iterator[None]:
    """Functions compiled in this context without reference counting, as kernels are, use indices unchanged."""
    with global_compiler_lock:
        usual = getattr(arrayobj, FIX, None)
        if usual is None:
            yield
            return

        def fix(context: Any, builder: Any, index_type: Any, index: Any, size: Any) -> Any:
            if context.enable_nrt:
                return usual(context, builder, index_type, index, size)
            return context.cast(builder, index, index_type, types.intp)

        setattr(arrayobj, FIX, fix)
        try:
            yield
        finally:
            setattr(arrayobj, FIX, usual)
