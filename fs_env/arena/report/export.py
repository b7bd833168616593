"""Games as a table for other programs: one line for each seat of each game, as CSV or Parquet."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

from fs_env.arena.database import Stored
from fs_env.arena.referee import printable

COLUMNS = {
    "game": int, "seed": int, "outcome": int, "decisions": int, "fault": str, "seat": int, "agent": int, "name": str,
    "return": float, "won": bool, "forfeited": bool, "choices": int, "seconds": float, "character": str, "luck": float,
    "side": str, "story": str,
}  # fmt: skip
"""The columns with the types of their values; `seconds`, `character`, `luck` and `side` may be missing."""


def columns_of(stored: Stored) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for row in stored.rows:
        for seat, agent in enumerate(row.seats):
            values = (
                row.number, row.seed, row.outcome, row.decisions, row.fault, seat, agent, stored.names[agent],
                float(row.returns[seat]), seat in row.winners, seat in row.forfeits, row.seat_choices[seat],
                row.seat_seconds[seat], row.characters[seat], row.luck[seat] if row.luck else None,
                row.sides[seat] if row.sides else None, row.story,
            )  # fmt: skip
            for column, value in zip(columns.values(), values, strict=True):
                column.append(value)
    return columns


def as_csv(stored: Stored) -> str:
    """The table as CSV with a line of headings; flags are 0 and 1, what is missing is empty."""
    columns = columns_of(stored)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for values in zip(*columns.values(), strict=True):
        writer.writerow([safe(int(value) if isinstance(value, bool) else value) for value in values])
    return text.getvalue()


def safe(value: Any) -> Any:
    """A value of a cell; a text that a spreadsheet would run as a formula begins with an apostrophe."""
    if not isinstance(value, str):
        return value
    line = printable(value, len(value) + 1)
    return f"'{line}" if line.startswith(("=", "+", "-", "@")) else line


def write_parquet(stored: Stored, path: str | Path) -> None:
    """Writes the table as a Parquet file, which is never left half written.

    Raises:
        ImportError: pyarrow is not installed; names the extra.
    """
    parquet = import_parquet()
    import pyarrow

    kinds = {int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_(), str: pyarrow.string()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
    target = Path(path)
    draft = target.with_name(f".{target.name}.tmp")
    try:
        parquet.write_table(pyarrow.table(columns_of(stored), schema=schema), draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def import_parquet() -> Any:
    """The module `pyarrow.parquet`.

    Raises:
        ImportError: pyarrow is not installed; names the extra.
    """
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError(
            f"Parquet files need pyarrow, which cannot be imported ({error}): in the source tree, pip install '.[parquet]'"
        ) from error
    return pyarrow.parquet
