"""The numbers of a report, counted by hand from eight games."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from fs_env.arena.database import Stored
from fs_env.arena.report import Report
from fs_env.arena.report.scores import Lengths
from tests.arena.report.games import NAMES, PLAN, ROWS, STORED, game

REPORT = Report.of(STORED)
ORDER = [agent.name for agent in REPORT.standings.agents]


def told(score):
    return (score.seats, score.wins)


def by_name(kinds):
    return {kind.name: kind for kind in kinds}


def test_pairs():
    """Ann beat Ben in 3 of 4 games; against Cat one game was forfeited to her and one had no winner; Cat beat Ben twice."""
    found = {(one, two): score for one, own in zip(ORDER, REPORT.pairs) for two, score in zip(ORDER, own)}
    assert told(found["ann", "ben"]) == (4, 3) and told(found["ben", "ann"]) == (4, 1)
    assert told(found["ann", "cat<&>"]) == (2, 1) and told(found["cat<&>", "ann"]) == (2, 0)
    assert told(found["cat<&>", "ben"]) == (2, 2) and told(found["ben", "cat<&>"]) == (2, 0)
    assert found["ann", "ann"] is None and found["ann", "ben"].rate == 0.75


def test_pairs__who_never_met():
    report = Report.of(Stored(PLAN, NAMES, ROWS[:4]))
    met = {(a.name, b.name) for a, own in zip(report.standings.agents, report.pairs)
           for b, score in zip(report.standings.agents, own) if score is not None}  # fmt: skip
    assert met == {("ann", "ben"), ("ben", "ann")}


def test_pairs__tables_of_four():
    """Wins that two share count half each; an agent with three seats has three chances."""
    rows = [game(0, (0, 1, 1, 1), (0, 2)), game(1, (1, 0, 1, 1), (3,))]
    report = Report.of(Stored(PLAN | {"players": 4}, NAMES[:2], rows))
    names = [agent.name for agent in report.standings.agents]
    ann, ben = names.index("ann"), names.index("ben")
    assert told(report.pairs[ann][ben]) == (2, 0.5) and told(report.pairs[ben][ann]) == (6, 1.5)


def test_seats():
    """Seat 0 won games 0 and 7, seat 1 the other five; Ann won once from each of seat 0 and three times from seat 1."""
    first, second = REPORT.seats
    assert (first.name, second.name) == ("seat 0", "seat 1")
    assert told(first.score) == (8, 2) and told(second.score) == (8, 5)
    ann = ORDER.index("ann")
    assert told(first.agents[ann]) == (3, 1) and told(second.agents[ann]) == (3, 3)


def test_characters():
    """Isaac won 4 of 6, Cain 1 of 5, Eve 1 of 3; the best comes first, the game without characters is left out."""
    found = by_name(REPORT.characters)
    assert [kind.name for kind in REPORT.characters] == ["isaac", "eve", "cain"]
    assert told(found["isaac"].score) == (6, 4)
    assert told(found["cain"].score) == (5, 1) and told(found["eve"].score) == (3, 1)
    ben = ORDER.index("ben")
    assert told(found["eve"].agents[ben]) == (3, 1) and told(found["isaac"].agents[ben]) == (0, 0)


def test_lengths():
    assert [kind.name for kind in REPORT.lengths] == ["10-50"]
    many = Lengths([*range(100, 140), *range(500, 540)])
    assert many._ends == [119, 139, 519, 539]
    assert [
        many.names[at] for at in many.of(np.array([100, 119, 120, 519, 539]))
    ] == "100-119 100-119 120-139 500-519 520-539".split()
    assert Lengths([7] * 300).names == ["7"]


def test_lengths__who_wins_short_games():
    rows = [game(k, (0, 1), (0,) if k < 40 else (1,), 10 + k) for k in range(80)]
    report = Report.of(Stored(PLAN, NAMES[:2], rows))
    names = [agent.name for agent in report.standings.agents]
    assert [kind.name for kind in report.lengths] == ["10-29", "30-49", "50-69", "70-89"]
    assert [kind.agents[names.index("ann")].rate for kind in report.lengths] == [1, 1, 0, 0]


def test_times():
    """Ann took 1.2 s for eight choices, 150 ms each; Ben 24 ms for eight, 3 ms each; no player timed Cat."""
    found = {time.name: time for time in REPORT.times}
    assert found["ann"].milliseconds == pytest.approx(150) and found["ann"].choices == 8
    assert found["ben"].milliseconds == pytest.approx(3) and found["cat<&>"].milliseconds is None
    assert found["ann"].choices_per_game == 4


def test_report__without_games():
    with pytest.raises(ValueError, match="no games yet"):
        Report.of(Stored(PLAN, NAMES, []))
    with pytest.raises(ValueError, match="games of another number of seats"):
        Report.of(Stored(PLAN | {"players": 3}, NAMES, ROWS))


def test_report__of_an_unfinished_tournament():
    """The title has the number of games of the plan as long as fewer are played."""
    titles = [Report.of(Stored(PLAN | {"games": games}, NAMES, ROWS)).title for games in (8, 9, 1000)]
    assert [title.rpartition(", ")[2] for title in titles] == [
        "8 games",
        "8 of at most 9 games",
        "8 of at most 1,000 games",
    ]


def test_report__of_games_won_together():
    """Where all win together a win counts 1 for each seat, and there are no ratings or pairs to be shown."""
    rows = [replace(game(0, (0, 1), (0, 1)), returns=(1.0, 1.0)), replace(game(1, (0, 1), ()), outcome=6)]
    report = Report.of(Stored(PLAN, NAMES[:2], [replace(row, sides=("together",) * 2) for row in rows]))
    assert report.standings.even_rate is None and told(report.seats[0].score) == (2, 1)


def test_report__needs_no_compiled_code():
    """A table of a million games is read in 180 MB; numba alone would take 70 more, and seconds."""
    code = "import sys, fs_env.arena.report, fs_env.cli.standings; print([m for m in ('numba', 'llvmlite') if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
