"""`Stage`: where a page that arranges a table by itself wants the parts of a drawing, and how large the cards in each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from fs_env.drawing.canvas import Box

LONGEST = 1200  # letters of a stage
LETTERS = 11.0  # size of the smallest ones on a stage, whose units are pixels or more
TEXT = re.compile(r"\d{2,4},\d{2,4}(?:;[a-z]{1,12}(?:-\d)?(?:,\d{1,4}){6}){1,30}", re.ASCII)


class Stage(NamedTuple):
    """A layout that a browser asked for.

    Attributes:
        w, h: size of the drawing.
        boxes: the place of each part by its name.
        cards: width and height of a card in each part.
    """

    w: float
    h: float
    boxes: Mapping[str, Box]
    cards: Mapping[str, tuple[float, float]]

    @property
    def narrow(self) -> bool:
        """Whether it is a phone's."""
        return self.w < 600


@lru_cache(maxsize=64)
def read_stage(text: str) -> Stage | None:
    """The stage written as "width,height;part,x,y,width,height,card width,card height;...", in whole units; None for any other text."""
    if len(text) > LONGEST or not TEXT.fullmatch(text):
        return None
    size, *parts = (one.split(",") for one in text.split(";"))
    rows = {name: [max(1.0, float(number)) for number in numbers] for name, *numbers in parts}
    boxes = {name: Box(*row[:4]) for name, row in rows.items()}
    return Stage(float(size[0]), float(size[1]), boxes, {name: (row[4], row[5]) for name, row in rows.items()})
