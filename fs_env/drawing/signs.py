"""Emblems of cards, drawn from simple shapes of our own: what a card does, when, to whom, and how much of it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from fs_env.drawing import fonts
from fs_env.drawing.canvas import Box, Canvas

UNIT = 100.0  # shapes are written in a square of this size
SQUARE = 52.0  # least height of an emblem with its marks in the corners; they are side by side in a lower one
CORNER = 0.36  # of the height: side of a mark in a corner
GAP = 3.0
LEAST, SMALLER = 20.0, 0.8  # side of the main sign in a row, and of the others in its sides
PIPS = ("5", "37", "357", "1379", "13579", "134679")  # places 1 to 9 of a die, row by row


class Emblem(NamedTuple):
    """A picture of what a card does. A mark is an outline and, after a space, what is done to it: "coin less", "die 3", "figure each".

    Attributes:
        main: the most important verb.
        amount: of it, in a few letters.
        whom: its target; "" for the player of the card.
        when: its event, or its cost.
        also: another verb.
    """

    main: str
    amount: str = ""
    whom: str = ""
    when: str = ""
    also: str = ""


@cache
def grammar() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("emblems.toml").read_text(encoding="utf-8"))


def first_words(words: Mapping[str, str], text: str) -> list[str]:
    """The marks of the phrases that occur in a text, in their order there; phrases that contain others come first in `words`."""
    found = []
    for phrase, mark in words.items():
        if (at := text.find(phrase)) >= 0:
            found.append((at, mark))
            text = text.replace(phrase, "." * len(phrase))
    return list(dict.fromkeys(mark for _, mark in sorted(found)))


def draw_emblem(canvas: Canvas, box: Box, emblem: Emblem, color: str, ink: str) -> None:
    """Draws an emblem in the middle of a box: marks in the corners, or side by side in a low box.

    Args:
        canvas: the drawing.
        box: the room for it.
        emblem: its marks; the less important ones are left out where they have no room.
        color, ink: of its main sign and of its marks, by the names of themes.
    """
    if box.h < SQUARE:
        _draw_row(canvas, box, emblem, color, ink)
        return
    side, middle = box.h, box.x + box.w / 2
    wide = max(side, min(box.w, 1.5 * side)) if any(emblem[1:]) else side
    main = 0.62 * side + (wide - side) * CORNER if any(emblem[1:]) else side
    draw_mark(canvas, Box(middle - main / 2, box.y + (side - main) / 2, main, main), emblem.main, color, 4)
    corner = CORNER * side
    left, right, low = middle - wide / 2, middle + wide / 2 - corner, box.bottom - corner
    for mark, x, y in ((emblem.when, left, box.y), (emblem.whom, right, box.y), (emblem.also, left, low)):
        if mark:
            draw_mark(canvas, Box(x, y, corner, corner), mark, ink, 7)
    if emblem.amount:
        size = max(canvas.least, 0.26 * side)
        w = max(corner, fonts.width(emblem.amount, size, True) + 6)
        _draw_amount(
            canvas, Box(middle + wide / 2 - w, box.bottom - size * 1.3, w, size * 1.3), emblem.amount, size, color
        )


def _draw_row(canvas: Canvas, box: Box, emblem: Emblem, color: str, ink: str) -> None:
    size = max(canvas.least, box.h * 0.5)
    wide = fonts.width(emblem.amount, size, True) + 6 + GAP if emblem.amount else 0.0
    wide = wide if wide < box.w - LEAST / 2 else 0.0
    shown = [name for name in ("when", "whom", "also") if getattr(emblem, name)]
    while True:
        side = min(box.h, (box.w - wide - GAP * len(shown)) / (1 + SMALLER * len(shown)))
        if side >= LEAST or not shown:
            break
        shown.pop()
    small, x = SMALLER * side, box.x + (box.w - wide - side - (SMALLER * side + GAP) * len(shown)) / 2
    for name in ("when", "main", "amount", "whom", "also"):
        if name == "main":
            draw_mark(canvas, Box(x, box.y + (box.h - side) / 2, side, side), emblem.main, color, 5)
            x += side + GAP
        elif name == "amount" and wide:
            _draw_amount(
                canvas, Box(x, box.y + (box.h - size * 1.2) / 2, wide - GAP, size * 1.2), emblem.amount, size, color
            )
            x += wide
        elif name in shown:
            draw_mark(canvas, Box(x, box.y + (box.h - small) / 2, small, small), getattr(emblem, name), ink, 8)
            x += small + GAP


def _draw_amount(canvas: Canvas, box: Box, amount: str, size: float, color: str) -> None:
    canvas.rect(box, color, r=box.h * 0.3)
    x, y = box.x + box.w / 2, box.y + box.h / 2 + size * 0.35
    canvas.text(x, y, amount, size=size, bold=True, color="bright", anchor="middle")


def draw_mark(canvas: Canvas, box: Box, mark: str, color: str, thick: float) -> None:
    noun, _, change = mark.partition(" ")
    if change == "each":  # two, one before the other
        small = 0.74 * box.w
        draw_mark(canvas, Box(box.right - small, box.y, small, small), noun, color, thick)
        draw_mark(canvas, Box(box.x, box.bottom - small, small, small), noun, color, thick)
        return
    moved = f"translate({box.x:.1f} {box.y:.1f}) scale({box.w / UNIT:.3f})"
    outline, over = _outlines(noun, change)
    if change == "again":  # inside the arrows
        canvas.path(outline, "card", color, 1.6 * thick, f"{moved} translate(21 21) scale(.58)")
        canvas.path(over, None, color, 1.5 * thick, moved)
        return
    canvas.path(outline, "card", color, thick, moved)
    if over:
        canvas.path(over, None, "card", 4 * thick, moved)
        canvas.path(over, None, color, 1.8 * thick, moved)


@lru_cache(maxsize=1024)
def _outlines(noun: str, change: str) -> tuple[str, str]:
    outline = grammar()["outline"]["face" if change.isdigit() else noun]
    if change.isdigit():
        pips = (
            f"M{20 + 30 * (k % 3)} {11 + 30 * (k // 3)}a9 9 0 1 1-.1 0Z"
            for k in (int(place) - 1 for place in PIPS[int(change) - 1])
        )
        return outline + "".join(pips), ""
    return outline, grammar()["change"][change] if change else ""
