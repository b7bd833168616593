"""Checks a bot in any language: plays it through all kinds of decisions and reports its faults."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from fs_env.cli.arguments import add_game, add_players, add_seed, game_options
from fs_env.cli.isolation import add_isolation, limits_of
from fs_env.cli.output import check_target, printable, write_json
from fs_env.cli.progress import begin, counted
from fs_env.narration.speech import isolated

if TYPE_CHECKING:
    from fs_env.arena.bot_check import BotCheck

GAMES, SECONDS = 30, 1.0
FAULTY = 1  # exit code


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "The bot plays against random play with every number of players, from every seat, and further games until it has met every kind "
        "of action; then a game that ends early, and the same game before and after a restart. Exit code 1 if it has faults. "
        "See docs/do/any_language.md."
    )
    parser.add_argument(
        "bots",
        nargs=1,
        metavar="BOT",
        help='"exec:COMMAND", "tcp:HOST:PORT,token_file=FILE", "path.py:NAME", or any other bot',
    )
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"games at most (default {GAMES})")
    parser.add_argument(
        "--move-seconds",
        type=float,
        default=SECONDS,
        metavar="S",
        help=f"the longest that an answer may take (default {SECONDS:g})",
    )
    add_players(parser, "the only number of seats in a game, instead of all")
    add_seed(parser, "determines the games")
    add_isolation(parser)
    parser.add_argument("--json", metavar="FILE", help='write the report as JSON; "-" for standard output')
    add_game(parser)


def run(args: argparse.Namespace) -> int:
    (spec,) = args.bots
    begin(f"check-bot: {spec} plays {args.game}")
    check_target(args.json)
    from rich.console import Console

    from fs_env.arena.bot_check import check_bot
    from fs_env.cli.warming import warm_up
    from fs_env.registry.games import load_game

    progress, game = Console(stderr=True), load_game(args.game)
    options, limits = game_options(game, args), limits_of(args, progress)
    warm_up(game, progress)
    with counted(progress, "games", args.games) as report:
        found = check_bot(
            spec,
            game,
            limits,
            options=options,
            players=args.players,
            games=args.games,
            seed=args.seed,
            report=report,
        )
    if args.json is not None:
        write_json(args.json, found.to_json())
    if args.json != "-":
        print(printable(text_of(found, args.move_seconds)))
    return FAULTY if found.faults else 0


def text_of(found: BotCheck, limit: float) -> str:
    """The report as lines for a terminal."""
    lines = []
    if found.name:
        asks = f", asks for {', '.join(found.requests)}" if found.requests else ""
        lines.append(f"started in {found.start_seconds:.2f} s as {isolated(found.name)}{asks}")
    if found.seconds:
        counts = ", ".join(map(str, found.players))
        kinds = f"{len(found.met)} of {len(found.met) + len(found.not_met)} kinds of actions"
        times = found.to_json()["seconds"]
        assert isinstance(times, dict)
        lines += [
            f"{found.games} games with {counts} players, {len(found.seconds)} answers, {kinds}",
            f"an answer takes {1000 * times['median']:.1f} ms (median), at most {1000 * times['longest']:.1f} ms of {1000 * limit:g} ms",
        ]
    if found.not_met and found.seconds:
        lines.append(f"not met in these games: {', '.join(found.not_met)}")
    if found.repeats is not None:
        lines.append(f"after a restart it gave {'the same' if found.repeats else 'other'} answers to the same game")
    lines += [f"FAULT: {fault}" for fault in found.faults]
    return "\n".join([*lines, f"{len(found.faults)} faults" if found.faults else "no faults: the bot is ready to play"])
