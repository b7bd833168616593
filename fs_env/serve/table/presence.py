"""`Presence`: which people of a table are away, and whose seats a bot plays."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Any

from fs_env.serve.store.setup import Setup

GRACE = 5.0  # seconds without a browser before a person counts as away, so that a page can be loaded again
LOOK_SECONDS = 1.0  # between two updates


class Presence:
    """The people of one table.

    A person is away without a browser, or after `Setup.away` seconds without a sign while asked. A bot plays the seat of a person who
    is away for longer than that, as long as another person is there; and the seat of one who has resigned.

    Args:
        setup: of the table.
        resigned: seats whose people have resigned.
        looking: how many browsers show a seat.
        clock: seconds that only increase.
    """

    def __init__(
        self,
        setup: Setup,
        resigned: Collection[int],
        looking: Callable[[int], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limit = setup.away if len(setup.people) > 1 else 0
        self.resigned, self.away, self.bots = set(resigned), set[int](), set[int]()
        self._looking, self._clock = looking, clock
        self._signs = dict.fromkeys(setup.people, clock())  # the last sign of each person
        self._asked = -1

    def bot_plays(self, seat: int) -> bool:
        return seat in self.resigned or seat in self.bots

    def sign(self, seat: int) -> bool:
        """Notes a sign of a person; returns whether the person plays the seat again."""
        back = seat in self.bots
        self._signs[seat] = self._clock()
        self.bots.discard(seat)
        self.away.discard(seat)
        return back

    def left(self, seat: int) -> None:
        if seat not in self.away:
            self._signs[seat] = self._clock()

    def update(self, asked: int) -> list[int]:
        """Finds out who is away, while a seat is asked; returns the seats that a bot plays from now on."""
        now, before = self._clock(), set(self.bots)
        if asked != self._asked:
            self._asked = asked
            if asked in self._signs and self._looking(asked):
                self._signs[asked] = now
        idle = {seat: now - sign for seat, sign in self._signs.items() if seat not in self.resigned}
        self.away = {
            seat
            for seat, seconds in idle.items()
            if seat in before
            or (not self._looking(seat) and seconds > GRACE)
            or (seat == asked and 0 < self.limit < seconds)
        }
        late = {seat for seat in self.away if seat in before or 0 < self.limit < idle[seat]}
        self.bots = late if len(self.away) < len(idle) else set()
        return sorted(self.bots - before)

    def shown(self) -> dict[str, Any]:
        """The message: who is away, for whom of them a bot plays, who has resigned, and after how many seconds a bot plays, 0 for never."""
        seats = {name: sorted(getattr(self, name)) for name in ("away", "bots", "resigned")}
        others = self._signs.keys() - self.resigned - self.away
        return {"kind": "company", **seats, "seconds": self.limit * bool(others)}
