"""`Server`: uvicorn with deadlines for connections, limits on them, and patience when the system has no more. Needs the extra "serve".

uvicorn closes connections that rest between two requests, and WebSockets that answer no ping. It waits without end for a first request,
for the rest of one, and until an answer is read; asyncio fills the log when the system lets it open no more connections.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import math
import socket
import time
from collections.abc import Collection, Coroutine
from functools import partial
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from fs_env.serve.guard.connections import Connection, Connections
from fs_env.serve.guard.limits import MESSAGE_BYTES, Bucket, Limits

LOGGER = logging.getLogger("fs_env.serve")
SWEEP_SECONDS = 0.5
BACK_OFF = 1.0  # seconds without new connections when the system has no more
QUIET_SECONDS = 60.0  # between two lines of the log about that
AT_ONCE = 8  # connections that are opened before others get their turn
TYPICAL_BYTES = 100  # of a message and its frame
NO_MORE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class HttpProtocol(H11Protocol):
    def __init__(self, registry: Connections, entry: Connection, **given: Any) -> None:
        super().__init__(**given)
        self.registry, self.entry = registry, entry
        self._reading: Any = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.entry.transport = transport
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self.registry.drop(self.entry)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect()

    def _expect(self) -> None:
        reading = self.conn.their_state
        if reading is self._reading or self.transport.get_protocol() is not self:
            return
        limits = self.registry.limits
        seconds = {h11.IDLE: limits.head_seconds, h11.SEND_BODY: limits.body_seconds}.get(reading, math.inf)
        self._reading, self.entry.idle = reading, reading is h11.IDLE
        self.entry.due = time.monotonic() + seconds

    def pause_writing(self) -> None:
        super().pause_writing()
        self.entry.due = time.monotonic() + self.registry.limits.unread_seconds

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading = None
        self._expect()


class WebSocketProtocol(AutoWebSocketsProtocol):  # type: ignore[misc,valid-type]
    """A WebSocket, of which only as many bytes are taken as its messages may have."""

    def __init__(self, registry: Connections, **given: Any) -> None:
        super().__init__(**given)
        limits, now = registry.limits, time.monotonic()
        self.registry = registry
        self._bytes = Bucket(TYPICAL_BYTES * limits.messages_per_second, MESSAGE_BYTES * limits.burst, now)
        self._pings = Bucket(limits.messages_per_second, limits.burst, now)

    def connection_made(self, transport: Any) -> None:
        self.entry: Connection = transport.get_protocol().entry  # of the request that asked for it
        self.entry.idle, self.entry.due = False, math.inf
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.registry.drop(self.entry)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._bytes.take(time.monotonic(), len(data)):
            super().data_received(data)
        else:
            self.transport.abort()

    def handle_ping(self) -> None:
        if self._pings.take(time.monotonic()):
            super().handle_ping()
        else:
            self.transport.abort()


class Server(uvicorn.Server):
    """uvicorn, with connections that are opened by `Connections`.

    Args:
        app: the application.
        limits: of the server, from `fitting`.
        proxies: addresses and networks of reverse proxies, the only ones that may name the address of a client.
        patience: seconds that requests have to end when the server stops.
    """

    def __init__(self, app: Any, limits: Limits, proxies: Collection[str] = (), patience: int = 3) -> None:
        self.registry = Connections(limits, proxies)
        super().__init__(
            uvicorn.Config(
                app,
                loop="asyncio",
                http="h11",
                ws=partial(WebSocketProtocol, self.registry),  # type: ignore[arg-type]
                log_config=None,  # it would close the handlers of other libraries, and with them their streams
                log_level="error",  # a warning for each request that is no HTTP would fill the log
                access_log=False,  # links are secret
                ws_max_size=MESSAGE_BYTES,
                ws_ping_interval=limits.ping_seconds,
                ws_ping_timeout=limits.ping_seconds,
                ws_per_message_deflate=False,  # each connection would pack the same messages again
                proxy_headers=bool(proxies),
                forwarded_allow_ips=list(proxies),
                server_header=False,
                timeout_graceful_shutdown=patience,
            )
        )
        self._tasks: set[asyncio.Task[None]] = set()
        self._said = -math.inf

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        if self.started:
            for listening in sockets or []:
                self._begin(self._accept(listening))
            self._begin(self._sweep())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for task in self._tasks:
            task.cancel()
        await super().shutdown(sockets)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.registry.sweep()

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        listening.setblocking(False)
        taken = 0
        while True:
            try:
                built, peer = await loop.sock_accept(listening)
            except OSError as error:
                if error.errno in NO_MORE:
                    self._none_left(error)
                    await asyncio.sleep(BACK_OFF)
                continue
            taken += 1
            connection = self.registry.take(str(peer[0]))
            if connection is None:
                built.close()
            else:
                self._begin(self._serve_one(built, connection))
            if taken % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def _serve_one(self, made: socket.socket, connection: Connection) -> None:
        given = {"config": self.config, "server_state": self.server_state, "app_state": self.lifespan.state}
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: HttpProtocol(self.registry, connection, **given), made
            )
        except OSError:  # it is gone again
            self.registry.drop(connection)
            made.close()

    def _none_left(self, error: OSError) -> None:
        self.registry.make_room()
        now = time.monotonic()
        if now - self._said > QUIET_SECONDS:
            self._said = now
            LOGGER.warning("no more connections for now (%s): the system's limit on open files is too low", error)
