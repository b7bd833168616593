"""Action ids, declared range by range: a name, how many ids, what they say, and when they are legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum


@dataclass(frozen=True)
class ActionRange:
    """Neighbouring action ids of one kind.

    Attributes:
        name: its key in `Game.action_ids`.
        ids: the ids.
        meaning: what an id of the range says.
        legal: for each question that an id may answer, a member of the game's enum, what must hold for the id to be legal.
        shape: how the options of such a question are named, a member of the game's enum; None where a game has one way.
    """

    name: str
    ids: range
    meaning: str
    legal: Mapping[IntEnum, str]
    shape: IntEnum | None = None


class ActionTable:
    """The action ids of a game: each range goes on where the one declared before it ends.

    Attributes:
        ranges: the ranges by name, in the order of their ids.
    """

    def __init__(self) -> None:
        self.ranges: dict[str, ActionRange] = {}

    def add(
        self, name: str, size: int, meaning: str, legal: Mapping[IntEnum, str], shape: IntEnum | None = None
    ) -> int:
        """Declares the next range and returns its first id; arguments as in `ActionRange`.

        Raises:
            ValueError: a name that is taken, a range without ids, or without a question that it answers.
        """
        if name in self.ranges:
            raise ValueError(f"action range {name!r} is declared twice: give the second one another name")
        if size < 1 or not legal:
            raise ValueError(
                f"action range {name!r}: expected at least one id and one question, got {size} and {len(legal)}"
            )
        first = self.num_actions
        self.ranges[name] = ActionRange(name, range(first, first + size), meaning, dict(legal), shape)
        return first

    @property
    def ids(self) -> dict[str, range]:
        """The ids of each range."""
        return {name: declared.ids for name, declared in self.ranges.items()}

    @property
    def num_actions(self) -> int:
        """How many ids are declared so far."""
        return max((declared.ids.stop for declared in self.ranges.values()), default=0)
