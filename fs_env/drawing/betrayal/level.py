"""A level of the map as a grid: tiles with their doors, symbols, links and tokens, figures, and the tile that is being turned."""

from __future__ import annotations

from typing import Any

from fs_env.core.betrayal.codes import Symbol
from fs_env.core.betrayal.tables import TILES
from fs_env.drawing import fonts
from fs_env.drawing.canvas import Box, Canvas
from fs_env.drawing.themes import seat_color

Plain = dict[str, Any]
ROWS = {tile.name: tile for tile in TILES}
COLORS = {"building": "heart", "street": "coin", "catacomb": "soul", "internal": "soft", "illusion": "asked"}
LETTERS = {Symbol.EVENT: "E", Symbol.ITEM: "I", Symbol.OMEN: "O"}
LARGEST = 132.0  # side of a tile
LEGEND = 22.0  # room above a level
EDGE = 4.0  # room beside a level


def bounds(view: Plain, level: str) -> tuple[int, int, int, int]:
    """The first column and row of a level, and how many there are, with the place of a tile that is being laid."""
    tiles = [tile for tile in view["tiles"] if tile["level"] == level]
    if view["laying"] and view["laying"]["level"] == level:
        tiles = [*tiles, view["laying"]]
    xs, ys = [tile["x"] for tile in tiles], [tile["y"] for tile in tiles]
    return min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def draw_level(canvas: Canvas, box: Box, view: Plain, level: str) -> None:
    """A level in the middle of its box, its tiles as large as fit."""
    canvas.rect(box, "panel", "line", r=8)
    canvas.text(box.x + 10, box.y + 17, f"the {level}", size=canvas.least, bold=True, color="soft", room=box.w - 20)
    x0, y0, columns, rows = bounds(view, level)
    room = Box(box.x + EDGE, box.y + LEGEND, box.w - 2 * EDGE, box.h - LEGEND - 8)
    size = min(LARGEST, room.w / columns, room.h / rows)
    left, top = room.x + (room.w - size * columns) / 2, room.y + (room.h - size * rows) / 2
    for tile in view["tiles"]:
        if tile["level"] == level:
            where = Box(left + (tile["x"] - x0) * size, top + (tile["y"] - y0) * size, size, size)
            with canvas.mark(f"tile:{tile['tile']}", tile["tile"]):
                _tile(canvas, where.inset(1.5), tile, view)
    if view["laying"] and view["laying"]["level"] == level:
        tile = view["laying"]
        where = Box(left + (tile["x"] - x0) * size, top + (tile["y"] - y0) * size, size, size)
        with canvas.mark(f"tile:{tile['tile']}", tile["tile"]):
            _new(canvas, where.inset(1.5), tile)


def _doors(canvas: Canvas, box: Box, doors: dict[str, str], thick: float) -> None:
    """A bar in the colour of the door on each side that has one."""
    wide = box.w * 0.34
    x, y = box.x + (box.w - wide) / 2, box.y + (box.h - wide) / 2
    for side, kind in doors.items():
        bar = {
            "north": Box(x, box.y - 1, wide, thick),
            "south": Box(x, box.bottom - thick + 1, wide, thick),
            "west": Box(box.x - 1, y, thick, wide),
            "east": Box(box.right - thick + 1, y, thick, wide),
        }[side]
        canvas.rect(bar, COLORS[kind], r=1)


def _name(canvas: Canvas, box: Box, name: str, color: str, share: float) -> float:
    """The name of a tile on up to three lines, as large as fits into that share of its height; returns where it ends."""
    room, least = box.w - 8, canvas.least
    sizes = (least + 2, least + 1, least, least - 1, least - 2, least - 3, least - 4)
    tightest = min(sizes[-1], 0.99 * room / fonts.longest_word(name))  # of a very large map: rather tiny than cut
    size = next((size for size in sizes if _fits(name, room, size, box.h * share)), tightest)
    lines = fonts.wrap(name, room, size, False, 3)
    y = box.y + box.h * 0.06 + 3 + size * 0.8
    for line in lines:
        canvas.text(box.x + box.w / 2, y, line, size=size, color=color, anchor="middle", tiny=True)
        y += size + 0.5
    return y - size * 0.7


def _fits(name: str, room: float, size: float, high: float) -> bool:
    return len(fonts.wrap(name, room, size)) * (size + 0.5) < high and fonts.longest_word(name) * size <= room


