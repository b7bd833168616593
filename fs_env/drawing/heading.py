"""The heading of a table: whose decision it is, what is asked, and below it how far the game has come."""

from __future__ import annotations

from typing import Any, NamedTuple

from fs_env.drawing import fonts
from fs_env.drawing.canvas import BODY, Box, Canvas
from fs_env.drawing.layout import MARGIN, WIDTH
from fs_env.drawing.seats import Names
from fs_env.drawing.themes import seat_color

HIGH, LOW = 60.0, 30.0  # of a wide heading with and without a question
SIZES = (24.0, 20.0, 17.0)  # of the question on one line, the first that has room
SIZE, LINE = 18.0, 22.0  # of the question on several lines
MOST, FURTHER = 5, 4  # lines of a question, and of what stands below it
STEP = BODY + 3  # height of one of these
INDENT, BORDER, ROOM = 16.0, 14.0, 9.0  # beside the texts, above and below them


class Heading(NamedTuple):
    """Seat, question and turn in the heading of a drawing.

    Attributes:
        seat: whose decision it is, None when the game is over.
        asked: the question, or how the game ended, with names put in; "" where it is next to the drawing.
        about: turn, phase and the like.
    """

    seat: int | None
    asked: str
    about: str

    @classmethod
    def of(cls, seat: int | None, asked: str, about: str, names: Names) -> Heading:
        return cls(seat, names.put(asked) if names.asks else "", names.put(about))

    @classmethod
    def of_turn(cls, view: dict[str, Any], names: Names) -> Heading:
        over = view["decision"]["player"] is None
        about = f"turn {view['turn']}" + ("" if over else f" · turn of player_{view['turn_player']}")
        return cls.of(view["decision"]["player"], view["decision"]["text"], about, names)

    def box(self, high: float = 0.0) -> Box:
        return Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, max(high, HIGH if self.asked else LOW))

    def _lines(self, width: float, kept: float, least: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
        room = width - INDENT - BORDER
        asked = fonts.wrap(self.asked, room, SIZE, True, MOST) if self.asked else ()
        return asked, fonts.wrap(self.about, room - kept, max(BODY, least), False, FURTHER)

    def height(self, width: float, least: float, kept: float = 0.0) -> float:
        asked, about = self._lines(width, kept, least)
        return 2 * ROOM + LINE * (max(2, len(asked)) if asked else 0) + STEP * len(about)

    def draw(self, canvas: Canvas, box: Box, narrow: bool, kept: float = 0.0) -> None:
        canvas.rect(box, "panel", "asked" if self.asked else "line", r=8, thick=2 if self.asked else 1)
        if self.seat is not None:
            canvas.rect(Box(box.x + 1, box.y + 1, 8, box.h - 2), seat_color(self.seat), r=4)
        x, room = box.x + INDENT, box.w - INDENT - BORDER - kept
        if narrow:
            asked, about = self._lines(box.w, kept, canvas.least)
            high = LINE * len(asked) + STEP * len(about)
            y = box.y + (box.h - high) / 2 + BODY
            y = canvas.lines(x, y + 2, asked, LINE, size=SIZE, bold=True, room=room + kept) if asked else y - 2
            canvas.lines(x, y, about, STEP, size=BODY, color="soft", room=room)
            return
        if self.asked:
            size = next((size for size in SIZES if fonts.width(self.asked, size, True) <= room), SIZES[-1])
            canvas.text(x, box.y + box.h / 2 - 1, self.asked, size=size, bold=True, room=room)
        base = box.bottom - 11 if self.asked else box.y + box.h / 2 + 5
        canvas.text(x, base, self.about, size=BODY, color="soft", room=room)
