"""Attacks of hostile visitors on a server on this machine, each bounded in time and count.

python -m benchmarks.serve.strangers NAME PORT SECONDS

prints how often it was done and how often it was refused, as JSON. Refused is what was closed, sent away, or answered with an error.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from benchmarks.serve.load import STRANGER, ask

GAME = "castles_of_caleira"
FORM = {"game": GAME, "players": 2, "pace": 0, "delay": 0, "watch": "on", "hints": "heuristic"}
ADDRESS = STRANGER if sys.platform == "linux" else "127.0.0.1"


class Stranger:
    """One hostile visitor.

    Args:
        port: of the server.
        seconds: after which it stops.
    """

    def __init__(self, port: int, seconds: float) -> None:
        self.port = port
        self.until = time.monotonic() + seconds
        self.counts: Counter[str] = Counter()

    @property
    def over(self) -> bool:
        return time.monotonic() > self.until

    def count(self, fine: bool) -> None:
        """Counts something that was done."""
        self.counts["done"] += 1
        self.counts["refused"] += not fine

    # Connections that send too little.

    def hold(self, begin: str, drip: bytes, at_once: int, most: int) -> None:
        """Keeps connections open on which something was begun and continues by a byte a second; closed ones are followed by others."""
        lines: list[socket.socket] = []
        while not self.over:
            while len(lines) < at_once and self.counts["done"] < most:
                try:
                    line = socket.create_connection(("127.0.0.1", self.port), 5, (ADDRESS, 0))
                    line.sendall(begin.format(port=self.port).encode())
                    line.setblocking(False)
                    lines.append(line)
                    self.counts["done"] += 1
                except OSError:
                    self.count(False)
            time.sleep(1.0)
            lines = [line for line in lines if self.lives(line, drip)]

    def lives(self, line: socket.socket, drip: bytes) -> bool:
        """Sends a byte more; whether the server still listens."""
        try:
            if drip:
                line.send(drip)
            if line.recv(1 << 16):
                return True
        except BlockingIOError:
            return True
        except OSError:
            pass
        line.close()
        self.counts["refused"] += 1
        return False

    # Pages and forms.

    def form(self, **fields: Any) -> str:
        """The path of a new table, "" where there is none."""
        try:
            status, _, where = ask(self.port, "POST", "/tables", {**FORM, **fields}, ADDRESS)
        except OSError:
            status, where = 0, ""
        self.count(status == 303)
        return where

    def page(self, path: str) -> None:
        """Asks for a page."""
        try:
            self.count(ask(self.port, "GET", path, None, ADDRESS)[0] == 200)
        except OSError:
            self.count(False)

    def at_once(self, work: Callable[[], object], threads: int, most: int) -> None:
        """Does something again and again in some threads."""

        def go() -> None:
            while not self.over and self.counts["done"] < most:
                work()

        with ThreadPoolExecutor(threads) as pool:
            for _ in range(threads):
                pool.submit(go)

    # Browsers.

    async def browse(self, path: str, act: Callable[[Any], Awaitable[object]], most: int) -> None:
        """Opens a page's connection again and again, and does something on it until it is closed."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import WebSocketException

        url, origin = f"ws://127.0.0.1:{self.port}{path}/live", f"http://127.0.0.1:{self.port}"
        while not self.over and self.counts["done"] < most:
            self.counts["done"] += 1
            try:
                async with asyncio.timeout_at(
                    asyncio.get_running_loop().time() + max(0.0, self.until - time.monotonic())
                ):
                    async with connect(url, origin=origin, max_size=None, local_addr=(ADDRESS, 0)) as line:  # type: ignore[arg-type]
                        await act(line)
            except TimeoutError:
                return
            except (OSError, WebSocketException):
                self.counts["refused"] += 1
                await asyncio.sleep(0.05)

    async def look(self, line: Any) -> None:
        """Looks on."""
        async for _ in line:
            pass

    async def shout(self, line: Any) -> None:
        """Sends as many messages as go."""
        listening = asyncio.create_task(self.look(line))
        try:
            while not listening.done():
                await line.send('{"do":"stops","stops":["always"]}')
                self.counts["done"] += 1
                await asyncio.sleep(0.001)
        finally:
            listening.cancel()
        raise OSError

    async def take_back(self, line: Any) -> None:
        """Chooses a hundred times, then takes back and chooses again as fast as it goes."""
        made, number = 0, -1
        async for text in line:
            message = json.loads(text)
            if message.get("over"):
                return
            if message["kind"] != "position" or not message["mine"] or message["number"] == number:
                continue
            number = message["number"]
            made += 1
            if made > 100 and made % 2:
                say = {"do": "undo", "number": number}
                self.counts["done"] += 1
            else:
                say = {"do": "answer", "number": number, "action": message["choices"][0][0]}
            await asyncio.sleep(0.1)  # a table takes ten a second
            await line.send(json.dumps(say))

    async def wonder(self, line: Any) -> None:
        """Asks for a hint, and as soon as it is there for it again."""
        number = -1
        async for text in line:
            message = json.loads(text)
            if message["kind"] == "position" and message["mine"]:
                number = message["number"]
            elif message["kind"] not in ("hint", "refused"):
                continue
            self.count(message["kind"] != "refused")
            await asyncio.sleep(0.1)  # a table takes ten a second
            await line.send(json.dumps({"do": "hint", "number": number}))


