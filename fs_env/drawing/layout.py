"""The layout of a table: its size on a screen and on a phone, where players and cards are, and the drawing of all parts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

from fs_env.drawing.canvas import SMALL, Box, Canvas, Part, Rows, number
from fs_env.drawing.stage import SMALLEST, Stage

WIDTH, HEIGHT, MARGIN = 1200.0, 900.0, 10.0
NARROW, LETTERS = 520.0, 15.3  # width of a drawing for phones, and its smallest letters: 11 pixels of 360
UNDER = 5.0  # between the strip of a player and the cards below it
Draw = Callable[[Canvas, Box], object]
DRAWN = 2_000  # parts that are stored: most of a table is as it was in the drawing before, or in that of another seat
_drawn: OrderedDict[Hashable, list[str]] = OrderedDict()


@dataclass(frozen=True)
class Same:
    """A `Draw` that draws equal lines wherever its `key`, which holds all that it reads but canvas and box, is equal."""

    key: Hashable
    draw: Draw

    def __call__(self, canvas: Canvas, box: Box) -> None:
        key = self.key, box, canvas.card, canvas.width, canvas.least, canvas.marked
        lines = _drawn.get(key)
        if lines is not None:
            canvas.parts[-1].lines.extend(lines)
            return
        before = len(canvas.parts[-1].lines)
        self.draw(canvas, box)
        _drawn[key] = canvas.parts[-1].lines[before:]
        while len(_drawn) > DRAWN:
            _drawn.popitem(last=False)


@dataclass
class Column(Rows):
    x: float = MARGIN
    y: float = MARGIN
    w: float = NARROW - 2 * MARGIN

    def player(self, seat: int, strip: float, cards: float) -> dict[str, Box]:
        above = self.next(strip)
        self.y -= self.gap - UNDER
        return {f"player-{seat}": above, f"cards-{seat}": self.next(cards)}


def player_boxes(seats: list[Box], strip: float) -> dict[str, Box]:
    found = {}
    for seat, box in enumerate(seats):
        found[f"player-{seat}"] = Box(box.x, box.y, box.w, strip)
        found[f"cards-{seat}"] = Box(box.x, box.y + strip + UNDER, box.w, box.h - strip - UNDER)
    return found


def compose(
    title: str, at: Mapping[str, Box], parts: Mapping[str, Draw], *, marked: bool, narrow: bool, stage: Stage | None
) -> Canvas:
    """The drawing of all parts that have a box, in the order of `parts`; `narrow` ones are as high as they need."""
    width, height = (NARROW, max(box.bottom for box in at.values()) + MARGIN) if narrow else (WIDTH, HEIGHT)
    canvas = Canvas(width, height, title, marked=marked, least=LETTERS if narrow else SMALL)
    if stage:
        canvas = Canvas(stage.w, stage.h, title, marked=True, least=SMALLEST, cards=stage.cards)
    for name, draw in parts.items():
        if name in at:
            box = at[name]
            canvas.parts.append(Part(name, box, []))
            if not marked or stage:
                draw(canvas, box)
                continue
            canvas.add(f'<g transform="translate({number(box.x)} {number(box.y)})">')  # equal parts have equal lines
            draw(canvas, Box(0.0, 0.0, box.w, box.h))
            canvas.add("</g>")
    return canvas
