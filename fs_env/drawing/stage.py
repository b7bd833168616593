"""`Stage`: where a page that arranges a table by itself wants the parts of a drawing, and how large the cards in each."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from fs_env.drawing.canvas import Box

LONGEST = 1200  # letters of a stage
SMALLEST = 11.0  # letters of a drawing on a stage, whose units are pixels or more
PHONE = 600.0  # width below which a stage is a phone's
TEXT = re.compile(r"\d{2,4},\d{2,4}(?:;[a-z]{1,12}(?:-\d)?(?:,\d{1,4}){6}){1,30}", re.ASCII)


class Stage(NamedTuple):
    """A layout that a browser asked for: size of the drawing, places of its parts, and width and height of a card in each."""

    w: float
    h: float
    boxes: Mapping[str, Box]
    cards: Mapping[str, tuple[float, float]]


@lru_cache(maxsize=64)
def read_stage(text: str) -> Stage | None:
    """The stage written as "width,height;part,x,y,width,height,card width,card height;...", in whole units; None for any other text."""
    if len(text) > LONGEST or not TEXT.fullmatch(text):
        return None
    (w, h), *parts = (one.split(",") for one in text.split(";"))
    rows = {name: [max(1.0, float(number)) for number in numbers] for name, *numbers in parts}
    cards = {name: (row[4], row[5]) for name, row in rows.items()}
    return Stage(float(w), float(h), {name: Box(*row[:4]) for name, row in rows.items()}, cards)
