"""Plots as HTML with inline SVG: they fill any width without making letters smaller, and take their colours from the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from fs_env.arena.report.style import in_html

SERIES = 8  # colours of lines that the page's style knows
HEIGHT = 240  # of the lines' plot, in pixels


class Bar(NamedTuple):
    label: str
    value: float
    low: float
    high: float
    text: str


class Axis(NamedTuple):
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]

    def at(self, value: float) -> str:
        part = (value - self.low) / (self.high - self.low)
        return f"{100 * min(1.0, max(0.0, part)):.2f}%"


def percent_axis(highest: float) -> Axis:
    top = next(top for top in (0.1, 0.2, 0.5, 1.0) if highest <= top or top == 1.0)
    return Axis(0.0, top, tuple((top * k / 5, f"{100 * top * k / 5:g} %") for k in range(6)))


def even_axis(low: float, high: float) -> Axis:
    span = max(high - low, 1.0)
    size = 10 ** math.floor(math.log10(span / 3))
    step = next(size * m for m in (1, 2, 5, 10) if span / (size * m) <= 6)
    first, last = math.floor(low / step), math.ceil(high / step)
    last = max(last, first + 1)
    return Axis(first * step, last * step, tuple((k * step, f"{k * step:g}") for k in range(first, last + 1)))


def power_axis(low: float, high: float) -> Axis:
    """An axis of powers of ten; its values are logarithms."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    last = max(last, first + 1)
    return Axis(first, last, tuple((float(k), f"{10.0**k:,.12g}") for k in range(first, last + 1)))


def intervals(bars: Sequence[Bar], axis: Axis, middle: float | None = None) -> str:
    """A line for each value: its name, a point with its interval on the axis, and the text. `middle` marks what is even."""
    grid = "".join(f'<line class="grid" x1="{axis.at(v)}" x2="{axis.at(v)}" y1="0" y2="100%"/>' for v, _ in axis.ticks)
    if middle is not None:
        grid += f'<line class="even" x1="{axis.at(middle)}" x2="{axis.at(middle)}" y1="0" y2="100%"/>'
    lines = []
    for bar in bars:
        low, high, value = axis.at(bar.low), axis.at(bar.high), axis.at(bar.value)
        drawn = f'<line class="span" x1="{low}" x2="{high}" y1="50%" y2="50%"/><circle class="dot" cx="{value}" cy="50%" r="4.5"/>'
        lines.append(
            f'<div class="line"><span class="label">{in_html(bar.label)}</span>'
            f'<span class="track"><svg role="img" aria-label="{in_html(bar.label)}: {in_html(bar.text)}">{grid}{drawn}</svg></span>'
            f'<span class="value">{in_html(bar.text)}</span></div>'
        )
    ticks = "".join(tick(axis, k) for k in range(len(axis.ticks)))
    foot = f'<div class="line axis"><span></span><svg class="ticks" aria-hidden="true">{ticks}</svg><span></span></div>'
    return f'<div class="plot">{"".join(lines)}{foot}</div>'


def tick(axis: Axis, k: int) -> str:
    value, words = axis.ticks[k]
    last = len(axis.ticks) - 1
    anchor = "start" if k == 0 else "end" if k == last else "middle"
    kind = ' class="between"' if k % 2 and last > 3 else ""
    return f'<text x="{axis.at(value)}" y="13" text-anchor="{anchor}"{kind}>{in_html(words)}</text>'


def curves(names: Sequence[str], columns: Sequence[str], values: Sequence[Sequence[float | None]], even: float) -> str:
    """A line for each name over the columns, rates from 0 to 1; None leaves a gap. Beyond `SERIES` names none are drawn."""
    shown = list(zip(names, values))[:SERIES]
    highest = max([even, *(v for _, own in shown for v in own if v is not None)])
    axis = percent_axis(highest)
    centres = [(k + 0.5) / len(columns) * 100 for k in range(len(columns))]

    def height(value: float) -> float:
        return 100 - 100 * (value - axis.low) / (axis.high - axis.low)

    drawn = "".join(
        f'<line class="grid" x1="0" x2="100%" y1="{height(v):.2f}%" y2="{height(v):.2f}%"/>' for v, _ in axis.ticks
    )
    drawn += f'<line class="even" x1="0" x2="100%" y1="{height(even):.2f}%" y2="{height(even):.2f}%"/>'
    strokes = ""
    for k, (name, own) in enumerate(shown):
        points = [(x, height(v)) for x, v in zip(centres, own) if v is not None]
        strokes += f'<polyline class="s{k}" points="{" ".join(f"{x:.2f},{y:.2f}" for x, y in points)}"/>'
        for column, x, value in zip(columns, centres, own):
            if value is not None:
                words = f"{in_html(name)}, {in_html(column)}: {100 * value:.1f} %"
                drawn += f'<circle class="s{k}" cx="{x:.2f}%" cy="{height(value):.2f}%" r="4"><title>{words}</title></circle>'
    stretched = f'<svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">{strokes}</svg>'
    scale = "".join(f'<span style="top:{height(v):.2f}%">{in_html(text)}</span>' for v, text in axis.ticks)
    below = "".join(f"<span>{in_html(column)}</span>" for column in columns)
    keys = "".join(f'<li><i class="s{k}"></i>{in_html(name)}</li>' for k, (name, _) in enumerate(shown))
    return (
        f'<ul class="keys">{keys}</ul><div class="curves"><div class="scale">{scale}</div>'
        f'<svg class="area" height="{HEIGHT}" role="img" aria-label="win rate by length">{stretched}{drawn}</svg>'
        f'<div class="below">{below}</div></div>'
    )
