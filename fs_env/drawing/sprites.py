"""Sprites: small pictures with opacity that are painted on a large one, remembered up to a number of bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Key = TypeVar("Key", bound=Hashable)


class Place(NamedTuple):
    left: int
    top: int
    wide: int
    high: int

    @property
    def area(self) -> int:
        return self.wide * self.high

    @property
    def rows(self) -> slice:
        return slice(self.top, self.top + self.high)

    @property
    def columns(self) -> slice:
        return slice(self.left, self.left + self.wide)

    def common(self, other: Place) -> Place:
        left, top = max(self.left, other.left), max(self.top, other.top)
        right = min(self.left + self.wide, other.left + other.wide)
        bottom = min(self.top + self.high, other.top + other.high)
        return Place(left, top, max(0, right - left), max(0, bottom - top))


@dataclass(frozen=True)
class Sprite:
    """A picture that lets through what is below it.

    Attributes:
        place: where it is painted, without margins in which there is nothing.
        color: uint16 (high, wide, 3), red, green and blue times opacity, and 128.
        rest: uint16 (high, wide, 3), what is left of the picture below, of 255.
    """

    place: Place
    color: NDArray[np.uint16]
    rest: NDArray[np.uint16]

    @classmethod
    def cut(cls, found: NDArray[np.uint8], place: Place) -> Sprite:
        opacity = found[:, :, 3]
        rows, columns = np.flatnonzero(opacity.any(1)), np.flatnonzero(opacity.any(0))
        if len(rows) == 0:
            rows = columns = np.zeros(1, int)
        top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
        found = found[top:bottom, left:right]
        alpha = found[:, :, 3:].astype(np.uint16)
        return cls(
            Place(place.left + int(left), place.top + int(top), int(right - left), int(bottom - top)),
            found[:, :, :3] * alpha + 128,
            np.repeat(255 - alpha, 3, axis=2),
        )

    @property
    def size(self) -> int:
        return int(self.color.nbytes + self.rest.nbytes)

    def paint(self, picture: NDArray[np.uint8], corner: Place) -> None:
        """Changes a picture (height, width, 3) whose first pixel is that of a place; the rest is left out."""
        high, wide = picture.shape[:2]
        seen = self.place.common(Place(corner.left, corner.top, wide, high))
        if not seen.area:
            return
        left, top = seen.left - corner.left, seen.top - corner.top
        x, y = seen.left - self.place.left, seen.top - self.place.top
        below = picture[top : top + seen.high, left : left + seen.wide]
        own = (slice(y, y + seen.high), slice(x, x + seen.wide))
        mixed = below * self.rest[own]
        mixed += self.color[own]
        mixed += mixed >> 8  # by 255, rounded
        below[:] = mixed >> 8


class Sprites(Generic[Key]):
    """Sprites by key, the most recently used ones, in at most `room` bytes."""

    def __init__(self, room: int) -> None:
        self.room, self.used = room, 0
        self._kept: OrderedDict[Key, Sprite] = OrderedDict()

    def __contains__(self, key: Key) -> bool:
        return key in self._kept

    def __getitem__(self, key: Key) -> Sprite:
        self._kept.move_to_end(key)
        return self._kept[key]

    def add(self, key: Key, sprite: Sprite) -> None:
        self._kept[key] = sprite
        self.used += sprite.size

    def shrink(self) -> None:
        while self.used > self.room:
            self.used -= self._kept.popitem(last=False)[1].size

    def clear(self) -> None:
        self._kept.clear()
        self.used = 0


def pack(places: Sequence[Place], wide: int) -> tuple[list[tuple[int, int]], int, int]:
    """The place of each rectangle on one sheet `wide` units wide or more, and the size of the sheet: in rows, the highest first."""
    wide = max([wide, *(place.wide for place in places)])
    spots: list[Any] = [None] * len(places)
    x = y = high = used = 0
    for k in sorted(range(len(places)), key=lambda k: -places[k].high):
        if x + places[k].wide > wide:
            x, y = 0, y + high
            high = 0
        spots[k] = (x, y)
        x, high = x + places[k].wide, max(high, places[k].high)
        used = max(used, x)
    return spots, used, y + high
