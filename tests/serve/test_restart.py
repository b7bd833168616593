"""A server that is killed and started again continues with every table where it was."""

from __future__ import annotations

import os
import signal
import sqlite3
from dataclasses import replace

import pytest

from benchmarks.serve.server import started
from tests.serve.running import HASTY, Server, running

pytestmark = pytest.mark.usefixtures("dealt")  # of games at random one in a hundred is over after one choice


@pytest.mark.slow
def test_server__that_was_killed_loses_no_decision(tmp_path):
    """kill -9 in the middle of a game of two people and a bot: after another start each seat has the position, the choices and
    the log that it had, and the game is played to its end."""
    db = ("--db", str(tmp_path / "tables.sqlite"))
    with started(*db, games=()) as (port, process, _):
        server = Server(None, port, None)  # type: ignore[arg-type]
        server.wait("castles_of_caleira")
        ann, bob, watch = server.links(
            server.make(players="3", seat_1="person", seat_2="heuristic", name_0="Ann", name_1="Bob")
        )
        seen = until_choice(server, [ann, bob], rounds=5)
        os.kill(process, signal.SIGKILL)
    with started(*db, games=["castles_of_caleira"]) as (port, _, _):
        server = Server(None, port, None)  # type: ignore[arg-type]
        server.wait("castles_of_caleira")
        for path in (ann, bob):
            with server.sit(path) as browser:
                message = browser.receive()
            for key in ("number", "question", "choices", "turn", "asked", "names", "parts", "log", "stops"):
                assert message[key] == seen[path][key], key
        with server.sit(watch) as browser:
            assert browser.receive()["number"] == seen[ann]["number"]
        until_choice(server, [ann, bob], rounds=None)
        assert server.get(f"{ann}/replay.json")[0] == 200


def until_choice(server: Server, paths: list[str], rounds: int | None) -> dict[str, dict]:
    """Plays so many choices of people, or to the end; returns the whole position of every seat when one is asked next."""
    done = 0
    while True:
        found = {}
        for path in paths:
            with server.sit(path) as browser:
                found[path] = browser.receive()
        if len({message["number"] for message in found.values()}) > 1:
            continue  # a bot has chosen in between
        over = all(message["over"] for message in found.values())
        mine = [path for path in paths if found[path]["mine"]]
        if over or (rounds is not None and done >= rounds and mine):
            return found
        if mine:
            with server.sit(mine[0]) as asked:
                message = asked.asked()
                if message["mine"]:
                    asked.choose(1)
                    asked.until(lambda found, n=message["number"]: found["kind"] == "position" and found["number"] > n)
                    done += 1


def test_chat_stops_and_undo__are_kept(tmp_path):
    """The log, stops and takebacks are as they were in a server that opens the file again."""
    db = tmp_path / "tables.sqlite"
    with running(db) as server:
        path = server.make(undo="on")
        with server.sit(path) as browser:
            browser.choose(0)
            browser.say(do="undo", number=browser.asked()["number"])
            back = browser.until(lambda message: message["kind"] == "position" and message["whole"])
            browser.say(do="stops", stops=["dice"])
            browser.until(lambda message: message["kind"] == "stops")
    with running(db) as server, server.sit(path) as browser:
        message = browser.receive()
    assert (message["log"], message["choices"]) == (back["log"], back["choices"]) and message["stops"] == ["dice"]


def test_idle_table__comes_back_from_the_file():
    """A table without viewers leaves the memory; a browser that comes finds it where it was."""
    with running(limits=replace(HASTY, idle_seconds=0.3)) as server:
        path = server.make()
        with server.sit(path) as browser:
            browser.choose(1)
            before, told = browser.asked(), browser.log
        while server.call(lambda: len(server.lobby.hosts)):
            pass
        with server.sit(path) as browser:
            after = browser.receive()
        assert (after["number"], after["choices"]) == (before["number"], before["choices"])
        assert after["log"] == told != []


def test_file__of_something_else_is_refused(tmp_path):
    """A file that holds no tables is named, and left as it is."""
    from fs_env.serve.store.table_store import Store

    other = tmp_path / "notes.txt"
    other.write_text("no tables in here, only words of mine " * 200)
    with pytest.raises(
        ValueError, match=r"file of tables .*notes\.txt' cannot be used: file is not a database; .*choose another one"
    ):
        Store(other)
    assert other.read_text().startswith("no tables in here")


def test_file__is_readable_for_its_owner_only(tmp_path):
    """The file contains the links."""
    from fs_env.serve.store.table_store import Store

    Store(tmp_path / "deep" / "tables.sqlite").close()
    assert (tmp_path / "deep" / "tables.sqlite").stat().st_mode & 0o077 == 0


def test_table__of_other_rules_says_so(tmp_path):
    """A table whose choices are not legal here is left as it is, with a page that says why; others are played on."""
    db = tmp_path / "tables.sqlite"
    with running(db) as server:
        path, other = server.make(), server.make()
        with server.sit(path) as browser:
            browser.choose(1)
            browser.asked()
    with sqlite3.connect(db) as file:
        file.execute("UPDATE choices SET action = 49 WHERE table_id = 1 AND place = 0")
    file.close()
    with running(db) as server:
        status, text, _ = server.get(path)
        assert status == 410 and "its choice 0 was made with other rules" in text
        with server.sit(other) as browser:
            assert browser.asked()["choices"]
