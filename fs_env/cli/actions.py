"""Lists every action id of the games with its meaning and when it is legal."""

from __future__ import annotations

import argparse

from fs_env.cli.output import write_page


def describe(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("--page", metavar="FILE", help="write the page to this file instead")


def run(args: argparse.Namespace) -> int:
    """Prints the page of the action ids, or writes it."""
    from fs_env.cli.actions_page import actions_page

    if args.page is None:
        print(actions_page(), end="")
    else:
        print(f"{args.page}: {'written' if write_page(args.page, actions_page()) else 'already up to date'}")
    return 0
