"""Finished games in one SQLite file, each written as soon as it is finished."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

FORMAT, EARLIER = "fs-env results 2", "fs-env results 1"
LISTS = ("seats", "returns", "winners", "seat_choices", "seat_seconds", "forfeits")  # columns kept as JSON text
OF_SEATS = ("seats", "returns", "seat_choices", "seat_seconds")  # one entry a seat
PATIENCE = 10.0  # seconds to wait for another process that has the file locked
ADVICE = {
    "locked": "another process is writing it: wait until it has finished, or choose another file",
    "full": "make room on the disk and give the same command again: the games in it are kept",
    "readonly": "make the file and its folder writable, or choose another file",
    "malformed": "the file is damaged: choose another one",
    "not a database": "it is not a SQLite file: choose another one",
    "no such table": "it is not a results file: choose another one",
}
"""What to do, by words of SQLite's message."""


@dataclass(frozen=True)
class GameRow:
    """One finished game of a tournament.

    Attributes:
        number: index in the tournament's plan, 0-based.
        seed: of the deal.
        seats: the agent in each seat, as its number in the plan.
        outcome: 1 won, 2 drawn by the rules, 3 truncated, 4 void (broke off, no bot is known to be at fault), 5 forfeited,
            6 lost by all seats together.
        returns: per seat.
        winners: seats that share the win.
        decisions: all decisions, forced ones included; 0 if the process of the game died.
        choices: decisions with more than one legal action; agents are asked only for these.
        seat_choices: choices of each seat.
        seat_seconds: seconds each seat's agent took for them.
        forfeits: seats whose agent failed.
        fault: what went wrong, as text; "" if nothing did.
    """

    number: int
    seed: int
    seats: tuple[int, ...]
    outcome: int
    returns: tuple[float, ...]
    winners: tuple[int, ...]
    decisions: int
    choices: int
    seat_choices: tuple[int, ...]
    seat_seconds: tuple[float, ...]
    forfeits: tuple[int, ...] = ()
    fault: str = ""


COLUMNS = tuple(f.name for f in fields(GameRow))
KINDS = {name: "TEXT" if name in LISTS or name == "fault" else "INTEGER" for name in COLUMNS}
ADDED = {"forfeits": "'[]'", "fault": "''"}  # columns that the earlier format lacks, with what they hold there


