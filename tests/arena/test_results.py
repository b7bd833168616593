"""The results file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from fs_env.arena import GameRow, Plan, ResultFile
from tests.arena.bots import NIM

PLAN = {"game": "nim", "seed": 1, "games": 4}
ROW = GameRow(2, 77, (0, 1), 1, (1.0, -1.0), (0,), 9, 8, (4, 4), (0.1, 0.2))


def test_rows__survive_the_file(tmp_path):
    """Games written are read again by another process, in the order of the plan."""
    results = ResultFile(tmp_path / "r.db", PLAN)
    results.add([ROW])
    other = ResultFile(tmp_path / "r.db", PLAN)
    assert other.rows() == [ROW]
    other.close()
    results.close()


def test_rows__of_the_earlier_format(tmp_path):
    """A file written before games could be forfeited is read and goes on: nothing in it is lost."""
    path = tmp_path / "r.db"
    ResultFile(path, PLAN).close()
    with closing(sqlite3.connect(path)) as db, db:
        for column in ("forfeits", "fault"):
            db.execute(f"ALTER TABLE games DROP COLUMN {column}")
        db.execute("UPDATE about SET value = 'fs-env results 1' WHERE name = 'format'")
        db.execute("INSERT INTO games VALUES (0, 5, '[0, 1]', 1, '[1.0, -1.0]', '[0]', 9, 8, '[4, 4]', '[0.1, 0.2]')")
    results = ResultFile(path, PLAN)
    results.add([ROW])
    old = GameRow(0, 5, (0, 1), 1, (1.0, -1.0), (0,), 9, 8, (4, 4), (0.1, 0.2))
    assert results.rows() == [old, ROW] == ResultFile(path, PLAN).rows()


@pytest.mark.parametrize(
    "change",
    [
        "seats = '[0, 1'",
        "seats = '7'",
        "seats = '[0, \"b\"]'",
        "returns = '[1.0]'",
        "winners = '[2]'",
        "forfeits = '[-1]'",
        "seat_seconds = '[\"x\", 1]'",
        "decisions = 'many'",
        "choices = -1",
    ],
)
def test_rows__damaged(tmp_path, change):
    """A damaged game is named with its file and the command that has it played again."""
    path = tmp_path / "r.db"
    results = ResultFile(path, PLAN)
    results.add([ROW])
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE games SET {change}")
    with pytest.raises(ValueError, match=r"r\.db.*game 2 in it is damaged.*DELETE FROM games WHERE number = 2"):
        results.rows()


def test_plan__damaged(tmp_path):
    """A file whose plan cannot be read is refused by name."""
    path = tmp_path / "r.db"
    ResultFile(path, PLAN).close()
    for value in ("{", "3"):
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE about SET value = ? WHERE name = 'plan'", (value,))
        with pytest.raises(ValueError, match=r"r\.db.*is damaged: it has no plan"):
            ResultFile(path, PLAN)


def test_add__while_another_process_writes(tmp_path, monkeypatch):
    """A file that another process has locked is named, with what to do; later the game can be written."""
    monkeypatch.setattr("fs_env.arena.results.PATIENCE", 0.05)
    results = ResultFile(tmp_path / "r.db", PLAN)
    with closing(sqlite3.connect(tmp_path / "r.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ValueError, match=r"r\.db.*locked; another process is writing it: wait"):
            results.add([ROW])
        with pytest.raises(ValueError, match=r"r\.db.*locked; another process is writing it: wait"):
            ResultFile(tmp_path / "r.db", PLAN)
    results.add([ROW])
    assert results.rows() == [ROW]


def test_add__second_writer_of_the_same_game(tmp_path):
    """Of two tournaments that write one file the first to finish a game counts; the other is not stopped."""
    one, two = (ResultFile(tmp_path / "r.db", PLAN) for _ in range(2))
    one.add([ROW])
    two.add([replace(ROW, seat_seconds=(9.0, 9.0)), replace(ROW, number=3)])
    assert one.rows() == [ROW, replace(ROW, number=3)]


def test_add__disk_full(tmp_path):
    """A full disk is named, with what to do; what was written before is still there."""
    results = ResultFile(tmp_path / "r.db", PLAN)
    results.add([ROW])
    pages = results._db.execute("PRAGMA page_count").fetchone()[0]
    results._db.execute(f"PRAGMA max_page_count = {pages}")
    many = [replace(ROW, number=n) for n in range(10, 500)]
    with pytest.raises(ValueError, match=r"r\.db.*full; make room on the disk"):
        results.add(many)
    assert results.rows() == [ROW]


def test_file__damaged(tmp_path):
    """A file whose inside is overwritten is refused by name, at the latest when its games are read."""
    path = tmp_path / "r.db"
    results = ResultFile(path, PLAN)
    results.add(replace(ROW, number=n, fault="x" * 90) for n in range(300))
    results.close()
    data = bytearray(path.read_bytes())
    data[8192:] = b"\xa5" * (len(data) - 8192)
    path.write_bytes(bytes(data))
    with pytest.raises(ValueError, match=r"r\.db"):
        ResultFile(path, PLAN).rows()


def test_plan__another_one_is_refused(tmp_path):
    """A file of other settings is refused, naming what differs; more games are welcome."""
    ResultFile(tmp_path / "r.db", PLAN).close()
    ResultFile(tmp_path / "r.db", PLAN | {"games": 8}).close()
    with pytest.raises(ValueError, match="its seed is 1, this one's is 2"):
        ResultFile(tmp_path / "r.db", PLAN | {"seed": 2})


def test_file__of_another_kind_is_refused(tmp_path):
    """A file that is no result file is refused by name."""
    (tmp_path / "notes.txt").write_text("not a database, " * 100)
    with pytest.raises(ValueError, match=r"notes\.txt.*cannot be used"):
        ResultFile(tmp_path / "notes.txt", PLAN)


def test_plan__of_a_tournament_fits():
    """What Plan.to_json gives can be stored."""
    results = ResultFile(None, Plan(("random", "random"), game=NIM).to_json())
    assert results.rows() == []
