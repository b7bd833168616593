"""Many states at once: batch steps with automatic new games, random rounds, and the warm-up of the compiled code.

All arrays belong to the caller and are written in place. A call releases the GIL: threads may each take a slice of the
states and of the buffers.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import entry as door
from .jit import compiled

if TYPE_CHECKING:
    from .game import Game, PlayoutCount, WarmUp


class Batch:
    """`n` games of one variant and their buffers.

    Attributes:
        S: the states, shape (n,).
        obs: int16, (n, layout.size): observation of the seat to act in each game.
        mask: int8, (n, num_actions): its legal actions.
        info: int64, (n, 8): as in `Game.advance`, except that `outcome` is that of the game which the step ended (0:
            none), and the last number counts the games finished at that place.
        returns: float64, (n, max_players): results of the games that the step ended, zeros elsewhere.
    """

    def __init__(self, game: Game, n: int, seed: int, **options: int) -> None:
        self.game = game
        self.seed = seed
        self.options = game.option_values(**options)
        self.S = game.new(n)
        self.obs = np.zeros((n, game.layout.size), np.int16)
        self.mask = np.zeros((n, game.num_actions), np.int8)
        self.info = np.zeros((n, door.INFO), np.int64)
        self.returns = np.zeros((n, game.max_players), np.float64)
        self.reset()

    def reset(self) -> None:
        """New games everywhere, the i-th with seed + i; buffers written."""
        run(
            self.game,
            door.BATCH_SETUP,
            self.S,
            self.seed,
            0,
            self.obs,
            self.mask,
            self.info,
            self.returns,
            self.options,
        )

    def step(self, actions: NDArray[Any]) -> None:
        """One step of every game; see `batch_step`."""
        batch_step(
            self.game,
            self.S,
            actions,
            self.obs,
            self.mask,
            self.info,
            returns=self.returns,
            seed=self.seed,
            options=self.options,
        )


def batch_step(
    game: Game,
    S: NDArray[Any],
    actions: NDArray[Any],
    obs: NDArray[np.int16],
    mask: NDArray[np.int8],
    info: NDArray[np.int64],
    *,
    returns: NDArray[np.float64] | None = None,
    seed: int = 0,
    options: NDArray[np.int64] | None = None,
) -> None:
    """One step of every state; a game that ends is paid out and set up anew in the same call.

    Args:
        S: n states, each set up.
        actions: n ids; -1 takes no step and only writes the buffers.
        obs, mask, info, returns: as in `Batch`, C-contiguous; `info[:, 7]` is read too (games finished at a place).
        seed: new games at place i get seed + i + n * (games finished there).
        options: from `Game.option_values`, for the new games; None takes the defaults.

    Raises:
        ValueError: a buffer or `actions` has another length. An action that is not legal is no error here: its state
            is unchanged and `info[i, 0]` is 1.
    """
    n = len(S)
    if len(actions) != n:
        raise ValueError(f"{len(actions)} actions for {n} states")
    info[:, door.STATUS] = actions
    if returns is None:
        returns = np.empty((n, game.max_players), np.float64)
    if options is None:
        options = game.option_values()
    run(game, door.BATCH_STEP, S, seed, 0, obs, mask, info, returns, options)


def batch_random(
    game: Game,
    S: NDArray[Any],
    steps: int,
    seed: int,
    *,
    obs: NDArray[np.int16] | None = None,
    mask: NDArray[np.int8] | None = None,
    options: NDArray[np.int64] | None = None,
) -> PlayoutCount:
    """`steps` uniformly random steps of every state, in rounds, finished games starting anew.

    Args:
        S: n states, each set up.
        obs, mask: with both, they are written after every step as in `batch_step`; without, nothing is observed.
        seed, options: as in `batch_step`.
    """
    from .game import PlayoutCount

    n = len(S)
    info = np.zeros(n * door.INFO + door.TOTALS, np.int64)
    info[: n * door.INFO : door.INFO] = door.NO_ACTION
    if obs is None or mask is None:
        obs, mask = np.empty(0, np.int16), np.empty(0, np.int8)
    if options is None:
        options = game.option_values()
    run(game, door.BATCH_RANDOM, S, seed, steps, obs, mask, info, np.empty((n, game.max_players)), options)
    return PlayoutCount(*info[n * door.INFO :][:3].tolist())


def run(
    game: Game,
    command: int,
    S: NDArray[Any],
    a: int,
    b: int,
    obs: NDArray[np.int16],
    mask: NDArray[np.int8],
    info: NDArray[np.int64],
    out: NDArray[np.float64],
    options: NDArray[np.int64],
) -> None:
    """Calls the entry with every buffer as one flat vector."""
    from .game import fault

    flat = [flatten(name, a) for name, a in (("obs", obs), ("mask", mask), ("info", info), ("returns", out))]
    status = game.entry(command, S, 0, a, b, *flat, options)
    if status < 0:
        raise fault(status, S, 0)


def flatten(name: str, array: NDArray[Any]) -> NDArray[Any]:
    """The array as a vector sharing its memory.

    Raises:
        ValueError: it is not C-contiguous, so the kernel could not write into it.
    """
    if not array.flags.c_contiguous:
        raise ValueError(f"{name} is not C-contiguous: the kernel writes into it in place; allocate it with np.zeros")
    return array.reshape(-1)


def warm(game: Game) -> WarmUp:
    """Makes the compiled code of a game now; afterwards no call of this process compiles."""
    from .game import WarmUp

    start = time.perf_counter()
    game.setup(game.new(), seed=0)
    seconds = time.perf_counter() - start
    cached = compiled() and sum(game.entry.stats.cache_hits.values()) > 0
    return WarmUp(seconds, cached)
