"""The panel of an adventurer: who it is, where, the four traits as tracks, cards."""

from __future__ import annotations

from typing import Any

from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.drawing import fonts
from fs_env.drawing.canvas import SMALL, Box, Canvas
from fs_env.drawing.parts import FITS, Tile, badge, tiles
from fs_env.drawing.seats import Names
from fs_env.drawing.themes import seat_color

Plain = dict[str, Any]
TRACKS = {
    row.name: {name: getattr(row, name)[0].split() for name in ("might", "speed", "knowledge", "sanity")}
    for row in ADVENTURERS
}
STARTS = {
    row.name: {name: getattr(row, name)[1] for name in ("might", "speed", "knowledge", "sanity")} for row in ADVENTURERS
}
ROW = 17.0  # height of a track


def draw_player(canvas: Canvas, box: Box, seat: int, view: Plain, names: Names) -> None:
    """An adventurer in a box of at least 100 units."""
    player, asked = view["players"][seat], view["decision"]["player"] == seat
    color = seat_color(seat)
    with canvas.mark(f"player:{seat}"):
        canvas.rect(box, "panel", "asked" if asked else "line", r=8, thick=3 if asked else 1)
    canvas.rect(Box(box.x + 2, box.y + 8, 5, box.h - 16), color, r=2.5)
    inside = Box(box.x + 14, box.y + 5, box.w - 22, box.h - 10)
    end = inside.right
    for word, holds, fill in (
        ("decides", asked, "asked"),
        ("won", seat in view["winners"], "soul"),
        ("turn", seat == view["turn_player"], "soft"),
        ("traitor", player["side"] == "traitor", "heart"),
        ("hero", player["side"] == "hero", "seat2"),
        ("dead", not player["alive"], "ink"),
        ("escaped", player["escaped"], "seat2"),
    ):
        if holds:
            end = badge(canvas, end, inside.y + 14, word, fill, 11)
    r = 8.0
    canvas.circle(inside.x + r, inside.y + 10, r, color)
    canvas.text(inside.x + r, inside.y + 14, str(seat), size=11, bold=True, color="bright", anchor="middle", room=15)
    x = inside.x + 2 * r + 5
    name = names.of(seat)
    canvas.text(x, inside.y + 15, name, size=15, bold=True, color=color, room=max(20.0, end - x - 4))
    where = player["tile"] or ("left the city" if player["escaped"] else "off the map" if player["alive"] else "dead")
    moved = f" · moved {player['moved']}" if player["moved"] and seat == view["turn_player"] else ""
    cursed = " · next roll is 0" if player["cursed"] else ""
    line = f"{player['adventurer'] or 'no adventurer yet'} · {where}{moved}{cursed}"
    canvas.text(inside.x, inside.y + 33, line, size=SMALL, color="soft", room=inside.w)
    y = inside.y + 40
    left, right = Box(inside.x, y, inside.w, 2 * ROW).columns(1, 1, gap=10)
    for half, pair in ((left, ("might", "speed")), (right, ("knowledge", "sanity"))):
        for k, trait in enumerate(pair if player["adventurer"] else ()):
            _track(canvas, Box(half.x, half.y + k * ROW, half.w, ROW), trait, player)
    below = Box(inside.x, y + 2 * ROW + 4, inside.w, inside.bottom - y - 2 * ROW - 4)
    shown = [Tile(card, place=f"card:{card}") for card in player["cards"]]
    shown += [Tile(event, mark="event", place=f"card:{event}") for event in player["events"]]
    if shown and below.h > 17:
        tiles(canvas, below, shown, FITS)


def _track(canvas: Canvas, box: Box, trait: str, player: Plain) -> None:
    """The numbers of a track from the skull on; the clip is filled, the starting value underlined."""
    label = 66.0
    canvas.text(box.x, box.y + 12.5, trait.capitalize(), size=12, room=label - 4)
    numbers, at = TRACKS[player["adventurer"]][trait], player["spaces"][trait]
    w = (box.w - label) / 9
    for k, number in enumerate(["×", *numbers]):
        cell = Box(box.x + label + k * w, box.y + 1.5, w - 1, ROW - 4)
        clip = k == at
        if clip:
            canvas.rect(cell, "heart" if k <= 1 else "ink", r=2)
        if k == STARTS[player["adventurer"]][trait]:
            canvas.rect(Box(cell.x, cell.bottom, cell.w, 1.5), "soul", r=0)
        ink = "panel" if clip else "soft"
        size = 12.0 if fonts.width(number, 12, clip) <= cell.w else 10.0
        canvas.text(cell.x + cell.w / 2, box.y + 12.5, number, size=size, bold=clip, color=ink, anchor="middle", room=w)
