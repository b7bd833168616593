"""The options of commands that isolate untrusted bots, and what they report about it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from fs_env.cli.output import STDOUT

if TYPE_CHECKING:
    from rich.console import Console

    from fs_env.arena import Limits


def add_isolation(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--trusted",
        action="store_true",
        help="run bots from files, modules and commands in the processes of the games, which is faster: only code that you have read "
        "(default: each in separate isolated processes, see docs/do/isolation.md)",
    )
    where.add_argument("--isolate", action="store_true", help=argparse.SUPPRESS)  # the default
    parser.add_argument(
        "--network",
        action="store_true",
        help="let isolated bots use the network, as bots that ask a service must (default: they reach none)",
    )
    parser.add_argument(
        "--memory-mb",
        type=int,
        default=4096,
        metavar="N",
        help="memory limit of each process of an isolated bot in MiB (default 4096)",
    )


def isolates(args: argparse.Namespace, games: Iterable[str] = (), bots: Iterable[str] | None = None) -> bool:
    """Whether bots, by default `args.bots`, play isolated: where one of them is untrusted code in one of the games, by default in
    `args.game`, and without --trusted.

    Raises:
        ValueError: this system cannot isolate bots.
    """
    from fs_env.agent_api.specs import is_untrusted

    bots = args.bots if bots is None else bots
    untrusted = any(is_untrusted(bot, game) for bot in bots for game in games or (args.game,))
    isolate = untrusted and not args.trusted
    if isolate and sys.platform == "win32":
        raise ValueError(
            "bots are isolated on Linux and macOS only: expected --trusted, for bots whose code you have read"
        )
    return isolate


def limits_of(args: argparse.Namespace, console: Console) -> Limits:
    """The limits for the bots of a command; prints what isolated bots can do on this system although they should not."""
    return limits_for(args, console, isolates(args), args.json, args.move_seconds)


def limits_for(
    args: argparse.Namespace, console: Console, isolate: bool, results: str | None, move_seconds: float | None = None
) -> Limits:
    """The limits for bots that are isolated or not; `results`: a file that the command writes, which they cannot read."""
    from fs_env.arena import Limits
    from fs_env.pool.guarded import missing_protections

    hidden = () if results in (None, STDOUT) else (str(Path(results).absolute()),)
    if isolate and (missing := missing_protections(args.network)):
        console.print(
            f"isolation: on this system bots can {', '.join(missing)}; see docs/do/isolation.md", highlight=False
        )
    return Limits(move_seconds, isolate, args.memory_mb, args.network, hidden)
