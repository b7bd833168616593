"""The web application: routers, what guards them, and the pages of their errors. Needs the extra "serve"."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from fs_env.serve.guard.limits import Full
from fs_env.serve.guard.security import HEADERS, HostPolicy
from fs_env.serve.guard.visitors import Crowded, Visitors
from fs_env.serve.store.database import CannotStore
from fs_env.serve.store.table_store import DamagedTable
from fs_env.serve.table.lobby import Lobby
from fs_env.serve.table.restoring import OtherRules
from fs_env.serve.web import live, open_tables, pages, puzzle_routes, reference, replay_routes, table_routes
from fs_env.serve.web.app_state import AppState, body_of, error, read_fields, state_of
from fs_env.serve.web.compilation import Compilation, NotReady
from fs_env.serve.web.replay_cache import ReplayCache

ROUTERS = tuple(one.ROUTER for one in (open_tables, puzzle_routes, table_routes, replay_routes, reference, live))
STATIC = Path(__file__).parent / "static"
Answer = Callable[[Request], Awaitable[Response]]


def make_app(lobby: Lobby, host_policy: HostPolicy, compilation: Compilation | None = None) -> FastAPI:
    """The application of a lobby, which is opened and closed with it, as `compilation` is; None: tables compile what they need."""

    @contextlib.asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as stack:
            for part in (lobby, compilation):
                if part is not None:
                    await part.open()
                    stack.push_async_callback(part.close)
            yield

    app = FastAPI(lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.serve = AppState(lobby, host_policy, compilation, Visitors(lobby.limits), ReplayCache(lobby.pools))
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.middleware("http")(protect)
    for kind, handler in HANDLERS.items():
        app.add_exception_handler(kind, handler)
    for router in ROUTERS:
        app.include_router(router)
    return app


async def protect(request: Request, answer: Answer) -> Response:
    """Refuses unknown hosts and forms of other pages, and adds the headers of `security`."""
    policy, host = state_of(request).host_policy, request.headers.get("host")
    if not policy.knows(host):
        found = error("This server is not known by that name.", 421)
    elif request.method not in ("GET", "HEAD") and not policy.lets_in(request.headers.get("origin"), host):
        found = error("This form was sent from another page.", 403)
    else:
        found = await _in_turn(request, answer)
    for name, value in HEADERS.items():
        found.headers.setdefault(name, value)
    if request.url.path.startswith("/static/"):
        found.headers["cache-control"] = "no-cache"
    return found


async def _in_turn(request: Request, answer: Answer) -> Response:
    try:
        request.state.body = await body_of(request)
        async with state_of(request).visitor(request).turn():
            return await answer(request)
    except ClientDisconnect:
        return Response(status_code=400)  # that no client receives
    except Crowded:
        return error("Too many requests from your address: try again in a moment.", 429)


async def _no_page(_: Request, fault: HTTPException) -> Response:
    why = "There is no page at this address." if fault.status_code == 404 else f"{fault.detail}."
    return HTMLResponse(pages.error_page(why), fault.status_code, fault.headers)


async def _lost(_: Request, fault: ValueError) -> Response:
    return error(f"{fault}.", 410)


async def _not_now(_: Request, fault: ValueError) -> Response:
    text = str(fault)
    return error(f"{text[0].upper()}{text[1:]}.", 503, {"retry-after": "5"})


async def _wait(request: Request, fault: NotReady) -> Response:
    game, fields = str(fault), read_fields(request) if request.method == "POST" else None
    return HTMLResponse(pages.waiting_page(game, state_of(request).progress()[game], fields), 202)


HANDLERS: dict[type[Exception], Callable[..., Awaitable[Response]]] = {
    HTTPException: _no_page,
    DamagedTable: _lost,
    OtherRules: _lost,
    CannotStore: _not_now,
    Full: _not_now,
    NotReady: _wait,
}
