"""Figures of the pages from stored data: `python -m website.figures FOLDER` writes the learning curves of all learners, the key to the
emblems of cards and the position of a puzzle as SVG files, light or dark as the reader's system is."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import NamedTuple

from fs_env.core.files import write_whole
from fs_env.drawing.canvas import Box, Canvas
from fs_env.drawing.gallery import entry_at, hand
from fs_env.drawing.picture import draw
from fs_env.drawing.portrait import draw_face
from fs_env.puzzles.puzzle import find

CURVES = Path(__file__).parents[1] / "benchmarks" / "lab" / "curves"
PUZZLE = "on_top_of_the_stack"


class Curve(NamedTuple):
    """Stored runs of one recipe: files of CURVES, the column with the share of wins, and the colour by its name in the themes."""

    label: str
    files: tuple[str, ...]
    column: str
    color: str


class Panel(NamedTuple):
    """Curves of one kind of games: the share of equal players, and the hours that the axis covers."""

    title: str
    even: float
    hours: float
    curves: tuple[Curve, ...]


def seeds(name: str) -> tuple[str, ...]:
    return tuple(f"{name}_seed_{seed}" for seed in (1, 2, 3))


PANELS = (
    Panel(
        "Castles of Caleira, 2 players: first minutes",
        0.5,
        0.05,
        (
            Curve("sb3 (MaskablePPO)", ("castles_of_caleira_sb3",), "heuristic", "seat2"),
            Curve("clone", ("castles_of_caleira_clone",), "heuristic", "seat3"),
            Curve("ppo after a clone", seeds("castles_of_caleira"), "heuristic", "seat0"),
            Curve("best_response to heuristic", ("castles_of_caleira_best_response",), "heuristic", "seat4"),
            Curve("league after a clone", ("castles_of_caleira_league",), "heuristic", "seat5"),
        ),
    ),
    Panel(
        "Castles of Caleira, 2 players",
        0.5,
        2.0,
        (
            Curve("ppo after a clone", seeds("castles_of_caleira"), "heuristic", "seat0"),
            Curve("expert_iteration", ("castles_of_caleira_expert_iteration",), "heuristic", "seat1"),
        ),
    ),
    Panel(
        "Four Souls, 2 players",
        0.5,
        2.0,
        (
            Curve("ppo with a prior policy", seeds("four_souls_2"), "heuristic@1", "seat2"),
            Curve("ppo after a clone", ("four_souls_2",), "heuristic@1", "seat0"),
            Curve("clone", ("four_souls_2_clone",), "heuristic@1", "seat3"),
        ),
    ),
    Panel(
        "Four Souls, 4 players",
        0.25,
        2.0,
        (Curve("transfer, then ppo", seeds("four_souls_4"), "heuristic@1", "seat5"),),
    ),
)
HANDS = {
    "four_souls": ("isaac", "the_d6", "bomb"),
    "castles_of_caleira": ("watchtower", "trebuchet", "princess_spire"),
    "betrayal": ("a_flumph_appears", "silver_thread", "eye_of_vecna"),
}
"""Cards on the first page, by game."""
W, LEFT, TOP, PLOT = 800.0, 48.0, 66.0, 206.0
WIDE, APART, HIGH = 346.0, 40.0, 374.0


def points(file: str, column: str) -> list[tuple[float, float]]:
    """Hours and shares of a stored run."""
    with (CURVES / f"{file}.csv").open(encoding="utf-8") as lines:
        return [(float(row["seconds"]) / 3600, float(row[column])) for row in csv.DictReader(lines) if row[column]]


def learning_curves() -> Canvas:
    rows = -(-len(PANELS) // 2)
    canvas = Canvas(
        W, rows * HIGH + 20, "Shares of games won against the heuristic by hours of training, for each learner"
    )
    with canvas.part("all", Box(0, 0, W, rows * HIGH + 20)):
        canvas.text(16, 28, "Games won against the heuristic, by time of training", size=18, bold=True)
        for k, panel in enumerate(PANELS):
            draw_panel(canvas, Box(LEFT + k % 2 * (WIDE + APART), TOP + k // 2 * HIGH, WIDE, PLOT), panel, k % 2 == 0)
    return canvas


def draw_panel(canvas: Canvas, box: Box, panel: Panel, first: bool) -> None:
    canvas.text(box.x, box.y - 10, panel.title, bold=True, room=box.w)
    for percent in range(0, 101, 25):
        y = box.bottom - box.h * percent / 100
        canvas.rect(Box(box.x, y, box.w, 1), "line", r=0)
        if first:
            canvas.text(box.x - 6, y + 5, f"{percent} %", size=13, color="soft", anchor="end")
    y = box.bottom - box.h * panel.even
    canvas.path(f"M{box.x} {y:.1f}H{box.right}", None, "ink", 1.5, dash="5 4")
    unit, n = ("h", panel.hours) if panel.hours >= 1 else ("min", 60 * panel.hours)
    for part, anchor in ((0.0, "start"), (0.5, "middle"), (1.0, "end")):
        canvas.text(box.x + box.w * part, box.bottom + 18, f"{n * part:g} {unit}", size=13, color="soft", anchor=anchor)
    for k, curve in enumerate(panel.curves):
        for file in curve.files:
            at = [
                (box.x + box.w * hours / panel.hours, box.bottom - box.h * share)
                for hours, share in points(file, curve.column)
                if hours <= panel.hours
            ]
            if len(at) == 1:
                canvas.circle(*at[0], 5, curve.color)
            canvas.path("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in at), None, curve.color, 2)
        y = box.bottom + 42 + 19 * k
        canvas.rect(Box(box.x, y - 7, 18, 4), curve.color, r=1)
        canvas.text(box.x + 24, y, curve.label, size=13, room=box.w - 24)


def key_to_emblems() -> Canvas:
    """Three cards with the places of an emblem in words."""
    canvas = Canvas(760, 330, "How to read the emblem of a card")
    cards = ("eye_of_greed", "bomb", "brimstone")
    words = (
        "upper left: when, or its cost",
        "middle: what it does",
        "lower right: how much",
        "upper right: to whom",
        "lower left: what else",
    )
    with canvas.part("all", Box(0, 0, 760, 330)):
        for k, name in enumerate(cards):
            entry = entry_at("four_souls", name, name)
            assert entry is not None
            draw_face(canvas, Box(16 + 180 * k, 16, 166, 298), entry.face)
        canvas.text(562, 60, "Read an emblem", bold=True, size=18)
        for k, line in enumerate(words):
            canvas.text(562, 96 + 30 * k, line, size=14, room=190)
        for k, line in enumerate(
            ("a stroke: less, or not", "arrows in a circle: again", "others: take, give, up, down")
        ):
            canvas.text(562, 258 + 22 * k, line, size=13, color="soft", room=194)
    return canvas


def preview() -> Canvas:
    """The picture that other sites show beside a link to a page."""
    canvas = Canvas(1200, 630, "fs-env")
    with canvas.part("all", Box(0, 0, 1200, 630)):
        canvas.text(60, 110, "fs-env", size=64, bold=True)
        canvas.text(60, 164, "Card games for reinforcement learning: play, train, evaluate", size=30, color="soft")
        for k, name in enumerate(HANDS):
            drawn = hand(name, HANDS[name])
            assert drawn is not None
            canvas.add(f'<g transform="translate({12 + 392 * k} 240) scale(1.22)">')
            for line in drawn.parts[0].lines:
                canvas.add(line)
            canvas.add("</g>")
    return canvas


def puzzle() -> Canvas:
    found = find(PUZZLE)
    return draw(found.rules.GAME, found.start().S, player=found.seat)


def main() -> int:
    folder = Path(sys.argv[1])
    for name, canvas in (("learning_curves", learning_curves()), ("emblems", key_to_emblems()), ("puzzle", puzzle())):
        write_whole(folder / f"{name}.svg", canvas.svg("auto"))
    for name, cards in HANDS.items():
        drawn = hand(name, cards)
        assert drawn is not None
        write_whole(folder.parent / "look_up" / "games" / f"{name}_hand.svg", drawn.svg("auto"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
