"""The heading of a table: whose decision it is, what is asked, and below it how far the game has come."""

from __future__ import annotations

from typing import NamedTuple

from fs_env.drawing import fonts
from fs_env.drawing.canvas import BODY, Box, Canvas
from fs_env.drawing.themes import seat_color

SIZES = (24.0, 20.0, 17.0)  # of the question on one line, the first that has room
SIZE, LINE = 18.0, 22.0  # of the question on several lines
MOST = 5  # lines of a question
INDENT, BORDER = 16.0, 14.0


class Heading(NamedTuple):
    """Seat, question and turn in the heading of a drawing.

    Attributes:
        seat: whose decision it is, None when the game is over.
        asked: the question, or how the game ended, with names put in.
        about: turn, phase and the like.
    """

    seat: int | None
    asked: str
    about: str

    def lines(self, width: float) -> tuple[str, ...]:
        """The question on lines of a narrow drawing, in a box so wide."""
        return fonts.wrap(self.asked, width - INDENT - BORDER, SIZE, True, MOST)

    def height(self, width: float, below: float) -> float:
        """The height of a narrow heading with so much room below the question; short questions take as much as two lines."""
        return LINE * max(2, len(self.lines(width))) + below

    def draw(self, canvas: Canvas, box: Box, narrow: bool, kept: float = 0.0) -> None:
        """Draws it into a box, whose right end stays free for a width of `kept`."""
        canvas.rect(box, "panel", "asked", r=8, thick=2)
        if self.seat is not None:
            canvas.rect(Box(box.x + 1, box.y + 1, 8, box.h - 2), seat_color(self.seat), r=4)
        x, room = box.x + INDENT, box.w - INDENT - BORDER - kept
        if narrow:
            y = canvas.lines(x, box.y + 26, self.lines(box.w), LINE, size=SIZE, bold=True, room=room + kept)
            about = fonts.wrap(self.about, room, max(BODY, canvas.least), False, 3)
            canvas.lines(x, y, about, BODY + 3, size=BODY, color="soft", room=room)
            return
        size = next((size for size in SIZES if fonts.width(self.asked, size, True) <= room), SIZES[-1])
        canvas.text(x, box.y + box.h / 2 - 1, self.asked, size=size, bold=True, room=room)
        canvas.text(x, box.bottom - 11, self.about, size=BODY, color="soft", room=room)
