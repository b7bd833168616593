"""Limits of a server: too much of something, and nonsense."""

from __future__ import annotations

import json
import random
import time
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest

from fs_env.serve.guard.limits import FORM_BYTES, MESSAGE_BYTES, Bucket, Limits
from tests.serve.running import HASTY, Browser, closed, running

SLEEPER = "tests.serve.bots:Sleeper"
MESSAGES = 2_000
AT_ONCE = 100


def test_tables__are_limited():
    """One table more than the limit is refused with a page that says so; a game that ends makes room."""
    with running(limits=replace(HASTY, tables=2)) as server:
        first, _ = server.make(), server.make()
        status, text, _ = server.post({"game": "castles_of_caleira", "players": "2"})
        assert status == 503 and "2 games run here" in text
        with server.sit(first) as browser:
            browser.play()
        assert server.make()


def test_browsers_of_a_seat_are_limited():
    """One browser more than a seat may have is sent away; when one leaves there is room again."""
    with running(limits=replace(HASTY, same_seat=2, watchers=1)) as server:
        path = server.make()
        with server.sit(path) as one, server.sit(path) as two:
            one.receive()
            two.receive()
            with server.sit(path) as three, pytest.raises(closed.ConnectionClosed) as failed:
                three.receive()
            assert failed.value.rcvd.code == 4429
        host = server.host(path)
        while server.call(lambda: host.looking(0)):
            pass
        with server.sit(path) as four:
            assert four.receive()["whole"]


def test_messages__that_come_too_fast_end_the_connection():
    """A browser that sends more than its share is cut off, also where it asks for a hint that takes long: no second one is thought
    about. The table continues."""
    with running(allowed=(SLEEPER,), limits=Limits(messages_per_second=1, burst=20)) as server:
        path = server.make(hints=SLEEPER)
        for message in ({"do": "say", "phrase": 0}, {"do": "hint", "number": 0}):
            with server.sit(path) as browser:
                if "number" in message:
                    message["number"] = browser.asked()["number"]
                    browser.say(**message)  # alone, since nothing of a flood may be read
                    while not (first := dict(server.host(path).hinting)):
                        time.sleep(0.01)
                with pytest.raises(closed.ConnectionClosed) as failed:
                    hurry(browser, **message)
            last = failed.value.rcvd  # who sends hints reads nothing, and may lose the last message
            assert message["do"] == "hint" if last is None else last.code == 4429
        assert server.host(path).hinting == first, "a second hint"
        with server.sit(path) as again:
            assert again.play()["over"]


def hurry(browser: Browser, **message: Any) -> None:
    """Sends again and again, as soon as there is an answer, or at once where none comes."""
    while True:
        browser.say(**message)
        if message["do"] == "say":
            browser.receive()


def test_message__that_is_too_large_ends_the_connection(server):
    """A message of as many bytes as are allowed is answered; of one more, or of fewer letters with more bytes, none is read."""
    path = server.make()
    with server.sit(path) as browser:
        browser.receive()
        browser.line.send("x" * MESSAGE_BYTES)
        assert browser.until(lambda message: message["kind"] == "refused")["why"] == "this is not JSON"
    for text in ("x" * (MESSAGE_BYTES + 1), "\N{EURO SIGN}" * (MESSAGE_BYTES // 2)):
        with server.sit(path) as browser:
            browser.receive()
            browser.line.send(text)
            with pytest.raises(closed.ConnectionClosed) as failed:
                browser.until(lambda message: False)
            assert failed.value.rcvd.code == 1009


def test_form__that_is_too_large_is_refused(server):
    """A form of as many bytes as are allowed is read; one of a byte more makes no table."""
    empty = len(urlencode({"game": "none", "name_0": ""}))
    for spare, status in ((0, 400), (1, 413)):
        assert server.post({"game": "none", "name_0": "x" * (FORM_BYTES - empty + spare)})[0] == status


def test_bucket():
    """Three at once, then one a second."""
    bucket = Bucket(1.0, 3, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1.0), bucket.take(1.5), bucket.take(2.0)] == [True, False, True]
    assert [bucket.take(99.0) for _ in range(4)] == [True, True, True, False]


def nonsense(pick: random.Random, now: dict) -> str | bytes:
    """A message as no page sends it, or nearly as one does."""
    kind = pick.choice(["answer", "stops", "hint", "undo", "say", "shout", 7, None])
    value = pick.choice(
        [0, -1, 2**31, 2**70, 1.5, True, None, "1", [], {}, "x" * 100, now["number"], now["number"] + 1]
    )
    made = pick.choice(
        [
            {"do": kind, "number": value, "action": pick.choice([-1, 10**6, "0", None])},
            {"do": "answer", "number": now["number"], "action": pick.choice([-5, 9_999, 2**40, None, [1]])},
            {"do": "stops", "stops": pick.choice([value or 7, ["never"], [1], "own", [["own"]]])},
            {"do": kind, "phrase": value},
            {"do": "undo", "number": value},
            {"do": "answer", "number": now["number"], "action": 0, "seat": 1},
            [kind, value],
            value,
        ]
    )
    text = json.dumps(made)
    spoiled = pick.random()
    if spoiled < 0.15:
        return text[: pick.randrange(len(text) + 1)]
    if spoiled < 0.25:
        return bytes(pick.randrange(256) for _ in range(pick.randrange(40)))
    if spoiled < 0.3:
        return "[" * pick.randrange(1, 900)
    return text


def test_nonsense__loses_and_reveals_nothing():
    """2,000 messages of nonsense, between which games are played: each is answered, none is taken, and no answer tells a
    card of another hand."""
    pick, answered, ended = random.Random(5), 0, 0
    with running(limits=HASTY) as server:
        while answered < MESSAGES:
            path = server.make()
            with server.sit(path) as browser:
                while not browser.asked()["over"]:
                    made = len(server.host(path).table.made)
                    for _ in range(AT_ONCE if answered < MESSAGES else 0):
                        browser.line.send(nonsense(pick, browser.now))
                        answer = browser.until(lambda found: found["kind"] != "position")
                        assert answer["kind"] == "refused" and len(answer["why"]) < 300, answer
                        answered += 1
                    assert len(server.host(path).table.made) == made
                    browser.choose()
                ended += 1
                assert not any("hand:1:" in text for text in browser.texts if '"over":{' not in text)
    assert ended > 1
