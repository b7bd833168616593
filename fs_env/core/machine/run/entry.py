"""Makes the one compiled function of a game, its entry (`commands.dispatcher`), and keeps its code on disk.

The code is kept under a key of all that is compiled into it (see `code_key`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba

from ..compile.disk_cache import keep
from ..compile.jit import compiled, fix_signature
from .commands.dispatcher import make_entry

if TYPE_CHECKING:
    from ..declare.spec import GameSpec


def build_entry(spec: GameSpec) -> Any:
    """The entry of a game: a numba dispatcher with one signature, cached on disk (or a Python function)."""
    function, signature = make_entry(spec)
    if not compiled():
        return function
    dispatcher = keep(numba.njit(nogil=True, _nrt=False)(function), f"the rules of {spec.name}")
    fix_signature(dispatcher, signature, part=False)
    return dispatcher
