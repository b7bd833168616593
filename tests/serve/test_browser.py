"""Tables in Chromium: whole games by clicks and by keys, two people, lost connections, phones, dark mode, readers of screens."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from typing import Any
from weakref import WeakKeyDictionary

import pytest

from tests.serve.running import Server, running

pytestmark = pytest.mark.slow
PATIENCE = 120_000  # milliseconds
DIGITS = 800  # milliseconds after which no second digit follows
ASKED = "#choices button:not([disabled])"
OVER = "#end:not([hidden]) table"
ON_TABLE = """([action, kind]) => {
  const there = (place) => board.querySelector(`${kind}[data-place="${CSS.escape(place)}"]`);
  const place = now.choices.find((one) => one[0] === action)[3].find(there);
  return [place ?? null, place ? acts(place).findIndex((one) => one[0] === action) : 0];
}"""


FREE: WeakKeyDictionary[Any, dict[tuple[Any, ...], list[tuple[Any, list[str]]]]] = WeakKeyDictionary()


class Person:
    """A browser window; fails at the end if a script of the page failed in it.

    To open a window costs more than most of what is done in one: who comes gets the window that another one has left, emptied, if it
    is of the same kind (`touch`: options of a context that a page cannot change).
    """

    def __init__(
        self,
        chromium: Any,
        server: Server,
        viewport: dict[str, int] | None = None,
        color_scheme: str = "light",
        reduced_motion: str = "reduce",
        **touch: bool,
    ) -> None:
        self.server = server
        self._free = FREE.setdefault(chromium, {}).setdefault(tuple(sorted(touch.items())), [])
        self.page, self.errors = self._free.pop() if self._free else opened(chromium, **touch)
        self.context = self.page.context
        self.errors.clear()
        self.page.set_viewport_size(viewport or {"width": 1280, "height": 800})
        self.page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)

    def go(self, path: str) -> None:
        self.page.goto(f"{self.server.origin}{path}")
        self.wait()

    def wait(self) -> bool:
        """Waits for a question to this person, or the end; returns whether it is a question."""
        self.page.wait_for_selector(f"{ASKED}, {OVER}")
        return not self.page.locator(OVER).count()

    def number(self) -> int:
        return int(self.page.evaluate("now ? now.number : -1"))

    def later(self, number: int) -> bool:
        """Waits until a later decision is asked of this person, or the game is over."""
        self.page.wait_for_function("n => now && now.number > n && (now.mine || now.over)", arg=number)
        return self.wait()

    def __enter__(self) -> Person:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self.context.close()
            return
        for page in self.context.pages:
            if page != self.page:
                page.close()
        self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
        self.context.clear_cookies()
        self.page.mouse.move(0, 0)
        self.page.goto("about:blank")
        assert not self.errors, self.errors
        self._free.append((self.page, self.errors))


def opened(chromium: Any, **how: bool) -> tuple[Any, list[str]]:
    """A page in a new window, and the list that gets what its scripts complain about."""
    context = chromium.new_context(**how)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    return page, errors


def test_castles__by_clicks_on_the_table(chromium, server, dealt):
    """A whole game from the form on: a choice that lies on the table is made there, from the menu where there are several."""
    with Person(chromium, server) as ann:
        ann.page.goto(server.origin)
        form = ann.page.locator("form", has_text="Castles of Caleira").first
        form.locator("[name=name_0]").fill("Ann")
        form.locator("details").nth(1).locator("summary").click()
        form.locator("[name=pace]").fill("0")
        form.get_by_role("button", name="Play Castles of Caleira").click()
        on_table = menus = 0
        while ann.wait():
            number, places = ann.number(), ann.page.locator("#board .can")
            if places.count():
                place = places.first
                several = ann.page.evaluate("p => acts(p).length", place.get_attribute("data-place")) > 1
                place.click()
                if several:
                    ann.page.locator("#menu .acts button").first.click()
                    menus += 1
                on_table += 1
            else:
                ann.page.locator(ASKED).first.click()
            ann.later(number)
        assert on_table > 4 and menus > 0
        assert (
            ann.page.locator("#end th", has_text="you").count() == 1 and not ann.page.locator("#end th:empty").count()
        )
        question, end = (ann.page.locator(one).bounding_box() for one in ("#question", "#end"))
        assert end["y"] - question["y"] - question["height"] < 24, "the result is below the question"
        assert "turn" not in ann.page.locator("#board [data-part^=player-] text").all_text_contents()
        assert ann.page.locator("#pace").is_hidden() and ann.page.locator("#theme").is_visible()
        ann.page.set_viewport_size({"width": 1280, "height": 650})
        told, more, last = (ann.page.locator(one).bounding_box() for one in ("aside", "#more", "#end a >> nth=-1"))
        assert told["height"] > 230, "the result leaves the rest of the column to what happened"
        assert last["x"] + last["width"] < more["x"] and last["y"] < more["y"] + more["height"], "beside the links"
        with ann.page.expect_navigation():
            ann.page.get_by_role("link", name="look at the replay").click()
        ann.page.wait_for_selector("#table svg")


def test_castles__by_keys_alone(chromium, server, dealt):
    """A whole game without a mouse: numbers, arrows on the list, and arrows on the table with the menu."""
    with Person(chromium, server) as ann:
        ann.go(server.make())
        page, ways = ann.page, 0
        while ann.wait():
            number = ann.number()
            if not ways:  # an answer while another drawing is fetched is sent as soon as there is a connection
                page.evaluate("again(); document.querySelector('#choices button').click()")
            elif ways % 3 == 0 or (ways % 3 == 2 and not page.locator("#board .can").count()):
                page.keyboard.press("1")
                page.wait_for_timeout(DIGITS)
            elif ways % 3 == 1:
                page.locator(ASKED).first.focus()
                page.keyboard.press("ArrowUp")
                assert page.evaluate(
                    "document.activeElement === [...document.querySelectorAll('#choices button')].at(-1)"
                )
                page.keyboard.press("Enter")
            else:
                page.locator("#board [tabindex='0']").focus()
                for _ in range(200):
                    if page.evaluate("document.activeElement.classList.contains('can')"):
                        break
                    page.keyboard.press("ArrowRight")
                page.keyboard.press("Enter")
                page.wait_for_selector("#menu[open] .acts button")
                page.keyboard.press("Enter")
            ways += 1
            ann.later(number)
        assert ways > 4


def test_focus__stays_on_the_table_when_its_card_leaves(chromium, server, dealt):
    """A card of the hand that is played by keys is gone; the next key starts from another card, not from the top of the page."""
    with Person(chromium, server) as ann:
        ann.go(server.make())
        page, gone = ann.page, 0
        for _ in range(4):
            if gone or not ann.wait():
                break
            number, card = ann.number(), page.locator("#board .can[data-place^='hand:']")
            if not card.count():
                page.locator(ASKED).first.click()
            else:
                card.first.focus()
                place = page.evaluate("document.activeElement.dataset.place")
                page.keyboard.press("Enter")
                page.locator("#menu[open] .acts button").first.press("Enter")
            ann.later(number)
            if card.count() and not page.locator(f"#board [data-place={json.dumps(place)}]").count():
                gone += 1
                assert page.evaluate("document.activeElement.closest('#board [data-place]') !== null")
        assert gone


def test_keys__answer_the_question_for_which_they_were_pressed(chromium, server, dealt):
    """A key that stays down answers one question, by its number and by Enter on a choice; a first digit is forgotten with its question."""
    with Person(chromium, server) as ann:
        ann.go(server.make())
        page = ann.page
        for key in ("1", "Enter"):
            number = ann.number()
            if key == "Enter":
                page.locator(ASKED).first.focus()
            page.keyboard.down(key)
            assert ann.later(number)
            number = ann.number()
            for _ in range(3):
                page.keyboard.down(key)  # as the keyboard repeats it
                page.wait_for_timeout(100)
            assert ann.number() == number
            page.keyboard.up(key)
        held = "ctrlKey => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '-', repeat: true, cancelable: true, ctrlKey }))"
        assert [page.evaluate(held, ctrl) for ctrl in (False, True)] == [False, True], (
            "keys of the browser itself repeat"
        )
        page.evaluate("now.choices.push(...Array(9).fill(now.choices[0]))")
        page.keyboard.press("1")  # may be the first digit of 10
        page.locator(ASKED).first.click()
        assert ann.later(number)
        number = ann.number()
        page.wait_for_timeout(DIGITS)
        assert ann.number() == number


@pytest.mark.parametrize(
    ("game", "seats", "dealt"),
    [
        ("four_souls", {"seat_1": "heuristic"}, 5),
        ("betrayal", {"players": "3", "seat_1": "heuristic", "seat_2": "heuristic"}, 29),
    ],
    indirect=["dealt"],
)
def test_whole_game__by_mouse_and_keys_in_turns(game, seats, chromium, server, dealt):
    """The larger games to their own end, not cut off: keys and clicks take turns, on the first and last choice of the list, and now
    and then on the table, where that choice lies there; now and then the button that passes for the rest of a turn, and its key."""
    with Person(chromium, server) as ann:
        ann.go(server.make(game=game, **seats))
        made = on_table = 0
        passed = set()
        while ann.wait():
            number, several = ann.number(), ann.page.locator(ASKED).count()
            at = 0 if made % 3 else several - 1
            choice, by_keys = ann.page.locator(ASKED).nth(at), made % 2  # no click is the second half of a double one
            place, nth = (None, 0) if by_keys else lies(choice, "[data-place]")
            if made % 3 == 1 and ann.page.locator("#keep").is_visible():
                ann.page.keyboard.press("k") if by_keys else ann.page.locator("#keep").click()
                passed.add(by_keys)
            elif by_keys and several < 10:
                ann.page.keyboard.press(str(at + 1))
            elif by_keys:
                choice.focus()
                ann.page.keyboard.press("Enter")
            elif place:
                several = ann.page.evaluate("place => acts(place).length", place) > 1
                ann.page.locator(f"#board [data-place={json.dumps(place)}]").first.dispatch_event("click")
                if several:
                    ann.page.locator("#menu[open] .acts button").nth(nth).click()
                on_table += 1
            else:
                choice.click()
            made += 1
            ann.later(number)
        told = ann.page.locator("#question").text_content()
        assert made > 20 and on_table > 0 and len(passed) == 2 * (game == "four_souls")
        assert "lost by all players" in told if told.startswith("no winner") else " won" in told
        assert ann.page.locator("#end tbody tr, #end tr:has(td)").count() == 1 + len(
            [name for name in seats if "seat" in name]
        )


@pytest.mark.parametrize("dealt", [5], indirect=True)
def test_keep_passing__is_shown_and_ended_by_the_same_button(chromium, server, dealt):
    """While a bot's choices stay on the table for a while, the button says what it would do now: it ends the passing, and is gone."""
    with Person(chromium, server) as ann:
        ann.go(server.make(game="four_souls", seat_1="heuristic", pace="0"))
        page, keep = ann.page, ann.page.locator("#keep")
        while not (keep.is_visible() and "Rosa" in page.locator("#question").inner_text()):
            number = ann.number()
            page.locator(ASKED).first.click()
            assert ann.later(number)
        page.evaluate("send({ do: 'pace', pace: 1500, steps: 0 })")
        keep.focus()
        page.keyboard.press("k")
        page.wait_for_function("() => !now.mine && $('keep').innerText.startsWith('ask me again') && !$('keep').hidden")
        keep.click()
        page.wait_for_function("() => $('keep').hidden || now.mine && $('keep').innerText.startsWith('keep passing')")
        assert page.evaluate("keeping") == -1 and ann.wait()


