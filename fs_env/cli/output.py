"""Writes JSON and text to files and pipes, and tables of bots to terminals."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fs_env.core.files import write_whole
from fs_env.narration.speech import isolated

if TYPE_CHECKING:
    from rich.table import Table

STDOUT = "-"
KEPT = "\n\N{FIRST STRONG ISOLATE}\N{POP DIRECTIONAL ISOLATE}"  # control characters that are printed
GAP, NUMBER = 2, 3  # between two columns of a table; of a column for numbers of rows, or its heading
FEWEST = 4  # columns that stay in a terminal without room


def printable(text: str) -> str:
    """The text with its control characters escaped (`\\x1b`), so that a terminal does not interpret them.

    Newlines stay, and so do the two controls that `isolated` puts around a name.
    """
    return "".join(c if c.isprintable() or c in KEPT else c.encode("unicode_escape").decode() for c in text)


def room_beside(cells: Iterable[Sequence[str]], width: int) -> int:
    """Letters that are left for names in a terminal of so many columns, next to the cells of a table, row by row, its headings too."""
    return width - sum(GAP + max(map(len, column)) for column in zip(*cells, strict=True))


def that_fit(cells: Sequence[Sequence[str]], width: int) -> list[Sequence[str]]:
    """The cells of a table next to numbers of its rows, without the last columns where a terminal has no room; the first four stay."""
    stored = list(cells)
    while len(stored[0]) > FEWEST and room_beside(stored, width) < NUMBER:
        stored = [row[:-1] for row in stored]
    return stored


def names_beside(names: Sequence[str], cells: Iterable[Sequence[str]], width: int) -> tuple[list[str], str]:
    """Names for the first column of a table, of which two lines contain each; where there is no room for that: numbers, and whose they are.

    Args:
        names: of the rows.
        cells: of the other columns, their headings too, row by row.
        width: of the terminal.

    Returns:
        Contents of the column, and lines above the table, "" for none.
    """
    room = room_beside(cells, width)
    if all(len(name) < 2 * room for name in names):
        return list(names), ""
    numbers = [str(number) for number in range(1, len(names) + 1)]
    return numbers, "\n".join(f"{number}  {name}" for number, name in zip(numbers, names, strict=True))


def table_of_bots(names: Sequence[str], cells: Sequence[Sequence[str]], width: int, title: str, caption: str) -> Table:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    headings, *rows = that_fit(cells, width)
    shown, whose = names_beside([isolated(printable(name)) for name in names], [headings, *rows], width)
    table = Table(
        title=escape("\n".join(filter(None, (title, whose)))),
        title_justify="left" if whose else "center",
        caption=escape(caption),
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    table.add_column("bot", overflow="fold", min_width=len("bot"))
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for name, row in zip(shown, rows, strict=True):
        table.add_row(escape(name), *row)
    return table


def check_target(path: str | None, *read: str | None) -> None:
    """Checks early that a file can be written later, and is none of those that the command reads or stores games in."""
    if path is None or path == STDOUT:
        return
    target = Path(path)
    if not target.absolute().parent.is_dir():
        raise ValueError(f"{path}: the folder {str(target.parent)!r} does not exist; create it first")
    if target.is_dir():
        raise ValueError(f"{path}: is a folder; expected a file name")
    if target.resolve() in [Path(one).resolve() for one in read if one]:
        raise ValueError(f"{path}: has the results themselves; choose another file")


def write_json(path: str, value: Any) -> None:
    """Writes JSON to standard output ("-") or to a file, which is never left half written."""
    write_text(path, json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def write_text(path: str, text: str) -> None:
    if path == STDOUT:
        sys.stdout.write(text)
        return
    write_whole(path, text)


def write_page(file: str | Path, text: str) -> bool:
    """Writes a page if it has changed and returns whether it has; the file is never left half written."""
    page = Path(file)
    if not page.parent.is_dir():
        raise ValueError(f"{file}: the folder does not exist; create it first")
    if page.exists() and page.read_bytes() == text.encode():
        return False
    write_text(str(page), text)
    return True


def write_pages(folder: str | Path, pages: dict[str, str]) -> str:
    """Writes the pages (file name -> text) that have changed to a folder; returns a line that names them."""
    place = Path(folder)
    if not place.is_dir():
        raise ValueError(f"{folder}: the folder does not exist; create it first")
    changed = [name for name, text in pages.items() if write_page(place / name, text)]
    return f"{folder}: {len(pages)} pages, written: {', '.join(changed) or 'none, all are up to date'}"
