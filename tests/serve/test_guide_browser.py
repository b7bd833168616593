"""How to play, in Chromium: the pages at three widths, and a guided first game."""

from __future__ import annotations

import pytest

from fs_env.games import SHIPPED
from tests.serve.test_browser import ASKED, Person

pytestmark = pytest.mark.slow
SMALL = 11  # pixels
LETTERS = """() => {
  const sizes = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const one = texts.currentNode.parentElement, range = document.createRange();
    range.selectNode(texts.currentNode);
    if (!texts.currentNode.textContent.trim() || !one.checkVisibility() || !range.getBoundingClientRect().width) continue;
    const scale = one.closest('svg') ? one.getScreenCTM().a : 1;
    sizes.push(parseFloat(getComputedStyle(one).fontSize) * scale);
  }
  return sizes;
}"""

CROPPED = """() => [...document.querySelectorAll("svg.hand")].flatMap((hand) => {
  const whole = hand.getBoundingClientRect(), pieces = [...hand.querySelectorAll("path,rect")];
  const boxes = pieces.map((one) => one.getBoundingClientRect());
  return boxes.filter((box) => box.left < whole.left - 1 || box.right > whole.right + 1);
}).length"""


@pytest.mark.parametrize("path", ["/", *(f"/how/{manifest.id}" for manifest in SHIPPED)])
def test_page__can_be_read_at_every_width(path, chromium, server):
    """All letters have 11 pixels or more, and nothing is wider than the window; in the form of tables neither. On a small laptop each game
    of the front page can be begun without scrolling."""
    with Person(chromium, server) as ann:
        for width in (1400, 800, 390):
            ann.page.set_viewport_size({"width": width, "height": 900})
            ann.page.goto(f"{server.origin}{path}")
            for summary in ann.page.locator("summary").all():
                summary.click()
            assert "&lt;svg" not in ann.page.content(), "pictures are drawn, not printed"
            sizes = ann.page.evaluate(LETTERS)
            assert len(sizes) > 50 and min(sizes) >= SMALL - 0.01 and not ann.page.evaluate(CROPPED)
            assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
        ann.page.set_viewport_size({"width": 1280, "height": 650})
        ann.page.goto(f"{server.origin}{path}")
        ends = [one.bounding_box() for one in ann.page.locator(".games button.main").all()]
        assert len(ends) == 3 * (path == "/") and all(one["y"] + one["height"] <= 650 for one in ends)


def test_page__opens_the_card_that_it_names(chromium, server):
    """A name in the text leads to the card in the gallery, in its own window."""
    with Person(chromium, server) as ann:
        ann.page.goto(f"{server.origin}/how/castles_of_caleira")
        with ann.context.expect_page() as opened:
            ann.page.locator(".goal a", has_text="Princess Spire").click()
        assert "Princess Spire" in opened.value.locator(":target [role=img]").get_attribute("aria-label")


def test_first_game__explains_each_question_once(chromium, server):
    """The first question to play a card is explained, with what the choices do; the second is not, unless it is asked for."""
    with Person(chromium, server) as ann:
        ann.page.goto(f"{server.origin}/how/castles_of_caleira")
        ann.page.get_by_role("button", name="Guided first game").click()
        ann.wait()
        lesson = ann.page.locator(".lesson:visible")
        lesson.wait_for()
        assert lesson.locator("summary").inner_text() == "Play a card" and lesson.locator("li:visible").count() == 2
        for _ in range(10):
            number = ann.number()
            ann.page.locator(ASKED).first.click()
            ann.later(number)
            if ann.page.locator("#question").text_content().startswith("you play a card"):
                break
        assert lesson.count() == 0
        ann.page.get_by_role("button", name="explain again").click()
        assert lesson.locator("summary").inner_text() == "Play a card"
        ann.page.reload()
        ann.wait()
        ann.page.get_by_role("button", name="explain again").wait_for()
        assert lesson.count() == 0


def test_form__asks_for_a_bot_only_where_one_is_written_down(chromium, server):
    """A field for another bot comes with that choice of the menu; a table is made with what is written there."""
    with Person(chromium, server) as ann:
        ann.page.goto(server.origin)
        form = ann.page.locator("form", has_text="Castles of Caleira").first
        field = form.locator("[name=other_1]")
        assert field.is_hidden()
        form.locator("[name=seat_1]").select_option(label="another bot …")
        field.fill("passive")
        form.get_by_role("button", name="Play Castles of Caleira").click()
        ann.wait()
        assert server.host(ann.page.url.removeprefix(server.origin)).setup.seats == ("person", "passive")
