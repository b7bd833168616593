"""Boards of games whose results are made up: means, worst, one fit, cycles, luck."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fs_env.arena.bradley_terry import ELO
from fs_env.leaderboard import evaluation as evaluations
from fs_env.leaderboard.board import ADJUSTED, SHARE, board_of, estimate, mean_over
from fs_env.leaderboard.board_page import boards_of, cells_of
from fs_env.leaderboard.cells import Cell
from fs_env.leaderboard.evaluation import Evaluation
from fs_env.leaderboard.field import scenario_of
from fs_env.leaderboard.page import page
from fs_env.leaderboard.summary import summarize

ENTRIES = Path(__file__).parents[2] / "docs" / "look_up" / "leaderboard" / "entries"
WON, LOST, EVEN = (1.0, 1.0), (0.0, 0.0), (1.0, 0.0)


def evaluated(agent: str, *cells: tuple[str, int, Sequence[tuple[float, float]]], luck: float = 0.0) -> Evaluation:
    """An evaluation in Castles with two seats; of each cell the opponent, the seed and the results of three deals."""
    begun = evaluations.begin([agent], [scenario_of("castles_2")], (11, 12), None, "")
    made = []
    for opponent, seed, deals in cells:
        results = tuple(one for deal in deals for one in deal)
        lucky = tuple(luck if one == 1 else -luck for one in results) if luck else ()
        digests = "".join(f"{opponent}{seed}{deal}".encode().hex()[-8:] for deal in range(3))
        made.append(Cell("castles_2", opponent, seed, results, digests, 6, luck=lucky, choices=60))
    return replace(begun, cells=tuple(made))


def test_board__mean_worst_and_rating(small: Path) -> None:
    """A bot that wins 4 of 6 from one member and 2 of 6 from another: mean a half, worst the second; two ratings by hand."""
    one = evaluated("random", ("heuristic", 11, (EVEN, EVEN, LOST)), ("heuristic", 12, (LOST, EVEN, EVEN)))
    (line, other) = board_of(scenario_of("castles_2"), [one]).lines[::-1]
    assert (line.agent, line.is_member, line.worst, line.mean.games) == ("random", True, "heuristic", 12)
    assert line.against["heuristic"].mean == pytest.approx(4 / 12) and other.against["random"].mean == pytest.approx(
        8 / 12
    )
    assert line.mean.mean == pytest.approx((4 / 12 + 1 / 2) / 2), "against itself a member is even"
    board = board_of(scenario_of("castles_2"), [one])
    assert board.strengths is not None and board.games == 12
    apart = board.strengths.values[0] - board.strengths.values[1]
    assert apart * ELO == pytest.approx(400 * math.log10(2)), "8 wins to 4"


def test_board__time_of_a_choice_is_not_that_of_the_compiler(small: Path) -> None:
    """Of three cells two took 2 and 3 ms a choice, the third 900 s for a few: 3 ms."""
    one = evaluated(
        "random", ("heuristic", 11, (EVEN,) * 3), ("heuristic", 12, (EVEN,) * 3), ("passive", 11, (EVEN,) * 3)
    )
    times = [(500, 1.0), (4, 900.0), (1_000, 3.0)]
    cells = [replace(cell, timed=timed, seconds=seconds) for cell, (timed, seconds) in zip(one.cells, times)]
    lines = board_of(scenario_of("castles_2"), [replace(one, cells=tuple(cells))]).lines
    assert {line.agent: line.seconds for line in lines}["random"] == pytest.approx(0.003)


def test_estimate__deals_are_observations() -> None:
    """Ten games of two deals that each end one way are two observations: mean 1/2, error 1/2, not 1/6."""
    known = estimate([(1, 1.0)] * 5 + [(2, 0.0)] * 5)
    assert (known.mean, known.error) == (0.5, pytest.approx(0.5))
    low = 8 / (8 + 2.3646**2)
    assert estimate([(deal, 1.0) for deal in range(8)]).interval[1:3] == (pytest.approx(low, abs=1e-4), 1), (
        "8 of 8, by Wilson"
    )


def test_mean_over__an_opponent_who_always_won_is_not_known_exactly() -> None:
    """Of 20 deals each: even games with one opponent, none won from another. The second share may well be 8 %, so the mean is as uncertain
    as both together, in plain and in luck-adjusted results."""
    even = [(deal, float(deal % 2), float(deal % 2)) for deal in range(20)]
    lost = [(deal, 0.0, 0.0) for deal in range(20, 40)]
    apart = [estimate([row[:2] for row in rows]) for rows in (even, lost)]
    assert apart[1].error > 0.03
    for part in (SHARE, ADJUSTED):
        known = mean_over({"even": even, "lost": lost}, part, None)
        assert known.mean == 0.25 and known.error == pytest.approx(
            math.hypot(*(one.error for one in apart)) / 2, rel=0.02
        )


def test_board__worst_is_not_decided_by_few_games(small: Path) -> None:
    """None of 6 games won from one opponent are less certain than 4 of 24 from another."""
    one = evaluated("random", ("heuristic", 11, (LOST, LOST, LOST)))
    some = [("passive", seed, (EVEN, LOST, LOST)) for seed in (11, 12)]
    many = replace(
        one, cells=(*one.cells, *evaluated("random", *some).cells, *more(evaluated("random", *some).cells, 13))
    )
    (line,) = (line for line in board_of(scenario_of("castles_2"), [many]).lines if line.agent == "random")
    assert line.against["heuristic"].mean == 0 < line.against["passive"].mean and line.worst == "passive"


def more(cells: Sequence[Cell], seed: int) -> list[Cell]:
    return [replace(cell, seed=seed + k, digests=cell.digests[::-1]) for k, cell in enumerate(cells)]


def test_board__measured_luck_is_kept(small: Path) -> None:
    """A game that two files have, luck measured in the first one only: its adjusted result is that of the first."""
    first = evaluated("random", ("heuristic", 11, (WON, LOST, EVEN)), luck=0.4)
    second = evaluated("heuristic", ("random", 11, (LOST, WON, EVEN)))
    for given in ([first, second], [second, first]):
        board = board_of(scenario_of("castles_2"), given)
        assert board.games == 6 and all(line.adjusted is not None for line in board.lines)


def test_board__a_cycle_is_shown_when_it_is_beyond_doubt(small: Path) -> None:
    """Three that beat each other in turn, in nearly every game, are a cycle; even games are none."""
    most = (WON, WON, EVEN)
    stone = evaluated(
        "random",
        ("heuristic", 11, most),
        ("heuristic", 12, most),
        ("passive", 11, (LOST, LOST, EVEN)),
        ("passive", 12, (LOST, LOST, EVEN)),
    )
    paper = evaluated("heuristic", ("passive", 11, most), ("passive", 12, most))
    board = board_of(scenario_of("castles_2"), [stone, paper])
    assert [set(cycle) for cycle in board.cycles] == [{"random", "heuristic", "passive"}]
    (cycle,) = board.cycles
    assert cycle[(cycle.index("random") + 1) % 3] == "heuristic"
    even = evaluated("random", ("heuristic", 11, (EVEN, EVEN, EVEN)), ("passive", 11, (EVEN, EVEN, EVEN)))
    assert board_of(scenario_of("castles_2"), [even]).cycles == ()


def test_board__luck_adjusted_results_have_smaller_errors(small: Path) -> None:
    """Where most of every result was luck, the mean stays and its error shrinks, in the table and in the fit."""
    deals = (WON, LOST, EVEN)
    lucky = evaluated("my_bot.py:choose", ("random", 11, deals), ("random", 12, deals), luck=0.4)
    board = board_of(scenario_of("castles_2"), [lucky])
    (line,) = [line for line in board.lines if line.agent == "choose"]
    assert line.adjusted is not None and line.mean.mean == pytest.approx(line.adjusted.mean)
    assert line.adjusted.error == pytest.approx(line.mean.error / 5)
    assert board.adjusted is not None and board.strengths is not None
    assert np.all(board.adjusted.errors < 0.3 * board.strengths.errors)
    assert cells_of(board, board.lines.index(line), line)[-3:-1] == ["too few deals (6)", "too few deals"]


def test_board__adjusted_results_that_bound_no_rating(small: Path) -> None:
    """An agent that wins all games despite bad luck: there is a luck-adjusted mean, and no luck-adjusted rating for any agent."""
    ahead = evaluated("my_bot.py:choose", ("random", 11, (WON, WON, WON)), ("random", 12, (WON, WON, WON)), luck=-0.3)
    board = board_of(scenario_of("castles_2"), [ahead])
    (line,) = [line for line in board.lines if line.agent == "choose"]
    assert line.adjusted is not None and line.adjusted.mean == pytest.approx(1.3)
    assert board.adjusted is None and board.strengths is not None


def test_board__an_unknown_agent_with_the_name_of_a_member(small: Path) -> None:
    """Its games are its own: the member keeps its name and its line."""
    stranger = replace(evaluated("my_bot.py:choose", ("random", 11, (WON, WON, WON))), agent="heuristic")
    member = evaluated("random", ("heuristic", 11, (LOST, LOST, LOST)))
    board = board_of(scenario_of("castles_2"), [stranger, member])
    assert {line.agent: line.is_member for line in board.lines} == {
        "heuristic #2": False,
        "heuristic": True,
        "random": True,
    }


def test_board__a_stranger_with_the_name_of_another_bot(small: Path) -> None:
    """Spaces do not make a name another one, and the spec of a bot is the name of that bot alone, whichever file is read first."""
    mine = evaluated("my_bot.py:choose", ("random", 11, (WON, WON, WON)))
    strangers = [replace(mine, agent=name) for name in ("heuristic ", "theirs.py:Bot")]
    other = replace(mine, specs=("theirs.py:Bot",), agent="theirs.py:Bot")
    names = [line.agent for line in board_of(scenario_of("castles_2"), [*strangers, other]).lines if not line.is_member]
    assert sorted(names) == ["heuristic #2", "my_bot.py:choose", "theirs.py:Bot"]


def test_summary__interquartile_mean_by_hand(small: Path) -> None:
    """Of the scores 1/6 and 5/6 of two seeds the mean is 1/2, its error 1/3; Student's interval of two seeds is wider than 0 to 1."""
    cells = [("random", 11, (LOST, LOST, EVEN)), ("random", 12, (WON, WON, EVEN))]
    found = summarize(evaluated("my_bot.py:choose", *cells))
    assert found["scenarios"]["castles_2"]["scores"] == {"11": 0.1667, "12": 0.8333}
    assert (found["iqm"], found["low"], found["high"]) == (0.5, 0.0, 1.0)
    assert (found["scenarios"]["castles_2"]["worst"], found["scenarios"]["castles_2"]["worst_share"]) == ("random", 0.5)


