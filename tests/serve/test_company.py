"""People of a table: who is away, bots that play for them, resigning, phrases, and the list of a browser's own tables."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator

import pytest

from fs_env.core.four_souls.view.words import name as card_name
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.serve.store.setup import Setup
from fs_env.serve.table import host as hosts
from fs_env.serve.table.presence import GRACE, Presence
from tests.serve.running import HASTY, Browser, Server, running
from tests.serve.tables import seated
from tests.serve.test_browser import Person

THREE = Setup("castles_of_caleira", ("person", "person", "random"), ("Ann", "Bob", "Rosa"), away=30)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hosts, "LOOK_SECONDS", 0.05)
        with running(limits=HASTY) as made:
            yield made


def company(browser: Browser, **facts: list[int]) -> None:
    browser.until(lambda message: message["kind"] == "company" and facts.items() <= message.items())


def test_presence__follows_signs_and_browsers():
    """A person without a browser is away after the grace, and a bot plays after `away` seconds while another person is there; one
    with a browser is away only if asked for so long without a sign; a sign gives the seat back."""
    now, browsers = [0.0], {0: 1, 1: 0}
    presence = Presence(THREE, (), lambda seat: browsers[seat], lambda: now[0])

    def after(seconds: float, asked: int) -> tuple[list[int], set[int], set[int]]:
        now[0] += seconds
        return presence.update(asked), presence.away, presence.bots

    assert after(GRACE, 2) == ([], set(), set())
    assert after(1, 1) == ([], {1}, set()) and presence.shown()["seconds"] == 30, "away, and no bot yet"
    assert after(30, 1) == ([1], {1}, {1})
    assert presence.bot_plays(1) and presence.sign(1), "back"
    browsers[1] = 1
    assert after(1, 0) == ([], set(), set())
    assert after(29, 0) == ([], set(), set()), "asked for less than 30 s"
    assert after(2, 0) == ([0], {0}, {0}), "a browser without a sign"
    assert after(1, 1) == ([], {0}, {0}), "a bot plays on while another one is asked"
    browsers[0] = browsers[1] = 0
    assert after(6, 1) == ([], {0, 1}, set()), "no bot plays when all are away"
    assert presence.shown()["seconds"] == 0, "and the page does not promise one"


def test_bot__plays_for_who_is_away_and_gives_the_seat_back(server, dealt):
    """The others see who is away; a bot answers for that seat, and only until its person comes back."""
    ann, bob = server.links(server.make(players="3", seat_1="person", seat_2="random", away="10"))[:2]
    with server.sit(ann) as first:
        company(first, away=[])
        host = server.host(ann)
        host.presence.limit = (
            0.9 * GRACE
        )  # Ann is asked, and would be away before Bob's grace is over; with her sign long after it
        time.sleep(0.4 * GRACE)
        first.say(do="here")
        company(first, bots=[1], away=[1])
        host.presence.limit = 60
        for _ in range(3):  # Bob's turns come and go
            first.choose()
        first.asked()
        made = [one for one in host.table.made if one.seat == 1]
        assert made and all(one.automatic for one in made), "no choice counts as Bob's own"
        with server.sit(bob) as second:
            company(second, bots=[1])  # a browser alone is no sign: a page connects again whenever it draws anew
            second.say(do="here")
            company(first, bots=[], away=[])
            first.until(lambda message: ["note", "player #2 is back"] in message.get("log", []))
            played = len([one for one in host.table.made if one.seat == 1])
            first.choose()
            second.asked()
            assert host.table.asked == 1 and played == len([one for one in host.table.made if one.seat == 1])


@pytest.mark.slow
def test_page__says_once_that_its_person_is_here(chromium, server, dealt):
    """Loading the page, and what a hand does, are signs of a person; a log that scrolls, a drawing that comes anew and a new connection are
    none."""
    _, bob = server.links(server.make(seat_1="person", name_0="Ann", away="0"))[:2]
    with Person(chromium, server) as second:
        page, sent = second.page, list[str]()
        page.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(text)))
        page.goto(f"{server.origin}{bob}")
        page.wait_for_selector("#board svg")
        away = "TAKES.company({ away: [1], bots: [1], resigned: [], seconds: 5 })"
        page.evaluate(f"{away}; document.dispatchEvent(new Event('scroll')); again()")
        page.wait_for_function("() => socket?.readyState === 1")
        page.wait_for_timeout(300)
        assert sent == ['{"do":"here"}']
        page.evaluate("window.lost = socket; socket.close()")
        page.wait_for_function("() => socket !== window.lost && socket?.readyState === 1")
        page.wait_for_timeout(300)
        assert sent == ['{"do":"here"}'], "a line that was lost and found is no sign"
        page.evaluate(away)
        page.mouse.wheel(0, 40)
        page.wait_for_timeout(300)
        assert sent == 2 * ['{"do":"here"}']


def test_resigning__two_seats_ends_the_game(server, dealt):
    """As a forfeit in the arena: the other seat wins, for both browsers, watchers, the replay, and after a restart of the table."""
    ann, bob, watch = server.links(server.make(seat_1="person", name_0="Ann", name_1="Bob", away="0"))
    with server.sit(ann) as first, server.sit(bob) as second, server.sit(watch) as third:
        second.say(do="resign")
        assert first.until(lambda message: message.get("over"))["over"]["text"] == "Bob resigned: you won"
        assert second.until(lambda message: message.get("over"))["over"]["text"] == "you resigned: Ann won"
        assert third.until(lambda message: message.get("over"))["over"]["text"] == "Bob resigned: Ann won"
        assert not any('"company"' in text for text in third.texts), "watchers learn it only from the delayed game"
        second.say(do="resign")
        assert second.until(lambda message: message["kind"] == "refused")["why"] == "the game is over"
    replay = server.host(ann).table.replay()
    assert replay.outcome == Outcome.FORFEITED and replay.returns == (1.0, -1.0)
    number = server.host(ann).id

    async def forget() -> None:
        await server.lobby._let_go(server.lobby.hosts[number])

    asyncio.run_coroutine_threadsafe(forget(), server.loop).result(10)
    with server.sit(ann) as again:
        assert again.until(lambda message: message.get("over"))["over"]["text"] == "Bob resigned: you won"


def test_resigning__ends_the_game_while_bots_wait_for_steps(server):
    """The table is stored as over, though the bot's last choice still waited for the person to go on."""
    path = server.make(game="four_souls")
    host = server.host(path)
    with server.sit(path) as ann:
        ann.asked()
        ann.say(do="pace", pace=0, steps=1)
        while host.table.asked == 0:
            ann.choose()
            time.sleep(0.3)
        ann.say(do="resign")
        ann.until(lambda message: message.get("over"))
        ends = time.monotonic() + 5
        while not (over := server.call(lambda: host.store.about(host.id)[1])) and time.monotonic() < ends:
            time.sleep(0.05)
        assert over


