"""Puzzles in the browser: lists, choices along a line, hints, solutions, and requests that are refused."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import urlencode

import pytest

from fs_env.puzzles.puzzle import find
from fs_env.puzzles.rules import games_with_puzzles
from tests.serve.running import NEEDED
from tests.serve.test_browser import Person

pytest.importorskip("fs_env.serve.web.puzzle_routes", reason=NEEDED)
SOLVED = "<b>Solved.</b>"


def page(server, game: str, name: str, **fields: object) -> str:
    status, text, _ = server.get(f"/puzzles/{game}/{name}?{urlencode(fields)}")
    assert status == 200, text
    return unescape(text)


def buttons(text: str) -> dict[str, str]:
    """Words of the choices on a page, with their ids."""
    found = re.findall(r'name="choose" value="(\d+)"><span>(.*?)</span></button>', text)
    return {words: number for number, words in found}


def named(text: str, begin: str) -> str:
    """The words of the choice that begins so."""
    return next(words for words in buttons(text) if words.startswith(begin))


def fields(text: str) -> dict[str, str]:
    return dict(re.findall(r'name="(line|taken)" value="(.*?)"', text))


@pytest.mark.parametrize(
    ("game", "name", "choices"),
    [
        ("four_souls", "two_not_one", ["activate Mini Mush", "pass: ", "pass: ", "pass: ", "subtract 2"]),
        ("betrayal", "fire_first", ["try to set a fire: Speed 5+"]),
    ],
)
def test_stored_line__solves_the_puzzle(game, name, choices, server):
    """The buttons of the stored actions, with their meaning, lead from the first page to the end, whose page offers no choice."""
    text = page(server, game, name)
    for begin in choices:
        assert SOLVED not in text and not re.search(r"[Pp]layer[_ ]\d|decision \d", text)
        words = named(text, begin)
        text = page(server, game, name, **fields(text), choose=buttons(text)[words])
        assert f"Right: {words}." in text
    assert SOLVED in text and not buttons(text)


@pytest.mark.parametrize(("game", "name"), [("four_souls", "dead_men_win"), ("betrayal", "fire_first")])
def test_places__tell_why_they_offer_no_choice(game, name, server):
    """Of every place on the table exactly those without a choice have a reason, as at a table."""
    status, text, _ = server.get(f"/puzzles/{game}/{name}?stage=")
    message = json.loads(text)
    offered = {place for *_, places in message["choices"] for place in places}
    assert status == 200 and offered & set(message["why"]) and len(message["why"]) > 10
    assert {place for place, why in message["why"].items() if not why} == offered & set(message["why"])


def test_wrong_choice__shows_its_loss_and_changes_nothing(server):
    """Dice Shard first fails on 5 and 6, as the file explains; the same choices are offered again."""
    before = page(server, "four_souls", "two_not_one")
    after = page(server, "four_souls", "two_not_one", choose=buttons(before)[named(before, "play Dice Shard")])
    assert "Wrong: play Dice Shard" in after and "66.7 % instead of\n100.0 %: a loss of 33.3 points" in after
    assert SOLVED not in after
    assert buttons(after) == buttons(before) and fields(after) == fields(before)


def test_other_line__is_entered_where_it_has_the_same_story(server):
    """A best first action that begins only the second line is right, and the page stays on that line."""
    puzzle = find("dug_up")
    first, second = (line.play[0][0] for line in puzzle.lines)
    assert first != second
    text = page(server, "four_souls", "dug_up")
    text = page(server, "four_souls", "dug_up", choose=buttons(text)[second])
    assert "Right:" in text and fields(text)["line"] == "1"


def test_solution_and_hints__appear_when_asked(server):
    argument, mistake = find("two_not_one").argument, find("two_not_one").mistake
    best = "The best action: activate Mini Mush."
    hints = [page(server, "four_souls", "two_not_one", hint=n) for n in range(3)]
    assert [mistake in text for text in hints] == [False, True, True]
    assert [best in text for text in hints] == [False, False, True]
    assert not any(argument in text or "Main line" in text for text in hints)
    solution = page(server, "four_souls", "two_not_one", solution=1)
    assert argument in solution and mistake in solution and "Main line" in solution


def test_lists__lead_to_every_puzzle(server):
    """By game, each below the number of its actions; the front page and the page on how to play lead there."""
    for game in games_with_puzzles():
        text = server.get(f"/puzzles/{game}")[1]
        names = re.findall(rf'href="/puzzles/{game}/(\w+)"', text)
        assert len(names) == len(set(names)) == {"betrayal": 12, "four_souls": 32}[game]
        assert text.index("1 action") < text.index("2 actions") < text.index("6 actions")
        for path in ("/", f"/how/{game}"):
            assert f'href="/puzzles/{game}"' in server.get(path)[1]
    assert "/puzzles" not in server.get("/how/castles_of_caleira")[1]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("chess", 404),
        ("castles_of_caleira", 404),
        ("four_souls/unknown", 404),
        ("betrayal/two_not_one", 404),
        ("four_souls/two_not_one?taken=1,x", 400),
        ("four_souls/two_not_one?taken=1", 400),
        ("four_souls/two_not_one?line=7", 400),
        ("four_souls/two_not_one?choose=-1", 400),
        ("four_souls/two_not_one?choose=999999", 400),
        ("four_souls/two_not_one?choose=%D9%A1", 400),
        ("four_souls/two_not_one?hint=1e9", 400),
    ],
)
def test_malformed_request__is_refused_in_plain_text(path, status, server):
    found, text, headers = server.get(f"/puzzles/{path}")
    assert (found, headers["content-type"].split(";")[0]) == (status, "text/plain") and len(text) < 200


@pytest.mark.parametrize("key", ["line", "taken", "choose", "hint", "solution"])
def test_overlong_number_or_list__is_refused_before_anything_is_played(key, server):
    for given in (",".join(["0"] * 101), "1" * 7):
        status, text, _ = server.get(f"/puzzles/four_souls/two_not_one?{key}={given}")
        assert status == 400 and text.startswith(f"{key}='{given[:40]}': expected up to 100 numbers"), text


WINDOWS = [(1280, 650), (1366, 768), (1920, 1080), (2560, 1440), (1024, 768)]
SEEN = """() => {
  const within = (r) => r.width > 0 && r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight;
  const inside = (one) => within(one.getBoundingClientRect());
  const shown = [document.getElementById("question"), board.firstElementChild, ...document.querySelectorAll("#ask li>*,#tools button")];
  return { out: shown.filter((one) => !inside(one)).map((one) => one.outerHTML.slice(0, 80)), can: board.querySelectorAll(".can").length,
    cards: board.querySelectorAll("[data-card]").length, words: document.body.innerText + board.textContent };
}"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name", "place"), [("four_souls", "dead_men_win", "hand:1:judgement"), ("betrayal", "fire_first", "tile:")]
)
def test_puzzle__is_played_on_the_table(game, name, place, chromium, server):
    """Position, question and choices are in one window, with names; a choice is made on the board, and no seat or id is in a text."""
    with Person(chromium, server) as ann:
        ann.go(f"/puzzles/{game}/{name}")
        page = ann.page
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(200)
            page.wait_for_function("() => now && stage() === shown")
            seen = page.evaluate(SEEN)
            assert not seen["out"] and seen["can"] and seen["cards"] > 3, (width, seen["out"])
            assert not re.search(r"[Pp]layer[_ ]\d|decision \d|_", seen["words"]), seen["words"]
            assert "Rosa" in seen["words"]
        other = page.locator("#board [data-card]:not(.can)").first
        why = page.evaluate("place => reasons[place]", other.get_attribute("data-place"))
        other.click(position={"x": 5, "y": 5})
        page.locator("#menu .why", has_text=why).wait_for()
        page.keyboard.press("Escape")
        with page.expect_navigation():
            page.locator(f"#board .can[data-place^='{place}']").first.click()
        page.wait_for_selector(".right,.wrong")
        assert page.locator(".right,.wrong").first.inner_text().startswith(("Right: ", "Wrong: "))


@pytest.mark.slow
def test_puzzle__shows_the_drawing_of_this_window(chromium, server):
    """A drawing that comes late, for a window as it was before, does not take the place of the one for the window as it is."""
    late = """() => {
      const usual = fetch;
      window.fetch = (url) => { window.fetch = usual; return new Promise((done) => { window.give = () => done(usual(url)); }); };
      window.first = connect();
    }"""
    with Person(chromium, server) as ann:
        ann.go("/puzzles/four_souls/dead_men_win")
        page = ann.page
        page.wait_for_function("() => stage() === shown")
        page.evaluate(late)
        page.set_viewport_size({"width": 1440, "height": 900})
        page.wait_for_function("before => stage() !== before && stage() === shown", arg=page.evaluate("shown"))
        drawn = page.evaluate("size")
        page.evaluate("async () => { give(); await first; }")
        assert page.evaluate("size") == drawn and page.evaluate("shown === stage()")
