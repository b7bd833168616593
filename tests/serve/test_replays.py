"""The page of a replay at a server: shown before it is drawn, drawn where it is looked at."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from itertools import count
from typing import Any

import pytest

from fs_env.drawing import draw
from fs_env.replays import Replay, play_back
from fs_env.replays.film import REEL
from fs_env.replays.page import page as page_of
from fs_env.replays.transcript import narrate, result
from fs_env.serve.web import replay_cache
from tests.replays.games import recorded
from tests.replays.test_page import shown_in, unpacked
from tests.serve.conftest import SEED, deal
from tests.serve.running import running
from tests.serve.test_browser import Person


@pytest.fixture(scope="module")
def over(server):
    """The path of a table that is over, of a game that is long enough for some reels."""
    with pytest.MonkeyPatch.context() as patch:
        deal(patch, lambda bits: SEED)
        path = server.make(name_0="Ann", seat_1="heuristic")
    with server.sit(path) as browser:
        browser.play()
    return path


def test_drawings__come_when_they_are_asked_for(server, over):
    """A drawing of a choice is that of its position; the page itself holds none, and may ask its own server only."""
    status, page, headers = server.get(f"{over}/replay")
    assert status == 200 and "connect-src 'self'" in headers["content-security-policy"]
    assert headers["cache-control"] == "no-store"
    replay = Replay.from_json(json.loads(server.get(f"{over}/replay.json")[1]))
    status, text, headers = server.get(f"{over}/replay/reel?from={REEL}&view=2&narrow=1")
    reel = json.loads(text)
    assert status == 200 and headers["content-type"] == "application/json" and len(reel["pictures"]) == REEL
    for moment, game, S in play_back(replay):
        k = moment.choice - REEL
        if 0 <= k < REEL:
            drawn = draw(game, S, player=1, names=replay.names, narrow=True, marked=True)
            assert shown_in(reel, reel["pictures"][k]) == ["".join(part.lines) for part in drawn.parts]


def test_replay__names_players_as_the_table_did(server, dealt):
    """Whoever gave no name is "you" in the replay at the own link, or at that of the table's maker who plays alone, with verbs that fit,
    and has the number of the seat elsewhere."""
    path = server.make(seat_1="random", delay="0")
    with server.sit(path) as browser:
        shown = browser.asked()["names"]
        browser.play()
    table = server.host(path).id
    stored = server.call(lambda: server.lobby.store.load(table))
    watch = f"/watch/{stored.watch}"
    for link, names in ((path, shown), (f"/host/{stored.host}", shown), (watch, ["player #1", *shown[1:]])):
        html = server.get(f"{link}/replay")[1]
        title = re.search(r"<h1>(.*?)</h1>", html)
        assert title and unescape(title[1]).endswith(f": {', '.join(names)}")
        assert json.loads(server.get(f"{link}/replay.json")[1])["names"] == names
        reel = json.loads(server.get(f"{link}/replay/reel?from=0&view=0&narrow=0")[1])
        heading = re.findall(r">(turn 1 [^<]*)</text>", "".join(reel["lines"]))
        news = [line for *_, lines in unpacked(html)["log"] for line in lines]
        assert (link != watch) == ("your turn" in " ".join(heading)), heading
        assert any(line.startswith("you play " if link != watch else "player #1 plays ") for line in news), news


@pytest.mark.parametrize(
    "asked",
    ["", "?from=0", "?from=1&view=0&narrow=0", "?from=-8&view=0&narrow=0", "?from=0&view=3&narrow=0", "?from=0&view=x&narrow=0",
     "?from=99999999999&view=0&narrow=0", "?from=80000&view=0&narrow=0", "?from=0&view=-1&narrow=0", "?from=%C2%B2&view=0&narrow=0"],
)  # fmt: skip
def test_drawings__that_are_not_there(server, over, asked):
    """Anything else is answered by a page that says so."""
    status, text, _ = server.get(f"{over}/replay/reel{asked}")
    assert status == 404 and "<h1>" in text


def test_drawings__are_for_those_with_a_link(server, over):
    """Neither a made-up link nor that of watchers who are late gets one; the drawing of another table is not at this link."""
    assert server.get(f"{over[:-1]}/replay/reel?from=0&view=0&narrow=0")[0] == 404
    late = server.make(delay="3000")
    with server.sit(late) as browser:
        browser.play()
    table = server.host(late).id
    watch = f"/watch/{server.call(lambda: server.lobby.store.load(table)).watch}"
    for end in ("replay", "replay.json", "replay/reel?from=0&view=0&narrow=0"):
        assert (server.get(f"{late}/{end}")[0], server.get(f"{watch}/{end}")[0]) == (200, 404)
    assert server.get(f"{watch}/replay/analysis")[0] == 404


def test_replay_cache__is_small(monkeypatch):
    """A server keeps the films that were looked at last, and of each the reels that were; all others are drawn again."""
    monkeypatch.setattr(replay_cache, "REPLAYS", 1)
    monkeypatch.setattr(replay_cache, "REELS", 2)
    deals = count(SEED)
    deal(monkeypatch, lambda bits: next(deals))
    with running() as server:
        paths = [server.make(seat_0="random", seat_1="random", pace="0") for _ in range(2)]
        for path in paths:
            with server.sit(path) as browser:
                browser.until(lambda message: message.get("over"))
        told = [
            [server.get(f"{path}/replay/reel?from={first}&view=0&narrow=0") for first in (0, REEL, 0)] for path in paths
        ]
        again = [
            [server.get(f"{path}/replay/reel?from={first}&view=0&narrow=0") for first in (0, REEL, 0)] for path in paths
        ]
        for one in (*told, *again):
            assert [status for status, *_ in one] == [200] * 3, one
        assert [[text for _, text, _ in one] for one in told] == [[text for _, text, _ in one] for one in again]
        assert told[0][0][1] != told[1][0][1]


@pytest.mark.slow
@pytest.mark.parametrize(("width", "step"), [(390, 4), (1400, 1)])
def test_replay__in_a_browser(chromium, server, over, width, step, monkeypatch):
    """Chromium has every choice in words before the server has drawn one, shows a picture, says so while the server draws another one,
    and has the drawing of every choice and view; in the narrow window of every fourth choice; the analysis comes when it is asked for, of
    decisions of this game: each chance has the decision that it is of, and at the end the winner has 100 % and the other player 0 %."""
    replay = Replay.from_json(json.loads(server.get(f"{over}/replay.json")[1]))
    with Person(chromium, server, viewport={"width": width, "height": 800}) as ann:
        page = ann.page
        held, names = list[Any](), replay.shown_names
        page.route("**/reel?*", lambda route: held.append(route))
        page.goto(f"{server.origin}{over}/replay")
        page.wait_for_function("() => document.getElementById('busy').textContent.includes('drawing')")
        assert page.get_attribute("#table", "aria-busy") == "true" and not page.locator("#table svg").count()
        page.keyboard.press("End")
        words = [
            line.split("\n")[0] for line in page.locator("#log li").all_inner_texts() if not line.startswith("turn ")
        ]
        said = {f"{names[one.moment.seat]}: {one.words}" for one in narrate(replay) if one.moment.action >= 0}
        assert words[-1] == result(replay) and {*words[:-1]} <= said and len(words) > 1
        page.unroute("**/reel?*")  # what was held continues
        for view, player in enumerate((None, 0, 1)):
            page.keyboard.press("Home")
            for moment, game, S in play_back(replay):
                if moment.choice % step == 0:
                    page.wait_for_function("() => !document.getElementById('busy').textContent")
                    assert page.inner_text("#place").startswith(
                        f"choice {moment.choice} of {len(replay.choices)}, turn "
                    )
                    drawn = draw(game, S, player=player, names=replay.names, narrow=width < 1376)
                    shown = page.evaluate("document.querySelector('#table').textContent")
                    words = [
                        line for part in drawn.parts for line in re.findall(r">([^<]+)</text>", "".join(part.lines))
                    ]
                    assert words and all(unescape(word) in shown for word in words)
                page.keyboard.press("ArrowRight")
            if view < 2:
                page.keyboard.press("v")
        monkeypatch.setattr(replay_cache, "ANALYSIS_SECONDS", 3.0)
        page.click("#estimate")
        page.wait_for_selector("#analysis:not([hidden])")
        found = json.loads(server.get(f"{over}/replay/analysis")[1])  # computed once
        page.keyboard.press("End")
        shown = page.locator(".value span:last-child").all_inner_texts()
        assert shown == [f"{100 * (paid > 0)} % at the end" for paid in replay.returns] and len({*shown}) == 2
        page.keyboard.press("ArrowLeft")
        last = {seat: (k, chance) for k, seat, chance, _ in found["points"] if k < len(replay.choices) - 1}
        for seat, text in enumerate(page.locator(".value span:last-child").all_inner_texts()):
            k, chance = last.get(seat, (None, 0.0))
            assert text == ("–" if k is None else f"{int(100 * chance + 0.5)} % at choice {k}")
        assert page.locator("#bars p").count() == (len({k for k, _ in last.values()}) + (len(last) < 2) > 1)
        assert page.locator("#points tr").count() == len(found["points"]) + 1 > 2
        assert {(k, seat) for k, seat, *_ in found["points"]} <= {(m.choice, m.seat) for m, _, _ in play_back(replay)}
        page.locator("#points summary").press("Space")
        page.wait_for_selector("#points[open]")
        assert page.get_attribute("#play", "aria-pressed") == "false", "the key opens the table and plays nothing"


@pytest.mark.slow
def test_estimate__of_a_game_without_a_choice_says_so(chromium, server, dealt):
    """Who resigns before the first choice leaves no decision to estimate, and the page of the replay says this."""
    path = server.make(seat_1="heuristic")
    with server.sit(path) as browser:
        browser.asked()
        browser.say(do="resign")
        browser.until(lambda message: message.get("over"))
    with Person(chromium, server) as ann:
        ann.page.goto(f"{server.origin}{path}/replay")
        ann.page.click("#estimate")
        ann.page.locator("#offer", has_text="There is no decision to estimate.").wait_for()
        assert ann.page.locator("#estimate, #values").evaluate_all("all => all.every((one) => one.hidden)")


@pytest.mark.slow
def test_taking_back__says_that_it_is_done(chromium, server):
    """Until the position comes that was asked for, the page says what is being done and takes no second click."""
    with Person(chromium, server) as ann:
        page = ann.page
        ann.go(server.make(undo="on"))
        page.locator("#choices button").first.click()
        page.wait_for_function("() => now && now.undo")
        page.evaluate("socket.send = () => {}")  # nothing reaches the server
        page.click("#undo")
        page.wait_for_function("() => document.getElementById('state').textContent.startsWith('Taking back')")
        assert page.get_attribute("#choices button", "aria-disabled") == "true"


LETTERS = """() => Math.min(...[...document.querySelectorAll("#table text")].map((one) =>
  parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a))"""


@pytest.mark.slow
def test_replay__fits_narrow_windows(chromium, server, tmp_path):
    """Nothing lies beyond the right edge of a phone, a small tablet or a small laptop, with long names and with expected shares too;
    a game of two players fits a laptop in its height too, with letters of 11 pixels."""
    names = ("W" * 24, "policy:base@2 with a long name", "m" * 24, "Dee")
    file = tmp_path / "replay.html"
    file.write_text(page_of(replace(recorded(4), names=names)))
    with Person(chromium, server) as ann:
        for width in (390, 768, 900, 1280):
            ann.page.set_viewport_size({"width": width, "height": 700})
            ann.page.goto(f"file://{file}")
            ann.page.wait_for_selector("#table svg")
            ann.page.wait_for_function("() => !document.getElementById('busy').textContent")
            assert ann.page.evaluate("document.documentElement.scrollWidth") == width
            frame = ann.page.locator("#frame").bounding_box()
            assert width < 821 or frame["y"] + frame["height"] <= 700, "the expected shares are in sight"
        file.write_text(page_of(recorded(2)))
        for width, height in ((1366, 768), (1440, 900), (1920, 1080)):
            ann.page.set_viewport_size({"width": width, "height": height})
            ann.page.goto(f"file://{file}")
            ann.page.wait_for_selector("#table svg")
            for _ in range(len(recorded(2).choices)):
                assert ann.page.evaluate("document.documentElement.scrollHeight") == height
                assert ann.page.evaluate(LETTERS) >= 10.95, (width, ann.page.inner_text("#place"))
                ann.page.keyboard.press("ArrowRight")