@pytest.mark.parametrize("game", ["castles_of_caleira", "four_souls"])
def test_resigning__nobody_is_asked_on_the_board(game):
    """After it neither the board of a seat nor that of watchers shows who is active and who decides; they show who has won."""
    host = seated(game, 2, {})
    viewers = [*host.table.viewers.values(), host.watch.viewer]
    host.watch.advance(1e12)
    for over in (False, True):
        if over:
            host.table.forfeit(1)
            host.watch.forfeit(1, 0.0)
            host.watch.advance(1e12)
            host.table.look()
        for viewer in viewers:
            drawn = re.findall(">([a-z]+)</text>", viewer.draw("wide").svg())
            assert ("decides" in drawn or "active" in drawn) != over and ("won" in drawn) == over
    assert host.table.ended().winners == [0] and host.watch.ended.winners == [0]


def test_notes__name_who_they_are_about(server):
    """A person without a name reads "you" in the notes and in the list of own tables; the others read the number of the seat."""
    ann, bob = server.links(server.make(seat_1="person", name_0="Ann", away="0"))[:2]
    with server.sit(ann) as first, server.sit(bob) as second:
        second.say(do="resign")
        second.until(lambda message: ["note", "you resign"] in message.get("log", []))
        first.until(lambda message: ["note", "player #2 resigns"] in message.get("log", []))
    mine = server.request(
        "POST", "/mine", json.dumps([bob.split("/")[2], ann.split("/")[2]]), {"origin": server.origin}
    )
    assert [one["names"] for one in json.loads(mine[1])] == [["Ann", "you"], ["Ann", "player #2"]]


