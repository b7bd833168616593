"""Cards in Chromium: the whole card by mouse and touch, and galleries."""

from __future__ import annotations

from typing import Any

import pytest

from tests.serve.test_browser import Person

pytestmark = pytest.mark.slow
TABLE = {"game": "four_souls", "players": "3", "seat_1": "heuristic", "seat_2": "heuristic"}


def test_face__is_shown_whole(chromium: Any, server: Any) -> None:
    """The card below the mouse is drawn beside it with its text; on a phone a tap draws it above its choices."""
    path = server.make(**TABLE)
    with Person(chromium, server) as ann:
        ann.go(path)
        card = ann.page.locator("#board [data-place^='shop:']").first
        name = card.get_attribute("data-card")
        card.hover(position={"x": 6, "y": 14})
        ann.page.wait_for_selector("#card:not([hidden]) svg")
        assert name in ann.page.locator("#card svg").text_content()
        box = ann.page.locator("#card").bounding_box()
        assert box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= 1280 and box["y"] + box["height"] <= 800
    with Person(chromium, server, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as ann:
        ann.go(path)
        card = ann.page.locator("#board [data-place^='shop:']").first
        card.dispatch_event("click")
        ann.page.wait_for_selector("#menu[open] svg")
        assert name in ann.page.locator("#menu svg").text_content()


def test_galleries__of_all_games(chromium: Any, server: Any) -> None:
    """Each game has a gallery with a choice of its own, and leads to those of the others."""
    with Person(chromium, server, viewport={"width": 390, "height": 844}) as ann:
        ann.page.goto(f"{server.origin}/cards")
        titles = []
        for _ in range(2):
            titles.append(ann.page.locator("h1").inner_text())
            ann.page.locator("nav a").last.click()
            ann.page.wait_for_function(
                "title => ![undefined, title].includes(document.querySelector('h1')?.innerText)", arg=titles[-1]
            )
        assert titles[0] == "Cards of Four Souls" and len({*titles, ann.page.locator("h1").inner_text()}) >= 2
        ann.page.goto(f"{server.origin}/cards?game=betrayal")
        ann.page.locator("[name=words]").fill("maul")
        ann.page.wait_for_function("() => document.querySelectorAll('li:not([hidden])').length === 1")
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
