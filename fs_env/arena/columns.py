"""Finished games as columns, from which `Counts` and reports are counted: 27 bytes a game and 42 a seat, 26 where neither luck nor
characters nor sides are known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.ratings import whole_deals
from fs_env.arena.results import GameRow
from fs_env.arena.usage import Usage

NONE = ""  # the text of what is missing
MOST_AGENTS = 1000  # ratings take time with the third power of their number: 20 s for so many


@dataclass(frozen=True)
class Columns:
    """Games in any order; g counts games, s seats of all games, game by game.

    Attributes:
        number, seed, outcome, decisions: int64, int64, int8, int32 (g,), as in `GameRow`.
        story: int32 (g,): index in `texts`.
        seats: int16 (g,): number of seats of each game.
        agent, seat, choices: int16, int16, int32 (s,), as in `GameRow`.
        won, forfeited: bool (s,).
        returns: float64 (s,).
        seconds, luck: float64 (s,); not a number where it was not measured.
        character, side: int32 (s,): index in `texts`.
        texts: the texts that may occur with their indices, the first one "" for what is missing.
        faults: by the number of the game.
        usage: of language models, by the number of the game and the seat.
    """

    number: NDArray[np.int64]
    seed: NDArray[np.int64]
    outcome: NDArray[np.int8]
    decisions: NDArray[np.int32]
    story: NDArray[np.int32]
    seats: NDArray[np.int16]
    agent: NDArray[np.int16]
    seat: NDArray[np.int16]
    choices: NDArray[np.int32]
    won: NDArray[np.bool_]
    forfeited: NDArray[np.bool_]
    returns: NDArray[np.float64]
    seconds: NDArray[np.float64]
    luck: NDArray[np.float64]
    character: NDArray[np.int32]
    side: NDArray[np.int32]
    texts: dict[str, int] = field(default_factory=lambda: {NONE: 0})
    faults: dict[int, str] = field(default_factory=dict)
    usage: dict[tuple[int, int], Usage] = field(default_factory=dict)

    @classmethod
    def empty(cls, games: int, seats: int, lucky: bool = False) -> Columns:
        """Columns to be filled, without values where nothing is known; `lucky`: with room for luck."""
        arrays: dict[str, Any] = {name: np.zeros(games, kind) for name, kind in GAMES.items()}
        arrays |= {name: np.zeros(seats, kind) for name, kind in SEATS.items()}
        arrays["seconds"][:] = np.nan
        arrays["luck"] = np.full(seats, np.nan) if lucky else np.broadcast_to(np.nan, seats)  # which takes no memory
        return cls(**arrays)

    @classmethod
    def of(cls, rows: Iterable[GameRow]) -> Columns:
        rows = list(rows)
        found, first = cls.empty(len(rows), sum(len(row.seats) for row in rows), any(row.luck for row in rows)), 0
        for k, row in enumerate(rows):
            at = slice(first, first := first + len(row.seats))
            found.number[k], found.seed[k], found.outcome[k], found.decisions[k] = (
                row.number, row.seed, row.outcome, row.decisions,
            )  # fmt: skip
            found.story[k], found.seats[k] = found.code(row.story), len(row.seats)
            found.agent[at], found.seat[at], found.choices[at] = row.seats, range(len(row.seats)), row.seat_choices
            found.returns[at], found.seconds[at] = row.returns, row.seat_seconds
            found.won[at][list(row.winners)] = found.forfeited[at][list(row.forfeits)] = True
            found.character[at] = [found.code(one or NONE) for one in row.characters]
            if row.luck:
                found.luck[at] = row.luck
            if row.sides:
                found.side[at] = [found.code(side) for side in row.sides]
            if row.fault:
                found.faults[row.number] = row.fault
            found.usage.update({(row.number, seat): one for seat, one in enumerate(row.usage) if one is not None})
        return found

    def code(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def __len__(self) -> int:
        return len(self.number)

    @cached_property
    def game(self) -> NDArray[np.int32]:
        """int32 (s,): index of the game of each seat."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.seats)

    @cached_property
    def part(self) -> NDArray[np.float64]:
        """float64 (s,): part of the win, as in `GameRow.parts`."""
        return np.where(self.won, np.where(self.side > 0, 1.0, self.returns), 0.0)

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """int64 (g,): index of the first seat of each game."""
        ends: NDArray[np.int64] = self.seats.cumsum(dtype=np.int64)
        return ends - self.seats

    @cached_property
    def deals(self) -> NDArray[np.int32]:
        """int32 (g,): number of the deal of each game, as in `numbered_deals`."""
        return numbered_deals(self.seed, self.number)[0]

    def parts(self) -> Iterator[Columns]:
        """The games of some thousand deals at a time; all at once where the games of a deal do not follow each other."""
        ends = [*self.starts.tolist(), len(self.agent)]
        for at in whole_deals(self.deals):
            first, last, _ = at.indices(len(self))
            seats, arrays = slice(ends[first], ends[last]), {name: getattr(self, name)[at] for name in GAMES}
            yield replace(self, **arrays, **{name: getattr(self, name)[seats] for name in SEATS})

    def rows(self, which: Iterable[int] | None = None) -> Iterator[GameRow]:
        """The games as rows; `which`: indices of some games."""
        words, seats, columns = list(self.texts), self.seats.tolist(), {name: getattr(self, name) for name in SEATS}
        for k in range(len(self)) if which is None else which:
            at, places = slice(int(self.starts[k]), int(self.starts[k]) + seats[k]), range(seats[k])
            own, number = {name: values[at].tolist() for name, values in columns.items()}, int(self.number[k])
            luck, used = own["luck"], [self.usage.get((number, seat)) for seat in places] if self.usage else []
            yield GameRow(
                number, int(self.seed[k]), tuple(own["agent"]), int(self.outcome[k]), tuple(own["returns"]),
                tuple(seat for seat in places if own["won"][seat]), int(self.decisions[k]), tuple(own["choices"]),
                tuple(None if seconds != seconds else seconds for seconds in own["seconds"]),
                tuple(words[code] or None for code in own["character"]),
                tuple(seat for seat in places if own["forfeited"][seat]), self.faults.get(number, ""),
                () if luck[0] != luck[0] else tuple(luck), tuple(used) if any(used) else (),
                tuple(words[code] for code in own["side"]) if any(own["side"]) else (), words[self.story[k]],
            )  # fmt: skip


def numbered_deals(
    seed: NDArray[np.int64], number: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """The deal of each game, from 0 in the order of the first game of each, of seeds and numbers of games; the seeds of the deals, and
    the numbers of their first games."""
    new = np.diff(seed, prepend=~seed[:1]) != 0
    if (np.diff(number) > 0).all() and (np.diff(np.sort(seed[new])) > 0).all():  # the games of a deal follow each other
        return new.cumsum(dtype=np.int32) - np.int32(1), seed[new], number[new]
    seeds, deal = np.unique(seed, return_inverse=True)
    first = np.full(len(seeds), np.iinfo(np.int64).max)
    np.minimum.at(first, deal, number)
    order = first.argsort()
    rank = np.empty(len(seeds), np.int32)
    rank[order] = np.arange(len(seeds))
    return rank[deal], seeds[order], first[order]


GAMES = {
    "number": np.int64, "seed": np.int64, "outcome": np.int8, "decisions": np.int32, "story": np.int32, "seats": np.int16,
}  # fmt: skip
SEATS = {
    "agent": np.int16, "seat": np.int16, "choices": np.int32, "won": bool, "forfeited": bool, "returns": np.float64,
    "seconds": np.float64, "luck": np.float64, "character": np.int32, "side": np.int32,
}  # fmt: skip
