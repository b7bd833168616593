"""How an observation becomes the inputs of a network: a short list of places with amounts, out of some thousands.

A number that represents something (a card, a player, a phase: `ObservationSchema.are_codes`) makes one input for each value that it
takes, with the amount 1. A number that counts or measures makes one input with its size, sign(x) * log(1 + |x|), and besides one for
each of its frequent values. What a number nearly always is makes no input: its commonest value is where all amounts are zero. So
three thousand numbers become some hundred inputs.

Which values a number takes is found in observations of play. A value that was never seen makes no input.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.networks.header import ENTRY_WIDTH, MOST, Entry
from fs_env.agents.networks.part import learning_of

if TYPE_CHECKING:
    from fs_env.core.machine.declare.observation import ObservationSchema
    from fs_env.core.machine.run.game import Game

SEEN = 60  # observations with a value for which there is an input
LONGEST = 600  # values from the smallest to the largest beyond which a number has no inputs for single values


class Inputs:
    """The table that turns an observation into inputs.

    Attributes:
        numbers: of an observation.
        size: the number of inputs.
        entries: int32 (n, len(Entry)): see `header.Entry`; those of one number first.
        rows: int32 (m,): the inputs of single values, -1 for none.
        bases: float32 (n,): the size of the commonest value of each entry.
    """

    def __init__(self, numbers: int, size: int, entries: NDArray[Any], rows: NDArray[Any], bases: NDArray[Any]) -> None:
        self.numbers, self.size = int(numbers), int(size)
        self.entries = np.ascontiguousarray(entries, np.int32)
        self.rows = np.ascontiguousarray(rows, np.int32)
        self.bases = np.ascontiguousarray(bases, np.float32)
        self._check()

    @property
    def single(self) -> int:
        return int((self.entries[:, Entry.OTHER] < 0).sum())

    @cached_property
    def readers(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The entries that read each number: int32 (numbers + 1,), where its first one is in the second array; int32 (k,)."""
        places, others = self.entries[:, Entry.PLACE], self.entries[:, Entry.OTHER]
        pairs = np.flatnonzero((others >= 0) & (others != places))
        read = np.concatenate([places, others[pairs]])
        order = np.argsort(read, kind="stable")
        firsts = np.searchsorted(read[order], np.arange(self.numbers + 1))
        readers = np.concatenate([np.arange(len(places)), pairs])[order]
        return firsts.astype(np.int32), readers.astype(np.int32)

    def times(self, seats: int) -> Inputs:
        """The same table with room for the inputs of several observations, those of one after those of the one before."""
        return Inputs(self.numbers, self.size * seats, self.entries, self.rows, self.bases)

    def _check(self) -> None:
        entries, rows = self.entries, self.rows
        if entries.ndim != 2 or entries.shape[1] != ENTRY_WIDTH or not len(entries) or rows.ndim != 1:
            raise ValueError(f"a table of entries of shape {entries.shape}: expected (n, {ENTRY_WIDTH})")
        place, count, first, number, other, size = (
            entries[:, column]
            for column in (Entry.PLACE, Entry.COUNT, Entry.FIRST, Entry.NUMBER, Entry.OTHER, Entry.OTHER_SIZE)
        )
        most = int((number >= 0).sum() + (count > 0).sum())
        wrong = [
            (self.bases.shape != (len(entries),) or not np.isfinite(self.bases).all(), "sizes of common values"),
            (((place < 0) | (place >= self.numbers)).any(), "places of numbers"),
            (((other < -1) | (other >= self.numbers)).any() or (np.diff((other >= 0).astype(int)) < 0).any(), "pairs"),
            (((other >= 0) & ((size < 1) | (size > 1000))).any(), "pairs"),
            (((count < 0) | (first < 0) | (first.astype(np.int64) + count > len(rows))).any(), "values"),
            (((number < -1) | (number >= self.size)).any(), "inputs"),
            (((rows < -1) | (rows >= self.size)).any(), "inputs"),
            (most > MOST, f"inputs at once, {most} of at most {MOST}"),
        ]
        for is_wrong, what in wrong:
            if is_wrong:
                raise ValueError(f"its table of inputs has wrong {what}")


@lru_cache(maxsize=1)
def sizes() -> NDArray[np.float32]:
    """sign(x) * log(1 + |x|) of every int16, at the place of its bits read as uint16; float32 (65536,), read-only."""
    values = np.arange(-(2**15), 2**15)
    built = np.roll((np.sign(values) * np.log1p(np.abs(values))).astype(np.float32), -(2**15))
    built.flags.writeable = False
    return built


def places_of(schema: ObservationSchema, name: str) -> NDArray[np.int64]:
    """The places of a section, or of one of its columns ("cards.zone"), int64 (k,). Raises KeyError for other names."""
    section, _, column = name.partition(".")
    found = schema[section]
    places: NDArray[Any] = np.arange(found.offset, found.stop).reshape(found.shape)
    if column:
        places = np.moveaxis(places, found[column].axis, 0)[found[column].index]
    return places.reshape(-1)


