"""The web application: pages, and the WebSockets over which tables are played. Needs the extra "serve"."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from fastapi import FastAPI, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection

from fs_env.serve.guard.limits import FORM_BYTES, MESSAGE_BYTES, Bucket, Full
from fs_env.serve.guard.security import ALONE, ASKING, HEADERS, HostPolicy
from fs_env.serve.guard.visitors import Crowded, Visitor, Visitors, address_of
from fs_env.serve.store.database import CannotStore
from fs_env.serve.store.setup import checked
from fs_env.serve.store.tables import DamagedTable, Place
from fs_env.serve.table.host import WATCHERS, Host
from fs_env.serve.table.lobby import Lobby
from fs_env.serve.table.messages import packed, read_message, refused
from fs_env.serve.table.restoring import OtherRules
from fs_env.serve.table.rooms import Room
from fs_env.serve.web import pages
from fs_env.serve.web.compilation import NotReady, Preparing
from fs_env.serve.web.guide import asked_for
from fs_env.serve.web.open_tables import add_company, first_page, room_page
from fs_env.serve.web.replays import Films

HERE = Path(__file__).parent
BAD, UNKNOWN, TOO_MUCH, LEFT_BEHIND, LATER = 4400, 4404, 4429, 4408, 1013
"""Codes with which a WebSocket is closed: nothing that is understood, no such link, too many, too slow, not now (pages try again)."""
WAITING = 300  # messages to one browser that may wait
Answer = Callable[[Request], Awaitable[Response]]


class Connection:
    """A WebSocket as a table sees it: messages wait in a queue, so that a slow browser holds up nobody."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.narrow = socket.query_params.get("width") == "narrow"
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()
        self.code = LEFT_BEHIND

    def send(self, text: str) -> None:
        """Sends a message; a browser that takes none any more is cut off, and comes back to the whole position."""
        if self.queue.qsize() >= WAITING:
            self.end(LEFT_BEHIND)
        else:
            self.queue.put_nowait(text)

    def end(self, code: int = TOO_MUCH) -> None:
        """Sends nothing more and closes, soon; without a code because another browser has its place."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.code = code
        self.queue.put_nowait(None)

    async def pump(self) -> None:
        while (text := await self.queue.get()) is not None:
            await self.socket.send_text(text)
        await self.socket.close(self.code)


def make_app(lobby: Lobby, host_policy: HostPolicy, preparing: Preparing | None = None) -> FastAPI:
    """The application of a lobby.

    Args:
        lobby: the tables; opened and closed with the application.
        host_policy: who may speak to it.
        preparing: the games on their way, opened and closed too; None: tables compile what they need.
    """

    @contextlib.asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        await lobby.open()
        if preparing is not None:
            await preparing.open()
        try:
            yield
        finally:
            if preparing is not None:
                await preparing.close()
            await lobby.close()

    visitors, films = Visitors(lobby.limits), Films(lobby.threads)
    app = FastAPI(lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")

    @app.middleware("http")
    async def guard(request: Request, answer: Answer) -> Response:
        if not host_policy.knows(request.headers.get("host")):
            found: Response = HTMLResponse(pages.error_page("This server is not known by that name."), 421)
        elif request.method not in ("GET", "HEAD") and not host_policy.lets_in(
            request.headers.get("origin"), request.headers.get("host")
        ):
            found = HTMLResponse(pages.error_page("This form was sent from another page."), 403)
        else:
            found = await in_turn(request, answer)
        for name, value in HEADERS.items():
            found.headers.setdefault(name, value)
        if request.url.path.startswith("/static/"):
            found.headers["cache-control"] = "no-cache"
        return found

    async def in_turn(request: Request, answer: Answer) -> Response:
        """Answers when it is the turn of the address that asks."""
        try:
            request.state.body = await body_of(request)
            async with visitors.of(request.client).turn():
                return await answer(request)
        except ClientDisconnect:
            return Response(status_code=400)  # that nobody gets
        except Crowded:
            why = "Too much is asked from your address at once: try again in a moment."
            return HTMLResponse(pages.error_page(why), 429)

    @app.exception_handler(HTTPException)
    async def no_page(_: Request, error: HTTPException) -> Response:
        why = "There is no page at this address." if error.status_code == 404 else f"{error.detail}."
        return HTMLResponse(pages.error_page(why), error.status_code, error.headers)

    @app.exception_handler(DamagedTable)
    @app.exception_handler(OtherRules)
    async def cannot_go_on(_: Request, error: ValueError) -> Response:
        return HTMLResponse(pages.error_page(f"{error}."), 410)

    @app.exception_handler(CannotStore)
    @app.exception_handler(Full)
    async def not_now(_: Request, error: ValueError) -> Response:
        text = str(error)
        return HTMLResponse(pages.error_page(f"{text[0].upper()}{text[1:]}."), 503, {"retry-after": "5"})

    @app.exception_handler(NotReady)
    async def wait(request: Request, error: NotReady) -> Response:
        """A page that waits for a game, and then asks again for what was asked for."""
        fields = read_fields(request) if request.method == "POST" else None
        page = pages.waiting_page(str(error), told()[str(error)], fields)
        return HTMLResponse(page, 202)

    def told() -> dict[str, dict[str, Any]]:
        return {} if preparing is None else preparing.told()

    def need(game: str) -> None:
        if preparing is not None:
            preparing.need(game)

    async def host_of(table: int, asks: HTTPConnection) -> Host:
        if table not in lobby.hosts:
            need(lobby.store.load(table).setup.game)
        return await lobby.host(table, address_of(asks))

    def opened(token: str, *kinds: str) -> Place | None:
        place = lobby.find(token)
        known = place is not None and place.kind in kinds and place.table not in lobby.rooms
        return place if known else None

    def unknown() -> Response:
        return HTMLResponse(pages.error_page("There is no table behind this link."), 404)

    add_company(app, lobby, visitors, opened)

    @app.get("/")
    async def index() -> Response:
        return HTMLResponse(first_page(lobby, told=told()))

    @app.get("/games.json")
    async def games() -> Response:
        return JSONResponse(told())

    @app.post("/tables")
    async def make(request: Request) -> Response:
        if request.state.body is None:
            return HTMLResponse(pages.error_page("This form is too large."), 413)
        fields = dict[str, list[str]]()
        try:
            fields = read_fields(request)
            visitor, (setup, seed) = visitors.of(request.client), asked_for(fields)
            with visitor.makes_table(lobby.plays):
                if setup.game in told() and not told()[setup.game]["ready"]:
                    await lobby.threads.run(lambda: checked(setup, lobby.allowed), address_of(request))
                    need(setup.game)
                stored = await lobby.make(setup, seed, owner=address_of(request))
                visitor.tables.add(stored.id)
        except (Full, CannotStore):
            raise
        except (ValueError, TypeError) as error:
            return HTMLResponse(first_page(lobby, given=fields, why=str(error), told=told()), 400)
        people = list(stored.tokens.values())
        where = f"/seat/{people[0]}" if len(people) == 1 or stored.setup.open else f"/host/{stored.host}"
        return RedirectResponse(where if people else f"/watch/{stored.watch}", 303)

    @app.get("/how")
    @app.get("/how/{game}")
    async def how(game: str = "") -> Response:
        text = await lobby.threads.run(lambda: pages.how_page(game or lobby.games[0], lobby.games, told()))
        return unknown() if text is None else HTMLResponse(text)

    @app.get("/host/{token}")
    async def links(token: str) -> Response:
        place = opened(token, "host")
        stored = None if place is None else lobby.store.load(place.table)
        return unknown() if stored is None or stored.setup.open else HTMLResponse(pages.host_page(stored))

    @app.get("/seat/{token}")
    async def seat(request: Request, token: str) -> Response:
        place = opened(token, "seat")
        if place is None:
            waits = lobby.waiting(token)
            return unknown() if waits is None else HTMLResponse(room_page(*waits, f"/seat/{token}"))
        host = await host_of(place.table, request)
        return HTMLResponse(pages.table_page(host, place.seat, f"/seat/{token}"))

    @app.get("/watch/{token}")
    async def watch(request: Request, token: str) -> Response:
        place = opened(token, "watch")
        if place is None or not lobby.store.load(place.table).setup.watch:
            return unknown()
        host = await host_of(place.table, request)
        return HTMLResponse(pages.table_page(host, WATCHERS, f"/watch/{token}"))

    async def ended(request: Request, token: str) -> tuple[Host | None, int | None]:
        """The table whose game is over behind a token, and the seat of the token."""
        place = opened(token, "seat", "watch", "host")
        host = None if place is None else await host_of(place.table, request)
        if host is None or place is None or not host.table.over:
            return None, None
        late = place.kind == "watch" and (not host.setup.watch or host.watch.ended is None)
        return None if late else host, place.seat if place.kind == "seat" else None

    @app.get("/{kind}/{token}/replay.json")
    async def replay_file(request: Request, kind: str, token: str) -> Response:
        host, seat = await ended(request, token)
        if host is None:
            return unknown()
        name = f"{host.setup.game}_{host.id}.json"
        return JSONResponse(
            host.table.replay(seat).to_json(), headers={"content-disposition": f'attachment; filename="{name}"'}
        )

    @app.get("/{kind}/{token}/replay")
    async def replay_view(request: Request, kind: str, token: str) -> Response:
        host, seat = await ended(request, token)
        if host is None:
            return unknown()
        film = await films.of(host, seat, address_of(request))
        return HTMLResponse(film.page, headers={"content-security-policy": ASKING})

    @app.get("/{kind}/{token}/replay/reel")
    async def replay_reel(kind: str, token: str, request: Request) -> Response:
        host, seat = await ended(request, token)
        given = [request.query_params.get(name, "") for name in ("from", "view", "narrow")]
        if host is None or not all(one.isascii() and one.isdigit() and len(one) < 10 for one in given):
            return unknown()
        first, view, narrow = map(int, given)
        try:
            text = await films.reel(host, seat, first, view, narrow == 1, address_of(request))
        except ValueError as error:
            return HTMLResponse(pages.error_page(str(error)), 404)
        return Response(text, media_type="application/json")

    @app.get("/look.css")
    async def look() -> Response:
        return Response(pages.look(), media_type="text/css", headers={"cache-control": "max-age=3600"})

    @app.get("/cards")
    async def gallery_view(request: Request, game: str = "four_souls") -> Response:
        text = await lobby.threads.run(lambda: pages.gallery_page(game), address_of(request))
        return unknown() if text is None else HTMLResponse(text, headers={"content-security-policy": ALONE})

    @app.get("/cards/{game}/face")
    async def face(request: Request, game: str, place: str, card: str) -> Response:
        found = await lobby.threads.run(lambda: pages.card_face(game, place, card), address_of(request))
        return unknown() if found is None else JSONResponse(found, headers={"cache-control": "max-age=3600"})

    @app.get("/cards/{game}.json")
    async def cards(game: str) -> Response:
        found = pages.card_texts(game)
        return unknown() if found is None else JSONResponse(found, headers={"cache-control": "max-age=3600"})

    @app.websocket("/{kind}/{token}/live")
    async def live(socket: WebSocket, kind: str, token: str) -> None:
        if not host_policy.lets_in(socket.headers.get("origin"), socket.headers.get("host")):
            await socket.close(1008)  # before it is accepted: the browser gets 403
            return
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it leaves
            await show(socket, kind, token)

    async def shown_by(token: str, kind: str, asks: HTTPConnection) -> tuple[Host | Room, int] | None:
        """The table that a link shows, and from where; None for a link that shows none."""
        waits = lobby.waiting(token) if kind == "seat" else None
        place = opened(token, kind) if kind in ("seat", "watch") else None
        if waits is not None or place is None:
            return waits
        host = await host_of(place.table, asks)
        if place.kind == "seat":
            return host, place.seat
        return (host, WATCHERS) if host.setup.watch else None

    async def show(socket: WebSocket, kind: str, token: str) -> None:
        """Shows a browser what it asks for until it leaves, or sends it away."""
        visitor = visitors.of(socket.client)
        try:
            async with visitor.turn():
                await socket.accept()
                found = await shown_by(token, kind, socket)
                if found is None:
                    await socket.close(UNKNOWN)
                    return
                (host, where), connection = found, Connection(socket)
                if not enter(visitors, visitor, host, where, connection):
                    await socket.close(TOO_MUCH)
                    return
        except (OtherRules, DamagedTable):
            await socket.close(UNKNOWN)
        except (Full, CannotStore, Crowded, NotReady):
            await socket.close(LATER)
        else:
            await serve_browser(visitors, visitor, host, where, connection)

    return app


def read_fields(request: Request) -> dict[str, list[str]]:
    """The fields of a form.

    Raises:
        ValueError: it is none, or has too many.
    """
    return parse_qs(request.state.body.decode(), keep_blank_values=True, max_num_fields=200)


async def body_of(request: Request) -> bytes | None:
    """The body of a request, None if it is larger than a form may be."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > FORM_BYTES:
            return None
    return body


