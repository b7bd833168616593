"""What all routes of an application share, and what they ask of a request."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import parse_qs

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from starlette.requests import HTTPConnection

from fs_env.serve.guard.limits import FORM_BYTES
from fs_env.serve.guard.security import HostPolicy
from fs_env.serve.guard.visitors import Visitor, Visitors, address_of
from fs_env.serve.store.table_store import Place
from fs_env.serve.table.host import Host
from fs_env.serve.table.lobby import Lobby
from fs_env.serve.web import pages
from fs_env.serve.web.compilation import Compilation
from fs_env.serve.web.replay_cache import ReplayCache


@dataclass(frozen=True)
class AppState:
    """Of one application; `compilation` is None where tables compile what they need."""

    lobby: Lobby
    host_policy: HostPolicy
    compilation: Compilation | None
    visitors: Visitors
    replays: ReplayCache
    listed: list[tuple[float, str]] = field(default_factory=list)
    """The last list of open tables, with its time; [] before the first one."""

    def visitor(self, connection: HTTPConnection) -> Visitor:
        return self.visitors.of(connection.client)

    def progress(self) -> dict[str, dict[str, Any]]:
        return {} if self.compilation is None else self.compilation.progress()

    def need(self, game: str) -> None:
        """Raises `NotReady` while a game cannot be played yet, and lets it go first."""
        if self.compilation is not None:
            self.compilation.need(game)

    def find(self, token: str, *kinds: str) -> Place | None:
        """The place of a token of some kinds; None for any other one, or for a table whose game has not begun."""
        place = self.lobby.find(token)
        return place if place is not None and place.kind in kinds and place.table not in self.lobby.rooms else None

    async def host(self, table: int, connection: HTTPConnection) -> Host:
        if table not in self.lobby.hosts:
            self.need(self.lobby.store.load(table).setup.game)
        return await self.lobby.host(table, address_of(connection))


def state_of(connection: HTTPConnection) -> AppState:
    return cast(AppState, connection.app.state.serve)


def error(why: str, status: int, headers: dict[str, str] | None = None) -> Response:
    return HTMLResponse(pages.error_page(why), status, headers)


def unknown() -> Response:
    return error("There is no table behind this link.", 404)


async def body_of(request: Request) -> bytes | None:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > FORM_BYTES:
            return None
    return body


def read_fields(request: Request) -> dict[str, list[str]]:
    """The fields of a form; ValueError if it is none, or has too many."""
    return parse_qs(request.state.body.decode(), keep_blank_values=True, max_num_fields=200)
