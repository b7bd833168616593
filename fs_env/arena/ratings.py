"""Ratings and intervals from finished games."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Z95 = 1.959963984540054  # two-sided 95 % quantile of the normal distribution


class Rating(NamedTuple):
    """Strength on openskill's scale: a new player has mu 25, sigma 8.33; the true value is usually within mu +- 2 sigma."""

    mu: float
    sigma: float


def rate_games(num_agents: int, games: Iterable[tuple[Sequence[int], Sequence[int]]]) -> list[Rating]:
    """Plackett-Luce ratings (openskill) of agents after games in the given order.

    An agent counts once per game however many seats it has: first if one of its seats won, otherwise tied with the others
    that did not win; a game without a winner is a draw between all. Skill is assumed constant (tau 0), so sigma only shrinks.

    Args:
        num_agents: agents are numbers 0..num_agents-1.
        games: `(seats, winners)`: the agent in each seat, and the seats that won.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    rated = [model.rating() for _ in range(num_agents)]
    for seats, winners in games:
        present = sorted(set(seats))
        if len(present) < 2:
            continue
        won = {seats[seat] for seat in winners}
        ranks = [0.0 if agent in won or not won else 1.0 for agent in present]
        teams = model.rate([[rated[agent]] for agent in present], ranks=ranks)
        for agent, team in zip(present, teams, strict=True):
            rated[agent] = team[0]
    return [Rating(r.mu, r.sigma) for r in rated]


def wilson_interval(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval of a win rate: (low, high) within 0..1; (0, 1) without games.

    Args:
        wins: won games; a win shared by k seats counts 1/k.
        games: all games.
        z: quantile; the default gives 95 %.

    Raises:
        ValueError: wins outside 0..games.
    """
    if not 0 <= wins <= games:
        raise ValueError(f"wins={wins} is out of range: expected 0..{games}, the number of games")
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    scale = 1 + z * z / games
    middle = (rate + z * z / (2 * games)) / scale
    half = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)
