"""The cost of copying a game, from Python and inside compiled code."""

from __future__ import annotations

import timeit
from collections.abc import Callable, Mapping
from statistics import median
from time import thread_time
from typing import TYPE_CHECKING, Any

import numpy as np

from fs_env.core.machine.compile.program import program

if TYPE_CHECKING:
    from fs_env.bench.effort import Effort
    from fs_env.core.machine.run.game import Game

PLACES = 8  # copies go to these places in turn, as in a search with that many states
REPEATS = 2_000


@program("uint8[:,::1], int64")
def copy_round(B: Any, repeats: int) -> None:
    """Copies row 0 of `B`, the bytes of states, to the other rows in turn."""
    places = len(B) - 1
    for i in range(repeats):
        B[1 + i % places] = B[0]


def measure_clone(game: Game, chosen: Mapping[str, int], seed: int, effort: Effort) -> float:
    """Measures `Game.clone`; returns nanoseconds."""
    states = game.new(1)
    game.setup(states, seed=seed, **chosen)

    def clone() -> None:
        for _ in range(REPEATS):
            game.clone(states)

    return nanoseconds(clone, effort)


def measure_clone_inside(game: Game, chosen: Mapping[str, int], seed: int, effort: Effort) -> float:
    """Measures copying one state to another in a compiled loop; returns nanoseconds."""
    states = game.new(1 + PLACES)
    game.setup(states, seed=seed, **chosen)
    rows = states.view(np.ndarray).view(np.uint8).reshape(1 + PLACES, game.dtype.itemsize)
    copy_round(rows, PLACES)  # compiled here
    return nanoseconds(lambda: copy_round(rows, REPEATS), effort)


def nanoseconds(copy_repeatedly: Callable[[], None], effort: Effort) -> float:
    times = timeit.repeat(copy_repeatedly, timer=thread_time, number=1, repeat=effort.runs * 4)
    return median(times) / REPEATS * 1e9
