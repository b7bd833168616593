"""The program of a game that draws again what no seat knows; compiled apart from the entry, when it is first used."""

from __future__ import annotations

import types as python_types
from typing import TYPE_CHECKING, Any

from ..compile.jit import Kernel
from ..compile.memory import make_copy_state
from ..compile.program import program
from .snapshots import identity

if TYPE_CHECKING:
    from ..declare.spec import GameSpec

REDEALT_SEEDS = 0x5A82_7999_6ED9_EBA1  # a redeal has other streams than a game dealt, or resampled, from its seed


def build_redeals(spec: GameSpec) -> Any:
    """The program `(S, source, first, seeds)` of a game, compiled or loaded from disk when it is first called.

    It overwrites the states of S from `first` on with redeals of `S[source]`, one for each of `seeds`, int64; `source` is before all
    others, or `first`. Nothing is checked. Raises ValueError if the game has no kernel to deal again.
    """
    if spec.redeal is None:
        raise ValueError(
            f"{spec.name} has no kernel to deal again: its GameSpec has no `redeal`; give it a kernel (s, seed), the game's "
            "`seed_streams` if only the random streams are unknown to all seats"
        )
    kernel = Kernel(spec.dtype, seeds="int64[::1]")
    names = {"redeal": spec.redeal, "copy_state": make_copy_state(spec.dtype)}
    built = python_types.FunctionType(redeals.__code__, {**globals(), **names}, f"redeals_{spec.name}")
    built.__qualname__ = built.__name__
    return program(kernel.signature(built), counted=False, of=identity(spec))(built)


copy_state: Any = None  # placeholders: `build_redeals` replaces them by the kernels of a game
redeal: Any = None


def redeals(S, source, first, seeds):
    """From the last to the first, which may lie over the source."""
    for k in range(len(seeds) - 1, -1, -1):
        copy_state(S, source, first + k)
        redeal(S[first + k], seeds[k] ^ REDEALT_SEEDS)
