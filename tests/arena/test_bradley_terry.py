"""Strengths by the model of Bradley and Terry, against what can be computed by hand."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from fs_env.arena import GameRow
from fs_env.arena.bradley_terry import Contender, Contest, record, strengths
from fs_env.arena.columns import Columns
from fs_env.arena.counts import Counts

PAIR = Contender(1, (0,)), Contender(1, (1,))


@cache
def game(number, seats, *winners, seed=None):
    """A game that these seats won; its own deal unless a seed is given."""
    n, nothing = len(seats), (None,) * len(seats)
    seed = number if seed is None else seed
    return GameRow(number, seed, seats, 1 if winners else 2, (0.0,) * n, winners, 9, (1,) * n, nothing, nothing)


def record_of(num_agents, rows, **options):
    return Counts.of(num_agents, Columns.of(rows)).record(**options)


def of(num_agents, games, **options):
    return strengths(record_of(num_agents, [game(k, *one) for k, one in enumerate(games)]), **options)


@pytest.mark.parametrize(("wins", "losses"), [(3, 1), (7, 13), (1, 50)])
def test_two_players(wins, losses):
    """The difference is ln(w/l), its standard error sqrt(1/w + 1/l); the mean is 0."""
    found = of(2, [((0, 1), 0)] * wins + [((0, 1), 1)] * losses)
    assert found.bounded
    assert found.values[0] - found.values[1] == pytest.approx(math.log(wins / losses))
    assert found.values.sum() == pytest.approx(0)
    error = math.sqrt(found.covariance[0, 0] + found.covariance[1, 1] - 2 * found.covariance[0, 1])
    assert error == pytest.approx(math.sqrt(1 / wins + 1 / losses))


def test_three_players__a_chain():
    """0 beats 1 by 3 to 1, 1 beats 2 by 5 to 2, and 0 never meets 2: the differences are ln 3 and ln 2.5."""
    found = of(3, [((0, 1), 0)] * 3 + [((1, 0), 0)] + [((1, 2), 0)] * 5 + [((2, 1), 0)] * 2)
    assert found.values[0] - found.values[1] == pytest.approx(math.log(3))
    assert found.values[1] - found.values[2] == pytest.approx(math.log(2.5))


def test_one_against_three__odds_of_a_seat():
    """One seat against three of another agent: 10 wins of 40 is what equal agents have; 20 of 40 are odds of 3 to 1."""
    tables = [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    even = [(seats, seats.index(0) if k == 0 else seats.index(1)) for k, seats in enumerate(tables)] * 10
    assert of(2, even).values == pytest.approx([0, 0])
    half = [(seats, seats.index(0) if k < 2 else seats.index(1)) for k, seats in enumerate(tables)] * 10
    assert np.diff(of(2, half).values)[0] == pytest.approx(-math.log(3))


def test_draws__count_half():
    """Two games that no player won and one that both won weigh as three halves of a win each: 3.5 to 2.5 in all."""
    found = of(2, [((0, 1), 0)] * 2 + [((0, 1), 1)] + [((0, 1),)] * 2 + [((0, 1), 0, 1)])
    assert found.values[0] - found.values[1] == pytest.approx(math.log(3.5 / 2.5))


def test_three_seats__shared_wins():
    """At one table of three the odds are the shares of the wins: four wins and two halves, two halves, three wins are 5 to 1 to 3."""
    games = [((0, 1, 2), 0)] * 4 + [((1, 2, 0), 0, 2)] * 2 + [((2, 0, 1), 0)] * 3
    found = of(3, games)
    assert np.exp(found.values - found.values[1]) == pytest.approx([5, 1, 3])


def test_won_everything__is_bounded_by_a_drawn_game_with_an_average_agent():
    """Ten wins of ten bound nothing; with half a win each way against strength 0, 10 (1-p) = q - 1/2 for 0, by symmetry."""
    found = of(2, [((0, 1), 0)] * 10)
    strength = found.values[0]
    won, even = 1 / (1 + math.exp(-2 * strength)), 1 / (1 + math.exp(-strength))
    assert not found.bounded and found.values[1] == pytest.approx(-strength)
    assert 10 * (1 - won) == pytest.approx(even - 0.5) and strength > 1


def test_nobody_met__nothing_is_known():
    """Without games all are equal, and as uncertain as one drawn game leaves them: variance 4, less the mean's part."""
    found = of(3, [])
    assert found.values == pytest.approx([0, 0, 0])
    assert found.errors == pytest.approx([math.sqrt(4 * 2 / 3)] * 3)