class ResultFile:
    """The games of one tournament.

    Args:
        path: a SQLite file, created if missing; None keeps the games in memory.
        plan: the plan as JSON values; a file of another plan is an error. "games" may differ, so that a tournament can be
            extended.

    Raises:
        ValueError: the file is not a results file, or belongs to another plan; names the difference. Every method also raises
            it if the file cannot be read or written; the message names the file and what to do.
    """

    def __init__(self, path: str | Path | None, plan: dict[str, Any]) -> None:
        self.path = path
        with self._told():
            self._db = sqlite3.connect(":memory:" if path is None else path, timeout=PATIENCE)
        try:
            with self._told():
                self._open(json.loads(json.dumps(plan)))
        except BaseException:
            self.close()
            raise

    def _open(self, plan: dict[str, Any]) -> None:
        with self._db:
            self._db.execute("CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT)")
            columns = ", ".join(f"{name} {KINDS[name]} NOT NULL" for name in COLUMNS[1:])
            self._db.execute(f"CREATE TABLE IF NOT EXISTS games (number INTEGER PRIMARY KEY, {columns})")
            stored = dict(self._db.execute("SELECT name, value FROM about").fetchall())
            if stored.get("format") == EARLIER:
                for name, nothing in ADDED.items():
                    self._db.execute(f"ALTER TABLE games ADD COLUMN {name} TEXT NOT NULL DEFAULT {nothing}")
            elif stored and stored.get("format") != FORMAT:
                raise ValueError(f"results file {str(self.path)!r} has format {stored.get('format')!r}, not {FORMAT!r}")
            if stored:
                self._compare(self._plan_in(stored), plan)
            self._put("format", FORMAT)
            self._put("plan", json.dumps(plan))

    def _plan_in(self, stored: dict[str, str]) -> dict[str, Any]:
        """The plan that the file belongs to."""
        with suppress(KeyError, ValueError, TypeError):
            plan = json.loads(stored["plan"])
            if isinstance(plan, dict):
                return plan
        raise ValueError(f"results file {str(self.path)!r} is damaged: it has no plan; choose another file")

    def _compare(self, stored: dict[str, Any], plan: dict[str, Any]) -> None:
        for name in sorted(stored.keys() | plan.keys()):
            if name != "games" and stored.get(name) != plan.get(name):
                raise ValueError(
                    f"results file {str(self.path)!r} belongs to another tournament: its {name} is "
                    f"{stored.get(name)!r}, this one's is {plan.get(name)!r}; choose another file or the same settings"
                )

    def _put(self, name: str, value: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (name, value))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turns SQLite's errors into ValueErrors that name the file and what to do."""
        try:
            yield
        except sqlite3.Error as error:
            found = [advice for words, advice in ADVICE.items() if words in str(error)]
            todo = found[0] if found else "check the file and its folder, or choose another one"
            raise ValueError(f"results file {str(self.path)!r} cannot be used: {error}; {todo}") from error

    def add(self, rows: Iterable[GameRow]) -> None:
        """Writes games to disk before it returns; keeps a game that another process has already written."""
        values = []
        for row in rows:
            record = asdict(row)
            values.append([json.dumps(record[name]) if name in LISTS else record[name] for name in COLUMNS])
        marks = ", ".join("?" * len(COLUMNS))
        with self._told(), self._db:
            self._db.executemany(f"INSERT OR IGNORE INTO games ({', '.join(COLUMNS)}) VALUES ({marks})", values)

    def rows(self) -> list[GameRow]:
        """All games, in the order of the plan."""
        with self._told():
            found = self._db.execute(f"SELECT {', '.join(COLUMNS)} FROM games ORDER BY number").fetchall()
        return [self._row(values) for values in found]

    def _row(self, values: tuple[Any, ...]) -> GameRow:
        """A stored game. Raises ValueError if it is damaged."""
        try:
            named: dict[str, Any] = dict(zip(COLUMNS, values, strict=True))
            for name in LISTS:
                named[name] = tuple(json.loads(named[name]))
            row = GameRow(**named)
            if is_whole(row):
                return row
        except (ValueError, TypeError):
            pass
        raise ValueError(
            f"results file {str(self.path)!r}: game {values[0]} in it is damaged; delete it to have it played again: "
            f'sqlite3 {str(self.path)!r} "DELETE FROM games WHERE number = {values[0]}"'
        )

    def close(self) -> None:
        """Closes the file; games kept in memory are lost."""
        self._db.close()


def is_whole(row: GameRow) -> bool:
    """Whether every value of a game has its type, and the lists match the number of seats."""
    seats = len(row.seats)
    counts = (row.number, row.seed, row.outcome, row.decisions, row.choices, *row.seats, *row.seat_choices)
    return (
        seats > 0
        and all(len(getattr(row, name)) == seats for name in OF_SEATS)
        and all(type(n) is int and n >= 0 for n in counts)
        and all(type(x) in (int, float) for x in (*row.returns, *row.seat_seconds))
        and all(type(k) is int and 0 <= k < seats for k in (*row.winners, *row.forfeits))
        and type(row.fault) is str
    )


def stored_plan(path: str | Path) -> dict[str, Any] | None:
    """The plan that a results file belongs to; None if there is no file, or no plan in it."""
    if not Path(path).is_file():
        return None
    with suppress(sqlite3.Error, ValueError, TypeError), closing(sqlite3.connect(path, timeout=PATIENCE)) as db:
        plan = json.loads(db.execute("SELECT value FROM about WHERE name = 'plan'").fetchone()[0])
        return plan if isinstance(plan, dict) else None
    return None
