"""People who click while a hostile visitor does something, and what they notice of it."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from dataclasses import dataclass, field
from statistics import median

from benchmarks.serve.load import Load, ask
from benchmarks.serve.server import cpu_seconds, started
from benchmarks.serve.strangers import DEEDS

LIMIT = 0.1  # seconds, for 95 of 100 clicks
PATIENCE = 20.0  # seconds for a page


@dataclass
class Row:
    """Deeds of a visitor, and times that others noticed, in seconds."""

    name: str
    clicks: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    tables: list[float] = field(default_factory=list)
    done: str = "?"
    refused: str = "?"
    lines: int = 0
    cores: float = 0.0
    errors: list[str] = field(default_factory=list)

    def shown(self) -> str:
        """The row of a table in Markdown."""
        what = (DEEDS[self.name].__doc__ or "").partition("\n")[0].rstrip(".")
        cells = [what, self.done, self.refused, str(self.lines), f"{self.cores:.2f}"]
        for times in (self.clicks, self.pages, self.tables):
            cells += [shown(median(times)), shown(high(times))] if times else ["none", "none"]
        return "| " + " | ".join([*cells, str(len(self.errors))]) + " |"

    @property
    def fine(self) -> bool:
        """Whether clicks were answered in time and nobody else was refused."""
        return bool(self.clicks) and high(self.clicks) <= LIMIT and not self.errors


COLUMNS = [
    "did",
    "refused",
    "lines of log",
    "cores",
    "click",
    "95 %",
    "`GET /`",
    "95 %",
    "new table",
    "95 %",
    "others refused",
]
HEADING = "| a visitor | " + " | ".join(COLUMNS) + " |\n| --- |" + " ---: |" * len(COLUMNS)


def high(times: list[float]) -> float:
    """The 95th percentile."""
    return sorted(times)[min(len(times) - 1, len(times) * 95 // 100)]


def shown(seconds: float) -> str:
    """Seconds as a table has them."""
    return f"{1e3 * seconds:.0f} ms"


async def probe(row: Row, load: Load, times: list[float], method: str, path: str, pause: float) -> None:
    """Asks for something now and then, and times it; waiting in vain counts in full."""
    fields = {"game": load.game, "players": load.players, "seat_1": "random"} if method == "POST" else None
    while time.monotonic() < load.until:
        begun = time.perf_counter()
        try:
            status, _, _ = await asyncio.to_thread(ask, load.port, method, path, fields, load.address(), PATIENCE)
            if status not in (200, 303):
                row.errors.append(f"{method} {path}: {status}")
        except OSError as error:
            row.errors.append(f"{method} {path}: {error!r}")
        times.append(time.perf_counter() - begun)
        await asyncio.sleep(pause)


async def people(row: Row, load: Load, count: int, seconds: float) -> None:
    """People who click, some who look at the first page, and one who makes tables."""
    load.until = time.monotonic() + seconds
    made = [await asyncio.to_thread(load.make, True) for _ in range(count)]
    stranger = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "benchmarks.serve.strangers",
        row.name,
        str(load.port),
        str(seconds),
        stdout=subprocess.PIPE,
    )
    load.until = time.monotonic() + seconds
    work = [load.person(path) for path in made]
    work += [probe(row, load, row.pages, "GET", "/", 0.5), probe(row, load, row.tables, "POST", "/tables", 1.0)]
    tasks = [asyncio.create_task(one) for one in work]
    _, late = await asyncio.wait(tasks, timeout=seconds + PATIENCE)
    for task in late:
        task.cancel()
    for error in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(error, Exception):
            row.errors.append(repr(error))
    row.clicks = load.counts.clicks
    row.errors += ["a click was refused"] * load.counts.lost
    said, _ = await stranger.communicate()
    if said:
        counts = json.loads(said)
        row.done, row.refused = str(counts["done"]), str(counts["refused"])


def measure(name: str, game: str, players: int, count: int, seconds: float) -> Row:
    """One row, with its own server."""
    row = Row(name)
    with started(games=[game, "four_souls"] if name in ("expensive", "hints") else [game]) as (port, process, log):
        while not all(told["ready"] for told in json.loads(ask(port, "GET", "/games.json")[1]).values()):
            time.sleep(0.2)
        before, spent, begun = len(log.read_text().splitlines()), cpu_seconds(process), time.perf_counter()
        load = Load(port, game, players, pace=400)
        asyncio.run(people(row, load, count, seconds))
        row.cores = (cpu_seconds(process) - spent) / (time.perf_counter() - begun)
        row.lines = len(log.read_text().splitlines()) - before
    return row
