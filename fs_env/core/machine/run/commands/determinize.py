"""DETERMINIZE: states that look to one seat like a given state."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...compile.jit import Kernel
from ...table.rng import nth_seed
from ..codes import BAD_BUFFER, BAD_PLACE, RESAMPLED_SEEDS

if TYPE_CHECKING:
    from ...declare.spec import GameSpec


def make_determinize(kernel: Kernel, spec: GameSpec, copy_state: Callable[..., Any]) -> Callable[..., Any]:
    resample, num_players = spec.resample, spec.num_players

    @kernel
    def determinize(S, first, last, seat, rows):
        """Overwrites the states first..last-1 with determinizations for a seat from the state `first`, seeded by the first row."""
        if last > len(S) or last <= first or seat < 0 or seat >= num_players(S[first]):
            return BAD_PLACE
        if len(rows) < 1:
            return BAD_BUFFER
        seed = rows[0].seed
        for k in range(last - 1, first - 1, -1):
            if k > first:
                copy_state(S, first, k)
            resample(S[k], seat, nth_seed(seed, k - first) ^ RESAMPLED_SEEDS)
        return last - first

    return determinize
