"""Drawings as pixels, shape by shape: a shape that was in an earlier picture is not made again.

Needs the extra "drawing": resvg makes PNG files of SVG, Pillow reads them and writes texts.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import unescape
from math import ceil, floor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fs_env.core.checks import check_choice, check_whole
from fs_env.drawing.canvas import Box, Canvas
from fs_env.drawing.letters import MISSING, ink_of, pillow
from fs_env.drawing.sprites import Place, Sprite, Sprites, pack
from fs_env.drawing.themes import DARK, LIGHT, painted

WIDTH = 960  # pixels of a picture
MOST = 8192  # pixels
REACH = 2  # units that an edge may stand out of the box of its shape
ABOVE, BELOW = 1.1, 0.4  # of the size of letters, from the baseline
KEPT_SHAPES = 32 << 20  # bytes of shapes that are remembered
KEPT_PARTS = 64  # parts that are remembered
COLOR = re.compile(r'fill="([^"]*)"')
NUMBER = re.compile(r' (x|y|width|height|cx|cy|r|font-size|textLength)="([^"]*)"')
Pixels = NDArray[np.uint8]


class Shape(NamedTuple):
    """An element of a drawing, or a group of them that is moved together: its SVG and where it lies, in pixels of the picture."""

    svg: str
    place: Place
    scale: float
    theme: str


SPRITES: Sprites[Shape] = Sprites(KEPT_SHAPES)


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
    picture = blank(height, width, theme)
    for part in canvas.parts:
        place = placed(part.box, scale, width, height)
        picture[place.rows, place.columns] = part_pixels(tuple(part.lines), part.box, place, scale, theme)
    return picture


def blank(high: int, wide: int, theme: str) -> Pixels:
    """A picture with nothing on the table."""
    color = color_of((LIGHT if theme == "light" else DARK)["table"])
    picture = np.empty((high, 3 * wide), np.uint8)
    picture[:] = np.tile(np.array(color, np.uint8), wide)  # row by row, which is quicker than pixel by pixel
    return picture.reshape(high, wide, 3)


@lru_cache(maxsize=KEPT_PARTS)
def part_pixels(lines: tuple[str, ...], box: Box, place: Place, scale: float, theme: str) -> Pixels:
    """The rectangle of a picture that holds one part; the same array each time, not to be written."""
    shapes = [
        shape
        for svg, around in elements(lines, box)
        if (shape := Shape(svg, place.common(placed(around, scale)), scale, theme)).place.area
    ]
    missing = [shape for shape in dict.fromkeys(shapes) if shape not in SPRITES]
    texts = [shape for shape in missing if shape.svg.startswith("<text")]
    SPRITES.add(write_texts, texts)
    SPRITES.add(draw_shapes, [shape for shape in missing if shape not in texts])
    found = blank(place.high, place.wide, theme)
    for shape in shapes:
        SPRITES[shape].paint(found, place)
    SPRITES.shrink()
    found.flags.writeable = False
    return found


def color_of(code: str) -> tuple[int, ...]:
    """ "#rrggbb" as numbers."""
    return tuple(bytes.fromhex(code[1:]))


def elements(lines: Sequence[str], box: Box) -> Iterator[tuple[str, Box]]:
    """The elements of a part, in the order of painting, with boxes that hold them; a moved group is one of them."""
    moved: list[str] = []
    for line in lines:
        if moved:
            moved.append(line)
            if line == "</g>":
                yield "".join(moved), box
                moved = []
        elif line.startswith("<g ") and " transform=" in line:
            moved = [line]
        elif not line.startswith(("<g ", "</g>")):
            yield line, box_of(line) or box


@lru_cache(maxsize=20_000)
def numbers(line: str) -> dict[str, float]:
    """The numbers that say where an element lies and how large it is."""
    return {name: float(value) for name, value in NUMBER.findall(line.partition(">")[0])}


def box_of(line: str) -> Box | None:
    """A box that holds an element, None for outlines in SVG's own words."""
    at = numbers(line)
    if line.startswith("<rect"):
        return Box(at["x"], at["y"], at["width"], at["height"])
    if line.startswith("<circle"):
        return Box(at["cx"] - at["r"], at["cy"] - at["r"], 2 * at["r"], 2 * at["r"])
    if not line.startswith("<text"):
        return None
    size = at["font-size"]
    return Box(beginning(line), at["y"] - ABOVE * size, at["textLength"], (ABOVE + BELOW) * size)


