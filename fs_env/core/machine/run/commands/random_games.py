"""RANDOM_GAMES: whole games, uniformly random, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...compile.jit import Kernel
from ...compile.memory import short_lived
from ..codes import BAD_BUFFER, DONE

if TYPE_CHECKING:
    from ...declare.spec import GameSpec

ENDLESS = 2**62  # decisions


def make_random_games(kernel: Kernel, spec: GameSpec, play_on: Callable[..., Any]) -> Callable[..., Any]:
    setup, num_actions = spec.setup, spec.num_actions

    @kernel
    def random_games(s, seed, games, rows, options):
        """Plays new games one after the other; counts in the first row."""
        if len(rows) < 1:
            return BAD_BUFFER
        acts = short_lived(num_actions)
        row = rows[0]
        row.random_decisions, row.random_choices = 0, 0
        row.random_games[:] = 0
        for k in range(games):
            setup(s, options, seed + k)
            status = play_on(s, row, acts, seed, ENDLESS)
            if status != DONE:
                return status
        return DONE

    return random_games
