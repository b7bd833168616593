"""A replay as one page of HTML that needs nothing else: drawings, transcript, controls.

Most of a drawing is the same from choice to choice. The page holds every line of SVG once, every part as a list of lines, and
every picture as a list of parts; all of it compressed.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Hashable
from html import escape
from pathlib import Path
from typing import Any

from fs_env.drawing import draw
from fs_env.drawing.canvas import Canvas, number
from fs_env.drawing.web import fill, page_style
from fs_env.replays.player import play_back
from fs_env.replays.replay import Replay
from fs_env.replays.transcript import heading, result

TEMPLATE = Path(__file__).with_name("page.html")
EVERYTHING = "everything open"


class Numbering:
    """Different things by number, in the order in which they came."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._places: dict[Hashable, int] = {}

    def place(self, key: Hashable, row: Any) -> int:
        """The number of a thing; it is added if it is new."""
        if key not in self._places:
            self._places[key] = len(self.rows)
            self.rows.append(row)
        return self._places[key]


def page(replay: Replay, *, seat: int | None = None) -> str:
    """The page of a replay.

    Args:
        replay: the game.
        seat: whose view alone is on the page; None: the open view and every seat's.

    Raises:
        Difference: these rules play another game.
        ValueError: there is no such seat.
    """
    if seat is not None and not 0 <= seat < len(replay.names):
        raise ValueError(f"seat {seat}: expected 0..{len(replay.names) - 1}")
    data = json.dumps(story(replay, seat), separators=(",", ":"), ensure_ascii=False).encode()
    packed = base64.b64encode(gzip.compress(data, mtime=0)).decode()
    return fill(
        TEMPLATE.read_text(encoding="utf-8"),
        title=escape(heading(replay)),
        result=escape(result(replay)),
        style=page_style(),
        data=packed,
    )


def story(replay: Replay, seat: int | None) -> dict[str, Any]:
    """Contents of the page as plain data: views, lines, parts, pictures and the log."""
    views: list[int | None] = [seat] if seat is not None else [None, *range(len(replay.names))]
    lines, parts, boxes = Numbering(), Numbering(), Numbering()
    pictures: dict[bool, list[list[list[int]]]] = {False: [], True: []}  # by whether they are narrow
    log = []
    size = [0.0, 0.0]
    for moment, game, S in play_back(replay):
        for narrow, found in pictures.items():
            shown = [draw(game, S, player=view, names=replay.names, narrow=narrow) for view in views]
            size = size if narrow else [shown[0].width, shown[0].height]
            found.append([_picture(canvas, lines, parts, boxes) for canvas in shown])
        words = result(replay) if moment.action < 0 else game.action_text(moment.action)
        log.append([moment.turn, moment.seat, words])
    return {
        "names": list(replay.names),
        "views": [EVERYTHING if view is None else replay.names[view] for view in views],
        "size": size,
        "lines": lines.rows,
        "parts": parts.rows,
        "boxes": boxes.rows,
        "pictures": pictures[False],
        "narrow": pictures[True],
        "log": log,
        "values": [list(value) for value in replay.values],
    }


def _picture(canvas: Canvas, lines: Numbering, parts: Numbering, boxes: Numbering) -> list[int]:
    found = []
    for part in canvas.parts:
        ids = tuple(lines.place(line, line) for line in part.lines)
        box = boxes.place((part.name, part.box), [part.name, *(float(number(side)) for side in part.box)])
        found.append(parts.place((box, ids), [box, *ids]))
    return found
