"""Plots: well-formed SVG with a text alternative, values where they belong, nothing outside the picture."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from fs_env.leaderboard.plots import WIDTH, Point, heat_map, intervals

SVG = "{http://www.w3.org/2000/svg}"


def parts(text: str, kind: str, name: str) -> list[dict[str, str]]:
    return [one.attrib for one in ElementTree.fromstring(text).iter(SVG + kind) if one.get("class") == name]


def test_intervals__points_are_where_their_values_are() -> None:
    """Of the values 0, 50 and 100 the middle one is half way, and each interval ends as far from its point as its bounds are."""
    text = intervals(
        "a < b", [Point(name, v, v - 10, v + 10, f"{v}") for name, v in (("a", 0), ("b", 50), ("<c>", 100))]
    )
    x = [float(one["cx"]) for one in parts(text, "circle", "dot")]
    spans = [(float(one["x1"]), float(one["x2"])) for one in parts(text, "line", "span")]
    assert x[1] - x[0] == pytest.approx(x[2] - x[1], abs=0.2) and x[1] - x[0] > 50
    for at, (low, high) in zip(x, spans):
        assert at - low == pytest.approx(high - at, abs=0.2) == pytest.approx((x[1] - x[0]) / 5, abs=0.2)
    root = ElementTree.fromstring(text)
    assert root.findtext(SVG + "title") == "a < b" and root.findtext(SVG + "desc") == "a: 0; b: 50; <c>: 100"
    assert "prefers-color-scheme: dark" in text and "http" not in re.sub(r'xmlns="[^"]+"', "", text)


def test_intervals__a_point_far_below_is_an_arrow() -> None:
    """It takes no room from the others, and its number is still there; the axis begins near the second lowest."""
    near = [Point(f"{k}", 10 * k, 10 * k - 5, 10 * k + 5, "near") for k in range(5)]
    text = intervals("t", [*near, Point("random", -700, -800, -600, "-700 ± 100")])
    assert len(parts(text, "circle", "dot")) == 5 and len(parts(text, "path", "dot")) == 1 and "-700 ± 100" in text
    x = [float(one["cx"]) for one in parts(text, "circle", "dot")]
    assert x[-1] - x[0] > 60 and all(0 < value < WIDTH for value in x)


def test_heat_map__colours_and_words() -> None:
    """Above even blue, below orange, stronger the further; no cell where nothing was played; all numbers in the description."""
    text = heat_map("wins", ["x", "y"], ["x", "y", "z"], [[None, 0.25, 1.0], [0.5, None, 0.1]], 0.25)
    more, less = parts(text, "rect", "more"), parts(text, "rect", "less")
    assert [float(one["fill-opacity"]) for one in more] == [0.55, pytest.approx(0.55 / 3, abs=0.01)]
    assert [float(one["fill-opacity"]) for one in less] == [0, pytest.approx(0.55 * 0.6, abs=0.01)]
    words = ElementTree.fromstring(text).findtext(SVG + "desc")
    assert words == "x: 25 against y, 100 against z; y: 50 against x, 10 against z. In percent."
    assert all(0 <= float(one["x"]) and float(one["x"]) + float(one["width"]) <= WIDTH for one in more + less)
