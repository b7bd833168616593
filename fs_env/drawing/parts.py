"""Parts of drawings: cards, backs, piles, panels, hearts, dice, and grids that always have room."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fs_env.drawing import fonts
from fs_env.drawing.canvas import BODY, SHRINK, SMALL, Box, Canvas
from fs_env.drawing.shapes import bolt
from fs_env.drawing.themes import seat_color

GAP = 6.0
SYLLABLES = re.compile(r"(?<=\w[aeiouy])(?=[b-z][aeiouy]\w)|(?<=[aeiouy][^\Waeiouy])(?=[^\Waeiouy]{1,2}[aeiouy])")
NUMERAL = re.compile(r"^[IVX]+\. (The )?")
HEARTS = 8  # more are written as a number
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@dataclass(frozen=True)
class Tile:
    """A card on the table: the contents of a tile.

    Attributes:
        name: None is a back.
        turned: it is sideways: it is used.
        mark: a sign after the name, such as the points of a soul.
        color: of the sign and the stripe; "" has no stripe.
        counters: on it.
        place: its location, for marked drawings; "" is not marked.
        card: its name there, `name` if it is "".
        charge: it has an effect that is paid for by turning it, and is not turned.
    """

    name: str | None
    turned: bool = False
    mark: str = ""
    color: str = ""
    counters: int = 0
    place: str = ""
    card: str = ""
    charge: bool = False


class Fit(NamedTuple):
    """How tiles may be laid: the least and the greatest width of one, its height, its lines, the size of its letters."""

    least: float
    most: float
    h: float
    lines: int
    size: float


ROOMY, SNUG, FLAT, TIGHT, TINY = (
    Fit(98, 150, 42, 2, BODY),
    Fit(80, 150, 38, 2, 14),
    Fit(98, 150, 25, 1, BODY),
    Fit(76, 110, 21, 1, SMALL),
    Fit(56, 90, 18, 1, 11),
)
FITS = (ROOMY, FLAT, TIGHT, TINY)
NAMED = (ROOMY, SNUG, FLAT, TIGHT, TINY)  # of tiles without numbers
PLATES = Fit(90, 150, 28, 2, 12), Fit(90, 150, 17, 1, 13)  # on a page: a name on two lines, on one


def panel(canvas: Canvas, box: Box, title: str = "", *, edge: str = "line", thick: float = 1) -> Box:
    canvas.rect(box, "panel", edge, r=8, thick=thick)
    inside = box.inset(10)
    if not title:
        return inside
    canvas.heading(inside.x, inside.y + 12, title, inside.w)
    return Box(inside.x, inside.y + 20, inside.w, inside.h - 20)


def hearts(canvas: Canvas, x: float, y: float, hp: int, most: int, size: float = 16) -> float:
    if most <= HEARTS and hp <= HEARTS:
        full, empty = "♥" * hp, "♡" * max(0, most - hp)
        x += canvas.text(x, y, full, size=size, color="heart") if full else 0
        x += canvas.text(x, y, empty, size=size, color="heart") if empty else 0
    else:
        x += canvas.text(x, y, "♥", size=size, color="heart")
    return x + 4 + canvas.text(x + 4, y, f"{hp}/{most}", size=size - 2, bold=True)


def die(canvas: Canvas, box: Box, n: int, color: str = "ink") -> None:
    canvas.rect(box, "panel", color, r=box.w / 5, thick=1.5)
    if n not in PIPS:
        _number_on(canvas, box, n)
    x, y = box.x + box.w / 2, box.y + box.h / 2
    for dx, dy in PIPS.get(n, ()):
        canvas.circle(x + dx * box.w * 0.25, y + dy * box.h * 0.25, box.w * 0.09, color)


def eight_sided(canvas: Canvas, box: Box, n: int) -> None:
    x, y = box.x + box.w / 2, box.y + box.h / 2
    low, high = y + box.h / 5, y - box.h / 5
    right, left = box.right, box.x
    corners = [(x, box.y), (right, high), (right, low), (x, box.bottom), (left, low), (left, high)]
    canvas.path("M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in corners) + "Z", "panel", "asked", 2)
    _number_on(canvas, box, n)


def _number_on(canvas: Canvas, box: Box, n: int) -> None:
    x, base = box.x + box.w / 2, box.y + box.h * 0.68
    canvas.text(x, base, str(n), size=box.h * 0.5, bold=True, anchor="middle", room=box.w - 4)


def back(canvas: Canvas, box: Box) -> None:
    canvas.rect(box, "back", "line", r=3)
    x, y, r = box.x + box.w / 2, box.y + box.h / 2, min(box.w, box.h) * 0.25
    points = f"M{x:.1f} {y - r:.1f}L{x + r:.1f} {y:.1f}L{x:.1f} {y + r:.1f}L{x - r:.1f} {y:.1f}Z"
    canvas.path(points, None, "panel", 1.5)


def tile(canvas: Canvas, box: Box, shown: Tile, fit: Fit) -> None:
    if shown.name is None:
        back(canvas, box)
        return
    canvas.rect(box, "used" if shown.turned else "card", "soft" if shown.turned else "line", dash="4 3" * shown.turned)
    left = box.x + 6
    if shown.color:
        canvas.rect(Box(box.x, box.y, 4, box.h), shown.color, r=2)
        left += 4
    end = box.right - 5
    base = box.y + box.h / 2 + fit.size * 0.36
    if shown.counters:
        n, r = str(shown.counters), fit.size * 0.58
        canvas.circle(end - r, box.y + box.h / 2, r, "coin")
        canvas.text(end - r, base - 0.5, n, size=fit.size - 3, bold=True, color="bright", anchor="middle", room=2 * r)
        end -= 2 * r + 3
    for sign, color in ((shown.mark, shown.color or "soft"), ("↷" * shown.turned, "soft")):
        if sign:
            canvas.text(end, base, sign, size=fit.size, bold=True, color=color, anchor="end")
            end -= fonts.width(sign, fit.size, True) + 3
    if shown.charge:
        bolt(canvas, end - fit.size * 0.75, base + 1, fit.size * 0.9, "asked", True)
    room, ink = end - left - fit.size * shown.charge, "soft" if shown.turned else "ink"
    if fit.lines == 1 or fonts.width(shown.name, fit.size) <= room:
        canvas.text(left, base, brief(shown.name, room, fit.size), size=fit.size, color=ink, room=room)
        return
    lines = wrap_tile(shown.name, room, fit.size)
    step = fit.size + 1.5
    first = box.y + box.h / 2 + fit.size * 0.36 - step * (len(lines) - 1) / 2
    canvas.lines(left, first, lines, step, size=fit.size, color=ink, room=room)


def brief(name: str, room: float, size: float) -> str:
    short = NUMERAL.sub("", name)
    return name if fonts.width(name, size * SHRINK) <= room else short


def wrap_tile(name: str, room: float, size: float) -> list[str]:
    """A name on two lines, broken where the longer of the two is shortest; without its numeral or in a word where that has no room."""
    found, short = [], NUMERAL.sub("", name)
    for shown in (name, short, SYLLABLES.sub("- ", short)):
        words = shown.split()
        cuts = [[" ".join(part).replace("- ", "") for part in (words[:k], words[k:])] for k in range(1, len(words))]
        found.append(min(cuts or [[shown]], key=lambda lines: max(fonts.width(line, size) for line in lines)))
    return next((one for one in found if max(fonts.width(line, size * SHRINK) for line in one) <= room), found[1])


def places(box: Box, n: int, fits: Sequence[Fit] = FITS, gap: float = 5) -> tuple[Fit, list[Box]]:
    """The first way to lay n tiles that has room for all, and their places; the last way with as many as it can hold."""
    for fit in fits:
        columns = max(1, int((box.w + gap) // (fit.least + gap)))
        rows = int((box.h + gap) // (fit.h + gap))
        if columns * rows >= n:
            break
    if fit is fits[0]:
        columns = max(1, min(columns, n))
    w = min((box.w - gap * (columns - 1)) / columns, fit.most)
    found = [
        Box(box.x + (w + gap) * (k % columns), box.y + (fit.h + gap) * (k // columns), w, fit.h)
        for k in range(min(n, columns * rows))
    ]
    return fit, found


def tiles(canvas: Canvas, box: Box, shown: Sequence[Tile], fits: Sequence[Fit] = FITS) -> float:
    """Cards in a grid; where they are too many, the last place counts the others. Returns where it ends."""
    ways = [places(box, len(shown), (fit,)) for fit in fits] + [_flow(box, shown, TIGHT)]
    whole = (way for way in ways if len(way[1]) == len(shown) and _readable(shown, way[1], way[0], canvas.least))
    fit, found = next(whole, None) or places(box, len(shown), fits)
    left_out = len(shown) - len(found)
    for k, (where, card) in enumerate(zip(found, shown, strict=False)):
        if left_out and k == len(found) - 1:
            text = f"+{left_out + 1} more"
            canvas.rect(where, None, "line", dash="2 3")
            y = where.y + where.h / 2 + fit.size * 0.36
            canvas.text(where.x + where.w / 2, y, text, size=fit.size, color="soft", anchor="middle", room=where.w - 4)
        else:
            with canvas.mark(card.place, card.card or card.name or ""):
                tile(canvas, where, card, fit)
    return found[-1].bottom if found else box.y


def _beside_name(card: Tile, fit: Fit) -> float:
    signs = sum(fonts.width(sign, fit.size, True) + 3 for sign in (card.mark, "↷" * card.turned) if sign)
    return 11 + 4 * bool(card.color) + signs + (1.16 * fit.size + 3) * bool(card.counters)


def _readable(shown: Sequence[Tile], found: Sequence[Box], fit: Fit, least: float) -> bool:
    size = max(least, fit.size * SHRINK)
    for card, box in zip(shown, found, strict=True):
        room, name = box.w - _beside_name(card, fit), card.name or ""
        lines = wrap_tile(name, room, fit.size) if fit.lines > 1 and name else [brief(name, room, fit.size)]
        if any(fonts.width(line, size) > room for line in lines):
            return False
    return True


def _flow(box: Box, shown: Sequence[Tile], fit: Fit, gap: float = 5) -> tuple[Fit, list[Box]]:
    found, x, y = [], box.x, box.y
    for card in shown:
        w = fonts.width(card.name or "", fit.size) + _beside_name(card, fit) + 1
        if x > box.x and x + w > box.right:
            x, y = box.x, y + fit.h + gap
        if x + w > box.right or y + fit.h > box.bottom:
            break
        found.append(Box(x, y, w, fit.h))
        x += w + gap
    return fit, found


def hand_size(canvas: Canvas, x: float, y: float, n: int) -> float:
    """A back and the number of cards in a hand; returns where they end."""
    back(canvas, Box(x, y - 14, 12, 17))
    return x + 15 + canvas.text(x + 15, y, str(n), size=16, bold=True)


def pile(canvas: Canvas, box: Box, name: str, size: int, lines: Sequence[str]) -> None:
    with canvas.mark(f"deck:{name}"):
        _pile(canvas, box, name, size, lines)


def _pile(canvas: Canvas, box: Box, name: str, size: int, lines: Sequence[str]) -> None:
    stock = Box(box.x, box.y + 2, 36, min(44.0, box.h - 4))
    if size:
        back(canvas, Box(stock.x + 3, stock.y - 2, stock.w, stock.h))
        canvas.rect(stock, "back", "line", r=3)
    else:
        canvas.rect(stock, None, "line", r=3, dash="4 3")
    middle, color = stock.y + stock.h / 2 + 5, "bright" if size else "soft"
    canvas.text(stock.x + 18, middle, str(size), size=BODY, bold=True, color=color, anchor="middle", room=34)
    x, y, room, step = box.x + 48, box.y + 13, box.w - 48, canvas.least + 3
    canvas.text(x, y, name, size=BODY, bold=True, room=room)
    for k, text in enumerate(lines):
        left = int((box.bottom - y) // step)
        found = _listed(text, room, canvas.least, min(left, max(3, left - 3 * (len(lines) - 1 - k))))
        y = canvas.lines(x, y + step, found, step, size=canvas.least, color="soft", room=room) - step


def _listed(text: str, room: float, size: float, most: int) -> tuple[str, ...]:
    names = text.split(", ")
    for n in range(len(names), 0, -1):
        more = f", +{len(names) - n} more" if n < len(names) else ""
        found = fonts.wrap(", ".join(names[:n]) + more, room, size)
        if len(found) <= most:
            return found
    return ()


def frame(canvas: Canvas, box: Box, seat: int, asked: bool) -> None:
    with canvas.mark(f"player:{seat}"):
        canvas.rect(box, "panel", "asked" if asked else "line", r=8, thick=3 if asked else 1)
    canvas.rect(Box(box.x + 2, box.y + 8, 5, box.h - 16), seat_color(seat), r=2.5)


def badges(canvas: Canvas, right: float, y: float, size: float, words: Sequence[tuple[str, bool, str]]) -> float:
    for word, holds, fill in words:
        if holds:
            right = badge(canvas, right, y, word, fill, size)
    return right


def badge(canvas: Canvas, right: float, y: float, text: str, fill: str, size: float = SMALL) -> float:
    """A word on a coloured ground that ends at `right`, its baseline at `y`; returns where it begins."""
    size = max(size, canvas.least)
    wide = fonts.width(text, size, True) + 12
    canvas.rect(Box(right - wide, y - size, wide, size + 6), fill, r=5)
    canvas.text(right - wide / 2, y, text, size=size, bold=True, color="bright", anchor="middle")
    return right - wide - 5
