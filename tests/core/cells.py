"""Tables of printed facts, and the comparison of their cells with what a game has."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

Row = dict[str, str]
Columns = dict[str, tuple[Any, Any]]
"""Column to the printed value and that of the game."""


def read(path: Path) -> list[Row]:
    """The rows of a table, column to cell."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    return [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines]


def differing(
    name: str, compared: Iterable[tuple[Row, Columns]], left_out: Iterable[str] = ()
) -> tuple[list[str], int]:
    """The cells in which a game differs from a table, and how many were compared; ValueError for a column neither compared nor left out."""
    wrong, count = [], 0
    for row, columns in compared:
        if missing := {*row} - {*columns} - {*left_out}:
            raise ValueError(f"{name}.tsv, {row['name']}: {', '.join(sorted(missing))} not compared")
        count += len(columns)
        for column, (printed, found) in columns.items():
            if printed != found:
                wrong.append(f"{name}.tsv, {row['name']}, {column}: printed {printed!r}, in the game {found!r}")
    return wrong, count
