"""Games of a results file as rows, or a million of them as columns in some seconds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import astuple, replace
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.columns import MOST_AGENTS, NONE, Columns
from fs_env.arena.results import GameRow, is_whole
from fs_env.arena.usage import COUNTS, Usage

CHUNK = 2**15  # records that are read at once
ALL = """SELECT game, seed, outcome, decisions, fault, seat, agent, return, won, forfeited, choices, seconds, character, luck
    FROM games LEFT JOIN seats USING (game) WHERE game >= ? AND game < ? ORDER BY game, seat"""
EACH_GAME = "game, seed, outcome, decisions FROM games", "i8, i8, i1, i4"
EACH_SEAT = "game, return, seconds, choices, seat, agent, won, forfeited FROM seats", "i8, f8, f4, i4, i2, i2, ?, ?"
LUCK = "luck FROM seats", "f8"
BELOW, LAST = "SELECT {} WHERE game < ? ORDER BY game{}", 2**63 - 1


def read_rows(db: sqlite3.Connection, path: str | Path | None, first: int = 0, end: int = LAST) -> list[GameRow]:
    used, sides = seats_in(db, "usage", COUNTS), seats_in(db, "sides", ("side", "story"))
    games = groupby(db.execute(ALL, (first, end)), key=lambda record: record[0])
    return [row_of(list(records), path, used.get(number, {}), sides.get(number, {})) for number, records in games]


def read_columns(db: sqlite3.Connection, path: str | Path | None, end: int = LAST) -> Columns:
    """The games with numbers below `end` as columns. Raises ValueError if one is damaged, as `read_rows`."""
    sides, used = seats_in(db, "sides", ("side", "story")), seats_in(db, "usage", COUNTS)
    usage = {(game, seat): Usage(*counts) for game, own in used.items() if game < end for seat, counts in own.items()}
    sizes = (
        db.execute(f"SELECT count(*) FROM {one} WHERE game < ?", (end,)).fetchone()[0] for one in ("games", "seats")
    )
    games, codes = Columns.empty(*sizes), {NONE: 0}
    at = np.empty(len(games.agent), np.int64)  # number of the game of each seat
    try:
        whole = all(n >= 0 for one in usage.values() for n in astuple(one))
        whole = whole and read_games(db, games, end) and read_seats(db, games, at, end)
        games = with_rare(db, games, at, codes, end)
        whole = whole and count_seats(games, at) and read_sides(games, sides, codes)
        if whole and usage:
            whole = usage.keys() <= set(zip(at.tolist(), games.seat.tolist()))
    except (TypeError, ValueError, OverflowError):  # a value of another type
        whole = False
    if not whole:  # the rows show what is damaged, or leave out what belongs to no game
        return Columns.of(read_rows(db, path, 0, end))
    return replace(games, texts=tuple(codes), usage=usage)


def blocks(db: sqlite3.Connection, columns: tuple[str, str], end: int) -> Iterator[tuple[slice, list[NDArray[Any]]]]:
    """Columns of a table, in the order of games and seats."""
    what, kinds = columns
    found, first = db.execute(BELOW.format(what, ", seat" * what.endswith("seats")), (end,)), 0
    while len(some := np.fromiter(islice(found, CHUNK), np.dtype(kinds))):
        yield slice(first, first := first + len(some)), [some[name] for name in some.dtype.names or ()]


def read_games(db: sqlite3.Connection, games: Columns, end: int) -> bool:
    """Reads the games; returns whether all values are in their ranges."""
    whole, arrays = True, list[NDArray[Any]]((games.number, games.seed, games.outcome, games.decisions))
    for at, columns in blocks(db, EACH_GAME, end):
        for array, values in zip(arrays, columns):
            array[at], whole = values, whole and values.min() >= 0
    games.faults.update(db.execute("SELECT game, fault FROM games WHERE fault != '' AND game < ?", (end,)))
    return whole


def read_seats(db: sqlite3.Connection, games: Columns, game: NDArray[np.int64], end: int) -> bool:
    """Reads the seats and the number of the game of each; returns whether all values are in their ranges."""
    whole, arrays = True, list[NDArray[Any]]((games.choices, games.seat, games.agent))
    for at, (game[at], returns, seconds, *counts, won, games.forfeited[at]) in blocks(db, EACH_SEAT, end):
        games.won[at], games.part[at], games.seconds[at] = won, np.where(won, returns, 0.0), seconds
        for array, values in zip(arrays, counts):
            array[at], whole = values, whole and values.min() >= 0
        whole = whole and np.isfinite(returns).all() and ((seconds >= 0) & (seconds < np.inf) | np.isnan(seconds)).all()
    return whole and games.agent.max(initial=0) < MOST_AGENTS


def with_rare(
    db: sqlite3.Connection, games: Columns, game: NDArray[np.int64], codes: dict[str, int], end: int
) -> Columns:
    """The games with luck and characters, where the file has any."""
    luck, character = db.execute("SELECT max(luck), max(character) FROM seats").fetchone()
    if luck is not None:
        known = np.empty(len(game))
        for at, (values,) in blocks(db, LUCK, end):
            known[at] = values
        if np.isinf(known).any():
            raise ValueError("infinite luck")
        games = replace(games, luck=known)
    if character is not None:
        found = db.execute(BELOW.format("character FROM seats", ", seat"), (end,))
        games.character[:] = [codes.setdefault(one or NONE, len(codes)) for (one,) in found]
    return games


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
