"""`Store`: tables in a file of SQLite. What was stored before a process was killed is there afterwards."""

from __future__ import annotations

import contextlib
import json
import secrets
import sqlite3
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from fs_env.arena.sqlite_files import check_schema
from fs_env.core.files import FileKind, json_in, reason
from fs_env.narration.stops import USUAL
from fs_env.serve.store.database import KIND, CannotStore, Database
from fs_env.serve.store.setup import Setup

FORM = 1
FILE = FileKind(f"a {KIND}", "choose another one")
Loaded = TypeVar("Loaded")
TOKEN_BYTES = 18  # 144 bits: nobody guesses a link
SCHEMA = """
CREATE TABLE tables (
    id INTEGER PRIMARY KEY, setup TEXT NOT NULL, seed INTEGER NOT NULL, host TEXT NOT NULL UNIQUE,
    watch TEXT NOT NULL UNIQUE, made REAL NOT NULL, over INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables, seat INTEGER NOT NULL, token TEXT NOT NULL UNIQUE, stops TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE TABLE choices (
    table_id INTEGER NOT NULL REFERENCES tables, place INTEGER NOT NULL, seat INTEGER NOT NULL, action INTEGER NOT NULL,
    automatic INTEGER NOT NULL, at REAL NOT NULL, PRIMARY KEY (table_id, place)
) WITHOUT ROWID;
CREATE TABLE lines (
    table_id INTEGER NOT NULL REFERENCES tables, after INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, at REAL NOT NULL
);
CREATE INDEX lines_of ON lines (table_id);
"""
LATER = {
    "free": "(table_id INTEGER NOT NULL REFERENCES tables, seat INTEGER NOT NULL, PRIMARY KEY (table_id, seat))",
    "resigned": "(table_id INTEGER NOT NULL REFERENCES tables, seat INTEGER NOT NULL, PRIMARY KEY (table_id, seat))",
    "rematches": "(table_id INTEGER PRIMARY KEY REFERENCES tables, next INTEGER NOT NULL, seat INTEGER NOT NULL)",
}
"""Tables that an earlier file is given: seats that wait for a person, or whose people have resigned; the table that follows a finished
one, and who offered it."""
TABLES = ("tables", "seats", "choices", "lines", *LATER)


class Made(NamedTuple):
    """A choice: its seat, the action, and whether a person's passing was automatic."""

    seat: int
    action: int
    automatic: bool = False


class Stored(NamedTuple):
    """A table as it is stored.

    Attributes:
        id: of the table.
        setup, seed: what it was dealt from.
        host, watch: tokens of the links of its creator and of watchers.
        tokens: of the seats that people play.
        stops: of each of these seats.
        made: choices so far.
        times: of each choice, seconds since 1970.
        lines: (choices before it, kind, text, time) of what was logged besides the game.
        over: whether the game has ended.
        resigned: seats whose people have resigned.
    """

    id: int
    setup: Setup
    seed: int
    host: str
    watch: str
    tokens: dict[int, str]
    stops: dict[int, list[str]]
    made: list[Made]
    times: list[float]
    lines: list[tuple[int, str, str, float]]
    over: bool
    resigned: tuple[int, ...] = ()


class DamagedTable(ValueError):
    """A stored table that cannot be played; the message names the table, its file, and what to do."""

    def __init__(self, table: int, path: str, error: Exception) -> None:
        super().__init__(f"table {table} in {path} is damaged ({reason(error)}): create another table")


class Place(NamedTuple):
    """Target of a token: the table, and "host", "watch" or "seat" with the seat."""

    table: int
    kind: str
    seat: int = -1


