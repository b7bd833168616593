"""`Watch`: a table as watchers see it, all cards open and some seconds late."""

from __future__ import annotations

from collections import deque
from itertools import takewhile
from typing import Any

from fs_env.serve.table.game_table import Table, ended
from fs_env.serve.table.messages import Ended
from fs_env.serve.table.viewer import Viewer

AT_ONCE = 8  # choices that are shown in one go, so that nobody waits long for watchers


class Watch:
    """Plays the choices of a table, just dealt at a time, again when watchers may see them, on its own state."""

    def __init__(self, table: Table, at: float) -> None:
        self.delay = float(table.setup.delay)
        self.game, self.made = table.game, table.made
        self.open = table.setup.watch
        self.viewer = Viewer(table.game, None, table.setup.names)
        self.state = table.game.clone(table.state)
        self.count = 0
        """Choices that were shown."""
        self.waiting: deque[float] = deque()
        """When the deal, unless it was seen, and each further choice may be shown, seconds since 1970."""
        self.ended: Ended | None = None
        self.seen, self.forfeited = False, -1
        self.add(at)

    def add(self, at: float) -> None:
        if self.open:
            self.waiting.append(at + self.delay)

    def forfeit(self, seat: int, at: float) -> None:
        """Shows after all choices that a seat resigned at a time."""
        self.forfeited = seat
        self.add(at)

    def left(self, now: float) -> float:
        return max(0.0, self.waiting[0] - now) if self.waiting and not self.seen else 0.0

    def advance(self, now: float, most: int = AT_ONCE) -> bool:
        news = False
        while most and self.waiting and self.waiting[0] <= now:
            self.waiting.popleft()
            self._show_next()
            news, most = True, most - 1
        return news

    def _show_next(self) -> None:
        if self.seen and self.count == len(self.made):
            self.viewer.open_up(self.state, self.forfeited)
            self.ended = ended(self.game, self.state, self.viewer, self.forfeited)
            return
        if self.seen:
            self.game.step(self.state, self.made[self.count].action)
            self.count += 1
        self.seen = True
        self.viewer.see(self.state, self.count)
        while self.game.to_act(self.state) >= 0 and len(legal := self.game.legal(self.state)) == 1:
            self.game.step(self.state, int(legal[0]))
            self.viewer.see(self.state, self.count)
        self.ended = ended(self.game, self.state, self.viewer)

    def due(self, now: float) -> int:
        """Choices that may be shown, the shown ones included; -1 if not even the deal may be."""
        count = self.count if self.seen else -1
        return count + sum(1 for _ in takewhile(lambda at: at <= now, self.waiting))

    def jump(self, count: int, S: Any) -> None:
        """Shows the position after so many choices, `S[0]`, without narrating earlier ones."""
        for _ in range(min(count + (not self.seen) - self.count, len(self.waiting))):
            self.waiting.popleft()
        self.state, self.count, self.seen = S, count, True
        self.viewer.see(S, count)
        self.ended = ended(self.game, S, self.viewer)

    def forget(self, count: int) -> None:
        """Shows none of the choices after the first `count`, which were taken back."""
        while self.waiting and self.count + len(self.waiting) - (not self.seen) > count:
            self.waiting.pop()
