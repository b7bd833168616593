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
    """

    name: str
    shape: tuple[int, ...] = ()
    meaning: str = ""
    low: int = int(INT16.min)
    high: int = int(INT16.max)
    offset: int = 0

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

    def markdown(self) -> str:
        """The sections as a markdown table, for the documentation."""
        lines = ["| section | from | shape | values | meaning |", "| --- | --- | --- | --- | --- |"]
        for s in self.sections:
            shape = " x ".join(map(str, s.shape)) or "1"
            lines.append(f"| `{s.name}` | {s.offset} | {shape} | {s.low}..{s.high} | {s.meaning} |")
        return "\n".join(lines)
