"""Arguments that several commands share, and what they become."""

from __future__ import annotations

import argparse

DEFAULT_GAME = "four_souls"


def add_game(parser: argparse.ArgumentParser) -> None:
    """Adds --game, --max-decisions and --option."""
    parser.add_argument("--game", default=DEFAULT_GAME, metavar="ID", help='id of the game, or "package.module:NAME"')
    parser.add_argument(
        "--max-decisions", type=int, metavar="N", help="decisions after which a game is truncated (nobody wins)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=N",
        help="a further option of the game, such as bonus_souls=0; may be repeated",
    )


def game_options(args: argparse.Namespace) -> dict[str, int]:
    """What --max-decisions and --option say; names and ranges are checked by the game.

    Raises:
        ValueError: an --option that is not NAME=N.
    """
    chosen: dict[str, int] = {}
    for text in args.option:
        name, equals, value = text.partition("=")
        try:
            chosen[name.strip()] = int(value)
        except ValueError:
            equals = ""
        if not equals:
            raise ValueError(f"--option {text!r}: expected NAME=N with a whole number, such as bonus_souls=0")
    if args.max_decisions is not None:
        chosen["max_decisions"] = args.max_decisions
    return chosen
