"""Loads a server: tables of bots, watchers, and people who click; measures how long a click takes.

python -m benchmarks.serve [--tables 100] [--watchers 200] [--people 10] [--minutes 5] [--game castles_of_caleira] [--pace 1000]

A click is timed from its message to the position that answers it. Server and browsers run in two processes on this machine.
Games that end are followed by new ones.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

LIMIT = 0.1  # seconds, for 95 of 100 clicks
THINKS = 0.5  # seconds before a person clicks


@dataclass
class Counts:
    """Measurements of a load."""

    clicks: list[float] = field(default_factory=list)
    messages: int = 0
    letters: int = 0
    games: int = 0
    lost: int = 0
    errors: list[str] = field(default_factory=list)


class Load:
    """The browsers.

    Args:
        port: of the server.
        game, players, pace: of the tables.
    """

    def __init__(self, port: int, game: str, players: int, pace: int) -> None:
        self.port, self.game, self.players, self.pace = port, game, players, pace
        self.origin = f"http://127.0.0.1:{port}"
        self.counts = Counts()
        self.begun = self.until = 0.0

    def make(self, person: bool) -> str:
        """The path of a new table."""
        fields = {"game": self.game, "players": self.players, "pace": self.pace, "delay": 0, "watch": "on"}
        if not person:
            fields["seat_0"] = "heuristic"
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            kind = {"content-type": "application/x-www-form-urlencoded", "origin": self.origin}
            line.request("POST", "/tables", urlencode(fields), kind)
            answer = line.getresponse()
            text = answer.read().decode()
            if answer.status != 303:
                raise RuntimeError(f"no table: {answer.status} {text[:300]}")
            return str(answer.headers["location"])
        finally:
            line.close()

    async def messages(self, path: str) -> Any:
        """The messages of a connection, and the connection."""
        from websockets.asyncio.client import connect

        async with connect(f"ws://127.0.0.1:{self.port}{path}/live", origin=self.origin, max_size=None) as line:  # type: ignore[arg-type]
            async for text in line:
                self.counts.messages += 1
                self.counts.letters += len(text)
                yield json.loads(text), line

    async def table(self, path: str, watchers: int) -> None:
        """A table of bots with its watchers, and others after it."""
        while time.monotonic() < self.until:
            path = path or await asyncio.to_thread(self.make, False)
            await asyncio.gather(*(self.watch(path) for _ in range(max(1, watchers))))
            self.counts.games += 1
            path = ""

    async def watch(self, path: str) -> None:
        """Looks on until the game is over."""
        async for message, _ in self.messages(path):
            if message.get("over") or time.monotonic() > self.until:
                return

    async def person(self, path: str) -> None:
        """Plays against a bot, again and again; every click is timed."""
        while time.monotonic() < self.until:
            path = path or await asyncio.to_thread(self.make, True)
            clicked, number = 0.0, -1
            async for message, line in self.messages(path):
                if message["kind"] == "refused":
                    self.counts.lost += 1
                    continue
                if clicked and message["number"] > number:
                    self.counts.clicks.append(time.perf_counter() - clicked)
                    clicked = 0.0
                if message["over"] or time.monotonic() > self.until:
                    break
                if message["mine"] and message["number"] > number:
                    await asyncio.sleep(THINKS)
                    number = message["number"]
                    clicked = time.perf_counter()
                    await line.send(json.dumps({"do": "answer", "number": number, "action": message["choices"][0][0]}))
            path = ""

    async def run(self, tables: int, watchers: int, people: int, seconds: float) -> None:
        """Makes all tables, then loads the server for so many seconds."""
        made = [await asyncio.to_thread(self.make, k >= tables) for k in range(tables + people)]
        self.begun = time.perf_counter()
        self.until = time.monotonic() + seconds
        shares = [watchers // tables + (k < watchers % tables) for k in range(tables)]
        work = [self.table(path, share) for path, share in zip(made, shares, strict=False)]
        work += [self.person(path) for path in made[tables:]]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds + 30):
                for error in await asyncio.gather(*work, return_exceptions=True):
                    if error is not None:
                        self.counts.errors.append(repr(error))


def cpu_seconds(process: int) -> float:
    """Processor time of a process, where the system tells it."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Starts a server, loads it, prints what a click takes; 1 if it takes too long or anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--people", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--game", default="castles_of_caleira")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--pace", type=int, default=1000, help="milliseconds between choices of bots")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "fs_env.cli", "serve", "--port", "0", "--db", f"{folder}/tables.sqlite"]
        command += ["--tables", str(2 * (args.tables + args.people)), "--game", args.game]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://127\.0\.0\.1:(\d+)/", server.stdout.readline())
                if found is None:
                    raise RuntimeError("the server did not start")
                load = Load(int(found[1]), args.game, args.players, args.pace)
                spent = cpu_seconds(server.pid)
                asyncio.run(load.run(args.tables, args.watchers, args.people, 60 * args.minutes))
                took, spent = time.perf_counter() - load.begun, cpu_seconds(server.pid) - spent
            finally:
                server.terminate()
    return report(load.counts, args, took, spent)


def report(counts: Counts, args: argparse.Namespace, took: float, spent: float) -> int:
    """Prints the figures."""
    print(f"{args.tables} tables of bots, {args.watchers} watchers, {args.people} people, {args.game}, {took:.0f} s")
    machine = platform.processor() or platform.machine()
    print(f"{machine}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {platform.python_version()}")
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
    shown = {"median": median(times), "95 % below": at[95], "99 % below": at[99], "slowest": times[-1]}
    print(f"{len(times)} clicks: " + ", ".join(f"{name} {1e3 * value:.1f} ms" for name, value in shown.items()))
    return int(at[95] > LIMIT or bool(counts.errors) or counts.lost > 0)


if __name__ == "__main__":
    sys.exit(main())
