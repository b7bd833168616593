"""Finished games as columns: what standings, ratings and reports are counted from, some 50 bytes a game and seat.

Parts of a tournament may be read or played by any process: `Columns.merge` joins them, in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.results import GameRow
from fs_env.arena.usage import Usage

NONE = ""  # the text of what is missing


@dataclass(frozen=True)
class Columns:
    """Games in the order of their numbers; g counts games, s seats of all games, game by game.

    Attributes:
        number, seed, outcome, decisions: int64 (g,), as in `GameRow`.
        story: int32 (g,): index in `texts`.
        seats: int64 (g,): number of seats of each game.
        agent, seat, choices: int64 (s,), as in `GameRow`.
        won, forfeited: bool (s,).
        part: float64 (s,): part of the win.
        seconds, luck: float64 (s,); not a number where it was not measured.
        character, side: int32 (s,): index in `texts`.
        texts: the texts that occur, the first one "" for what is missing.
        faults: by the number of the game.
        usage: of language models, by the number of the game and the seat.
    """

    number: NDArray[np.int64]
    seed: NDArray[np.int64]
    outcome: NDArray[np.int64]
    decisions: NDArray[np.int64]
    story: NDArray[np.int32]
    seats: NDArray[np.int64]
    agent: NDArray[np.int16]
    seat: NDArray[np.int16]
    choices: NDArray[np.int64]
    won: NDArray[np.bool_]
    forfeited: NDArray[np.bool_]
    part: NDArray[np.float64]
    seconds: NDArray[np.float64]
    luck: NDArray[np.float64]
    character: NDArray[np.int32]
    side: NDArray[np.int32]
    texts: tuple[str, ...] = (NONE,)
    faults: dict[int, str] = field(default_factory=dict)
    usage: dict[tuple[int, int], Usage] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Iterable[GameRow]) -> Columns:
        games, seats = [], []
        faults, used = {}, {}
        for row in rows:
            games.append((row.number, row.seed, row.outcome, row.decisions, row.story, len(row.seats)))
            if row.fault:
                faults[row.number] = row.fault
            used.update({(row.number, seat): one for seat, one in enumerate(row.usage) if one is not None})
            parts, luck = row.parts, row.luck or (None,) * len(row.seats)
            sides, characters = row.sides or (NONE,) * len(row.seats), row.characters
            for seat, agent in enumerate(row.seats):
                won, failed = seat in row.winners, seat in row.forfeits
                times = row.seat_choices[seat], row.seat_seconds[seat], characters[seat] or NONE, luck[seat]
                seats.append((agent, seat, parts[seat], won, failed, *times, sides[seat]))
        return cls.from_columns(list(zip(*games)) or [()] * 6, list(zip(*seats)) or [()] * 10, faults, used)

    @classmethod
    def from_columns(
        cls,
        games: Sequence[Any],
        seats: Sequence[Any],
        faults: dict[int, str],
        usage: dict[tuple[int, int], Usage],
    ) -> Columns:
        """Of columns of games: number, seed, outcome, decisions, story, seats; and of seats: agent, seat, part, won, forfeited, choices,
        seconds (or None), character, luck (or None), side; "" where there is no text."""
        number, seed, outcome, decisions, story, sizes = games
        agent, seat, part, won, failed, choices, seconds, character, luck, side = seats
        texts = (NONE, *sorted({*story, *character, *side} - {NONE}))
        at = {text: k for k, text in enumerate(texts)}

        def codes(words: Sequence[str]) -> NDArray[np.int32]:
            return np.array([at[word] for word in words] if len(texts) > 1 else np.zeros(len(words)), np.int32)

        return cls(
            np.array(number, np.int64), np.array(seed, np.int64), np.array(outcome, np.int64),
            np.array(decisions, np.int64), codes(story), np.array(sizes, np.int64), np.array(agent, np.int16), np.array(seat, np.int16),
            np.array(choices, np.int64), np.array(won, bool), np.array(failed, bool), np.array(part, float),
            np.array(seconds, float), np.array(luck, float), codes(character), codes(side), texts, faults, usage,
        ).in_order()  # fmt: skip

    @classmethod
    def merge(cls, parts: Sequence[Columns]) -> Columns:
        """The games of all parts; no game may be in two of them."""
        texts = (NONE, *sorted({text for part in parts for text in part.texts} - {NONE}))
        at = {text: k for k, text in enumerate(texts)}

        def joined(name: str) -> NDArray[Any]:
            if name in ("story", "character", "side"):
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
        ends = self.seats.cumsum()
        sizes = self.seats[order]
        within = np.arange(len(self.agent)) - np.repeat(sizes.cumsum() - sizes, sizes)
        at = np.repeat((ends - self.seats)[order], sizes) + within
        return Columns(
            **{name: getattr(self, name)[order] for name in GAMES},
            **{name: getattr(self, name)[at] for name in SEATS},
            texts=self.texts, faults=self.faults, usage=self.usage,
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.number)

    @cached_property
    def game(self) -> NDArray[np.int64]:
        """int64 (s,): index of the game of each seat."""
        return np.repeat(np.arange(len(self)), self.seats)

    @cached_property
    def deals(self) -> NDArray[np.int64]:
        """int64 (g,): number of the deal of each game, from 0."""
        return np.unique(self.seed, return_inverse=True)[1].reshape(-1)

    def rows(self) -> Iterator[GameRow]:
        """The games as rows, as far as ratings need them: without characters, decisions, usage and faults."""
        ends = self.seats.cumsum().tolist()
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


GAMES = ("number", "seed", "outcome", "decisions", "story", "seats")
SEATS = ("agent", "seat", "choices", "won", "forfeited", "part", "seconds", "luck", "character", "side")