def test_deals__games_of_one_deal_are_one_observation():
    """Both games of a deal always won by the same agent say as much as one game each: errors are sqrt(2) times as large."""
    single = record_of(2, [game(k, (0, 1), k % 2) for k in range(40)])
    double = record_of(2, [game(k, (0, 1), (k // 2) % 2, seed=k // 2) for k in range(80)])
    assert strengths(double).errors == pytest.approx(strengths(single).errors)
    apart = record_of(2, [game(k, (0, 1), (k // 2) % 2) for k in range(80)])
    assert strengths(apart).errors * math.sqrt(2) == pytest.approx(strengths(single).errors)


def test_intervals__hold_the_truth_in_19_of_20_cases():
    """Four agents of known strengths, 150 tournaments by chance: 95 % intervals hold the truth in 93 to 97 %."""
    truth, draw = np.array([0.6, 0.2, -0.1, -0.7]), random.Random(5)
    held = 0
    for _ in range(150):
        games = []
        for a, b in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)):
            chance = 1 / (1 + math.exp(truth[b] - truth[a]))
            games += [((a, b), int(draw.random() > chance)) for _ in range(30)]
        found = of(4, games)
        held += int((np.abs(found.values - truth) < 1.96 * found.errors).sum())
    assert 0.93 < held / 600 < 0.97


def test_by_deal__results_less_luck():
    """Ten deals that each end 3/4 to 1/4 after luck is taken off: ln 3 apart, hardly an error; Fisher's would be that of ten games."""
    games = record(2, [Contest(k // 2, PAIR, shares) for k, shares in enumerate([(1.2, -0.2), (0.3, 0.7)] * 5)])
    found = strengths(games, by_deal=True)
    assert found.values[0] - found.values[1] == pytest.approx(math.log(3))
    assert found.errors.max() < 1e-6 < strengths(games).errors.max()


def test_by_deal__two_kinds_of_deals():
    """Four deals, won twice by each side: even; the spread of the deals gives the difference an error of 2 / sqrt(3), by hand."""
    games = record(2, [Contest(k, PAIR, (1 - k % 2, k % 2)) for k in range(4)])
    found = strengths(games, by_deal=True)
    difference = math.sqrt(found.covariance[0, 0] + found.covariance[1, 1] - 2 * found.covariance[0, 1])
    assert difference == pytest.approx(2 / math.sqrt(3))


def team_game(number, seats, sides, *winners, story="", outcome=1):
    row = game(number, seats, *winners)
    return replace(row, sides=sides, story=story, outcome=outcome)


DUEL = "heroes", "traitor"
COMPANY = "heroes", "heroes", "heroes", "traitor"


def of_teams(num_agents, games):
    return strengths(record_of(num_agents, [team_game(k, *one) for k, one in enumerate(games)]))


def test_teams__a_side_that_is_easy_says_nothing_of_its_holders():
    """Heroes win nine of ten, whoever holds them: both agents are equal."""
    games = [((0, 1), DUEL, 0)] * 9 + [((0, 1), DUEL, 1)] + [((1, 0), DUEL, 0)] * 9 + [((1, 0), DUEL, 1)]
    assert of_teams(2, games).values == pytest.approx([0, 0])


def test_teams__both_sides_of_a_deal():
    """0 wins three of four with each side against 1: ln 3 apart, and the even side has no say."""
    games = [((0, 1), DUEL, 0)] * 3 + [((0, 1), DUEL, 1)] + [((1, 0), DUEL, 1)] * 3 + [((1, 0), DUEL, 0)]
    found = of_teams(2, games)
    assert np.diff(found.values)[0] == pytest.approx(-math.log(3)) and found.bounded


def test_teams__a_side_is_the_mean_of_its_seats():
    """Heroes 0 0 1 against traitor 1, and 1 1 0 against 0, each 3 to 1 for the majority: two thirds of the difference are ln 3."""
    games = [((0, 0, 1, 1), COMPANY, 0, 1, 2)] * 3 + [((0, 0, 1, 1), COMPANY, 3)]
    games += [((1, 1, 0, 0), COMPANY, 3)] * 3 + [((1, 1, 0, 0), COMPANY, 0, 1, 2)]
    assert np.diff(of_teams(2, games).values)[0] == pytest.approx(-1.5 * math.log(3))


def test_house__who_wins_more_alone_is_stronger():
    """Against the house 0 wins three of four and 1 one of four: odds of 9 to 1."""
    both, lost = ("together",) * 2, {"outcome": 6}
    rows = [team_game(k, (0, 0), both, 0, 1) for k in range(3)] + [team_game(3, (0, 0), both, **lost)]
    rows += [team_game(4, (1, 1), both, 0, 1)] + [team_game(k, (1, 1), both, **lost) for k in (5, 6, 7)]
    found = strengths(record_of(2, rows))
    assert np.diff(found.values)[0] == pytest.approx(-2 * math.log(3)) and found.bounded


def test_house__partners_who_never_part_are_not_told_apart():
    """Two who always play together are equal, as uncertain as one drawn game of each leaves them."""
    both = ("together",) * 2
    rows = [team_game(k, (0, 1), both, *((0, 1) * (k % 2)), outcome=1 if k % 2 else 6) for k in range(20)]
    found = strengths(record_of(2, rows))
    assert found.values == pytest.approx([0, 0]) and not found.bounded
    assert found.errors == pytest.approx([math.sqrt(2)] * 2), "variance 4, less the mean's part"


@pytest.mark.slow
def test_teams__known_strengths_are_found():
    """Three agents at tables of four in haunts of unlike ease: intervals of 95 % hold the truth in 92 to 98 % of 100 tournaments."""
    truth, ease, draw = np.array([0.9, 0.1, -1.0]), {"1": 1.2, "2": -0.7, "3": 0.0}, random.Random(3)
    held = 0
    for _ in range(100):
        games = []
        for _ in range(240):
            seats, story = tuple(draw.randrange(3) for _ in range(4)), draw.choice("123")
            ahead = truth[list(seats[:3])].mean() + ease[story] - truth[seats[3]]
            won = (0, 1, 2) if draw.random() < 1 / (1 + math.exp(-ahead)) else (3,)
            games.append(team_game(len(games), seats, COMPANY, *won, story=story))
        found = strengths(record_of(3, games))
        held += int((np.abs(found.values - (truth - truth.mean())) < 1.96 * found.errors).sum())
    assert 0.92 < held / 300 < 0.98
