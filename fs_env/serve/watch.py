"""`Watch`: a table as watchers see it, all cards open and some seconds late."""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

from fs_env.serve.table import Table
from fs_env.serve.viewer import Viewer
from fs_env.serve.wire import Ended


class Frame(NamedTuple):
    """A position that watchers will see: when, the state, how the game ended if it has."""

    due: float
    state: Any
    ended: Ended | None


class Watch:
    """Keeps positions back until watchers may see them.

    Args:
        table: that is watched.
    """

    def __init__(self, table: Table) -> None:
        self.delay = float(table.setup.delay)
        self.game = table.game
        self.viewer = Viewer(table.game, None, table.setup.names)
        self.waiting: deque[Frame] = deque()
        self.ended: Ended | None = None
        self.seen = False

    def add(self, table: Table, at: float) -> None:
        """Notes the position of the table at a time, in seconds, if the table can be watched."""
        if not table.setup.watch:
            return
        self.waiting.append(Frame(at + self.delay, self.game.clone(table.state), ended_of(table)))

    def advance(self, now: float) -> bool:
        """Shows every position that is due; returns whether there was one."""
        news = False
        while self.waiting and self.waiting[0].due <= now:
            frame = self.waiting.popleft()
            self.viewer.see(frame.state)
            self.ended = frame.ended
            self.seen = news = True
        return news

    def add_line(self, kind: str, text: str) -> None:
        """Adds a line that is no part of the game."""
        self.viewer.add_line(kind, text)


def ended_of(table: Table) -> Ended | None:
    """How a game ended, None while it runs."""
    return Ended(table.ending(), table.points()) if table.over else None
