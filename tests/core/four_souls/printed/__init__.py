"""The cards as printed, entered apart from their programs: a table for each deck, its columns separated by tabs.

Names and numbers are as printed; an empty cell says that the card has no such thing. `numbers` are those that the card's text has, each
once; `confidence` says how sure a room is.
"""

from __future__ import annotations

from pathlib import Path

from tests.core.cells import Row, read

TABLES = ("characters", "starting_items", "treasures", "loot", "monsters", "bonus_souls", "rooms")


def table(name: str) -> list[Row]:
    return read(Path(__file__).with_name(f"{name}.tsv"))
