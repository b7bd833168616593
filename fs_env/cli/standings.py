"""Shows the results of a tournament: ratings, pairs, seats, characters, length of games, time of answers."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fs_env.cli.output import STDOUT, check_target, names_beside, printable, table_of_bots, write_json, write_text
from fs_env.narration.speech import isolated

if TYPE_CHECKING:
    from rich.table import Table

    from fs_env.arena.database import Stored
    from fs_env.arena.report import Report, Score
    from fs_env.arena.report.scores import Named
    from fs_env.arena.standings import Standing, Standings

MOST = 50  # agents in a terminal; --json has all
MOST_AGENTS = 1000  # as in `arena.columns`, which is not imported for `--help`
WIDEST, WIDEST_KINDS = 9, 5  # agents that have a column in a terminal


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "FILE is what `fs-env tournament --db FILE` writes; it may still be running. Elo points are by the model of Bradley and "
        "Terry, with 95 % intervals, the mean of all bots 0. See docs/do/results.md."
    )
    parser.add_argument("file", metavar="FILE", help="a results file")
    parser.add_argument("--html", metavar="PAGE", help="write one page with plots, which needs no other file")
    parser.add_argument(
        "--csv", metavar="TABLE", help='write a line for each seat of each game; "-" for standard output'
    )
    parser.add_argument("--parquet", metavar="TABLE", help="write the same as a Parquet file (needs the extra parquet)")
    parser.add_argument("--json", metavar="JSON", help='write all numbers of the report; "-" for standard output')


def run(args: argparse.Namespace) -> int:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for matrices of some hundred bots threads only wait
    from rich.console import Console

    from fs_env.arena.database import FILE
    from fs_env.arena.report.export import as_csv, write_parquet
    from fs_env.arena.report.page import page

    for target in (args.html, args.csv, args.parquet, args.json):
        check_target(target, args.file)
    if args.parquet == STDOUT:
        raise ValueError("--parquet -: Parquet is a binary format; expected a file name")
    if args.csv == args.json == STDOUT:
        raise ValueError("--csv - --json -: only one of them can go to standard output")
    stored, report = read_report(
        args.file,
        rows=args.csv is not None or args.parquet is not None,
        most=WIDEST if args.html is args.json is None else MOST_AGENTS,
    )
    if args.html is not None:
        with FILE.checked(args.file):
            text = page(report)
        write_text(args.html, text)
    if args.csv is not None and stored is not None:
        write_text(args.csv, as_csv(stored))
    if args.parquet is not None and stored is not None:
        write_parquet(stored, args.parquet)
    if args.json is not None:
        write_json(args.json, report.to_json())
    console = Console(stderr=STDOUT in (args.csv, args.json, args.html))
    console.print(printable(f"{report.title}\n{report.uneven}".rstrip()), highlight=False, markup=False)
    for table in tables(report, console.width):
        title, table.title = table.title, None  # rich would break it to the width of the table
        console.print(title, style="bold", highlight=False)
        console.print(table)
    return 0


def read_report(file: str | Path, rows: bool = False, most: int = MOST_AGENTS) -> tuple[Stored | None, Report]:
    """The games of a file, if `rows`, and their report with the pairs of `most` agents at most."""
    from fs_env.arena.database import FILE, opened, read_results
    from fs_env.arena.report import Report

    if rows:
        stored = read_results(file)
        with FILE.checked(file):
            return stored, Report.of(stored, most)
    with opened(file) as found, FILE.checked(file):
        return None, Report.of(found, most)


def tables(report: Report, width: int) -> Iterable[Table]:
    """The parts of the report for a terminal of so many columns; bots are named once and then have their numbers."""
    agents, even = report.standings.agents, report.standings.even_rate
    numbers = [str(k) for k in range(1, len(agents) + 1)]
    headings = ("", "seats", "wins, % [95 %]", "Elo", "ms")
    rows = [
        (
            number,
            str(agent.games),
            agent.plain.text,
            agent.rating if report.standings.rated else "-",
            "-" if time.milliseconds is None else f"{time.milliseconds:.3g}",
        )
        for number, agent, time in zip(numbers[:MOST], agents, report.times)
    ]
    names, whose = names_beside([isolated(printable(agent.name)) for agent in agents[:MOST]], [headings, *rows], width)
    if whose:
        ratings = make_table(f"ratings\n{whose}", headings)
    else:
        ratings = make_table("ratings", ("", "bot", *headings[1:]))
    for name, (number, *cells) in zip(names, rows):
        add(ratings, number, *(() if whose else (name,)), *cells)
    of = " of luck-adjusted results" * report.standings.adjusted
    ratings.caption = f"Elo: Bradley-Terry{of}, ± 95 %, the mean 0; ms: mean milliseconds of a choice"
    if len(agents) > MOST:
        ratings.caption += f". The first {MOST} of {len(agents)} bots; --json - prints all"
    yield ratings
    if any(agent.adjusted is not None for agent in agents):
        yield without_luck(agents, numbers)
    if report.standings.models:
        yield usage_table(report.standings, width)
    if even is not None and len(numbers) <= WIDEST:
        pairs = make_table("win rate in percent of the seats of a bot in games with", ("bot", *numbers))
        for number, own in zip(numbers, report.pairs):
            add(pairs, number, *("" if score is None else rate(score) for score in own))
        yield pairs
    if report.sides:
        yield kinds("side", (*report.sides, *report.stories), numbers)
    if report.seats:
        yield kinds("seat", report.seats, numbers)
    if report.characters:
        yield kinds("character", report.characters, numbers)
    if len(numbers) <= WIDEST:
        lengths = make_table("win rate in percent of each bot by the decisions of the game", ("decisions", *numbers))
        for kind in report.lengths:
            add(lengths, kind.name, *map(rate, kind.agents))
        yield lengths


def without_luck(agents: Sequence[Standing], numbers: Sequence[str]) -> Table:
    from fs_env.arena.standings import equivalent

    headings = ("", "bot", "win rate", "adjusted", "equivalent games")
    table = make_table("luck-adjusted win rates in percent, with 95 % intervals", headings)
    for number, agent in zip(numbers[:MOST], agents):
        if agent.less_luck is not None:
            add(table, number, isolated(agent.name), agent.plain.text, agent.less_luck.text, equivalent(agent))
    table.caption = "games of one deal taken together; equivalent games: plain games that carry as much information as one adjusted game"
    return table


def usage_table(standings: Standings, width: int) -> Table:
    from fs_env.arena.standings import USAGE_NOTE, usage_columns

    headings, rows = usage_columns(standings.models)
    cells = [row[1:] for row in (headings, *rows)]
    names = [agent.name for agent in standings.models]
    return table_of_bots(names, cells, width, "answers of language models", USAGE_NOTE)


def kinds(what: str, found: Sequence[Named], numbers: Sequence[str]) -> Table:
    shown = numbers if len(numbers) <= WIDEST_KINDS else ()
    table = make_table(f"win rate by {what}", (what, "seats", "all, % [95 %]", *shown))
    for kind in found:
        score = kind.score
        own = [rate(one) for one in kind.agents] if shown else []
        add(table, kind.name, score.seats, score.text, *own)
    return table


def rate(score: Score) -> str:
    return f"{100 * score.rate:.1f}" if score.seats else ""


def make_table(title: str, headings: Sequence[str]) -> Table:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    table = Table(
        title=escape(title),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        caption_justify="left",
    )
    for heading in headings:
        name = heading == "bot"
        left = name or heading == headings[0]
        table.add_column(
            heading, justify="left" if left else "right", no_wrap=not name, overflow="fold" if name else "ellipsis"
        )
    return table


def add(table: Table, *values: object) -> None:
    from rich.markup import escape

    table.add_row(*(escape(printable(str(value))) for value in values))
