"""Tables over the network: people, bots, watchers, and what goes wrong."""

from __future__ import annotations

import json
import random
from threading import Event

import pytest

from fs_env.replays import Replay, verify
from fs_env.serve.table import host as hosts
from fs_env.serve.table.messages import PHRASES
from fs_env.serve.table.restoring import go_back
from tests.serve.running import running

FOUR_SOULS = {"game": "four_souls", "option_max_decisions": "200"}


def test_game__of_one_person_against_a_bot(server):
    """A person plays to the end; all cards lie open then, and the replay is the game that was played."""
    path = server.make(name_0="Ann")
    with server.sit(path) as browser:
        chosen = []

        def pick(message):
            chosen.append(message["choices"][-1][0])
            return -1

        end = browser.play(pick)
    assert end["over"]["points"][0] == ["", "points", "cards in hand"]
    assert [row[0] for row in end["over"]["points"][1:]] == ["you", "Rosa"]
    assert end["over"]["text"] == end["question"] and end["question"] in ("you won", "Rosa won")
    assert not any("face down" in body and "data-card" not in body for name, *_, body in end["parts"] if name == "head")
    status, text, headers = server.get(f"{path}/replay.json")
    replay = Replay.from_json(json.loads(text))
    assert status == 200 and "attachment" in headers["content-disposition"]
    assert verify(replay) == len(replay.checks) > 3 and replay.outcome == 1 and replay.names == ("Ann", "Rosa")
    assert [action for action in replay.choices if action in chosen]
    status, text, headers = server.get(f"{path}/replay")
    assert status == 200 and "Ann" in text and headers["content-security-policy"].endswith("; connect-src 'self'")


def test_replay__is_secret_while_the_game_runs(server):
    """Neither the file nor the page of a replay, nor a drawing of it, is there before the end: they hold the seed and all cards."""
    path = server.make()
    for end in ("replay", "replay.json", "replay/reel?from=0&view=0&narrow=0"):
        assert server.get(f"{path}/{end}")[0] == 404


def test_people__play_at_one_table(server):
    """Two people by links of their own: each is asked in turn, sees the own hand only, and cannot answer for the other."""
    ann, bob, _ = server.links(server.make(seat_1="person", name_0="Ann", name_1="Bob"))
    with server.sit(ann) as first, server.sit(bob) as second:
        first.receive()
        second.receive()
        host = server.host(ann)
        asked, idle = (first, second) if host.table.asked == 0 else (second, first)
        idle.say(do="answer", number=asked.now["number"], action=asked.now["choices"][0][0])
        assert idle.until(lambda message: message["kind"] == "refused")["why"] == "this question is no longer pending"
        while not (first.now["over"] and second.now["over"]):
            asked, idle = (first, second) if host.table.asked == 0 else (second, first)
            if not asked.now.get("mine"):
                asked.asked()
                continue
            number = asked.now["number"]
            asked.choose()
            for browser in (first, second):
                browser.until(
                    lambda message, number=number: message["kind"] == "position" and message["number"] > number
                )
        ends = [browser.now["over"] for browser in (first, second)]
        assert [[row[0] for row in end["points"]] for end in ends] == [["", "you", "Bob"], ["", "Ann", "you"]]
        assert [row[1:] for row in ends[0]["points"]] == [row[1:] for row in ends[1]["points"]]
        assert ends[0]["text"].replace("you", "Ann") == ends[1]["text"].replace("you", "Bob")
        assert "you" in first.texts[0] and '"Bob"' in first.texts[0] and '"Ann"' in second.texts[0]


def test_answer__is_taken_once(server):
    """The second of two equal answers is refused: no player chooses twice by a double click."""
    path = server.make()
    with server.sit(path) as browser:
        message = browser.asked()
        for _ in range(2):
            browser.say(do="answer", number=message["number"], action=message["choices"][0][0])
        assert browser.until(lambda found: found["kind"] == "refused")["why"] == "this question is no longer pending"
        made = server.host(path).table.made
        assert sum(choice.seat == 0 for choice in made) == 1


