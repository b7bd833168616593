"""Plays every game through every interface for a long time with checks, and writes a report."""

from __future__ import annotations

import argparse
from typing import Any

from fs_env.cli.progress import begin

EPILOG = (
    "The folder holds soak.json, from which the same command resumes, and a report. Sessions are "
    "reproducible: --again plays one of them again, with the error's traceback under `fs-env --debug`. "
    "Exit code 1: a check failed."
)


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("folder", metavar="FOLDER", help="folder of progress and report")
    parser.add_argument("--minutes", type=float, default=60.0, metavar="M", help="to play now (default 60.0)")
    parser.add_argument("--seed", type=int, metavar="N", help="of a new run (default: 0)")
    parser.add_argument("--game", action="append", metavar="ID", help="only this game; may be repeated (default: all)")
    parser.add_argument(
        "--interface",
        action="append",
        metavar="NAME",
        help="only rules, aec, seat, vector or rows; may be repeated (default: all)",
    )
    parser.add_argument(
        "--again", type=int, metavar="NUMBER", help="play one session of the run again (default: resume the run)"
    )


def run(args: argparse.Namespace) -> int:
    begin(f"soak: {args.minutes:g} minutes of {', '.join(args.game or ['all games'])}, progress in {args.folder}")
    from rich.console import Console

    from fs_env.cli.output import write_text
    from fs_env.cli.progress import shown
    from fs_env.soak.report import report

    soak = make_soak(args)
    if args.again is not None:
        play_again(soak, args.again)
        return 0
    with shown(Console(stderr=True)) as progress:
        failed = soak.run(args.minutes, begin, progress)
    text = report(soak.data)
    write_text(str(soak.path.with_name("report.md")), text)
    print(text.splitlines()[0])
    return 1 if failed else 0


def make_soak(args: argparse.Namespace) -> Any:
    from fs_env.core.checks import check_choice
    from fs_env.registry.games import GAMES, load_game
    from fs_env.soak.run import Soak
    from fs_env.soak.sessions import INTERFACES

    interfaces = tuple(check_choice("interface", name, INTERFACES) for name in args.interface or INTERFACES)
    return Soak(args.folder, args.seed, [load_game(name) for name in args.game or GAMES], interfaces)


def play_again(soak: Any, number: int) -> None:
    from fs_env.soak.interfaces import DECISIONS, PLAY
    from fs_env.soak.sessions import make_session

    session = make_session(soak.data["seed"], number, soak.games, soak.interfaces)
    print(session.words())
    game = next(one for one in soak.games if one.name == session.game)
    played = PLAY[session.interface](game, session, DECISIONS[session.interface])
    print(f"{played.games} games, {played.decisions} decisions, and all checks passed")
