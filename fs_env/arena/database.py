"""The results of a tournament in one SQLite file: every game is in the file before the next ones are counted.

The schema is explained in docs/do/results.md. The file is in SQLite's WAL mode: others may read it while it is written. The mark
`user_version` is 1 while a tournament has it open.
"""

from __future__ import annotations

import json
import os
import sqlite3
import warnings
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

from fs_env.arena.agent_files import refuse_changed
from fs_env.arena.columns import MOST_AGENTS, Columns
from fs_env.arena.counts import Counts
from fs_env.arena.reading import LAST, StoredGames
from fs_env.arena.results import GameRow
from fs_env.arena.sqlite_files import (
    PATIENCE,
    WAL,
    bounded,
    check_schema,
    lacks_its_log,
    open_to_read,
    readable_errors,
    restrict,
)
from fs_env.arena.usage import COUNTS
from fs_env.core.files import FileKind

FORMAT = "fs-env results 4"
KEY, PLAYED = "agent key", "played"
FILE = FileKind("results of a tournament", "choose another one, or give the tournament's own command again")
CHECKPOINT = 1.0  # seconds after which games are moved from the log into the file itself
LONGEST = 4096  # bytes of a record of a game or a seat
MAY_CHANGE = ("games",)  # of a plan: how far it goes; all else makes other games
SCHEMA = (
    "CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    "CREATE TABLE IF NOT EXISTS agents (agent INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT",
    """CREATE TABLE IF NOT EXISTS games (
        game INTEGER PRIMARY KEY,
        seed INTEGER NOT NULL,
        outcome INTEGER NOT NULL,
        decisions INTEGER NOT NULL,
        fault TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS seats (
        game INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        agent INTEGER NOT NULL,
        return REAL NOT NULL,
        won INTEGER NOT NULL,
        forfeited INTEGER NOT NULL,
        choices INTEGER NOT NULL,
        seconds REAL,
        character TEXT,
        luck REAL,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID""",
    f"""CREATE TABLE IF NOT EXISTS usage (
        game INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        {" INTEGER NOT NULL, ".join(COUNTS)} INTEGER NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS sides (
        game INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        side TEXT NOT NULL,
        story TEXT NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID""",
)
TABLES = ("about", "agents", "games", "seats", "usage", "sides")
FORGET_STORED = "DELETE FROM list{0}.games AS own WHERE EXISTS (SELECT 1 FROM main.games WHERE game = own.game)"
COPY = "INSERT OR REPLACE INTO main.{1} SELECT copied.* FROM list{0}.games JOIN list{0}.{1} AS copied USING (game)"
LISTS = 8  # that are copied in one transaction: SQLite attaches at most 10 databases
PUT_GAME = "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?)"
PUT_SEAT = "INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
PUT_SIDE = "INSERT OR REPLACE INTO sides VALUES (?, ?, ?, ?)"
PUT_USAGE = f"INSERT OR REPLACE INTO usage VALUES (?, ?{', ?' * len(COUNTS)})"


class Stored(NamedTuple):
    """Contents of a results file: the plan as JSON values, the names of agents, the games by number."""

    plan: dict[str, Any]
    names: tuple[str, ...]
    rows: list[GameRow]

    @property
    def games(self) -> Columns:
        return Columns.of(self.rows)


class Opened(NamedTuple):
    """As `Stored`, of a file that is open, with the games in blocks."""

    plan: dict[str, Any]
    names: tuple[str, ...]
    games: StoredGames


@dataclass(frozen=True)
class Packed:
    """A list of finished games as a worker sends it: counted, and as a database in memory, which is copied faster than rows are written."""

    numbers: tuple[int, ...]
    counts: Counts
    data: bytes

    @classmethod
    def of(cls, num_agents: int, rows: Sequence[GameRow]) -> Packed:
        with closing(sqlite3.connect(":memory:")) as db:
            for statement in SCHEMA[2:]:  # all tables first: a reader of many such databases parses the schema once
                db.execute(statement)
            put(db, rows)
            db.commit()
            counts = Counts.of(num_agents, Columns.of(rows))
            return cls(tuple(row.number for row in rows), counts, db.serialize())

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[GameRow]:
        with closing(sqlite3.connect(":memory:")) as db:
            db.deserialize(self.data)
            for part in StoredGames(db, None, MOST_AGENTS).parts():
                yield from part.rows()


class Database:
    """The results file of one tournament, to be written.

    Args:
        path: a SQLite file, created if missing; None keeps the games in memory.
        plan: the plan as JSON values; a file of another plan is an error. "games" may differ, so that a tournament can be extended.
        agent_key: of the plan; None: the file's own, or a new one. The file stores it, so that the tournament can be continued.
        played: how its games are played, as JSON values, the same when it is continued: "files", digests of the agents' files
            (`digests_of`), and limits of the agents; {}: as before.

    Raises:
        ValueError: the file is not a results file, or belongs to another plan; names all that differs. Every method also
            raises it if the file cannot be read or written; the message names the file and what to do.
    """

    def __init__(
        self,
        path: str | Path | None,
        plan: dict[str, Any],
        names: Sequence[str] = (),
        agent_key: str | bytes | None = None,
        played: Mapping[str, Any] | None = None,
    ) -> None:
        self.path = path
        from fs_env.agent_api.seeds import read_key  # loads numba, which readers of a file do without

        self.agent_key, self._read_key = read_key(agent_key), read_key
        refuse_many(path, len(names))
        self._num_agents = len(names) or MOST_AGENTS
        with readable_errors(path):
            where: str | Path = ":memory:" if path is None else path
            self._db = sqlite3.connect(where, timeout=PATIENCE, isolation_level=None)
        try:
            with readable_errors(path):
                self._open(json.loads(json.dumps(plan)), names, agent_key is not None, dict(played or {}))
        except BaseException:
            self._db.close()
            raise
        self.close = weakref.finalize(self, _close, self._db, os.getpid())
        """Closes the file; games stored in memory only are lost."""
        self._checkpoint()

    def _open(self, plan: dict[str, Any], names: Sequence[str], given: bool, played: dict[str, Any]) -> None:
        restrict(self._db)
        with bounded(self._db, self.path):
            check_kind(self._db, self.path)
        self._use_wal()
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, LISTS)
        for k in range(LISTS):
            self._db.execute(f"ATTACH ':memory:' AS list{k}")
        with self._transaction():
            for statement in SCHEMA:
                self._db.execute(statement)
            about = about_in(self._db)
            if about:
                refuse_other_plan(self.path, plan_in(about, self.path), plan)
                played = played | self._as_before(value_in(about, PLAYED, self.path, "{}"), played)
            self._take_key(about.get(KEY), given)
            texts = {"format": FORMAT, "plan": json.dumps(plan), KEY: self.agent_key.hex(), PLAYED: json.dumps(played)}
            self._db.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", texts.items())
            self._db.executemany("INSERT OR REPLACE INTO agents VALUES (?, ?)", enumerate(names))
            self._db.execute("PRAGMA user_version = 1")

    def _as_before(self, stored: dict[str, Any], played: dict[str, Any]) -> dict[str, Any]:
        files = stored.pop("files", {})
        refuse_changed(f"results file {str(self.path)!r}", files, played.get("files", {}))
        limits = {name: value for name, value in played.items() if name != "files"}
        refuse_other_plan(self.path, limits | {name: stored[name] for name in limits.keys() & stored.keys()}, limits)
        return stored | {"files": played.get("files", {}) | files}

    def _checkpoint(self) -> None:
        with readable_errors(self.path):
            self._db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        self._checked = monotonic()

    def _take_key(self, stored: str | None, given: bool) -> None:
        if stored is not None and stored != self.agent_key.hex():
            if given:
                raise ValueError(
                    f"results file {str(self.path)!r} has another agent key: give none, or choose another file"
                )
            try:
                self.agent_key = self._read_key(stored)
            except ValueError:
                raise ValueError(
                    f"results file {str(self.path)!r} is damaged: it has no agent key; choose another file"
                ) from None

    def _use_wal(self) -> None:
        """Sets the mode; waits for another process that begins to use the file, as SQLite does not in this one case."""
        until = monotonic() + PATIENCE
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > until:
                    raise
            sleep(0.02)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._db.in_transaction:  # a full disk has already ended it
                self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def add(self, rows: Iterable[GameRow], lists: Sequence[Packed] = ()) -> None:
        """Writes games to disk before it returns; keeps a game that another process has already written."""
        groups = [lists[k : k + LISTS] for k in range(0, len(lists), LISTS)] or [()]
        with readable_errors(self.path):
            for left, group in zip(reversed(range(len(groups))), groups):
                for k, one in enumerate(group):
                    self._db.deserialize(one.data, name=f"list{k}")
                self._db.execute(f"PRAGMA synchronous = {'NORMAL' if left else 'FULL'}")  # waits for the disk once
                with self._transaction():
                    for k in range(len(group)):
                        self._db.execute(FORGET_STORED.format(k))
                        for table in TABLES[2:]:
                            self._db.execute(COPY.format(k, table))
                    put(self._db, () if left else rows)
        if monotonic() - self._checked > CHECKPOINT:
            self._checkpoint()

    def rows(self, first: int = 0, end: int = LAST) -> list[GameRow]:
        return [row for part in self.games(first, end) for row in part.rows()]

    def games(self, first: int = 0, end: int = LAST) -> list[Columns]:
        with readable_errors(self.path), bounded(self._db, self.path), self._transaction():
            return list(StoredGames(self._db, self.path, self._num_agents, first, end).parts())


