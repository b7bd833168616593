"""Measures the speed of the games on one core of this machine."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fs_env.cli.arguments import add_options, add_seed, add_sets, set_options
from fs_env.cli.output import STDOUT, check_target, write_json, write_text
from fs_env.cli.progress import begin
from fs_env.registry.options import pairs_in

if TYPE_CHECKING:
    from rich.console import Console

    from fs_env.core.machine.run.game import Game


def describe(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help='ids, or "package.module:NAME" (default: all games)')
    parser.add_argument("--players", type=int, metavar="N", help="seats (default: the fewest of each game)")
    add_seed(parser, "seed of the games that are played")
    add_sets(parser)
    add_options(parser)
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs, less accurate")
    parser.add_argument(
        "--json",
        nargs="?",
        const=STDOUT,
        metavar="FILE",
        help="write the figures as JSON to a file, or to standard output without FILE",
    )
    parser.add_argument(
        "--markdown",
        nargs="?",
        const=STDOUT,
        metavar="FILE",
        help="the same as Markdown; only one of the two can go to standard output",
    )


def run(args: argparse.Namespace) -> int:
    begin(f"bench: measuring {', '.join(args.games) or 'all games'}")
    from rich.console import Console

    from fs_env.bench.effort import FULL, QUICK
    from fs_env.bench.figures import KEYS, measure_game
    from fs_env.bench.machine import machine, versions
    from fs_env.bench.report import markdown
    from fs_env.registry.games import games, load_game

    check_target(args.json)
    check_target(args.markdown)
    if args.json == args.markdown == STDOUT:
        raise ValueError("--json and --markdown both write to standard output: give one of them a file")
    effort = QUICK if args.quick else FULL
    progress = Console(stderr=True)
    results: dict[str, Any] = {
        "machine": machine(),
        "versions": versions(),
        "settings": {
            "players": args.players,
            "sets": args.sets,
            "options": args.option,
            "seed": args.seed,
            "runs": effort.runs,
            "seconds": effort.seconds,
        },
    }
    names = args.games or list(games())
    options = options_of_games({name: load_game(name) for name in names}, args.sets, args.option)
    for name in names:

        def report(what: str, name: str = name) -> None:
            progress.print(f"{name}: {what} ...", highlight=False, style="dim")

        results[load_game(name).name] = measure_game(name, args.players, args.seed, effort, report, options[name])
    if args.json is not None:
        write_json(args.json, results)
    if args.markdown is not None:
        write_text(args.markdown, markdown(results, KEYS))
    if STDOUT not in (args.json, args.markdown):
        show(results, Console())
    return 0


def options_of_games(
    games: dict[str, Game], sets: str | None, options: Sequence[str] = ()
) -> dict[str, dict[str, int]]:
    """Name -> the options given by --sets and --option; one that a game lacks is ignored there if another chosen game has it."""
    some = any("sets" in game.options for game in games.values())
    known = {name for game in games.values() for name in game.options}
    chosen: dict[str, dict[str, int]] = {}
    for name, game in games.items():
        chosen[name] = {} if some and "sets" not in game.options else set_options(game, sets)
        for option, value in pairs_in(options):
            if option in game.options:
                chosen[name][option] = game.options[option].read(value)
            elif option not in known:
                game.option_values(**{option: 0})  # its error lists what there is
    return chosen


def show(results: dict[str, Any], console: Console) -> None:
    from rich.table import Table

    from fs_env.bench.figures import KEYS
    from fs_env.bench.report import NOT_GAMES, conditions, figure_rows

    for sentence in conditions(results):
        console.print(sentence, highlight=False)
    for name in results:
        if name in NOT_GAMES:
            continue
        table = Table(
            title=name, caption="medians, by processor time; a choice is a decision with more than one legal action"
        )
        table.add_column("figure")
        table.add_column("value", justify="right")
        table.add_column("meaning")
        for row in figure_rows(results[name], KEYS):
            table.add_row(*row)
        console.print(table)