class Store:
    """Tables in a file that only this server uses.

    Every change is written before it counts: with a write-ahead log a killed process loses nothing, and after a power failure
    the file is whole and may lack what was stored since the last `look`. Every method raises `CannotStore`, and changes nothing, while
    the file cannot be used; none of them waits. Errors of the constructor are those of `Database`.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self._file = Database(path, self._prepare)
        self.look, self.close = self._file.look, self._file.close

    def _prepare(self, db: sqlite3.Connection) -> None:
        form = db.execute("PRAGMA user_version").fetchone()[0]
        new = not form and not db.execute("SELECT 1 FROM sqlite_master").fetchone()
        if not new and form != FORM:
            FILE.refuse(self.path, f"it has form {form}, not {FORM}")
        with FILE.checked(self.path):
            check_schema(db, TABLES)
        if not new and (wrong := db.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            FILE.refuse(self.path, f"it is damaged ({wrong})")
        if new:
            db.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version={FORM}; COMMIT;")
        for name, columns in LATER.items():
            db.execute(f"CREATE TABLE IF NOT EXISTS {name} {columns}")
        for name in TABLES:
            db.execute(f"SELECT * FROM {name} LIMIT 0")

    def new(self, setup: Setup, seed: int, free: Collection[int] = ()) -> Stored:
        host, watch = _token(), _token()
        tokens = {seat: _token() for seat in setup.people}
        with self._file.writing() as db:
            built = db.execute(
                "INSERT INTO tables (setup, seed, host, watch, made) VALUES (?, ?, ?, ?, ?)",
                (_plain(setup), seed, host, watch, time.time()),
            )
            number = int(built.lastrowid or 0)
            db.executemany(
                "INSERT INTO seats VALUES (?, ?, ?, ?)",
                [(number, seat, token, json.dumps(USUAL)) for seat, token in tokens.items()],
            )
            db.executemany("INSERT INTO free VALUES (?, ?)", [(number, seat) for seat in free])
        stops = {seat: list(USUAL) for seat in tokens}
        return Stored(number, setup, seed, host, watch, tokens, stops, [], [], [], False)

    def find(self, token: str) -> Place | None:
        with self._file.reading() as db:
            for column in ("host", "watch"):
                row = db.execute(f"SELECT id FROM tables WHERE {column} = ?", (token,)).fetchone()
                if row:
                    return Place(row[0], column)
            row = db.execute("SELECT table_id, seat FROM seats WHERE token = ?", (token,)).fetchone()
        return Place(row[0], "seat", row[1]) if row else None

    def load(self, table: int) -> Stored:
        """Everything about a table; KeyError if there is none, `DamagedTable` if what is stored is none."""
        return self._read(table, self._load)

    def about(self, table: int) -> tuple[Setup, bool]:
        return self._read(table, _about)

    def _read(self, table: int, load: Callable[[sqlite3.Connection, int], Loaded]) -> Loaded:
        try:
            with self._file.reading() as db:
                return load(db, table)
        except CannotStore:
            raise
        except KeyError as error:
            if error.args == (table,):
                raise
            raise DamagedTable(table, self.path, error) from None
        except (ValueError, TypeError, AttributeError) as error:
            raise DamagedTable(table, self.path, error) from None

    def _load(self, db: sqlite3.Connection, table: int) -> Stored:
        row = db.execute("SELECT setup, seed, host, watch, over FROM tables WHERE id = ?", (table,)).fetchone()
        if row is None:
            raise KeyError(table)
        seats = db.execute("SELECT seat, token, stops FROM seats WHERE table_id = ? ORDER BY seat", (table,)).fetchall()
        built = db.execute(
            "SELECT seat, action, automatic, at FROM choices WHERE table_id = ? ORDER BY place", (table,)
        ).fetchall()
        lines = db.execute("SELECT after, kind, text, at FROM lines WHERE table_id = ? ORDER BY rowid", (table,))
        resigned = db.execute("SELECT seat FROM resigned WHERE table_id = ? ORDER BY seat", (table,)).fetchall()
        found = Stored(
            table,
            Setup.from_json(json_in(row[0])),
            row[1],
            row[2],
            row[3],
            {seat: token for seat, token, _ in seats},
            {seat: json_in(stops) for seat, _, stops in seats},
            [Made(seat, action, bool(automatic)) for seat, action, automatic, _ in built],
            [at for *_, at in built],
            lines.fetchall(),
            bool(row[4]),
            tuple(seat for (seat,) in resigned),
        )
        numbers = [found.seed, *found.tokens, *found.resigned, *(n for choice in found.made for n in choice[:2])]
        numbers += [after for after, *_ in found.lines]
        texts = [found.host, found.watch, *found.tokens.values(), *(text for line in found.lines for text in line[1:3])]
        texts += [stop for stops in found.stops.values() for stop in stops]
        if not all(type(one) is int for one in numbers) or not all(type(one) is str for one in texts):
            raise ValueError("a number or a text in it has the wrong type")
        if not all(
            type(at) in (int, float) and 0 <= at < 2**40 for at in (*found.times, *(at for *_, at in found.lines))
        ):
            raise ValueError("a time in it is invalid")
        if tuple(found.tokens) != found.setup.people:
            raise ValueError(f"it has links for seats {list(found.tokens)}, and people in {list(found.setup.people)}")
        return found

    def running(self, since: float = 0.0) -> dict[int, float]:
        """The tables whose games have begun and are not over, in which something happened since a time: when the last thing did."""
        last = "max(made, ifnull((SELECT at FROM choices WHERE table_id = id ORDER BY place DESC LIMIT 1), 0))"
        with self._file.reading() as db:
            return dict(
                db.execute(
                    f"SELECT id, {last} AS last FROM tables "
                    "WHERE over = 0 AND last >= ? AND id NOT IN (SELECT table_id FROM free)",
                    (since,),
                ).fetchall()
            )

    def waiting(self) -> dict[int, set[int]]:
        found: dict[int, set[int]] = {}
        with self._file.reading() as db:
            for table, seat in db.execute("SELECT table_id, seat FROM free ORDER BY table_id"):
                found.setdefault(table, set()).add(seat)
        return found

    def reseat(self, table: int, seat: int, setup: Setup, *, free: bool) -> str:
        token = _token()
        with self._file.writing() as db:
            db.execute("UPDATE tables SET setup = ?, made = ? WHERE id = ?", (_plain(setup), time.time(), table))
            db.execute("UPDATE seats SET token = ? WHERE table_id = ? AND seat = ?", (token, table, seat))
            db.execute("DELETE FROM free WHERE table_id = ? AND seat = ?", (table, seat))
            if free:
                db.execute("INSERT INTO free VALUES (?, ?)", (table, seat))
        return token

    def fill(self, table: int, setup: Setup) -> None:
        with self._file.writing() as db:
            db.execute("UPDATE tables SET setup = ?, made = ? WHERE id = ?", (_plain(setup), time.time(), table))
            db.execute(
                "DELETE FROM seats WHERE table_id = ? AND seat IN (SELECT seat FROM free WHERE table_id = ?)",
                (table, table),
            )
            db.execute("DELETE FROM free WHERE table_id = ?", (table,))

    def follow(self, table: int, next_table: int, seat: int) -> None:
        with self._file.writing() as db:
            db.execute("INSERT OR REPLACE INTO rematches VALUES (?, ?, ?)", (table, next_table, seat))

    def follower(self, table: int) -> tuple[Stored, int] | None:
        with self._file.reading() as db:
            row = db.execute("SELECT next, seat FROM rematches WHERE table_id = ?", (table,)).fetchone()
        with contextlib.suppress(KeyError, DamagedTable):  # it may have been removed
            return None if row is None else (self.load(row[0]), int(row[1]))
        return None

    def choose(self, table: int, place: int, made: Made, at: float) -> None:
        with self._file.writing() as db:
            db.execute(
                "INSERT INTO choices VALUES (?, ?, ?, ?, ?, ?)",
                (table, place, made.seat, made.action, made.automatic, at),
            )

    def take_back(self, table: int, left: int, line: tuple[str, str], at: float) -> None:
        """Removes all choices but the first `left`, and stores why as a line."""
        with self._file.writing() as db:
            db.execute("DELETE FROM choices WHERE table_id = ? AND place >= ?", (table, left))
            db.execute("UPDATE lines SET after = ? WHERE table_id = ? AND after > ?", (left, table, left))
            db.execute("UPDATE tables SET over = 0 WHERE id = ?", (table,))
            db.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", (table, left, *line, at))

    def add_line(self, table: int, after: int, kind: str, text: str, at: float) -> None:
        with self._file.writing() as db:
            db.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", (table, after, kind, text, at))

    def stop_at(self, table: int, seat: int, stops: Sequence[str]) -> None:
        with self._file.writing() as db:
            db.execute(
                "UPDATE seats SET stops = ? WHERE table_id = ? AND seat = ?", (json.dumps(list(stops)), table, seat)
            )

    def resign(self, table: int, seat: int) -> None:
        with self._file.writing() as db:
            db.execute("INSERT OR IGNORE INTO resigned VALUES (?, ?)", (table, seat))

    def end(self, table: int) -> None:
        with self._file.writing() as db:
            db.execute("UPDATE tables SET over = 1 WHERE id = ?", (table,))

    def forget(self, before: float, spare: Collection[int] = ()) -> int:
        """Removes the tables created before a time, seconds since 1970, but those to spare; returns how many."""
        with self._file.writing() as db:
            old = [row[0] for row in db.execute("SELECT id FROM tables WHERE made < ?", (before,))]
            old = [number for number in old if number not in spare]
            _remove(db, old)
        return len(old)

    def remove(self, table: int) -> None:
        with self._file.writing() as db:
            _remove(db, [table])


def _remove(db: sqlite3.Connection, tables: Collection[int]) -> None:
    for name in ("choices", "lines", "seats", *LATER):
        db.executemany(f"DELETE FROM {name} WHERE table_id = ?", [(number,) for number in tables])
    db.executemany("DELETE FROM tables WHERE id = ?", [(number,) for number in tables])


def _about(db: sqlite3.Connection, table: int) -> tuple[Setup, bool]:
    row = db.execute("SELECT setup, over FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None:
        raise KeyError(table)
    return Setup.from_json(json_in(row[0])), bool(row[1])


def _plain(setup: Setup) -> str:
    return json.dumps(setup.to_json())


def _token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)
