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

    First are the seats that won, tied behind them all others; a game without a winner is a draw between all. An agent counts
    once where all agents have equally many seats, and as often as it has seats where one has more than another: it then has
    more chances to win. Skill is assumed constant (tau 0), so sigma only shrinks.

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
        even = len({seats.count(agent) for agent in present}) == 1
        players = present if even else list(seats)
        first = [agent in won for agent in present] if even else [seat in winners for seat in range(len(seats))]
        ranks = [0.0 if wins or not won else 1.0 for wins in first]
        teams = model.rate([[rated[agent]] for agent in players], ranks=ranks)
        before = {agent: (rated[agent].mu, rated[agent].sigma) for agent in present}
        for agent in present:
            now = [team[0] for player, team in zip(players, teams) if player == agent]
            mu, sigma = before[agent]
            rated[agent] = model.rating(
                mu=mu + sum(one.mu - mu for one in now), sigma=sigma * math.prod(one.sigma / sigma for one in now)
            )
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
    low = 0.0 if wins == 0 else max(0.0, middle - half)  # exactly the end of the range, whatever is rounded
    return low, 1.0 if wins == games else min(1.0, middle + half)
