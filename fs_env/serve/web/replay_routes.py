"""Routes of replays: a finished game as a file, as a page, and the drawings of that page."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from fs_env.serve.guard.security import ASKING
from fs_env.serve.guard.visitors import address_of
from fs_env.serve.table.host import Host
from fs_env.serve.web.app_state import error, state_of, unknown

ROUTER = APIRouter()


async def _finished(request: Request, token: str) -> tuple[Host | None, int | None]:
    state = state_of(request)
    place = state.find(token, "seat", "watch", "host")
    host = None if place is None else await state.host(place.table, request)
    if host is None or place is None or not host.table.over:
        return None, None
    late = place.kind == "watch" and (not host.setup.watch or host.watch.ended is None)
    alone = host.setup.people if place.kind == "host" and len(host.setup.people) == 1 else [None]
    return None if late else host, place.seat if place.kind == "seat" else alone[0]


@ROUTER.get("/{kind}/{token}/replay.json")
async def replay_file(request: Request, kind: str, token: str) -> Response:
    host, seat = await _finished(request, token)
    if host is None:
        return unknown()
    headers = {"content-disposition": f'attachment; filename="{host.setup.game}_{host.id}.json"'}
    return JSONResponse(host.table.replay(seat).to_json(), headers=headers)


@ROUTER.get("/{kind}/{token}/replay")
async def replay_page(request: Request, kind: str, token: str) -> Response:
    host, seat = await _finished(request, token)
    if host is None:
        return unknown()
    film = await state_of(request).replays.of(host, seat, address_of(request))
    return HTMLResponse(film.page, headers={"content-security-policy": ASKING})


@ROUTER.get("/{kind}/{token}/replay/reel")
async def replay_reel(request: Request, kind: str, token: str) -> Response:
    host, seat = await _finished(request, token)
    given = [request.query_params.get(name, "") for name in ("from", "view", "narrow")]
    if host is None or not all(one.isascii() and one.isdigit() and len(one) < 10 for one in given):
        return unknown()
    first, view, narrow = map(int, given)
    try:
        text = await state_of(request).replays.reel(host, seat, first, view, narrow == 1, address_of(request))
    except ValueError as fault:
        return error(str(fault), 404)
    return Response(text, media_type="application/json")


@ROUTER.get("/{kind}/{token}/replay/analysis")
async def replay_analysis(request: Request, kind: str, token: str) -> Response:
    host, seat = await _finished(request, token)
    if host is None:
        return unknown()
    try:
        return JSONResponse(await state_of(request).replays.analysis(host, seat, address_of(request)))
    except (ValueError, TimeoutError) as fault:
        return error(str(fault) or "The server is busy: try again later.", 503)
