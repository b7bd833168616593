"""Direct matches: played in parts, resumed, and compared with the share that the ratings predict."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from fs_env.arena.bradley_terry import Strengths
from fs_env.arena.ratings import Interval
from fs_env.leaderboard import head_to_head as matches
from fs_env.leaderboard.board import Estimate, board_of, estimate
from fs_env.leaderboard.evaluation import write
from fs_env.leaderboard.field import scenario_of
from fs_env.leaderboard.head_to_head import Match, main, read_matches
from fs_env.leaderboard.head_to_head_page import Prediction, differs, played, predicted, verdict
from tests.leaderboard.test_board import LOST, WON, evaluated

KEY = ("castles_2", "heuristic", "random")


def test_head_to_head__resumes_and_plays_the_same_games(small: Path, monkeypatch, capsys) -> None:
    """One part, then three: the file equals that of three parts at once, and each part has other deals."""
    monkeypatch.setattr(matches, "QUICK_PART", 4)
    monkeypatch.setattr(matches, "SEARCH_PART", 3)
    monkeypatch.setattr(matches, "SLOW_PART", 2)
    Path("entries").mkdir()
    write("entries/one.json", evaluated("random", ("heuristic", 11, (LOST, LOST, LOST))))
    command = ["--entries", "entries", "--only", "heuristic", "--slow-games", "0"]
    assert main(["a.json", *command, "--games", "4"]) == 0 and read_matches(Path("a.json"))[KEY].games == 4
    for file in ("a.json", "b.json"):
        assert main([file, *command, "--games", "12"]) == 0
    one, two = (read_matches(Path(file))[KEY] for file in ("a.json", "b.json"))
    assert one == two and one.games == 12 and len(set(one.digests)) == 3
    assert one.key == KEY and not one.adjusted and sum(one.shares.values()) == 6
    capsys.readouterr()
    assert main(["b.json", *command, "--games", "12"]) == 0 and capsys.readouterr().out == "", "nothing is left"


def test_head_to_head__refuses_other_numbers_of_deals(tmp_path: Path) -> None:
    match = Match("castles_2", "heuristic", "random", 1000, digests=("0123abcd",), shares={"0.5": 499})
    matches.write_matches(tmp_path / "few.json", [match])
    with pytest.raises(ValueError, match="expected 500 deals, as many as its 1 parts have"):
        read_matches(tmp_path / "few.json")
    text = json.loads((tmp_path / "few.json").read_text())
    text["matches"][0]["shares"] = {"half": 500}
    (tmp_path / "few.json").write_text(json.dumps(text))
    with pytest.raises(ValueError, match="half"):
        read_matches(tmp_path / "few.json")


def test_head_to_head__refuses_a_part_twice(tmp_path: Path) -> None:
    """Its deals would count as other ones, and make the interval too narrow."""
    match = Match("castles_2", "heuristic", "random", 4, digests=("0a", "0a"), shares={"1.0000": 4})
    matches.write_matches(tmp_path / "m.json", [match])
    with pytest.raises(
        ValueError, match="match 1: digests: expected different ones, since each part has its own deals"
    ):
        read_matches(tmp_path / "m.json")


def test_verdict__of_few_games_is_none() -> None:
    """40 deals, half of them won, agree with anything near; 4,000 do, or differ."""
    even, likely = Prediction(0.0, 0.05), Prediction(0.4, 0.05)
    few, many = (estimate([(deal, float(deal % 2)) for deal in range(deals)]) for deals in (40, 4000))
    assert [verdict(even, few, 1), verdict(even, many, 1), verdict(likely, many, 1)] == [
        "too few games",
        "agrees",
        "**differs**",
    ]


def test_predicted__by_hand() -> None:
    """Strengths of log 3 and 0: 3 to 1 with two seats; against two opponents 3 to 2. The error is that of the difference."""
    known = Strengths(np.array([math.log(3), 0.0]), np.array([[0.04, -0.01], [-0.01, 0.03]]), True)
    assert predicted(known, 0, 1, 2).share() == pytest.approx(3 / 4)
    assert predicted(known, 0, 1, 3).share() == pytest.approx(3 / 5)
    assert predicted(known, 0, 1, 2).error == pytest.approx(math.sqrt(0.04 + 0.03 + 0.02))


def test_differs__compares_both_errors_and_all_pairs() -> None:
    """Of 1,000 deals with 60 to 40 % won: 50 % is refuted, unless it is known to 10 points only; 56.5 % is refuted as the only pair."""
    match = Match("castles_2", "heuristic", "random", 1000, digests=("0" * 8, "1" * 8), shares={"1.0": 600, "0.0": 400})
    found = played(match)
    assert (found.mean, found.games, found.interval.clusters) == (pytest.approx(0.6), 2000, 1000)
    assert found.error == pytest.approx(math.sqrt(0.24 / 1000), rel=1e-3)
    sure, unsure = Strengths(np.zeros(2), np.zeros((2, 2)), True), Strengths(np.zeros(2), np.eye(2) * 0.08, True)
    assert differs(predicted(sure, 0, 1, 2), found, 10) and not differs(predicted(unsure, 0, 1, 2), found, 1)
    near = Strengths(np.array([math.log(0.565 / 0.435), 0.0]), np.zeros((2, 2)), True)
    assert differs(predicted(near, 0, 1, 2), found, 1) and not differs(predicted(near, 0, 1, 2), found, 20)
    five = Estimate(Interval(0.6, 0.5, 0.7, 0.04, 5), 10)
    many = five._replace(interval=five.interval._replace(clusters=500))
    assert differs(predicted(sure, 0, 1, 2), many, 1) and not differs(predicted(sure, 0, 1, 2), five, 1), "2.4 errors"


def test_neighbours__skip_slow_bots_once_more(small: Path, monkeypatch) -> None:
    """In the order passive, heuristic, random; where heuristic is slow, passive and random are neighbours among the quick ones too."""
    won = evaluated("passive", ("random", 11, (WON, WON, WON)), ("heuristic", 11, (WON, WON, LOST)))
    lost = evaluated("random", ("heuristic", 11, (LOST, LOST, LOST)))
    board = board_of(scenario_of("castles_2"), [won, lost])
    specs = matches.specs_in(board.scenario, [won, lost])
    order = [line.agent for line in board.lines]
    assert order == ["passive", "heuristic", "random"]
    pairs = [("passive", "heuristic"), ("heuristic", "random")]
    assert matches.neighbours(board, specs) == pairs
    slow = specs | {"heuristic": "search:rollouts=9"}
    assert matches.neighbours(board, slow) == [pairs[0], ("passive", "random"), pairs[1]]
