"""Routes and pages with which people find each other: open tables, the page of a seat whose game has not begun, another game together."""

from __future__ import annotations

import contextlib
import json
import time
from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from fs_env.narration.guide import guide_of
from fs_env.narration.speech import YOU, isolated
from fs_env.registry.games import load_game, manifest_of
from fs_env.serve.guard.limits import Full
from fs_env.serve.guard.visitors import address_of
from fs_env.serve.store.database import CannotStore
from fs_env.serve.store.setup import NO_HINTS, Setup, unnamed
from fs_env.serve.store.table_store import DamagedTable, Place
from fs_env.serve.table.lobby import Lobby
from fs_env.serve.table.waiting_rooms import Room
from fs_env.serve.web import pages
from fs_env.serve.web.app_state import error, state_of, unknown

ROUTER = APIRouter()
MOST_MINE = 20  # links of one list
LIST_SECONDS = 1.0  # for which a list of open tables is shown before it is updated


@ROUTER.get("/open")
async def open_tables(request: Request) -> Response:
    listed, now = state_of(request).listed, time.monotonic()
    if not listed or now > listed[-1][0] + LIST_SECONDS:
        rooms = map(room_facts, state_of(request).lobby.rooms.listed())
        listed[:] = [(now, pages.TEMPLATES.get_template("rooms.html").render(rooms=rooms))]
    return HTMLResponse(listed[-1][1])


@ROUTER.post("/mine")
async def mine(request: Request) -> Response:
    """Facts of the tables to which a browser has links, for its own list; tokens that open nothing are left out."""
    lobby = state_of(request).lobby
    try:
        tokens = json.loads(request.state.body or b"")
    except (ValueError, RecursionError):
        tokens = None
    if not isinstance(tokens, list) or len(tokens) > MOST_MINE or not all(isinstance(token, str) for token in tokens):
        return error(f"expected a list of at most {MOST_MINE} links", 400)
    found = []
    for token in dict.fromkeys(tokens):
        place = lobby.find(token)
        if place is not None and place.kind in ("seat", "host"):
            with contextlib.suppress(DamagedTable, KeyError):
                found.append({"path": f"/{place.kind}/{token}", **_mine(lobby, place)})
    return JSONResponse(found)


def _mine(lobby: Lobby, place: Place) -> dict[str, Any]:
    (setup, over), room, host = (
        lobby.store.about(place.table),
        lobby.rooms.find(place.table),
        lobby.hosts.get(place.table),
    )
    own = place.seat if place.kind == "seat" else None
    names = [YOU if k == own and unnamed(name) else isolated(name) for k, name in enumerate(setup.names)]
    state, word = "in progress", "continue"
    if room is not None:
        names, state = [name or "free" for name in room.shown()["names"]], f"{len(room.free)} seats free"
    elif over:
        state, word = "over", "look at it"
    elif place.kind == "host":
        state, word = "links of the seats", "open"
    elif host is not None and host.table.asked == place.seat:
        state = "your turn"
    return {"title": manifest_of(setup.game).title, "names": names, "state": state, "word": word}


@ROUTER.post("/join")
async def join(request: Request) -> Response:
    lobby = state_of(request).lobby
    try:
        table, name = _field(request, "table"), _field(request, "name")
        if not (table.isascii() and table.isdecimal() and len(table) < 18):
            raise ValueError("there is no such table")
        token = lobby.rooms.join(int(table), name, address_of(request))
    except (Full, CannotStore):
        raise
    except ValueError as fault:
        return HTMLResponse(first_page(lobby, refused=str(fault)), 409)
    return RedirectResponse(f"/seat/{token}", 303)


def _field(request: Request, name: str) -> str:
    text = (request.state.body or b"").decode(errors="replace")
    return parse_qs(text, max_num_fields=20).get(name, [""])[-1]


@ROUTER.post("/seat/{token}/begin")
async def begin(request: Request, token: str) -> Response:
    lobby = state_of(request).lobby
    if (found := lobby.waiting(token)) is not None:
        room, seat = found
        if seat != room.maker:
            return error("Only the creator of the table can start with bots.", 403)
        lobby.rooms.begin(room)
    return RedirectResponse(f"/seat/{token}", 303)


@ROUTER.post("/seat/{token}/leave")
async def leave(request: Request, token: str) -> Response:
    lobby = state_of(request).lobby
    if (found := lobby.waiting(token)) is not None:
        lobby.rooms.stand_up(*found)
    return RedirectResponse("/", 303)


@ROUTER.post("/seat/{token}/again")
async def play_again(request: Request, token: str) -> Response:
    state = state_of(request)
    place, owner = state.find(token, "seat"), address_of(request)
    if place is None:
        return unknown()
    host = await state.lobby.host(place.table, owner)
    if not host.table.over:
        return error("This game is not over yet.", 409)
    if host.follower is None:
        visitor = state.visitor(request)
        with visitor.makes_table(state.lobby.plays):
            visitor.tables.add((await state.lobby.play_again(host, place.seat, owner)).id)
    return RedirectResponse(host.next_path(place.seat), 303)


def first_page(lobby: Lobby, **more: Any) -> str:
    """The page on which tables are created and found; further arguments are those of `pages.index_page`."""
    return pages.index_page(lobby.games, lobby.allowed, rooms=map(room_facts, lobby.rooms.listed()), **more)


def room_page(room: Room, seat: int, path: str) -> str:
    return pages.TEMPLATES.get_template("room.html").render(
        **room_facts(room), path=path, seat=seat, maker=seat == room.maker, game=room.setup.game
    )


def room_facts(room: Room) -> dict[str, Any]:
    """Public facts of a table that waits: number, title, seats as (name, what sits there), free seats, options in words."""
    setup = room.setup
    return {
        "table": room.id,
        "title": manifest_of(setup.game).title,
        "seats": [
            ("", "free") if seat in room.free else (isolated(name), pages.who_words(setup.game, setup.seats[seat]))
            for seat, name in enumerate(setup.names)
        ],
        "free": len(room.free),
        "options": option_words(setup) + ([] if setup.hints != NO_HINTS else ["no hints"]),
    }


def option_words(setup: Setup) -> list[str]:
    guide = guide_of(setup.game)
    shown = guide.options if guide else {}
    found = []
    for key, option in load_game(setup.game).options.items():
        number = setup.options.get(key, option.default)
        if number == option.default or key in pages.HIDDEN:
            continue
        title, words = shown.get(key, ("", {}))
        texts = [bit for place, bit in enumerate(option.bits) if number >> place & 1] or [option.text_of(number)]
        values = ", ".join(words.get(text) or text.replace("_", " ") for text in texts)
        found.append(f"{title or key.replace('_', ' ').capitalize()}: {values}")
    return found
