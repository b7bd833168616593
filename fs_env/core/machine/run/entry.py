"""Makes the one compiled function of a game, its entry (`commands.dispatcher`), and caches its code on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..compile.backend import ABSENT
from ..compile.program import program
from .commands.dispatcher import make_entry
from .shipped_rules import shipped_entry

if TYPE_CHECKING:
    from ..declare.spec import GameSpec


def build_entry(spec: GameSpec) -> Any:
    """The entry of a game: a numba dispatcher with one signature, cached on disk; without numba a built-in one, or a Python function."""
    if ABSENT and (shipped := shipped_entry(spec)) is not None:
        return shipped
    function, signature = make_entry(spec)
    return program(signature, f"the rules of {spec.name}", counted=False)(function)
