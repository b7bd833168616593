"""`Side`: a table as one place sees it in windows of one shape, with their browsers: one drawing and one message for all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from fs_env.serve.table.messages import Ask, Ended, Stream, packed
from fs_env.serve.table.viewer import WIDE, Viewer


class Browser(Protocol):
    """A connection that shows a side of a table; `shape`: of its window, as `Viewer.draw` takes it."""

    shape: str

    def send(self, text: str) -> None:
        """Sends a message, soon and in order."""


@dataclass
class Side:
    stream: Stream
    browsers: set[Browser] = field(default_factory=set)

    def follow(self, viewer: Viewer) -> None:
        self.stream = Stream(viewer, self.stream.shape)

    def send(self, message: dict[str, Any]) -> None:
        text = packed(message)
        for browser in self.browsers:
            browser.send(text)

    def send_changes(self, ask: Ask, ended: Ended | None) -> None:
        if self.browsers:
            self.send(self.stream.change(ask, ended))


def sides_of(viewers: dict[int, Viewer]) -> dict[int, dict[str, Side]]:
    """Place -> shape -> side; those of other shapes come with their first browser and go with the last one."""
    return {place: {WIDE: Side(Stream(viewer))} for place, viewer in viewers.items()}
