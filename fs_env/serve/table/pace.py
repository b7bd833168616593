"""`Pace`: how long a choice of a bot stays on the table, as the people at it wish."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fs_env.serve.store.setup import Setup

Tell = Callable[[int, dict[str, Any]], None]


class Pace:
    """The pace of the bots of one table; what people wish is forgotten when the table leaves the memory.

    A person against bots sets it, and may have them wait after every choice. Where several people sit, each of them says how long
    a choice must stay to be read: the longest time counts of those who look on, and nobody can hold up the others for good.

    Args:
        setup: of the table, with the pace that it begins with.
        looking: how many browsers show a seat.
        tell: sends a message to the browsers of a seat.
    """

    def __init__(self, setup: Setup, looking: Callable[[int], int], tell: Tell) -> None:
        self._wishes = dict.fromkeys(setup.people, setup.pace)
        self._usual, self._looking, self._tell = setup.pace, looking, tell
        self._moved = asyncio.Event()
        self._next = False
        self.steps = False
        """Whether every choice stays until a person asks for the next one."""

    @property
    def milliseconds(self) -> int:
        if len(self._wishes) == 1:
            return next(iter(self._wishes.values()))
        return max((wish for seat, wish in self._wishes.items() if self._looking(seat)), default=self._usual)

    def shown(self, seat: int) -> dict[str, Any]:
        return {"kind": "pace", "own": self._wishes[seat], "table": self.milliseconds, "steps": self.steps}

    def wish(self, seat: int, message: dict[str, Any], browser: object) -> None:
        """Takes a person's wish; ValueError if bots shall wait where several people sit."""
        if message["steps"] and len(self._wishes) > 1:
            raise ValueError("several people play here: bots wait for steps only at a table with one person")
        self._wishes[seat], self.steps, self._next = message["pace"], bool(message["steps"]), False
        self._moved.set()
        for place in self._wishes:
            self._tell(place, self.shown(place))

    def go_on(self, seat: int, message: dict[str, Any], browser: object) -> None:
        self._next = self.steps
        self._moved.set()

    async def rest(self) -> None:
        clock = asyncio.get_running_loop().time
        since = clock()
        while not self._next:
            left = None if self.steps else since + self.milliseconds / 1000 - clock()
            if left is not None and left <= 0:
                break
            self._moved.clear()
            try:
                await asyncio.wait_for(self._moved.wait(), left)
            except TimeoutError:
                break
        self._next = False
        await asyncio.sleep(0)
