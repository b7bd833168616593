"""The recap of what the others did, and the moments that its lines show again."""

import pytest

from tests.serve.test_browser import Person

OUTSIDE = """() => moments.map((one, k) => {
  moment(k);
  const { left, top, right, bottom } = document.querySelector("#past svg").getBoundingClientRect();
  const boxes = [...document.querySelectorAll("#past .map")].map((map) => map.getBoundingClientRect());
  $("past").close();
  return boxes.some((box) => box.left < left - 3 || box.top < top - 3 || box.right > right + 3 || box.bottom > bottom + 3);
})"""


@pytest.mark.slow
def test_recap__shows_each_moment_again(chromium, server, dealt):
    """After the others' turns each has at most six lines, all from the log; a line shows the board as it was then, and keys answer nothing
    meanwhile; the whole log is behind a button."""
    with Person(chromium, server) as ann:
        page = ann.page
        page.set_viewport_size({"width": 1500, "height": 900})
        ann.go(server.make(game="four_souls", players="3", pace="120"))
        for _ in range(60):
            number = ann.number()
            page.locator("#choices button").last.click()
            if not ann.later(number) or page.locator("#recap li").count() > 4:
                break
        lines = page.locator("#recap button")
        assert lines.count() > 4 and all(
            1 <= page.locator(f"#recap > div:nth-child({k + 1}) li").count() <= 6
            for k in range(page.locator("#recap > div").count())
        )
        log = page.locator("#log li").evaluate_all("all => all.map((one) => one.textContent)")
        assert all(any(line.endswith(text) for line in log) for text in lines.all_text_contents())
        assert page.locator("#log").is_hidden()
        number = ann.number()
        lines.first.click()
        assert page.locator("#past svg [data-part]").count() == page.locator("#board [data-part]").count()
        shown, present = (page.locator(f"#{where} svg").first.text_content() for where in ("past", "board"))
        assert shown and shown != present, "the first line is of an earlier moment"
        page.keyboard.press("1")
        page.keyboard.press("Escape")
        assert page.locator("#past").is_hidden() and ann.number() == number and page.evaluate("sent") != number
        assert page.locator("#board svg").text_content() == present
        lines.last.press("Enter")
        titles = [page.locator("#past h2").text_content()]
        for _ in range(2):
            page.keyboard.press("Enter")  # "← earlier" has the focus, and keeps it
            titles.append(page.locator("#past h2").text_content())
        assert len(set(titles)) == 3 and page.evaluate("document.activeElement.textContent") == "← earlier"
        page.keyboard.press("Escape")
        before = lines.all_text_contents()
        page.set_viewport_size({"width": 1280, "height": 650})
        head, full = (page.locator(one).bounding_box() for one in ("aside h2", "#full"))
        assert head["y"] <= full["y"] and full["y"] + full["height"] <= head["y"] + head["height"] < head["y"] + 36, (
            "the button for the whole log is in the row of the heading"
        )
        page.click("#full")
        assert page.locator("#recap").is_hidden() and page.locator("#log").bounding_box()["height"] > 100
        page.click("#full")
        page.set_viewport_size({"width": 390, "height": 844})
        page.reload()
        assert ann.wait() and lines.all_text_contents() == before, "the recap outlasts a reload, on a phone too"
        lines.first.click()
        assert page.locator("#past svg").first.text_content() == shown
        page.keyboard.press("Escape")
        page.click("#full")
        assert page.locator("#log").is_visible()
        page.click("#full")
        lines.first.click()
        page.evaluate(
            "TAKES.position({ ...now, whole: false, parts: [], log: [], number: now.number + 1, mine: false })"
        )
        assert page.locator("#past").is_hidden(), "answered in another tab: the moment is not stored any more"


