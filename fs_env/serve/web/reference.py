"""Routes and pages about games: how they are played, their cards, the style of their drawings."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from fs_env.drawing.gallery import entry_at, gallery, picture
from fs_env.drawing.part import drawing_of
from fs_env.narration.card_texts import cards_of
from fs_env.registry.games import GAMES, manifest_of
from fs_env.replays.page import page_style
from fs_env.serve.guard.security import ALONE
from fs_env.serve.guard.visitors import address_of
from fs_env.serve.web import guide_pages, pages
from fs_env.serve.web.app_state import state_of, unknown

ROUTER = APIRouter()
ONE_HOUR = {"cache-control": "max-age=3600"}


@ROUTER.get("/how")
@ROUTER.get("/how/{game}")
async def how(request: Request, game: str = "") -> Response:
    state = state_of(request)
    games, progress = state.lobby.games, state.progress()
    text = await state.lobby.pools.run(lambda: how_page(game or games[0], games, progress))
    return unknown() if text is None else HTMLResponse(text)


@ROUTER.get("/look.css")
async def look() -> Response:
    return Response(style_sheet(), media_type="text/css", headers=ONE_HOUR)


@ROUTER.get("/cards")
async def gallery_view(request: Request, game: str = "four_souls") -> Response:
    text = await state_of(request).lobby.pools.run(lambda: gallery_page(game), address_of(request))
    return unknown() if text is None else HTMLResponse(text, headers={"content-security-policy": ALONE})


@ROUTER.get("/cards/{game}/face")
async def face(request: Request, game: str, place: str, card: str) -> Response:
    found = await state_of(request).lobby.pools.run(lambda: card_face(game, place, card), address_of(request))
    return unknown() if found is None else JSONResponse(found, headers=ONE_HOUR)


@ROUTER.get("/cards/{game}.json")
async def cards(game: str) -> Response:
    found = card_texts(game)
    return unknown() if found is None else JSONResponse(found, headers=ONE_HOUR)


def how_page(game: str, games_offered: Collection[str], progress: Mapping[str, Mapping[str, Any]]) -> str | None:
    """The page that explains how a game is played, without pictures of a table until it is ready; None for a game that is not offered."""
    if game not in games_offered:
        return None
    ready = progress.get(game, pages.READY)["ready"]
    return pages.TEMPLATES.get_template("how.html").render(
        game=game,
        title=manifest_of(game).title,
        games=[(name, manifest_of(name).title) for name in games_offered],
        cards=drawing_of(game).faces is not None,
        puzzles=GAMES[game].puzzles is not None,
        options=pages.options_of(game, {}),
        **guide_pages.how(game, ready),
    )


def card_texts(game: str) -> dict[str, list[str]] | None:
    """Facts and text of every card by name, None for an unknown game. A room with the name of another card is at "room:NAME"."""
    return _card_texts(game) if game in GAMES else None


@lru_cache(maxsize=16)
def _card_texts(game: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for card in sorted(cards_of(game), key=lambda card: card.facts.startswith("room")):
        key = f"room:{card.name}" if card.name in found and card.facts.startswith("room") else card.name
        found[key] = [card.facts, card.text or "no text"]
    return found


def gallery_page(game: str = "four_souls") -> str | None:
    return _gallery_page(game) if game in GAMES and drawing_of(game).faces else None


@lru_cache(maxsize=16)
def _gallery_page(game: str) -> str:
    drawn = {name: manifest_of(name).title for name in GAMES if drawing_of(name).faces}
    links = {title: f"/cards?game={name}" for name, title in drawn.items() if name != game}
    links["How to play"] = f"/how/{game}"
    return gallery(game, links)


def card_face(game: str, place: str, card: str) -> tuple[str, str] | None:
    """The drawing of the card at a place, as an element of a page, and the card in words; None for a card that is not drawn."""
    found = entry_at(game, place, card) if game in GAMES else None
    return None if found is None else (_picture_of(game, found.id), found.label)


@lru_cache(maxsize=2048)
def _picture_of(game: str, card: str) -> str:
    found = entry_at(game, "", card)
    return "" if found is None else picture(found.face)


@cache
def style_sheet() -> str:
    return page_style()
