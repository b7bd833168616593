"""The results file."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from dataclasses import replace

import pytest

from fs_env.arena import Database, GameRow, read_results
from fs_env.arena.database import Packed

PLAN = {"game": "nim", "seed": 1, "games": 4}
NAMES = ("first", "clever")
ROW = GameRow(2, 77, (0, 1), 1, (1.0, -1.0), (0,), 9, (4, 3), (0.1, None), ("isaac", None), luck=(0.25, -0.25))
FORFEIT = GameRow(0, 5, (1, 0), 5, (1.0, -1.0), (0,), 0, (0, 0), (0.0, 0.0), (None, None), (1,), "gave no answer")


def test_open__while_another_process_begins_the_file(tmp_path):
    with closing(sqlite3.connect(tmp_path / "r.db", isolation_level=None, check_same_thread=False)) as first:
        first.execute("BEGIN IMMEDIATE")
        later = threading.Timer(0.3, lambda: first.execute("COMMIT"))
        later.start()
        with closing(Database(tmp_path / "r.db", PLAN)) as results:
            assert not later.is_alive() and results.rows() == []
        later.join()


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("seats", "agent = -1 WHERE seat = 1"),
        ("seats", "seat = 2 WHERE seat = 1"),
        ("seats", "return = 9e999 WHERE seat = 0"),
        ("seats", "seconds = -1.0 WHERE seat = 0"),
        ("seats", "choices = -1 WHERE seat = 0"),
        ("seats", "luck = NULL WHERE seat = 0"),
        ("seats", "luck = 9e999 WHERE seat = 0"),
        ("games", "decisions = -5"),
        ("games", "outcome = -1"),
    ],
)
def test_rows__damaged(tmp_path, table, change):
    path = tmp_path / "r.db"
    results = Database(path, PLAN, NAMES)
    results.add([ROW])
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE {table} SET {change}")
    with pytest.raises(ValueError, match=r"r\.db.*game 2 in it is damaged.*DELETE FROM games WHERE game = 2"):
        results.rows()
    with pytest.raises(ValueError, match=r"game 2 in it is damaged"):
        read_results(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM games WHERE game = 2")
    assert results.rows() == []
    results.add([ROW])
    assert [row.number for row in results.rows()] == [2]


def test_schema__for_other_programs(tmp_path):
    """The columns mean what the documentation says: one record a game, one a seat."""
    path = tmp_path / "r.db"
    Database(path, PLAN, NAMES).add([ROW, FORFEIT])
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT agent, name FROM agents").fetchall() == [(0, "first"), (1, "clever")]
        assert db.execute("SELECT game, seed, outcome, decisions, fault FROM games").fetchall() == [
            (0, 5, 5, 0, "gave no answer"),
            (2, 77, 1, 9, ""),
        ]
        columns = "seat, agent, return, won, forfeited, choices, seconds, character"
        assert db.execute(f"SELECT {columns} FROM seats WHERE game = 2 ORDER BY seat").fetchall() == [
            (0, 0, 1.0, 1, 0, 4, 0.1, "isaac"),
            (1, 1, -1.0, 0, 0, 3, None, None),
        ]
        assert db.execute("SELECT agent FROM seats WHERE forfeited").fetchall() == [(0,)]
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_read_results__while_a_game_is_written(tmp_path):
    path = tmp_path / "r.db"
    results = Database(path, PLAN, NAMES)
    results.add([ROW])
    with results._transaction():
        results._db.execute("INSERT INTO games VALUES (3, 1, 1, 1, '')")
        assert read_results(path) == (PLAN, NAMES, [ROW])
    results.close()


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("DELETE FROM agents WHERE agent = 1", "agent without a name"),
        ("UPDATE about SET value = '[]' WHERE name = 'plan'", "it has no plan"),
        ("UPDATE about SET value = 'fs-env results 9' WHERE name = 'format'", "has format 'fs-env results 9', not"),
        ("DROP TABLE seats", "not a results file"),
        ("DELETE FROM seats", "game 2 in it is damaged"),
        ("DROP TABLE about", "not a results file"),
    ],
)
def test_read_results__of_a_damaged_file(tmp_path, damage, words):
    path = tmp_path / "r.db"
    Database(path, PLAN, NAMES).add([ROW])
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(damage)
    with pytest.raises(ValueError, match=rf"r\.db.*{words}"):
        read_results(path)


def test_read_results__of_no_file(tmp_path):
    with pytest.raises(ValueError, match=r"none\.db': no such file; `fs-env tournament"):
        read_results(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()


def test_plan__damaged(tmp_path):
    path = tmp_path / "r.db"
    Database(path, PLAN).close()
    for value in ("{", "3"):
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE about SET value = ? WHERE name = 'plan'", (value,))
        with pytest.raises(ValueError, match=r"r\.db.*is damaged: it has no plan"):
            Database(path, PLAN)


def test_add__while_another_process_writes(tmp_path, monkeypatch):
    monkeypatch.setattr("fs_env.arena.database.PATIENCE", 0.05)
    results = Database(tmp_path / "r.db", PLAN)
    with closing(sqlite3.connect(tmp_path / "r.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ValueError, match=r"r\.db.*locked; another process is writing it: wait"):
            results.add([ROW])
        with pytest.raises(ValueError, match=r"r\.db.*locked; another process is writing it: wait"):
            Database(tmp_path / "r.db", PLAN)
    results.add([ROW])
    assert results.rows() == [ROW]


def test_add__second_writer_of_the_same_game(tmp_path):
    one, two = (Database(tmp_path / "r.db", PLAN) for _ in range(2))
    one.add([ROW])
    two.add([replace(ROW, seat_seconds=(9.0, 9.0), seats=(1, 0)), replace(ROW, number=3)])
    two.add((), [Packed.of(2, [replace(ROW, seats=(1, 0)), replace(ROW, number=4)])])
    assert one.rows() == [ROW, replace(ROW, number=3), replace(ROW, number=4)]


def test_add__disk_full(tmp_path):
    results = Database(tmp_path / "r.db", PLAN)
    results.add([ROW])
    pages = results._db.execute("PRAGMA page_count").fetchone()[0]
    results._db.execute(f"PRAGMA max_page_count = {pages}")
    many = [replace(ROW, number=n) for n in range(10, 500)]
    with pytest.raises(ValueError, match=r"r\.db.*full; free space on the disk"):
        results.add(many)
    assert results.rows() == [ROW]


def test_file__damaged(tmp_path):
    path = tmp_path / "r.db"
    results = Database(path, PLAN)
    results.add(replace(ROW, number=n, fault="x" * 90) for n in range(300))
    results.close()
    data = bytearray(path.read_bytes())
    data[8192:] = b"\xa5" * (len(data) - 8192)
    path.write_bytes(bytes(data))
    with pytest.raises(ValueError, match=r"r\.db"):
        Database(path, PLAN).rows()


def test_plan__another_one_is_refused(tmp_path):
    Database(tmp_path / "r.db", PLAN).close()
    Database(tmp_path / "r.db", PLAN | {"games": 8}).close()
    both = "its game is 'nim', this one's is 'chess'; its seed is 1, this one's is 2"
    with pytest.raises(ValueError, match=both):
        Database(tmp_path / "r.db", PLAN | {"seed": 2, "game": "chess"})


def test_file__of_another_program_is_left_alone(tmp_path):
    path = tmp_path / "music.db"
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE songs (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(ValueError, match=r"music\.db' is not a results file"):
        Database(path, PLAN)
    assert path.read_bytes() == before


def test_file__of_another_kind_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("not a database, " * 100)
    with pytest.raises(ValueError, match=r"notes\.txt.*cannot be used"):
        Database(tmp_path / "notes.txt", PLAN)