def _tile(canvas: Canvas, box: Box, tile: Plain, view: Plain) -> None:
    row = ROWS[tile["tile"]]
    canvas.rect(box, "card", "line", r=3)
    thick = max(3.0, box.w * 0.06)
    _doors(canvas, box, tile["doors"], thick)
    end = _name(canvas, box, tile["tile"], "ink", 0.44 if figures_on(tile["tile"], view) else 0.62)
    foot = canvas.least
    base = box.bottom - thick - 3
    x = box.x + thick + 3
    if row.symbol != Symbol.NOTHING:
        x += canvas.text(x, base, LETTERS[row.symbol], size=foot, bold=True, color="soft") + 3
    for sign, holds in (("stairs", bool(row.stairs)), ("grate", row.grate)):
        if holds:
            _link(canvas, Box(x, base - foot + 2, foot - 1, foot - 2), sign)
            x += foot + 2
    notes = [
        *(token.replace("_", " ") for token in tile["tokens"]),
        *([f"{len(tile['cards'])} cards"] if len(tile["cards"]) > 1 else tile["cards"]),
    ]
    if notes:
        room = box.right - thick - 3 - x
        told = ", ".join(notes)
        if fonts.width(told, foot) > room:  # the card of the tile says which
            told = "1 card" if tile["cards"] and len(notes) == 1 else f"{len(notes)} things" if notes[1:] else told
        told = told if fonts.width(told, foot) <= room else "●"
        canvas.text(x, base, told, size=foot, color="asked")
    _figures(canvas, Box(box.x + thick + 2, end, box.w - 2 * thick - 4, base - foot - 1 - end), tile["tile"], view)


def _link(canvas: Canvas, box: Box, sign: str) -> None:
    """Stairs as steps, a grate as bars."""
    if sign == "stairs":
        w, h = box.w / 3, box.h / 3
        steps = "".join(f"H{box.x + (k + 1) * w:.1f}V{box.bottom - (k + 1) * h:.1f}" for k in range(3))
        canvas.path(f"M{box.x:.1f} {box.bottom:.1f}{steps}", None, "soft", 1.5)
    else:
        for k in range(4):
            x = box.x + box.w * k / 3
            canvas.path(f"M{x:.1f} {box.y:.1f}V{box.bottom:.1f}", None, "soft", 1.5)


def figures_on(name: str, view: Plain) -> list[tuple[str, str, str]]:
    """The figures on a tile: place in a marked drawing, number, colour; the reader's and the one that is asked first."""
    seats = [p for p, player in enumerate(view["players"]) if player["tile"] == name and player["alive"]]
    seats.sort(key=lambda p: (p != view["decision"]["player"], p != view["reader"], p))
    found = [(f"player:{p}", str(p), seat_color(p)) for p in seats]
    monsters = [m for m in view["monsters"] if m["tile"] == name]
    return found + [(f"monster:{m['monster']}", str(m["monster"]), "line" if m["stunned"] else "ink") for m in monsters]


def _figures(canvas: Canvas, box: Box, name: str, view: Plain) -> None:
    """Players as discs with the number of the seat, monsters as squares with theirs; those that have no room are counted."""
    found = figures_on(name, view)
    if not found or box.h < canvas.least:
        return
    r = min(13.0, max(canvas.least * 0.62, min(box.h / 2, box.w / 6)))
    across = max(1, int(box.w // (2 * r + 1)))
    rows = max(1, int(box.h // (2 * r)))
    shown = found if len(found) <= across * rows else found[: max(0, across * rows - 1)]
    for k, (place, number, color) in enumerate(shown):
        in_row = min(across, len(shown) - k // across * across + (len(found) > len(shown)))
        x = box.x + box.w / 2 + (k % across - (in_row - 1) / 2) * (2 * r + 1)
        y = box.y + box.h / 2 + (k // across - (min(rows, -(-len(found) // across)) - 1) / 2) * 2 * r
        with canvas.mark(place):
            _figure(canvas, x, y, r, number, color, place, view)
    if len(shown) < len(found):
        text = f"+{len(found) - len(shown)}"
        canvas.text(box.right, box.bottom, text, size=canvas.least, bold=True, anchor="end")


def _figure(canvas: Canvas, x: float, y: float, r: float, number: str, color: str, place: str, view: Plain) -> None:
    asked = place == f"player:{view['decision']['player']}"
    if place.startswith("player"):
        canvas.circle(x, y, r - 0.5, color, "asked" if asked else "panel")
    else:
        canvas.rect(Box(x - r + 1, y - r + 1, 2 * r - 2, 2 * r - 2), color, "panel", r=2)
    ink = "soft" if color == "line" else "panel" if color == "ink" else "bright"
    canvas.text(
        x, y + r * 0.45, number, size=max(canvas.least, r * 1.3), bold=True, color=ink, anchor="middle", room=2 * r
    )


def _new(canvas: Canvas, box: Box, tile: Plain) -> None:
    """The place of the tile that is being turned, with its doors as they are printed."""
    canvas.rect(box, "used", "asked", r=3, thick=2, dash="5 3")
    _doors(canvas, box.inset(box.w * 0.12), tile["doors"], max(2.5, box.w * 0.05))
    _name(canvas, box.inset(box.w * 0.12), tile["tile"], "asked", 0.6)