def find_inputs(
    schema: ObservationSchema,
    observations: NDArray[np.int16],
    *,
    left_out: Sequence[str] = (),
    together: Sequence[tuple[str, str]] = (),
    seen: int = SEEN,
) -> Inputs:
    """The inputs that observations of play call for.

    Args:
        schema: of the observations; it declares which numbers are codes.
        observations: int16 (k, schema.size); some ten thousand from the games that the network is to play.
        left_out: sections, and columns as in "decision.decisions_left", that make no inputs.
        together: pairs of columns that are read as one number.
        seen: observations with a value for which there is an input.

    Raises:
        ValueError: observations of another length, or all alike.
    """
    if observations.ndim != 2 or observations.shape[1] != schema.size:
        raise ValueError(f"observations of shape {observations.shape}: expected (k, {schema.size}), as of the schema")
    dropped = {int(place) for name in left_out for place in places_of(schema, name)}
    it = Table()
    for place in range(schema.size):
        if place not in dropped:
            it.add(observations[:, place], place, bool(schema.are_codes[place]), seen)
    for one, other in together:
        for place, second in zip(places_of(schema, one).tolist(), places_of(schema, other).tolist(), strict=True):
            low, high = int(schema.low[second]), int(schema.high[second])
            size = high - low + 1
            values = observations[:, place].astype(np.int64) * size + (observations[:, second].clip(low, high) - low)
            it.add(values, place, True, seen, (second, low, size))
    if not it.entries:
        raise ValueError(f"{len(observations)} equal observations: expected observations of many games")
    return Inputs(schema.size, it.size, np.array(it.entries), np.array(it.rows, np.int32), np.array(it.bases))


def inputs_for(game: Game, observations: NDArray[np.int16], seen: int = SEEN) -> Inputs:
    """`find_inputs` with what the manifest of a game knows: what it is better to leave out, and to read together."""
    known = learning_of(game)
    return find_inputs(game.schema, observations, left_out=known.left_out, together=known.read_together, seen=seen)


def declared_inputs(schema: ObservationSchema) -> Inputs:
    """The inputs that a schema declares, whatever was seen in play, in the order of its numbers.

    A number that represents something has one for each of its values but the smallest, any other number one with its size.
    """
    low, high = schema.low.astype(np.int64), schema.high.astype(np.int64)
    values = np.where(schema.are_codes, high - low, 0)
    built = np.where(schema.are_codes, values, 1)
    begin, first = np.cumsum(built) - built, np.cumsum(values) - values
    common = np.where(schema.are_codes, low, 0)
    entries = np.zeros((schema.size, len(Entry)), np.int64)
    entries[:, Entry.PLACE], entries[:, Entry.COMMON] = np.arange(schema.size), common
    entries[:, Entry.LOW], entries[:, Entry.COUNT], entries[:, Entry.FIRST] = low + 1, values, first
    entries[:, Entry.NUMBER] = np.where(schema.are_codes, -1, begin)
    entries[:, Entry.OTHER], entries[:, Entry.OTHER_SIZE] = -1, 1
    rows = np.repeat(begin - first, values) + np.arange(values.sum())
    return Inputs(schema.size, int(built.sum()), entries, rows, sizes()[common & 65535])


class Table:
    def __init__(self) -> None:
        self.entries: list[list[int]] = []
        self.rows: list[int] = []
        self.bases: list[float] = []
        self.size = 0

    def add(
        self, values: NDArray[Any], place: int, is_code: bool, seen: int, second: tuple[int, int, int] = (-1, 0, 1)
    ) -> None:
        found, counts = np.unique(values, return_counts=True)
        if len(found) < 2:
            return
        common, low, high = int(found[counts.argmax()]), int(found[0]), int(found[-1])
        number, first, count = -1, len(self.rows), 0
        if not is_code and len(found) > 2:
            number, self.size = self.size, self.size + 1
        if high - low < LONGEST or is_code:
            count = high - low + 1
            rows = np.full(count, -1)
            often = found[(counts >= seen) & (found != common)]
            rows[often - low] = np.arange(self.size, self.size + len(often))
            self.size += len(often)
            self.rows += rows.tolist()
        if number < 0 and (not count or max(self.rows[first:]) < 0):
            del self.rows[first:]
            return
        entry = dict(zip(("OTHER", "OTHER_LOW", "OTHER_SIZE"), second))
        entry |= {"PLACE": place, "COMMON": common, "LOW": low, "COUNT": count, "FIRST": first, "NUMBER": number}
        self.entries.append([entry[column.name] for column in Entry])
        self.bases.append(float(sizes()[common & 65535]))
