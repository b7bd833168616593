"""Draws the curve of a run, or those of several seeds, as SVG: `python -m fs_env.training.curve RUN/curve.csv curve.svg`."""

from __future__ import annotations

import csv
import io
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from fs_env.core.files import FileKind, write_whole

FILE = FileKind("the curve of a run", "take another copy of it; a resumed run writes it again")
WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 130, 24, 48  # the right one where no label is longer
LINE, LETTER = 14.0, 7.2  # height of a line of text, and width of a letter, both with some room
COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
)  # safe for colour-blind readers (Okabe and Ito)


def read(path: Path) -> list[dict[str, float]]:
    """Reads the lines of a curve; empty cells are omitted."""
    with FILE.checked(path):
        rows = list(csv.DictReader(io.StringIO(FILE.text(path)), strict=True))
        lines = [{name: float(cell) for name, cell in row.items() if cell} for row in rows]
        if not lines:
            raise ValueError("it has no lines: the first one is written after the first round")
        for line in lines:
            if not all(map(math.isfinite, line.values())) or not min(line["seconds"], line["decisions"]) >= 0:
                raise ValueError("a number in it is not finite, or a time or a count is negative")
            if any(f"{bot}{end}" not in line for bot in bots_of(lines) for end in ("", "_low", "_high")):
                raise ValueError("a line in it lacks a bot of the first one, or its interval")
    return lines


def bots_of(lines: Sequence[Mapping[str, float]]) -> list[str]:
    return [name for name in lines[0] if f"{name}_low" in lines[0]]


def draw(*curves: Sequence[Mapping[str, float]]) -> str:
    """Draws win rates over the minutes of a run as SVG, with decisions of the learner below.

    Args:
        curves: lines of a run: with its intervals; of several runs, such as seeds of one recipe: a thin line each, only of greedy play,
            and the mean of their ends in words.
    """
    alone = len(curves) == 1
    end = max(max(lines[-1]["seconds"] for lines in curves) / 60, 1e-9)
    most = max(lines[-1]["decisions"] for lines in curves)
    bots = [bot for bot in bots_of(curves[0]) if alone or not bot.startswith("sampled_")]
    drawn = {bot: [[line for line in lines if bot in line] for lines in curves] for bot in bots}
    ends = {bot: sum(lines[-1][bot] for lines in drawn[bot]) / len(curves) for bot in bots}
    labels = {bot: f"{bot} {100 * rate:.0f} %" for bot, rate in ends.items()}
    right = max(RIGHT, 16 + math.ceil(LETTER * max(map(len, labels.values()), default=0)))
    across, down = WIDTH - LEFT - right, HEIGHT - TOP - BOTTOM

    def x(line: Mapping[str, float]) -> float:
        return LEFT + across * line["seconds"] / 60 / end

    def y(rate: float) -> float:
        return TOP + down * (1 - rate)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for percent in range(0, 101, 25):
        at = y(percent / 100)
        out.append(f'<line x1="{LEFT}" x2="{LEFT + across}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{percent} %</text>')
    for part in range(5):
        at = LEFT + across * part / 4
        minutes, decisions = short(end * part / 4, end), short(most / 1e6 * part / 4, most / 1e6)
        out.append(f'<text x="{at:.1f}" y="{TOP + down + 18}" text-anchor="middle">{minutes} min</text>')
        words = f"{decisions} M decisions" if part == 0 else f"{decisions} M"
        out.append(f'<text x="{at:.1f}" y="{TOP + down + 34}" text-anchor="middle" fill="#777">{words}</text>')
    places = spread([y(rate) + 4 for rate in ends.values()], TOP + 4, TOP + down + 4)
    for bot, colour, place in zip(bots, COLOURS, places, strict=False):
        if alone:
            upper = [f"{x(line):.1f},{y(line[f'{bot}_high']):.1f}" for line in drawn[bot][0]]
            lower = [f"{x(line):.1f},{y(line[f'{bot}_low']):.1f}" for line in reversed(drawn[bot][0])]
            out.append(f'<polygon points="{" ".join(upper + lower)}" fill="{colour}" opacity="0.15"/>')
        for lines in drawn[bot]:
            points, wide = " ".join(f"{x(line):.1f},{y(line[bot]):.1f}" for line in lines), 2 if alone else 1
            out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{wide}"/>')
        out.append(f'<text x="{LEFT + across + 8}" y="{place:.1f}" fill="{colour}">{escape(labels[bot])}</text>')
    words = "band: Wilson 95 %" if alone else f"{len(curves)} runs, greedy"
    out.append(f'<text x="{LEFT}" y="14">games won against ({words})</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


def short(number: float, most: float) -> str:
    """A number of an axis that ends at `most`, with enough digits to distinguish its parts."""
    return "0" if number == 0 else f"{number:,.{max(0, min(3, 1 - math.floor(math.log10(max(most, 1e-9)))))}f}"


def spread(places: Sequence[float], least: float, most: float) -> list[float]:
    """Where lines of text stand that would stand at these places, a line's height apart and between two bounds, in the same order."""
    order = sorted(range(len(places)), key=lambda k: places[k])
    found, lowest = list(places), least
    for k in order:
        found[k] = lowest = max(found[k], lowest)
        lowest += LINE
    highest = most
    for k in reversed(order):
        found[k] = highest = min(found[k], highest)
        highest -= LINE
    return found


def table(lines: Sequence[Mapping[str, float]], rows: int = 8) -> str:
    bots = bots_of(lines)
    picked = sorted({round(k * (len(lines) - 1) / max(1, rows - 1)) for k in range(rows)})
    out = [
        "| minutes | decisions | " + " | ".join(f"wins against {bot}" for bot in bots) + " |",
        "| ---: | ---: |" + " ---: |" * len(bots),
    ]
    for k in picked:
        line = lines[k]
        rates = (
            f"{100 * line[bot]:.0f} % ({100 * line[f'{bot}_low']:.0f} to {100 * line[f'{bot}_high']:.0f})"
            for bot in bots
        )
        out.append(f"| {line['seconds'] / 60:.1f} | {line['decisions']:,.0f} | " + " | ".join(rates) + " |")
    return "\n".join(out)


def main(arguments: Sequence[str]) -> int:
    if len(arguments) < 2 or not arguments[-1].endswith(".svg"):
        sys.stderr.write("usage: python -m fs_env.training.curve RUN/curve.csv [RUN/curve.csv ...] PICTURE.svg\n")
        return 2
    try:
        curves = [read(Path(one)) for one in arguments[:-1]]
    except (ValueError, OSError) as error:
        sys.stderr.write(f"curve: {error}\n")
        return 2
    write_whole(Path(arguments[-1]), draw(*curves))
    sys.stdout.write("\n\n".join(map(table, curves)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
