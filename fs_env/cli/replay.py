"""Prints a recorded game, verifies it, or writes it as a page."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from fs_env.cli.output import check_target, printable, write_text

if TYPE_CHECKING:
    from fs_env.replays import Replay

DIFFERS = 1  # exit code of --verify for a game that these rules play differently


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "Replays are written by fs-env tournament --replays DIR and by env.record(DIR). Every checksum is compared while a game "
        "is printed; see docs/do/replays.md."
    )
    parser.add_argument("file", metavar="FILE", help="a replay, .json or .json.gz")
    parser.add_argument(
        "--verify",
        action="store_true",
        help="only compare the checksums; exit code 1 and the first difference if there is one",
    )
    parser.add_argument(
        "--turn",
        type=int,
        metavar="N",
        help="show the position at the beginning of turn N and its choices (default: show the whole game)",
    )
    parser.add_argument("--seat", type=int, metavar="N", help="show only what this seat sees (default: everything)")
    parser.add_argument(
        "--game",
        metavar="PLACE",
        help='where a game is that is not part of this package, "package.module:NAME" or "path.py:NAME", as the replay names it; '
        "without it a replay runs no code",
    )
    parser.add_argument(
        "--html",
        metavar="OUT",
        help="write a page with drawings, transcript and controls that needs nothing else (default: none)",
    )
    parser.add_argument(
        "--analysis",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="add to the page the chances to win and the decisions that cost most, estimated for so many seconds; 30 are enough for "
        "most games; without it there is none",
    )
    parser.add_argument(
        "--views",
        choices=("open", "all"),
        default="open",
        help="of a page without --seat: the positions with everything open, or also as each seat saw them, "
        "which takes several times as long (default: open)",
    )


def run(args: argparse.Namespace) -> int:
    from fs_env.replays import Difference, load_replay, verify
    from fs_env.replays.transcript import heading, result

    if args.analysis and args.html is None:
        raise ValueError("--analysis: expected --html OUT, the page that shows it")
    if args.verify + (args.turn is not None) + (args.html is not None) > 1:
        raise ValueError("replay: expected only one of --verify, --turn and --html")
    check_target(args.html)
    if args.game is not None:
        from fs_env.registry.games import load_game

        load_game(args.game)
    replay = load_replay(args.file)
    if args.seat is not None and not 0 <= args.seat < len(replay.names):
        raise ValueError(f"--seat {args.seat}: expected 0..{len(replay.names) - 1}")
    if args.verify:
        try:
            n = verify(replay)
        except Difference as difference:
            print(printable(f"differs: {difference}"))
            return DIFFERS
        print(printable(f"{heading(replay)}: {len(replay.choices)} choices, all {n} checksums agree, {result(replay)}"))
        return 0
    if args.html is not None:
        import gc

        from fs_env.replays.page import page

        analysis = None
        if args.analysis:
            from fs_env.serve.table.analysis import analyse

            analysis = analyse(replay, args.analysis, args.seat)
        usual = gc.get_threshold()
        gc.set_threshold(0)  # collections would take a tenth of the time: nearly all that is built stays
        try:
            with named(args.file):
                text = page(replay, seat=args.seat, each_seat=args.views == "all", analysis=analysis)
        finally:
            gc.set_threshold(*usual)
        write_text(args.html, text)
        print(printable(f"{heading(replay)}: page written to {args.html}"), file=sys.stderr)
        return 0
    with named(args.file):
        if args.turn is not None:
            print_turn(replay, args.turn, args.seat)
        else:
            print_all(replay, print)
    return 0


@contextmanager
def named(file: str | Path) -> Iterator[None]:
    """Names the file in what is said of a game that these rules do not play as it was recorded, or do not know."""
    from fs_env.replays import Difference

    try:
        yield
    except ValueError as error:
        advice = "use the version of the package that the replay names, or another copy of the file"
        what = f"these rules play another game ({error}): {advice}" if isinstance(error, Difference) else error
        raise ValueError(f"{file}: {what}") from None


def print_all(replay: Replay, write: Callable[[str], object]) -> None:
    from fs_env.replays.transcript import transcript

    for line in transcript(replay):
        write(printable(line))


def print_turn(replay: Replay, turn: int, seat: int | None) -> None:
    from fs_env.registry.games import named_game
    from fs_env.replays.transcript import narrate

    game = named_game(replay.game)
    turns: list[int] = []
    for moment, S, words, news, _ in narrate(replay, seat):
        if turn in turns:
            for line in news if not news or not news[-1].startswith("turn ") else news[:-1]:
                print(printable(f"     \N{MIDDLE DOT} {line}"))
        if moment.turn == turn:
            if turn not in turns:
                print(printable(game.text(S, player=seat)))
                print()
            who = "" if moment.action < 0 else f"{replay.shown_names[moment.seat]}: "
            print(printable(f"{moment.choice:4} {who}{words}"))
        turns.append(moment.turn)
    if turn not in turns:
        raise ValueError(f"--turn {turn}: the choices of this game were in turns {min(turns)} to {max(turns)}")
