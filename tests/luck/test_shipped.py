"""Luck in the games of the package, between players that are not their references."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.arena import Luck, Plan, Tournament


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "options", "games", "least"),
    [
        ("four_souls", 2, {}, 80, 2.5),
        ("four_souls", 3, {"sets": 7}, 60, 2.0),
        ("four_souls", 2, {"variant": 2}, 60, 2.0),
        ("castles_of_caleira", 3, {}, 300, 0.0),
        ("betrayal", 3, {}, 90, 0.0),
    ],
)
def test_tournament__mean_luck_is_zero(game, players, options, games, least):
    """A bot that is no compiled one for the measuring, against the heuristic: its mean luck is 0, in Four Souls at a smaller variance."""
    agents = ("tests.luck.bots:Shy", "heuristic")
    plan = Plan(agents, players=players, games=games, seed=11, game=game, options=options, luck=Luck(rollouts=16))
    tournament = Tournament(plan)
    tournament.run()
    own = [
        (row.luck[k], row.parts[k]) for row in tournament.results.rows() for k, who in enumerate(row.seats) if not who
    ]
    luck, won = np.array(own).T
    assert len(luck) >= games and luck.std() > 0.01
    assert abs(luck.mean()) < 4 * luck.std() / games**0.5
    assert won.var() >= least * (won - luck).var()
