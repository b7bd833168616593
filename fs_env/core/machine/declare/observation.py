"""The schema of an observation: one flat int16 vector divided into named sections, whose numbers are declared by `columns`."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .columns import Column, Labels

INT16 = np.iinfo(np.int16)


@dataclass(frozen=True)
class Section:
    """A named part of an observation.

    Attributes:
        name: unique in its schema.
        shape: extents of the view; `()` is one number.
        meaning: what it contains, relative to the observer, with the sentinel for "none".
        low: smallest value, at least -32768; None: the smallest of its columns, else -32768.
        high: largest value, at most 32767; None: the largest of its columns, else 32767.
        offset: first index in the flat vector; set by the schema.
        axes: an entry for each axis of `shape`, or empty: a text that says what is counted along it, or a tuple with
            a `Column`, or the text "name: meaning", for each of its places. In `dtype` the places of a plain tuple are
            fields, those of `Labels` an array.
        codes: the enum whose members the numbers of a section without columns represent; None for plain numbers.
        names: what the numbers of a section without columns name, such as "card"; "" for numbers that count or measure.

    Raises:
        ValueError: an extent below 1, bounds beyond int16, or axes that do not fit the shape.
    """

    name: str
    shape: tuple[int, ...] = ()
    meaning: str = ""
    low: Any = None
    high: Any = None
    offset: int = 0
    axes: tuple[str | Labels | tuple[Column | str, ...], ...] = ()
    codes: type[IntEnum] | None = None
    names: str = ""

    def __post_init__(self) -> None:
        shape: Any = self.shape
        if isinstance(shape, int):
            object.__setattr__(self, "shape", (shape,))
        self._take_bounds("low", min, int(INT16.min))
        self._take_bounds("high", max, int(INT16.max))
        if any(n < 1 for n in self.shape):
            raise ValueError(f"section {self.name!r} has shape {self.shape}: every extent must be at least 1")
        if not INT16.min <= self.low <= self.high <= INT16.max:
            raise ValueError(
                f"section {self.name!r} has bounds {self.low}..{self.high}: "
                f"expected low <= high within {INT16.min}..{INT16.max}"
            )
        if self.axes and len(self.axes) != len(self.shape):
            raise ValueError(f"section {self.name!r} has {len(self.axes)} axes described: its shape is {self.shape}")
        for extent, axis in zip(self.shape, self.axes):
            if not isinstance(axis, str) and len(axis) != extent:
                raise ValueError(f"section {self.name!r} names {len(axis)} places along an axis of {extent}")
        if len(self._by_name) != len(self.columns):
            raise ValueError(f"section {self.name!r} has two places with one name: {[c.name for c in self.columns]}")

    def _take_bounds(self, side: str, outermost: Any, widest: int) -> None:
        if getattr(self, side) is None:
            given = [getattr(column, side) for column in self.columns]
            known = bool(given) and None not in given
            object.__setattr__(self, side, outermost(given) if known else widest)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The named places of all axes, in order, with their axis and index; empty where places have no names."""
        found = []
        for axis, places in enumerate(self.axes):
            for index, place in enumerate(() if isinstance(places, str) else places):
                column = labelled(place) if isinstance(place, str) else place
                found.append(replace(column, axis=axis, index=index))
        return tuple(found)

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The section as a record: along each axis named fields or an array; as large as its part of the vector.

        It is aligned: compiled code reads unaligned records more slowly.
        """
        inner: Any = np.dtype(np.int16)
        axes = self.axes or ("",) * len(self.shape)
        for axis in reversed(range(len(self.shape))):
            if isinstance(axes[axis], (str, Labels)):
                inner = np.dtype((inner.base, (self.shape[axis], *inner.shape)))
            else:
                inner = np.dtype([(c.name, inner) for c in self.columns if c.axis == axis], align=True)
        return inner

    @cached_property
    def _by_name(self) -> dict[str, Column]:
        return {column.name: column for column in self.columns}

    @cached_property
    def bounds(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """Smallest and largest value of each number, int16, of the shape of the section."""
        low, high = (np.full(self.shape, side, np.int16) for side in (self.low, self.high))
        for column in self.columns:
            for array, side in ((low, column.low), (high, column.high)):
                if side is not None:
                    array[(slice(None),) * column.axis + (column.index,)] = side
        return low, high

    @cached_property
    def are_codes(self) -> NDArray[np.bool_]:
        """Which numbers represent something, so that their size means nothing; bool, of the shape of the section."""
        found = np.full(self.shape, self.codes is not None or self.names != "", np.bool_)
        for column in self.columns:
            if column.is_code:
                found[(slice(None),) * column.axis + (column.index,)] = True
        return found

    def column(self, name: str) -> int:
        """The index of a named place along its axis: `view[..., section.column("coins")]`.

        Raises:
            KeyError: no such name; the message lists the names.
        """
        return self[name].index

    def __getitem__(self, name: str) -> Column:
        """The named place of that name: its meaning, its range, its codes.

        Raises:
            KeyError: no such name; the message lists the names.
        """
        try:
            return self._by_name[name]
        except KeyError:
            known = ", ".join(self._by_name) or "no names"
            raise KeyError(f"section {self.name!r} has no column {name!r}: it has {known}") from None

    def markdown(self) -> str:
        """The meaning of each axis, and each named place with its index, as markdown for the documentation."""
        lines: list[str] = []
        several = len(self.shape) > 1
        for axis, places in enumerate(self.axes):
            if isinstance(places, str):
                lines += [f"Axis {axis}: {places}." if several else f"Index: {places}.", ""]
                continue
            lines += [f"Axis {axis}:", ""] if several else []
            here = [column for column in self.columns if column.axis == axis]
            ranged = any(column.values for column in here)
            lines += [f"| index | column |{' values |' * ranged} meaning |", "| --- | --- |" + " --- |" * (1 + ranged)]
            lines += [f"| {c.index} | `{c.name}` |{f' {c.values} |' * ranged} {c.meaning} |" for c in here]
            lines.append("")
        return "\n".join(lines).rstrip()

    def take(self, view: NDArray[np.int16], name: str) -> NDArray[np.int16]:
        """The numbers of a named place in a view of this section, leading axes of a batch stay; memory is shared.

        Raises:
            KeyError: no such name; the message lists the names.
        """
        index = self.column(name)
        return np.moveaxis(view, self[name].axis - len(self.shape), 0)[index]

    def at(self, *index: int | str) -> int:
        """The place of one number in the flat vector, by its index or its name along each axis.

        Raises:
            IndexError: not one index for each axis, or one beyond its extent.
            KeyError: no such name along that axis.
        """
        if len(index) != len(self.shape):
            raise IndexError(f"section {self.name!r} has shape {self.shape}: {index} is not an index for each axis")
        place = 0
        for axis, (extent, k) in enumerate(zip(self.shape, index)):
            if isinstance(k, str):
                number = self.column(k)
                if self[k].axis != axis:
                    raise KeyError(f"section {self.name!r}: {k!r} is a place along axis {self[k].axis}")
            else:
                number = k
            if not 0 <= number < extent:
                raise IndexError(f"section {self.name!r} has shape {self.shape}: {index} is outside")
            place = place * extent + number
        return self.offset + place

    @property
    def size(self) -> int:
        """How many numbers of the flat vector it takes."""
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        """The index after its last number."""
        return self.offset + self.size


class ObservationSchema:
    """Sections in order, one directly after the other.

    Attributes:
        sections: with their offsets.
        size: length of the flat vector.

    Raises:
        ValueError: two sections with the same name, or none.
    """

    def __init__(self, sections: Sequence[Section]) -> None:
        placed: list[Section] = []
        offset = 0
        for section in sections:
            placed.append(replace(section, offset=offset))
            offset += section.size
        self.sections = tuple(placed)
        self.size = offset
        self._by_name = {section.name: section for section in placed}
        if not placed or len(self._by_name) != len(placed):
            raise ValueError(f"section names must be distinct and at least one: got {[s.name for s in placed]}")

    def __getitem__(self, name: str) -> Section:
        """The section of that name, with its offset.

        Raises:
            KeyError: no such section; the message lists the names.
        """
        try:
            return self._by_name[name]
        except KeyError:
            raise KeyError(f"no section {name!r}: the schema has {', '.join(self._by_name)}") from None

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The flat vector as a record, a field for each section: see `record`."""
        return np.dtype([(section.name, section.dtype) for section in self.sections], align=True)

    def record(self, observation: NDArray[np.int16]) -> NDArray[Any]:
        """Flat observations as records: `schema.record(obs)["players"]["coins"]`. Memory is shared.

        Args:
            observation: int16, shape (..., size), its last axis contiguous.

        Returns:
            An array of `dtype` with the leading axes of the batch: shape () for a single vector, (n,) for n of them.

        Raises:
            TypeError: numbers other than int16.
            ValueError: the last axis is not `size` long, or not contiguous.
        """
        if observation.dtype != np.int16:
            raise TypeError(f"an observation of {observation.dtype}: expected int16, as the environments return it")
        self._check(observation)
        if observation.flags.c_contiguous:
            return np.ndarray(observation.shape[:-1], self.dtype, observation)  # faster than a view
        if observation.strides[-1] != observation.itemsize:
            raise ValueError("the last axis of the observation is not contiguous: pass numpy.ascontiguousarray(it)")
        return observation.view(self.dtype)[..., 0]

    def _check(self, observation: NDArray[np.int16]) -> None:
        if observation.shape[-1:] != (self.size,):
            raise ValueError(f"an observation of shape {observation.shape} does not end in {self.size} numbers")

    @cached_property
    def low(self) -> NDArray[np.int16]:
        """Smallest value of every number, int16, shape (size,)."""
        return self._bounds(0)

    @cached_property
    def high(self) -> NDArray[np.int16]:
        """Largest value of every number, int16, shape (size,)."""
        return self._bounds(1)

    @cached_property
    def are_codes(self) -> NDArray[np.bool_]:
        """Which numbers represent something, such as a card or a phase, so that their size means nothing; bool, shape (size,)."""
        out = np.concatenate([s.are_codes.reshape(-1) for s in self.sections])
        out.setflags(write=False)
        return out

    @cached_property
    def key(self) -> str:
        """16 hex digits that change with the place, the name or the range of any number: for files that depend on them."""
        digest = hashlib.sha256()
        for s in self.sections:
            columns = [(c.name, c.axis, c.index, c.low, c.high) for c in s.columns]
            digest.update(repr((s.name, s.offset, s.shape, s.low, s.high, columns)).encode())
        return digest.hexdigest()[:16]

    def _bounds(self, side: int) -> NDArray[np.int16]:
        out = np.concatenate([s.bounds[side].reshape(-1) for s in self.sections])
        out.setflags(write=False)
        return out

    def views(self, observation: NDArray[np.int16]) -> dict[str, NDArray[np.int16]]:
        """Each section by name as a view that shares memory; leading axes of a batch stay.

        Raises:
            ValueError: the last axis is not `size` long.
        """
        self._check(observation)
        lead = observation.shape[:-1]
        return {s.name: observation[..., s.offset : s.stop].reshape(lead + s.shape) for s in self.sections}

    def index_words(self, place: int) -> str:
        """A place of the flat vector in words: its section, an index or a name along each axis, `players[0, coins]`.

        Raises:
            IndexError: no such place.
        """
        if not 0 <= place < self.size:
            raise IndexError(f"place {place} of a vector of {self.size} numbers")
        section = next(s for s in self.sections if place < s.stop)
        index = np.unravel_index(place - section.offset, section.shape) if section.shape else ()
        names = {(column.axis, column.index): column.name for column in section.columns}
        words = [names.get((axis, int(k)), str(int(k))) for axis, k in enumerate(index)]
        return f"{section.name}[{', '.join(words)}]" if words else section.name

    def markdown(self) -> str:
        """The sections as a markdown table, for the documentation."""
        lines = ["| section | from | shape | values | meaning |", "| --- | --- | --- | --- | --- |"]
        for s in self.sections:
            shape = " x ".join(map(str, s.shape)) or "1"
            lines.append(f"| `{s.name}` | {s.offset} | {shape} | {s.low}..{s.high} | {s.meaning} |")
        return "\n".join(lines)


def labelled(text: str) -> Column:
    name, _, meaning = text.partition(": ")
    return Column(name, meaning)


def rows(name: str, count: int, counted: str, columns: Sequence[Column], meaning: str) -> Section:
    """A section of `count` rows of the same columns; `counted` says what a row is."""
    return Section(name, (count, len(columns)), meaning, axes=(counted, tuple(columns)))


def row(name: str, columns: Sequence[Column], meaning: str) -> Section:
    return Section(name, (len(columns),), meaning, axes=(tuple(columns),))
