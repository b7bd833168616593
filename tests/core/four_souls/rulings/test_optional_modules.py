"""Scenarios of drafting, solo play and rooms: modules that this game leaves out, as the rules allow.

Each test shows what the game does instead, so that a module that is added later finds its scenario here.
"""

from __future__ import annotations

import pytest

from fs_env.core.four_souls.cards import DECKS
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Scenario
from tests.core.four_souls.rules.table import deal, start

BASE_TREASURES = 105


def test_fsr_170__no_draft_before_the_game() -> None:
    """FSR-170, R21.1: the two-player draft is left out: each player begins with the starting item alone, eternal."""
    assert set(GAME.options) == {"num_players", "bonus_souls", "max_decisions", "sets"}
    with pytest.raises(ValueError, match="no option 'draft'"):
        GAME.setup(GAME.new(), seed=1, num_players=2, draft=1)
    game = next(game for game in (deal(seed, 2) for seed in range(20)) if game.question != "draft")
    for p in range(2):
        game.expect(player=p, items=1)
    game.expect(deck="treasure", size=BASE_TREASURES - 2)


@pytest.mark.parametrize("seats", [0, 1])
def test_fsr_171__no_game_for_one(seats: int) -> None:
    """FSR-171, R21.2, R21.4: solo play with its eight-sided die is left out; one seat is refused with the range."""
    with pytest.raises(ValueError, match=f"num_players={seats} is outside 2..4"):
        GAME.setup(GAME.new(), seed=1, num_players=seats)


def test_fsr_173__death_in_the_turn_of_the_other() -> None:
    """FSR-173, R13.4: player 1 dies in player 0's turn and pays the usual penalty, whatever else a module would count."""
    game = start({"hand": ["bomb"]}, {"hp": 1, "coins": 3, "hand": ["a_penny"]}).play("bomb", 1).settle()
    game.expect(player=1, dead=True, coins=2, hand=0).expect(phase="action", active=0, over=False)
    game.expect(player=0, dead=False, coins=3)


def test_fsr_174__souls_are_not_counted_together() -> None:
    """FSR-174, R21.6, R18.1: four souls of two players together win nothing here: each counts alone."""
    game = start({"souls": 2, "hand": ["lost_soul"]}, {"souls": 1}).play("lost_soul").settle()
    game.expect(player=0, souls=3).expect(player=1, souls=1).expect(over=False)


def test_fsr_177__no_rooms() -> None:
    """FSR-177, R20.5, A41: no deck of rooms exists, and a turn in which a monster died ends without a choice about one."""
    assert "room" not in DECKS.values() and len(set(DECKS.values())) == 6
    game = Scenario(players=[{"hand": ["bomb"]}, {}], monsters=["fly", "fatty"]).start().play("bomb", "fly").settle()
    game.expect(discard="monster", top=["fly"]).until("end")
    assert game.question == "priority" and game.legal() == ["pass"]
    game.end_turn().expect(active=1)
