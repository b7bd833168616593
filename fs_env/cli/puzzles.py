"""Plays puzzles with a bot and prints its score, or shows a puzzle."""

from __future__ import annotations

import argparse
from itertools import count
from typing import TYPE_CHECKING

from fs_env.cli.arguments import add_agent_key, add_seed
from fs_env.cli.isolation import add_isolation, isolates, limits_for
from fs_env.cli.output import STDOUT, check_target, printable, write_json
from fs_env.cli.progress import begin, counted
from fs_env.narration.speech import isolated
from fs_env.registry.games import SHIPPED

if TYPE_CHECKING:
    from rich.table import Table

    from fs_env.arena.usage import Usage
    from fs_env.puzzles.puzzle import Puzzle
    from fs_env.puzzles.score import Score

PERCENT = 100


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "Each puzzle is played many times, with hidden cards and future throws drawn again each time. heuristic@1 plays the "
        "other seats. The score is the share of goals reached, divided by that of the best lines. See docs/do/puzzles.md."
    )
    parser.add_argument(
        "bot",
        nargs="?",
        metavar="BOT",
        help='a bot\'s name, "package.module:NAME" or "path.py:NAME"; without one, --list or --show',
    )
    parser.add_argument(
        "--game",
        default="four_souls",
        metavar="ID",
        help="the game whose puzzles are listed or played (default four_souls)",
    )
    parser.add_argument(
        "--chapter",
        metavar="NAME",
        help='a separate chapter: "plans" of four_souls, which need several own actions (default: puzzles without a chapter)',
    )
    parser.add_argument("--games", type=int, default=100, metavar="N", help="games of each puzzle (default 100)")
    add_seed(parser, "determines hidden cards and throws")
    add_agent_key(parser)
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="play only this puzzle, or one from a file; may be repeated (default: all)",
    )
    parser.add_argument("--json", metavar="FILE", help='write the result as JSON; "-" for standard output')
    parser.add_argument("--list", action="store_true", help="list the puzzles and play none")
    parser.add_argument(
        "--show", metavar="NAME", help="show the position of a puzzle, or of one from a file (default: play)"
    )
    parser.add_argument("--solution", action="store_true", help="with --show: also print the solution with reasons")
    add_isolation(parser)


def refuse(args: argparse.Namespace) -> None:
    from fs_env.puzzles.names import check_puzzles

    if args.game in {own.id for own in SHIPPED}:
        check_puzzles(args.game, args.chapter or "", [*args.only, *([args.show] if args.show else [])])


def run(args: argparse.Namespace) -> int:
    begin(
        "puzzles: loading the game ..." if args.bot is None else f"puzzles: {args.bot} plays {args.games} games of each"
    )
    check_target(args.json)
    if args.list + (args.show is not None) + (args.bot is not None) != 1:
        raise ValueError("puzzles: expected a bot, --list or --show NAME, and only one of them")
    from rich.console import Console

    from fs_env.cli.warming import warm_up
    from fs_env.puzzles.puzzle import find, shipped
    from fs_env.puzzles.rules import rules_of
    from fs_env.registry.games import manifest_of

    progress = Console(stderr=True)
    if args.bot is None:
        rules = rules_of(args.game) if args.list else find(args.show).rules
        warm_up(rules.GAME, progress)
        if args.list:
            Console().print(
                table_of(list(shipped(args.game, args.chapter or "").values()), manifest_of(args.game).title)
            )
        else:
            print(printable(shown(find(args.show), args.solution)))
        return 0
    score = played(args)
    try:
        if args.json is not None:
            write_json(args.json, {"seed": args.seed, "games": args.games, **score.to_json()})
    finally:
        Console(stderr=args.json == STDOUT).print(table_of_score(score, args))
    return 0


def played(args: argparse.Namespace) -> Score:
    from rich.console import Console

    from fs_env.arena.isolation import agents_here
    from fs_env.cli.warming import warm_up
    from fs_env.puzzles.puzzle import find, shipped
    from fs_env.puzzles.score import OPPONENT, score

    progress = Console(stderr=True)
    puzzles = [find(name) for name in args.only] or list(shipped(args.game, args.chapter or "").values())
    games = {puzzle.game: puzzle.rules.GAME for puzzle in puzzles}
    limits = limits_for(args, progress, isolates(args, games, [args.bot]), args.json)
    for game in games.values():
        warm_up(game, progress, agents_here((args.bot, OPPONENT), game, limits))
    done = count(1)
    with counted(progress, "puzzles", len(puzzles)) as report:
        return score(args.bot, puzzles, args.games, args.seed, lambda row: report(next(done)), args.agent_key, limits)


def shown(puzzle: Puzzle, solution: bool) -> str:
    """A puzzle as text: the task, the position as its seat knows it, the legal actions, and the solution if it is wanted."""
    game = puzzle.start()
    lines = [
        f"{puzzle.title} ({puzzle.name})",
        f"You are player {puzzle.seat} of {len(puzzle.scenario.seats)}. Your task: {puzzle.task}.",
        "",
        game.game.text(game.S, player=puzzle.seat),
        "",
        f"Legal: {', '.join(game.legal())}",
    ]
    if solution:
        lines += ["", f"Chance: {puzzle.chance}. {' '.join(puzzle.argument.split())}", ""]
        for line in puzzle.lines:
            rolls = f" (rolls: {', '.join(map(str, line.rolls))})" if line.rolls else ""
            steps = [" or ".join(dict.fromkeys(texts)) for texts in line.play]
            lines.append(f"{line.when or 'Main line'}{rolls}: {'; '.join(steps)}")
        lines += ["", f"A tempting mistake: {' '.join(puzzle.mistake.split())}"]
    return "\n".join(lines)


def table_of(puzzles: list[Puzzle], game: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=f"Puzzles of {game}", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("name", no_wrap=True)
    for heading in ("title", "task"):
        table.add_column(heading, overflow="fold")
    for heading in ("players", "chance"):
        table.add_column(heading, justify="right", no_wrap=True)
    for puzzle in puzzles:
        table.add_row(puzzle.name, puzzle.title, puzzle.task, str(len(puzzle.scenario.seats)), str(puzzle.chance))
    return table


def usage_text(used: Usage | None) -> str:
    if used is None:
        return ""
    invalid = f"{used.invalid:,} first answers of {used.asked:,} invalid"
    tokens = f"{used.tokens_in:,} tokens in, {used.tokens_out:,} out"
    return f" The model: {invalid}, {used.forfeited:,} forfeited, {used.retries:,} requests repeated; {tokens}."


def table_of_score(score: Score, args: argparse.Namespace) -> Table:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    table = Table(
        title=escape(printable(f"{isolated(score.agent)}: score, % [95 %]: {score.interval.text}")),
        caption=f"{args.games} games of each puzzle, seed {args.seed}. Best line: its chance against the worst replies. Score: "
        f"goals reached as a share of those of the best lines.{usage_text(score.usage)}",
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    table.add_column("puzzle", no_wrap=True)
    for heading in ("best line", "reached", "Wilson 95 %"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in score.rows:
        low, high = row.interval
        table.add_row(
            escape(printable(row.puzzle)),
            f"{PERCENT * row.chance:.1f} %",
            f"{PERCENT * row.share:.1f} %",
            f"{PERCENT * low:.1f} - {PERCENT * high:.1f}",
        )
    return table
