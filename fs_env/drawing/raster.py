"""Drawings as pixels, part by part: a part, its ground, a card or a text that was in an earlier picture is reused.

Needs the extra "drawing": resvg renders SVG to PNG files, Pillow reads them and draws texts.
"""

from __future__ import annotations

import io
import re
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from html import unescape
from math import ceil, floor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fs_env.core.checks import check_choice, check_whole
from fs_env.drawing import fonts
from fs_env.drawing.canvas import Box, Canvas
from fs_env.drawing.letters import MISSING, ink_of, pillow
from fs_env.drawing.sprites import Place, Sprite, Sprites, pack
from fs_env.drawing.themes import DARK, LIGHT, painted

WIDTH = 960  # pixels of a picture
QUARTERS, FINER = 4, 16  # of a pixel: where texts may begin, and cards
MOST = 8192  # pixels
REACH = 2  # units that an edge may stand out of the box of its shape
ABOVE, BELOW = 1.1, 0.4  # of the size of letters, from the baseline
KEPT_TEXTS, KEPT_CARDS = 16 << 20, 48 << 20  # bytes of texts and cards that are remembered
KEPT_PARTS = 200  # parts that are remembered
COLOR = re.compile(r'fill="([^"]*)"')
MOVED = re.compile(r'transform="translate\(([-\d.]+) ([-\d.]+)\)"')
OUTLINE, STEP = re.compile(r' d="([^"]*)"'), re.compile(r"([A-Z])([^A-Z]*)")
NUMBER = re.compile(r' (x|y|width|height|cx|cy|r|font-size|textLength)="([^"]*)"')
Pixels = NDArray[np.uint8]


class Text(NamedTuple):
    """A line of text without its position: its letters, their size in pixels, weight and colour ("#rrggbb"), and how many quarters of a
    pixel it begins to the right of a pixel's edge and below one."""

    text: str
    size: float
    bold: bool
    color: str
    right: int = 0
    below: int = 0


class Card(NamedTuple):
    """The shapes of a group that is moved as a whole, wherever it lies: its lines of SVG, its size in units, pixels of a unit, the
    theme, and at which part of a pixel it begins."""

    lines: tuple[str, ...]
    wide: float
    high: float
    scale: float
    theme: str
    right: int = 0
    below: int = 0

    @property
    def place(self) -> Place:
        edge = ceil(REACH * self.scale)
        wide, high = (ceil(side * self.scale) + 1 + 2 * edge for side in (self.wide, self.high))
        return Place(-edge, -edge, wide, high)


class Ground(NamedTuple):
    """All that lies below the cards and texts of a part: its lines of SVG and where it lies, in pixels of the picture."""

    lines: tuple[str, ...]
    place: Place
    scale: float
    theme: str


class Whole(NamedTuple):
    """A part: its ground, its cards with the pixel of the picture where the corner of each lies, and its texts with that where each
    begins on its baseline."""

    ground: Ground
    cards: tuple[tuple[Card, int, int], ...]
    texts: tuple[tuple[Text, int, int], ...]


TEXTS: Sprites[Text] = Sprites(KEPT_TEXTS)
CARDS: Sprites[Card] = Sprites(KEPT_CARDS)


def pixels(canvas: Canvas, width: int = WIDTH, theme: str = "light") -> Pixels:
    """A drawing as pixels.

    Args:
        canvas: the drawing.
        width: of the picture, in pixels; the height follows from the drawing.
        theme: "light" or "dark".

    Returns:
        uint8 of shape (height, width, 3): red, green, blue.

    Raises:
        ValueError: a width below 16 or above 8192, or another theme.
        ImportError: the extra "drawing" is not installed; names it.
    """
    check_whole("width", width, 16, MOST)
    check_choice("theme", theme, ("light", "dark"))
    scale = width / canvas.width
    height = round(canvas.height * scale)
    parts = [taken_apart(tuple(part.lines), part.box, scale, theme, width, height) for part in canvas.parts]
    make_shapes([part for part in parts if part not in PARTS])
    picture = blank(height, width, theme)
    for part in parts:
        if part not in PARTS:
            PARTS[part] = part_pixels(part)
        PARTS.move_to_end(part)
        picture[part.ground.place.rows, part.ground.place.columns] = PARTS[part]
    CARDS.shrink()
    for stored, most in ((PARTS, KEPT_PARTS), (GROUNDS, KEPT_PARTS)):
        while len(stored) > most:
            stored.popitem(last=False)
    return picture


def forget() -> None:
    for stored in (PARTS, GROUNDS, CARDS, TEXTS):
        stored.clear()


@lru_cache(maxsize=KEPT_PARTS)
def taken_apart(lines: tuple[str, ...], box: Box, scale: float, theme: str, width: int, height: int) -> Whole:
    place = placed(box, scale, width, height)
    ground: list[str] = []
    cards: list[tuple[Card, int, int]] = []
    texts: list[tuple[Text, int, int]] = []
    corner, shapes = (0.0, 0.0), ground  # of the group that is open, and where its shapes go
    for line in lines:
        moved = MOVED.search(line) if line.startswith("<g ") else None
        if line.startswith("<text"):
            text, x, y = text_of(line, scale, theme)
            (left, right), (top, below) = (
                shared(x + scale * corner[0], QUARTERS),
                shared(y + scale * corner[1], QUARTERS),
            )
            texts.append((text._replace(right=right, below=below), left, top))
        elif moved:
            corner, shapes = (float(moved[1]), float(moved[2])), []
        elif line == "</g>" and shapes is not ground:
            (left, right), (top, below) = shared(scale * corner[0], FINER), shared(scale * corner[1], FINER)
            cards.append((Card(tuple(shapes), *size_of(shapes[0]), scale, theme, right, below), left, top))
            corner, shapes = (0.0, 0.0), ground
        else:
            shapes.append(line)
    return Whole(Ground(tuple(ground), place, scale, theme), tuple(cards), tuple(texts))


