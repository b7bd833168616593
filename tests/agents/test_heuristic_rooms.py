"""The heuristic bot with rooms on the table (R20): it reads their programs as it reads those of its items."""

from __future__ import annotations

import pytest

from fs_env.agents.heuristic.improvements import Improvement
from fs_env.agents.heuristic.scratch import MEMORY
from fs_env.core.four_souls.scenario import Play, Seat
from tests.agents.table import Bot, position


def test_the_mirror__hit_points_for_treasures():
    """Going down to 1 HP kills no player: with a bomb for the fly it is worth the treasure."""
    play = position(Seat(hand=["bomb"]), Seat(), rooms=["the_mirror"], phase="start", monsters=["fly", "satan"])
    assert Bot().would(play.pass_all().expect(question="may")) == "yes"


def test_fortune_teller__loot_for_cents_to_spare():
    """With cents that buy nothing else it pays for loot cards."""
    play = position(Seat(coins=4), Seat(), rooms=["fortune_teller"], monsters=["satan"])
    assert Bot().would(play) == "pay for Fortune Teller"


def killed(room: str, **position_of: object) -> Play:
    """A monster has died in the turn of seat 0, and the room may be exchanged."""
    seats = Seat(hand=["bomb"]), Seat()
    table = {"rooms": [room], "room_deck": ["equality"], "monsters": ["fly", "satan"]}
    play = position(*seats, **table, **position_of).play("bomb", "fly").settle().until("end")
    while "room" not in play.read.question_text():
        play.pass_all()
    return play.expect(question="room", asked=0)


@pytest.mark.parametrize(
    ("room", "answer"), [("planetarium", "yes"), ("blessing_of_greed", "yes"), ("bum_bo_is_loose", "no")]
)
def test_exchange__by_whom_a_room_helps_first(room, answer):
    """The next turn is an opponent's: a treasure or cents at its beginning are taken from it, cents lost at its end are not."""
    assert Bot().would(killed(room)) == answer


def test_exchange__a_partner_is_left_what_helps():
    """In solo play the next turn is a partner's."""
    assert Bot().would(killed("planetarium", options={"variant": "solo"})) == "no"
    assert Bot().would(killed("bum_bo_is_loose", options={"variant": "solo"})) == "yes"


def test_exchange__not_in_the_first_edition():
    """Without the improvement every room is exchanged."""
    bot = Bot()
    bot.agent._memory[MEMORY.fields["left_out"][1] // 8] = Improvement.EXCHANGE
    assert bot.would(killed("bum_bo_is_loose")) == "yes"
