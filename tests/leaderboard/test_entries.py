"""Stored results: ratings, reading and writing, replacing."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from fs_env.arena.usage import COUNTS
from fs_env.leaderboard.entries import add, points, read_entries, write_entries
from fs_env.leaderboard.json_checks import fits
from fs_env.leaderboard.tasks import tasks
from tests.leaderboard.entries import entry


@pytest.mark.parametrize(
    ("share", "seats", "rating"),
    [(0.5, 2, 0), (10 / 11, 2, 400), (1 / 11, 2, -400), (0.25, 4, 0), (0.5, 4, 190.85), (10 / 13, 4, 400)],
)
def test_points__of_a_share(share: float, seats: int, rating: float) -> None:
    """Even play is 0 at any table; ten times as strong is 400: 10 / 11 against one, 10 / 13 against three opponents."""
    assert points(share, seats) == pytest.approx(rating, abs=0.01)


def test_points__without_a_number() -> None:
    assert points(0.0, 2) is points(1.0, 2) is points(0.5, 0) is None


def test_write_and_read__the_same_entries(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    assert read_entries(file) == []
    entries = [entry("a"), entry("b", "puzzles", wins=400, games=500)]
    write_entries(file, entries)
    assert read_entries(file) == entries
    assert [path.name for path in tmp_path.iterdir()] == ["results.json"]


def test_add__a_newer_entry_of_the_same_agent() -> None:
    """It replaces the stored one of that task and opponent and no other; by task as in the table, then best first."""
    stored = [
        entry("a"),
        entry("a", "puzzles", wins=300, games=500),
        entry("b", wins=800),
        entry("a", opponent="other"),
    ]
    found = add(stored, [entry("a", wins=900), entry("c", wins=850)])
    assert [(one.agent, one.task, one.wins, one.opponent == "other") for one in found] == [
        ("a", "four_souls_2_base", 900, False),
        ("c", "four_souls_2_base", 850, False),
        ("b", "four_souls_2_base", 800, False),
        ("a", "four_souls_2_base", 750, True),
        ("a", "puzzles", 300, False),
    ]


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("task", "four_souls_2_bas", "entry 1: unknown task 'four_souls_2_bas'.*did you mean 'four_souls_2_base'"),
        ("games", "1000", "entry 1: games='1000': expected a number from 0"),
        ("games", 0, "entry 1: wins=750 of games=0"),
        ("wins", 1200, "entry 1: wins=1200 of games=1000"),
        ("low", 0.9, "entry 1: wins=750 of games=1000.*expected a share inside its interval"),
        ("high", 1.5, "entry 1: wins=750 of games=1000"),
        ("forfeits", 1001, "entry 1: wins=750 of games=1000"),
        ("agent", 7, "entry 1: agent=7: expected a text"),
        ("colour", "red", "entry 1: 'colour' is missing or unknown: expected the keys agent, task"),
    ],
)
def test_read__an_entry_that_is_wrong(tmp_path: Path, key: str, value: object, told: str) -> None:
    file = tmp_path / "results.json"
    write_entries(file, [entry()])
    data = json.loads(file.read_text())
    data["entries"][0][key] = value
    file.write_text(json.dumps(data))
    with pytest.raises(ValueError, match=f"results.json: .*{told}"):
        read_entries(file)


@pytest.mark.parametrize("text", ["{", "[]", '{"format": 2, "entries": []}'])
def test_read__another_file(tmp_path: Path, text: str) -> None:
    file = tmp_path / "results.json"
    file.write_text(text)
    with pytest.raises(ValueError, match="results.json: "):
        read_entries(file)


def test_tasks__as_the_page_promises() -> None:
    """Five tasks: Four Souls at tables of 2 with one and with all sets, and of 4; Castles of Caleira; puzzles."""
    assert [(task.game, task.players, len(task.sets)) for task in tasks()] == [
        ("four_souls", 2, 1),
        ("four_souls", 2, 3),
        ("four_souls", 4, 3),
        ("castles_of_caleira", 2, 0),
        ("four_souls", 0, 0),
    ]


@pytest.mark.parametrize(
    ("value", "annotation", "expected"),
    [
        (3, "int", True),
        (-1, "int", False),
        (1.0, "int", False),
        (True, "int", False),
        (0.5, "float", True),
        (-0.5, "float", False),
        (2.0**63, "float", False),
        (math.nan, "float", False),
        ([0.5, -1], "tuple[float, ...]", True),
        ([math.nan], "tuple[float, ...]", False),
        ("ab", "tuple[str, ...]", False),
        (["a", 1], "tuple[str, ...]", False),
        ({"a": "b"}, "dict[str, str]", True),
        ({"a": 1}, "dict[str, str]", False),
        ({"a": [1]}, "dict[str, Any]", True),
        (None, "Usage | None", True),
        (dict.fromkeys(COUNTS, 1), "Usage | None", True),
        (dict.fromkeys(COUNTS, -1), "Usage | None", False),
        ({}, "Usage | None", False),
    ],
)
def test_fits__an_annotation(value: object, annotation: str, expected: bool) -> None:
    assert fits(value, annotation) == expected
