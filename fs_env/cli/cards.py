"""Lists the cards of Four Souls with their numbers and rules text."""

from __future__ import annotations

import argparse
from typing import Any

from fs_env.cli.arguments import names_in
from fs_env.cli.output import STDOUT, check_target, write_json
from fs_env.envs.registry import unknown

NUMBERS = ("hp", "evasion", "attack", "souls", "rewards")


def describe(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("--missing", action="store_true", help="list published cards that are not implemented yet")
    parser.add_argument(
        "--sets", metavar="NAME,...", help="only cards of these sets, such as base,gold,plus (default: all)"
    )
    parser.add_argument("--deck", metavar="NAME", help="only cards of this deck (default: all)")
    parser.add_argument("--pages", metavar="FOLDER", help="write a Markdown page for each deck to this folder instead")
    parser.add_argument(
        "--json",
        nargs="?",
        const=STDOUT,
        metavar="FILE",
        help="write the cards as JSON to a file, or to standard output without FILE",
    )


def run(args: argparse.Namespace) -> int:
    """Prints the cards, or writes their pages."""
    if args.pages is not None:
        return write(args.pages)
    from fs_env.core.four_souls import cards

    check_target(args.json)
    rows: list[dict[str, Any]] = cards.missing_rows() if args.missing else cards.card_rows()
    every = [*cards.card_rows(), *cards.missing_rows()]
    rows = keep(rows, "set", None if args.sets is None else names_in(args.sets), every)
    rows = keep(rows, "deck", None if args.deck is None else [args.deck], every)
    if args.json is not None:
        write_json(args.json, rows)
    else:
        show(rows, args.missing)
    return 0


def write(folder: str) -> int:
    """Writes the pages and prints the names of those that have changed."""
    from fs_env.cli.card_pages import card_pages, write_pages

    changed = write_pages(folder)
    print(f"{folder}: {len(card_pages())} pages, written: {', '.join(changed) or 'none, all are up to date'}")
    return 0


def keep(
    rows: list[dict[str, Any]], column: str, values: list[str] | None, every: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The rows with one of the values in the column; all rows if `values` is None.

    Raises:
        ValueError: a value that no card has, or an empty list.
    """
    if values is None:
        return rows
    known = {str(row[column]) for row in every}
    for value in values or [""]:
        if value not in known:
            raise ValueError(unknown(column, value, known))
    return [row for row in rows if row[column] in values]


def show(rows: list[dict[str, Any]], missing: bool) -> None:
    """Prints a paragraph for each card, a heading for each set and deck, and a line of totals."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    console = Console(highlight=False)
    place = None
    for row in rows:
        if place != (row["set"], row["deck"]):
            place = (row["set"], row["deck"])
            console.rule(f"{row['deck']} ({row['set']})", align="left")
        head = Text.assemble((row["name"], "bold"), "  ", (facts(row), "dim"))
        console.print(head)
        if row.get("text"):
            console.print(Padding(Text(row["text"]), (0, 0, 0, 4), expand=False))
    copies = sum(row.get("count") or 0 for row in rows)
    console.print(f"{len(rows)} cards{' missing' if missing else ''}, {copies} copies")


def facts(row: dict[str, Any]) -> str:
    """The kind and the numbers that a card has, as text."""
    words = [str(row["kind"])] if row.get("kind") else []
    words += [f"{row['count']} copies"] if (row.get("count") or 1) > 1 else []
    words += [f"{name} {row[name]}" for name in NUMBERS if row.get(name) is not None]
    return ", ".join(words)
