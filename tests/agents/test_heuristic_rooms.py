"""The heuristic bot with rooms on the table (R20): it reads their programs as it reads those of its items."""

from __future__ import annotations

from fs_env.core.four_souls.scenario import Seat
from tests.agents.table import Bot, position


def test_the_mirror__hit_points_for_treasures():
    """Going down to 1 HP kills nobody: with a bomb for the fly it is worth the treasure."""
    play = position(Seat(hand=["bomb"]), Seat(), rooms=["the_mirror"], phase="start", monsters=["fly", "satan"])
    assert Bot().would(play.pass_all().expect(question="may")) == "yes"


def test_fortune_teller__loot_for_cents_to_spare():
    """With cents that buy nothing else it pays for loot cards."""
    play = position(Seat(coins=4), Seat(), rooms=["fortune_teller"], monsters=["satan"])
    assert Bot().would(play) == "pay for Fortune Teller"
