"""Explains every number of the observations of a game."""

from __future__ import annotations

import argparse

from fs_env.cli.arguments import add_game_id
from fs_env.cli.output import write_pages


def describe(parser: argparse.ArgumentParser) -> None:
    add_game_id(parser)
    parser.add_argument("--pages", metavar="FOLDER", help="write the pages of all games to this folder instead")


def run(args: argparse.Namespace) -> int:
    from fs_env.cli.observation_page import NOTE, game_page, observation_pages
    from fs_env.registry.games import load_game

    if args.pages is None:
        print(game_page(load_game(args.game), args.game).replace(f"{NOTE}\n\n", ""), end="")
    else:
        print(write_pages(args.pages, observation_pages()))
    return 0
