"""Faces of cards drawn: the silhouette with the name, the kind, signs of the state, the text below a sign, numbers and last lines."""

from __future__ import annotations

from functools import lru_cache

from fs_env.drawing import fonts
from fs_env.drawing.canvas import Box, Canvas
from fs_env.drawing.face import APART, LEADING, ROOMY, SMALL_SIGN, Face, Plan, band_height, height, pad, plan
from fs_env.drawing.parts import HEARTS
from fs_env.drawing.shapes import band, bolt, dots_on, sheet, sword, text_lines
from fs_env.drawing.signs import draw_emblem, draw_mark

LARGE, TINY_SIGN = 112.0, 12.0  # height of the emblem with enough room, and of the smallest beside the sign for text


def draw_face(canvas: Canvas, box: Box, face: Face, place: str = "", card: str = "") -> None:
    box = draw_under(canvas, box, face)
    with canvas.mark(place, card, (box.x, box.y)):
        for line in _lines(face, round(box.w, 1), round(box.h, 1), canvas.least):
            canvas.add(line)


def draw_under(canvas: Canvas, box: Box, face: Face) -> Box:
    if not face.under:
        return box
    canvas.path(sheet(face.shape, Box(box.x + 4, box.y, box.w - 4, box.h - 4)), "back", "line")
    return Box(box.x, box.y + 4, box.w - 4, box.h - 4)


@lru_cache(maxsize=4_000)
def _lines(face: Face, w: float, h: float, least: float) -> tuple[str, ...]:
    canvas, box = Canvas(0, 0, least=least), Box(0, 0, w, h)
    with canvas.part("card", box):
        _draw(canvas, box, face, plan(face, w, h, least))
    return tuple(canvas.parts[0].lines)


def _draw(canvas: Canvas, box: Box, face: Face, how: Plan) -> None:
    least, edge = canvas.least, pad(box.w)
    inside = Box(box.x + edge, box.y, box.w - 2 * edge, box.h)
    color, ink = face.color, "soft" if face.pale else "ink"
    outline, thick = ("asked", 4) if face.chosen else (color, 1.5)
    canvas.path(sheet(face.shape, box), "used" if face.pale else "panel", outline, thick, dash="5 4" * face.pale)
    low = box.y + band_height(face, box, how.name, how.name_size)
    canvas.path(band(face.shape, box, low), "soft" if face.pale else color)
    step = how.name_size * LEADING
    y = low - step * len(how.name) + how.name_size * 0.95 - (5 if box.w >= ROOMY else 2.5)
    middle = box.x + box.w / 2
    for k, words in enumerate(how.name):
        canvas.text(
            middle, y + k * step, words, size=how.name_size, bold=True, color="bright", anchor="middle", room=inside.w
        )
    top, free = low, 0.0
    marks = face.charge or face.eternal or face.turned or face.counters
    if (how.kind or marks) and low + least <= box.bottom:
        base = low + least * 1.05
        end = _marks(canvas, inside.right, base, face) if marks else inside.right
        free = end - inside.x
        if how.kind:
            wide = fonts.width(face.kind, least)
            x = middle if middle + wide / 2 <= end - 2 else (inside.x + end) / 2
            canvas.text(x, base, face.kind, color="soft", size=least, anchor="middle", room=end - inside.x)
            free = x - wide / 2 - inside.x
        top = low + least * LEADING + 2
    line = least * LEADING
    numbers = line + 1 if face.hp or face.hits or face.attack else 0.0
    foot = box.bottom - 4 - line * len(how.foot)
    has_sign = _text(canvas, Box(inside.x, top, inside.w, foot - numbers * 1.25 - top), face, how, color, ink)
    if not has_sign and free > line:  # beside the kind
        draw_mark(canvas, Box(inside.x, low + 2, line, line), face.emblem.main, "soft" if face.pale else color, 7)
    if numbers:
        _stats(canvas, Box(inside.x, foot - numbers, inside.w, numbers), face)
    _last_lines(canvas, Box(inside.x, foot, inside.w, line * len(how.foot)), face, how)
    if face.texts and not how.text:
        wide = fonts.width(face.value, least, True) + least + 3
        free = wide < inside.w and not any(how.foot) and not numbers and box.bottom - 7 >= top + least
        end = box.y + 3.5 if low > box.bottom - 6 else box.bottom  # above a name that takes all of the card
        text_lines(canvas, inside.x, box.bottom - 7, least, "soft") if free else dots_on(canvas, middle, end)


