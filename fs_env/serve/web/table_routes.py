"""Routes of tables: the first page, the form that creates a table, and the pages of its links."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from fs_env.serve.guard.limits import Full
from fs_env.serve.guard.visitors import address_of
from fs_env.serve.store.database import CannotStore
from fs_env.serve.store.setup import checked
from fs_env.serve.store.table_store import Stored
from fs_env.serve.table.host import WATCHERS
from fs_env.serve.web import pages
from fs_env.serve.web.app_state import error, read_fields, state_of, unknown
from fs_env.serve.web.guide_pages import asked_for
from fs_env.serve.web.open_tables import first_page, room_page

ROUTER = APIRouter()


@ROUTER.get("/")
async def index(request: Request) -> Response:
    state = state_of(request)
    return HTMLResponse(first_page(state.lobby, progress=state.progress()))


@ROUTER.get("/games.json")
async def games(request: Request) -> Response:
    return JSONResponse(state_of(request).progress())


@ROUTER.post("/tables")
async def create(request: Request) -> Response:
    if request.state.body is None:
        return error("This form is too large.", 413)
    state, fields = state_of(request), dict[str, list[str]]()
    try:
        fields = read_fields(request)
        stored = await _create(request, fields)
    except (Full, CannotStore):
        raise
    except (ValueError, TypeError) as fault:
        page = first_page(state.lobby, given=fields, why=str(fault), progress=state.progress())
        return HTMLResponse(page, 400)
    people = list(stored.tokens.values())
    where = f"/seat/{people[0]}" if len(people) == 1 or stored.setup.open else f"/host/{stored.host}"
    return RedirectResponse(where if people else f"/watch/{stored.watch}", 303)


async def _create(request: Request, fields: dict[str, list[str]]) -> Stored:
    state, owner = state_of(request), address_of(request)
    lobby, visitor, (setup, seed) = state.lobby, state.visitor(request), asked_for(fields)
    with visitor.makes_table(lobby.plays):
        if not state.progress().get(setup.game, pages.READY)["ready"]:
            await lobby.pools.run(lambda: checked(setup, lobby.allowed), owner)
            state.need(setup.game)
        stored = await lobby.make(setup, seed, owner)
        visitor.tables.add(stored.id)
    return stored


@ROUTER.get("/host/{token}")
async def links(request: Request, token: str) -> Response:
    state = state_of(request)
    place = state.find(token, "host")
    stored = None if place is None else state.lobby.store.load(place.table)
    return unknown() if stored is None or stored.setup.open else HTMLResponse(pages.host_page(stored))


@ROUTER.get("/seat/{token}")
async def seat(request: Request, token: str) -> Response:
    state, path = state_of(request), f"/seat/{token}"
    place = state.find(token, "seat")
    if place is None:
        waits = state.lobby.waiting(token)
        return unknown() if waits is None else HTMLResponse(room_page(*waits, path))
    return HTMLResponse(pages.table_page(await state.host(place.table, request), place.seat, path))


@ROUTER.get("/watch/{token}")
async def watch(request: Request, token: str) -> Response:
    state = state_of(request)
    place = state.find(token, "watch")
    if place is None or not state.lobby.store.load(place.table).setup.watch:
        return unknown()
    host = await state.host(place.table, request)
    return HTMLResponse(pages.table_page(host, WATCHERS, f"/watch/{token}"))