def lies(choice, kind):
    """The first place on the table of a choice whose element is of a kind, as a selector, None if there is none; and the number of the
    choice in the menu there."""
    return choice.page.evaluate(ON_TABLE, [int(choice.get_attribute("data-action")), kind])


def test_two_people__at_one_table(chromium, server):
    """Bob finds Ann's open table on the first page, where it appears by itself, and sits down by keys; both play to the end, where
    neither page had a card of the other's hand, and on at another table."""
    with Person(chromium, server) as ann, Person(chromium, server) as bob:
        bob.page.goto(server.origin)
        assert bob.page.locator("#rooms li").count() == 0
        bob.page.locator("form", has_text="Castles of Caleira").first.locator("[name=name_0]").focus()
        ann.page.goto(f"{server.origin}{server.make(seat_1='person', name_0='Ann', open='on')}")
        bob.page.wait_for_selector("#rooms button")
        assert bob.page.evaluate("document.activeElement.name") == "name_0", "who writes is not disturbed"
        bob.page.locator("#join [name=name]").fill("Bob")
        bob.page.keyboard.press("Tab")
        bob.page.keyboard.press("Enter")
        for person in (ann, bob):
            person.page.wait_for_selector("#board svg")
        for _ in range(200):
            people = (ann, bob)
            for person in people:
                person.page.wait_for_function("() => now !== null")
            if all(person.page.evaluate("now.over !== null") for person in people):
                break
            for seat, person in enumerate(people):
                if person.page.evaluate("now.mine"):
                    hidden = f"[data-place^='hand:{1 - seat}:']"
                    assert not person.page.locator(hidden).count()
                    other = people[1 - seat].page
                    other.wait_for_selector(f"#choices .waiting:text('waiting for {('Ann', 'Bob')[seat]}')")
                    number = person.number()
                    person.page.locator(ASKED).first.click()
                    for other in people:
                        other.page.wait_for_function("n => now.number > n", arg=number)
        rows = [person.page.locator("#end tr:has(td)").all_inner_texts() for person in (ann, bob)]
        assert [row.split("\t")[0] for row in rows[0] + rows[1]] == ["you", "Bob", "Ann", "you"]
        assert [row.split("\t")[1:] for row in rows[0]] == [row.split("\t")[1:] for row in rows[1]]
        with ann.page.expect_navigation():
            ann.page.get_by_role("button", name="play again").press("Enter")
        with bob.page.expect_navigation():
            assert "Ann offers another game" in bob.page.locator("#end", has_text="offers").inner_text()
            bob.page.get_by_role("link", name="sit down").press("Enter")
        for person, names in ((ann, ["Bob", "you"]), (bob, ["you", "Ann"])):
            person.page.wait_for_function("() => now !== null")
            assert person.page.evaluate("now.names") == names


