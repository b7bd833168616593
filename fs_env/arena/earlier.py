"""Results files of earlier formats: one table, with lists as JSON text."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from typing import Any

from fs_env.registry.games import VERSIONS

FORMATS = ("fs-env results 1", "fs-env results 2")  # the first one had no forfeits


def convert(db: sqlite3.Connection, schema: Iterable[str]) -> None:
    """Turns a file of an earlier format into one of `schema`, within the caller's transaction; leaves others alone.

    Raises:
        sqlite3.DatabaseError: a game in it is damaged.
    """
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'about'").fetchone():
        return
    about = dict(db.execute("SELECT name, value FROM about").fetchall())
    if about.get("format") not in FORMATS:
        return
    cursor = db.execute("SELECT * FROM games")
    names = [column[0] for column in cursor.description]
    games = [dict(zip(names, values)) for values in cursor]
    db.execute("DROP TABLE games")
    for statement in schema:
        db.execute(statement)
    for game in games:
        try:
            seats = [seat_of(game, seat) for seat in range(len(json.loads(game["seats"])))]
        except (ValueError, TypeError, LookupError) as error:
            raise sqlite3.DatabaseError(f"malformed game {game['number']}") from error
        head = (game["number"], game["seed"], game["outcome"], game["decisions"], game.get("fault", ""))
        db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", head)
        db.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)", seats)
    plan = json.loads(about["plan"])
    plan |= {"schedule": "round-robin", "version": 1 if plan.get("game") in VERSIONS else None}  # there was no other
    db.execute("UPDATE about SET value = ? WHERE name = 'plan'", (json.dumps(plan),))


def seat_of(game: dict[str, Any], seat: int) -> tuple[Any, ...]:
    """A record of the table `seats`, without the character."""
    agent, result, choices, seconds = (
        json.loads(game[name])[seat] for name in ("seats", "returns", "seat_choices", "seat_seconds")
    )
    won, failed = (seat in json.loads(game.get(name, "[]")) for name in ("winners", "forfeits"))
    return game["number"], seat, agent, result, won, failed, choices, seconds
