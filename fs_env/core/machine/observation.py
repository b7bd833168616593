"""The layout of an observation: one flat int16 vector cut into named sections."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

INT16 = np.iinfo(np.int16)


class Labels(tuple[str, ...]):
    """Named places along an axis that kernels count through: in a record they are an array, not fields."""


@dataclass(frozen=True)
class Column:
    """A named place along an axis of a section: its axis, its index there, and what the numbers there tell."""

    name: str
    axis: int
    index: int
    meaning: str


@dataclass(frozen=True)
class Section:
    """A named part of an observation.

    Attributes:
        name: unique in its layout.
        shape: extents of the view; `()` is one number.
        meaning: what it tells, relative to the observer, with the sentinel for "none".
        low: smallest value, at least -32768.
        high: largest value, at most 32767.
        offset: first index in the flat vector; set by the layout.
        axes: an entry for each axis of `shape`, or nothing at all: words for what is counted along it, or a tuple with
            "name: meaning" of each of its places, a name being a Python identifier. In `dtype` the places of a plain
            tuple are fields, those of `Labels` an array.

    Raises:
        ValueError: an extent below 1, bounds beyond int16, or axes that do not fit the shape.
    """

    name: str
    shape: tuple[int, ...] = ()
    meaning: str = ""
    low: int = int(INT16.min)
    high: int = int(INT16.max)
    offset: int = 0
    axes: tuple[str | tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        shape: Any = self.shape
        if isinstance(shape, int):
            object.__setattr__(self, "shape", (shape,))
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
            raise ValueError(f"section {self.name!r} has two places of one name: {[c.name for c in self.columns]}")

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The named places of all axes, in order; empty where places have no names.

        Raises:
            ValueError: an entry is not "name: meaning".
        """
        found = []
        for axis, places in enumerate(self.axes):
            for index, text in enumerate(() if isinstance(places, str) else places):
                name, _, meaning = text.partition(": ")
                if not name.isidentifier() or not meaning:
                    raise ValueError(f"section {self.name!r}: {text!r} is not 'name: meaning'")
                found.append(Column(name, axis, index, meaning))
        return tuple(found)

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The section as a record: along each axis fields by name, or an array; of the size of its part of the vector.

        It is aligned: compiled code reads unaligned records more slowly.
        """
        inner: Any = np.dtype(np.int16)
        axes = self.axes or ("",) * len(self.shape)
        for extent, places in zip(reversed(self.shape), reversed(axes)):
            if isinstance(places, (str, Labels)):
                inner = np.dtype((inner.base, (extent, *inner.shape)))
            else:
                inner = np.dtype([(text.partition(": ")[0], inner) for text in places], align=True)
        return inner

    @cached_property
    def _by_name(self) -> dict[str, Column]:
        return {column.name: column for column in self.columns}

    def column(self, name: str) -> int:
        """The index of a named place along its axis: `view[..., section.column("coins")]`.

        Raises:
            KeyError: no such name; the message lists the names.
        """
        try:
            return self._by_name[name].index
        except KeyError:
            known = ", ".join(self._by_name) or "no names"
            raise KeyError(f"section {self.name!r} has no column {name!r}: it has {known}") from None

    def markdown(self) -> str:
        """What each axis counts, and each named place with its index, as markdown for the documentation."""
        lines: list[str] = []
        several = len(self.shape) > 1
        for axis, places in enumerate(self.axes):
            if isinstance(places, str):
                lines += [f"Axis {axis}: {places}." if several else f"Index: {places}.", ""]
                continue
            lines += [f"Axis {axis}:", ""] if several else []
            lines += ["| index | column | meaning |", "| --- | --- | --- |"]
            lines += [f"| {c.index} | `{c.name}` | {c.meaning} |" for c in self.columns if c.axis == axis]
            lines.append("")
        return "\n".join(lines).rstrip()

    def take(self, view: NDArray[np.int16], name: str) -> NDArray[np.int16]:
        """The numbers of a named place in a view of this section, leading axes of a batch kept; memory is shared.

        Raises:
            KeyError: no such name; the message lists the names.
        """
        index = self.column(name)
        return np.moveaxis(view, self._by_name[name].axis - len(self.shape), 0)[index]

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
                if self._by_name[k].axis != axis:
                    raise KeyError(f"section {self.name!r}: {k!r} is a place along axis {self._by_name[k].axis}")
            else:
                number = k
            if not 0 <= number < extent:
                raise IndexError(f"section {self.name!r} has shape {self.shape}: {index} lies outside")
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


class ObservationLayout:
    """Sections in order, laid end to end.

    Attributes:
        sections: with their offsets.
        size: length of the flat vector.

    Raises:
        ValueError: two sections of one name, or none.
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
            raise KeyError(f"no section {name!r}: the layout has {', '.join(self._by_name)}") from None

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The flat vector as a record, a field for each section: `obs.view(layout.dtype)["players"]["coins"]`.

        The view of an observation of shape (size,) has shape (1,), that of a batch of shape (n, size) has shape (n, 1).
        """
        return np.dtype([(section.name, section.dtype) for section in self.sections], align=True)

    @cached_property
    def low(self) -> NDArray[np.int16]:
        """Smallest value of every number, int16, shape (size,)."""
        return self._bounds("low")

    @cached_property
    def high(self) -> NDArray[np.int16]:
        """Largest value of every number, int16, shape (size,)."""
        return self._bounds("high")

    def _bounds(self, side: str) -> NDArray[np.int16]:
        out = np.concatenate([np.full(s.size, getattr(s, side), np.int16) for s in self.sections])
        out.setflags(write=False)
        return out

    def views(self, observation: NDArray[np.int16]) -> dict[str, NDArray[np.int16]]:
        """Each section by name as a view that shares memory; leading axes of a batch are kept.

        Raises:
            ValueError: the last axis is not `size` long.
        """
        if observation.shape[-1:] != (self.size,):
            raise ValueError(f"an observation of shape {observation.shape} does not end in {self.size} numbers")
        lead = observation.shape[:-1]
        return {s.name: observation[..., s.offset : s.stop].reshape(lead + s.shape) for s in self.sections}

    def index_words(self, place: int) -> str:
        """What a place of the flat vector is: its section with an index or a name along each axis, `players[0, coins]`.

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
