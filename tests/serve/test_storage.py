"""A file of tables that cannot be written, is locked, deleted, replaced, wanted by two servers, or full of unfinished games."""

from __future__ import annotations

import logging
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from fs_env.serve.store.setup import Setup
from fs_env.serve.store.table_store import Made, Store
from tests.serve.running import HASTY, PATIENCE, Browser, Server, running

pytestmark = pytest.mark.usefixtures("dealt")  # of games at random one in a hundred is over after one choice

TWO = {"seat_1": "person", "name_0": "Ann", "name_1": "Bob"}
ALONE = {"seat_0": "random", "seat_1": "random", "pace": "100"}  # bots
MOMENT = 0.5  # seconds: the longest wait for a page


def stored(db: Path, table: int = 1) -> list[tuple[int, ...]]:
    with closing(sqlite3.connect(db)) as file:
        return file.execute(
            "SELECT place, seat, action FROM choices WHERE table_id = ? ORDER BY place", (table,)
        ).fetchall()


def played(server: Server, path: str) -> list[tuple[int, ...]]:
    place = server.lobby.find(path.split("/")[2])
    assert place is not None
    return [(number, one.seat, one.action) for number, one in enumerate(server.lobby.hosts[place.table].table.made)]


def next_of(browser: Browser) -> dict:
    """The next message that says something about storing."""
    return browser.until(lambda message: message["kind"] in ("stalled", "refused"))


# Nothing can be written.


@contextmanager
def locked(db: Path) -> Iterator[None]:
    """Another process writes, and does not end."""
    code = (
        f"import sqlite3; db = sqlite3.connect({str(db)!r}); db.execute('BEGIN EXCLUSIVE'); print(flush=True); input()"
    )
    other = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert other.stdout is not None and other.stdout.readline()
        yield
    finally:
        other.kill()
        other.wait(PATIENCE)


