"""The first choice of a game: adventurers as cards side by side, both sides of a card together, traits as tracks and the power in words."""

from __future__ import annotations

from typing import Any

from fs_env.core.betrayal.content.adventurers import ADVENTURERS, POWERS
from fs_env.drawing import fonts
from fs_env.drawing.betrayal.player import ROW, STARTS, TRACKS, track
from fs_env.drawing.canvas import Box, Canvas
from fs_env.drawing.parts import panel
from fs_env.drawing.shapes import band, rise, sheet

Plain = dict[str, Any]
ROWS = {row.name: row for row in ADVENTURERS}
SIDES = 2  # of a card
APART, BETWEEN = 12.0, 3.0  # between two cards, and between the sides of one
EDGE = 8.0  # beside the texts
TITLE = 40.0  # margins and heading of the panel
NAME = 15.0  # size of the letters of a name
LEADING = 1.2
LARGEST = 16.0  # size of the letters of a text
CLOSE = 0.5  # of the usual space between texts, where all have room only with that


def free(view: Plain) -> list[tuple[str, ...]]:
    """The cards of which one side can be chosen now: their sides by name; [] while something else is asked."""
    decision, players = view["decision"], view["players"]
    if decision["question"] != "adventurer":
        return []
    dealt = players[decision["player"]]["adventurer"]
    taken = {player["adventurer"] for player in players}
    cards = [tuple(row.name for row in ADVENTURERS[k : k + SIDES]) for k in range(0, len(ADVENTURERS), SIDES)]
    return [card for card in cards if (dealt in card if dealt else not taken & set(card))]


def choice_height(view: Plain, w: float, least: float) -> float:
    wide = _wide(w - 20, 1)
    rows = [max(_height(name, wide, least) for name in card) for card in free(view)]
    return TITLE + sum(rows) + APART * (len(rows) - 1)


def draw_choice(canvas: Canvas, box: Box, view: Plain, narrow: bool) -> None:
    cards = free(view)
    inside = panel(canvas, box, "two sides on each card; traits begin at the mark")
    columns = 1 if narrow or len(cards) == 1 else 2
    wide = _wide(inside.w, columns)
    rows = [cards[k : k + columns] for k in range(0, len(cards), columns)]
    size = canvas.least if narrow else LARGEST
    space = 1.0
    while True:
        heights = [max(_height(name, wide, size, space) for card in row for name in card) for row in rows]
        fits = sum(heights) + APART * space * (len(rows) - 1) <= inside.h
        if fits or (size <= canvas.least and (narrow or space < 1)):
            break
        size, space = (size - 1, space) if size > canvas.least else (size, CLOSE)
    y = inside.y
    for row, high in zip(rows, heights, strict=True):
        x = inside.x
        for card in row:
            for name in card:
                with canvas.mark(f"adventurer:{name}", name):
                    _side(canvas, Box(x, y, wide, high), name, max(size, canvas.least), space)
                x += wide + BETWEEN
            x += APART - BETWEEN
        y += high + APART * space


def _wide(w: float, columns: int) -> float:
    return (w - APART * (columns - 1) - BETWEEN * columns) / (SIDES * columns)


def _text(name: str, w: float, size: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
    power = ": ".join(POWERS[ROWS[name].power])
    return fonts.wrap(name, w - 2 * EDGE, NAME, True), fonts.wrap(power, w - 2 * EDGE, size)


def _height(name: str, w: float, size: float, space: float = 1.0) -> float:
    title, power = _text(name, w, size)
    return 12 + NAME * LEADING * len(title) + size * LEADING * (1 + len(power)) + (4 * ROW - 24) + 42 * space


def _side(canvas: Canvas, box: Box, name: str, size: float, space: float) -> None:
    row, (title, power) = ROWS[name], _text(name, box.w, size)
    low = box.y + 12 + NAME * LEADING * len(title)
    canvas.path(sheet("arch", box), "card", "seat0", 1.5)
    canvas.path(band("arch", box, low), "seat0")
    middle = box.x + box.w / 2
    y = box.y + rise("arch", box) * 0.6 + NAME
    canvas.lines(middle, y, title, NAME * LEADING, size=NAME, bold=True, color="bright", anchor="middle")
    y = low + size * LEADING
    canvas.text(middle, y, f"{row.race} {row.calling}", size=size, color="soft", anchor="middle")
    y += 4 * space
    for trait in TRACKS[name]:
        place = Box(box.x + EDGE, y, box.w - 2 * EDGE, ROW - 6 * (1 - space))
        track(canvas, place, trait, {"adventurer": name, "spaces": STARTS[name]})
        y += place.h
    canvas.lines(box.x + EDGE, y + 4 * space + size, power, size * LEADING, size=size)
