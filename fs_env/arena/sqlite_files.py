"""SQLite files that another user may have written: no code of their schema runs, and reading one takes bounded time and memory."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fs_env.core.files import FileFault

PATIENCE = 10.0  # seconds to wait for another process that has the file locked
STEPS_PER_BYTE, FEWEST_STEPS = 4, 500_000  # of SQLite's virtual machine; reading results takes 0.6 a byte
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 16 * 2**20,  # bytes of a value or a record
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 2**16,
    sqlite3.SQLITE_LIMIT_COLUMN: 64,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
}
SAFE = re.compile(r'CREATE (TABLE |(UNIQUE )?INDEX [\w"]+ ON [\w"]+ ?\([\w", ]+\)$)')
WAL, IN_WAL = "-wal", b"\2\2"  # the end of the name of SQLite's log, and bytes 18 and 19 of a file in that mode
ADVICE = {
    "locked": "another process is writing it: wait until it has finished, or choose another file",
    "full": "free space on the disk and repeat the command: the stored games remain",
    "readonly": "make the file and its folder writable, or choose another file",
    "malformed": "the file is damaged: choose another one",
    "codec can't decode": "the file is damaged: choose another one",
    "interrupted": "reading it takes more steps than its size allows, so it is damaged: choose another one",
    "too big": "it has a value that is longer than any in such a file: choose another one",
    "not a database": "it is not a SQLite file: choose another one",
    "no such table": "it is not a results file: choose another one",
    "no such column": "it is not a results file: choose another one",
    "unable to open": "check its name and its folder",
}
"""Advice for the user, by words of SQLite's message."""


def open_to_read(path: str | Path) -> sqlite3.Connection:
    address = Path(path).absolute().as_uri() + "?mode=ro"
    db = sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)
    _limit_steps(db, path)
    restrict(db)
    return db


def restrict(db: sqlite3.Connection) -> None:
    """Limits what the schema of a file can do; call it before anything is read."""
    for limit, most in LIMITS.items():
        db.setlimit(limit, most)
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA cell_size_check = ON")
    db.execute("PRAGMA ignore_check_constraints = ON")


@contextmanager
def bounded(db: sqlite3.Connection, path: str | Path | None) -> Iterator[None]:
    """Interrupts what takes more steps than the size of the file explains, such as pages that lead to each other."""
    if path is not None:
        _limit_steps(db, path)
    try:
        yield
    finally:
        db.set_progress_handler(None, 0)


def _limit_steps(db: sqlite3.Connection, path: str | Path) -> None:
    size = 0
    for end in ("", WAL):
        with suppress(OSError):
            size += Path(f"{path}{end}").stat().st_size
    left = iter(range(STEPS_PER_BYTE * size // FEWEST_STEPS + 1))
    db.set_progress_handler(lambda: next(left, None) is None, FEWEST_STEPS)


def check_schema(db: sqlite3.Connection, tables: Collection[str]) -> set[str]:
    """The names of the tables in a file; `tables` are those that will be used.

    Views, triggers, virtual tables, generated columns and indices of expressions run what the author of the file wrote: they are refused
    before any other statement. Only the texts count, which SQLite parses; the other columns may be wrong.

    Raises:
        ValueError: the file has one of these; names it.
    """
    found = set()
    for kind, name, text in db.execute("SELECT type, name, sql FROM sqlite_schema"):
        if text is not None and not SAFE.match(str(text)):
            raise ValueError(f"it has the {kind} {name!r}, which can run SQL of its author: drop it")
        if kind == "table":
            found.add(name)
    for name in tables:
        if any(hidden for *_, hidden in db.execute(f"PRAGMA table_xinfo({name})")):
            raise ValueError(f"its table {name!r} has a column that is computed")
    return found


def lacks_its_log(path: str | Path) -> bool:
    """Whether a file is in WAL mode and has no log file, or an empty one: it was closed, or copied without its log."""
    log = Path(f"{path}{WAL}")
    with Path(path).open("rb") as file:
        return file.read(20)[18:] == IN_WAL and not (log.exists() and log.stat().st_size)


@contextmanager
def readable_errors(path: str | Path | None, what: str = "results file") -> Iterator[None]:
    """Turns SQLite's errors into FileFaults that name the file, of the kind `what`, and what to do."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter for a damaged name in a message of SQLite
        found = [advice for words, advice in ADVICE.items() if words in str(error)]
        todo = found[0] if found else "check the file and its folder, or choose another one"
        raise FileFault(f"{what} {str(path)!r} cannot be used: {error}; {todo}") from error
