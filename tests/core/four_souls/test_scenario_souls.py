"""Positions in which the game would be over, or a soul would have been gained before, are refused (R18.1, R19.2, R21.6)."""

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


@pytest.mark.parametrize("variant", ["rivals", "solo", "cooperative"])
@pytest.mark.parametrize(
    ("seat", "soul"),
    [
        ({"coins": 25}, "soul_of_greed"),
        ({"hand": ["a_penny", "two_cents", "three_cents"] * 3 + ["a_sack"]}, "soul_of_gluttony"),
        ({"items": ["guppys_head", "guppys_tail"]}, "soul_of_guppy"),
    ],
)
def test_position__a_bonus_soul_that_would_be_gained(variant: str, seat: dict[str, Any], soul: str) -> None:
    """R19.2: a player who meets the condition of a bonus soul has it: left in the middle it makes the position impossible, in
    every variant; among the player's souls, out of the game, or barred by [all_hallows_eve] (ER-72) it does not."""
    options = {"variant": variant}
    with pytest.raises(ScenarioError, match=f"player 1 meets the condition of '{soul}' already"):
        start({}, seat, bonus_souls=True, options=options)
    start({}, seat | {"souls": [soul]}, options=options).expect(player=1, souls=1)
    start({}, seat, options=options).expect(player=1, souls=0)
    start({}, seat, bonus_souls=True, rooms=["all_hallows_eve"], options=options).expect(player=1, souls=0)
