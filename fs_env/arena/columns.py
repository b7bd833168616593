"""Finished games as columns, from which standings, ratings and reports are counted: some 30 bytes a game and 30 a seat.

Parts of a tournament may be read or played by any process: `Columns.merge` joins them, in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.results import GameRow
from fs_env.arena.usage import Usage

NONE = ""  # the text of what is missing
MOST_AGENTS = 1000  # ratings take time with the third power of their number: 20 s for so many


@dataclass(frozen=True)
class Columns:
    """Games in the order of their numbers; g counts games, s seats of all games, game by game.

    Attributes:
        number, seed, outcome, decisions: int64, int64, int8, int32 (g,), as in `GameRow`.
        story: int32 (g,): index in `texts`.
        seats: int16 (g,): number of seats of each game.
        agent, seat, choices: int16, int16, int32 (s,), as in `GameRow`.
        won, forfeited: bool (s,).
        part: float64 (s,): part of the win.
        seconds, luck: float32, float64 (s,); not a number where it was not measured.
        character, side: int32 (s,): index in `texts`.
        texts: the texts that occur, the first one "" for what is missing.
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
    part: NDArray[np.float64]
    seconds: NDArray[np.float32]
    luck: NDArray[np.float64]
    character: NDArray[np.int32]
    side: NDArray[np.int32]
    texts: tuple[str, ...] = (NONE,)
    faults: dict[int, str] = field(default_factory=dict)
    usage: dict[tuple[int, int], Usage] = field(default_factory=dict)

    @classmethod
    def empty(cls, games: int, seats: int) -> Columns:
        """Columns to be filled, without values where nothing is known."""
        arrays: dict[str, Any] = {name: np.zeros(games, kind) for name, kind in GAMES.items()}
        arrays |= {name: np.zeros(seats, kind) for name, kind in SEATS.items()}
        arrays["seconds"][:] = arrays["luck"][:] = np.nan
        return cls(**arrays)

    @classmethod
    def of(cls, rows: Iterable[GameRow]) -> Columns:
        rows = list(rows)
        found, codes, first = cls.empty(len(rows), sum(len(row.seats) for row in rows)), {NONE: 0}, 0
        usage = {}
        for k, row in enumerate(rows):
            at = slice(first, first := first + len(row.seats))
            found.number[k], found.seed[k], found.outcome[k], found.decisions[k] = (
                row.number, row.seed, row.outcome, row.decisions,
            )  # fmt: skip
            found.story[k], found.seats[k] = codes.setdefault(row.story, len(codes)), len(row.seats)
            found.agent[at], found.seat[at], found.choices[at] = row.seats, range(len(row.seats)), row.seat_choices
            found.part[at], found.seconds[at] = row.parts, row.seat_seconds
            found.won[at][list(row.winners)] = found.forfeited[at][list(row.forfeits)] = True
            found.character[at] = [codes.setdefault(one or NONE, len(codes)) for one in row.characters]
            if row.luck:
                found.luck[at] = row.luck
            if row.sides:
                found.side[at] = [codes.setdefault(side, len(codes)) for side in row.sides]
            if row.fault:
                found.faults[row.number] = row.fault
            usage.update({(row.number, seat): one for seat, one in enumerate(row.usage) if one is not None})
        return found.with_texts(codes, usage).in_order()

    def with_texts(self, codes: dict[str, int], usage: dict[tuple[int, int], Usage]) -> Columns:
        """The same games with `texts` in order, of codes in the order in which the texts were found."""
        texts = (NONE, *sorted(codes.keys() - {NONE}))
        if tuple(codes) == texts:
            return replace(self, texts=texts, usage=usage)
        at = np.zeros(len(codes), np.int32)
        at[[codes[text] for text in texts]] = range(len(texts))
        coded = {name: at[getattr(self, name)] for name in CODED}
        return replace(self, **coded, texts=texts, usage=usage)

    @classmethod
    def merge(cls, parts: Sequence[Columns]) -> Columns:
        """The games of all parts; no game may be in two of them."""
        texts = (NONE, *sorted({text for part in parts for text in part.texts} - {NONE}))
        at = {text: k for k, text in enumerate(texts)}

        def joined(name: str) -> NDArray[Any]:
            if name in CODED:
                arrays = [np.array([at[text] for text in one.texts], np.int32)[getattr(one, name)] for one in parts]
            else:
                arrays = [getattr(one, name) for one in parts]
            return np.concatenate(arrays) if arrays else getattr(cls.of(()), name)

        arrays = {name: joined(name) for name in (*GAMES, *SEATS)}
        faults = {number: fault for one in parts for number, fault in one.faults.items()}
        return cls(
            **arrays, texts=texts, faults=faults, usage={key: u for one in parts for key, u in one.usage.items()}
        ).in_order()

    def in_order(self) -> Columns:
        if (np.diff(self.number) > 0).all():
            return self
        order = self.number.argsort(kind="stable")
        ends = self.seats.cumsum(dtype=np.int64)
        sizes = self.seats[order]
        within = np.arange(len(self.agent)) - np.repeat(sizes.cumsum(dtype=np.int64) - sizes, sizes)
        at = np.repeat((ends - self.seats)[order], sizes) + within
        return Columns(
            **{name: getattr(self, name)[order] for name in GAMES},
            **{name: getattr(self, name)[at] for name in SEATS},
            texts=self.texts, faults=self.faults, usage=self.usage,
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.number)

    @cached_property
    def game(self) -> NDArray[np.int32]:
        """int32 (s,): index of the game of each seat."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.seats)

    @cached_property
    def deals(self) -> NDArray[np.int32]:
        """int32 (g,): number of the deal of each game, from 0; ascending where the games of a deal follow each other."""
        seeds, new = np.unique(self.seed), np.diff(self.seed, prepend=self.seed[:1]) != 0
        if len(seeds) == new.sum() + (len(new) > 0):
            return new.cumsum(dtype=np.int32)
        return np.searchsorted(seeds, self.seed).astype(np.int32)

    def rows(self) -> Iterator[GameRow]:
        """The games as rows, as far as ratings need them: without characters, decisions, usage and faults."""
        ends = self.seats.cumsum(dtype=np.int64).tolist()
        for k, end in enumerate(ends):
            at = slice(end - int(self.seats[k]), end)
            seats = range(int(self.seats[k]))
            sides = tuple(self.texts[code] for code in self.side[at]) if self.side[at].any() else ()
            luck = self.luck[at].tolist()
            yield GameRow(
                int(self.number[k]), int(self.seed[k]), tuple(self.agent[at].tolist()), int(self.outcome[k]),
                tuple(self.part[at].tolist()), tuple(s for s in seats if self.won[at][s]), 0, (0,) * len(seats),
                (None,) * len(seats), (None,) * len(seats), tuple(s for s in seats if self.forfeited[at][s]), "",
                () if luck[0] != luck[0] else tuple(luck), (), sides, self.texts[self.story[k]],
            )  # fmt: skip


GAMES = {
    "number": np.int64, "seed": np.int64, "outcome": np.int8, "decisions": np.int32, "story": np.int32, "seats": np.int16,
}  # fmt: skip
SEATS = {
    "agent": np.int16, "seat": np.int16, "choices": np.int32, "won": bool, "forfeited": bool, "part": np.float64,
    "seconds": np.float32, "luck": np.float64, "character": np.int32, "side": np.int32,
}  # fmt: skip
CODED = ("story", "character", "side")