def test_connection__that_is_lost_comes_back(chromium, tmp_path):
    """Without a server the page says so; when one opens the same file on the same port, the game continues by itself."""
    with running(tmp_path / "t.sqlite") as server:
        path, port = server.make(), server.port
        ann = Person(chromium, server)
        ann.go(path)
        first = ann.number()
        ann.page.locator(ASKED).first.click()
        ann.later(first)
        number = ann.number()
    try:
        ann.page.wait_for_function("() => document.getElementById('state').textContent.includes('connection is lost')")
        with running(tmp_path / "t.sqlite", port=port):
            ann.page.wait_for_function("() => document.getElementById('state').textContent === ''")
            assert ann.number() == number
            ann.page.locator(ASKED).first.click()
            ann.later(number)
    finally:
        ann.context.close()


def test_choice__that_cannot_be_stored_is_told_and_can_be_given_again(chromium, tmp_path):
    """While the file is locked the page says why the game waits and its buttons can be pressed again; then it continues by itself."""
    db = tmp_path / "t.sqlite"
    with running(db) as server, Person(chromium, server) as ann, closing(sqlite3.connect(db)) as other:
        ann.go(server.make())
        first = ann.number()
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            ann.page.locator(ASKED).first.click()
            ann.page.wait_for_selector(
                "#trouble:has-text('locked by another program') ~ #choices button:not([aria-disabled])"
            )
        assert ann.number() == first
        other.rollback()
        ann.later(first)
        assert ann.page.locator("#trouble").is_hidden()


