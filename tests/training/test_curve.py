"""The picture and the table of a run's curve."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from fs_env.training.curve import draw, main, read, table

LINES = "round,decisions,seconds,random,random_low,random_high,heuristic,heuristic_low,heuristic_high\n" + "\n".join(
    f"{k},{k * 1000},{k * 30},{k / 20},{k / 25},{k / 18},0.1,0.05,0.2" for k in range(1, 11)
)


def test_curve__picture_and_table_show_every_bot(tmp_path):
    """The command writes a valid SVG with a line and a band for each bot and prints the first and the last line."""
    (tmp_path / "curve.csv").write_text(LINES)
    made = subprocess.run(
        [sys.executable, "-m", "fs_env.training.curve", str(tmp_path / "curve.csv"), str(tmp_path / "curve.svg")],
        capture_output=True,
        text=True,
        check=True,
    )
    root = ElementTree.fromstring((tmp_path / "curve.svg").read_text())
    kinds = [one.tag.rpartition("}")[2] for one in root]
    assert kinds.count("polyline") == kinds.count("polygon") == 2
    points = [tuple(map(float, p.split(","))) for p in root.find("{*}polyline").get("points").split()]
    assert len(points) == 10 and [x for x, _ in points] == sorted(x for x, _ in points)
    assert [y for _, y in points] == sorted((y for _, y in points), reverse=True)  # the rate rises, y falls
    assert "| 0.5 | 1,000 | 5 % (4 to 6)" in made.stdout and "| 5.0 | 10,000 | 50 % (40 to 56)" in made.stdout


def test_curve__several_runs_in_one_picture(tmp_path):
    """A line for each run and bot, over the time of the longest; without intervals and without columns of drawn play; what is written
    at the end is the mean."""
    one = [{"decisions": 1000.0 * k, "seconds": 60.0 * k} for k in (1, 2, 3, 4)]
    for rate, line in zip((0.2, 0.4, 0.5, 0.6), one):
        for name in ("bot", "sampled_bot"):
            line |= {name: rate, f"{name}_low": rate - 0.1, f"{name}_high": rate + 0.1}
    other = [line | {"bot": line["bot"] + 0.1} for line in one[:2]]
    root = ElementTree.fromstring(draw(one, other))
    lines = [shape.get("points").split() for shape in root.findall("{*}polyline")]
    assert [len(points) for points in lines] == [4, 2] and not root.findall("{*}polygon")
    ends = [float(points[-1].split(",")[0]) for points in lines]
    assert ends[1] - 56 == pytest.approx((ends[0] - 56) / 2, abs=0.2)  # two of four minutes, from the left margin
    words = [shape.text for shape in root.findall("{*}text")]
    assert "bot 55 %" in words and "games won against (2 runs, greedy)" in words  # 60 and 50 %
    assert not any("sampled" in word for word in words)


def test_curve__labels_can_be_read():
    """Bots that win as often have labels below each other, inside the picture; the axis has numbers that people write."""
    names = ("heuristic", "sampled_heuristic", "aggressive")
    line = {"decisions": 1.2e8, "seconds": 7200.0}
    line |= {f"{name}{end}": 1.0 for name in names for end in ("", "_low", "_high")}
    texts = ElementTree.fromstring(draw([line])).findall("{*}text")
    labels = [one for one in texts if one.text.partition(" ")[0] in names]
    heights = sorted(float(one.get("y")) for one in labels)
    assert len(labels) == 3 and all(below - above >= 12 for above, below in pairwise(heights))
    assert all(float(one.get("x")) + 6 * len(one.text) < 720 and float(one.get("y")) < 330 for one in labels)
    assert [one.text for one in texts if one.get("fill") == "#777"] == [
        "0 M decisions",
        "30 M",
        "60 M",
        "90 M",
        "120 M",
    ]


def test_curve__needs_a_picture_to_write(tmp_path, capsys):
    """Without a last argument that is a picture nothing is written over."""
    (tmp_path / "curve.csv").write_text(LINES)
    assert main([str(tmp_path / "curve.csv"), str(tmp_path / "curve.csv")]) == 2
    assert "usage" in capsys.readouterr().err and (tmp_path / "curve.csv").read_text() == LINES


def test_curve__one_round_and_none(tmp_path):
    """One line is drawn; a file without lines is an error."""
    path = tmp_path / "curve.csv"
    path.write_text("\n".join(LINES.splitlines()[:2]))
    assert "polyline" in draw(read(path)) and table(read(path)).count("\n") == 2
    path.write_text(LINES.splitlines()[0] + "\n")
    with pytest.raises(ValueError, match="no lines"):
        read(path)
