"""Lists the cards of Four Souls with their numbers and rules text, or looks one up by a part of its name."""

from __future__ import annotations

import argparse
from typing import Any

from fs_env.cli.arguments import names_in
from fs_env.cli.output import STDOUT, check_target, write_json, write_pages
from fs_env.core.checks import unknown

FEW = 8  # cards that are shown in full where several have the name


def describe(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "name", nargs="*", metavar="NAME", help="a part of a name: show the cards that have it (default: all cards)"
    )
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
        if args.name:
            raise ValueError(f"--pages writes all cards: leave out {' '.join(args.name)!r}")
        from fs_env.cli.card_pages import card_pages

        print(write_pages(args.pages, card_pages()))
        return 0
    from fs_env.core.four_souls import cards

    check_target(args.json)
    rows: list[dict[str, Any]] = cards.missing_rows() if args.missing else cards.card_rows()
    every = [*cards.card_rows(), *cards.missing_rows()]
    rows = keep(rows, "set", None if args.sets is None else names_in(args.sets), every)
    rows = keep(rows, "deck", None if args.deck is None else [args.deck], every)
    if args.name:
        rows = named(rows, " ".join(args.name))
    if args.json is not None:
        write_json(args.json, rows)
    else:
        show(rows, args.missing, totals=not args.name)
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


def named(rows: list[dict[str, Any]], part: str) -> list[dict[str, Any]]:
    """The rows of the cards that a part of a name means.

    Raises:
        ValueError: no card has it in its name, or more than a few have; says the names that could be meant.
    """
    from fs_env.telling.cards import find_cards, unclear, words_of

    cards = [words_of(row) for row in rows]
    found = find_cards(cards, part)
    names = {card.name for card in found}
    if not 0 < len(names) <= FEW:
        raise ValueError(unclear(cards, part, found))
    return [row for row in rows if row["name"] in names]


def show(rows: list[dict[str, Any]], missing: bool, totals: bool = True) -> None:
    """Prints a paragraph for each card, a heading for each set and deck, and, with `totals`, a line of them."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    from fs_env.telling.cards import facts

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
    if totals:
        console.print(f"{len(rows)} cards{' missing' if missing else ''}, {copies} copies")
