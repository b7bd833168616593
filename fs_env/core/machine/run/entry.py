"""Makes the one compiled function of a game, its entry (`commands.dispatcher`), and caches its code on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..compile.program import program
from .commands.dispatcher import make_entry
from .snapshots import identity

if TYPE_CHECKING:
    from ..declare.spec import GameSpec


def build_entry(spec: GameSpec) -> Any:
    """The entry of a game: a program that came with a wheel, or numba's, cached on disk; without numba a Python function."""
    function, signature = make_entry(spec)
    return program(signature, f"the rules of {spec.name}", counted=False, of=identity(spec))(function)