def test_connection__comes_back_to_the_same_position(server, dealt):
    """A browser that lost its connection gets the position that it had, with the log and the choices."""
    path = server.make()
    with server.sit(path) as browser:
        known = len(browser.asked()["log"])
        browser.choose(1)
        before, told = browser.asked(), browser.log
    with server.sit(path) as again:
        after = again.asked()
    assert (after["number"], after["choices"], after["question"]) == (
        before["number"],
        before["choices"],
        before["question"],
    )
    assert after["whole"] and after["log"] == told != []
    assert after["fresh"] == len(told) - known > 0, "the lines since the last answer"


def test_watchers__see_all_cards_late(dealt):
    """Nothing is shown before the delay is over; then hands are open, and watchers cannot choose."""
    with running() as server:
        late, now = (server.make(seat_0="heuristic", delay=delay, pace="1") for delay in ("3000", "0"))
        with server.sit(late) as browser:
            waits = browser.receive()
            assert (waits["kind"], waits["seconds"]) == ("waiting", 3000.0) and 2900 < waits["left"] <= 3000
            assert "Marketplace" not in server.get(late)[1]
        with server.sit(now) as browser:
            browser.until(
                lambda message: (
                    message["kind"] == "position" and "hand:0:" in str(message) and "hand:1:" in str(message)
                )
            )
            browser.say(do="answer", number=0, action=0)
            assert browser.until(lambda message: message["kind"] == "refused")["why"] == "watchers cannot act"
            assert browser.until(lambda message: message.get("over"))["over"]["text"].endswith(" won")


def test_watching__can_be_off(server):
    """A table that is not to be watched has no link for it, and its token opens nothing."""
    path = server.make(seat_1="person", watch="")
    host = server.host(path)
    assert len(server.links(path)) == 2
    stored = server.call(lambda: server.lobby.store.load(host.id))
    assert server.get(f"/watch/{stored.watch}")[0] == 404


@pytest.mark.parametrize("bot", ["Broken", "Cheat"])
def test_bot__that_fails_ends_no_table(bot):
    """A bot that raises or cheats is replaced by one that chooses at random; it is logged without its words."""
    spec = f"tests.serve.bots:{bot}"
    with running(allowed=(spec,)) as server:
        path = server.make(seat_1=spec, name_1="Max")
        with server.sit(path) as browser:
            end = browser.play()
            assert end["over"]
            assert any("the bot Max has failed" in text for text in browser.texts)
            assert not any("no idea" in text for text in browser.texts)


def test_hint__comes_from_the_bot_of_the_table(server):
    """A hint names a legal action for the decision that is asked; a table without hints gives none. It comes to all browsers of the seat:
    to a page that was loaded again while it was computed, which asks for it again, too."""
    path = server.make()
    with server.sit(path) as browser, server.sit(path) as other:
        message = browser.asked()
        for one in (browser, other):
            one.say(do="hint", number=message["number"])
        hint = browser.until(lambda found: found["kind"] != "position")
        assert other.until(lambda found: found["kind"] != "position") == hint
        assert hint["number"] == message["number"] and hint["by"] == "heuristic"
        assert [hint["action"], hint["words"]] in [choice[:2] for choice in message["choices"]]
    with server.sit(server.make(hints="")) as browser:
        browser.say(do="hint", number=browser.asked()["number"])
        assert browser.until(lambda found: found["kind"] == "refused")["why"] == "this table has no hints"


def test_undo__takes_back_the_last_own_choice(server, dealt):
    """Taking back leads to the decision of the last own choice with the same choices; another choice continues from there."""
    path = server.make(undo="on")
    with server.sit(path) as browser:
        first = browser.asked()
        assert not first["undo"]
        browser.choose(0)
        second = browser.asked()
        assert second["undo"] and second["number"] > first["number"]
        browser.say(do="undo", number=second["number"])
        back = browser.until(lambda message: message["kind"] == "position" and message["whole"])
        assert (back["number"], back["choices"]) == (first["number"], first["choices"])
        assert back["log"][-1][0] == "note" and not back["undo"]
        browser.choose(1)
        assert browser.play()["over"]


