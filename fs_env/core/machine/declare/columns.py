"""The declaration of one number of an observation, as `Number`, `Flag`, `Code` or `Bits`; a `Section` gives each its place."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any


class Labels(tuple[str, ...]):
    """Named places along an axis that kernels loop over: in a record they are an array, not fields."""


@dataclass(frozen=True)
class Column:
    """A named place along an axis of a section.

    Attributes:
        name: a Python identifier, unique in its section.
        meaning: what the number means.
        low: smallest value; None: that of the section.
        high: largest value; None: that of the section.
        codes: the enum whose members the number represents; None for a plain number.
        shift: what is added to a member to get the number.
        bits: whether the number is a sum of members.
        names: what a number without an enum names, such as "card" or "player"; "" for one that counts or measures.
        axis: the axis that it is on; set by the section.
        index: its place along that axis; set by the section.

    Raises:
        ValueError: the name is not an identifier, the meaning is missing, or low is above high.
    """

    name: str
    meaning: str
    low: int | None = None
    high: int | None = None
    codes: type[IntEnum] | None = None
    shift: int = 0
    bits: bool = False
    names: str = ""
    axis: int = 0
    index: int = 0

    def __post_init__(self) -> None:
        if not self.name.isidentifier() or not self.meaning:
            words = f"{self.name}: {self.meaning}" if self.meaning else self.name
            raise ValueError(f"column {words!r} is not 'name: meaning', the name an identifier")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(f"column {self.name!r} has bounds {self.low}..{self.high}: expected low <= high")

    @property
    def is_code(self) -> bool:
        """Whether the number represents something, so that its size means nothing: for networks that read such numbers one-hot."""
        return self.codes is not None or self.names != ""

    @property
    def values(self) -> str:
        """Smallest and largest value as text; empty where those of the section apply."""
        return "" if self.low is None or self.high is None else f"{self.low}..{self.high}"

    def members(self, number: int) -> tuple[Any, ...]:
        """The members of `codes` that a number represents: one, several for bits, or none for "none".

        Raises:
            ValueError: the column has no codes, or the number represents no member.
        """
        if self.codes is None:
            raise ValueError(f"column {self.name!r} is a plain number: it has no codes")
        if self.bits:
            found = tuple(member for member in self.codes if number & member)
            if sum(found) != number:
                raise ValueError(f"column {self.name!r}: {number} has bits that {self.codes.__name__} does not name")
            return found
        if number == 0 and (self.shift or 0 not in self.codes._value2member_map_):
            return ()
        try:
            return (self.codes(number - self.shift),)
        except ValueError:
            raise ValueError(f"column {self.name!r}: {number} is not a code of {self.codes.__name__}") from None


def Number(name: str, meaning: str, low: int = 0, high: int | None = None, names: str = "") -> Column:
    """A number from `low` to `high`, without `high` up to that of the section; `names` says what it names if it measures nothing."""
    return Column(name, meaning, low, high, names=names)


def Flag(name: str, meaning: str) -> Column:
    return Column(name, meaning, 0, 1)


def Code(name: str, codes: type[IntEnum], meaning: str = "", shift: int = 0) -> Column:
    """A member of an enum, plus `shift`; 0 for none where the enum has no 0 or there is a shift."""
    low = 0 if shift else min(0, *codes)
    words = f"`{codes.__name__}`{f' + {shift}' if shift else ''}"
    return Column(name, f"{words}{', ' if meaning else ''}{meaning}", low, max(codes) + shift, codes, shift)


def Bits(name: str, codes: type[IntEnum], meaning: str = "") -> Column:
    """A sum of members of an enum of bits."""
    words = f"bits of `{codes.__name__}`"
    return Column(name, f"{words}{', ' if meaning else ''}{meaning}", 0, sum(codes), codes, bits=True)
