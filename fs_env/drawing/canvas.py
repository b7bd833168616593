"""`Canvas`: the shapes of a drawing in named parts, as lines of SVG. Equal calls give equal bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import NamedTuple

from fs_env.core.checks import check_choice
from fs_env.drawing import fonts
from fs_env.drawing.fonts import STACK
from fs_env.drawing.themes import THEMES, painted, style

BODY = 15.0  # usual size of letters: 10 pixels in a picture of 800
SMALL = 13.0
CACHED = 20_000  # elements that are stored: most of a drawing is as it was in the one before
SHRINK = 0.86  # a text is created that much smaller before it is shortened
UNMARKED = nullcontext()


class Box(NamedTuple):
    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def inset(self, dx: float, dy: float | None = None) -> Box:
        down = dx if dy is None else dy
        return Box(self.x + dx, self.y + down, self.w - 2 * dx, self.h - 2 * down)

    def columns(self, *shares: float, gap: float) -> list[Box]:
        room, x, found = self.w - gap * (len(shares) - 1), self.x, []
        for share in shares:
            w = room * share / sum(shares)
            found.append(Box(x, self.y, w, self.h))
            x += w + gap
        return found

    def rows(self, *shares: float, gap: float) -> list[Box]:
        turned = Box(self.y, self.x, self.h, self.w).columns(*shares, gap=gap)
        return [Box(one.y, one.x, one.h, one.w) for one in turned]


@dataclass
class Rows:
    x: float
    y: float
    w: float
    gap: float = 10.0

    def next(self, h: float) -> Box:
        box = Box(self.x, self.y, self.w, h)
        self.y += h + self.gap
        return box


@lru_cache(maxsize=CACHED)
def number(value: float) -> str:
    text = f"{value + 0.0:.1f}"  # never "-0.0" for -0.0, which a cache cannot distinguish from 0.0
    return text[:-2] if text.endswith(".0") else text


class Part(NamedTuple):
    name: str
    box: Box
    lines: list[str]

    def group(self) -> str:
        return "\n".join([f'<g data-part="{self.name}">', *self.lines, "</g>"])


@dataclass
class Canvas:
    """A drawing in progress.

    Attributes:
        width, height: in units; pictures are scaled to any size.
        title: what is seen, for readers that cannot see it.
        parts: in the order of painting.
        marked: whether elements have the attributes of their place and card (`mark`).
        least: size of the smallest letters.
        cards: part -> width and height of its cards, which a page lays out by itself (`Stage`).
    """

    width: float
    height: float
    title: str = ""
    parts: list[Part] = field(default_factory=list)
    marked: bool = False
    least: float = SMALL
    cards: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def card(self) -> tuple[float, float] | None:
        return self.cards.get(self.parts[-1].name)

    def part(self, name: str, box: Box) -> AbstractContextManager[Canvas]:
        self.parts.append(Part(name, box, []))
        return nullcontext(self)

    def mark(self, place: str, card: str = "", at: tuple[float, float] | None = None) -> AbstractContextManager[object]:
        """Marks all that is drawn inside as lying at this place of the table, by `data-place` and `data-card`.

        Args:
            place: kind and where, such as "piece:3" or "item:0:the_d6".
            card: the name of a card there, ""  for a back or anything else.
            at: the corner from which everything inside is measured, for parts that look the same at all places.
        """
        words = [f'data-place="{escape(place)}"'] if self.marked and place else []
        words += [f'data-card="{escape(card)}"'] if words and card else []
        words += [f'transform="translate({number(at[0])} {number(at[1])})"'] if at else []
        if not words:
            return UNMARKED
        self.add(f"<g {' '.join(words)}>")
        end = ExitStack()
        end.callback(self.add, "</g>")
        return end

    def add(self, line: str) -> None:
        self.parts[-1].lines.append(line)

    def rect(
        self,
        box: Box,
        fill: str | None = "card",
        stroke: str | None = None,
        *,
        r: float = 4,
        thick: float = 1,
        dash: str = "",
    ) -> None:
        self.add(_rect(box, fill, stroke, r, thick, dash))

    def circle(self, x: float, y: float, r: float, fill: str | None, stroke: str | None = None) -> None:
        self.add(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" {paint(fill, stroke, 1, "")}/>')

    def path(
        self, d: str, fill: str | None, stroke: str | None = None, thick: float = 1, moved: str = "", dash: str = ""
    ) -> None:
        """An outline in SVG's own words; `moved` is written for a square of 100 units: "translate(x y) scale(s)"."""
        where = f'transform="{moved}" ' if moved else ""
        self.add(f'<path {where}d="{d}" {paint(fill, stroke, thick, dash)}/>')

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = BODY,
        bold: bool = False,
        color: str = "ink",
        anchor: str = "start",
        room: float | None = None,
    ) -> float:
        """A line of text with its baseline at `y`, smaller or shortened where there is not enough `room`; returns its width."""
        size = max(size, self.least)
        line, wide = _text(x, y, text, size, bold, color, anchor, room, self.least)
        if line:
            self.add(line)
        return wide

    def heading(self, x: float, y: float, text: str, room: float | None = None) -> None:
        self.text(x, y, text, size=self.least, bold=True, color="soft", room=room)

    def lines(self, x: float, y: float, lines: Iterable[str], step: float, **how: object) -> float:
        """Lines of text one below the other; returns the baseline after the last."""
        for line in lines:
            self.text(x, y, line, **how)  # type: ignore[arg-type]
            y += step
        return y

    def body(self) -> str:
        return "\n".join(part.group() for part in self.parts)

    def svg(self, theme: str = "auto") -> str:
        """The whole drawing as a document. Raises ValueError for an unknown theme."""
        check_choice("theme", theme, THEMES)
        size = f"{number(self.width)} {number(self.height)}"
        title = f"<title>{escape(self.title, quote=False)}</title>"
        ground = f'<rect width="{number(self.width)}" height="{number(self.height)}" class="f-table"/>'
        body = f"{ground}\n{self.body()}\n"
        named, sheet = "", ""
        if theme == "auto":
            named, sheet = ' class="fs-auto"', f"<style>{style()}</style>\n"
        else:
            body = painted(body, theme)
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}"{named} role="img" font-family="{STACK}">'
        return f"{head}\n{title}\n{sheet}{body}</svg>\n"

    def _repr_svg_(self) -> str:
        return self.svg()


