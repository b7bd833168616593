"""Pages with which people find each other: open tables on the first page, the page of a seat whose game has not begun, another game
of the same people. Needs the extra "serve"."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from fs_env.narration.speech import isolated
from fs_env.registry.games import load_game, manifest_of
from fs_env.serve.guard.limits import Full
from fs_env.serve.guard.visitors import Visitors, address_of
from fs_env.serve.store.database import CannotStore
from fs_env.serve.store.setup import NO_HINTS, Setup
from fs_env.serve.store.tables import Place
from fs_env.serve.table.lobby import Lobby
from fs_env.serve.table.rooms import Room
from fs_env.serve.web import pages

LIST_SECONDS = 1.0  # that a list of open tables is shown before another one is made
FIND_PLACE = Callable[..., Place | None]


def add_company(app: FastAPI, lobby: Lobby, visitors: Visitors, opened: FIND_PLACE) -> None:
    """Adds the pages to an application.

    Args:
        app: the application; a request has its body in `state.body`, None if it is too large.
        lobby: its tables.
        visitors: who asks.
        opened: finds the place of a token of some kinds, None if it opens nothing, or a table that waits.
    """
    listed: list[tuple[float, str]] = []

    def unknown() -> Response:
        return HTMLResponse(pages.error_page("There is no table behind this link."), 404)

    def field(request: Request, name: str) -> str:
        text = (request.state.body or b"").decode(errors="replace")
        return parse_qs(text, max_num_fields=20).get(name, [""])[-1]

    @app.get("/open")
    async def open_tables() -> Response:
        now = time.monotonic()
        if not listed or now > listed[-1][0] + LIST_SECONDS:
            listed[:] = [(now, rooms_list(lobby.rooms.listed()))]
        return HTMLResponse(listed[-1][1])

    @app.post("/join")
    async def join(request: Request) -> Response:
        try:
            table, name = field(request, "table"), field(request, "name")
            if not (table.isascii() and table.isdecimal() and len(table) < 18):
                raise ValueError("there is no such table")
            token = lobby.rooms.join(int(table), name, address_of(request))
        except (Full, CannotStore):
            raise
        except ValueError as error:
            return HTMLResponse(first_page(lobby, refused=str(error)), 409)
        return RedirectResponse(f"/seat/{token}", 303)

    @app.post("/seat/{token}/begin")
    async def begin(token: str) -> Response:
        found = lobby.waiting(token)
        if found is not None:
            room, seat = found
            if seat != room.maker:
                return HTMLResponse(pages.error_page("Only who made the table can begin with bots."), 403)
            lobby.rooms.begin(room)
        return RedirectResponse(f"/seat/{token}", 303)

    @app.post("/seat/{token}/leave")
    async def leave(token: str) -> Response:
        found = lobby.waiting(token)
        if found is not None:
            lobby.rooms.stand_up(*found)
        return RedirectResponse("/", 303)

    @app.post("/seat/{token}/again")
    async def play_again(request: Request, token: str) -> Response:
        place = opened(token, "seat")
        if place is None:
            return unknown()
        host = await lobby.host(place.table, address_of(request))
        if not host.table.over:
            return HTMLResponse(pages.error_page("This game is not over yet."), 409)
        if host.follower is None:
            visitor = visitors.of(request.client)
            with visitor.makes_table(lobby.plays):
                visitor.tables.add((await lobby.play_again(host, place.seat, address_of(request))).id)
        return RedirectResponse(host.next_path(place.seat), 303)


def first_page(lobby: Lobby, **more: Any) -> str:
    """The page on which tables are made and found; further arguments are those of `pages.index_page`."""
    return pages.index_page(lobby.games, lobby.allowed, rooms=map(room_facts, lobby.rooms.listed()), **more)


def rooms_list(rooms: list[Room]) -> str:
    """Open tables as a part of a page, with a button for each."""
    return pages.TEMPLATES.get_template("rooms.html").render(rooms=map(room_facts, rooms))


def room_page(room: Room, seat: int, path: str) -> str:
    """The page of a seat whose game has not begun.

    Args:
        room: the table.
        seat: whose.
        path: of the page.
    """
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
    """The options of a table that are not as usual, each in words."""
    guide = pages.guide.guide_of(setup.game)
    told = guide.options if guide else {}
    found = []
    for key, option in load_game(setup.game).options.items():
        number = setup.options.get(key, option.default)
        if number == option.default or key in pages.HIDDEN:
            continue
        title, words = told.get(key, ("", {}))
        texts = [bit for place, bit in enumerate(option.bits) if number >> place & 1] or [option.text_of(number)]
        values = ", ".join(words.get(text) or text.replace("_", " ") for text in texts)
        found.append(f"{title or key.replace('_', ' ').capitalize()}: {values}")
    return found
