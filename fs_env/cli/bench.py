"""Measures how fast the games run on this machine, on one core."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from fs_env.cli.arguments import add_sets, set_options
from fs_env.cli.output import STDOUT, check_target, write_json

if TYPE_CHECKING:
    from rich.console import Console


def describe(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("games", nargs="*", metavar="GAME", help='ids, or "package.module:NAME"; all games without')
    parser.add_argument("--players", type=int, metavar="N", help="seats (default: the fewest of each game)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the games that are played (default 0)")
    add_sets(parser)
    parser.add_argument("--quick", action="store_true", help="shorter and fewer runs; less exact")
    parser.add_argument(
        "--json", nargs="?", const=STDOUT, metavar="FILE", help="as JSON, to a file or (without FILE) standard output"
    )


def run(args: argparse.Namespace) -> int:
    """Measures and prints."""
    from rich.console import Console

    from fs_env.bench.figures import FULL, QUICK, measure_game
    from fs_env.bench.machine import machine, versions
    from fs_env.envs.registry import games, load_game

    check_target(args.json)
    effort = QUICK if args.quick else FULL
    progress = Console(stderr=True)
    results: dict[str, Any] = {
        "machine": machine(),
        "versions": versions(),
        "settings": {
            "players": args.players,
            "sets": args.sets,
            "seed": args.seed,
            "runs": effort.runs,
            "seconds": effort.seconds,
        },
    }
    names = args.games or list(games())
    options = {name: set_options(load_game(name), args.sets) for name in names}
    for name in names:

        def say(what: str, name: str = name) -> None:
            progress.print(f"{name}: {what} ...", highlight=False, style="dim")

        results[load_game(name).name] = measure_game(name, args.players, args.seed, effort, say, options[name])
    if args.json is not None:
        write_json(args.json, results)
    if args.json != STDOUT:
        show(results, [load_game(name).name for name in names], Console())
    return 0


def show(results: dict[str, Any], names: list[str], console: Console) -> None:
    """The figures for a terminal."""
    from rich.table import Table

    from fs_env.bench.figures import KEYS

    hardware = results["machine"]
    console.print(f"{hardware['cpu']}, {hardware['cores']} cores, {hardware['system']}; one core used", highlight=False)
    console.print(", ".join(f"{name} {number}" for name, number in results["versions"].items()), highlight=False)
    for name, value in hardware["switches"].items():
        console.print(f"{name}={value}", highlight=False)
    for name in names:
        table = Table(title=name, caption="medians; a choice is a decision with more than one legal action")
        table.add_column("figure")
        table.add_column("value", justify="right")
        table.add_column("meaning")
        for key, meaning in KEYS.items():
            table.add_row(key, words(results[name][key]), meaning)
        console.print(table)


def words(value: float) -> str:
    """A number with as many digits as it deserves."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.4g}"
