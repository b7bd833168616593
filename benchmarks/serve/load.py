"""Browsers of people who behave: tables of bots, watchers, and people who click."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import itertools
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

THINKS = 0.5  # seconds before a person clicks
COMPILING = 300.0  # seconds that a server may compile a game
STRANGER = "127.0.0.66"  # where a hostile visitor comes from


def addresses() -> Callable[[], str]:
    """Addresses of this machine for visitors, one after the other; where there is only one, always that one."""
    if sys.platform != "linux":
        return lambda: "127.0.0.1"
    found = itertools.cycle(f"127.0.{high}.{low}" for high in range(1, 5) for low in range(1, 251))
    return lambda: next(found)


def ask(
    port: int,
    method: str,
    path: str,
    fields: dict[str, Any] | None = None,
    address: str = "127.0.0.1",
    patience: float = 60.0,
) -> tuple[int, str, str]:
    """Status, text and `location` of an answer."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=patience, source_address=(address, 0))
    try:
        kind = {"content-type": "application/x-www-form-urlencoded", "origin": f"http://127.0.0.1:{port}"}
        line.request(method, path, None if fields is None else urlencode(fields), kind)
        answer = line.getresponse()
        return answer.status, answer.read().decode(), answer.headers.get("location", "")
    finally:
        line.close()


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
        self.address = addresses()
        self.begun = self.until = 0.0

    def make(self, person: bool) -> str:
        """The path of a new table, as soon as the rules of its game are compiled.

        Raises:
            RuntimeError: the server refuses it, or compiles for longer than `COMPILING` seconds.
        """
        fields = {"game": self.game, "players": self.players, "pace": self.pace, "delay": 0, "watch": "on"}
        if not person:
            fields["seat_0"] = "heuristic"
        end = time.monotonic() + COMPILING
        status: int = HTTPStatus.ACCEPTED
        while status == HTTPStatus.ACCEPTED and time.monotonic() < end:
            status, text, where = ask(self.port, "POST", "/tables", fields, self.address())
            time.sleep(0.5 * (status == HTTPStatus.ACCEPTED))
        if status != HTTPStatus.SEE_OTHER:
            raise RuntimeError(f"no table: {status} {text[:300]}")
        return where

    async def messages(self, path: str) -> Any:
        """The messages of a connection, and the connection."""
        from websockets.asyncio.client import connect

        place, mine = f"ws://127.0.0.1:{self.port}{path}/live", (self.address(), 0)
        async with connect(place, origin=self.origin, max_size=None, local_addr=mine) as line:  # type: ignore[arg-type]
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
            await self.play(path)
            path = ""

    async def play(self, path: str) -> None:
        """Plays one game; a click that is never answered counts with the time that was waited for it."""
        clicked, number = 0.0, -1
        try:
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
        finally:
            if clicked:
                self.counts.clicks.append(time.perf_counter() - clicked)

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
