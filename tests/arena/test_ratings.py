"""Ratings and intervals."""

from __future__ import annotations

import pytest

from fs_env.arena import rate_games, wilson_interval


def test_wilson_interval__known_values():
    """Textbook values: 8 of 10 is 0.4902..0.9433, 0 of 10 is 0..0.2775; nothing played says nothing."""
    assert wilson_interval(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson_interval(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson_interval(0, 0) == (0, 1)
    assert all(wilson_interval(0, n)[0] == 0 and wilson_interval(n, n)[1] == 1 for n in range(1, 100))


def test_wilson_interval__refuses_impossible_counts():
    """More wins than games are an error."""
    with pytest.raises(ValueError, match="wins=3"):
        wilson_interval(3, 2)


def test_rate_games__winner_rises_and_uncertainty_shrinks():
    """Who wins more is rated higher; sigma falls with the games."""
    few = rate_games(2, [((0, 1), (0,))] * 3)
    many = rate_games(2, [((0, 1), (0,))] * 30)
    assert few[0].mu > 25 > few[1].mu and many[0].mu > few[0].mu
    assert many[0].sigma < few[0].sigma < 25 / 3


def test_rate_games__draws_and_mirrors():
    """A game without a winner is a draw of all; a game of one agent against itself changes nothing."""
    drawn = rate_games(2, [((0, 1), ())] * 5)
    assert drawn[0].mu == pytest.approx(drawn[1].mu)
    assert rate_games(2, [((0, 0), (1,))])[0].mu == 25


def test_rate_games__an_agent_counts_once():
    """Two seats of one agent count as one player: the winner is the agent, not the seat."""
    assert rate_games(2, [((0, 1, 0, 1), (2,))]) == rate_games(2, [((0, 1), (0,))])


def test_rate_games__unequal_numbers_of_seats():
    """One against three: who wins every fourth game, as often as chance would have it, is rated like the others."""
    rows = [((0, 1, 1, 1), (0,)), ((1, 0, 1, 1), (0,)), ((1, 1, 0, 1), (3,)), ((1, 1, 1, 0), (2,))] * 20
    one, three = rate_games(2, rows)
    assert abs(one.mu - three.mu) < 1.5 and one.sigma < 25 / 3
    better, worse = rate_games(2, [((0, 1, 1, 1), (0,)), ((0, 1, 1, 1), (2,))] * 20)
    assert better.mu > worse.mu + 5
