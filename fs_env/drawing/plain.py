"""The drawing of a game without its own layout: the view written down, line by line."""

from __future__ import annotations

from typing import Any

from fs_env.drawing.canvas import BODY, Box, Canvas
from fs_env.drawing.layout import HEIGHT, NARROW, WIDTH
from fs_env.drawing.parts import panel
from fs_env.drawing.seats import Names
from fs_env.narration.view_changes import lines

MARGIN, STEP = 12.0, 20.0
MOST = 46  # lines


def lay_out(view: dict[str, Any], names: Names, *, marked: bool = False, narrow: bool = False) -> Canvas:
    words = [names.put(line) for line in lines(view)]
    if len(words) > MOST:
        words[MOST - 1 :] = [f"+{len(words) - MOST + 1} more"]
    width, height = (NARROW, STEP * (len(words) + 3)) if narrow else (WIDTH, HEIGHT)
    canvas = Canvas(width, height, words[0] if words else "", marked=marked)
    sheet = Box(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
    with canvas.part("text", sheet):
        inside = panel(canvas, sheet)
        step = min(STEP, inside.h / max(1, len(words)))
        for k, line in enumerate(words):
            canvas.text(inside.x, inside.y + 14 + k * step, line, size=min(BODY, step - 3), room=inside.w)
    return canvas
