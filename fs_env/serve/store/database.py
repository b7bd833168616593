"""`Database`: the SQLite file of one server. A change is stored whole or not at all, at once, and what fails is said in words."""

from __future__ import annotations

import errno
import logging
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from fs_env.arena.sqlite_files import readable_errors, restrict
from fs_env.serve.store.locked_file import InUse, LockedFile, Replaced

KIND = "file of tables"
LOGGER = logging.getLogger("fs_env.serve")
STARTING = 5.0  # seconds to wait for a lock when the file is opened; afterwards nothing waits
FULL, LOCKED = "the disk of this server is full", "the file of this server's tables is locked by another program"
REPLACED, BROKEN = "the file of this server's tables was replaced", "the file of this server's tables cannot be written"
PASSING = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_PROTOCOL: LOCKED,
    **dict.fromkeys(
        (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM), BROKEN
    ),
}
"""SQLite's codes of errors that may pass, and the words for visitors."""


class CannotStore(ValueError):
    """Nothing can be stored or read now; it may be possible later. `why` is for visitors, `details` for the log."""

    def __init__(self, why: str, details: str) -> None:
        super().__init__(f"this cannot be done now, because {why}: try again in a while")
        self.why, self.details = why, details


class Database:
    """A file of SQLite that only this server uses.

    Nothing here waits for a lock or for room. A file that was deleted is written anew before the next change. ":memory:" stores nothing.

    Args:
        path: of the file; it is created readable for its owner only.
        prepare: called with the open file; creates or checks its contents.

    Raises:
        InUse: another server has it.
        ValueError: SQLite cannot use it; names the file and what to do.
        OSError: it cannot be created.
    """

    def __init__(self, path: str | Path, prepare: Callable[[sqlite3.Connection], None]) -> None:
        self.path = str(path)
        self._trouble, self._changed = "", False
        self._held = None if self.path == ":memory:" else LockedFile(path)
        self._mark = (
            0  # of this server in the file, where the system has no locks: the last one that comes has the file
        )
        try:
            with readable_errors(path, KIND):
                self._db = self._connect()
                try:
                    prepare(self._db)
                    self._db.execute("PRAGMA journal_mode=WAL")
                    if self._held is not None and not self._held.locks:
                        self._mark = secrets.randbits(30) + 1
                        self._db.execute(f"PRAGMA application_id={self._mark}")
                    self._begin()
                except BaseException:
                    self._db.close()
                    raise
        except BaseException:
            if self._held is not None:
                self._held.release()
            raise

    def _connect(self) -> sqlite3.Connection:
        place = self.path if self._held is None else self._held.path
        db = sqlite3.connect(place, timeout=STARTING, isolation_level=None, check_same_thread=False)
        restrict(db)
        return db

    def _begin(self) -> None:
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.execute("PRAGMA busy_timeout=0")
        self._db.execute("SELECT 1 FROM sqlite_master").fetchone()  # now SQLite has opened all its files
        if self._held is not None:
            self._held.note()

    def close(self) -> None:
        self._db.close()
        if self._held is not None:
            self._held.release()

    def look(self) -> None:
        """Checks whether the file is where it was, writes it again if it was deleted, and waits until the disk has all changes."""
        with self._errors():
            self._look()
            if self._held is not None and self._changed:
                self._changed = not self._held.sync()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        with self._errors():
            yield self._db

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One change: after an error of any kind nothing of it is stored. Raises what `reading` raises."""
        with self._errors():
            self._look()
            self._db.execute("BEGIN IMMEDIATE")
            try:
                if self._mark and self._db.execute("PRAGMA application_id").fetchone()[0] != self._mark:
                    raise InUse("another server has opened it")
                yield self._db
                self._db.execute("COMMIT")
                self._changed = True
            except BaseException:
                if self._db.in_transaction:  # a full disk has already ended it
                    self._db.execute("ROLLBACK")
                raise
        if self._trouble:
            LOGGER.warning("%s %r can be written again", KIND, self.path)
            self._trouble = ""

    def _look(self) -> None:
        if self._held is None or self._held.whole():
            return
        self._held.write_anew(self._db)
        old, self._db = self._db, self._connect()
        old.close()
        self._begin()
        LOGGER.warning("%s %r was deleted while it was in use: it was written anew, nothing is lost", KIND, self.path)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            with readable_errors(self.path, KIND):
                yield
        except (ValueError, OSError, Replaced) as error:
            why = _passing(error)
            if why is None:
                raise
            details = str(error) if self.path in str(error) else f"{KIND} {self.path!r}: {error}"
            if details != self._trouble:
                self._trouble = details
                LOGGER.error("nothing can be stored: %s", details)
            raise CannotStore(why, details) from error


def _passing(error: Exception) -> str | None:
    if isinstance(error, InUse | Replaced):
        return REPLACED
    if isinstance(error, OSError):
        return FULL if error.errno in (errno.ENOSPC, errno.EDQUOT) else BROKEN
    code = getattr(error.__cause__, "sqlite_errorcode", -1)
    return PASSING.get(code & 0xFF) if code > 0 else None
