"""Plots as SVG files: 380 units wide, so letters stay readable on a phone, and with colours for light and for dark screens."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, LABELS, RIGHT, ROW, TOP, FOOT = 380, 142, 18, 19, 8, 24
APART = 34  # numbers of an axis
LIGHT = {"paper": "#fff", "ink": "#1f2328", "grid": "#d5d9df", "a": "#0072b2", "b": "#d55e00", "c": "#a9b4c0"}
DARK = {"paper": "#16181d", "ink": "#e6e9ee", "grid": "#3a4049", "a": "#56b4e9", "b": "#e8894a", "c": "#596470"}
PANELS, PANEL, BARS = 2, 112, 72  # panels in a row, height of a panel and of its bars
CELL, SIDE = 32, 96  # of a heat map; cells are smaller where there are many


class Box(NamedTuple):
    """A row: five quantiles, and another value, drawn as a ring."""

    label: str
    quantiles: Sequence[float]
    other: float


class Part(NamedTuple):
    """A row: a share with its interval; the rest of the bar is the other part."""

    label: str
    share: float
    low: float
    high: float


def frame(height: float, title: str, inside: Sequence[str]) -> str:
    """The file, with its text alternative."""
    colours = [";".join(f"--{name}:{value}" for name, value in one.items()) for one in (LIGHT, DARK)]
    style = f":root{{{colours[0]}}}@media(prefers-color-scheme:dark){{:root{{{colours[1]}}}}}text{{fill:var(--ink)}}"
    style += (
        "".join(f".{name}{{fill:var(--{name})}}" for name in LIGHT)
        + "line,.ring{stroke:var(--ink)}.grid{stroke:var(--grid)}"
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" font-family="sans-serif" font-size="12" role="img">'
    paper = f'<rect class="paper" width="{WIDTH}" height="{height:g}"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", f"<style>{style}</style>", paper, *inside, "</svg>", ""])


def boxes(rows: Sequence[Box], title: str) -> str:
    """Quantiles on an axis of logarithms: a line from the first to the last, a box between the second and the fourth."""
    values = [one for row in rows for one in (*row.quantiles, row.other)]
    low, high = math.log(0.85 * min(values)), math.log(max(values))
    bottom = TOP + ROW * len(rows)

    def x(value: float) -> float:
        return LABELS + (WIDTH - RIGHT - LABELS) * (math.log(value) - low) / (high - low)

    marks, step = (
        [m * 10**k for k in range(6) for m in (1, 2, 5) if min(values) <= m * 10**k <= max(values)],
        x(2 * min(values)) - LABELS,
    )
    out = axis(
        [(x(one), f"{one:,}") for one in (marks if step > APART else [10**k for k in range(6) if 10**k in marks])],
        bottom,
    )
    for k, row in enumerate(rows):
        y, at = TOP + ROW * (k + 0.5), [x(one) for one in row.quantiles]
        out += [
            label(row.label, y),
            f'<line x1="{at[0]:.1f}" x2="{at[4]:.1f}" y1="{y}" y2="{y}"/>',
            f'<rect class="a" x="{at[1]:.1f}" y="{y - 5}" width="{at[3] - at[1]:.1f}" height="10"/>',
            f'<line x1="{at[2]:.1f}" x2="{at[2]:.1f}" y1="{y - 5}" y2="{y + 5}" stroke-width="2"/>',
            f'<circle class="ring" cx="{x(row.other):.1f}" cy="{y}" r="3.5" fill="none" stroke-width="1.5"/>',
        ]
    return frame(bottom + FOOT, title, out)


def parts(rows: Sequence[Part], title: str) -> str:
    """Bars from 0 to 100 %: the share, its interval as a line, and the rest."""
    bottom, span = TOP + ROW * len(rows), WIDTH - RIGHT - LABELS - 6
    out = axis([(LABELS + span * k / 4, f"{25 * k} %") for k in range(5)], bottom)
    for k, row in enumerate(rows):
        y = TOP + ROW * (k + 0.5)
        share, low, high = (span * min(1.0, max(0.0, one)) for one in (row.share, row.low, row.high))
        out += [
            label(row.label, y),
            f'<rect class="a" x="{LABELS}" y="{y - 6}" width="{share:.1f}" height="12"/>',
            f'<rect class="c" x="{LABELS + share:.1f}" y="{y - 6}" width="{span - share:.1f}" height="12"/>',
            f'<line x1="{LABELS + low:.1f}" x2="{LABELS + high:.1f}" y1="{y}" y2="{y}" stroke-width="2"/>',
        ]
    return frame(bottom + FOOT, title, out)


def histograms(panels: Mapping[str, Sequence[Mapping[str, int]]], title: str) -> str:
    """A panel for each name: shares of the scores of two kinds of seats, in two colours."""
    out, wide = [], WIDTH / PANELS
    for k, (name, pair) in enumerate(panels.items()):
        left, top = wide * (k % PANELS) + 10, PANEL * (k // PANELS) + 20
        scores = [int(score) for one in pair for score in one]
        low, high = min(scores), max(scores)
        step = (wide - 24) / (high - low + 1)
        most = max(count / sum(one.values()) for one in pair for count in one.values())
        out.append(f'<text x="{left:g}" y="{top - 6}">{escape(name)}</text>')
        for which, (kind, one) in enumerate(zip("ab", pair, strict=True)):
            for score, count in ((int(score), count) for score, count in one.items()):
                tall = BARS * count / sum(one.values()) / most
                at = left + step * (score - low + 0.45 * which)
                out.append(
                    f'<rect class="{kind}" x="{at:.1f}" y="{top + BARS - tall:.1f}" width="{0.42 * step:.1f}" height="{tall:.1f}"/>'
                )
        out.append(f'<line class="grid" x1="{left:g}" x2="{left + wide - 24:g}" y1="{top + BARS}" y2="{top + BARS}"/>')
        for score in sorted({low, (low + high) // 2, high}):
            at = left + step * (score - low + 0.45)
            out.append(f'<text x="{at:.1f}" y="{top + BARS + 14}" text-anchor="middle">{score}</text>')
    return frame(PANEL * math.ceil(len(panels) / PANELS) + 8, title, out)


def heat_map(names: Sequence[str], shares: Sequence[Sequence[float]], title: str) -> str:
    """Percentages in a square of cells; the darker, the more."""
    out, cell = list[str](), min(CELL, (WIDTH - SIDE - 2) // len(names))
    for row, name in enumerate(names):
        y = TOP + cell * row
        out.append(f'<text x="{SIDE - 6}" y="{y + cell / 2 + 4}" text-anchor="end">{escape(name)}</text>')
        for column, share in enumerate(shares[row]):
            x = SIDE + cell * column
            size, shade = cell - 2, f"{0.75 * share**2:.2f}"
            out.append(f'<rect class="a" x="{x}" y="{y}" width="{size}" height="{size}" opacity="{shade}"/>')
            out.append(f'<text x="{x + size / 2}" y="{y + size / 2 + 4}" text-anchor="middle">{100 * share:.0f}</text>')
    bottom = TOP + cell * len(names)
    for column, name in enumerate(names):
        turned = f"translate({SIDE + cell * (column + 0.5) + 3:g} {bottom + 6}) rotate(-60)"
        out.append(f'<text transform="{turned}" text-anchor="end">{escape(name)}</text>')
    return frame(bottom + SIDE - 6, title, out)


def axis(ticks: Sequence[tuple[float, str]], bottom: float) -> list[str]:
    lines = [f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{bottom}"/>' for x, _ in ticks]
    return lines + [f'<text x="{x:.1f}" y="{bottom + 15}" text-anchor="middle">{words}</text>' for x, words in ticks]


def label(words: str, y: float) -> str:
    return f'<text x="{LABELS - 6}" y="{y + 4}" text-anchor="end">{escape(words)}</text>'