def _marks(canvas: Canvas, right: float, base: float, face: Face) -> float:
    size = canvas.least
    x = right
    if face.counters:
        wide = size * 0.9 if face.counters < 10 else size * 1.5
        canvas.rect(Box(x - wide - 4, base - size * 0.98, wide + 4, size * 1.18), "coin", r=size * 0.58)
        canvas.text(
            x - wide / 2 - 2, base - 0.5, str(face.counters), size=size, bold=True, color="bright", anchor="middle"
        )
        x -= wide + 6
    if face.charge:
        bolt(canvas, x - size * 0.85, base + 1, size, "soft" if face.turned else "asked", not face.turned)
        x -= size + 1
    for sign, holds in (("∞", face.eternal), ("↷", face.turned)):
        if holds:
            canvas.text(x, base, sign, size=size, bold=True, color="soft", anchor="end")
            x -= size + 1
    return x


def _last_lines(canvas: Canvas, box: Box, face: Face, how: Plan) -> None:
    least, y = canvas.least, box.y
    notes = len(fonts.wrap(", ".join(face.notes), box.w, least, False, 2))
    for k, words in enumerate(how.foot):
        y += least * LEADING
        canvas.text(box.x, y - 3, words, size=least, color="asked" if k < notes else "soft", room=box.w)
    if face.value and how.foot:
        shown = face.value if fonts.width(face.value, least, True) <= box.w else face.value.partition(" point")[0]
        canvas.text(box.right, y - 3, shown, size=least, bold=True, color="soul", anchor="end")


def _stats(canvas: Canvas, line: Box, face: Face) -> None:
    size, (now, _, most) = max(canvas.least, 15.0), face.hp.partition("/")

    def lack(hp: str) -> float:
        return fonts.width(f"♥{hp}{face.hits}{face.attack}", size, True) + size + 8 - line.w

    if lack(face.hp) > -8:
        size = canvas.least
    y, left, right, tight = line.bottom - 4, line.x, line.right, lack(face.hp) > -8
    if face.attack:
        if line.w >= ROOMY - 24:
            right -= canvas.text(right, y, "attack", size=canvas.least, color="soft", anchor="end") + 4
        if lack(now) <= 0:
            sword(canvas, right - size, y + 1, size, "heart")
            right -= size + 2 - tight
        right -= canvas.text(right, y, face.attack, size=size, bold=True, anchor="end")
    wide = fonts.width(face.hits, size, True) + (2 if tight else 6) if face.hits else 0.0
    if face.hp:
        n, full = int(now), int(most or now)
        hearts = "♥" * n + "♡" * (full - n)
        shown = fonts.width(face.hp, size - 1, True) + 3
        if full > HEARTS or fonts.width(hearts, size) + shown + wide + 16 > right - left:
            hearts = "♥"
        left += canvas.text(left, y, hearts, size=size, color="heart") + (1 if tight else 3)
        brief = tight and (now == most or lack(face.hp) > 0)
        left += canvas.text(left, y, now if brief else face.hp, size=size - 1, bold=True)
    if face.hits:
        x = max(left + 2, (left + right - wide) / 2)
        canvas.rect(Box(x, y - size * 0.92, wide, size * 1.18), "card", "ink", r=4)
        canvas.text(x + wide / 2, y, face.hits, size=size, bold=True, anchor="middle")


def _text(canvas: Canvas, box: Box, face: Face, how: Plan, color: str, ink: str) -> bool:
    """Draws the text below the emblem, or beside the sign for a text without room; returns whether the emblem has room."""
    high = height(how.text, how.size)
    sign = min(LARGE, (box.h - high) - 10, box.w)
    middle = box.x + box.w / 2
    top = box.y
    if face.texts and not how.text:
        sign = min(sign, box.h - canvas.least - 12)
        left = canvas.least + 4
        beside = Box(box.x + left, box.y + 1, box.w - left * (1 + (box.w > 60)), box.h - 2)
        if sign < SMALL_SIGN - 4 and beside.h >= TINY_SIGN:
            draw_emblem(canvas, beside, face.emblem, "soft" if face.pale else color, ink)
            return True
    if sign >= SMALL_SIGN - 4:
        gap = (box.h - high - sign) / (3 if high else 2)
        draw_emblem(canvas, Box(box.x, box.y + gap, box.w, sign), face.emblem, "soft" if face.pale else color, ink)
        top = box.y + gap + sign
    y = top + max(0.0, (box.bottom - top - high) / 2) + how.size * 0.92
    for k, part in enumerate(how.text):
        if k:
            canvas.rect(Box(middle - 14, y - how.size * 0.92 + APART / 2 - 0.5, 28, 1), "line", r=0)
            y += APART
        for line in part:
            canvas.text(middle, y, line, size=how.size, color=ink, anchor="middle", room=box.w)
            y += how.size * LEADING
    return sign >= SMALL_SIGN - 4
