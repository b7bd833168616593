"""Action ids, declared range by range: a name, how many ids, what they mean, and when they are legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum


@dataclass(frozen=True)
class ActionRange:
    """The action ids of one kind.

    Attributes:
        name: its key in `Game.action_ids`.
        ids: the ids, ascending; a `range` where they are consecutive.
        meaning: what an id of the range means.
        legal: for each question that an id may answer (a member of the game's enum), what must hold for it to be legal.
        shape: how the options of such a question are named, a member of the game's enum; None where a game has one way.
    """

    name: str
    ids: Sequence[int]
    meaning: str
    legal: Mapping[IntEnum, str]
    shape: IntEnum | None = None


class ActionTable:
    """The action ids of a game; `ranges` by name are in the order of their ids."""

    def __init__(self) -> None:
        self.ranges: dict[str, ActionRange] = {}

    def add(
        self,
        name: str,
        ids: int | Sequence[int],
        meaning: str,
        legal: Mapping[IntEnum, str],
        shape: IntEnum | None = None,
    ) -> int:
        """Declares a range and returns its first id; arguments as in `ActionRange`.

        Args:
            ids: the ids, ascending; or a number of ids, which then follow the highest one so far.

        Raises:
            ValueError: the name is taken, or the range has no ids or answers no question.
        """
        if name in self.ranges:
            raise ValueError(f"action range {name!r} is declared twice: give the second one another name")
        if isinstance(ids, int):
            ids = range(self.num_actions, self.num_actions + ids)
        if not ids or not legal:
            raise ValueError(
                f"action range {name!r}: expected at least one id and one question, got {len(ids)} and {len(legal)}"
            )
        neighbours = range(ids[0], ids[-1] + 1)
        found = neighbours if len(ids) == len(neighbours) else tuple(ids)
        self.ranges[name] = ActionRange(name, found, meaning, dict(legal), shape)
        return found[0]

    @property
    def ids(self) -> dict[str, Sequence[int]]:
        return {name: declared.ids for name, declared in self.ranges.items()}

    def range_of(self, action: int) -> tuple[str, int]:
        """The name of the range of an id, and the place of the id in it, from 0."""
        for name, declared in self.ranges.items():
            if action in declared.ids:
                return name, declared.ids.index(action)
        raise ValueError(f"action {action!r} does not exist: ids go from 0 to {self.num_actions - 1}")

    @property
    def num_actions(self) -> int:
        """One more than the highest id so far."""
        return max((declared.ids[-1] + 1 for declared in self.ranges.values()), default=0)
