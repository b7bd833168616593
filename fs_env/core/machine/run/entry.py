"""Makes the one compiled function of a game, its entry (`commands.dispatcher`), and caches its code on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..compile.backend import ABSENT
from ..compile.notice import LOGGER
from ..compile.program import program
from .commands.dispatcher import make_entry
from .snapshots import identity

if TYPE_CHECKING:
    from ..declare.spec import GameSpec


def build_entry(spec: GameSpec) -> Any:
    """The entry of a game: a numba dispatcher with one signature, cached on disk; without numba a built-in one, or a Python function."""
    function, signature = make_entry(spec)
    built = program(signature, f"the rules of {spec.name}", counted=False, of=identity(spec))(function)
    if ABSENT and built is function:
        LOGGER.warning("numba is not installed: the rules of %s run as Python, some hundred times slower", spec.name)
    return built