def test_resigning__larger_game_goes_on_with_a_bot(server):
    """Where several would lose their game by it, a bot plays the seat to the end, and its person cannot choose any more."""
    ann, bob = server.links(server.make(players="3", seat_1="person", seat_2="random", away="0"))[:2]
    with server.sit(ann) as first, server.sit(bob) as second:
        second.say(do="resign")
        company(first, resigned=[1])
        assert first.play()["over"]
        assert not any(json.loads(text).get("mine") for text in second.texts[2:])
    assert server.lobby.store.load(server.host(ann).id).resigned == (1,)


def test_phrases__are_said_at_every_table_and_limited(server):
    """Two people without bartering may talk; five phrases at once, no watcher, and no phrase that does not exist."""
    ann, bob, watch = server.links(server.make(seat_1="person", name_0="Ann", away="0"))
    with server.sit(ann) as first, server.sit(bob) as second, server.sit(watch) as third:
        for _ in range(6):
            first.say(do="say", phrase=0)
        assert first.until(lambda message: message["kind"] == "refused")["why"].startswith("too many messages")
        second.until(lambda message: ["chat", "Ann: hello"] in message.get("log", []))
        for message in ({"do": "say", "phrase": 0}, {"do": "resign"}, {"do": "here"}):
            third.say(**message)
            assert third.until(lambda message: message["kind"] == "refused")["why"] == "watchers cannot act"
        first.say(do="say", phrase=999)
        assert first.until(lambda message: message["kind"] == "refused")["why"].startswith("phrase: expected")
    said = [text for _, kind, text, _ in server.lobby.store.load(server.host(ann).id).lines if kind == "chat"]
    assert len(said) == 5


def test_own_tables__only_for_links_that_open_something(server):
    """The first page learns the state of the tables to which the browser has links, and nothing about another table."""
    host = server.make(seat_1="person", name_0="<b>Ann", away="0")
    ann, _, watch = server.links(host)

    def mine(body: object, origin: str = server.origin) -> tuple[int, str]:
        return server.request("POST", "/mine", json.dumps(body), {"origin": origin})[:2]

    token = {path: path.split("/")[2] for path in (host, ann, watch)}
    found = json.loads(mine([token[ann], token[watch], "x", token[host], token[ann]])[1])
    assert [one["path"] for one in found] == [ann, host]
    assert found[0]["names"] == ["<b>Ann", "player #2"] and found[1]["word"] == "open"
    assert not any(secret in json.dumps(found[0]) for secret in (token[host], token[watch]))
    for wrong in ({}, ["a"] * 21, [1], "a"):
        assert mine(wrong)[0] == 400
    assert mine([token[ann]], "http://elsewhere.example")[0] == 403


def test_discard_piles__are_those_of_the_table(server, dealt):
    """A seat gets the cards of each pile from the top, as the rules have them; watchers are refused."""
    path = server.make(game="four_souls", away="0")
    with server.sit(path) as browser:
        for k in range(12):
            browser.choose(k)
        browser.asked()
        browser.say(do="piles")
        found = dict(browser.until(lambda message: message["kind"] == "piles")["piles"])
    table = server.host(path).table
    decks = table.game.to_json(table.state)["decks"]
    assert any(found.values())
    for name, deck in decks.items():
        assert found[f"{name} discard"] == [card_name(card) for card in deck["discard"]]
