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
    """The entry of a game: a program that came with a wheel, or numba's, cached on disk; without numba a Python function."""
    function, signature = make_entry(spec)
    built = program(signature, f"the rules of {spec.name}", counted=False, of=identity(spec))(function)
    if ABSENT and built is function:
        slow = "the rules of %s run as Python, several hundred times slower; install the extra compile"
        LOGGER.warning(f"numba is not installed: {slow}", spec.name)
    return built
