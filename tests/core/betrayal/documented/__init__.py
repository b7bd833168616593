"""What is documented of the components, typed apart from the content: a table for each kind, its columns separated by tabs.

Names and numbers are as printed, texts are paraphrases, and UNKNOWN stands for what no public source shows. People read them off
photographs and public pages, which docs/rules/betrayal.md names; nothing in the tables was taken from the content.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

UNKNOWN = "UNKNOWN"
Row = dict[str, str]
Columns = dict[str, tuple[Any, Any]]
"""Column to the documented value and that of the content."""


def table(name: str) -> list[Row]:
    """The rows of a table, column to cell."""
    head, *lines = Path(__file__).with_name(f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines]


def differing(
    name: str, compared: Iterable[tuple[Row, Columns]], left_out: Iterable[str] = ()
) -> tuple[list[str], int]:
    """The cells in which the content differs from a table, as text, and how many were compared.

    Args:
        name: of the table.
        compared: rows with their columns.
        left_out: columns that stand for nothing in the content.

    Raises:
        ValueError: a column of a row is neither compared nor left out.
    """
    wrong, count = [], 0
    for row, columns in compared:
        if missing := {*row} - {*columns} - {*left_out}:
            raise ValueError(f"{name}.tsv, {row['name']}: {', '.join(sorted(missing))} not compared")
        count += len(columns)
        for column, (documented, content) in columns.items():
            if documented != content:
                wrong.append(f"{name}.tsv, {row['name']}, {column}: documented {documented!r}, content {content!r}")
    return wrong, count
