"""Writes a replay as an animated SVG or GIF, or as an MP4 video."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from fs_env.cli.output import check_target, printable
from fs_env.cli.replay import named


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "SVG files follow the theme of their reader. GIF files need the extra 'drawing', MP4 files also the extra 'video'; see "
        "docs/do/replays.md."
    )
    parser.add_argument("file", metavar="FILE", help="a replay, .json or .json.gz")
    parser.add_argument("out", metavar="OUT", help="the film, .svg, .gif or .mp4")
    parser.add_argument("--seat", type=int, metavar="N", help="show only what this seat sees (default: everything)")
    parser.add_argument("--turns", metavar="A-B", help="only the turns A to B (default: all)")
    parser.add_argument("--width", type=int, default=960, metavar="PIXELS", help="width of a GIF or MP4 (default 960)")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="S", help="time of a frame (default 0.5)")
    parser.add_argument(
        "--theme", choices=("light", "dark"), default="light", help="colours of a GIF or MP4 (default light)"
    )


def run(args: argparse.Namespace) -> int:
    from fs_env.replays import load_replay
    from fs_env.replays.video import FORMATS, drawings, write_film

    check_target(args.out)
    out, turns = Path(args.out), turns_in(args.turns)
    if out.suffix not in FORMATS:
        raise ValueError(f"{out}: expected a name that ends in {', '.join(FORMATS)}")
    if not 0.02 <= args.seconds <= 60:
        raise ValueError(f"--seconds {args.seconds:g}: expected 0.02 to 60")
    replay = load_replay(args.file)
    if args.seat is not None and not 0 <= args.seat < len(replay.names):
        raise ValueError(f"--seat {args.seat}: expected 0..{len(replay.names) - 1}")
    with named(args.file):
        write_film(out, drawings(replay, args.seat, turns), args.seconds, args.width, args.theme)
    print(printable(f"{out}: {out.stat().st_size:,} bytes"), file=sys.stderr)
    return 0


def turns_in(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    first, _, last = text.partition("-")
    if not (first.isdecimal() and (last or first).isdecimal() and int(first) <= int(last or first)):
        raise ValueError(f"--turns {text}: expected two numbers such as 3-5")
    return int(first), int(last or first)