@lru_cache(maxsize=CACHED)
def _rect(box: Box, fill: str | None, stroke: str | None, r: float, thick: float, dash: str) -> str:
    where = f'x="{number(box.x)}" y="{number(box.y)}" width="{number(box.w)}" height="{number(box.h)}"'
    return f'<rect {where} rx="{number(r)}" {paint(fill, stroke, thick, dash)}/>'


@lru_cache(maxsize=CACHED)
def _text(
    x: float, y: float, text: str, size: float, bold: bool, color: str, anchor: str, room: float | None, least: float
) -> tuple[str, float]:
    if room is not None and fonts.width(text, size, bold) > room:
        size = round(max(size * SHRINK, least, size * room / max(1.0, fonts.width(text, size, bold)) - 0.05), 1)
        text = fonts.shorten(text, room, size, bold)
    if not text:
        return "", 0.0
    wide = fonts.width(text, size, bold)
    where = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}" textLength="{number(wide)}"'
    middle = "" if anchor == "start" else f' text-anchor="{anchor}"'
    shape = f"f-{color} b" if bold else f"f-{color}"
    words = escape(text, quote=False)
    return f'<text {where} lengthAdjust="spacingAndGlyphs"{middle} class="{shape}">{words}</text>', wide


def paint(fill: str | None, stroke: str | None, thick: float, dash: str) -> str:
    found = [f"f-{fill}"] if fill else []
    if stroke:
        found.append(f"s-{stroke}")
    text = f'class="{" ".join(found)}"' + ("" if fill else ' fill="none"')
    if stroke and thick != 1:
        text += f' stroke-width="{number(thick)}"'
    return text + (f' stroke-dasharray="{dash}"' if dash else "")
