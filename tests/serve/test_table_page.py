"""Things that the page of a table tells besides the question, in Chromium: what has changed, the log, the pace; its layout; axe-core."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from fs_env.narration.betrayal.story import LINES, event
from fs_env.narration.speech import Speech
from tests.serve.test_browser import ASKED, Person, lies

pytestmark = pytest.mark.slow
WIDTHS = {"wide": (1400, 900), "tablet": (800, 1100), "phone": (390, 844)}
WIDE = (1400, 800, 390)  # at which axe-core looks
LARGE = [(1400, 700), *((wide, 900) for wide in (1400, 1300, 1200, 1100, 1000, 800, 640))]
SMALL = [(390, 844), (360, 740), (320, 640)]
GAMES = {
    "castles_of_caleira": {"players": "3", "seat_1": "heuristic@1", "seat_2": "heuristic@1"},
    "four_souls": {"players": "3", "seat_1": "heuristic", "seat_2": "heuristic"},
    "betrayal": {"players": "3", "seat_1": "heuristic", "seat_2": "heuristic"},
}
SHORT = {
    game: seats if game == "betrayal" else {"players": "2", "seat_1": "heuristic"} for game, seats in GAMES.items()
}
"""Seats with which the games of one deal are short."""
AXE = Path(os.environ.get("AXE", "build/axe/node_modules/axe-core/axe.min.js"))
# A card on the table is named by its name and what can be done with it; its text, which the rule wants, is in the card that it opens.
RULES = {"rules": {"label-content-name-mismatch": {"enabled": False}}}
SMALLEST, OFTEN = 11, 0.02  # pixels of letters; share of texts that may be smaller
TEXTS = """() => {
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const one = node.parentElement, svg = one.closest("#board svg");
    if (!node.textContent.trim() || !one.checkVisibility() || one.closest("script,style,noscript,option")) continue;
    const scale = svg ? svg.getScreenCTM().a : 1;
    found.push([node.textContent, parseFloat(getComputedStyle(one).fontSize) * scale]);
  }
  return found;
}"""
CUT = """() => [...document.querySelectorAll("#ask *, #log li, #lately li, header *")].filter((one) =>
  one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
  && getComputedStyle(one).overflowX !== "visible" && !one.matches("select,input")).map((one) => one.outerHTML.slice(0, 200))"""
OVERLAP = """() => {
  const boxes = ["header", "#board", "#ask", "aside"].map((name) => [name, document.querySelector(name).getBoundingClientRect()]);
  const both = (p, q, from, to) => Math.min(p[to], q[to]) - Math.max(p[from], q[from]) > 1;
  const shown = [...document.querySelectorAll("#board [data-part]")].map((one) => ["#board", one.getBoundingClientRect()]);
  if (document.body.classList.contains("corner")) { // the board leaves its lower right corner to the question
    const over = (p) => [boxes[2], boxes[3]].filter(([, q]) => both(p, q, "left", "right") && both(p, q, "top", "bottom"));
    return shown.flatMap(([, p]) => over(p));
  }
  return boxes.flatMap(([a, p], k) => boxes.slice(k + 1)
    .filter(([, q]) => both(p, q, "left", "right") && both(p, q, "top", "bottom")).map(([b]) => [a, b]));
}"""


UPPER_LINES = """() => {
  const list = document.getElementById("log"), edge = list.getBoundingClientRect().top;
  const first = [...list.children].find((line) => line.getBoundingClientRect().bottom > edge + 3);
  const { bottom, height } = first.getBoundingClientRect();
  return list.scrollTop && Math.min(bottom - 1 - edge, height - 2) / parseFloat(getComputedStyle(first).lineHeight);
}"""


def size(name: str) -> dict[str, object]:
    width, height = WIDTHS[name]
    phone = {"has_touch": True, "is_mobile": True} if name == "phone" else {}
    return {"viewport": {"width": width, "height": height}, **phone}


def play(ann: Person, choices: int) -> None:
    """Plays on: the first choice and the last one in turns."""
    for k in range(choices):
        number = ann.number()
        ann.page.locator(ASKED).nth(-(k % 2)).click()
        if not ann.later(number):
            return


def test_changes__are_marked_until_the_next_answer(chromium, server, dealt):
    """A card that was played has corners and says that it changed, a number that is another one a line; with the next answer both go
    from what does not change again. Nothing is marked before the first answer of a game that begins with it."""
    with Person(chromium, server) as ann:
        ann.go(server.make(**GAMES["castles_of_caleira"]))
        page = ann.page
        assert page.locator(".corners:visible, .under").count() == 0
        hand = page.locator("[data-place^='hand:0:']")
        played = hand.first.get_attribute("data-card")
        play(ann, 1)
        changed = page.locator("#board .changed")
        names = [one.get_attribute("data-card") for one in changed.all()]
        assert played in names
        assert all(
            "changed" in one.get_attribute("aria-label").split(", ")
            for one in changed.all()
            if one.get_attribute("role")
        )
        assert page.locator("#board .corners").count() == len(names)
        assert page.locator("#board .under").count() > 0
        assert page.locator("#log .fresh").count() > 0 and page.locator(".legend").is_visible()
        marks = [page.locator(one).count() for one in (".changed", "#board .corners", "#board .under", "#log .fresh")]
        page.reload()
        ann.wait()
        again = [page.locator(one).count() for one in (".changed", "#board .corners", "#board .under", "#log .fresh")]
        assert again == marks and page.locator(".legend").is_visible(), (
            "the page has the same marks when it is loaded again"
        )
        place = page.locator(f"#board .changed[data-card='{played}']").first.get_attribute("data-place")
        play(ann, 3)
        assert page.locator(f"#board .changed[data-place='{place}']").count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_changes__are_the_same_in_another_window(chromium, server, dealt, game):
    """A window of another size, and a page that is loaded again in it, marks the cards that were marked before, and no others."""
    sizes = ((1440, 900), (1280, 650), (1024, 768), (390, 844), (1920, 1080))
    places = "all => all.map((one) => one.dataset.place)"
    with Person(chromium, server, viewport={"width": 1440, "height": 900}) as ann:
        ann.go(server.make(**GAMES[game]))
        for _ in range(4):
            play(ann, 1)
            if ann.page.locator("#board .changed").count():
                break
        marked = ann.page.locator("#board .changed").evaluate_all(places)
        assert marked
        for width, height in sizes:
            ann.page.set_viewport_size({"width": width, "height": height})
            ann.page.wait_for_timeout(600)
            for _ in range(2):
                there = set(ann.page.locator("#board [data-place]").evaluate_all(places))
                shown = ann.page.locator("#board .changed").evaluate_all(places)
                assert sorted(set(shown)) == sorted(set(marked) & there), (width, height)
                ann.page.reload()
                ann.wait()


def test_changes__leave_alone_what_is_only_drawn_otherwise(chromium, server, dealt):
    """Cards of a hand that are drawn larger or elsewhere because another one left have not changed."""
    with Person(chromium, server) as ann:
        ann.go(server.make(**GAMES["four_souls"]))
        page = ann.page
        for _ in range(12):
            known = set(
                page.evaluate("[...document.querySelectorAll('#board [data-card]')].map((one) => one.dataset.place)")
            )
            number = ann.number()
            ann.page.locator(ASKED).last.click()
            if not ann.later(number):
                break
            for one in page.locator("#board .changed[data-place^='hand:']").all():
                assert one.get_attribute("data-place") not in known


def test_log__opens_cards_and_stands_at_the_question(chromium, server, dealt):
    """A name in the log opens its card by click and by keys; on a phone the last three lines stand above the choices."""
    with Person(chromium, server) as ann:
        path = server.make(**GAMES["castles_of_caleira"])
        ann.go(path)
        play(ann, 2)
        page = ann.page
        name = page.locator("#log .name").last
        name.click()
        assert page.locator("#menu[open] h2").inner_text() == name.inner_text()
        page.keyboard.press("Escape")
        name.focus()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        assert page.locator("#menu[open] h2").inner_text() == page.locator("#log .name").nth(-2).inner_text()
        page.keyboard.press("Escape")
        log, ask = (page.locator(one).bounding_box() for one in ("aside", "#ask"))
        assert abs(log["y"] + log["height"] + 8 - ask["y"]) < 2, "the end of the log is next to the question"
        page.set_viewport_size({"width": 1280, "height": 570})
        page.wait_for_timeout(200)
        left = page.evaluate(UPPER_LINES)
        assert left > 0 and abs(left - round(left)) < 0.15, "below the heading is a whole line of text"
    with Person(chromium, server, **size("phone")) as ann:
        ann.go(path)
        page = ann.page
        page.wait_for_selector("#lately .name")
        last = page.locator("#lately li").all_inner_texts()
        assert last == page.locator("#log li").all_inner_texts()[-3:]
        assert page.locator("#lately").bounding_box()["y"] < page.locator("#choices").bounding_box()["y"]
        page.locator("#lately .name").last.tap()
        page.wait_for_selector("#menu[open]")
        assert not page.locator("kbd:visible").count(), "there are no keys"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_movement__follows_the_system(motion, chromium, server, dealt):
    """A card that is played travels from the hand, a drawn one from the deck, a banner names the turn, and the next frame ends what
    still moves; with reduced motion nothing moves and no banner comes."""
    with Person(chromium, server, reduced_motion=motion) as ann:
        ann.go(server.make(**GAMES["castles_of_caleira"]))
        page = ann.page
        page.evaluate("""window.ways = []; window.banners = 0; window.drawn = 0; window.below = []; const usual = arrive, from = came;
          came = (one, left) => { const found = from(one, left); drawn += Boolean(found); return found; };
          arrive = () => { usual(); ways.push(moving.map((one) => one.effect.target.dataset?.card));
            const cards = moving.map((one) => one.effect).filter((one) => one.target.dataset?.card && one.getKeyframes()[0].translate);
            const after = (a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
            const parts = [...board.querySelectorAll("[data-part]")];
            const under = ({ target }) => target.closest("[data-part]") || !parts.every((part) => after(part, target));
            below.push(...cards.filter(under).map((one) => one.target.dataset.card)); };
          const count = (one) => { banners += [...one.addedNodes].filter((n) => n.matches(".banner")).length; };
          new MutationObserver((all) => all.forEach(count))
            .observe(board.parentElement, { childList: true });""")
        played = page.locator("[data-place^='hand:0:']").first.get_attribute("data-card")
        play(ann, 2)
        ways, banners, drawn = page.evaluate("[ways, banners, drawn]")
        calm = page.evaluate(
            "calm(), board.getAnimations({ subtree: true }).filter((one) => one.effect.target.dataset?.place).length"
        )
        assert calm == 0 and page.evaluate("[below, document.querySelectorAll('.travels').length]") == [[], 0]
        if motion == "reduce":
            assert not any(ways) and not banners and not drawn
        else:
            assert any(played in names for names in ways) and banners > 0 and drawn > 0
        page.evaluate("announce([['news', 'Bob rolls 4 with Might (2 0 1 1) for Bones']])")
        pips = "[...document.querySelectorAll('.die')].map((one) => one.querySelectorAll('.pip').length).join(' ')"
        if motion == "reduce":
            assert page.evaluate(pips) == ""
        else:
            page.wait_for_timeout(800)
            assert page.evaluate(pips) == "2 0 1 1"
        page.evaluate("LARGE.castles_of_caleira = /^(you) play (.+)$/, announce([['news', 'you play Battlements']])")
        page.wait_for_selector(".large svg")
        assert page.locator(".large b").first.inner_text() == "Battlements"
        lies_over = page.evaluate("document.querySelector('.large').getBoundingClientRect().toJSON()")
        for box in [one.bounding_box() for one in page.locator("#board .can").all()]:
            assert not (
                max(lies_over["left"], box["x"]) < min(lies_over["right"], box["x"] + box["width"])
                and max(lies_over["top"], box["y"]) < min(lies_over["bottom"], box["y"] + box["height"])
            ), "a large card leaves in sight what is chosen"
        page.keyboard.press("Escape")
        assert not page.locator(".large").count()


def test_dice__show_what_was_rolled(chromium, server, dealt):
    """A line has the dice of its roll, with a bonus too; a number in the name of a player, a line of another kind, or the quoted text of a
    card shows none, and every die has its face."""
    names = ["you", "Rosa (9)", "Omar (2)"]
    common = {
        "who": "player_1",
        "needs": 5,
        "begins": False,
        "trait": "might",
        "task": "",
        "why": "The Storm",
        "spaces": 3,
    }
    attack = {
        **common,
        "card": "",
        "manner": [],
        "figure": "player_2",
        "result": 4,
        "dice": [2, 2],
        "defence": 3,
        "against": [1, 2],
    }
    rolled = {
        LINES["roll"]({**common, "result": 5, "dice": [2, 2, 2, 0]}): [2, 2, 2, 0],
        LINES["roll"]({**common, "result": 3, "dice": []}): [],
        LINES["roll"]({**common, "who": "player_0", "result": 1, "dice": [1]}): [1],
        LINES["haunt_roll"]({**common, "result": 2, "dice": [2, 0]}): [2, 0],
        LINES["speed"]({**common, "who": "Charmer", "dice": [1, 2]}): [1, 2],
        LINES["attack"](attack): [2, 2, 1, 2],
        **{
            event({"who": "player_1", "event": name, "again": False}): []
            for name in ("A Hag's Blessing", "Moment of Calm")
        },
        "player_1 rolls 4 to attack Fly": [4],
        "player_2 triggers for player_1: player_1 rolls 4": [],
        "player_1 plays piece 7": [],
        "player_0 attack player_2": [],
    }
    faces = "[...document.querySelectorAll('.die')].map((one) => one.querySelectorAll('.pip').length)"
    with Person(chromium, server, reduced_motion="no-preference") as ann:
        ann.go(server.make(**GAMES["castles_of_caleira"], name_1=names[1], name_2=names[2]))
        assert ann.page.evaluate("names") == names
        lines = list(map(Speech(names).of, rolled))
        assert any("(2 2 2 0, -1)" in line for line in lines) and any("roll 2 dice" in line for line in lines)
        assert ann.page.evaluate("lines => lines.map(thrown)", lines) == list(rolled.values())
        ann.page.evaluate(
            "announce([['chat', 'Rosa (9) rolls 4 to attack Fly'], ['note', 'Rosa (9) rolls 4 to attack Fly']])"
        )
        assert ann.page.evaluate(faces) == []
        ann.page.evaluate("announce([['news', 'Rosa (9) rolls 5 to attack Fly'], ['news', 'Rosa (9) plays piece 7']])")
        ann.page.wait_for_timeout(800)
        assert ann.page.evaluate(faces) == [5]


def test_large_card__is_placed_again_in_another_window_and_goes(chromium, server):
    """It never leaves the window or covers choices; a card of another player goes by itself, one of the reader with the next answer,
    and none stays, or comes late, when the game is over."""
    draws, large = "who => announce([['news', `${who} Red Draught`]])", ".large svg"
    result = "{ text: 'x', points: [[''], ['you']], winners: [0] }"
    over = f"() => TAKES.position({{ ...now, whole: false, parts: [], log: [], mine: false, over: {result} }})"
    with Person(chromium, server, viewport={"width": 2560, "height": 1440}) as ann:
        page = ann.page
        ann.go(server.make(game="betrayal", **GAMES["betrayal"]))
        page.evaluate(draws, "you draw")
        page.wait_for_selector(large)
        for width, height in [(1280, 650), (1024, 768), (390, 844), (1920, 1080)]:
            resize(page, width, height)
            box = page.evaluate("document.querySelector('.large').getBoundingClientRect().toJSON()")
            assert box["left"] >= 0 and box["right"] <= width and box["top"] >= 0 and box["bottom"] <= height, box
            for one in [one.bounding_box() for one in page.locator(ASKED).all()] if width > 640 else []:
                assert box["right"] <= one["x"] or box["bottom"] <= one["y"] or box["left"] >= one["x"] + one["width"]
        number = ann.number()
        page.keyboard.press("1")
        ann.later(number)
        assert page.locator(".large b", has_text="Red Draught").count() == 0
        for again in (False, True):
            told = Speech(["you"]).of(event({"who": "player_0", "event": "Pit Trap", "again": again}))
            page.evaluate("line => announce([['news', line]])", told)
            page.wait_for_selector(".large b:text-is('Pit Trap')")
            page.click(".large button")
            page.wait_for_selector(large, state="detached")
        page.evaluate(draws, "Rosa draws")
        page.wait_for_selector(large)
        page.wait_for_selector(large, state="detached")
        page.evaluate(draws, "you draw")
        page.wait_for_selector(large)
        page.evaluate(over)
        assert not page.locator(large).count()
        page.evaluate(f"({draws})('you draw'), ({over})()")
        page.wait_for_timeout(500)
        assert not page.locator(large).count()


def test_log__has_rows_of_one_height_in_every_window(chromium, server):
    """A line with the name of a card is as high as one without; the letters of a turn are at most a tenth smaller."""
    lines = [["news", "you play Bomb!"], ["news", "you roll 4"], ["turn", "turn 7: Rosa's turn"]]
    sizes = """() => [...document.getElementById("log").children].slice(-3).map((one) =>
      [one.className, one.getBoundingClientRect().height, parseFloat(getComputedStyle(one).fontSize)])"""
    with Person(chromium, server) as ann:
        ann.go(server.make(game="four_souls", **SHORT["four_souls"]))
        ann.page.wait_for_function("() => named !== null")
        for width, height in [(1280, 650), (1920, 1080), (2560, 1440)]:
            resize(ann.page, width, height)
            ann.page.evaluate("([lines]) => { expanded_log(true); log(lines, false, true, 0); }", [lines])
            assert ann.page.locator("#log li:nth-last-child(3) .name").count() == 1
            ((_, named, letters), (_, plain, _), (_, _, small)) = ann.page.evaluate(sizes)
            assert named == pytest.approx(plain, abs=1) and plain < 2 * letters and small >= 0.9 * letters, width


TWELVE = [
    "pass: end your action phase",
    *(f"play {card}" for card in ("Bomb!", "Bloody Penny", "Curved Horn", "Lost Soul")),
    "activate Potato Peeler",
    *(f"buy {card}" for card in ("Dead Bird", "Polydactyly", "the top of the treasure deck")),
    *(f"attack {card} (4+ hits, 4 hp left; a miss costs 2 hp)" for card in ("Pestilence", "The Bloat")),
    "attack the top of the monster deck",
]
MANY = """words => {
  now = { ...now, mine: true, question: "you have priority (your action phase)", choices: words.map((text, k) => [k, text, "", []]) };
  ask();
}"""
HOW = """Chances to win, from 8033 deals that fit what you know, played on to the end with heuristic in every seat; by these the marked
choice is surely better than that of heuristic: play Trebuchet face down"""
HINT = """([words, best, how]) => TAKES.hint({ number: now.number, by: "bot", words: words[best], action: best, how,
  best: [best, 0, 1].map((k) => [k, words[k], 50, 1, "you have 0.8 fewer points, Lena has 0.1 fewer points"]) })"""
HINTED = """() => {
  const [ask, list, one, hint, tools] = ["#ask", "#choices", "#choices .advised", "#hinted", "#tools"].map((each) =>
    document.querySelector(each).getBoundingClientRect());
  const rows = [ask, list, hint, tools].every((each) => each.bottom <= Math.min(innerHeight, ask.bottom) + 1);
  return { advised: one.top >= list.top - 1 && one.bottom <= list.bottom + 1, high: hint.height, list: list.height,
    tools: rows && list.bottom <= hint.top + 1 && hint.bottom <= tools.top + 1,
    cut: document.getElementById("hinted").scrollHeight - hint.height };
}"""
LIST = """() => {
  const list = document.getElementById("choices"), box = list.getBoundingClientRect();
  const all = [...list.querySelectorAll("button")].map((one) => one.getBoundingClientRect());
  const cut = all.some((one) => one.top < box.top - 1 || one.bottom > Math.min(box.bottom, innerHeight) + 1);
  return { columns: new Set(all.map((one) => one.left)).size, low: Math.min(...all.map((one) => one.height)),
    log: document.getElementById("log").clientHeight, cut: cut || list.scrollHeight > list.clientHeight + 1 };
}"""


def test_twelve_choices__stand_in_one_column_at_1280_by_650(chromium, server):
    """Nothing of them is cut, with a hint and without, the log keeps three lines; so in larger windows."""
    with Person(chromium, server, viewport={"width": 1280, "height": 650}) as ann:
        ann.go(server.make(**SHORT["castles_of_caleira"]))
        for width, height in [(1280, 650), (1366, 768), (1024, 768), (1920, 1080)]:
            resize(ann.page, width, height)
            ann.page.evaluate(MANY, TWELVE)
            plain = ann.page.evaluate(LIST)
            ann.page.evaluate(HINT, [TWELVE, 9, "how"])
            for one in (plain, ann.page.evaluate(LIST)):
                assert one["columns"] == 1 and not one["cut"] and one["low"] >= 24, (width, one)
            assert plain["log"] >= 66, (width, plain)


def test_fourteen_choices__are_all_in_sight(chromium, server):
    """Long ones need two columns and the room of the log at 1280 by 650; a list that cannot show all on a phone fades at its end."""
    choices = [
        *TWELVE,
        *(f"attack {card} (4+ hits, 4 hp left; a miss costs 2 hp)" for card in ("Mask of Infamy", "Monstro")),
    ]
    with Person(chromium, server, viewport={"width": 1280, "height": 650}) as ann:
        ann.go(server.make(**SHORT["castles_of_caleira"]))
        for words in (choices, choices[:5] + 9 * choices[-1:]):
            ann.page.evaluate(MANY, words)
            assert not ann.page.evaluate(LIST)["cut"]
        resize(ann.page, 390, 844)
        ann.page.evaluate(MANY, choices)
        masked = "getComputedStyle(document.getElementById('choices')).maskImage !== 'none'"
        assert ann.page.evaluate(masked)
        ann.page.evaluate("document.getElementById('choices').scrollTop = 9999")
        ann.page.wait_for_timeout(100)
        assert not ann.page.evaluate(masked)


def test_steps__show_one_choice_of_a_bot_at_a_time(chromium, server, dealt):
    """With "until I say next" the game stands after a bot's choice, until the button or the key n is pressed."""
    with Person(chromium, server) as ann:
        ann.go(server.make(**GAMES["castles_of_caleira"]))
        page = ann.page
        page.locator("#pace summary").click()
        page.locator("#steps").check()
        page.wait_for_selector("#paced:has-text('step by step')")
        seen = []
        for how in (lambda: page.locator("#next").click(), lambda: page.keyboard.press("n")):
            while page.evaluate("now.mine"):
                number = ann.number()
                page.locator(ASKED).first.click()
                page.wait_for_function("n => now.number > n", arg=number)
                page.wait_for_timeout(300)
            number = ann.number()
            page.wait_for_selector("#next:visible")
            page.wait_for_timeout(500)
            assert ann.number() == number, "nothing happens by itself"
            how()
            page.wait_for_function("n => now.number > n", arg=number)
            seen.append(number)
        page.locator("#slow").fill("0")
        page.locator("#slow").dispatch_event("change")
        page.wait_for_selector("#steps:not(:checked)")
        assert ann.wait() and len(seen) == 2


def test_hint__leaves_the_table_with_its_question(chromium, server, dealt):
    """The ring of a hint is gone when something else is asked."""
    with Person(chromium, server) as ann:
        ann.go(server.make(**GAMES["castles_of_caleira"]))
        page, rings = ann.page, 0
        while not rings:
            number = ann.number()
            page.locator("#hint").click()
            page.wait_for_selector("#choices .advised")
            rings = page.locator("#board .advised").count()
            page.locator("#choices button:not(.advised)").first.click()
            assert ann.later(number), "no hint had a ring"
            assert page.locator(".advised").count() == 0


@pytest.mark.parametrize("touch", [{"has_touch": True, "is_mobile": True}, {}], ids=["touch", "mouse"])
def test_hint__has_room_beside_its_choice(chromium, server, touch):
    """On phones the advised choice and the buttons are in sight, the explanation has two or three lines; in a low window that of six
    choices is all in sight."""
    with Person(chromium, server, viewport={"width": 390, "height": 844}, **touch) as ann:
        ann.go(server.make(**SHORT["castles_of_caleira"]))
        for width, height in [(390, 844), (360, 640)]:
            resize(ann.page, width, height)
            for words in (TWELVE, TWELVE[:6], TWELVE[:3]):
                for best in range(len(words)):
                    ann.page.evaluate(MANY, words)
                    ann.page.evaluate(
                        "question.textContent = 'you choose a second piece for Watchtower, ' + 'piece 11, '.repeat(4)"
                    )
                    ann.page.evaluate(HINT, [words, best, HOW])
                    found = ann.page.evaluate(HINTED)
                    assert found["advised"] and found["tools"], (width, len(words), best, found)
                    assert 36 <= found["high"] <= 66 and found["list"] >= 88, (width, len(words), best, found)
        if not touch:
            resize(ann.page, 1280, 650)
            words = [
                f"play {card} face {way}"
                for way in ("down", "up")
                for card in ("Trebuchet", "Watchtower", "Throne Room")
            ]
            ann.page.evaluate(MANY, words)
            ann.page.evaluate(HINT, [words, 5, HOW])
            assert ann.page.evaluate(HINTED)["cut"] < 2


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_motion__is_for_those_who_want_it(chromium, server, dealt, motion):
    """Marks move only where the reader has not asked for less motion."""
    with Person(chromium, server, reduced_motion=motion) as ann:
        ann.go(server.make(**GAMES["castles_of_caleira"]))
        play(ann, 1)
        moves = ann.page.evaluate("getComputedStyle(document.querySelector('#board .corners')).animationName")
        assert moves == ("none" if motion == "reduce" else "come")


@pytest.mark.parametrize("name", ["wide", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_layout__has_room_for_all(chromium, server, dealt, game, name):
    """Early in a game and later, light and dark, in windows of every width: nothing overlaps, is cut, is an id, or is wider than the
    window, and at most one text of fifty is below 11 pixels; axe-core, if it is there, finds nothing serious (contrast among it)."""
    with Person(chromium, server, reduced_motion="reduce", **size(name)) as ann:
        ann.go(server.make(game=game, **GAMES[game]))
        page = ann.page
        for choices, theme in ((0, "light"), (9, "dark")):
            page.emulate_media(color_scheme=theme)
            play(ann, choices)
            for width, height in SMALL if name == "phone" else LARGE:
                resize(page, width, height)
                texts = page.evaluate(TEXTS)
                small = [text for text, high in texts if high < SMALLEST - 0.05]
                assert len(texts) > 40 and len(small) <= OFTEN * len(texts), (width, small)
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                assert page.evaluate(CUT) == [] and not [text for text, _ in texts if "_" in text], width
                bar = page.locator("body.table > header").bounding_box()
                assert width < 360 or bar["height"] < 48, f"{width}: the upper line has one row"
                if name != "phone":  # there the question lies over what can be scrolled
                    assert page.evaluate(OVERLAP) == [], width
                    assert page.evaluate("document.documentElement.scrollHeight") <= height
                if AXE.exists() and width in WIDE:
                    assert serious(page) == [], (width, theme)


def resize(page, width: int, height: int) -> None:  # type: ignore[no-untyped-def]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("() => stage() === shown")  # the server has sent the drawing for this window
    page.wait_for_timeout(100)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe__finds_nothing_serious(chromium, server, dealt, theme):
    """The start page, how to play, the cards, and a replay keep no player out; so do tables, where their layout is looked at."""
    if not AXE.exists():
        pytest.skip(
            f"no axe-core: {AXE} comes by `make test-slow` where npm reaches a registry, or by npm install --prefix build/axe axe-core"
        )
    path = server.make()
    with server.sit(path) as browser:
        browser.play()
    with Person(chromium, server, color_scheme=theme) as ann:
        found = {}
        for where in ("/", "/how/castles_of_caleira", "/cards?game=castles_of_caleira", f"{path}/replay"):
            ann.page.goto(f"{server.origin}{where}")
            ann.page.wait_for_selector("#table svg" if "replay" in where else "h1")
            found[where] = serious(ann.page)
        assert not any(found.values()), found


def serious(page) -> list[str]:  # type: ignore[no-untyped-def]
    """Findings of axe-core that are serious or critical, with the elements."""
    page.evaluate(AXE.read_text())
    bad = "['serious', 'critical'].includes(one.impact)"
    found = page.evaluate(f"axe.run({json.dumps(RULES)}).then((all) => all.violations.filter((one) => {bad}))")
    return [f"{one['id']}: {[node['html'][:150] for node in one['nodes']][:4]}" for one in found]


@pytest.mark.parametrize(
    ("game", "dealt"), [("castles_of_caleira", 6), ("four_souls", 0), ("betrayal", 1)], indirect=["dealt"]
)
def test_whole_game__by_touch(chromium, server, dealt, game):
    """A game on a phone to its own end: taps on the first or the last choice, and on its card on the table, in whose menu it is."""
    with Person(chromium, server, **size("phone")) as ann:
        ann.go(server.make(game=game, **SHORT[game]))
        page, cards, made = ann.page, 0, 0
        while ann.wait():
            number, choice = ann.number(), page.locator(ASKED).nth(0 if made % 3 else -1)
            place, at = lies(choice, "[data-card]") if made % 4 == 2 else (None, 0)
            if place:
                page.locator(f"#board [data-card][data-place={json.dumps(place)}]").first.dispatch_event(
                    "click"
                )  # it may lie below
                page.wait_for_selector("#menu[open]")
                if not cards:  # a drawing that comes anew, as after a turn of the phone, asks nothing new
                    page.evaluate(
                        "new Promise((done) => { const all = draw; draw = (...now) => { all(...now); done(); }; again(); })"
                    )
                page.locator("#menu[open] .acts button").nth(at).tap()
                cards += 1
            else:
                page.wait_for_timeout(350)  # two taps at one place would be a double tap
                choice.tap()
            made += 1
            ann.later(number)
        assert made > 4 and cards > 0
        assert " won" in page.locator("#question").inner_text()
        assert page.locator("#end tr:has(td)").count() == len(
            server.host(page.url.removeprefix(server.origin)).setup.seats
        )


def test_face__is_shown_whole(chromium, server):
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


def test_cards__that_failed_to_load_are_asked_for_again(chromium, server):
    """A server that refuses texts and faces for a while leaves no page without them: the card is shown later, and names become links."""
    path = server.make(**SHORT["castles_of_caleira"])
    with Person(chromium, server) as ann:
        ann.page.route("**/cards/**", lambda route: route.fulfill(status=429, body="[]"))
        with ann.page.expect_response("**/face?*"):
            ann.go(path)
            card = ann.page.locator("#board [data-place^='hand:0:']").first
            card.hover()
        assert ann.page.evaluate("texts()") is None and ann.page.locator("#card").is_hidden()
        ann.page.unroute("**/cards/**")
        ann.page.mouse.move(0, 0)
        card.hover()
        ann.page.wait_for_selector("#card:not([hidden]) svg")
        play(ann, 1)
        ann.page.wait_for_selector("#log .name", state="attached")
        ann.errors.clear()  # Chromium reports each answer 429


def test_menu__is_of_the_card_that_was_pressed_last(chromium, server):
    """A card whose face comes late does not take the place of the card that was pressed after it."""
    late = """async () => {
      const [first] = board.querySelectorAll("[data-card]"), usual = face, all = [...board.querySelectorAll("[data-card]")];
      const second = all.find((one) => one.dataset.card !== first.dataset.card);
      let give;
      face = (one) => one === first ? new Promise((done) => { give = () => done(usual(one)); }) : usual(one);
      const begun = menu(first);
      await menu(second);
      give();
      await begun;
      return [$("menu-name").textContent, second.dataset.card, first.dataset.card];
    }"""
    with Person(chromium, server) as ann:
        ann.go(server.make(**SHORT["castles_of_caleira"]))
        shown, second, first = ann.page.evaluate(late)
        assert shown == second != first


def test_refusal__goes_with_its_question(chromium, server, dealt):
    """The reason why an answer was refused is gone when something else is asked; a game that waits says so until it continues."""
    path, trouble = server.make(**SHORT["castles_of_caleira"]), "#trouble:not([hidden])"
    with Person(chromium, server) as ann, server.sit(path) as other:
        ann.go(path)
        for message, stays in (("{ kind: 'refused', why: 'late' }", False), ("{ kind: 'stalled', why: 'full' }", True)):
            number = ann.number()
            ann.page.evaluate("send({ do: 'answer', number: now.number + 9, action: 0 })")
            ann.page.wait_for_selector(trouble)
            ann.page.evaluate(f"TAKES[({message}).kind]({message})")
            other.choose()
            assert ann.later(number) and ann.page.locator(trouble).count() == stays


def test_galleries__of_all_games(chromium, server):
    """Each game has a gallery with its own choice, and leads to those of the others."""
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


def test_first_digit__is_shown_while_a_second_may_follow(chromium, server):
    """With twelve choices 1 may be 1, 10, 11 or 12: these are marked until one of them is taken; a digit that can be only one is taken."""
    press = """digit => {
      document.dispatchEvent(new KeyboardEvent("keydown", { key: digit }));
      return [[...document.querySelectorAll("#choices button")].flatMap((one, k) => one.matches(".typed") ? [k + 1] : []), [...taken]];
    }"""
    with Person(chromium, server) as ann:
        ann.go(server.make(**SHORT["castles_of_caleira"]))
        ann.page.evaluate(MANY, TWELVE)
        ann.page.evaluate("() => { window.taken = []; choose = (action) => taken.push(action + 1); }")
        both = f"(press => [press('1'), press('2')])({press})"
        assert ann.page.evaluate(both) == [[[1, 10, 11, 12], []], [[], [12]]]
        assert ann.page.evaluate(press, "7") == [[], [12, 7]]
