"""The page of a report: whole by itself, with what the report says, and safe from names."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from fs_env.arena.database import Stored
from fs_env.arena.report import Report
from fs_env.arena.report.page import page
from fs_env.arena.report.plots import Axis, Bar, curves, even_axis, intervals, percent_axis, power_axis
from tests.arena.report.games import NAMES, PLAN, STORED, game

VOID_TAGS = ("meta", "br")


class Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.words, self.headings, self.links = [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.links += [value for name, value in attrs if name in ("src", "href")]
        if tag not in VOID_TAGS:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        """A tag that closes itself stays out of the count."""

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


def read(report):
    reader = Reader()
    reader.feed(page(report))
    assert reader.open == []
    return reader


def test_page__sections_and_numbers():
    reader = read(Report.of(STORED))
    words = " ".join(" ".join(reader.words).split())
    assert reader.headings == [
        "Ratings",
        "Standings",
        "Results between pairs",
        "Seats",
        "Time per choice",
        "Characters",
    ]
    for told in ("nim, 2 players, round-robin, 8 games", "75.0 % of 4", "66.7 % of 6", "150 ms", "stones=9"):
        assert told in words
    assert "6 won, 1 truncated, 1 forfeited" in words


def test_page__needs_nothing_else():
    """No address of another file or host is in it, and it has both colour schemes."""
    text = page(Report.of(STORED))
    assert read(Report.of(STORED)).links == [] and not re.search(r"https?:|url\(|@import|<script", text)
    assert "prefers-color-scheme: dark" in text and "max-width: 860px" in text


def test_page__a_name_is_no_markup():
    text = page(Report.of(STORED))
    assert "cat<&>" not in text and "cat&lt;&amp;&gt;" in text and "cat<&>" in "".join(read(Report.of(STORED)).words)


def test_page__of_long_tournaments():
    rows = [game(k, (k % 3, (k + 1) % 3), (k % 2,), 10 + k) for k in range(80)]
    report = Report.of(Stored(PLAN, NAMES, rows))
    assert "Short and long games" in read(report).headings and page(report).count("<polyline") == 3


def test_page__of_games_won_together():
    """Partners who always play together have no ratings and no pairs."""
    rows = [game(0, (0, 1), (0, 1)), game(1, (0, 1), (), outcome=6)]
    report = Report.of(Stored(PLAN, NAMES[:2], [replace(row, sides=("together",) * 2) for row in rows]))
    assert read(report).headings == ["Standings", "Sides", "Seats", "Time per choice"]


def test_page__of_a_tournament_by_sides():
    """Seats are not counted there: each agent holds all seats of a side, which may be any."""
    sided = [replace(game(k, (0, 1), (k,)), sides=("heroes", "traitor")) for k in range(2)]
    report = Report.of(Stored(PLAN | {"until": "random"}, NAMES[:2], sided))
    assert read(report).headings == ["Ratings", "Standings", "Sides", "Results between pairs", "Time per choice"]


def test_page__of_one_bot_in_all_seats():
    """A rating compares bots, so one on its own has none, and no interval of one."""
    report = Report.of(Stored(PLAN, NAMES[:1], [game(0, (0, 0), (0,)), game(1, (0, 0), (1,))]))
    alone = report.standings.agents[0]
    assert (alone.elo_half, alone.rating) == (None, "-") and read(report).headings[0] == "Standings"


@pytest.mark.parametrize(
    ("axis", "ends", "ticks"),
    [
        (even_axis(-413, 233), (-600, 400), 6),
        (even_axis(-3.0, 3.0), (-3, 3), 7),
        (even_axis(0.0, 0.0), (0, 0.2), 2),
        (percent_axis(0.3), (0, 0.5), 6),
        (percent_axis(1.0), (0, 1), 6),
        (power_axis(0.02, 300), (-2, 3), 6),
        (power_axis(5.0, 5.0), (0, 1), 2),
    ],
)
def test_axis__holds_its_values(axis, ends, ticks):
    assert (axis.low, axis.high) == pytest.approx(ends) and ticks == len(axis.ticks)
    assert axis.ticks[0][0] == axis.low and axis.ticks[-1][0] == pytest.approx(axis.high)


def test_axis__places():
    axis = Axis(-100.0, 300.0, ())
    assert [axis.at(value) for value in (-100, 0, 300, 900, -200)] == ["0.00%", "25.00%", "100.00%", "100.00%", "0.00%"]


def test_intervals__drawn_where_they_are():
    drawn = intervals([Bar("a", 0.5, 0.25, 0.75, "half")], percent_axis(1.0), middle=0.5)
    assert '<line class="span" x1="25.00%" x2="75.00%"' in drawn and 'cx="50.00%"' in drawn
    assert '<line class="even" x1="50.00%"' in drawn


def test_curves__leave_out_what_is_missing():
    drawn = curves(["a"], ["short", "middle", "long"], [[0.0, None, 1.0]], 0.5)
    assert 'points="16.67,100.00 83.33,0.00"' in drawn and drawn.count("<circle") == 2 and "a, long: 100.0 %" in drawn
