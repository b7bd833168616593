"""Drawings one after the other as one animated SVG: parts that do not change are stored once."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from fs_env.drawing.canvas import Canvas, number
from fs_env.drawing.fonts import STACK
from fs_env.drawing.themes import style

LAST = 4  # frames for which the last drawing stays


def animate(drawings: Iterable[Canvas], seconds: float = 0.8) -> str:
    """An SVG document that shows the drawings in turn and starts again after the last.

    It follows the reader's light or dark theme, and shows the first drawing where the reader asks for less motion.

    Args:
        drawings: of one size, at least one; consecutive equal ones are shown once.
        seconds: time of each.

    Raises:
        ValueError: no drawing, or several sizes.
    """
    shown: dict[tuple[str, str], list[list[int]]] = {}  # part -> its intervals of frames
    order: list[tuple[str, str]] = []
    first: Canvas | None = None
    before: list[tuple[str, str]] = []
    count = 0
    for drawing in drawings:
        parts = [(part.name, part.group()) for part in drawing.parts]
        if parts == before:
            continue
        first = first or drawing
        if (drawing.width, drawing.height) != (first.width, first.height):
            raise ValueError(f"a drawing of {drawing.width:g} x {drawing.height:g}: expected the size of the first one")
        for part in parts:
            if part not in shown:
                shown[part] = []
                order.append(part)
            if part in before:
                shown[part][-1][1] = count + 1
            else:
                shown[part].append([count, count + 1])
        before, count = parts, count + 1
    if first is None:
        raise ValueError("expected at least one drawing")
    for part in before:
        shown[part][-1][1] += LAST - 1
    return document(first, [(markup, shown[name, markup]) for name, markup in order], count + LAST - 1, seconds)


def document(first: Canvas, parts: list[tuple[str, list[list[int]]]], frames: int, seconds: float) -> str:
    rules, body = {}, []
    for markup, intervals in parts:
        if intervals == [[0, frames]]:
            body.append(markup)
            continue
        name = "t" + "-".join(f"{start}_{end}" for start, end in intervals)
        rules[name] = keyframes(name, intervals, frames)
        hidden = "" if intervals[0][0] == 0 else " later"
        body.append(f'<g class="turn{hidden}" style="animation-name:{name}">{markup}</g>')
    motion = (
        f".turn{{animation:{number(frames * seconds)}s step-end infinite}}"
        "@media (prefers-reduced-motion:reduce){.turn{animation:none}.later{visibility:hidden}}"
    )
    width, height = number(first.width), number(first.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" class="fs-auto" role="img" '
        f'font-family="{STACK}">\n<title>{escape(first.title, quote=False)}</title>\n'
        f"<style>{style()}{motion}{''.join(rules.values())}</style>\n"
        f'<rect width="{width}" height="{height}" class="f-table"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def keyframes(name: str, intervals: list[list[int]], frames: int) -> str:
    steps = {0.0: "hidden"}
    for start, end in intervals:
        steps[round(100 * start / frames, 3)] = "visible"
        steps[round(100 * end / frames, 3)] = "hidden"
    return f"@keyframes {name}{{" + "".join(f"{at:g}%{{visibility:{how}}}" for at, how in steps.items()) + "}"
