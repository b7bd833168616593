"""Whole games of the heuristic bot: legal, repeatable, quick to an end, and better than random play."""

from __future__ import annotations

import pytest

from fs_env.agents.heuristic import HeuristicAgent
from fs_env.agents.random_agent import RandomAgent
from fs_env.arena import Plan, Tournament, play_match
from fs_env.core.four_souls.game import GAME

WON = 1


class Watched(HeuristicAgent):
    """Notes its answers."""

    def reset(self, seat, seed):
        super().reset(seat, seed)
        self.answers = []

    def act(self, view):
        before = view.observation.copy()
        self.answers.append(super().act(view))
        assert (view.observation == before).all()
        return self.answers[-1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games__end_with_legal_answers(players):
    """With 2, 3 and 4 players, against itself and random, every answer is legal (`play_match` checks) and games are won."""
    for seed in range(3):
        own = play_match(GAME, [HeuristicAgent() for _ in range(players)], seed=seed)
        mixed = play_match(GAME, [RandomAgent(), *(HeuristicAgent() for _ in range(players - 1))], seed=seed)
        assert own.outcome == mixed.outcome == WON


def test_games__same_seed_same_choices():
    """The same seed gives the same answers, also by an agent that has played before; the observation is left alone."""
    first, again = Watched(), Watched()
    play_match(GAME, [again, RandomAgent()], seed=99)
    one = play_match(GAME, [first, RandomAgent()], seed=3)
    two = play_match(GAME, [again, RandomAgent()], seed=3)
    assert first.answers == again.answers and len(first.answers) > 20
    assert one.returns == two.returns and one.decisions == two.decisions


@pytest.mark.slow
def test_match__beats_random():
    """Over 400 paired, seat-rotated two-player games it wins at least 95 % against random."""
    table = Tournament(Plan(["heuristic", "random"], players=2, games=400, seed=1)).run()
    row = next(row for row in table.agents if row.name == "heuristic")
    assert row.games == 400 and row.win_rate >= 0.95
