"""A position that a game can be started from."""

from __future__ import annotations

from dataclasses import dataclass

from fs_env.core.four_souls.scenario.play import Play
from fs_env.core.four_souls.scenario.position import Position


@dataclass(frozen=True)
class Scenario(Position):
    __doc__ = Position.__doc__

    def start(self) -> Play:
        """A running game of this position, at its first decision."""
        return Play.of(self)
