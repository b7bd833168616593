"""Cards set up in a box: faces side by side as large as they have room, name tags where there are too many."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, log
from typing import NamedTuple

from fs_env.drawing.canvas import Box, Canvas, number
from fs_env.drawing.face import CUT, LEADING, Face, plan
from fs_env.drawing.parts import FITS, NAMED, Fit, Tile, tile, tiles
from fs_env.drawing.portrait import draw_face

GAP = 6.0
SHAPE = 0.9  # width of a card by its height that is read best
NARROWEST, WITH_NUMBERS, LOWEST = 72.0, 100.0, 40.0  # a face, one with hit points; what is smaller is a name tag
Size = tuple[float, float]  # width and height
LARGEST = (170.0, 236.0)
WIDER = (1.0, 1.25, 1.5, 1.75)  # widths of the largest card, where texts need them and the row has room
STEP = 2.0  # widths and heights are multiples: equal cards have equal faces in many pictures


class Laid(NamedTuple):
    """A card of a group: its `face`, None for a back, and its `place` and `card` in marked drawings, "" for neither."""

    face: Face | None
    place: str = ""
    card: str = ""


@lru_cache(maxsize=4_000)
def grid(
    faces: tuple[Face | None, ...], w: float, h: float, least: float, most: Size
) -> tuple[int, float, float] | None:
    """Columns, and width and height of a card, with which most cards can be read; None where faces or their names have no room.

    Args:
        faces: the cards.
        w, h: of the room for all.
        least: size of the smallest letters.
        most: width and height of the largest card.
    """
    best, found = None, None
    narrowest = WITH_NUMBERS if any(face and face.hp for face in faces) else NARROWEST
    for rows in range(1, len(faces) + 1):
        high = min(most[1], (h - GAP * (rows - 1)) / rows) // STEP * STEP
        if high < LOWEST:
            break
        columns = ceil(len(faces) / rows)
        room = (w - GAP * (columns - 1)) / columns
        if rows > 1 and columns == ceil(len(faces) / (rows - 1)):
            continue
        for wide in dict.fromkeys(min(most[0] * wider, room) // STEP * STEP for wider in WIDER):
            shape = -abs(log(wide / high / SHAPE))
            if wide < narrowest or (best is not None and (0, shape) <= best):
                continue
            lacks = [plan(face, wide, high, least).lacks for face in faces if face]
            if CUT not in lacks and (best is None or (-sum(lacks), shape) > best):
                best, found = (-sum(lacks), shape), (columns, wide, high)
    return found


def uneven(faces: tuple[Face | None, ...], w: float, h: float, least: float, most: Size) -> tuple[Box, ...] | None:
    """Places of cards in rows, each as wide as its text asks for; None where they have no room. Arguments as of `grid`."""
    for rows in (1, 2):
        high = min(most[1], (h - GAP * (rows - 1)) / rows) // STEP * STEP
        if high < LOWEST:
            break
        x, y, found = 0.0, 0.0, []
        for wide in (_width(face, w, high, least, most[0]) for face in faces):
            if x and x + wide > w:
                x, y = 0.0, y + high + GAP
            found.append(Box(x, y, wide, high))
            x += wide + GAP
        if y + high <= h and all(box.right <= w for box in found):
            return tuple(found)
    return None


def _width(face: Face | None, w: float, high: float, least: float, most: float) -> float:
    wide = WITH_NUMBERS if face and face.hp else NARROWEST + 4 * STEP
    while face and wide <= w:
        if not plan(face, wide, high, least).lacks:
            return wide
        wide += 4 * STEP
    return min(most, w) // STEP * STEP


@lru_cache(maxsize=4_000)
def arranged(
    faces: tuple[Face | None, ...], w: float, h: float, least: float, most: Size
) -> tuple[int, tuple[Box, ...]]:
    """How much of cards has no room, 0 where everything can be read, and their places from the upper left corner on, () for name
    tags. Arguments as of `grid`."""
    ways: list[tuple[Box, ...]] = []
    if found := grid(faces, w, h, least, most):
        columns, wide, high = found
        ways.append(
            tuple(Box(k % columns * (wide + GAP), k // columns * (high + GAP), wide, high) for k in range(len(faces)))
        )
    if not ways or any(_lacks(faces, ways[0], least)):
        ways += filter(None, [uneven(faces, w, h, least, most)])
    shown = [(_lacks(faces, way, least), way) for way in ways]
    whole = ((sum(lacks), way) for lacks, way in shown if CUT not in lacks)
    return min(whole, key=lambda one: one[0], default=(CUT * len(faces), ()))


def _lacks(faces: Sequence[Face | None], found: Sequence[Box], least: float) -> list[int]:
    return [plan(face, box.w, box.h, least).lacks for face, box in zip(faces, found, strict=True) if face]


def unread(cards: Sequence[Laid], w: float, h: float, least: float, most: Size) -> int:
    return arranged(tuple(one.face for one in cards), round(w, 1), round(h, 1), least, most)[0]


def lay_cards(
    canvas: Canvas, box: Box, cards: Sequence[Laid], most: Size = LARGEST, fits: Sequence[Fit] | None = None
) -> float:
    if canvas.card:
        return lay_loose(canvas, box, cards, *canvas.card)
    if not cards:
        return box.y
    _, found = arranged(tuple(one.face for one in cards), round(box.w, 1), round(box.h, 1), canvas.least, most)
    if not found:
        usual = FITS if any(one.face and one.face.hp for one in cards) else NAMED
        return tiles(canvas, box, [tag(one) for one in cards], fits or usual)
    for one, place in zip(cards, found, strict=True):
        lay(canvas, Box(box.x + place.x, box.y + place.y, place.w, place.h), one)
    return box.y + found[-1].bottom


def lay(canvas: Canvas, box: Box, one: Laid, plate: Fit | None = None) -> None:
    if one.face is not None and plate is None:
        draw_face(canvas, box, one.face, one.place, one.card)
    else:
        with canvas.mark(one.place, one.card):
            tile(canvas, box, tag(one, True), plate or FITS[0])


def lay_loose(canvas: Canvas, box: Box, cards: Sequence[Laid], w: float, h: float, plates: Sequence[Fit] = ()) -> float:
    plate = next((fit for fit in plates if fit.h <= h < LOWEST * 0.8), None)
    room = " ".join(map(number, (*box, w, h)))
    canvas.add(f'<g class="slots" data-room="{room}">')
    for one in cards:
        under = 4 * bool(one.face and one.face.under and not plate)  # peeps out of the slot: all cards are of one size
        canvas.add('<g class="slot">')
        lay(canvas, Box(0, -under, w + under, h + under), one, plate)
        canvas.add("</g>")
    canvas.add("</g>")
    return box.bottom


def tag(one: Laid, plate: bool = False) -> Tile:
    face = one.face
    if face is None:
        return Tile(None)
    mark = "∞" * face.eternal + (face.value if set("◆×") & set(face.value) else "")
    if face.hp:
        mark = f"♥{face.hp} {face.hits} ⚔{face.attack}"
    charge = plate and face.charge > face.turned
    return Tile(face.name, face.turned, mark, face.color, face.counters, one.place, one.card, charge)


@lru_cache(maxsize=8_000)
def needed(face: Face, w: float, least: float, low: float, high: float) -> float:
    """The height with which a card so wide has room for everything, between two bounds; more where its name asks for it."""
    h = low
    while h < high and plan(face, w, h, least).lacks:
        h += LEADING * least / 2
    h = named = min(h, high)
    while named < 2 * high and plan(face, w, named, least).lacks == CUT:
        named += LEADING * least / 2
    return named if named < 2 * high else h


class Columns(NamedTuple):
    """Rows of cards on a narrow drawing, which is as high as they need: cards in a row, the least and the greatest height of one."""

    n: int
    low: float
    high: float

    def rows(self, cards: Sequence[Laid], w: float, least: float) -> tuple[float, list[float]]:
        wide = (w - GAP * (self.n - 1)) / self.n // STEP * STEP
        rows = [cards[k : k + self.n] for k in range(0, len(cards), self.n)]
        heights = [[needed(one.face, wide, least, self.low, self.high) for one in row if one.face] for row in rows]
        return wide, [max(row, default=self.low) for row in heights]

    def height(self, cards: Sequence[Laid], w: float, least: float) -> float:
        return sum(high + GAP for high in self.rows(cards, w, least)[1])

    def draw(self, canvas: Canvas, x: float, y: float, w: float, cards: Sequence[Laid]) -> float:
        wide, heights = self.rows(cards, w, canvas.least)
        for k, high in enumerate(heights):
            for column, one in enumerate(cards[k * self.n : (k + 1) * self.n]):
                lay(canvas, Box(x + column * (wide + GAP), y, wide, high), one)
            y += high + GAP
        return y
