"""Measures luck in recorded games and shows luck-adjusted results."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from fs_env.agent_api.limits import MOST_ROLLOUTS, ROLLOUTS
from fs_env.cli.output import STDOUT, check_target, write_json
from fs_env.core.checks import check_whole

if TYPE_CHECKING:
    from rich.console import Console

    from fs_env.luck.replays import PlayerLuck, SeatLuck

GAMES_SHOWN = 20  # more are only counted


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "Raw and adjusted results have the same mean over many games. Not for players with hidden information, such as "
        "the order of a deck. See docs/do/luck.md."
    )
    parser.add_argument("replays", nargs="+", metavar="REPLAY", help="recorded games, .json or .json.gz")
    add_settings(parser)
    parser.add_argument("--json", metavar="FILE", help='write all numbers as JSON ("-": to standard output)')
    parser.add_argument(
        "--game",
        metavar="PLACE",
        help='where a game is that is not part of this package, "package.module:NAME" or "path.py:NAME", as the replays name it; '
        "without it replays run no code",
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--reference",
        metavar="BOT",
        help="compiled bot that predicts players other than compiled bots of this package: the better its predictions, the "
        "more luck is found (default: the usual bot of the game)",
    )
    parser.add_argument(
        "--rollouts",
        type=int,
        metavar="K",
        help="played for each expected value (default 32): more take longer, find more luck",
    )


def refuse(args: argparse.Namespace) -> None:
    check_whole("rollouts", ROLLOUTS if args.rollouts is None else args.rollouts, 1, MOST_ROLLOUTS)


def run(args: argparse.Namespace) -> int:
    from rich.console import Console

    from fs_env.cli.progress import counted
    from fs_env.cli.replay import named
    from fs_env.luck.replays import ReplayLuck, players_of
    from fs_env.replays import load_replay

    check_target(args.json)
    if args.game is not None:
        from fs_env.registry.games import load_game

        load_game(args.game)
    measure = ReplayLuck(args.reference or "", ROLLOUTS if args.rollouts is None else args.rollouts)
    games: list[list[SeatLuck]] = []
    with counted(Console(stderr=True), "games", len(args.replays)) as report:
        for file in args.replays:
            replay = load_replay(file)
            with named(file):
                games.append(measure.measure(replay))
            report(len(games))
    players = players_of(seat for seats in games for seat in seats)
    if args.json is not None:
        listed = [{"file": file, "seats": [vars(seat) for seat in seats]} for file, seats in zip(args.replays, games)]
        write_json(args.json, {"games": listed, "players": [player.to_json() for player in players]})
    show(Console(stderr=args.json == STDOUT), games, players)
    return 0


def show(console: Console, games: list[list[SeatLuck]], players: list[PlayerLuck]) -> None:
    from fs_env.arena.ratings import Interval
    from fs_env.cli.standings import add, make_table

    if len(games) <= GAMES_SHOWN:
        table = make_table("games", ("seed", "seat", "player", "raw", "luck", "adjusted"))
        for seats in games:
            for one in seats:
                luck = "not measured" if one.luck is None else f"{100 * one.luck:+.1f}"
                add(table, one.seed, one.seat, one.player, f"{100 * one.raw:.1f}", luck, f"{100 * one.adjusted:.1f}")
        console.print(table)
    table = make_table("players", ("player", "seats", "raw", "adjusted", "equivalent games"))
    for player in players:
        raw = Interval(player.raw, player.raw_low, player.raw_high, player.raw_error, 0)
        less = Interval(player.adjusted, player.adjusted_low, player.adjusted_high, player.adjusted_error, 0)
        equivalent = "" if player.equivalent_games is None else f"{player.equivalent_games:.1f}"
        add(table, player.player, player.seats, raw.text, less.text, equivalent)
    table.caption = (
        "Share of the win in percent with its 95 % interval, games of one deal taken together; equivalent games: plain games that carry "
        "as much information as one adjusted game."
    )
    console.print(table)