def _close(db: sqlite3.Connection, process: int) -> None:
    if os.getpid() == process:  # not a fork of it
        with suppress(sqlite3.Error):
            db.execute("PRAGMA user_version = 0")
            db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        with suppress(sqlite3.Error):  # it belongs to another thread: it is closed with its last reference
            db.close()


def read_results(path: str | Path) -> Stored:
    """Reads a results file, also while a tournament writes it; changes nothing.

    Raises:
        ValueError: there is no such file, or it is not a results file, or it is damaged.
    """
    with opened(path) as (plan, names, games):
        rows = [row for part in games.parts() for row in part.rows()]
    return Stored(plan, names, rows)


@contextmanager
def opened(path: str | Path) -> Iterator[Opened]:
    """A results file whose games are to be read in blocks. Raises as `read_results`."""
    if not Path(path).is_file():
        raise ValueError(f"results file {str(path)!r}: no such file; `fs-env tournament ... --db FILE` creates one")
    with FILE.checked(path):
        alone = lacks_its_log(path)  # before SQLite creates another log
    with readable_errors(path), closing(open_to_read(path)) as db:
        db.execute("BEGIN")  # one moment for all that is read
        if not check_kind(db, path):
            missing = f": {str(path) + WAL!r}, which has the games, is missing; copy both" if alone else ""
            raise ValueError(f"results file {str(path)!r} is empty{missing or ': choose another one'}")
        if db.execute("PRAGMA user_version").fetchone()[0] and alone:
            warnings.warn(
                f"results file {str(path)!r} was copied while a tournament wrote it, without {str(path) + WAL!r}: its last games may "
                f"be missing; copy both, or use `sqlite3 FILE '.backup COPY'`",
                stacklevel=3,
            )
        about = about_in(db)
        names = tuple(name for (name,) in db.execute("SELECT name FROM agents ORDER BY agent"))
        refuse_many(path, len(names))
        plan = plan_in(about, path)
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
        yield Opened(plan, names, StoredGames(db, path, len(names)))


