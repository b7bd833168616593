"""Cards at the table in Chromium: letters that can be read at every width, nothing cut, the whole card by mouse, keys and touch."""

from __future__ import annotations

from typing import Any

import pytest

from tests.serve.test_browser import ASKED, Person

pytestmark = pytest.mark.slow
SMALLEST, SHARE = 10.95, 0.02  # pixels of letters, and how many of the texts may be smaller
WIDTHS = {"wide": (1400, 900), "tablet": (800, 1000), "phone": (390, 844)}
GAMES: dict[str, dict[str, Any]] = {
    "four_souls": {"players": "3", "seat_1": "heuristic", "seat_2": "heuristic"},
    "castles_of_caleira": {"players": "3", "seat_1": "heuristic", "seat_2": "heuristic"},
    "betrayal": {"players": "3", "seat_1": "heuristic", "seat_2": "heuristic"},
}
CHOICES = (0, 5, 6)  # made before each look
TEXTS = """() => [...document.querySelectorAll('#board text')].map(
  (one) => [one.textContent, parseFloat(one.getAttribute('font-size')) * one.getScreenCTM().a])"""


@pytest.mark.parametrize("game", GAMES)
def test_texts__can_be_read_at_every_width(game: str, chromium: Any, server: Any) -> None:
    """At 1400, 800 and 390 pixels, early and later in a game, at most 2 % of the texts on the table have letters below 11 pixels;
    no text is cut and none is an id."""
    path = server.make(game=game, **GAMES[game])
    with Person(chromium, server) as ann:
        ann.go(path)
        for choices in CHOICES:
            for _ in range(choices):
                if ann.wait():
                    number = ann.number()
                    ann.page.locator(ASKED).last.click()
                    ann.later(number)
            for wide, high in WIDTHS.values():
                with Person(chromium, server, viewport={"width": wide, "height": high}) as looker:
                    looker.go(path)
                    told = looker.page.evaluate(TEXTS)
                    small = [text for text, size in told if size < SMALLEST]
                    assert len(told) > 30 and len(small) <= SHARE * len(told), (wide, small)
                    assert not [text for text, _ in told if "…" in text or "_" in text], wide


def test_face__is_shown_whole(chromium: Any, server: Any) -> None:
    """The card below the mouse is drawn beside it with its text; on a phone a tap draws it above its choices."""
    path = server.make(game="four_souls", **GAMES["four_souls"])
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
            ann.page.wait_for_function("title => document.querySelector('h1').innerText !== title", arg=titles[-1])
        assert titles[0] == "Cards of Four Souls" and len({*titles, ann.page.locator("h1").inner_text()}) >= 2
        ann.page.goto(f"{server.origin}/cards?game=betrayal")
        ann.page.locator("[name=words]").fill("maul")
        ann.page.wait_for_function("() => document.querySelectorAll('li:not([hidden])').length === 1")
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
