"""Monsters that no player leads (R76, R78)."""

from __future__ import annotations

import pytest

from fs_env.core.betrayal.scenario import Play


@pytest.mark.parametrize(
    ("dice", "tile"), [((1, 0, 0), "Kitchen Basement"), ((1, 1, 0), "Kitchen Basement"), ((1, 1, 1), "Kitchen")]
)
def test_r78__hands_go_towards_the_heroes_and_never_back(dice, tile):
    """R22, R78: the basement is a space away, the stairs cost two more: with one left over the Hands wait below them."""
    game = Play(3, turn=2).haunt(104, revealer=2).monster("Catacomb Landing").monster("Catacomb Landing").start()
    game.dice(*dice).choose("end the turn")
    assert game.asked == 0 and {monster["tile"] for monster in game.monsters()} == {tile}


def test_r78__hands_attack_where_a_hero_stands():
    """R79: a Hand on a hero's tile attacks and moves no more."""
    game = Play(3, turn=2).haunt(104, revealer=2).monster("Elfsong Tavern").clips(2, might=8).start()
    game.dice(0, 0, 0, 0, 2, 2, 2, 2).choose("end the turn")
    game.expect(asked=0, question="turn")
    assert [(monster["tile"], monster["stunned"]) for monster in game.monsters()] == [("Elfsong Tavern", True)]