def stored_plan(path: str | Path) -> dict[str, Any] | None:
    if not Path(path).is_file():
        return None
    with suppress(sqlite3.Error, ValueError), closing(open_to_read(path)) as db:
        return plan_in(about_in(db), path) if check_kind(db, path) else None
    return None


def about_in(db: sqlite3.Connection) -> dict[str, str]:
    return dict(db.execute("SELECT name, value FROM about LIMIT 20").fetchall())


def check_kind(db: sqlite3.Connection, path: str | Path | None) -> bool:
    """Refuses a database that is not a results file, before anything is written to it; returns whether it has tables."""
    try:
        tables = check_schema(db, TABLES)
    except ValueError as error:
        FILE.refuse(str(path), error)
    if not tables:
        return False
    known = "about" in tables and db.execute("SELECT value FROM about WHERE name = 'format'").fetchone()
    if not known or known[0] != FORMAT:
        what = f"has format {known[0]!r}, not {FORMAT!r}" if known else "is not a results file"
        raise ValueError(f"results file {str(path)!r} {what}: choose another one")
    return True


def put(db: sqlite3.Connection, rows: Iterable[GameRow]) -> None:
    for row in rows:
        game = (row.number, row.seed, row.outcome, row.decisions, row.fault)
        if db.execute(PUT_GAME, game).rowcount:
            db.executemany(PUT_SEAT, records_of_seats(row))
            used = [(row.number, seat, *astuple(one)) for seat, one in enumerate(row.usage) if one is not None]
            db.executemany(PUT_USAGE, used)
            db.executemany(PUT_SIDE, [(row.number, seat, side, row.story) for seat, side in enumerate(row.sides)])


def records_of_seats(row: GameRow) -> Iterator[tuple[Any, ...]]:
    for seat, agent in enumerate(row.seats):
        won, failed = seat in row.winners, seat in row.forfeits
        yield (
            row.number, seat, agent, row.returns[seat], won, failed, row.seat_choices[seat], row.seat_seconds[seat],
            row.characters[seat], row.luck[seat] if row.luck else None,
        )  # fmt: skip


def plan_in(about: dict[str, str], path: str | Path | None) -> dict[str, Any]:
    return value_in(about, "plan", path)


def value_in(about: dict[str, str], name: str, path: str | Path | None, missing: str = "") -> dict[str, Any]:
    with suppress(ValueError, TypeError):
        value = json.loads(about.get(name, missing))
        if isinstance(value, dict):
            return value
    raise ValueError(f"results file {str(path)!r} is damaged: it has no {name}; choose another file")


def refuse_many(path: str | Path | None, agents: int) -> None:
    if agents > MOST_AGENTS:
        raise ValueError(
            f"results file {str(path)!r}: {agents} agents, expected at most {MOST_AGENTS}: choose fewer or another file"
        )


def refuse_other_plan(path: str | Path | None, stored: dict[str, Any], plan: dict[str, Any]) -> None:
    """Raises ValueError, naming all that differs, if two plans do not make the same games."""
    differ = [
        f"its {name} is {stored.get(name)!r}, this one's is {plan.get(name)!r}"
        for name in sorted(stored.keys() | plan.keys())
        if name not in MAY_CHANGE and stored.get(name) != plan.get(name)
    ]
    if differ:
        raise ValueError(
            f"results file {str(path)!r} belongs to another tournament: {'; '.join(differ)}; choose another file or the same "
            "settings"
        )
