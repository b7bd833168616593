"""The panel of an adventurer: who it is, where, the four traits as tracks, cards."""

from __future__ import annotations

from typing import Any

from fs_env.core.betrayal.content.adventurers import ADVENTURERS, POWERS
from fs_env.drawing import fonts
from fs_env.drawing.betrayal.card import by_name
from fs_env.drawing.canvas import Box, Canvas
from fs_env.drawing.card_layout import Columns, Laid, lay_cards, lay_loose
from fs_env.drawing.parts import FITS, PLATES, Fit, badges, frame
from fs_env.drawing.seats import Names
from fs_env.drawing.themes import seat_color

Plain = dict[str, Any]
TRAITS = ("might", "speed", "knowledge", "sanity")
TRACKS = {row.name: {name: getattr(row, name)[0].split() for name in TRAITS} for row in ADVENTURERS}
STARTS = {row.name: {name: getattr(row, name)[1] for name in TRAITS} for row in ADVENTURERS}
POWER = {row.name: POWERS[row.power][0] for row in ADVENTURERS}
ROW = 18.0  # height of a track
OWN = 2.0
TAG_FITS = (Fit(150, 180, 40, 2, 15), Fit(150, 180, 25, 1, 13), *FITS)
STRIP, SHORT = 79.0, 44.0  # height of the panel above the cards: name, place, tracks; of the dead, who need no tracks
BESIDE, LEFT = 520.0, 310.0  # width from which a stage has the cards of an adventurer beside the rest, and of the rest
SHORTER = 58.0  # width of a label that has no room for "Knowledge"
OF_POWER = 22.0  # height of the row with the reader's power
FACES, TAGS = Columns(3, 104.0, 310.0), Columns(3, 76.0, 76.0)  # on a narrow drawing: the reader's, those of others


def held(player: Plain) -> list[Laid]:
    cards = [Laid(by_name()[card], f"card:{card}", card) for card in player["cards"]]
    return cards + [Laid(by_name()[card].now(notes=("kept",)), f"card:{card}", card) for card in player["events"]]


def room_of(player: Plain, own: bool) -> float:
    rows = (len(player["cards"]) + len(player["events"]) + 1) // 2
    return rows * (OWN if own else 1.0) + 0.2


def strip_of(player: Plain, own: bool) -> float:
    return STRIP + OF_POWER * own if player["adventurer"] and player["alive"] else SHORT


def height(player: Plain, own: bool, w: float, least: float) -> float:
    return strip_of(player, own) + 16 + (FACES if own else TAGS).height(held(player), w - 22, least)


def draw_player(canvas: Canvas, box: Box, seat: int, view: Plain, names: Names, narrow: bool) -> None:
    player, asked = view["players"][seat], view["decision"]["player"] == seat
    color = seat_color(seat)
    frame(canvas, box, seat, asked)
    beside = canvas.card is not None and box.w >= BESIDE  # the cards
    inside = Box(box.x + 14, box.y + 5, (LEFT if beside else box.w) - 22, box.h - 10)
    words = (
        ("decides", asked, "asked"),
        ("won", seat in view["winners"], "soul"),
        ("turn", seat == view["turn_player"] and view["decision"]["player"] is not None, "soft"),
        ("traitor", player["side"] == "traitor", "heart"),
        ("hero", player["side"] == "hero", "seat2"),
        ("dead", not player["alive"], "ink"),
        ("escaped", player["escaped"], "seat2"),
    )
    end = badges(canvas, inside.right, inside.y + 14, canvas.least, words)
    r = 8.0
    canvas.circle(inside.x + r, inside.y + 10, r, color)
    canvas.text(inside.x + r, inside.y + 14, names.sign(seat), size=13, bold=True, color="bright", anchor="middle")
    x = inside.x + 2 * r + 5
    name = names.of(seat)
    x += canvas.text(x, inside.y + 15, name, size=15, bold=True, color=color, room=max(20.0, end - x - 4)) + 10
    where = player["tile"] or ("left the city" if player["escaped"] else "off the map" if player["alive"] else "dead")
    facts = [f"wards {player['wards']}"] if player["wards"] else []
    facts += [f"moved {player['moved']}"] if player["moved"] and seat == view["turn_player"] else []
    facts += ["next roll is 0"] if player["cursed"] else []
    who = player["adventurer"] or "no adventurer yet"
    shown = [" · ".join([*one, *facts]) for one in ((who, where), (who.split()[0], where), (who.split()[0],))]
    line = next((one for one in shown if fonts.width(one, canvas.least) <= inside.w), shown[-1])
    canvas.text(inside.x, inside.y + 33, line, size=canvas.least, color="soft", room=inside.w)
    own, y = seat == view["reader"], inside.y + 37
    strip = strip_of(player, own)
    if strip > SHORT:
        place = Box(inside.x, y - 1, inside.w, 19) if own else Box(x, inside.y, end - x, 19)
        _power(canvas, place, player["adventurer"], seat)
        y += OF_POWER * own
    left, right = Box(inside.x, y, inside.w, 2 * ROW).columns(1, 1, gap=10)
    for half, pair in ((left, TRAITS[:2]), (right, TRAITS[2:])):
        for k, trait in enumerate(pair if strip > SHORT else ()):
            track(canvas, Box(half.x, half.y + k * ROW, half.w, ROW), trait, player)
    top = box.y + strip
    below = Box(inside.x, top, inside.w, box.bottom - 4 - top)
    if beside:
        below = Box(box.x + LEFT, box.y + 7, box.w - LEFT - 8, box.h - 14)
    if narrow:
        (FACES if own else TAGS).draw(canvas, below.x, below.y + 4, below.w, held(player))
    elif canvas.card:
        lay_loose(canvas, below, held(player), *canvas.card, PLATES)
    elif below.h > 17:
        lay_cards(canvas, below, held(player), fits=TAG_FITS)


def _power(canvas: Canvas, box: Box, adventurer: str, seat: int) -> None:
    name = POWER[adventurer]
    wide = fonts.width(name, canvas.least) + 14
    if wide <= box.w:
        with canvas.mark(f"power:{seat}", adventurer):
            canvas.rect(Box(box.x, box.y, wide, box.h), "card", "line", r=4)
            canvas.text(box.x + 7, box.y + 14, name, size=canvas.least)


def track(canvas: Canvas, box: Box, trait: str, player: Plain) -> None:
    label = 80.0 if canvas.least > 13 else min(71.0, box.w - 99) if canvas.card else 71.0
    name = "Know" if trait == "knowledge" and label < SHORTER else trait.capitalize()
    canvas.text(box.x, box.y + 13.5, name, size=13, room=label - 2)
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
        canvas.text(cell.x + cell.w / 2, box.y + 13.5, number, size=13, bold=clip, color=ink, anchor="middle")
