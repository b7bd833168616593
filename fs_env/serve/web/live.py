"""The route of WebSockets: a browser that shows a table, and its messages."""

from __future__ import annotations

import asyncio
import contextlib
import time

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from fs_env.drawing.stage import read_stage
from fs_env.serve.guard.limits import Bucket, Full
from fs_env.serve.guard.visitors import Crowded, Visitor
from fs_env.serve.store.database import CannotStore
from fs_env.serve.store.table_store import DamagedTable
from fs_env.serve.table.host import WATCHERS, Host
from fs_env.serve.table.messages import packed, read_message, refused
from fs_env.serve.table.restoring import OtherRules
from fs_env.serve.table.viewer import NARROW, WIDE
from fs_env.serve.table.waiting_rooms import Room
from fs_env.serve.web.app_state import AppState, state_of
from fs_env.serve.web.compilation import NotReady

UNKNOWN, TOO_MUCH, LEFT_BEHIND, LATER = 4404, 4429, 4408, 1013
"""Codes with which a WebSocket is closed: no such link, too many, too slow, not now (pages try again)."""
QUEUED = 300  # messages to one browser that may wait
ROUTER = APIRouter()


class SocketBrowser:
    """A WebSocket as a table sees it: messages wait in a queue, so that a slow browser delays no other."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        stage, width = (socket.query_params.get(name, "") for name in ("stage", "width"))
        self.shape = stage if read_stage(stage) else NARROW if width == NARROW else WIDE
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()
        self.code = LEFT_BEHIND

    def send(self, text: str) -> None:
        if self.queue.qsize() >= QUEUED:
            self.end(LEFT_BEHIND)
        else:
            self.queue.put_nowait(text)

    def end(self, code: int = TOO_MUCH) -> None:
        """Drops what waits and closes, soon; without a code because another browser has its place."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.code = code
        self.queue.put_nowait(None)

    async def pump(self) -> None:
        while (text := await self.queue.get()) is not None:
            await self.socket.send_text(text)
        await self.socket.close(self.code)


@ROUTER.websocket("/{kind}/{token}/live")
async def live(socket: WebSocket, kind: str, token: str) -> None:
    state = state_of(socket)
    if not state.host_policy.lets_in(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(1008)  # before it is accepted: the browser gets 403
        return
    visitor = state.visitor(socket)
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it leaves
        try:
            async with visitor.turn():
                await socket.accept()
                found = await _shown_by(state, socket, kind, token)
                browser = SocketBrowser(socket)
                if found is None or not _enter(state, visitor, *found, browser):
                    await socket.close(UNKNOWN if found is None else TOO_MUCH)
                    return
        except (OtherRules, DamagedTable):
            await socket.close(UNKNOWN)
        except (Full, CannotStore, Crowded, NotReady):
            await socket.close(LATER)
        else:
            await _serve(state, visitor, *found, browser)


async def _shown_by(state: AppState, socket: WebSocket, kind: str, token: str) -> tuple[Host | Room, int] | None:
    waits = state.lobby.waiting(token) if kind == "seat" else None
    place = state.find(token, kind) if kind in ("seat", "watch") else None
    if waits is not None or place is None:
        return waits
    host = await state.host(place.table, socket)
    if place.kind == "seat":
        return host, place.seat
    return (host, WATCHERS) if host.setup.watch else None


def _enter(state: AppState, visitor: Visitor, host: Host | Room, place: int, browser: SocketBrowser) -> bool:
    limits = visitor.limits
    if host.looking(place) >= (limits.watchers if place == WATCHERS else limits.same_seat):
        return False
    if not state.visitors.enter(visitor, browser, None if place == WATCHERS else (host.id, place)):
        return False
    try:
        host.enter(place, browser)
    except BaseException:
        state.visitors.leave(browser)
        host.leave(place, browser)
        raise
    return True


async def _serve(state: AppState, visitor: Visitor, host: Host | Room, place: int, browser: SocketBrowser) -> None:
    pump = asyncio.create_task(browser.pump())
    try:
        await _listen(visitor, host, place, browser)
    finally:
        state.visitors.leave(browser)
        host.leave(place, browser)
        pump.cancel()
        await asyncio.gather(pump, return_exceptions=True)


async def _listen(visitor: Visitor, host: Host | Room, place: int, browser: SocketBrowser) -> None:
    limits, socket = visitor.limits, browser.socket
    bucket = Bucket(limits.messages_per_second, limits.burst, time.monotonic())
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        if not bucket.take(time.monotonic()):
            await socket.close(TOO_MUCH)
            return
        await visitor.message()
        try:
            if place == WATCHERS:
                raise ValueError("watchers cannot act")
            host.hear(place, read_message(message.get("text")), browser)
        except ValueError as fault:
            browser.send(packed(refused(str(fault))))
