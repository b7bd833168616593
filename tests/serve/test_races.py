"""What happens at a table while something else is under way: storage that fails, people who leave and return, secret questions."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from fs_env.serve.store.database import CannotStore
from fs_env.serve.table import bots
from tests.serve.running import HASTY, PATIENCE, running

SECRETS = {"game": "betrayal", "players": "3", "seat_1": "random", "seat_2": "random", "option_haunt": "8"}
SECRETS |= {"option_haunt_roll": "immediate", "undo": "on", "hints": ""}


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_resigning__while_a_choice_cannot_be_stored(server, dealt, monkeypatch):
    """The server answers others meanwhile, and a bot plays on."""
    path = server.make(seat_1="heuristic", seat_2="heuristic", players="3")
    with server.sit(path) as ann:
        asked = ann.asked()
        store, locked = server.lobby.store.choose, [True]

        def choose(*what: Any) -> None:
            if locked[0]:
                raise CannotStore("the file is locked", "a test")
            store(*what)

        monkeypatch.setattr(server.lobby.store, "choose", choose)
        ann.say(do="answer", number=asked["number"], action=asked["choices"][0][0])
        ann.until(lambda message: message["kind"] == "stalled")
        ann.say(do="resign")
        ann.until(lambda message: message["kind"] == "company" and message["resigned"])
        assert server.get("/open")[0] == 200
        locked[0] = False
        until(lambda: server.host(path).table.over)


@pytest.mark.slow
def test_browser_that_cannot_be_shown_the_table__takes_no_place(dealt, monkeypatch):
    with running(limits=replace(HASTY, same_address=2)) as server:
        host = server.host(server.make())
        shown, watch = host.whole, f"/watch/{host.watch_token}"
        monkeypatch.setattr(host, "whole", lambda *_: shown(7))  # no such seat
        for _ in range(3):
            with pytest.raises(Exception, match="1011|1006|close"), server.sit(watch) as other:
                other.receive()
        monkeypatch.setattr(host, "whole", shown)
        with server.sit(watch) as other:
            assert other.receive()["kind"] in ("begun", "position")


@pytest.mark.slow
def test_back__while_the_bot_thinks(server, dealt, monkeypatch):
    """The person who is back is asked, and what the bot chooses in the meantime is not played."""
    ann, bob = server.links(server.make(seat_1="person", away="60"))[:2]
    going = asyncio.Event()

    async def slowly(self: Any, pools: Any, seat: int, S: Any, *limits: Any) -> int:
        await going.wait()
        return int(self.game.legal(S)[-1])

    monkeypatch.setattr(bots.Bots, "answer", slowly)
    with server.sit(ann) as first, server.sit(bob) as second:
        first.receive(), second.receive()
        host, seat = server.host(ann), server.host(ann).table.asked
        asked = (first, second)[seat]
        server.call(lambda: (host.presence.bots.add(seat), host.presence.away.add(seat), host._people_changed([])))
        until(lambda: host._answer is None)
        asked.say(do="here")
        now = asked.until(lambda message: message["kind"] == "position" and message["mine"])
        asked.say(do="answer", number=now["number"], action=now["choices"][0][0])
        until(lambda: host._answer is None or host._answer.done())
        server.call(going.set)
        until(lambda: host.table.made)
        assert host.table.made[0][:3] == (seat, now["choices"][0][0], False)


@pytest.mark.slow
def test_table_that_is_brought_back__while_the_file_is_locked(server, dealt, monkeypatch):
    path = server.make()
    with server.sit(path) as ann:
        ann.asked()
    host, follower = server.host(path), server.lobby.store.follower
    until(lambda: host.idle > 0)
    asyncio.run_coroutine_threadsafe(server.lobby._let_go(host), server.loop).result(PATIENCE)

    def locked(table: int) -> Any:
        monkeypatch.setattr(server.lobby.store, "follower", follower)
        raise CannotStore("the file is locked", "a test")

    monkeypatch.setattr(server.lobby.store, "follower", locked)
    assert [server.get(path)[0] for _ in range(2)] == [503, 200]
    with server.sit(path) as ann:
        assert ann.play()["over"]


def test_keep_passing__that_cannot_be_stored_yields_to_another_choice(server, monkeypatch):
    """While the file is locked the pass waits as any choice does: another one of the person takes its place."""
    path, store, free = server.make(game="four_souls", seat_1="heuristic"), server.lobby.store.choose, threading.Event()
    host = server.host(path)

    def choose(table: int, *made: Any) -> None:
        if table == host.id and not free.is_set():
            raise CannotStore("the file is locked", "a test")
        store(table, *made)

    with server.sit(path) as ann:
        ann.say(do="stops", stops=["always"])
        while not ((asked := ann.asked())["keep_passing"] and len(asked["choices"]) > 1):
            ann.choose(0)
        made = host.table.made
        before, other = len(made), next(action for action, *_ in asked["choices"] if action)
        monkeypatch.setattr(server.lobby.store, "choose", choose)
        ann.say(do="keep_passing", number=asked["number"])
        ann.until(lambda message: message["kind"] == "stalled")
        ann.say(do="answer", number=asked["number"], action=other)
        time.sleep(0.2)
        free.set()
        ann.until(lambda message: message["kind"] == "position" and message["number"] > asked["number"])
        assert made[before].action == other


@pytest.mark.slow
def test_undo__is_bounded(dealt):
    """Each is a line of the table's file."""
    with running(limits=replace(HASTY, table_lines=3)) as server, server.sit(server.make(undo="on")) as ann:
        for k in range(4):
            ann.asked()
            ann.choose(0)
            ann.say(do="undo", number=ann.asked()["number"])
            found = ann.until(lambda message: message["kind"] == "refused" or message.get("whole"))
            assert found["kind"] == ("position" if k < 3 else "refused")


def test_hint__of_a_game_that_is_resigned(server, dealt):
    path = server.make()
    with server.sit(path) as ann:
        ann.say(do="hint", number=ann.asked()["number"])
        ann.say(do="resign")
        assert ann.until(lambda message: message.get("over"))
        assert not server.host(path).hinting


@pytest.mark.slow
def test_secret_question__is_put_to_all_bots_and_can_be_taken_back(server, monkeypatch):
    """Betrayal, haunt 8: who has the token of the traitor is hidden. Every seat is asked whether it is revealed, also without a choice, and
    all bots answer as the usual one, at once: no time shows who thinks. "Take back" at such a question leads to the last choice."""
    asked, think = defaultdict(set), bots.think
    tables: list[Any] = []

    def watched(agent: Any, game: Any, S: Any, seat: int, *rest: Any) -> int:
        if tables and tables[-1].asks_in_secret:
            asked[seat].add(agent.name)
        return think(agent, game, S, seat, *rest)

    monkeypatch.setattr(bots, "think", watched)
    rng, taken = random.Random(11), False
    for _ in range(6):
        path = server.make(**SECRETS)
        with server.sit(path) as ann:
            tables.append(server.host(path).table)
            ann.say(do="stops", stops=[])
            while not (now := ann.asked())["over"] and not (taken and len(asked) == 2):
                if len(now["choices"]) == 1 and not taken:
                    before = len(server.host(path).table.made)
                    ann.say(do="undo", number=now["number"])
                    back = ann.until(lambda message: message["kind"] == "position" and message["whole"])
                    assert back["number"] < now["number"] and len(server.host(path).table.made) < before
                    taken = True
                    tables.append(server.host(path).table)
                ann.choose(rng.randrange(99))
        if taken and len(asked) == 2:
            break
    assert taken and dict(asked) == {1: {"heuristic"}, 2: {"heuristic"}}
