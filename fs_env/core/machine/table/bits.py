"""Sets of the numbers 0 to 62 as a whole number, a bit each: `while left: member = lowest(left); left &= left - 1`."""

from __future__ import annotations

from collections.abc import Iterable

from ..compile.instructions import lowest

__all__ = ["lowest", "set_of"]


def set_of(members: Iterable[int]) -> int:
    return sum(1 << int(member) for member in set(members))
