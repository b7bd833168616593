"""The command line `fs-env`. Each command is a module with `describe(parser)` and `run(args) -> exit code`.

Exit codes: 0 success, 1 the reader of a pipe closed it, or a bot failed in check-bot or in a tournament with --strict, 2 an error
(reported in one line), 130 stopped with Ctrl-C.
"""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress

from fs_env.cli import (
    actions,
    bench,
    cards,
    check_bot,
    compare,
    evaluate,
    exploit,
    film,
    fit_value,
    leaderboard,
    luck,
    nash_conv,
    observation,
    options,
    play,
    policies,
    puzzles,
    replay,
    rooms,
    selfplay,
    serve,
    soak,
    solo,
    standings,
    tournament,
    train,
    version,
    warm,
)
from fs_env.cli.arguments import Parser, refuse_empty, refuse_numbers, refuse_unknown
from fs_env.cli.output import printable
from fs_env.core.files import explained
from fs_env.version import __version__

__all__ = ["main"]

COMMANDS = {
    "tournament": tournament,
    "compare": compare,
    "check-bot": check_bot,
    "standings": standings,
    "play": play,
    "replay": replay,
    "film": film,
    "luck": luck,
    "serve": serve,
    "solo": solo,
    "puzzles": puzzles,
    "evaluate": evaluate,
    "leaderboard": leaderboard,
    "exploit": exploit,
    "nash-conv": nash_conv,
    "train": train,
    "fit-value": fit_value,
    "selfplay": selfplay,
    "policies": policies,
    "cards": cards,
    "rooms": rooms,
    "observation": observation,
    "actions": actions,
    "options": options,
    "bench": bench,
    "warm": warm,
    "soak": soak,
    "version": version,
}
ERROR, STOPPED = 2, 130
EXPECTED = (ValueError, TypeError, OSError, RuntimeError, ImportError)  # their messages say what to do
LONGEST = 4000  # characters of an error


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; `argv` without the program's name, `sys.argv` when None. Returns the exit code.

    Raises:
        SystemExit: `--help`, `--version`, or arguments that cannot be parsed (code 2).
    """
    gc.set_threshold(100_000, 50, 50)  # most objects remain until the end,
    atexit.register(gc.freeze)  # where Python would search them for cycles once more
    args = make_parser().parse_args(argv)
    warnings.formatwarning = lambda message, *_, **__: f"warning: {message}\n"
    if os.getcwd() not in sys.path:  # so that "my_bots:Bot" is found in the current folder
        sys.path.append(os.getcwd())
    try:
        refuse_empty(args)
        refuse_numbers(args)
        refuse_unknown(args)
        if args.refuse is not None:
            args.refuse(args)
        code: int = args.run(args)
        flush()
        return code
    except KeyboardInterrupt as stop:
        report(f"stopped{': ' + str(stop) if str(stop) else ''}")
        return STOPPED
    except BrokenPipeError:
        drop_output()
        return 1
    except Exception as error:
        if args.debug:
            raise
        report(f"error: {one_line(error)}")
        drop_unwritten()
        return ERROR


def make_parser() -> argparse.ArgumentParser:
    parser = Parser(prog="fs-env", description="Card games for reinforcement learning.")
    parser.add_argument("--version", action="version", version=f"fs-env {__version__}")
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")
    commands = parser.add_subparsers(title="commands", dest="command", required=True, metavar="COMMAND")
    for name, module in COMMANDS.items():
        about = (module.__doc__ or "").strip().partition("\n")[0]
        command = commands.add_parser(name, help=about, description=about)
        module.describe(command)
        command.set_defaults(run=module.run, refuse=getattr(module, "refuse", None))
    return parser


def flush() -> None:
    """Writes what was printed. Raises OSError, which says so, if it cannot be written."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise explained(error, "standard output") from None


def drop_unwritten() -> None:
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        drop_output()


def drop_output() -> None:
    """Discards output that cannot be written: its reader has closed the pipe, or the disk is full. Python would retry at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def one_line(error: BaseException) -> str:
    """An error's message on one line, its middle left out where it is very long; of errors that no code of ours words, their kind."""
    words = " ".join(
        str(explained(error, error.filename or "standard output") if isinstance(error, OSError) else error).split()
    )
    if not isinstance(error, EXPECTED) or isinstance(error, RecursionError) or not words:
        words = f"{type(error).__name__}{f': {words}' if words else ''} (not expected here: fs-env --debug shows where)"
    return words if len(words) <= LONGEST else f"{words[: LONGEST // 2]} ... {words[-LONGEST // 2 :]}"


def report(text: str) -> None:
    print(printable(f"fs-env: {text}"), file=sys.stderr)