@contextmanager
def no_larger(db: Path) -> Iterator[None]:
    """No file of this process can become larger than the log of the database is."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path(f"{db}-wal").stat().st_size, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@contextmanager
def full(db: Path) -> Iterator[None]:
    filler = db.parent / "filler"
    with filler.open("wb", buffering=0) as file:
        while True:
            try:
                file.write(bytes(512))
            except OSError:
                break
    try:
        yield
    finally:
        filler.unlink()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(tmp_path)], capture_output=True)
    if made.returncode:
        pytest.skip("only root can mount a small disk")
    try:
        yield tmp_path
    finally:
        subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


TROUBLES = [
    ("full", "disk of this server is full"),
    ("no_larger", "cannot be written"),
    ("locked", "locked by another program"),
]


@pytest.fixture(params=TROUBLES, ids=lambda param: param[0])
def trouble(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Callable, str]:
    """A file, what makes that it cannot be written, and what people are told."""
    kind, words = request.param
    folder = request.getfixturevalue("small_disk") if kind == "full" else tmp_path
    return folder / "tables.sqlite", {"full": full, "no_larger": no_larger, "locked": locked}[kind], words


def test_choice__that_cannot_be_stored_waits_and_is_made_when_it_can(trouble):
    """All browsers of the table are told why it waits, in the same words; the question stays asked, and a click in the meantime is
    answered; a page opened meanwhile says so too. When the trouble is over the choice clicked last is made, once."""
    db, spoiled, words = trouble
    with running(db) as server:
        ann_at, bob_at, watch_at = server.links(server.make(**TWO))
        with server.sit(ann_at) as ann, server.sit(bob_at) as bob, server.sit(watch_at) as watcher:
            seat, seats = ann.receive()["asked"], [ann_at, bob_at]
            asker, other = (bob, ann) if seat else (ann, bob)
            asked = asker.asked()
            assert len(asked["choices"]) > 1 and stored(db) == [] and server.get("/")[0] == 200
            with spoiled(db):
                began = time.monotonic()
                asker.choose(0)
                said = [next_of(browser) for browser in (asker, other, watcher)]
                assert words in said[0]["why"] and "continues automatically" in said[0]["why"], said
                assert said[1:] == said[:1] * 2 and time.monotonic() - began < 2
                asker.now = asked
                asker.choose(1)
                assert next_of(asker) == said[0]
                with server.sit(seats[seat]) as late:
                    assert late.receive()["choices"] == asked["choices"] and next_of(late) == said[0]
                began = time.monotonic()
                assert server.get("/")[0] == 200 and server.get(seats[1 - seat])[0] == 200
                assert time.monotonic() - began < 2 * MOMENT
                time.sleep(1.2)  # one more try
                assert server.host(ann_at).table.made == []
            gone_on = asker.until(lambda message: message["kind"] in ("position", "stalled"))
            assert gone_on == {"kind": "stalled", "why": ""}
            assert asker.until(lambda message: message["kind"] == "position")["number"] > asked["number"]
            assert stored(db)[0] == (0, seat, asked["choices"][1][0])
            until(lambda: server.call(lambda: played(server, ann_at) == stored(db)))


def test_bots__wait_for_room_and_go_on(trouble):
    """Choices of bots wait too; when the trouble is over their game continues by itself to its end, and the file has it all."""
    db, spoiled, words = trouble
    with running(db) as server:
        path = server.make(**ALONE)
        with server.sit(path) as watcher:
            watcher.until(lambda message: message["kind"] == "position" and message["number"] > 3)
            with spoiled(db):
                assert words in next_of(watcher)["why"]
                host = server.host(path)
                made = len(host.table.made)
                time.sleep(1.2)
                assert len(host.table.made) == made
            assert next_of(watcher)["why"] == ""
            watcher.until(lambda message: message["kind"] == "position" and message["over"])
            made = played(server, path)
        until(lambda: not server.lobby.store.running())
    assert stored(db) == made


def test_everything_else__is_refused_in_words_while_nothing_can_be_stored(trouble):
    """Chat, stops and new tables change nothing and say so; each works when the trouble is over. No path of the server is told."""
    db, spoiled, words = trouble
    four = {"game": "four_souls", "players": "2", "seat_1": "person", "option_bartering": "1", "hints": ""}
    with running(db) as server:
        ann_at, *_ = server.links(server.make(**four))
        with server.sit(ann_at) as ann:
            usual = ann.receive()["stops"]
            with spoiled(db):
                ann.say(do="stops", stops=["dice"])
                assert ann.until(lambda message: message["kind"] == "stops")["stops"] == usual
                refusals = [next_of(ann)["why"]]
                ann.say(do="say", phrase=1)
                refusals.append(next_of(ann)["why"])
                began = time.monotonic()
                status, text, _ = server.post({"game": "castles_of_caleira", "players": "2"})
                assert status == 503 and time.monotonic() - began < 2
                for said in [*refusals, text]:
                    assert words in said.replace("&#39;", "'") and "try again" in said and str(db) not in said
            ann.say(do="stops", stops=["dice"])
            assert ann.until(lambda message: message["kind"] == "stops")["stops"] == ["dice"]
            ann.say(do="say", phrase=1)
            ann.until(lambda message: message["kind"] == "position" and message["log"])
            assert server.make() and len(server.lobby.store.running()) == 2
    with closing(sqlite3.connect(db)) as file:
        assert file.execute("SELECT count(*) FROM lines").fetchone() == (1,)


def test_taking_back__waits_and_happens_once(tmp_path):
    """A choice is taken back when the file is free again, once."""
    db = tmp_path / "tables.sqlite"
    with running(db) as server:
        path = server.make(undo="on")
        with server.sit(path) as ann:
            first, before = ann.asked()["number"], stored(db)
            ann.choose(0)
            asked = ann.asked()
            with locked(db):
                ann.say(do="undo", number=asked["number"])
                assert "locked" in next_of(ann)["why"]
                time.sleep(1.2)
            back = ann.until(lambda message: message["kind"] == "position" and message["whole"])
            assert back["number"] == first and sum("you take back" in text for _, text in back["log"]) == 1
        assert stored(db) == before


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_trouble__that_will_not_pass_is_told_too(tmp_path):
    """In a file that another program has spoiled a table stands still, and says so to all who look or come."""
    db = tmp_path / "tables.sqlite"
    with running(db) as server:
        path = server.make()
        with server.sit(path) as ann:
            ann.asked()
            with closing(sqlite3.connect(db)) as file:
                file.execute("DROP TABLE choices")
            ann.choose(0)
            assert "stopped this game" in next_of(ann)["why"]
            with server.sit(path) as late:
                assert "stopped this game" in next_of(late)["why"]


# The file is gone, or another one.


def test_file__that_was_deleted_is_written_anew_with_all_tables(tmp_path, caplog):
    """Play continues, and the file is there again with all choices, those of tables that are not in memory included."""
    db = tmp_path / "tables.sqlite"
    with running(db) as server:
        other = server.make(**TWO)
        path = server.make()
        with server.sit(path) as ann:
            ann.choose(0)
            ann.asked()
            for file in tmp_path.iterdir():
                file.unlink()
            with caplog.at_level(logging.WARNING, "fs_env.serve"):
                ann.choose(0)
                ann.asked()
                assert "tables.sqlite' was deleted while it was in use" in caplog.text
        assert stored(db, 2) == played(server, path) != [] and db.stat().st_mode & 0o077 == 0
        with pytest.raises(ValueError, match="another server"):
            Store(db)
    with running(db) as server, server.sit(path) as ann:
        assert ann.play()["over"] and len(server.links(other)) == 3


@pytest.mark.parametrize("side", ["", "-wal"])
def test_file__that_was_deleted_is_noticed_though_nobody_plays(tmp_path, side):
    """A deleted file, or the log beside it, is there again within seconds and has what was stored."""
    db = tmp_path / "tables.sqlite"
    with running(db) as server:
        path = server.make()
        inode = db.stat().st_ino
        Path(f"{db}{side}").unlink()
        until(lambda: db.exists() and db.stat().st_ino != inode and Path(f"{db}-wal").exists())
        copy = tmp_path / "copy.sqlite"
        copy.write_bytes(db.read_bytes())
        token = path.split("/")[2]
        with closing(Store(copy)) as found:
            assert found.find(token) == server.lobby.find(token) is not None


def test_file__that_was_replaced_stops_the_server_and_loses_nothing(tmp_path, caplog):
    """Another file in its place is left as it is: people are told, what was stored is saved beside it, and when the old file is
    back play continues by itself."""
    db, old = tmp_path / "tables.sqlite", tmp_path / "old.sqlite"
    with running(db) as server:
        path = server.make()
        with server.sit(path) as ann:
            ann.choose(0)
            ann.asked()
            before = stored(db)
            db.rename(old)
            db.write_text("something else")
            ann.choose(0)
            assert "was replaced" in next_of(ann)["why"]
            assert "tables.sqlite-saved-" in caplog.text
            saved = next(tmp_path.glob("tables.sqlite-saved-*"))
            assert stored(saved) == before and db.read_text() == "something else"
            old.replace(db)
            assert next_of(ann)["why"] == ""
            assert len(ann.asked() and stored(db)) > len(before)
        assert len(list(tmp_path.glob("*-saved-*"))) == 1


# One server.


def test_file__is_for_one_server(tmp_path):
    """A second server on the same file is refused with the name of the file and of the first one's process, under another name of
    the file too; when the first one is killed there is no lock left."""
    db, link = tmp_path / "tables.sqlite", tmp_path / "link.sqlite"
    code = f"from fs_env.serve.store.table_store import Store; Store({str(db)!r}); print(flush=True); input()"
    first = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert first.stdout is not None and first.stdout.readline()
        link.symlink_to(db)
        for name in (db, link):
            with pytest.raises(ValueError, match=rf"{name}' is used by another server \(process {first.pid}\)"):
                Store(name)
    finally:
        first.send_signal(signal.SIGKILL)
        first.wait(PATIENCE)
    Store(db).close()
    Store(db).close()


def test_second_server__where_there_are_no_locks_takes_the_file_over(tmp_path, monkeypatch):
    """The first one stores nothing any more and says why; nothing of either is mixed."""
    monkeypatch.setattr("fs_env.serve.store.locked_file.fcntl", None)
    db = tmp_path / "tables.sqlite"
    first = Store(db)
    table = first.new(Setup("castles_of_caleira", ("person", "random"), ("Ann", "Bob")), 7).id
    first.choose(table, 0, Made(0, 3), 1.0)
    second = Store(db)
    with pytest.raises(ValueError, match="was replaced"):
        first.choose(table, 1, Made(0, 4), 2.0)
    second.choose(table, 1, Made(0, 5), 3.0)
    assert stored(db) == [(0, 0, 3), (1, 0, 5)]
    first.close()
    second.close()


# How many tables.


def test_tables__asked_for_at_once_are_limited():
    """Of 40 forms at once on a server for five games five are answered with a table, all others with a page that says so."""
    with running(limits=replace(HASTY, tables=5)) as server:
        form, found = {"game": "castles_of_caleira", "players": "2"}, []
        askers = [threading.Thread(target=lambda: found.append(server.post(form)[0])) for _ in range(40)]
        for asker in askers:
            asker.start()
        for asker in askers:
            asker.join(PATIENCE)
        assert sorted(found) == [303] * 5 + [503] * 35
        assert len(server.lobby.store.running()) == 5


def test_tables__that_left_the_memory_count_for_a_while(tmp_path):
    """Unfinished tables without viewers count, also after another start; later they make room, and can still be opened."""
    db, form = tmp_path / "tables.sqlite", {"game": "castles_of_caleira", "players": "2"}
    limits = replace(HASTY, tables=2, idle_seconds=0.1, away_seconds=60)
    with running(db, limits) as server:
        paths = [server.make(), server.make()]
        until(lambda: not server.lobby.hosts)
        assert server.post(form)[0] == 503
    with running(db, limits) as server:
        assert server.post(form)[0] == 503
    with running(db, replace(limits, away_seconds=0.1)) as server:
        until(lambda: server.post(form)[0] == 303)
        for path in paths:
            with server.sit(path) as browser:
                assert browser.asked()["mine"]


def test_tables__that_come_back_need_room_in_memory(tmp_path):
    """When a stored table is opened the one goes at which no player has looked for longest; if people look at all of them, the page
    says so, and it can be opened when one has left."""
    db = tmp_path / "tables.sqlite"
    with running(db) as server:
        paths = [server.make() for _ in range(3)]
    with running(db, replace(HASTY, tables=2)) as server:
        assert [server.get(path)[0] for path in paths] == [200] * 3 and len(server.lobby.hosts) == 2
        with server.sit(paths[0]) as ann:
            ann.receive()
            with server.sit(paths[1]) as bob:
                bob.receive()
                status, text, _ = server.get(paths[2])
                assert status == 503 and "2 games run here" in text
                assert ann.play()["over"]  # which makes room
                assert server.get(paths[2])[0] == 200
                assert bob.asked()["mine"]


def test_old_tables__are_removed_while_the_server_runs(tmp_path):
    """Tables older than they are kept are removed from the file, but not those that are played."""
    db = tmp_path / "tables.sqlite"
    with running(db) as server:
        paths = [server.make() for _ in range(2)]
    with running(db) as server, server.sit(paths[1]) as browser:
        browser.receive()
        with closing(sqlite3.connect(db)) as file:
            file.execute("UPDATE tables SET made = 1000")
            file.commit()
        assert server.call(server.lobby.forget) == 1
        assert server.get(paths[0])[0] == 404 and browser.play()["over"]
