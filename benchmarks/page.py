"""Measures the figures of docs/look_up/performance_tables.md again: `python -m benchmarks.page [--quick]`.

Runs `fs-env bench`, `benchmarks.peers` and `benchmarks.chapters`, writes their output between the marks of the page, and the three short
tables of docs/look_up/performance.md from it. Text outside the marks is not changed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from benchmarks.summary import summary
from fs_env.core.files import write_whole

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "look_up" / "performance_tables.md"
SHORT = PAGE.with_name("performance.md")
BENCH = ("-m", "fs_env.cli", "bench")
EVERYTHING = ("--players", "4", "--sets", "base,gold,plus")
COMMANDS = {
    "figures": (*BENCH, *EVERYTHING, "--markdown"),
    "peers": ("-m", "benchmarks.peers", *EVERYTHING),
    "chapters": ("-m", "benchmarks.chapters", "--least", "0.5", "--functions", "15"),
}


def main() -> int:
    """Measures the figures and writes the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{' or '.join(COMMANDS)} (default: all)")
    parser.add_argument("--quick", action="store_true", help="shorter runs, less accurate")
    args = parser.parse_args()
    if unknown := set(args.parts) - set(COMMANDS):
        parser.error(f"unknown part {sorted(unknown)[0]!r}: expected {', '.join(COMMANDS)}")
    shorter = {"figures": ("--quick",), "peers": ("--quick",), "chapters": ("--seconds", "3")}
    for part in args.parts or COMMANDS:
        command = [sys.executable, *COMMANDS[part], *(shorter[part] if args.quick else ())]
        made = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
        write_whole(PAGE, put(PAGE.read_text(encoding="utf-8"), part, made.stdout))
        write_whole(SHORT, shortened(SHORT.read_text(encoding="utf-8"), PAGE.read_text(encoding="utf-8")))
        print(f"{part}: written to {PAGE.name} and {SHORT.name}")
    return 0


def shortened(page: str, tables: str) -> str:
    """The short page with its three tables, from the page of the long ones."""
    for part, text in summary(tables).items():
        page = put(page, part, text)
    return page


def put(page: str, part: str, text: str) -> str:
    """The page with `text` between the marks of a part.

    Raises:
        ValueError: the page has no such marks.
    """
    begin, end = f"<!-- {part}: begin -->", f"<!-- {part}: end -->"
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{PAGE.name} has no marks {begin!r} and {end!r}: the figures go between them")
    return f"{before}{begin}\n{text.strip()}\n{end}{after}"


if __name__ == "__main__":
    sys.exit(main())