def test_undo__a_resignation_meanwhile_ends_the_game(server, dealt, monkeypatch):
    going, resigned = Event(), Event()

    def slowly(*parts):
        going.set()
        assert resigned.wait(10)
        return go_back(*parts)

    monkeypatch.setattr(hosts, "go_back", slowly)
    with server.sit(server.make(undo="on")) as browser:
        browser.asked()
        browser.choose(0)
        browser.say(do="undo", number=browser.asked()["number"])
        assert going.wait(10)
        browser.say(do="resign")
        browser.until(lambda message: message["kind"] == "company" and message["resigned"])
        resigned.set()
        assert (
            "you resigned"
            in browser.until(lambda message: message["kind"] == "position" and message["whole"])["over"]["text"]
        )


@pytest.mark.parametrize("fields", [{}, {"seat_1": "person", "undo": ""}])
def test_undo__is_off_unless_agreed(server, fields):
    """Without the agreement, and among people, nothing is taken back."""
    path = server.make(**fields)
    path = server.links(path)[0] if path.startswith("/host") else path
    with server.sit(path) as browser:
        browser.receive()
        browser.say(do="undo", number=browser.now["number"])
        assert browser.until(lambda message: message["kind"] == "refused")


def test_undo__is_for_one_person(server):
    """A table of two people that asks for it is not made."""
    status, text, _ = server.post({"game": "castles_of_caleira", "players": "2", "seat_1": "person", "undo": "on"})
    assert status == 400 and "one person against bots" in text


def test_chat__is_of_fixed_phrases_where_several_people_play(server):
    """A phrase reaches all at the table under the name of who said it; a person alone with bots has no chat."""
    ann, bob, watch = server.links(
        server.make(**FOUR_SOULS, option_bartering="1", seat_1="person", name_0="Ann", name_1="Bob")
    )
    with server.sit(ann) as first, server.sit(bob) as second, server.sit(watch) as third:
        first.say(do="say", phrase=PHRASES.index("what do you offer?"))
        for browser, name in ((first, "you"), (second, "Ann"), (third, "Ann")):
            browser.until(lambda message, name=name: ["chat", f"{name}: what do you offer?"] in message.get("log", []))
    with server.sit(server.make()) as first:
        first.say(do="say", phrase=0)
        assert first.until(lambda message: message["kind"] == "refused")["why"] == "this table has no chat"


def test_stops__say_when_a_person_is_asked(server, dealt):
    """With "always" every window with a choice is put to the person; with none, passing in turns of others is automatic."""
    asked = {}
    for stops in ([], ["always"]):
        path = server.make(**FOUR_SOULS)
        with server.sit(path) as browser:
            browser.say(do="stops", stops=stops)
            browser.until(lambda message: message["kind"] == "stops")
            made = server.host(path).table.made
            before = len(made)  # until the message arrived passing was automatic
            pick, windows = random.Random(1), 0
            for _ in range(30):
                if browser.asked()["over"]:
                    break
                choices = browser.now["choices"]
                windows += (
                    any(choice[1].startswith("pass: ") for choice in choices)
                    and "on the stack" in browser.now["question"]
                )
                browser.choose(pick.randrange(len(choices)))
            asked[tuple(stops)] = windows
            automatic = sum(choice.automatic for choice in made[before:])
            assert (automatic > 0) == (not stops)
        with server.sit(path) as again:
            assert again.receive()["stops"] == stops
    assert asked["always",] > asked[()]


def test_names__are_text_everywhere(server):
    """A name with markup stays text in the page, in the drawing and in messages."""
    evil = "<img src=x id=q>"
    path = server.make(name_0="Ann", name_1=evil)
    page = server.get(path)[1]
    assert "<img" not in page and "&lt;img" in page
    with server.sit(path) as browser:
        message = browser.receive()
        assert all("<img" not in body for *_, body in message["parts"]) and evil in message["names"]
    status, text, _ = server.post({"game": "<b>x</b>", "players": "2"})
    assert status == 400 and "<b>x" not in text


def test_token__that_nobody_gave_opens_nothing(server):
    """Links that were made up, and links of another kind, lead nowhere."""
    seat = server.make().split("/")[2]
    for path in (
        f"/seat/{seat[:-1]}",
        f"/watch/{seat}",
        f"/host/{seat}",
        "/seat/" + "x" * 24,
        "/seat/%F0%9F%8E%B2",
        "/seat/" + "y" * 500,
    ):
        assert server.get(path)[0] == 404
    assert len(seat) == 24