def beginning(line: str) -> float:
    """Where a text begins."""
    before = 0.5 if 'text-anchor="middle"' in line else 1.0 if 'text-anchor="end"' in line else 0.0
    return numbers(line)["x"] - before * numbers(line)["textLength"]


def placed(box: Box, scale: float, width: int = MOST, height: int = MOST) -> Place:
    """The pixels that a box reaches, of a picture of this size."""
    left, top = floor((box.x - REACH) * scale), floor((box.y - REACH) * scale)
    right, bottom = ceil((box.right + REACH) * scale), ceil((box.bottom + REACH) * scale)
    return Place(left, top, right - left, bottom - top).common(Place(0, 0, width, height))


def write_texts(shapes: Sequence[Shape]) -> list[Sprite]:
    """Sprites of texts. Raises ImportError without the extra "drawing"."""
    return [write_text(shape) for shape in shapes]


def write_text(shape: Shape) -> Sprite:
    """The sprite of one text."""
    svg, place, scale, theme = shape
    line, at = painted(svg, theme), numbers(svg)
    text = unescape(line[line.index(">") + 1 : -len("</text>")])
    x, y = scale * beginning(svg) - place.left, scale * at["y"] - place.top
    found = np.empty((place.high, place.wide, 4), np.uint8)
    found[:, :, :3] = color_of(COLOR.search(line)[1])  # type: ignore[index]
    found[:, :, 3] = ink_of(text, x, y, scale * at["font-size"], "font-weight" in line, place.wide, place.high)
    return Sprite.cut(found, place)


def draw_shapes(shapes: Sequence[Shape]) -> list[Sprite]:
    """Sprites of shapes, all from one sheet. Raises ImportError without the extra "drawing"."""
    spots, wide, high = pack([shape.place for shape in shapes], WIDTH)
    inner = []
    for (svg, place, scale, theme), (x, y) in zip(shapes, spots, strict=True):
        view = " ".join(f"{value / scale:.6g}" for value in place)
        size = f'x="{x}" y="{y}" width="{place.wide}" height="{place.high}" viewBox="{view}" preserveAspectRatio="none"'
        inner.append(f"<svg {size}>{painted(svg, theme)}</svg>")
    sheet = read_sheet(f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">{"".join(inner)}</svg>')
    if sheet.shape != (high, wide, 4):
        raise RuntimeError(f"a sheet of {wide} x {high} pixels was made with shape {sheet.shape}: please report it")
    return [
        Sprite.cut(sheet[y : y + place.high, x : x + place.wide], place)
        for (_, place, _, _), (x, y) in zip(shapes, spots, strict=True)
    ]


def read_sheet(svg: str) -> Pixels:
    """An SVG document as pixels with their opacity."""
    try:
        import resvg_py
    except ImportError as error:
        raise ImportError(MISSING.format("resvg-py")) from error
    data = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    return np.array(pillow().open(io.BytesIO(bytes(data))).convert("RGBA"))


def read_png(data: bytes) -> Pixels:
    """A PNG file as an array. Raises ImportError without Pillow."""
    return np.array(pillow().open(io.BytesIO(data)).convert("RGB"))


def write_png(picture: Pixels) -> bytes:
    """A picture as a PNG file. Raises ImportError without Pillow."""
    file = io.BytesIO()
    pillow().fromarray(picture).save(file, "PNG")
    return file.getvalue()
