"""The components as documented, typed apart from the content: a table for each kind, its columns separated by tabs.

Names and numbers are as printed, texts are paraphrases, and UNKNOWN represents what no public source shows. People read them off
photographs and public pages, which docs/look_up/rules/betrayal.md names; nothing in the tables was taken from the content.
"""

from __future__ import annotations

from pathlib import Path

from tests.core.cells import Row, read

UNKNOWN = "UNKNOWN"


def table(name: str) -> list[Row]:
    """The rows of a table, column to cell."""
    return read(Path(__file__).with_name(f"{name}.tsv"))
