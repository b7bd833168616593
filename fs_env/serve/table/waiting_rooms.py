"""`Rooms`: open tables whose game has not begun. Whoever comes takes a free seat; who is away for long loses it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

from fs_env.narration.speech import isolated
from fs_env.serve.guard.limits import Full, Limits
from fs_env.serve.store.database import CannotStore
from fs_env.serve.store.setup import Setup, filled, joined
from fs_env.serve.store.table_store import DamagedTable, Store, Stored
from fs_env.serve.table.browsers import Browser
from fs_env.serve.table.messages import packed


class Room:
    """One table that waits, with the browsers of those who sit there already.

    Attributes:
        setup: as it is now; a free seat has a generated name.
        maker: the seat of its creator.
        free: the seats that are not taken.
        owners: address that took each seat, "" for one that is not known any more.
    """

    def __init__(self, table: int, setup: Setup, free: set[int], owner: str = "") -> None:
        self.id, self.setup, self.free = table, setup, free
        self.maker = setup.people[0]
        self.owners = {seat: "" for seat in setup.people if seat not in free} | {self.maker: owner}
        self._browsers: dict[int, set[Browser]] = {seat: set() for seat in setup.people}
        self._left = dict.fromkeys(setup.people, time.monotonic())

    def looking(self, seat: int) -> int:
        return len(self._browsers[seat])

    def away(self, seat: int) -> float:
        return 0.0 if self._browsers[seat] else time.monotonic() - self._left[seat]

    def enter(self, seat: int, browser: Browser) -> None:
        self._browsers[seat].add(browser)
        browser.send(packed(self.shown()))

    def leave(self, seat: int, browser: Browser) -> None:
        self._browsers[seat].discard(browser)
        self._left[seat] = time.monotonic()

    def hear(self, seat: int, message: dict[str, Any], browser: Browser) -> None:
        raise ValueError("the game has not begun")

    def shown(self) -> dict[str, Any]:
        names = ["" if seat in self.free else isolated(name) for seat, name in enumerate(self.setup.names)]
        return {"kind": "room", "names": names, "free": len(self.free)}

    def sit(self, seat: int, setup: Setup, owner: str) -> None:
        self.free.discard(seat)
        self.owners[seat], self._left[seat], self.setup = owner, time.monotonic(), setup
        self.tell(self.shown())

    def stand_up(self, seat: int) -> None:
        self.tell({"kind": "gone"}, seat)
        self._browsers[seat] = set()
        self.free.add(seat)
        self.owners.pop(seat, None)
        self.tell(self.shown())

    def tell(self, message: dict[str, Any], seat: int | None = None) -> None:
        for place, browsers in self._browsers.items():
            for browser in browsers if seat in (None, place) else ():
                browser.send(packed(message))


class Rooms:
    def __init__(self, store: Store, limits: Limits, begun: Callable[[int], None]) -> None:
        self.store, self.limits, self._begun = store, limits, begun
        self._rooms: dict[int, Room] = {}
        for table, free in store.waiting().items():
            with contextlib.suppress(DamagedTable, KeyError):
                self._add(store.load(table), free)

    def __contains__(self, table: object) -> bool:
        return table in self._rooms

    def find(self, table: int) -> Room | None:
        return self._rooms.get(table)

    def listed(self) -> list[Room]:
        """Those whose maker is there, the oldest first."""
        return [room for room in self._rooms.values() if room.looking(room.maker)]

    def check(self, owner: str) -> None:
        """Raises Full if an address has as many seats at tables that wait as it may have."""
        most = self.limits.address_seats
        if sum(list(room.owners.values()).count(owner) for room in self._rooms.values()) >= most:
            raise Full(f"{most} seats at tables that wait are taken from your address, that is all: try again later")

    def make(self, setup: Setup, seed: int, owner: str) -> Stored:
        self.check(owner)
        if len(self._rooms) >= self.limits.waiting:
            raise Full(f"{self.limits.waiting} open tables are waiting here, which is the limit: join one of them")
        free = set(setup.people[1:])
        stored = self.store.new(setup, seed, free)
        self._add(stored, free, owner)
        return stored

    def _add(self, stored: Stored, free: set[int], owner: str = "") -> None:
        self._rooms[stored.id] = Room(stored.id, stored.setup, free, owner)

    def join(self, table: int, name: str, owner: str) -> str:
        """Takes the first free seat and returns its token; the last one starts the game. Raises ValueError, `Full` or `CannotStore`."""
        room = self._rooms.get(table)
        if room is None or not room.looking(room.maker):
            raise ValueError("this table no longer waits for players")
        self.check(owner)
        seat = min(room.free)
        setup = joined(room.setup, seat, name)
        token = self.store.reseat(table, seat, setup, free=False)
        room.sit(seat, setup, owner)
        if not room.free:
            self._begin(room)
        return token

    def begin(self, room: Room) -> None:
        self.store.fill(room.id, filled(room.setup, room.free))
        self._begin(room)

    def _begin(self, room: Room) -> None:
        del self._rooms[room.id]
        self._begun(room.id)
        room.tell({"kind": "begun"})

    def stand_up(self, room: Room, seat: int) -> None:
        """Frees a seat; the creator's removes the table. Raises `CannotStore`."""
        if seat == room.maker:
            self.store.remove(room.id)
            del self._rooms[room.id]
            room.tell({"kind": "gone"})
        elif seat not in room.free:
            setup = joined(room.setup, seat, "")
            self.store.reseat(room.id, seat, setup, free=True)
            room.setup = setup
            room.stand_up(seat)

    def sweep(self) -> None:
        for room in list(self._rooms.values()):
            for seat in self._deserted(room):
                with contextlib.suppress(CannotStore):  # it is logged
                    self.stand_up(room, seat)
                if room.id not in self._rooms:
                    break

    def _deserted(self, room: Room) -> Iterator[int]:
        for seat in room.setup.people:
            if seat not in room.free and room.away(seat) > self.limits.away_from_seat:
                yield seat
