"""`Visitors`: what each address asks for and shows, so that one visitor leaves room and time for all others."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import lru_cache
from typing import Any, Protocol

from fs_env.serve.guard.limits import Bucket, Full, Limits

ADDRESS_SHARE = 10  # messages of one address, as multiples of those of one browser
REMEMBERED = 10_000  # addresses, before those that have nothing here are forgotten
WAIT = 0.05  # seconds between two looks whether more is taken


class Crowded(Exception): ...


class Shown(Protocol):
    def end(self) -> None: ...


@lru_cache(maxsize=4096)
def network_of(host: str) -> str:
    """The address that a host is counted by: an address of IPv4, the first 64 bits of one of IPv6, any other text as it is."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:100]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def address_of(asks: Any) -> str:
    """The address that a request or WebSocket is counted by, that behind a reverse proxy if one is named; "" if there is none."""
    return network_of(asks.client.host) if asks.client is not None else ""


class Visitor:
    def __init__(self, limits: Limits) -> None:
        now = time.monotonic()
        self.limits = limits
        self.browsers = 0
        self.waiting = 0
        self.tables: set[int] = set()
        self._making = 0
        self.requests = Bucket(limits.requests_per_second, limits.requests_burst, now)
        self.messages = Bucket(ADDRESS_SHARE * limits.messages_per_second, ADDRESS_SHARE * limits.burst, now)
        self._turns = asyncio.Semaphore(limits.requests_at_once)

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Waits until one more request of this address is taken; it is worked on until the block ends. Raises `Crowded`."""
        if self.waiting >= self.limits.requests_waiting:
            raise Crowded
        self.waiting += 1
        try:
            async with self._turns:
                await _wait_for(self.requests)
                yield
        finally:
            self.waiting -= 1

    async def message(self) -> None:
        await _wait_for(self.messages)

    @contextlib.contextmanager
    def makes_table(self, plays: Callable[[int], bool]) -> Iterator[None]:
        """Counts a table that the block creates; `plays`: whether a table's game is running. Raises `Full`."""
        self.tables = {table for table in self.tables if plays(table)}
        most = self.limits.address_tables
        if len(self.tables) + self._making >= most:
            raise Full(f"{most} games from your address run here already, which is the limit: try again later")
        self._making += 1
        try:
            yield
        finally:
            self._making -= 1


async def _wait_for(bucket: Bucket) -> None:
    while not bucket.take(time.monotonic()):
        await asyncio.sleep(WAIT)


class Visitors:
    """All addresses that ask a server for something, and the browsers that show its tables."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._known: dict[str, Visitor] = {}
        self._inside: dict[Shown, tuple[Visitor, Any]] = {}  # the one that came first is the first

    def of(self, client: Any) -> Visitor:
        address = network_of(client[0]) if client else ""
        if address not in self._known:
            if len(self._known) >= REMEMBERED:
                self._known = {k: one for k, one in self._known.items() if one.browsers or one.waiting or one.tables}
            self._known[address] = Visitor(self.limits)
        return self._known[address]

    def enter(self, visitor: Visitor, browser: Shown, seat: Any = None) -> bool:
        """Gives a browser a place; returns whether there is one.

        When the server is full, or the address has as many as it may have, a browser of a seat is still admitted: it takes the
        place of the seat's oldest, and if there is none a further one, of which there are no more than seats. `seat` is anything that
        names the seat, None for a watcher.
        """
        limits = self.limits
        most = limits.connections - (limits.kept_for_seats if seat is None else 0)
        if len(self._inside) >= most or visitor.browsers >= limits.same_address:
            if seat is None:
                return False
            oldest = next((one for one, (_, where) in self._inside.items() if where == seat), None)
            if oldest is not None:
                self.leave(oldest)
                oldest.end()
        visitor.browsers += 1
        self._inside[browser] = (visitor, seat)
        return True

    def leave(self, browser: Shown) -> None:
        visitor, _ = self._inside.pop(browser, (None, None))
        if visitor is not None:
            visitor.browsers -= 1
