"""Finds gaps in content: a game has complete rows only, and a row that holds an UNKNOWN is refused by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from fs_env.core.betrayal.language.rows import Unknown


def unknown_fields(row: Any) -> list[str]:
    return [field.name for field in fields(row) if isinstance(getattr(row, field.name), Unknown)]


def complete(rows: Sequence[Any]) -> tuple[Any, ...]:
    """The rows; a row with an UNKNOWN fact is a ValueError that names it."""
    for row in rows:
        missing = unknown_fields(row)
        if missing:
            raise ValueError(
                f"{type(row).__name__.lower()} {row.name!r}: {', '.join(missing)} UNKNOWN; leave the row out, or give the "
                "fact in a pack that says where it comes from"
            )
    return tuple(rows)


def lacks(expected: Mapping[str, int], found: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    """Lines on what a full game still needs: of each kind of rows, how many are complete and expected, and what others lack."""
    for kind, number in expected.items():
        rows = found.get(kind, ())
        ready = [row for row in rows if not unknown_fields(row)]
        if len(ready) < number:
            partial = [f"{row.name!r} ({', '.join(unknown_fields(row))})" for row in rows if unknown_fields(row)]
            more = f"; UNKNOWN in {', '.join(partial)}" if partial else ""
            yield f"{kind}: {len(ready)} of {number}{more}"
