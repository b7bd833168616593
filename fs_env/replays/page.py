"""A replay as a page of HTML: drawings, transcript, controls. It needs nothing else, or asks a server for its drawings.

Most of a drawing is the same from choice to choice. A page that needs nothing else holds every line of SVG once, every part as its
difference from the part before it, and every picture as its difference from the picture before it; all of it compressed.
"""

from __future__ import annotations

import base64
import gzip
import json
from html import escape
from pathlib import Path
from typing import Any

from fs_env.drawing import draw_view
from fs_env.drawing.web import fill, page_style
from fs_env.registry.games import GAMES, named_game
from fs_env.replays.film import REEL, Film, Line, Pictures, about, note, views_of
from fs_env.replays.packing import packed
from fs_env.replays.replay import Replay
from fs_env.replays.transcript import heading, narrate, result

TEMPLATE = Path(__file__).with_name("page.html")
POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; font-src data:; img-src data:"
"""The content security policy of a page that needs nothing else."""


def page(
    replay: Replay, *, seat: int | None = None, each_seat: bool = False, analysis: dict[str, Any] | None = None
) -> str:
    """The page of a replay.

    Args:
        replay: the game.
        seat: the only view on the page; None: the open view.
        each_seat: whether every seat's view is added to the open one.
        analysis: chances and costly decisions: points, costs and how, as `fs_env.serve.table.analysis.analyse` returns them.

    Raises:
        Difference: these rules play another game.
        ValueError: there is no such seat.
    """
    return _filled(replay, {**packed(story(replay, seat, each_seat)), "analysis": analysis})


def page_of(film: Film, where: str) -> str:
    """The page of a film on a server: it asks `where`, an address below that of the page, for its reels."""
    choice = {**film.story(), "reels": {"where": where, "length": REEL}}
    game = film.replay.game
    links = f'<a href="/how/{game}">How to play</a><a href="/cards?game={game}">All cards</a>'
    return _filled(film.replay, choice, f"{POLICY}; connect-src 'self'", links)


def _title(replay: Replay) -> str:
    game = GAMES.get(replay.game)
    return f"{game.title}: {', '.join(replay.shown_names)}" if game else heading(replay)


def _filled(replay: Replay, choice: dict[str, Any], policy: str = POLICY, links: str = "") -> str:
    data = json.dumps(choice, separators=(",", ":"), ensure_ascii=False).encode()
    text = base64.b64encode(gzip.compress(data, mtime=0)).decode()
    return fill(
        TEMPLATE.read_text(encoding="utf-8"),
        title=escape(_title(replay)),
        result=escape(f"{result(replay)} · seed {replay.seed}"),
        links=links,
        policy=policy,
        style=page_style(),
        data=text,
    )


def story(replay: Replay, seat: int | None, each_seat: bool = False) -> dict[str, Any]:
    views = views_of(replay, seat)[: None if each_seat else 1]
    built, game = Pictures(replay.game), named_game(replay.game)
    drawn: dict[bool, list[list[list[int]]]] = {False: [], True: []}  # by whether they are narrow
    log: list[Line] = []
    size = [0.0, 0.0]
    for choice in narrate(replay, seat):
        note(log, choice)
        seen = [choice.table if view == seat else game.to_json(choice.state, player=view) for view in views]
        for narrow, found in drawn.items():
            shown = [draw_view(game.name, one, replay.shown_names, narrow=narrow, marked=True) for one in seen]
            size = size if narrow else [shown[0].width, shown[0].height]
            found.append([built.add(canvas) for canvas in shown])
    pictures = {"size": size, "pictures": drawn[False], "narrow": drawn[True]}
    return {**about(replay, views, log), **built.to_json(), **pictures}
