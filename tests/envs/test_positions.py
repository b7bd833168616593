"""Positions of games with other options are refused: the rules would continue that the environment was not made for."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env import four_souls_v1
from fs_env.core.four_souls.game import GAME

OTHERS: dict[str, tuple[dict[str, Any], str]] = {
    "variant": ({"variant": "cooperative"}, "variant=cooperative, this environment with variant=rivals"),
    "bartering": ({"bartering": True}, "bartering=1, this environment with bartering=0"),
    "rooms": ({"rooms": True}, "rooms=1, this environment with rooms=0"),
    "open_hands": ({"open_hands": True}, "open_hands=1, this environment with open_hands=0"),
    "simultaneous_deaths": (
        {"simultaneous_deaths": "faq"},
        "simultaneous_deaths=faq, this environment with simultaneous_deaths=rules",
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_reset__refuses_the_position_of_another_game(name: str) -> None:
    """A position dealt with another option is refused by one sentence, in both directions, and nothing has changed."""
    options, told = OTHERS[name]
    plain, other = four_souls_v1.env(), four_souls_v1.env(**options)
    for env in (plain, other):
        env.reset(seed=4)
    before = plain.snapshot()
    with pytest.raises(ValueError, match=f"^the position was dealt with {told}: ") as error:
        plain.reset(options={"state": other.snapshot().state})
    assert "\n" not in str(error.value) and plain.snapshot() == before
    with pytest.raises(ValueError, match=f"the position was dealt with {name}="):
        other.restore(before)
    other.reset(options={"state": other.snapshot().state})


def test_reset__the_person_of_solo_sees_both_hands() -> None:
    """The open hands of solo play are part of it: its positions go into its environment."""
    env = four_souls_v1.env(variant="solo")
    env.reset(seed=4)
    env.reset(options={"state": env.snapshot().state})
    with pytest.raises(ValueError, match="variant=solo, this environment with variant=rivals"):
        four_souls_v1.env().reset(options={"state": env.snapshot().state})


def test_reset__options_of_the_deal_alone_do_not_matter() -> None:
    """A position dealt with other card sets, a draft or another limit continues where the rules are the same."""
    S = GAME.new()
    GAME.setup(S, seed=1, num_players=2, sets=7, first_player=1, bonus_souls=0, max_decisions=77)
    env = four_souls_v1.env()
    env.reset(options={"state": GAME.snapshot(S)})
    assert env.snapshot().state == GAME.snapshot(S)
