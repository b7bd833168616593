"""Copies of objects that hold states of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from .game import Game


class CopiesStates:
    """Copied and pickled with the states of its game, the attributes in `STATES`, as snapshots: padding of a record has random bytes."""

    game: Game
    STATES: ClassVar[tuple[str, ...]]

    def __getstate__(self) -> dict[str, Any]:
        packed = {name: self.game.snapshot(S) for name in self.STATES if (S := getattr(self, name)) is not None}
        return {**vars(self), **packed}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        for name in self.STATES:
            if kept[name] is not None:
                S = self.game.new()
                self.game.restore(S, kept[name])
                setattr(self, name, S)
