"""Lists the networks of the package, or shows the model card of one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from fs_env.cli.output import printable, write_page
from fs_env.core.checks import unknown

if TYPE_CHECKING:
    from fs_env.agents.networks.model_cards import Result


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "Each plays as policy:NAME wherever a bot is named. See docs/understand/policies.md."
    parser.add_argument("name", nargs="?", metavar="NAME", help="show the card of this one (default: list all)")
    parser.add_argument("--page", metavar="FILE", help="write the page of all cards to this file instead")


def run(args: argparse.Namespace) -> int:
    from fs_env.agents.networks.shipped_files import shipped

    if args.page is not None and args.name is not None:
        raise ValueError("policies: expected NAME or --page FILE, not both")
    if args.name is not None and args.name not in shipped():
        raise ValueError(unknown("shipped policy", args.name, shipped()))
    from fs_env.agents.networks.model_cards import model_card
    from fs_env.cli.policies_page import about, policies_page, seats_of

    if args.page is not None:
        print(f"{args.page}: {'written' if write_page(args.page, policies_page()) else 'already up to date'}")
    elif args.name is not None:
        print(printable("\n\n".join(about(model_card(args.name)))))
    else:
        for name in shipped():
            card = model_card(name)
            print(printable(f"policy:{name}  {card.game}, {seats_of(card)}  " + said(card.results)))
    return 0


def said(results: list[Result]) -> str:
    from fs_env.agents.networks.model_cards import GREEDY, where_of

    return ", ".join(
        f"{where_of(result)}{100 * result.rate:.0f} % against {result.against}"
        for result in results
        if result.play == GREEDY
    )