def watch_of(path: str, port: int) -> str:
    """The link for watchers on the page of who made a table."""
    text = ask(port, "GET", path, None, ADDRESS)[1]
    return text.partition('href="/watch/')[2].partition('"')[0]


def nothing(one: Stranger) -> None:
    """Nothing."""
    time.sleep(max(0.0, one.until - time.monotonic()))


def idle(one: Stranger) -> None:
    """2,000 connections on which nothing is sent, opened again when they are closed."""
    one.hold("", b"", 2_000, 20_000)


def half_heads(one: Stranger) -> None:
    """1,000 requests whose head comes by a byte a second."""
    one.hold("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX: ", b"x", 1_000, 20_000)


def slow_bodies(one: Stranger) -> None:
    """1,000 forms that come by a byte a second."""
    head = "POST /tables HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Length: 9000\r\n\r\n"
    one.hold(head, b"x", 1_000, 20_000)


def pages(one: Stranger) -> None:
    """The first page from 100 connections at once, as fast as it comes."""
    one.at_once(partial(one.page, "/"), 100, 50_000)


def expensive(one: Stranger) -> None:
    """16 tables of four `search:rollouts=20000` (Four Souls)."""
    seats = {f"seat_{seat}": "search:rollouts=20000" for seat in range(4)}
    one.at_once(lambda: one.form(game="four_souls", players=4, **seats), 4, 16)
    nothing(one)


def forms(one: Stranger) -> None:
    """Tables, 40 forms at once."""
    one.at_once(lambda: one.form(seat_1="random"), 40, 2_000)


def shouting(one: Stranger) -> None:
    """100 browsers at 25 tables that send 1,000 messages a second each and come again."""
    paths = [path for _ in range(25) if (path := one.form(seat_1="random"))]

    async def go() -> None:
        await asyncio.gather(*(one.browse(path, one.shout, 1_000_000) for path in paths for _ in range(4)))

    asyncio.run(go())


def watching(one: Stranger) -> None:
    """All places of 21 tables: 50 watchers and 4 browsers of each seat."""
    made = [path for _ in range(21) if (path := one.form(seat_1="person"))]
    paths = [f"/watch/{watch_of(path, one.port)}" for path in made]

    async def go() -> None:
        await asyncio.gather(*(one.browse(path, one.look, 5_000) for path in paths for _ in range(58)))

    asyncio.run(go())


def deaf(one: Stranger) -> None:
    """200 large pages and 50 watchers that are never read."""
    ask(one.port, "GET", "/cards", None, ADDRESS)
    head = "GET /cards HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    lines = []
    while not one.over and one.counts["done"] < 20_000:
        lines = [line for line in lines if alive(line)]
        try:
            while len(lines) < 200:
                line = socket.socket()
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                line.bind((ADDRESS, 0))
                line.settimeout(5)
                line.connect(("127.0.0.1", one.port))
                line.sendall(head.format(port=one.port).encode())
                lines.append(line)
                one.count(True)
        except OSError:
            one.count(False)
        time.sleep(1.0)


def alive(line: socket.socket) -> bool:
    """Whether the server still keeps a connection that nobody reads."""
    try:
        line.send(b"\r\n")
        return True
    except OSError:
        line.close()
        return False


def replays(one: Stranger) -> None:
    """The page of a finished game of bots, on 10 connections at once, again and again."""
    path = one.form(seat_0="random", seat_1="random")
    while not one.over and ask(one.port, "GET", f"{path}/replay", None, ADDRESS)[0] != 200:
        time.sleep(0.2)
    one.at_once(partial(one.page, f"{path}/replay"), 10, 5_000)


def take_backs(one: Stranger) -> None:
    """10 tables at which somebody takes back and chooses again, after 100 choices."""
    paths = [path for _ in range(10) if (path := one.form(seat_1="random", undo="on"))]

    async def go() -> None:
        await asyncio.gather(*(one.browse(path, one.take_back, 5_000) for path in paths))

    asyncio.run(go())


def hints(one: Stranger) -> None:
    """40 tables of Four Souls at which somebody asks for one hint after the other."""
    paths = [path for _ in range(40) if (path := one.form(game="four_souls", seat_1="random"))]

    async def go() -> None:
        await asyncio.gather(*(one.browse(path, one.wonder, 5_000) for path in paths))

    asyncio.run(go())


DEEDS: dict[str, Callable[[Stranger], None]] = {
    deed.__name__: deed
    for deed in (
        nothing,
        idle,
        half_heads,
        slow_bodies,
        deaf,
        pages,
        expensive,
        forms,
        shouting,
        watching,
        replays,
        take_backs,
        hints,
    )
}


def main() -> int:
    """Does one of them."""
    name, port, seconds = sys.argv[1:]
    with contextlib.suppress(OSError):
        os.nice(10)  # a stranger computes elsewhere
    one = Stranger(int(port), float(seconds))

    def end() -> None:
        print(json.dumps({"done": one.counts["done"], "refused": one.counts["refused"]}), flush=True)
        os._exit(0)  # connections that hang hold up nobody

    threading.Timer(float(seconds) + 5, end).start()
    DEEDS[name](one)
    end()


if __name__ == "__main__":
    main()
