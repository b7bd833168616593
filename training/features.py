"""The input of the network of `ppo_selfplay`, from an observation: float32 numbers of similar size.

Numbers become sign(x) * log(1 + |x|), so that 0 and 1 stay distinct and 100 does not dominate; this needs no statistics of
play, so a network's input never shifts while it learns. Codes that only name something become one-hot vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.networks.inputs import Inputs
from fs_env.agents.networks.kernels import ENTRY_WIDTH, Entry
from fs_env.core.checks import unknown

if TYPE_CHECKING:
    from fs_env.core.machine.declare.observation import ObservationSchema
    from fs_env.core.machine.run.game import Game

FORMS = ("compact", "flat")
SMALLEST = -(2**15)


class Choice:
    """The numbers of the flat observation that a network gets, as numbers or as one-hot codes."""

    def __init__(self, schema: ObservationSchema) -> None:
        self.schema = schema
        self.numbers: list[int] = []
        self.codes: list[tuple[int, int]] = []  # place, number of codes from 0 on

    def take(self, section: str, rows: int | None = None, without: Sequence[str] = ()) -> None:
        """Includes a section as numbers: its first `rows` along the first axis, without some columns of the last axis."""
        s = self.schema[section]
        places = np.arange(s.offset, s.stop).reshape(s.shape)
        if rows is not None:
            places = places[:rows]
        dropped = [s.column(name) for name in without]
        self.numbers += np.delete(places, dropped, axis=-1).reshape(-1).tolist()

    def code(self, section: str, column: str, size: int, row: int | None = None) -> None:
        """Includes one number as one of `size` codes; larger ones count as the last code."""
        index = (column,) if row is None else (row, column)
        self.codes.append((self.schema[section].at(*index), size))


def four_souls(choice: Choice, num_players: int) -> None:
    """Decision, players, hand, monsters and the top of the stack, but not the places of cards. The network knows the cards
    that can be used now from the ids of the legal actions."""
    choice.code("decision", "question", 27)
    choice.code("decision", "shape", 6)
    choice.code("decision", "phase", 5)
    choice.take("decision", without=("question", "shape", "card", "phase", "decisions_left"))
    choice.take("players", num_players, without=("character",))
    choice.take("hand")
    choice.take("slots", 4, without=("card",))
    choice.take("decks")
    for row in range(2):
        choice.code("stack", "kind", 22, row)
    choice.take("stack", 2, without=("kind", "card", "flags"))
    choice.code("resolving", "kind", 22)
    choice.take("resolving", without=("kind", "card", "flags"))


COMPACT: dict[str, Callable[[Choice, int], None]] = {"four_souls": four_souls}
"""Game -> what its compact form includes; for a game that is not listed, everything."""


class Features:
    """Makes network input from flat observations.

    Attributes:
        size: how many numbers there are.
        form: "compact" (what `COMPACT` includes for the game) or "flat" (all numbers of the observation).

    Args:
        game: the game that is played.
        num_players: the number of seats.
        form: as above.

    Raises:
        ValueError: an unknown form.
    """

    def __init__(self, game: Game, num_players: int, form: str = "compact") -> None:
        if form not in FORMS:
            raise ValueError(unknown("features", form, FORMS))
        self.form, self._inputs, self._schema = form, game.schema.size, game.schema
        choice = Choice(game.schema)
        if form == "compact" and game.name in COMPACT:
            COMPACT[game.name](choice, num_players)
        else:
            choice.numbers = list(range(game.schema.size))
        self._numbers = np.array(choice.numbers, np.intp)
        self._codes = np.array([place for place, _ in choice.codes], np.intp)
        sizes = np.array([size for _, size in choice.codes], np.intp)
        self._last = sizes - 1
        self._first = len(choice.numbers) + sizes.cumsum() - sizes
        self.size = len(choice.numbers) + int(sizes.sum())
        values = np.arange(SMALLEST, -SMALLEST)
        squashed = (np.sign(values) * np.log1p(np.abs(values))).astype(np.float32)
        self._squashed = np.roll(squashed, SMALLEST)  # [x] for x from 0 on, [x + 65536] for negative x

    def __call__(self, observations: NDArray[np.int16]) -> NDArray[np.float32]:
        """The input for flat observations (k, schema.size) int16: float32 (k, size).

        Raises:
            ValueError: observations of another length.
        """
        if observations.ndim != 2 or observations.shape[1] != self._inputs:
            raise ValueError(
                f"observations of shape {observations.shape}: expected (k, {self._inputs}), those of flat observations"
            )
        k = len(observations)
        made = np.zeros((k, self.size), np.float32)
        numbers = observations.take(self._numbers, axis=1).view(np.uint16)
        self._squashed.take(numbers, out=made[:, : len(self._numbers)])
        if len(self._codes):
            places = observations.take(self._codes, axis=1).clip(0, self._last) + self._first
            made.reshape(-1)[places + np.arange(k)[:, None] * self.size] = 1.0
        return made

    def table(self) -> Inputs:
        """The same as a table of inputs, one for each number: with it a network in compiled code reads what this one does."""
        numbers, codes = len(self._numbers), len(self._codes)
        entries, rows = np.zeros((numbers + codes, ENTRY_WIDTH), np.int32), list[int]()
        entries[:, Entry.OTHER], entries[:, Entry.OTHER_SIZE], entries[:, Entry.NUMBER] = -1, 1, -1
        entries[:numbers, Entry.PLACE], entries[:numbers, Entry.NUMBER] = self._numbers, np.arange(numbers)
        for k, (place, first, last) in enumerate(zip(self._codes, self._first, self._last, strict=True), numbers):
            low, high = int(self._schema.low[place]), int(self._schema.high[place])
            told = {"PLACE": place, "COMMON": low - 1, "LOW": low, "COUNT": high - low + 1, "FIRST": len(rows)}
            for name, value in told.items():
                entries[k, Entry[name]] = value
            rows += (np.arange(low, high + 1).clip(0, last) + first).tolist()
        return Inputs(self._inputs, self.size, entries, np.array(rows, np.int32), np.zeros(len(entries), np.float32))
