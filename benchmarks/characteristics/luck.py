"""How much of the results between equal bots is chance: the opening deal, and the cards and dice that follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.characteristics.settings import rounded
from benchmarks.characteristics.walk import choices_of
from fs_env.core.machine.run.game import Game
from fs_env.core.machine.run.policy import Policy
from fs_env.core.machine.table.shares import share_returns
from fs_env.luck import Adjuster
from fs_env.luck.adjuster import plain

RESAMPLES = 2000
PERCENTILES = (2.5, 97.5)


def luck_share(
    game: Game, options: Mapping[str, int], policy: Policy, games: int, seed: int, **how: Any
) -> dict[str, Any]:
    """The share of the variance of results that chance explains, with one bot in all seats.

    Let R be the result of a seat, L its luck by the adjuster, D the part of L that the deal has, and Q = D + R - L: the mean result over
    what no seat can know after the deal, estimated by rollouts that have nothing to do with the game's own future. `explained` is
    1 - var(R - L) / var(R): a lower bound, as the adjuster's values err. `deal` is cov(R, Q) / var(R), in which the error of Q has no
    part: the share of all that is known to any seat at the first choice.

    Args:
        how: of the `Adjuster`.

    Returns:
        Shares with the ends of their 95 % intervals, from resampled games; None where all results are the same.
    """
    adjuster = Adjuster(game, options, reference=policy, **how)
    rows = list[list[NDArray[np.float64]]]()
    winning = game.winning(game.cooperative(**options))
    for number in range(games):
        references = [policy] * options["num_players"]
        choices = [one.action for one in choices_of(game, options, references, seed + number)]
        luck = adjuster.measure(seed + number, choices, references)
        result = np.array(adjuster.final()[1])
        plain(share_returns)(result, winning)
        rows.append([result, luck, adjuster.measure(seed + number, (), references)])
    R, L, D = np.array(rows).transpose(1, 0, 2)
    found: dict[str, Any] = {"games": games, "rollouts": adjuster.rollouts}
    draws = np.random.default_rng(seed).integers(games, size=(RESAMPLES, games))
    for name, share in (("explained", explained), ("deal", dealt)):
        if centred(R).any():
            ends = np.nanpercentile([share(R[own], L[own], D[own]) for own in draws], PERCENTILES)
            found[name] = [rounded(share(R, L, D)), *map(rounded, ends)]
        else:
            found[name] = None
    return found


def centred(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Less the mean of each seat."""
    return values - values.mean(0)


def explained(R: NDArray[np.float64], L: NDArray[np.float64], _: NDArray[np.float64]) -> float:
    spread = (centred(R) ** 2).sum()
    return float(1 - (centred(R - L) ** 2).sum() / spread) if spread else np.nan


def dealt(R: NDArray[np.float64], L: NDArray[np.float64], D: NDArray[np.float64]) -> float:
    spread = (centred(R) ** 2).sum()
    return float((centred(R) * centred(D + R - L)).sum() / spread) if spread else np.nan