@pytest.mark.slow
def test_recap__shows_what_a_player_did_to_you(chromium, server, dealt):
    """What another player's item and loot card take from the reader is shown with that player, and what the reader does is not; so after
    a reload."""
    with Person(chromium, server) as ann:
        ann.go(server.make(game="four_souls", players="3"))
        lost = ann.page.locator("#recap > div", has_text="Rosa").locator("button", has_text="you lose")
        for _ in range(20):
            if lost.count():
                break
            number = ann.number()
            ann.page.locator("#choices button").last.click()
            ann.later(number)
        assert lost.all_text_contents() == ["you lose 1¢ to Forever Alone (now 1¢)", "you lose 2 hp to Blank Rune: 0/2"]
        shown = ann.page.locator("#recap button").all_text_contents()
        assert not [text for text in shown if text.startswith(("you play", "you use", "you draw", "you heal"))]
        ann.page.reload()
        assert ann.wait() and ann.page.locator("#recap button").all_text_contents() == shown


@pytest.mark.slow
def test_recap__shows_maps_as_they_were_arranged(chromium, server, dealt):
    """A moment in which a map grew, or took the place of the choice of adventurers, shows all of the map, not the drawing that had no
    room for it."""
    with Person(chromium, server) as ann:
        ann.go(server.make(game="betrayal", players="4", pace="40"))
        seen = 0
        for _ in range(8):
            ann.page.wait_for_function("() => !reshaped")  # a drawing with room for all is on its way
            outside = ann.page.evaluate(OUTSIDE)
            seen += len(outside)
            assert not any(outside)
            number = ann.number()
            ann.page.locator("#choices button").last.click()
            ann.later(number)
        assert seen > 20


@pytest.mark.slow
def test_recap__has_each_line_once(chromium, server, dealt):
    """A question with one choice, asked so that the others learn nothing, does not end the recap; and a whole message repeats no line that
    it has, though the server counts more lines since the last choice, as after a bot took over a pending question."""
    with Person(chromium, server) as ann:
        page, lines = ann.page, ann.page.locator("#recap button")
        ann.go(server.make(players="3"))
        turns = 0
        while turns < 2:
            number = ann.number()
            page.locator("#choices button").last.click()
            assert ann.later(number)
            turns += lines.count() > 1
        before = lines.all_text_contents()
        assert len(before) > 1
        line = '["news", "Rosa looks at a card"]'
        page.evaluate("TAKES.position({ ...now, whole: false, parts: [], log: [], choices: now.choices.slice(0, 1) })")
        page.evaluate(f"TAKES.position({{ ...now, whole: false, parts: [], log: [{line}], number: now.number + 1 }})")
        assert sorted(lines.all_text_contents()) == sorted([*before, "looks at a card"])
        log = page.locator("#log li").evaluate_all("all => all.map((one) => ['news', one.textContent])")
        whole = "{ ...now, whole: true, names, parts: [...parts.values()], log, fresh: log.length }"
        page.evaluate(f"(log) => TAKES.position({whole})", [*log, ["news", "Omar looks at a card"]])
        assert sorted(lines.all_text_contents()) == sorted([*before, *2 * ["looks at a card"]])


@pytest.mark.slow
def test_recap__has_the_lines_of_a_player_whose_name_begins_with_another_name(chromium, server, dealt):
    """Of two players with one name the second has a number; each has its own lines, as has a player named "you too"."""
    lines = [
        ["turn", "turn 8: Tariq #2's turn"],
        ["news", "you lose 2¢"],
        ["news", "Tariq #2 plays piece 7"],
        ["news", "Tariq plays piece 3"],
        ["news", "you too: rewards of Fly"],
        ["news", "Tariq #2's Decoy triggers"],
    ]
    own = {
        "Tariq": ["plays piece 3"],
        "Tariq #2": ["you lose 2¢", "plays piece 7", "Tariq #2's Decoy triggers"],
        "you too": ["you too: rewards of Fly"],
    }
    with Person(chromium, server) as ann:
        ann.go(server.make(players="4", name_1="Tariq", name_2="Tariq", name_3="you too"))
        assert ann.page.evaluate("names") == ["you", *own]
        ann.page.evaluate(
            "log => { moments = []; TAKES.position({ ...now, whole: false, parts: [], log, number: now.number + 1, choices: [] }); }",
            lines,
        )
        shown = "all => all.map((one) => [...one.querySelectorAll('h3,li')].map((line) => line.textContent))"
        assert ann.page.locator("#recap > div").evaluate_all(shown) == [[name, *all_of] for name, all_of in own.items()]