def test_summary__equal_seeds_have_an_interval(small: Path) -> None:
    """Six deals without a win: Wilson's interval of 0 of 6, by Student's t for 5 degrees, reaches t^2 / (6 + t^2) = 52 %."""
    cells = [("random", seed, (LOST, LOST, LOST)) for seed in (11, 12)]
    found = summarize(evaluated("my_bot.py:choose", *cells))
    assert (found["low"], found["high"]) == (0.0, pytest.approx(2.571**2 / (6 + 2.571**2), abs=1e-3))


def test_page__dummies_are_a_note_and_totals_compare_equal_scenarios() -> None:
    """The bots that answer without reading stand in no table of the text track; one total has the scenarios of its bots in its head."""
    stored = [evaluations.read(file) for file in sorted(ENTRIES.glob("text_*.json"))]
    boards = boards_of(stored)
    assert len(stored) == 3 and all(not board.lines for board in boards if board.scenario.track)
    text = page([], [replace(one, summary=one.summary or {"iqm": 0}) for one in stored])
    track = text.partition("## By text: Castles")[2].partition("\n## ")[0]
    own = next(one for one in stored if one.agent == "llm last")
    won = [share for cell in own.cells if cell.scenario == "text_castles_2" for share in cell.results]
    assert "No entries." in track and "Dummies, which answer without reading" in track
    assert f"llm last {100 * sum(won) / len(won):.1f} %" in track
    assert "No entries." in text.partition("## All scenarios")[2].partition("Played by:")[0]


def test_totals__compare_whole_evaluations_of_bots_that_are_no_members(small: Path) -> None:
    """One with a missing part, or with another seed, is named instead; a member is in neither. A custom bot, also
    without its key in the file, has a word on whether it was isolated."""
    cells = [(name, seed, [EVEN, WON, LOST]) for name in ("random", "heuristic", "passive") for seed in (11, 12)]
    whole = replace(evaluated("my_bot.py:choose", *cells), agent="whole", agent_key="")
    short = replace(whole, agent="short", cells=whole.cells[1:])
    seeded = replace(whole, agent="seeded", seeds=(11, 12, 13))
    text = page(
        [], [replace(one, summary=summarize(one)) for one in (whole, short, seeded, evaluated("random", *cells[2:]))]
    )
    table, _, played = text.partition("## All scenarios")[2].partition("Played by:")
    assert [line.split(" | ")[0] for line in table.splitlines() if line.startswith("| ")][2:] == [
        "| whole (`my_bot.py:choose`)"
    ]
    assert "incomplete: short (`my_bot.py:choose`), seeded (`my_bot.py:choose`)." in table and "random" not in table
    assert "; isolated)" in next(line for line in played.splitlines() if line.startswith("- whole: "))
