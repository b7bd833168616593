"""The cost of determinizations, states that agree with what a seat knows, from Python."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median
from time import thread_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fs_env.bench.effort import Effort
    from fs_env.core.machine.run.game import Game, States

POSITIONS = 16
DETERMINIZATIONS = 64  # of each position in a call
ROUNDS = 20  # over all positions, in a run
NO_LIMIT = 10**9  # decisions


def middles(game: Game, chosen: Mapping[str, int], seed: int) -> States:
    """Positions after half of the decisions of random games, shape (POSITIONS,); the i-th game has seed + i."""
    S = game.new(POSITIONS)
    for e in range(POSITIONS):
        game.setup(S, e, seed=seed + e, **chosen)
        whole = game.playout(S.copy(), e, seed + e, NO_LIMIT).decisions
        game.playout(S, e, seed + e, whole // 2)
    return S


def measure_determinizations(game: Game, chosen: Mapping[str, int], seed: int, effort: Effort) -> dict[str, float]:
    """Times `Game.determinize` for the seats to act in the middles of random games, many states per call and one."""
    S = middles(game, chosen, seed)
    seconds = seconds_of_state(game, S, DETERMINIZATIONS, effort)
    return {
        "determinizations_per_s": 1 / seconds,
        "determinization_us": seconds * 1e6,
        "single_determinization_us": seconds_of_state(game, S, 1, effort) * 1e6,
    }


def seconds_of_state(game: Game, S: States, n: int, effort: Effort) -> float:
    """The time of one of n states that a call draws; every round draws others."""
    seats = [game.to_act(S, e) for e in range(len(S))]
    into, times = game.new(n), []
    for seed in range(effort.runs * ROUNDS):
        begun = thread_time()
        for e, seat in enumerate(seats):
            game.determinize(S, seat, into, n, seed, e=e)
        times.append((thread_time() - begun) / (len(seats) * n))
    return median(times)
