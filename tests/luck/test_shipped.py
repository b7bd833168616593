"""Luck in the games of the package, between players that are not their references."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.arena import Luck, Plan, Tournament

SHY = "tests.luck.bots:Shy"


@pytest.mark.parametrize(
    ("game", "agent", "players", "options", "games", "least"),
    [
        pytest.param("four_souls", SHY, 3, {"sets": 7}, 60, 2.0, marks=pytest.mark.long),
        pytest.param("four_souls", SHY, 2, {"variant": 2}, 60, 2.0, marks=pytest.mark.long),
        pytest.param("four_souls", "policy:four_souls_2", 2, {}, 60, 5.0, marks=pytest.mark.slow),
        pytest.param("castles_of_caleira", SHY, 3, {}, 300, 0.9, marks=pytest.mark.slow),
        pytest.param("castles_of_caleira", "policy:castles_of_caleira", 2, {}, 300, 5.0, marks=pytest.mark.slow),
        pytest.param("betrayal", SHY, 3, {}, 90, 2.0, marks=pytest.mark.long),
        pytest.param("betrayal", "random", 3, {}, 90, 3.0, marks=pytest.mark.slow),
    ],
)
def test_tournament__mean_luck_is_zero(game, agent, players, options, games, least):
    """Against the heuristic the mean luck is 0, for a bot that is no compiled one to the measuring too, and results without it scatter no
    more than plain ones; mostly far less."""
    how = {"players": players, "games": games, "seed": 11, "game": game, "options": options, "agent_key": "0f" * 16}
    plan = Plan((agent, "heuristic"), **how, luck=Luck(rollouts=16))
    tournament = Tournament(plan)
    line = next(one for one in tournament.run().agents if one.name != "heuristic")
    own = [row.luck[k] for row in tournament.results.rows() for k, who in enumerate(row.seats) if not who]
    assert len(own) >= games and np.std(own) > 0.01
    assert abs(np.mean(own)) < 4 * np.std(own) / games**0.5
    assert line.equivalent_games >= least
