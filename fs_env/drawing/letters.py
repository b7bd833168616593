"""Lines of text as ink, in the font that is shipped along: Pillow writes them, which takes it a hundredth of the time of resvg.

Needs Pillow, of the extra "drawing".
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.drawing.fonts import BOLD, REGULAR, advances, estimate

FINER = 4  # letters are written that much larger, and made smaller again
MISSING = "pictures need {}: install the extra \"drawing\", in the source tree python -m pip install '.[drawing]'"


def ink_of(text: str, x: float, y: float, size: float, bold: bool, wide: int, high: int) -> NDArray[np.uint8]:
    """A line of text from (x, y) on, in pixels, as uint8 (high, wide) from 0 for none to 255; each letter to a quarter of a pixel."""
    paper = pillow().new("L", (FINER * wide, FINER * high))
    at, base = FINER * x, round(FINER * y)
    for character in text:
        known = advances(bold).get(character)
        step = estimate(character) if known is None else known
        ink, left, top = letter(character, bold, FINER * size) if step else (None, 0, 0)
        if ink is not None:
            paper.paste(255, (round(at) + left, base + top), ink)
        at += FINER * size * step
    return np.asarray(paper.reduce(FINER))


@lru_cache(maxsize=2000)
def letter(character: str, bold: bool, size: float) -> tuple[Any, int, int]:
    left, top, right, bottom = (int(edge) for edge in font(bold, size).getbbox(character, anchor="ls"))
    if right <= left or bottom <= top:
        return None, 0, 0
    ink = pillow().new("L", (right - left, bottom - top))
    pillow("ImageDraw").Draw(ink).text((-left, -top), character, fill=255, font=font(bold, size), anchor="ls")
    return ink, left, top


@lru_cache(maxsize=64)
def font(bold: bool, size: float) -> Any:
    return pillow("ImageFont").truetype(str(BOLD if bold else REGULAR), size)


def pillow(module: str = "Image") -> Any:
    try:
        return import_module(f"PIL.{module}")
    except ImportError as error:
        raise ImportError(MISSING.format("Pillow")) from error
