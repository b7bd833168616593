"""Finished games in one SQLite file, written as they happen."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

FORMAT = "fs-env results 1"
LISTS = ("seats", "returns", "winners", "seat_choices", "seat_seconds")  # columns kept as JSON text


@dataclass(frozen=True)
class GameRow:
    """One finished game of a tournament.

    Attributes:
        number: place in the tournament's plan, 0-based.
        seed: of the deal.
        seats: the agent in each seat, as its number in the plan.
        outcome: 1 won, 2 drawn by the rules, 3 truncated.
        returns: per seat.
        winners: seats that share the win.
        decisions: all decisions, forced ones included.
        choices: decisions put to agents: more than one legal action.
        seat_choices: choices of each seat.
        seat_seconds: seconds each seat's agent took for them.
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


COLUMNS = tuple(f.name for f in fields(GameRow))


class ResultFile:
    """The games of one tournament.

    Args:
        path: a SQLite file, made if missing; None keeps the games in memory.
        plan: what is played, as JSON values; a file of another plan is refused. "games" may differ, so that a
            tournament can be made longer.

    Raises:
        ValueError: the file is no result file, or of another plan; names what differs.
    """

    def __init__(self, path: str | Path | None, plan: dict[str, Any]) -> None:
        self.path = path
        try:
            self._db = sqlite3.connect(":memory:" if path is None else path)
            self._open(json.loads(json.dumps(plan)))
        except sqlite3.Error as error:
            raise ValueError(f"results file {str(path)!r} cannot be used: {error}") from error

    def _open(self, plan: dict[str, Any]) -> None:
        with self._db:
            self._db.execute("CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT)")
            kinds = {name: "TEXT" if name in LISTS else "INTEGER" for name in COLUMNS[1:]}
            columns = ", ".join(f"{name} {kind} NOT NULL" for name, kind in kinds.items())
            self._db.execute(f"CREATE TABLE IF NOT EXISTS games (number INTEGER PRIMARY KEY, {columns})")
            stored = dict(self._db.execute("SELECT name, value FROM about").fetchall())
            if not stored:
                self._put("format", FORMAT)
            elif stored.get("format") != FORMAT:
                raise ValueError(f"results file {str(self.path)!r} has format {stored.get('format')!r}, not {FORMAT!r}")
            else:
                self._compare(json.loads(stored["plan"]), plan)
            self._put("plan", json.dumps(plan))

    def _compare(self, stored: dict[str, Any], plan: dict[str, Any]) -> None:
        for name in sorted(stored.keys() | plan.keys()):
            if name != "games" and stored.get(name) != plan.get(name):
                raise ValueError(
                    f"results file {str(self.path)!r} belongs to another tournament: its {name} is "
                    f"{stored.get(name)!r}, this one's is {plan.get(name)!r}; choose another file or the same settings"
                )

    def _put(self, name: str, value: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (name, value))

    def add(self, rows: Iterable[GameRow]) -> None:
        """Writes games to disk before it returns."""
        values = []
        for row in rows:
            record = asdict(row)
            values.append([json.dumps(record[name]) if name in LISTS else record[name] for name in COLUMNS])
        marks = ", ".join("?" * len(COLUMNS))
        with self._db:
            self._db.executemany(f"INSERT OR REPLACE INTO games VALUES ({marks})", values)

    def rows(self) -> list[GameRow]:
        """All games, in the order of the plan."""
        found = self._db.execute(f"SELECT {', '.join(COLUMNS)} FROM games ORDER BY number").fetchall()
        rows = []
        for row in found:
            values: list[Any] = [
                tuple(json.loads(value)) if name in LISTS else value for name, value in zip(COLUMNS, row, strict=True)
            ]
            rows.append(GameRow(*values))
        return rows

    def numbers(self) -> set[int]:
        """The places in the plan that are played."""
        return {number for (number,) in self._db.execute("SELECT number FROM games")}

    def close(self) -> None:
        """Closes the file; the games in memory are gone."""
        self._db.close()
