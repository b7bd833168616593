"""Positions in which the game would be over are refused (R18.1, R21.6)."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import ScenarioError
from tests.core.four_souls.rules.table import start

ALL = ("base", "gold", "plus")


@pytest.mark.parametrize("variant", ["solo", "cooperative"])
@pytest.mark.parametrize(
    "seats",
    [
        [{"souls": 2}, {"souls": 2}],
        [{"souls": 3}, {"souls": ["lost_soul"]}],
        [{"souls": ["mom"]}, {"souls": 2}],
        [{"character": "the_lost", "souls": 2}, {"souls": 1}],
    ],
)
def test_position__souls_of_players_who_win_together(variant: str, seats: list[dict[str, Any]]) -> None:
    """R21.6: with four souls in sum, the innate one included, solo and cooperative games are over: such a position is refused;
    rivals may have as many, and players together one less."""
    with pytest.raises(ScenarioError, match="4 souls together: expected fewer than the 4"):
        start(*seats, options={"variant": variant}, sets=ALL)
    start(*seats, sets=ALL).expect(over=False)
    start({"souls": 2}, {"souls": 1, "hand": ["lost_soul"]}, options={"variant": variant}).expect(over=False)