def enter(visitors: Visitors, visitor: Visitor, host: Host | Room, place: int, connection: Connection) -> bool:
    """Lets a browser show a place of a table; returns whether there is room."""
    limits = visitors.limits
    if host.looking(place) >= (limits.watchers if place == WATCHERS else limits.same_seat):
        return False
    if not visitors.enter(visitor, connection, None if place == WATCHERS else (host.id, place)):
        return False
    host.enter(place, connection)
    return True


async def serve_browser(
    visitors: Visitors, visitor: Visitor, host: Host | Room, place: int, connection: Connection
) -> None:
    """Sends a browser that has entered what happens, and takes what it says, until it leaves."""
    pump = asyncio.create_task(connection.pump())
    try:
        await listen(visitor, host, place, connection)
    finally:
        visitors.leave(connection)
        host.leave(place, connection)
        pump.cancel()
        await asyncio.gather(pump, return_exceptions=True)


async def listen(visitor: Visitor, host: Host | Room, place: int, connection: Connection) -> None:
    """Takes messages of a browser. Watchers say nothing that is taken."""
    limits, socket = visitor.limits, connection.socket
    bucket = Bucket(limits.messages_per_second, limits.burst, time.monotonic())
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        if not bucket.take(time.monotonic()):
            await socket.close(TOO_MUCH)
            return
        text: Any = message.get("text")
        if text is not None and len(text) > MESSAGE_BYTES:
            await socket.close(BAD)
            return
        await visitor.message()
        try:
            if place == WATCHERS:
                raise ValueError("watchers only look on")
            host.hear(place, read_message(text), connection)
        except ValueError as error:
            connection.send(packed(refused(str(error))))
