"""Sides of a game: seats that win or lose together. A seat's side may be assigned only during the game, and may change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

TOGETHER = "together"
"""The side of all seats where they win or lose together, against the house."""


@dataclass(frozen=True)
class Sides:
    """How a game reveals to its seats their sides.

    Attributes:
        names: of the sides that play against each other, at least two.
        of: `(seen) -> (side, story)`: the side of the seat whose observation is `seen`, a record of the schema: one of `names`,
            `TOGETHER`, or "" while it has none; and what divides the seats, a key of `stories`, or "".
        stories: number or word of each thing that may divide the seats -> its name.
    """

    names: tuple[str, ...]
    of: Callable[[Any], tuple[str, str]]
    stories: Mapping[str, str] = field(default_factory=dict)
