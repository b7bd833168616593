"""Silhouettes of cards, one for each kind, and small signs in a line of text. All of it is our own."""

from __future__ import annotations

import re

from fs_env.drawing.canvas import Box, Canvas, number

ROUND = 6.0  # radius of the other corners
LEAST, MOST = 4.0, 13.0  # how far the upper edge of a silhouette rises
MERLONS = 4  # of a wall
LETTER = re.compile(r" ?([A-Z]) ?")


def rise(shape: str, box: Box) -> float:
    return 0.0 if shape == "card" else max(LEAST, min(MOST, box.h * 0.065))


def top(shape: str, box: Box) -> str:
    """The upper edge of a silhouette from left to right, in SVG's words.

    Args:
        shape: "card" (round corners), "chest" (a lid), "horns", "arch", "flame", "peak", "door" (a lintel), "wall" (merlons) or
            "scroll" (hollow corners).
        box: of the whole card.
    """
    d, left, right, y = rise(shape, box), box.x, box.right, box.y
    middle, low = box.x + box.w / 2, y + d
    horn = box.w * 0.16
    step = box.w / (2 * MERLONS - 1)
    points = {
        "card": ("M", left, y + ROUND, "Q", left, y, left + ROUND, y, "H", right - ROUND, "Q", right, y, right, y + ROUND),
        "chest": ("M", left, low, "L", left + 1.3 * d, y, "H", right - 1.3 * d, "L", right, low),
        "horns": ("M", left, y, "Q", left + horn / 4, low, left + horn, low, "H", right - horn, "Q", right - horn / 4, low, right, y),
        "arch": ("M", left, low, "Q", left, y + d / 4, left + box.w / 4, y + d / 8, "Q", middle, y - d / 8, right - box.w / 4, y + d / 8,
                 "Q", right, y + d / 4, right, low),
        "flame": ("M", left, low, "Q", middle - 4, low, middle, y, "Q", middle + 4, low, right, low),
        "peak": ("M", left, low, "L", middle, y, "L", right, low),
        "door": ("M", left, low, "H", left + box.w / 5, "V", y, "H", right - box.w / 5, "V", low, "H", right),
        "scroll": ("M", left, low, "Q", left + d, low, left + d, y, "H", right - d, "Q", right - d, low, right, low),
    }  # fmt: skip
    if shape == "wall":
        edge: tuple[str | float, ...] = ("M", left, low, "V", y)
        for k in range(1, 2 * MERLONS - 1):
            edge += ("H", left + k * step, "V", low if k % 2 else y)
        return _written((*edge, "H", right, "V", low))
    return _written(points[shape])


def _written(points: tuple[str | float, ...]) -> str:
    words = " ".join(one if isinstance(one, str) else number(one) for one in points)
    return LETTER.sub(r"\1", words)


def sheet(shape: str, box: Box) -> str:
    right, left, bottom, r = (number(value) for value in (box.right, box.x, box.bottom, box.bottom - ROUND))
    turn, back = number(box.right - ROUND), number(box.x + ROUND)
    return f"{top(shape, box)}V{r}Q{right} {bottom} {turn} {bottom}H{back}Q{left} {bottom} {left} {r}Z"


def band(shape: str, box: Box, low: float) -> str:
    return f"{top(shape, box)}V{number(low)}H{number(box.x)}Z"


def sword(canvas: Canvas, x: float, y: float, size: float, color: str) -> None:
    left, right, hilt = (number(x + size * share) for share in (0.05, 0.95, 0.55))
    low, high, cross, end = (number(y - size * share) for share in (0.05, 0.95, 0.62, 0.3))
    canvas.path(f"M{left} {low}L{right} {high}M{number(x + size * 0.3)} {cross}L{hilt} {end}", None, color, 2)


def bolt(canvas: Canvas, x: float, y: float, size: float, color: str, full: bool) -> None:
    points = ((0.6, 1.0), (0.1, 0.42), (0.42, 0.42), (0.3, 0.0), (0.85, 0.6), (0.5, 0.6))
    outline = "L".join(f"{number(x + size * a * 0.8)} {number(y - size * b)}" for a, b in points)
    canvas.path(f"M{outline}Z", color if full else None, color, 1)


def text_lines(canvas: Canvas, x: float, y: float, size: float, color: str) -> None:
    for k, share in enumerate((1.0, 1.0, 0.6)):
        canvas.rect(Box(x, y - size * (0.75 - 0.3 * k), size * share, 1.6), color, r=0)


def dots_on(canvas: Canvas, x: float, edge: float) -> None:
    canvas.rect(Box(x - 11, edge - 4.5, 22, 6.5), "panel", "soft", r=3)
    for k in (-1, 0, 1):
        canvas.circle(x + 5.5 * k, edge - 1.25, 1.6, "ink")
