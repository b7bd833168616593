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

    from fs_env.bench.effort import Effort
    from fs_env.core.machine.run.game import Game

ROOM, LONGEST = 72, 40  # columns of a terminal that shows lengths of games, and of the longest name beside figures


def describe(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help='ids, or "package.module:NAME" (default: all games)')
    parser.add_argument("--players", type=int, metavar="N", help="seats (default: the fewest of each game)")
    add_seed(parser, "seed of the games that are played")
    add_sets(parser)
    add_options(parser)
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs, less accurate")
    parser.add_argument(
        "--peers",
        action="store_true",
        help="also time other installed libraries, alternating with this one (extra: peers)",
    )
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
    if args.peers:
        results["peers"] = beside({load_game(name): options[name] for name in names}, args, effort, progress)
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


def beside(chosen: dict[Game, dict[str, int]], args: argparse.Namespace, effort: Effort, progress: Console) -> Any:
    from fs_env.bench.peers import measure_peers

    seats = {game: {"num_players": args.players or game.min_players, **options} for game, options in chosen.items()}
    return measure_peers(
        seats, args.seed, effort, lambda what: progress.print(f"peers: {what} ...", highlight=False, style="dim")
    )


def show(results: dict[str, Any], console: Console) -> None:
    from rich.table import Table

    from fs_env.bench.figures import KEYS
    from fs_env.bench.report import NOT_GAMES, conditions, figure_rows

    for sentence in conditions(results):
        console.print(sentence, highlight=False)
    for name in results:
        if name in NOT_GAMES:
            continue
        table = Table(title=name, caption="medians; a choice is a decision with more than one legal action")
        table.add_column("figure")
        table.add_column("value", justify="right")
        table.add_column("meaning")
        for row in figure_rows(results[name], KEYS):
            table.add_row(*row)
        console.print(table)
    if "peers" in results:
        show_peers(results["peers"], console)


def show_peers(peers: dict[str, Any], console: Console) -> None:
    """Prints the figures of the peers to a terminal, grouped by kind; our games are named once and then have their numbers."""
    from fs_env.bench.peers.workloads import KINDS
    from fs_env.bench.report import games_of, times, words

    games = games_of(peers)
    rows: dict[str, list[list[str]]] = {}
    for key, workload in peers["lanes"].items():
        game, ratios = key.rpartition(".")[0], workload.get("ours_times_as_fast", {})
        title = workload["title"] if game not in games else f"[{games.index(game) + 1}] fs-env {game}"
        numbers = [words(workload["decisions_per_s"]), words(workload["decisions_per_game"])]
        multiples = [times(ratios[one]) if one in ratios else "" for one in games]
        rows.setdefault(workload["kind"], []).append([title, *numbers, *multiples])
    console.print("\ncompared with other libraries", style="bold")
    console.print(
        'under "[1] is": how many times as fast our workload of that kind is in game 1', markup=False, highlight=False
    )
    for kind, cells in rows.items():
        console.print(f"\n{KINDS[kind]}", style="italic", highlight=False)
        console.print(workloads_table(cells, len(games), console.width))
    console.print()
    for key, why in peers["skipped"].items():
        console.print(f"skipped: {key}: {why}", highlight=False)


def workloads_table(rows: list[list[str]], games: int, width: int) -> Any:
    """The table of one kind of workloads; without their lengths of games where the terminal has no room for them."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    long = width >= ROOM
    widths = [11, *([7] if long else []), *[7] * games]
    table.add_column("", width=max(12, min(LONGEST, width - sum(widths) - len(widths))), overflow="fold")
    heads = ["decisions/s", *(["/game"] if long else []), *(f"[{k + 1}] is" for k in range(games))]
    for head, wide in zip(heads, widths, strict=True):
        table.add_column(Text(head), width=wide, justify="right", no_wrap=True)
    for title, speed, length, *multiples in rows:
        table.add_row(*map(Text, (title, speed, *([length] if long else []), *multiples)))
    return table