def shared(x: float, parts: int) -> tuple[int, int]:
    return divmod(round(x * parts), parts)


@lru_cache(maxsize=4_000)
def size_of(outline: str) -> tuple[float, float]:
    steps = STEP.findall(OUTLINE.findall(outline)[0])
    points = [(step, [float(value) for value in given.split()]) for step, given in steps]
    xs = [x for step, given in points if step != "V" for x in (given if step == "H" else given[::2])]
    ys = [y for step, given in points if step != "H" for y in (given if step == "V" else given[1::2])]
    return max(xs), max(ys)


@lru_cache(maxsize=20_000)
def text_of(line: str, scale: float, theme: str) -> tuple[Text, float, float]:
    shown, at = painted(line, theme), numbers(line)
    text = unescape(shown[shown.index(">") + 1 : -len("</text>")])
    found = Text(text, scale * at["font-size"], "font-weight" in shown, COLOR.search(shown)[1])  # type: ignore[index]
    return found, scale * beginning(line), scale * at["y"]


PARTS: OrderedDict[Whole, Pixels] = OrderedDict()
GROUNDS: OrderedDict[Ground, Pixels] = OrderedDict()


def blank(high: int, wide: int, theme: str) -> Pixels:
    color = color_of((LIGHT if theme == "light" else DARK)["table"])
    picture = np.empty((high, 3 * wide), np.uint8)
    picture[:] = np.tile(np.array(color, np.uint8), wide)  # row by row, which is quicker than pixel by pixel
    return picture.reshape(high, wide, 3)


def part_pixels(part: Whole) -> Pixels:
    found = GROUNDS[part.ground].copy()
    place = part.ground.place
    for card, x, y in part.cards:
        CARDS[card].paint(found, Place(place.left - x, place.top - y, place.wide, place.high))
    for text, x, y in part.texts:
        if text not in TEXTS:
            TEXTS.add(text, write_text(text))
        TEXTS[text].paint(found, Place(place.left - x, place.top - y, place.wide, place.high))
    TEXTS.shrink()
    return found


def color_of(code: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(code[1:]))


@lru_cache(maxsize=20_000)
def numbers(line: str) -> dict[str, float]:
    return {name: float(value) for name, value in NUMBER.findall(line.partition(">")[0])}


def beginning(line: str) -> float:
    before = 0.5 if 'text-anchor="middle"' in line else 1.0 if 'text-anchor="end"' in line else 0.0
    return numbers(line)["x"] - before * numbers(line)["textLength"]


def placed(box: Box, scale: float, width: int = MOST, height: int = MOST) -> Place:
    left, top = floor((box.x - REACH) * scale), floor((box.y - REACH) * scale)
    right, bottom = ceil((box.right + REACH) * scale), ceil((box.bottom + REACH) * scale)
    return Place(left, top, right - left, bottom - top).common(Place(0, 0, width, height))


def write_text(one: Text) -> Sprite:
    before, above = 2, ceil(ABOVE * one.size)
    wide, high = ceil(fonts.width(one.text, one.size, one.bold)) + 2 * before, above + ceil(BELOW * one.size) + 1
    found = np.empty((high, wide, 4), np.uint8)
    found[:, :, :3] = color_of(one.color)
    found[:, :, 3] = ink_of(
        one.text, before + one.right / QUARTERS, above + one.below / QUARTERS, one.size, one.bold, wide, high
    )
    return Sprite.cut(found, Place(-before, -above, wide, high))


def make_shapes(parts: Sequence[Whole]) -> None:
    """Renders the missing grounds and cards of parts, all on one sheet. Raises ImportError without the extra "drawing"."""
    grounds = [ground for ground in dict.fromkeys(part.ground for part in parts) if ground not in GROUNDS]
    cards = [card for card in dict.fromkeys(card for part in parts for card, _, _ in part.cards) if card not in CARDS]
    missing: list[Ground | Card] = [*grounds, *cards]
    if not missing:
        return
    spots, wide, high = pack([one.place for one in missing], WIDTH)
    inner = []
    for one, (x, y) in zip(missing, spots, strict=True):
        place, right, below = one.place, 0.0, 0.0
        if isinstance(one, Card):
            right, below = one.right / FINER, one.below / FINER
        else:
            table = (LIGHT if one.theme == "light" else DARK)["table"]
            inner.append(f'<rect x="{x}" y="{y}" width="{place.wide}" height="{place.high}" fill="{table}"/>')
        moved = f"translate({x - place.left + right:g} {y - place.top + below:g}) scale({one.scale:.6g})"
        inner.append(f'<g transform="{moved}">{painted("".join(one.lines), one.theme)}</g>')
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">{"".join(inner)}</svg>'
    sheet = read_sheet(svg)
    if sheet.shape != (high, wide, 4):
        raise RuntimeError(f"a sheet of {wide} x {high} pixels has shape {sheet.shape}: please report it")
    drawn = {
        one: sheet[y : y + one.place.high, x : x + one.place.wide] for one, (x, y) in zip(missing, spots, strict=True)
    }
    GROUNDS.update((ground, drawn[ground][:, :, :3].copy()) for ground in grounds)
    for card in cards:
        CARDS.add(card, Sprite.cut(drawn[card], card.place))


def read_sheet(svg: str) -> Pixels:
    try:
        import resvg_py
    except ImportError as error:
        raise ImportError(MISSING.format("resvg-py")) from error
    data = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    return np.array(pillow().open(io.BytesIO(bytes(data))).convert("RGBA"))
