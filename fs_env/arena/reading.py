"""Games of a results file, read a block of deals at a time: a million take some seconds and little memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.columns import NONE, Columns, numbered_deals
from fs_env.arena.ratings import whole_deals
from fs_env.arena.sqlite_files import readable_errors
from fs_env.arena.usage import COUNTS, Usage
from fs_env.core.files import FileFault

LAST = 2**63 - 1  # number of a game
DAMAGED = -1  # instead of packed numbers of which one is too large or below 0
CHUNK = 2**14  # records that are converted at once
EACH_GAME = "SELECT game, seed, outcome, decisions FROM games WHERE game >= ? AND game < ? ORDER BY game"
PACKED = {"choices": 31, "agent": 10, "seat": 15, "won": 1, "forfeited": 1}  # bits of each in one number: fast to read
EACH_SEAT = f"""SELECT game, CASE WHEN {" | ".join(f"({name} >> {bits})" for name, bits in PACKED.items())} THEN {DAMAGED}
    ELSE choices << 27 | (agent << 17) | (seat << 2) | (won << 1) | forfeited END, return, seconds{{}}
    FROM seats WHERE game >= ? AND game < ? ORDER BY game, seat"""
CHARACTERS = "SELECT character FROM seats WHERE game >= ? AND game < ? ORDER BY game, seat"
FAULTS = "SELECT game, fault FROM games WHERE fault != '' AND game >= ? AND game < ?"
MOST_OUTCOMES = 2**7  # that columns have room for


class StoredGames:
    """The games of a results file with numbers from `first` to before `end`, as long as it is open.

    Attributes:
        number, seed: int64 (g,), ascending by number.
        outcome, decisions: int32 (g,).

    Raises:
        FileFault: a game is damaged; the message has the command that deletes it.
    """

    def __init__(
        self, db: sqlite3.Connection, path: str | Path | None, num_agents: int, first: int = 0, end: int = LAST
    ) -> None:
        self._db, self._path, self._num_agents = db, path, num_agents
        self.number, self.seed, self.outcome, self.decisions = self._read(EACH_GAME, "i8, i8, i4, i4", first, end)
        columns = self.seed, self.outcome, self.decisions
        self._check(self.number, (self.outcome >= MOST_OUTCOMES) | (np.min(columns, axis=0) < 0))

    def __len__(self) -> int:
        return len(self.number)

    def parts(self) -> Iterator[Columns]:
        """The games of some thousand deals at a time; all at once where the games of a deal do not follow each other."""
        sides, used = (seats_in(self._db, *what) for what in (("sides", ("side", "story")), ("usage", COUNTS)))
        luck, character = self._db.execute("SELECT max(luck), max(character) FROM seats").fetchone()
        for at in whole_deals(numbered_deals(self.seed, self.number)[0]):
            if len(number := self.number[at]):
                yield self._part(at, number, luck is not None, character is not None, sides, used)

    def _part(
        self,
        at: slice,
        number: NDArray[np.int64],
        lucky: bool,
        characters: bool,
        sides: dict[int, dict[int, tuple[Any, ...]]],
        used: dict[int, dict[int, tuple[Any, ...]]],
    ) -> Columns:
        ends = int(number[0]), int(number[-1]) + 1
        columns = self._read(EACH_SEAT.format(", luck" * lucky), "i8, i8, f8, f8" + ", f8" * lucky, *ends)
        where = np.searchsorted(number, columns[0])
        of_a_game = number[where] == columns[0]
        where, (_, packed, returns, seconds, *luck) = where[of_a_game], [values[of_a_game] for values in columns]
        few, rest = {}, packed
        for name, bits in reversed(PACKED.items()):
            few[name], rest = rest & ((1 << bits) - 1), rest >> bits
        seat, agent = few["seat"], few["agent"]
        sizes = np.bincount(where, minlength=len(number))
        starts = sizes.cumsum() - sizes
        wrong = (packed < 0) | (seat != np.arange(len(seat)) - starts[where])
        wrong |= ~np.isfinite(returns) | (seconds < 0) | np.isinf(seconds)
        for values in luck:
            known = ~np.isnan(values)
            wrong |= np.isinf(values) | (known != known[starts[where]])
        self._check(number, (sizes == 0) | (np.bincount(where[wrong], minlength=len(number)) > 0))
        if agent.max(initial=0) >= self._num_agents:
            raise FileFault(
                f"results file {str(self._path)!r} is damaged: a seat has an agent without a name; choose another file"
            )
        part = Columns.empty(len(number), len(seat), lucky)
        part.number[:], part.seed[:], part.seats[:] = number, self.seed[at], sizes
        part.outcome[:], part.decisions[:] = self.outcome[at], self.decisions[at]
        for name, values in (*few.items(), *zip(("returns", "seconds", "luck"), (returns, seconds, *luck))):
            getattr(part, name)[:] = values
        if characters:
            found = np.array([one or NONE for (one,) in self._db.execute(CHARACTERS, ends)], object)[of_a_game]
            part.character[:] = [part.code(one) for one in found]
        part.faults.update(self._db.execute(FAULTS, ends))
        for name, rare in (("sides", sides), ("usage", used)):
            for one in rare.keys() & set(number.tolist()) if rare else ():
                k, seated = int(np.searchsorted(number, one)), rare[one]
                damaged = max(seated) >= sizes[k] or (name == "sides" and len(seated) != sizes[k])
                damaged |= name == "usage" and min(map(min, seated.values())) < 0
                self._check(number[k : k + 1], np.array([damaged]))
                for place, counted in seated.items():
                    if name == "usage":
                        part.usage[one, place] = Usage(*counted)
                    else:
                        part.side[starts[k] + place], part.story[k] = map(part.code, counted)
        return part

    def _read(self, sql: str, kinds: str, first: int, end: int) -> list[NDArray[Any]]:
        some, dtype = [], np.dtype(kinds)
        try:
            with readable_errors(self._path):
                found = self._db.execute(sql, (first, end))
                while len(block := np.fromiter(islice(found, CHUNK), dtype)):
                    some.append(block)
        except FileFault:
            raise
        except (TypeError, ValueError, OverflowError):
            raise FileFault(
                f"results file {str(self._path)!r} is damaged: a value has another type; choose another one"
            ) from None
        names = dtype.names or ()
        return [np.concatenate([block[name] for block in some]) if some else np.zeros(0, dtype[name]) for name in names]

    def _check(self, numbers: NDArray[np.int64], damaged: NDArray[np.bool_]) -> None:
        if damaged.any():
            number, path = numbers[damaged.argmax()], str(self._path)
            raise FileFault(
                f"results file {path!r}: game {number} in it is damaged; delete it to have it played again: "
                f'sqlite3 {path!r} "DELETE FROM games WHERE game = {number}"'
            )


def seats_in(db: sqlite3.Connection, table: str, columns: Sequence[str]) -> dict[int, dict[int, tuple[Any, ...]]]:
    """Records of a table about some seats, by game and seat; files of earlier versions lack it."""
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)).fetchone():
        return {}
    found: dict[int, dict[int, tuple[Any, ...]]] = {}
    for game, seat, *values in db.execute(f"SELECT game, seat, {', '.join(columns)} FROM {table}"):
        found.setdefault(game, {})[seat] = tuple(values)
    return found
