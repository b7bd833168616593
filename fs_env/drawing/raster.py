"""Drawings as pixels, part by part: a part that has not changed since an earlier picture is not made again.

Needs the extra "drawing": resvg makes PNG files of SVG with the font that is shipped along, Pillow reads them.
"""

from __future__ import annotations

import io
from functools import lru_cache
from math import ceil, floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.core.checks import check_choice, check_whole
from fs_env.drawing.canvas import Canvas
from fs_env.drawing.fonts import BOLD, FAMILY, REGULAR
from fs_env.drawing.themes import DARK, LIGHT, painted

WIDTH = 960  # pixels of a picture
REACH = 2  # units that an edge may stand out of the box of its part
KEPT = 512  # parts that are remembered
MISSING = "pictures need {}: install the extra \"drawing\", in the source tree python -m pip install '.[drawing]'"
Pixels = NDArray[np.uint8]


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
    check_whole("width", width, 16, 8192)
    colors = LIGHT if check_choice("theme", theme, ("light", "dark")) == "light" else DARK
    scale = width / canvas.width
    height = round(canvas.height * scale)
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = color_of(colors["table"])
    for part in canvas.parts:
        left, top = floor((part.box.x - REACH) * scale), floor((part.box.y - REACH) * scale)
        right, bottom = ceil((part.box.right + REACH) * scale), ceil((part.box.bottom + REACH) * scale)
        left, top, right, bottom = max(0, left), max(0, top), min(width, right), min(height, bottom)
        found = part_pixels(part.group(), left, top, right - left, bottom - top, scale, theme)
        picture[top:bottom, left:right] = found
    return picture


def color_of(code: str) -> tuple[int, ...]:
    """ "#rrggbb" as numbers."""
    return tuple(bytes.fromhex(code[1:]))


@lru_cache(maxsize=KEPT)
def part_pixels(group: str, left: int, top: int, wide: int, high: int, scale: float, theme: str) -> Pixels:
    """The rectangle of a picture that holds one part; the same array each time, not to be written."""
    try:
        import resvg_py
    except ImportError as error:
        raise ImportError(MISSING.format("resvg-py")) from error
    place = " ".join(f"{value / scale:.6g}" for value in (left, top, wide, high))
    size = f'width="{wide}" height="{high}" viewBox="{place}" preserveAspectRatio="none"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FAMILY}">'
    data = resvg_py.svg_to_bytes(
        svg_string=f"{head}{painted(group, theme)}</svg>",
        background=(LIGHT if theme == "light" else DARK)["table"],
        skip_system_fonts=True,
        font_files=[str(REGULAR), str(BOLD)],
    )
    found = read_png(bytes(data))
    if found.shape != (high, wide, 3):
        raise RuntimeError(f"a part of {wide} x {high} pixels was made with shape {found.shape}: please report it")
    found.flags.writeable = False
    return found


def read_png(data: bytes) -> Pixels:
    """A PNG file as an array. Raises ImportError without Pillow."""
    return np.array(_pillow().open(io.BytesIO(data)).convert("RGB"))


def write_png(picture: Pixels) -> bytes:
    """A picture as a PNG file. Raises ImportError without Pillow."""
    file = io.BytesIO()
    _pillow().fromarray(picture).save(file, "PNG")
    return file.getvalue()


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError as error:
        raise ImportError(MISSING.format("Pillow")) from error
    return Image
