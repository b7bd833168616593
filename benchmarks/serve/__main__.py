"""Loads a server, and lets hostile visitors loose on it; measures how long a click takes. All of it stays on this machine.

python -m benchmarks.serve [--only load] [--tables 100] [--watchers 200] [--people 10] [--minutes 5]
python -m benchmarks.serve [--only hostile] [--deed idle] [--people 10] [--seconds 20]

The load: tables of bots, watchers, and people who click; games that end are followed by new ones. The hostile part: for each thing
that a visitor may do, a new server with people who click, somebody who looks at the first page and somebody who makes tables. A click
is timed from its message to the position that answers it. Server, people and hostile visitor run in processes of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from statistics import median

from benchmarks.serve.hostile import HEADING, LIMIT, measure
from benchmarks.serve.load import Counts, Load
from benchmarks.serve.server import cpu_seconds, machine, started
from benchmarks.serve.strangers import DEEDS

LOAD, HOSTILE = "load", "hostile"


def main() -> int:
    """Measures and prints; 1 if a click takes too long or anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=(LOAD, HOSTILE), help="one of the two parts")
    parser.add_argument("--people", type=int, default=10)
    parser.add_argument("--game", default="castles_of_caleira")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=5.0, help="of the load")
    parser.add_argument("--pace", type=int, default=1000, help="milliseconds between choices of bots")
    parser.add_argument("--deed", action="append", choices=sorted(DEEDS), help="one hostile deed; may be repeated")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each hostile deed")
    args = parser.parse_args()
    failed = 0
    if args.only != HOSTILE:
        failed |= load(args)
    if args.only != LOAD:
        failed |= hostile(args)
    return failed


def load(args: argparse.Namespace) -> int:
    """The load, and its figures."""
    with started("--tables", str(2 * (args.tables + args.people)), games=[args.game]) as (port, process, _):
        made = Load(port, args.game, args.players, args.pace)
        spent = cpu_seconds(process)
        asyncio.run(made.run(args.tables, args.watchers, args.people, 60 * args.minutes))
        took, spent = time.perf_counter() - made.begun, cpu_seconds(process) - spent
    return report(made.counts, args, took, spent)


def hostile(args: argparse.Namespace) -> int:
    """The hostile part, a row for each deed."""
    print(f"{args.people} people, {args.game}, {args.seconds:g} s each; {machine()}\n\n{HEADING}", flush=True)
    fine = True
    for name in args.deed or DEEDS:
        row = measure(name, args.game, args.players, args.people, args.seconds)
        print(row.shown(), flush=True)
        for error in row.errors[:3]:
            print(f"  {error}", file=sys.stderr)
        fine = fine and row.fine
    return int(not fine)


def report(counts: Counts, args: argparse.Namespace, took: float, spent: float) -> int:
    """Prints the figures of the load."""
    print(f"{args.tables} tables of bots, {args.watchers} watchers, {args.people} people, {args.game}, {took:.0f} s")
    print(machine())
    rate, each = counts.messages / took, 1e3 * spent / max(1, counts.messages)
    print(f"{rate:.0f} messages/s, {counts.letters / took / 1e3:.0f} kB/s, server {each:.1f} ms of a core a message")
    print(
        f"{counts.games} games of bots ended; {counts.lost} clicks refused; {len(counts.errors)} errors {counts.errors[:3]}"
    )
    if not counts.clicks:
        print("no click was answered")
        return 1
    times = sorted(counts.clicks)
    at = {p: times[min(len(times) - 1, len(times) * p // 100)] for p in (95, 99)}
    figures = {"median": median(times), "95 % below": at[95], "99 % below": at[99], "slowest": times[-1]}
    print(f"{len(times)} clicks: " + ", ".join(f"{name} {1e3 * value:.1f} ms" for name, value in figures.items()))
    return int(at[95] > LIMIT or bool(counts.errors) or counts.lost > 0)


if __name__ == "__main__":
    sys.exit(main())
