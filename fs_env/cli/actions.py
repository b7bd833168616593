"""Lists every action id of a game with its meaning and when it is legal."""

from __future__ import annotations

import argparse

from fs_env.cli.arguments import DEFAULT_GAME
from fs_env.cli.output import write_pages


def describe(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--game",
        default=DEFAULT_GAME,
        metavar="ID",
        help=f'id of the game, or "package.module:NAME" (default {DEFAULT_GAME})',
    )
    parser.add_argument("--pages", metavar="FOLDER", help="write the pages of all games to this folder instead")


def run(args: argparse.Namespace) -> int:
    from fs_env.cli.actions_page import NOTE, actions_pages, game_page
    from fs_env.registry.games import load_game

    if args.pages is None:
        print(game_page(load_game(args.game), args.game).replace(f"{NOTE}\n\n", ""), end="")
    else:
        print(write_pages(args.pages, actions_pages()))
    return 0
