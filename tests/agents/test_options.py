"""The bots play every option of Four Souls to the end."""

from __future__ import annotations

import pytest

from fs_env.arena.plan import Plan
from fs_env.arena.tournament import Tournament

CHOSEN = [
    {"draft": 1, "first_player": 1},
    {"draft": 2, "eden_only": 1, "sets": 7},
    {"open_hands": 1, "simultaneous_deaths": 1, "first_player": 2},
]


@pytest.mark.parametrize("options", CHOSEN, ids=lambda options: "-".join(options))
def test_bots__finish_games_with_options(options: dict[str, int]) -> None:
    """Random and heuristic bots end their games with every option, none is forfeited, and the heuristic still wins most."""
    plan = Plan(agents=["heuristic", "random"], players=2, games=20, seed=3, options=options)
    standings = Tournament(plan).run()
    assert (standings.games, standings.won) == (20, 20)
    assert standings.forfeited == standings.void == standings.truncated == 0
    wins = {agent.name: agent.wins for agent in standings.agents}
    assert wins["heuristic"] >= 15


@pytest.mark.parametrize("players", [3, 4])
def test_bots__at_larger_tables(players: int) -> None:
    """The same for three and four players, with all of these options at once."""
    options = {"draft": 2, "eden_only": 1, "open_hands": 1, "simultaneous_deaths": 1, "first_player": 1}
    plan = Plan(agents=["heuristic", "random"], players=players, games=8, seed=1, options=options)
    standings = Tournament(plan).run()
    assert standings.won == standings.games >= 8 and standings.forfeited == standings.void == 0
