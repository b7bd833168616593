"""`LockedFile`: a file of SQLite that only one server writes. It is locked, and checked for having been moved or replaced."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any, cast

from fs_env.core.files import explained

fcntl: Any
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

LOG, INDEX = "-wal", "-shm"
"""Ends that SQLite adds to the name of the file: changes that are not in it yet, and where they are."""
LOCK, COPY, SAVED = "-lock", "-copy", "-saved"
"""Ends that are added here: the lock of the server, a copy until it is whole, what was in a file that was replaced, with the time."""
Identity = tuple[int, int] | None


class InUse(ValueError):
    """Another server has the file; the message names it and what to do."""


class Replaced(Exception):
    """Another file has replaced this one; the message names the copy of the stored data."""


class LockedFile:
    """The file of one server, and those of SQLite next to it. Created if there is none, readable for its owner only.

    The lock is one of the system on a file next to it: it ends with the process, however that ends.

    Raises:
        InUse: another server has it.
        OSError: it cannot be created.
    """

    def __init__(self, path: str | Path) -> None:
        self.given, self.path = str(path), os.path.realpath(path)
        self._files: dict[str, Identity] = {}
        self.locks = fcntl is not None
        """Whether the system has locks; where it has none the last server that opens the file has to be found out otherwise."""
        self._saved, self._saved_from = "", cast(Identity, None)
        try:
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._lock = self._locked()
            try:
                if _identity(self.path) is None:
                    _make(self.path)
            except OSError:
                self.release()
                raise
        except OSError as error:
            raise explained(error, path) from None

    def note(self) -> None:
        """From now on the files that are there are the right ones."""
        self._files = {side: _identity(self.path + side) for side in ("", LOG)}

    def whole(self) -> bool:
        """Whether all files are still where they were; its own lock is taken again if that is gone. Raises `InUse`."""
        if _identity(self.path + LOCK) != _identity(self._lock):
            new = self._locked()
            self.release()
            self._lock = new
        return all(_identity(self.path + side) == known for side, known in self._files.items())

    def write_anew(self, db: sqlite3.Connection) -> None:
        """Puts a copy of all that an open database contains where its file was deleted; on disk when this returns.

        What is deleted while it is open can be read until it is closed, so nothing is missing.

        Raises:
            Replaced: another file is there, which is left as it is; the copy is next to it.
            OSError, sqlite3.Error: the copy cannot be written.
        """
        there = _identity(self.path)
        strange = there is not None and there != self._files[""]
        if not strange or there != self._saved_from:
            _copy(db, self.path + COPY)
        if strange:
            if there != self._saved_from:
                self._saved = f"{self.path}{SAVED}-{time.strftime('%Y%m%d-%H%M%S')}"
                os.replace(self.path + COPY, self._saved)
                self._saved_from = there
            raise Replaced(f"another file was put there; all that was stored is in {self._saved!r}")
        for side in (LOG, INDEX):  # of the old file: SQLite would take them for those of the new one
            _remove(self.path + side)
        self._files[""] = _identity(self.path + COPY)
        os.replace(self.path + COPY, self.path)

    def sync(self) -> bool:
        """Waits until the disk has the log; False if no more files can be opened now. SQLite itself syncs it rarely, to be quick."""
        try:
            log = os.open(self.path + LOG, os.O_RDONLY)
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE):
                return False
            raise
        try:
            os.fsync(log)
            return True
        finally:
            os.close(log)

    def release(self) -> None:
        os.close(self._lock)

    def _locked(self) -> int:
        lock = os.open(self.path + LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            who = os.read(lock, 20).decode(errors="replace")
            os.close(lock)
            raise InUse(
                f"file of tables {self.given!r} is used by another server{f' (process {who})' if who else ''}: "
                "stop that one, or choose another file with --db"
            ) from None
        except OSError:  # a file system without locks
            self.locks = False
        with contextlib.suppress(OSError):  # a full disk
            os.ftruncate(lock, 0)
            os.pwrite(lock, str(os.getpid()).encode(), 0)
        return lock


def _identity(file: str | int) -> Identity:
    try:
        found = os.stat(file)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _make(path: str) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _remove(path: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)


def _copy(db: sqlite3.Connection, path: str) -> None:
    for side in ("", "-journal", LOG, INDEX):
        _remove(path + side)
    _make(path)
    try:
        with closing(sqlite3.connect(path)) as copy:
            db.backup(copy)
    except BaseException:
        _remove(path)
        raise
