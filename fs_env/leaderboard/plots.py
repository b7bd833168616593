"""Plots of the leaderboard as SVG files: narrow enough for phones, light or dark as the reader's system is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from fs_env.arena.report.plots import Axis, even_axis

WIDTH, ROW, HEAD, FOOT = 400, 24, 30, 24
NAMES = 124  # pixels of the names on the left
LETTER = 6.4  # pixels of one
MOST_TICKS = 6  # with a number each
STRONGEST = 0.55  # opacity of a share that is furthest from even
STYLE = """
svg { --page: #ffffff; --ink: #1c1d20; --muted: #5d6168; --rule: #dddedb; --more: #2f6fb3; --less: #d5702e; }
@media (prefers-color-scheme: dark) { svg { --page: #15171a; --ink: #e9eaec; --muted: #a3a8b0; --rule: #33373d;
  --more: #6aa9ea; --less: #e08a4c; } }
text { fill: var(--ink); font: 12px system-ui, sans-serif; } .muted { fill: var(--muted); } .page { fill: var(--page); }
line { stroke: var(--rule); } .span { stroke: var(--more); stroke-width: 2; } .dot { fill: var(--more); }
.even { stroke: var(--muted); stroke-dasharray: 3 3; } .more { fill: var(--more); } .less { fill: var(--less); }
"""


class Point(NamedTuple):
    """A value with its 95 % interval, and its text."""

    name: str
    value: float
    low: float
    high: float
    text: str


def svg(title: str, words: str, height: float, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:g}" viewBox="0 0 {WIDTH} {height:g}" role="img" '
        f'aria-labelledby="title words">\n<title id="title">{escape(title)}</title>\n<desc id="words">{escape(words)}</desc>'
    )
    page = f'<rect class="page" width="{WIDTH}" height="{height:g}"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", page, label(8, 18, title), *parts, "</svg>\n"])


def label(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{escape(text)}</text>'


def short(text: str, room: float) -> str:
    most = int(room / LETTER)
    return text if len(text) <= most else text[: most - 1] + "…"


def intervals(title: str, points: Sequence[Point], middle: float | None = None) -> str:
    """A row for each point: its name, the value with its interval on a common axis, and its text; `middle` marks a value.

    A lowest point that is further from the others than they are from each other is an arrow at the left end."""
    right = max((len(point.text) for point in points), default=0) * LETTER + 12
    lows, highest = sorted(point.low for point in points), max(point.high for point in points)
    far = len(lows) > 2 and lows[1] - lows[0] > highest - lows[1]
    axis = even_axis(lows[1] if far else lows[0], highest)
    end = HEAD + ROW * len(points)
    parts = []
    step = axis.ticks[1][0] - axis.ticks[0][0]
    for value, words in axis.ticks:
        x = across(axis, value, right)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{HEAD}" y2="{end}"/>')
        if len(axis.ticks) < MOST_TICKS or round(value / step) % 2 == 0:
            parts.append(label(x, end + 15, words, ' class="muted" text-anchor="middle"'))
    if middle is not None and axis.low <= middle <= axis.high:
        x = across(axis, middle, right)
        parts.append(f'<line class="even" x1="{x:.1f}" x2="{x:.1f}" y1="{HEAD}" y2="{end}"/>')
    for k, point in enumerate(points):
        y = HEAD + ROW * (k + 0.5)
        low, high, x = (across(axis, value, right) for value in (point.low, point.high, point.value))
        if point.value < axis.low:
            parts.append(f'<path class="dot" d="M{x - 5:.1f} {y}l9 -5v10z"/>')
        else:
            parts.append(f'<line class="span" x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>')
            parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y}" r="4"/>')
        parts.append(label(8, y + 4, short(point.name, NAMES - 8)))
        parts.append(label(WIDTH - 8, y + 4, point.text, ' text-anchor="end"'))
    return svg(title, "; ".join(f"{point.name}: {point.text}" for point in points), end + FOOT, parts)


def across(axis: Axis, value: float, right: float) -> float:
    part = (value - axis.low) / (axis.high - axis.low)
    return NAMES + 12 + (WIDTH - NAMES - 24 - right) * min(1.0, max(0.0, part))


def heat_map(
    title: str, rows: Sequence[str], columns: Sequence[str], shares: Sequence[Sequence[float | None]], even: float
) -> str:
    """A cell for each share, from 0 to 1: blue above `even`, orange below, and its percent; None leaves it empty."""
    wide = (WIDTH - NAMES - 8) / max(1, len(columns))
    top = HEAD + max((len(short(name, NAMES)) for name in columns), default=0) * LETTER + 8
    parts, words = [], []
    for c, name in enumerate(columns):
        x = NAMES + wide * (c + 0.5) + 4
        turned = f' transform="rotate(-90 {x:.1f} {top - 6:.1f})" class="muted"'
        parts.append(label(x, top - 6, short(name, NAMES), turned))
    for r, (name, own) in enumerate(zip(rows, shares)):
        y = top + ROW * r
        parts.append(label(8, y + 16, short(name, NAMES - 8)))
        for c, share in enumerate(own):
            if share is None:
                continue
            far = (share - even) / (1 - even) if share > even else (even - share) / max(even, 1e-9)
            kind = "more" if share > even else "less"
            x, percent = NAMES + wide * c, f"{100 * share:.0f}"
            box = f'x="{x + 1:.1f}" y="{y + 1:.1f}" width="{wide - 2:.1f}" height="{ROW - 2}"'
            parts.append(f'<rect class="{kind}" {box} fill-opacity="{STRONGEST * min(1.0, far):.2f}"/>')
            parts.append(label(x + wide / 2, y + 16, percent, ' text-anchor="middle"'))
        met = ", ".join(f"{100 * share:.0f} against {other}" for other, share in zip(columns, own) if share is not None)
        words.append(f"{name}: {met}")
    return svg(title, "; ".join(words) + ". In percent.", top + ROW * len(rows) + 8, parts)
