"""Pages as HTML, and what their scripts read besides messages. Needs the extra "serve"."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from fs_env.agents import usual_bot
from fs_env.core.machine.declare.options import Option
from fs_env.drawing.gallery import entry_at, gallery, picture
from fs_env.registry.games import GAMES, load_game, manifest_of
from fs_env.replays.page import page_style
from fs_env.serve.host import WATCHERS, Host
from fs_env.serve.limits import LONGEST_DELAY, NAME_LENGTH, SLOWEST
from fs_env.serve.setup import PACE, PERSON, WATCH_DELAY
from fs_env.serve.stops import STOPS
from fs_env.serve.store import Stored
from fs_env.serve.wire import PHRASES
from fs_env.telling.cards import cards_of

OFFERED = ("heuristic", "random", "search:milliseconds=300", "search:milliseconds=2000", "tree:milliseconds=1000")
TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
HIDDEN = ("num_players", "max_decisions")


def index_page(games_offered: Collection[str], allowed: Collection[str]) -> str:
    """The page on which tables are made: forms for some games, which name some more bots."""
    games = []
    for name in games_offered:
        game = load_game(name)
        options = [_field(option) for key, option in game.options.items() if key not in HIDDEN]
        games.append(
            {
                "name": name,
                "title": GAMES[name].title,
                "least": game.min_players,
                "most": game.max_players,
                "options": options,
                "bot": usual_bot(name),
            }
        )
    return TEMPLATES.get_template("index.html").render(
        games=games,
        bots=[*OFFERED, *allowed],
        person=PERSON,
        name_length=NAME_LENGTH,
        delay=WATCH_DELAY,
        longest=LONGEST_DELAY,
        pace=PACE,
        slowest=SLOWEST,
    )


def _field(option: Option) -> dict[str, Any]:
    words = [option.text_of(number) for number in option.values] if len(option.values) <= 8 else []
    switch = (option.low, option.high) == (0, 1) and not option.words
    return {
        "name": option.name,
        "title": option.name.replace("_", " "),
        "meaning": option.meaning.replace("`", ""),
        "usual": option.text_of(option.default),
        "bits": [(name, bool(option.default >> place & 1)) for place, name in enumerate(option.bits)],
        "words": [("0", "no"), ("1", "yes")] if switch else [(word, word.replace("_", " ")) for word in words],
        "low": option.low,
        "high": option.high,
        "step": option.step,
    }


def host_page(stored: Stored) -> str:
    """The page with the links of a table, for who made it."""
    return TEMPLATES.get_template("host.html").render(
        title=manifest_of(stored.setup.game).title,
        seats=[(stored.setup.names[seat], f"/seat/{token}") for seat, token in stored.tokens.items()],
        watch=f"/watch/{stored.watch}" if stored.setup.watch else "",
        delay=stored.setup.delay,
    )


def table_page(host: Host, place: int, path: str) -> str:
    """The page of a seat, or of a watcher, with the position as it is now.

    Args:
        host: the table.
        place: the seat, or `WATCHERS`.
        path: of the page.
    """
    message = host.whole(place)
    about = {
        "game": host.setup.game,
        "path": path,
        "seat": place,
        "hints": bool(host.setup.hints) and place != WATCHERS,
        "chat": bool(host.setup.options.get("bartering")) and place != WATCHERS and len(host.setup.people) > 1,
    }
    return TEMPLATES.get_template("table.html").render(
        title=manifest_of(host.setup.game).title,
        about=json.dumps(about),
        message=message,
        svg=Markup(svg_of(message)) if "parts" in message else "",
        watching=place == WATCHERS,
        hints=about["hints"],
        undo=host.setup.undo and place != WATCHERS,
        chat=about["chat"],
        phrases=PHRASES,
        stops=STOPS if manifest_of(host.setup.game).passing and place != WATCHERS else {},
        set_stops=message.get("stops", ()),
    )


def svg_of(message: dict[str, Any]) -> str:
    """The drawing of a whole position as an element of a page; its texts are escaped where it is drawn."""
    width, height = message["size"]
    groups = "".join(f'<g data-part="{name}">{body}</g>' for name, *_, body in message["parts"])
    return f'<svg class="fs-auto" viewBox="0 0 {width:g} {height:g}" preserveAspectRatio="xMidYMin meet">{groups}</svg>'


def error_page(why: str) -> str:
    """A page that says why there is no other one."""
    return TEMPLATES.get_template("error.html").render(why=why)


@cache
def card_texts(game: str) -> dict[str, list[str]] | None:
    """Facts and text of every card of a game by name, None for a game that is not played here.

    A room that has the name of another card is at "room:NAME".
    """
    if game not in GAMES:
        return None
    found: dict[str, list[str]] = {}
    for card in sorted(cards_of(game), key=lambda card: card.facts.startswith("room")):
        key = f"room:{card.name}" if card.name in found and card.facts.startswith("room") else card.name
        found[key] = [card.facts, card.text or "no text"]
    return found


@cache
def gallery_page(game: str = "four_souls") -> str | None:
    """The gallery of all cards of a game, HTML, made once; None for a game that has none here."""
    drawn = {name: manifest_of(name).title for name in GAMES if manifest_of(name).faces}
    links = {title: f"/cards?game={name}" for name, title in drawn.items() if name != game}
    return gallery(game, links) if game in drawn else None


@cache
def card_face(game: str, place: str, card: str) -> tuple[str, str] | None:
    """The drawing of a card that lies at a place, as an element of a page, and the card in words; None for one that nobody draws."""
    found = entry_at(game, place, card) if game in GAMES else None
    return None if found is None else (picture(found.face), found.label)


@cache
def look() -> str:
    """The style sheet of drawings: fonts and the colours of both themes."""
    return page_style()
