"""`Frames`: when the browsers of each seat get the position while others play; a frame for every decision is more than a person can see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

BLINK = 0.1
"""Seconds, the least between two frames with a new line of the log that the seat need not answer."""
QUIET = 0.3
"""Seconds until a decision without such a line, such as a pass, is shown if nothing else happens."""


class Frames:
    """Sends a seat its question and the effect of its own answer at once, and joins what happens meanwhile into few frames.

    When a frame is sent depends on the clock and on what the seat itself sees, never on what it does not know.

    Args:
        send: sends the position to the browsers of a seat.
    """

    def __init__(self, send: Callable[[int], None]) -> None:
        self._send = send
        self._sent: dict[int, float] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}

    def changed(self, seat: int, *, now: bool, line: bool) -> None:
        """A decision was created; `now`: the seat waits for the frame; `line`: it sees a new line in the log."""
        loop = asyncio.get_running_loop()
        clock = loop.time()
        due = clock if now else max(clock, self._sent.get(seat, -BLINK) + BLINK) if line else clock + QUIET
        timer = self._timers.get(seat)
        if due <= clock:
            self.send(seat)
        elif timer is None or timer.when() > due:
            self.drop(seat)
            self._timers[seat] = loop.call_at(due, self.send, seat)

    def send(self, seat: int) -> None:
        self.drop(seat)
        self._sent[seat] = asyncio.get_running_loop().time()
        self._send(seat)

    def drop(self, seat: int) -> None:
        if (timer := self._timers.pop(seat, None)) is not None:
            timer.cancel()
