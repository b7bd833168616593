"""The page of a report in Chromium, light and dark, wide and narrow: all of it is seen, and nothing comes from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fs_env.arena import Database
from fs_env.cli import main
from tests.arena.report.games import PLAN, ROWS, game

pytestmark = pytest.mark.slow
NAMES = ("ann", "search:milliseconds=1000,policy=policy:four_souls_2", "cat<&>")
ROWS_FOR_CURVES = [game(k, (k % 3, (k + 1) % 3), (k % 2,), 10 + k) for k in range(len(ROWS), 80)]
OVERLAPS = """[...document.querySelectorAll('.ticks')].some((ticks) => {
  const boxes = [...ticks.querySelectorAll('text')].map((one) => one.getBoundingClientRect()).filter((box) => box.width);
  return boxes.some((box, k) => k && box.left < boxes[k - 1].right);
})"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page that `fs-env standings` writes of eighty games, which has every part."""
    folder = tmp_path_factory.mktemp("report")
    results = Database(folder / "r.db", PLAN, NAMES)
    results.add([*ROWS, *ROWS_FOR_CURVES])
    results.close()
    assert main(["standings", str(folder / "r.db"), "--html", str(folder / "page.html")]) == 0
    return folder / "page.html"


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(("scheme", "ground"), [("light", "rgb(251, 251, 249)"), ("dark", "rgb(21, 23, 26)")])
def test_page__in_a_browser(scheme: str, ground: str, width: int, file: Path, chromium: Any) -> None:
    """Every part is visible in the width of the window, no tick covers another, the colours are those that the system asks for; the
    console stays empty and only the file itself is read."""
    context = chromium.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    try:
        page = context.new_page()
        said: list[str] = []
        read: list[str] = []
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda line: said.append(line.text))
        page.on("request", lambda request: read.append(request.url))
        page.goto(file.as_uri())
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == ground
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for part, number in (("section", 7), (".plot", 4), (".area", 1), ("polyline", 3), (".dot", 10)):
            boxes = [one.bounding_box() for one in page.locator(part).all()]
            assert len(boxes) == number, part
            assert all(box["width"] > 0 and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes), part
            assert part == "polyline" or all(box["height"] > 0 for box in boxes), part  # a line may be level
        for cell in page.locator("td").all():  # at the narrow width tables are moved sideways in their own box
            cell.scroll_into_view_if_needed()
            assert cell.is_visible()
        assert not page.evaluate(OVERLAPS)
        assert said == [] and read == [file.as_uri()]
    finally:
        context.close()
