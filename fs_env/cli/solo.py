"""Measures win rates in games whose seats are all on one side: solo and cooperative Four Souls, haunts without a traitor."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fs_env.cli.arguments import add_agent_key, add_game, add_players, add_seed, game_options, players_of
from fs_env.cli.isolation import add_isolation, isolates, limits_for
from fs_env.cli.output import STDOUT, check_target, table_of_bots, write_json
from fs_env.cli.progress import begin, counted

if TYPE_CHECKING:
    from rich.table import Table

    from fs_env.arena.cooperative import Record

VARIANTS = ("solo", "cooperative")


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "A bot plays all seats, with a separate object for each. All bots play the same deals. In solo play of Four Souls each sees both "
        "hands, in the cooperative form only its own. See docs/do/solo.md."
    )
    parser.add_argument(
        "bots",
        nargs="*",
        default=["random", "heuristic"],
        metavar="BOT",
        help='a bot\'s name, "package.module:NAME" or "path.py:NAME" (default random heuristic)',
    )
    parser.add_argument("--games", type=int, default=100, metavar="N", help="games of each bot (default 100)")
    add_seed(parser, "seed of the first deal")
    add_agent_key(parser)
    parser.add_argument(
        "--variant", choices=VARIANTS, default=VARIANTS[0], help="of Four Souls: one person, or two (default solo)"
    )
    add_players(parser)
    parser.add_argument("--json", metavar="FILE", help='write the table as JSON; "-" for standard output')
    add_isolation(parser)
    add_game(parser)


def run(args: argparse.Namespace) -> int:
    begin(f"solo: {args.games} games of {', '.join(args.bots)}")
    from rich.console import Console

    from fs_env.arena.cooperative import play_cooperative
    from fs_env.arena.isolation import agents_here
    from fs_env.cli.warming import warm_up
    from fs_env.core.machine.declare.options import chosen_words
    from fs_env.registry.games import GAMES, load_game

    check_target(args.json)
    game = load_game(args.game)
    options, players = game_options(game, args), players_of(args, game)
    if "variant" in game.options:
        options["variant"] = game.options["variant"].read(args.variant)
    game.option_values(num_players=players, **options)
    progress = Console(stderr=True)
    limits = limits_for(args, progress, isolates(args), args.json)
    warm_up(game, progress, agents_here(args.bots, game, limits))
    records = []
    for bot in args.bots:
        with counted(progress, f"games of {bot}", args.games) as report:
            record = play_cooperative(
                game,
                bot,
                args.games,
                seed=args.seed,
                players=players,
                options=options,
                progress=report,
                agent_key=args.agent_key,
                limits=limits,
            )
            records.append(record)
    title = GAMES[args.game].title if args.game in GAMES else args.game
    chosen = args.variant if "variant" in game.options else chosen_words(game.options, options)
    title = f"{title}, {chosen}, seeds {args.seed} to {args.seed + args.games - 1}"
    try:
        if args.json is not None:
            write_json(
                args.json, {"options": options, "seed": args.seed, "bots": [record.to_json() for record in records]}
            )
    finally:
        shown = Console(stderr=args.json == STDOUT)
        shown.print(make_table(records, title, shown.width))
    return 0


def make_table(records: list[Record], title: str, width: int) -> Table:
    undecided = sum(record.drawn + record.truncated for record in records)
    solo = all(record.souls is not None for record in records)
    caption = "Souls: of both characters together at the end. Die left: its number at the end of the games won." * solo
    if undecided:
        caption += f" {undecided} games were drawn or truncated."
    cells: list[Sequence[str]] = [("games", "win rate, % [95 %]", *("souls", "die left") * solo, "decisions")]
    cells += [
        (
            str(record.games),
            f"{100 * record.win_rate:.1f} [{100 * record.win_low:.1f}, {100 * record.win_high:.1f}]",
            *(f"{mean:.2f}" for mean in (record.souls, record.die_left) if mean is not None),
            f"{record.decisions:.0f}",
        )
        for record in records
    ]
    return table_of_bots([record.name for record in records], cells, width, title, caption)