def test_phone__has_all_in_its_width(chromium, server):
    """At 390 pixels nothing but the parts of the table is wider than the screen, buttons can be hit, a tap on a card shows its text
    with its choices, and the question is pulled down to itself and the last line."""
    with Person(chromium, server, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as ann:
        ann.go(server.make())
        page = ann.page
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for button in page.locator(ASKED).all():
            box = button.bounding_box()
            assert box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= 390
        high = page.locator("#ask").bounding_box()["height"]
        box = page.locator("#fold").bounding_box()
        page.mouse.move(100, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(100, box["y"] + 60)
        page.mouse.up()
        assert page.locator("#ask *:visible").evaluate_all("all => all.map((one) => one.id).filter(Boolean)") in (
            ["fold", "question"],
            ["fold", "question", "lately"],
        )
        assert page.locator("#ask").bounding_box()["height"] < high / 2
        page.locator("#fold").tap()
        assert page.locator("#who").is_hidden()
        page.locator("#more").tap()
        page.locator("#who summary").tap()
        assert page.locator("#who li").all_inner_texts() == ["you a person", "Rosa easy bot, heuristic"]
        number, menu = ann.number(), page.locator("#menu[open]")
        sign = page.locator("#choices .look").first
        sign.tap()
        menu.wait_for()
        assert sign.get_attribute("data-card") in menu.inner_text() and ann.number() == number
        menu.get_by_text("close").tap()
        card = page.locator("#board .can[data-card]").first
        card.scroll_into_view_if_needed()
        card.dispatch_event("click")
        menu.wait_for()
        assert card.get_attribute("data-card") in menu.inner_text() and re.search(r"\d of 18", menu.inner_text())
        menu.locator(".acts button").first.tap()
        ann.later(number)


def test_dark_mode__follows_the_system_and_the_button(chromium, server):
    """The page is dark where the system is, and a choice by the button stays."""
    with Person(chromium, server, color_scheme="dark") as ann:
        path = server.make()
        ann.go(path)
        for scheme in ("light", "dark"):
            ann.page.emulate_media(color_scheme=scheme)
            ann.page.wait_for_selector(f"#theme:text-is('{'dark' if scheme == 'light' else 'light'}')")
        shade = "getComputedStyle(document.body).backgroundColor"
        dark = ann.page.evaluate(shade)
        ann.page.locator("#theme").click()
        light = ann.page.evaluate(shade)
        ann.page.reload()
        ann.wait()
        assert (dark, light) == ("rgb(19, 21, 25)", "rgb(235, 230, 218)")
        assert ann.page.evaluate(shade) == light
        for other in ("/", "/how/castles_of_caleira", "/cards?game=castles_of_caleira"):
            ann.page.goto(f"{server.origin}{other}")
            assert ann.page.locator("#theme").inner_text() == "dark" and ann.page.evaluate(shade) == light, other
        ann.page.locator("#theme").click()
        assert ann.page.evaluate(shade) == dark


def test_card__shows_its_text_on_hover_and_focus(chromium, server):
    """A card under the mouse, or reached by keys, on the table or by its name in a choice, shows what it does; away from it the text
    goes, and nothing is chosen by that. A click on a place without a choice says why there is none."""
    with Person(chromium, server) as ann:
        ann.go(path := server.make())
        number, tip = ann.number(), ann.page.locator("#card")
        for place in ("#board .can[data-card]", "#choices button [data-card]"):
            card = ann.page.locator(place).first
            card.hover()
            tip.wait_for()
            assert card.get_attribute("data-card") in tip.inner_text()
            ann.page.mouse.move(2, 2)
            tip.wait_for(state="hidden")
        ann.page.locator("#theme").focus()
        card = "(document.activeElement.querySelector('[data-card]') || document.activeElement).dataset.card"
        for place in ("#choices", "#board"):
            for _ in range(40):
                ann.page.keyboard.press("Tab")
                if ann.page.evaluate(f"!!document.activeElement.closest('{place}')"):
                    break
            tip.wait_for()
            assert ann.page.evaluate(card) in tip.inner_text()
        ann.page.locator('#board [data-place="player:1"]').first.click()
        why = ann.page.locator("#menu .why:not(:empty)")
        why.wait_for()
        assert why.inner_text() == server.host(path).table.viewers[0].why("player:1")
        assert ann.number() == number


def test_readers__find_landmarks_and_names(chromium, server):
    """One main landmark with question and table, a complementary one with the log, a heading, live regions, and a name for
    everything that can be pressed."""
    with Person(chromium, server) as ann:
        ann.go(server.make())
        page = ann.page
        assert page.get_by_role("main").count() == 1 and page.get_by_role("heading", level=1).count() == 1
        assert page.get_by_role("complementary", name="What happened").get_by_role("log").count() == 1
        assert page.get_by_role("region", name=page.locator("#question").text_content(), exact=True).count() == 1
        assert page.get_by_role("region", name=re.compile("The table")).count() == 1
        pressed = "[...document.querySelectorAll('button,[role=button],input,select')]"
        named = "(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length)"
        assert page.evaluate(f"{pressed}.filter(e => !{named}).length") == 0
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "question"


def test_hint_and_undo__by_their_buttons(chromium, server):
    """A hint marks one of the choices and names the chances of some, and goes with its question; taking back leads to the question
    before. Who watches by the link on the page sees how long the first position will take, and then that position."""
    with Person(chromium, server) as ann:
        ann.go(server.make(undo="on", delay="10"))
        page = ann.page
        page.locator("#watching summary").click()
        with ann.context.expect_page() as opened:
            page.locator("#watching a").click()
        watched = opened.value
        watched.wait_for_function("() => Number(document.querySelector('#countdown b')?.textContent) <= 10")
        first = page.locator("#question").inner_text(), ann.number()
        page.evaluate("send = () => trouble('no connection'); $('hint').click()")
        assert page.locator("#hinted").is_hidden(), "no hint is computed that could not be asked for"
        page.reload()
        page.locator("#hint").click()
        page.wait_for_selector("#choices .advised")
        assert page.locator("#choices .advised").count() == 1
        assert re.match(
            r"\d+ % ± \d+ .* (points|cards|almost the same)",
            page.locator("#hinted .own").inner_text().replace("\n", " "),
        )
        page.locator("#choices .advised").click()
        ann.later(first[1])
        assert page.locator(".advised").count() == 0 and page.locator("#hinted").is_hidden()
        page.locator("#undo").click()
        page.wait_for_function("n => now.number === n", arg=first[1])
        assert page.locator("#question").inner_text() == first[0]
        assert "you take back" in page.locator("#log").inner_text()
        watched.wait_for_selector("#board svg")
        assert watched.locator("#countdown").count() == 0


def test_name__with_markup_makes_no_element(chromium, server):
    """A name that is markup is shown as it is written."""
    with Person(chromium, server) as ann:
        ann.go(server.make(name_1="<img id=q src=x>"))
        assert not ann.page.locator("#q").count()
        assert ann.page.locator("#board text", has_text="<img id").count()


ENDS = (
    ([["", "souls"], ["you", "2"], ["Rosa", "4"], ["Omar", "3"]], [1], "4 souls, the next has 3."),
    ([["", "points"], ["you", "9"], ["Rosa", "9"]], [1], "Equal points (9): a tie-break decided."),
    ([["", "points"], ["you", "out"], ["Rosa", "1"]], [1], "All other players are out of the game."),
    ([["", "side"], ["you", "hero"], ["Rosa", "traitor"], ["Omar", "hero"]], [0, 2], "The side of the winners: hero."),
    ([["", "souls"], ["you", "2"], ["Rosa", "3"]], [], ""),
)


def test_end__shows_winners_first_and_why(chromium, server):
    """At the end the rows are in the order of the result, those of the winners are marked, a line says what decided, and no banner names
    the last turn."""
    with Person(chromium, server) as ann:
        ann.page.emulate_media(reduced_motion="no-preference")
        for points, winners, why in ENDS:
            ann.go(server.make())
            over = {"text": "Rosa won", "points": points, "winners": winners}
            ann.page.evaluate("over => { now.over = over; end(); }", over)
            ann.page.evaluate(
                "document.querySelector('.banner')?.remove(); announce([['turn', \"turn 9: Rosa's turn\"]])"
            )
            assert not ann.page.locator(".banner").count(), "no banner of a turn lies on the result"
            rows = ann.page.locator("#end tr").evaluate_all("all => all.map((one) => [one.className, one.textContent])")
            marked = [words for kind, words in rows[1:] if kind == "won"]
            assert marked == [words for _, words in rows[1 : 1 + len(winners)]], why
            assert all("★ won" in words for words in marked), why
            assert [next(name for name in ("you", "Rosa", "Omar") if name in words) for words in marked] == [
                points[1 + seat][0] for seat in winners
            ], why
            left = [words for _, words in rows[1 + len(winners) :]]
            scores = [int(found[0]) for words in left if (found := re.findall(r"\d+", words))]
            assert scores == sorted(scores, reverse=True), why
            assert (ann.page.locator("#end > p.small").first.text_content() if why else "") == why
            assert why or ann.page.locator("#end > p.small").count() == 0
