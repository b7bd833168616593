"""Lists every option of the games: values, default, meaning, conflicts."""

from __future__ import annotations

import argparse

from fs_env.cli.output import write_page


def describe(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--page", metavar="FILE", help="write the page to this file instead")


def run(args: argparse.Namespace) -> int:
    from fs_env.cli.options_page import NOTE, options_page

    if args.page is None:
        print(options_page().replace(f"{NOTE}\n\n", ""), end="")
    else:
        print(f"{args.page}: {'written' if write_page(args.page, options_page()) else 'already up to date'}")
    return 0
