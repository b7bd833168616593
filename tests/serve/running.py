"""A server that runs in this process, and what a browser without a screen does with it."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import pytest

from fs_env.serve.guard.limits import Limits
from fs_env.serve.guard.security import HostPolicy
from fs_env.serve.store.table_store import Store
from fs_env.serve.table.host import Host
from fs_env.serve.table.lobby import Lobby
from fs_env.serve.web.compilation import Compilation

NEEDED = "needs the extra 'serve'"
sockets: Any = pytest.importorskip("websockets.sync.client", reason=NEEDED)
closed: Any = pytest.importorskip("websockets.exceptions", reason=NEEDED)
app: Any = pytest.importorskip("fs_env.serve.web.app", reason=NEEDED)
guard: Any = pytest.importorskip("fs_env.serve.guard.server", reason=NEEDED)
PATIENCE = 60.0  # seconds for anything to happen
HASTY = Limits(
    messages_per_second=1e9, burst=10**9, requests_per_second=1e9, least_pace=0
)  # a browser without a screen answers faster than people may
FORM = {"game": "castles_of_caleira", "players": "2", "pace": "0", "delay": "0", "watch": "on", "hints": "heuristic"}


class Server:
    def __init__(self, lobby: Lobby, port: int, loop: asyncio.AbstractEventLoop) -> None:
        self.lobby, self.port, self.loop = lobby, port, loop
        self.address = f"127.0.0.1:{port}"
        self.origin = f"http://{self.address}"

    def get(self, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
        return self.request("GET", path, None, headers)

    def request(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> tuple[int, str, dict[str, str]]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request(method, path, body, {"host": self.address, **headers})
            answer = line.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, answer.read().decode(), found
        finally:
            line.close()

    def post(self, fields: dict[str, Any], **headers: str) -> tuple[int, str, dict[str, str]]:
        """Answer to the form that makes a table."""
        kind = {"content-type": "application/x-www-form-urlencoded", "origin": self.origin}
        return self.request("POST", "/tables", urlencode(fields, doseq=True), {**kind, **headers})

    def wait(self, *games: str) -> None:
        """Waits until these games can be played, or all of the server."""
        while not all(told["ready"] for name, told in self.games().items() if name in games or not games):
            time.sleep(0.1)

    def games(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = json.loads(self.get("/games.json")[1])
        return found

    def make(self, **fields: Any) -> str:
        """The path of the page that a new table leads to."""
        status, text, headers = self.post({**FORM, **fields})
        assert status == 303, text
        return headers["location"]

    def links(self, path: str) -> list[str]:
        """The paths of the seats, and then of the watchers, on the page of who made a table."""
        return list(dict.fromkeys(re.findall(r'href="(/(?:seat|watch)/[^"]+)"', self.get(path)[1])))

    def sit(self, path: str, origin: str | None = None, *, narrow: bool = False) -> Browser:
        """A browser that shows a page, in a narrow window or a wide one."""
        return Browser(
            sockets.connect(
                f"ws://{self.address}{path}/live?width={'narrow' if narrow else 'wide'}",
                origin=origin or self.origin,
                open_timeout=PATIENCE,
                max_size=None,
                compression=None,
            )
        )

    def host(self, path: str) -> Host:
        place = self.lobby.find(path.split("/")[2])
        assert place is not None
        return self.call(lambda: self.lobby.hosts[place.table])

    def call(self, function: Callable[[], Any]) -> Any:
        """Calls a function where the tables are played."""

        async def run() -> Any:
            return function()

        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(PATIENCE)


class Browser:
    """One connection: keeps the last position, the log as a page shows it, and all that was received."""

    def __init__(self, connecting: Any) -> None:
        self._connecting = connecting
        self.line = connecting.__enter__()
        self.texts: list[str] = []
        self.now: dict[str, Any] = {}
        self.log: list[list[str]] = []

    def receive(self) -> dict[str, Any]:
        text = self.line.recv(PATIENCE)
        assert isinstance(text, str)
        self.texts.append(text)
        message = json.loads(text)
        if message["kind"] == "position":
            self.now = message
            self.log = [*([] if message["whole"] else self.log), *message["log"]]
        return message

    def until(self, fits: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        while not fits(message := self.receive()):
            pass
        return message

    def asked(self) -> dict[str, Any]:
        """The next position in which this seat has a choice, or the end."""
        if self.now.get("over") or (self.now.get("mine") and self.now.get("open", True)):
            return self.now
        return self.until(lambda message: message["kind"] == "position" and (message["mine"] or message["over"]))

    def choose(self, place: int = 0) -> None:
        """Makes the choice at a place of those that are offered."""
        message = self.asked()
        action = message["choices"][place % len(message["choices"])][0]
        self.say(do="answer", number=message["number"], action=action)
        self.now = {**message, "open": False}

    def say(self, **message: Any) -> None:
        self.line.send(json.dumps(message))

    def play(self, pick: Callable[[dict[str, Any]], int] = lambda message: 0) -> dict[str, Any]:
        """Plays to the end; returns the last position."""
        while not (message := self.asked())["over"]:
            self.choose(pick(message))
        return message

    def close(self) -> None:
        self._connecting.__exit__(None, None, None)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def running(
    path: Any = ":memory:",
    limits: Limits = HASTY,
    allowed: tuple[str, ...] = (),
    port: int = 0,
    proxies: tuple[str, ...] = (),
    compilation: Compilation | None = None,
    **doors: Any,
) -> Iterator[Server]:
    """Runs a server, on a free port if none is given, until the block ends."""
    ready: list[Any] = []
    up = threading.Event()
    listening = socket.create_server(("127.0.0.1", port))
    port = listening.getsockname()[1]

    async def serve() -> None:
        lobby = Lobby(Store(path), limits, allowed)
        made = app.make_app(lobby, HostPolicy("127.0.0.1", **doors), compilation)
        server = guard.Server(made, limits, proxies, patience=1)
        ready.extend([lobby, server, asyncio.get_running_loop()])
        up.set()
        await server.serve(sockets=[listening])

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    assert up.wait(PATIENCE)
    lobby, server, loop = ready
    while not server.started:
        assert thread.is_alive()
        threading.Event().wait(0.02)
    try:
        yield Server(lobby, port, loop)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
