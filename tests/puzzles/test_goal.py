"""Goals: when they are decided, and how."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play, Scenario, ScenarioError, Seat
from fs_env.puzzles.four_souls import Goal


def goal(play: Play, seat: int = 0, **words: Any) -> Goal:
    return Goal.of(words, seat, int(play.S["turn"][0]))


def last_hit(**seat: Any) -> Play:
    """Player 0 has three souls and meets a boss with 1 HP."""
    return Scenario(
        players=[Seat(souls=3, coins=7, **seat), Seat()], monsters=[{"card": "monstro", "hp": 1}, "fly"]
    ).start()


def test_win_and_deny__the_fourth_soul() -> None:
    """The win of one seat reaches its own goal and misses the other seat's, as soon as the game is over."""
    play = last_hit()
    win, deny = goal(play, win=True), goal(play, 1, deny=True)
    assert win.decided(play.S) is None
    assert deny.decided(play.S) is None
    play.attack("monstro").fight(6).settle()
    assert play.over
    assert win.decided(play.S) is True
    assert deny.decided(play.S) is False


def test_win_and_deny__the_turn_ends_without_a_win() -> None:
    """Nothing is decided before the turn is over; then the winner's goal is missed and the other one is reached."""
    play = last_hit()
    win, deny = goal(play, win=True), goal(play, 1, deny=True)
    play.until("end")
    assert win.decided(play.S) is None
    play.end_turn()
    assert win.decided(play.S) is False
    assert deny.decided(play.S) is True


def test_survive__a_death_is_final_at_once() -> None:
    """The goal is missed when the seat dies, though it is alive again at the end of the turn."""
    play = last_hit(hp=1)
    survive = goal(play, survive=True)
    play.attack("monstro").roll(1)
    while survive.decided(play.S) is None:
        play.pass_(play.asked)
    play.expect(turn=1).expect(player=0, dead=True)
    assert survive.decided(play.S) is False


@pytest.mark.parametrize(
    ("words", "reached"),
    [
        ({"souls": 3}, True),
        ({"souls": 4}, False),
        ({"cents": 7}, True),
        ({"cents": 8}, False),
        ({"items": ["Dinner"]}, True),
        ({"items": ["Dinner", "Breakfast"]}, False),
        ({"hand": ["Bomb!"]}, True),
        ({"hand": ["Dinner"]}, False),
        ({"souls": 3, "cents": 8}, False),
    ],
)
def test_numbers_and_items__at_the_end_of_the_turn(words: dict[str, Any], reached: bool) -> None:
    """Souls and cents count as "that many or more", items as controlled, cards as held; all parts must hold."""
    play = last_hit(items=["dinner"], hand=["bomb"])
    wanted = goal(play, **words)
    play.end_turn()
    assert wanted.decided(play.S) is reached


@pytest.mark.parametrize(
    ("words", "told"),
    [({"soul": 2}, "did you mean 'souls'"), ({"cents": "5"}, "cents='5'"), ({"items": "dinner"}, "items='dinner'"),
     ({"items": ["diner"]}, "did you mean 'dinner'"), ({}, "goal is empty")],
)  # fmt: skip
def test_of__words_that_mean_nothing(words: dict[str, Any], told: str) -> None:
    """Errors name the value and the nearest word."""
    with pytest.raises(ScenarioError, match=told):
        Goal.of(words, 0, 1)
