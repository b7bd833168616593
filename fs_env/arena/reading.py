"""Games of a results file as rows, or a million of them as columns in some seconds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import astuple
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.columns import MOST_AGENTS, NONE, Columns
from fs_env.arena.results import GameRow, is_whole
from fs_env.arena.usage import COUNTS, Usage

CHUNK = 1000  # records that are read at once: few, so that they stay in the cache of the processor
ALL = """SELECT game, seed, outcome, decisions, fault, seat, agent, return, won, forfeited, choices, seconds, character, luck
    FROM games LEFT JOIN seats USING (game) ORDER BY game, seat"""
EACH_GAME = "SELECT game, seed, outcome, decisions, fault FROM games ORDER BY game"
EACH_SEAT = "SELECT game, seat, agent, choices, won, forfeited, return, seconds{} FROM seats ORDER BY game, seat"
RARE = "SELECT max(luck), max(character) FROM seats"


def read_rows(db: sqlite3.Connection, path: str | Path | None) -> list[GameRow]:
    used, sides = seats_in(db, "usage", COUNTS), seats_in(db, "sides", ("side", "story"))
    games = groupby(db.execute(ALL), key=lambda record: record[0])
    return [row_of(list(records), path, used.get(number, {}), sides.get(number, {})) for number, records in games]


def read_columns(db: sqlite3.Connection, path: str | Path | None) -> Columns:
    """The games as columns. Raises ValueError if one is damaged, as `read_rows`."""
    sides, used = seats_in(db, "sides", ("side", "story")), seats_in(db, "usage", COUNTS)
    usage = {(game, seat): Usage(*counts) for game, own in used.items() for seat, counts in own.items()}
    number_of_games, number_of_seats = (
        db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("games", "seats")
    )
    games, codes = Columns.empty(number_of_games, number_of_seats), {NONE: 0}
    at = np.empty(number_of_seats, np.int64)  # number of the game of each seat
    try:
        whole = all(n >= 0 for one in usage.values() for n in astuple(one))
        whole = whole and read_games(db, games) and read_seats(db, games, at, codes)
        whole = whole and count_seats(games, at) and read_sides(games, sides, codes)
        if whole and usage:
            whole = usage.keys() <= set(zip(at.tolist(), games.seat.tolist()))
    except (TypeError, ValueError, OverflowError):  # a value of another type
        whole = False
    if not whole:  # the rows show what is damaged, or leave out what belongs to no game
        return Columns.of(read_rows(db, path))
    return games.with_texts(codes, usage)


def blocks(found: sqlite3.Cursor) -> Iterator[tuple[slice, list[tuple[Any, ...]]]]:
    first = 0
    while records := found.fetchmany(CHUNK):
        yield slice(first, first + len(records)), list(zip(*records))
        first += len(records)


def put(target: NDArray[Any], at: slice, values: NDArray[Any], most: int | None = None) -> bool:
    """Stores counts; returns whether each is from 0 to `most`, or what the type of the target can hold."""
    target[at] = values
    return bool(values.min() >= 0 and values.max() <= (np.iinfo(target.dtype).max if most is None else most))


def read_games(db: sqlite3.Connection, games: Columns) -> bool:
    """Reads the games; returns whether all values are in their ranges."""
    arrays: tuple[NDArray[Any], ...] = games.number, games.seed, games.outcome, games.decisions
    for at, (*counts, fault) in blocks(db.execute(EACH_GAME)):
        if not all(put(array, at, np.array(values, np.int64)) for array, values in zip(arrays, counts)):
            return False
        if any(fault):
            games.faults.update({number: words for number, words in zip(counts[0], fault) if words})
    return True


def read_seats(db: sqlite3.Connection, games: Columns, game: NDArray[np.int64], codes: dict[str, int]) -> bool:
    """Reads the seats and the number of the game of each; returns whether all values are in their ranges."""
    rare = db.execute(RARE).fetchone() != (None, None)
    for at, (own, seat, agent, choices, won, failed, part, seconds, *others) in blocks(
        db.execute(EACH_SEAT.format(", luck, character" * rare))
    ):
        game[at] = own
        games.won[at], games.forfeited[at] = won, failed
        returns, times = np.array(part, float), np.array(seconds, float)
        if not (
            put(games.seat, at, np.array(seat, np.int64))
            and put(games.agent, at, np.array(agent, np.int64), MOST_AGENTS - 1)
            and put(games.choices, at, np.array(choices, np.int64))
            and np.isfinite(returns).all()
            and ((times >= 0) & (times < np.inf) | np.isnan(times)).all()
        ):
            return False
        games.part[at], games.seconds[at] = np.where(games.won[at], returns, 0.0), times
        if rare:
            games.luck[at] = np.array(others[0], float)
            games.character[at] = [codes.setdefault(one or NONE, len(codes)) for one in others[1]]
            if np.isinf(games.luck[at]).any():
                return False
    return True


def count_seats(games: Columns, game: NDArray[np.int64]) -> bool:
    """Stores the number of seats of each game; returns whether the seats of each are numbered from 0 and all or none have luck."""
    starts = np.concatenate([[0], (game[1:] != game[:-1]).nonzero()[0] + 1])
    if not len(game) or len(starts) != len(games) or (game[starts] != games.number).any():
        return len(game) == len(games) == 0
    games.seats[:] = np.diff(starts, append=len(game))
    known = np.add.reduceat(~np.isnan(games.luck), starts, dtype=np.int32)
    seated = np.arange(len(game), dtype=np.int32) - np.repeat(starts.astype(np.int32), games.seats)
    return bool((games.seat == seated).all() and ((known == 0) | (known == games.seats)).all())


def read_sides(games: Columns, sides: dict[int, dict[int, tuple[Any, ...]]], codes: dict[str, int]) -> bool:
    """Stores the sides of the seats and what divided them; returns whether the seats of each game are numbered from 0."""
    end = games.seats.cumsum(dtype=np.int64)
    for number, own in sides.items():
        k = int(np.searchsorted(games.number, number))
        if k == len(games) or games.number[k] != number:
            continue
        if tuple(own) != tuple(range(int(games.seats[k]))):
            return False
        at = slice(int(end[k]) - len(own), int(end[k]))
        games.story[k] = codes.setdefault(own[0][1], len(codes))
        games.side[at] = [codes.setdefault(side, len(codes)) for side, _ in own.values()]
        games.part[at] = np.where([side != NONE for side, _ in own.values()], games.won[at], games.part[at])
    return True


def seats_in(db: sqlite3.Connection, table: str, columns: Sequence[str]) -> dict[int, dict[int, tuple[Any, ...]]]:
    """Records of a table about some seats, by game and seat; files of earlier versions lack it."""
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)).fetchone():
        return {}
    found: dict[int, dict[int, tuple[Any, ...]]] = {}
    for game, seat, *values in db.execute(f"SELECT game, seat, {', '.join(columns)} FROM {table}"):
        found.setdefault(game, {})[seat] = tuple(values)
    return found


def row_of(
    records: list[tuple[Any, ...]],
    path: str | Path | None,
    used: dict[int, tuple[Any, ...]],
    sides: dict[int, tuple[Any, ...]],
) -> GameRow:
    """A stored game, of the records of its seats, the usage and the sides of some. Raises ValueError if it is damaged."""
    number, seed, outcome, decisions, fault = records[0][:5]
    numbers, agents, returns, won, failed, choices, seconds, characters, luck = zip(*(record[5:] for record in records))
    measured = () if all(one is None for one in luck) else luck
    winners, forfeits = (tuple(seat for seat, on in enumerate(flags) if on) for flags in (won, failed))
    row = GameRow(
        number,
        seed,
        agents,
        outcome,
        returns,
        winners,
        decisions,
        choices,
        seconds,
        characters,
        forfeits,
        fault,
        measured,
        tuple(Usage(*used[seat]) if seat in used else None for seat in numbers) if used else (),
        tuple(sides.get(seat, (None,))[0] for seat in numbers) if sides else (),
        sides[0][1] if 0 in sides else "",
    )
    if numbers == tuple(range(len(records))) and is_whole(row):
        return row
    raise ValueError(
        f"results file {str(path)!r}: game {number} in it is damaged; delete it to have it played again: "
        f'sqlite3 {str(path)!r} "DELETE FROM games WHERE game = {number}"'
    )
