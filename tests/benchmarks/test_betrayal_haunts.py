"""The table of our own haunts of Betrayal: both sides win with any number of players, and no haunt is short."""

from __future__ import annotations

import re

import pytest

from benchmarks.betrayal_haunts import BEGIN, END, PAGE, table, written

CELL = re.compile(r"([\d.]+) %, (\d+) rounds?")
PLAYERS = [3, 4, 5, 6]


def cells(lines: list[str]) -> dict[int, list[tuple[float, int]]]:
    """Haunt to what the other side wins, in %, and the median rounds, for each number of players."""
    rows = (line for line in lines if re.match(r"\| \d", line))
    return {int(row.split()[1]): [(float(won), int(n)) for won, n in CELL.findall(row)] for row in rows}


def test_page__each_side_wins_and_haunts_last() -> None:
    """The written table: 35 to 65 % and four rounds or more in every cell of the twelve haunts."""
    found = cells(PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].splitlines())
    assert list(found) == list(range(101, 113)) and {len(row) for row in found.values()} == {len(PLAYERS)}
    assert [n for n, row in found.items() if any(not 35 <= won <= 65 or rounds < 4 for won, rounds in row)] == []


@pytest.mark.long
def test_haunts__each_side_wins_and_haunts_last() -> None:
    """The same for games of now, with what 200 games leave uncertain."""
    found = cells(list(table([*range(101, 113)], PLAYERS, 200, 10_000, 1)))
    assert [n for n, row in found.items() if any(not 25 <= won <= 75 or rounds < 4 for won, rounds in row)] == []


def test_written__replaces_the_table_alone() -> None:
    """The text around it stays."""
    assert written(f"a\n{BEGIN}| old |\n{END}b\n", ["| new |", "| 1 |"]) == f"a\n{BEGIN}| new |\n| 1 |\n{END}b\n"
