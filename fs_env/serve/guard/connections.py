"""`Connections`: the open connections of a server. It limits them per address and closes slow ones, and idle ones when it is full."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from fs_env.serve.guard.limits import Limits
from fs_env.serve.guard.visitors import network_of

MOST_FILES, OTHER_FILES = 65_536, 128  # that are asked of the system, and that are no connections


def fitting(limits: Limits) -> Limits:
    """The limits with no more connections than the system lets this process open, for which it is asked for as many as it allows."""
    try:
        import resource
    except ImportError:  # not on Windows, which has no such limit
        return limits
    files, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if files != resource.RLIM_INFINITY and files < most:
        with contextlib.suppress(ValueError, OSError):  # macOS takes fewer than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            files = most
    if files == resource.RLIM_INFINITY:
        return limits
    sockets = min(limits.sockets, max(files // 2, files - OTHER_FILES))
    connections = min(limits.connections, 3 * sockets // 4)
    stored = limits.kept_for_seats * connections // limits.connections
    return replace(limits, sockets=sockets, connections=connections, kept_for_seats=stored)


def networks(addresses: Iterable[str]) -> list[Any]:
    """Addresses and networks such as 10.0.0.0/8, parsed; ValueError names `--proxy` for one that is neither."""
    found = []
    for address in addresses:
        try:
            found.append(ipaddress.ip_network(address))
        except ValueError:
            raise ValueError(
                f"--proxy {address!r}: expected an address such as 127.0.0.1, or a network such as 10.0.0.0/8"
            ) from None
    return found


@dataclass(eq=False)
class Connection:
    """One open connection.

    Attributes:
        address: from which it comes, "" for that of a reverse proxy.
        due: seconds of the clock after which it is closed.
        idle: whether no request is on its way, so that it can be closed for others.
    """

    address: str
    due: float
    transport: asyncio.Transport | None = None
    idle: bool = False
    leaving: bool = False


class Connections:
    """All open connections; those of `proxies`, addresses and networks of reverse proxies, are those of many people."""

    def __init__(self, limits: Limits, proxies: Collection[str] = ()) -> None:
        self.limits = limits
        self._proxies = networks(proxies)
        self._open: dict[Connection, None] = {}  # the oldest is the first
        self._of: dict[str, dict[Connection, None]] = {}

    def take(self, host: str) -> Connection | None:
        """A new connection from an address, None when the server is full; the one idle longest is closed first."""
        address = self._address_of(host)
        own = self._of.get(address, {})
        if address and len(own) >= self.limits.address_sockets and not self._give_up(own):
            return None
        if len(self._open) >= self.limits.sockets and not self._give_up(self._open):
            return None
        connection = Connection(address, time.monotonic() + self.limits.head_seconds)
        self._open[connection] = self._of.setdefault(address, {})[connection] = None
        return connection

    def _address_of(self, host: str) -> str:
        try:
            address = ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            return network_of(host)
        return "" if any(address in proxy for proxy in self._proxies) else network_of(host)

    def make_room(self) -> bool:
        return self._give_up(self._open)

    def _give_up(self, connections: dict[Connection, None]) -> bool:
        connection = next((connection for connection in connections if connection.idle), None)
        if connection is not None:
            self._abort(connection)
        return connection is not None

    def _abort(self, connection: Connection) -> None:
        self.drop(connection)
        if connection.transport is not None:
            connection.transport.abort()

    def drop(self, connection: Connection) -> None:
        if connection in self._open:
            del self._open[connection], self._of[connection.address][connection]
            if not self._of[connection.address]:
                del self._of[connection.address]

    def sweep(self) -> None:
        now = time.monotonic()
        for connection in list(self._open):
            if connection.transport is not None and connection.transport.is_closing() and not connection.leaving:
                connection.leaving, connection.due = True, now + self.limits.unread_seconds
            if now > connection.due:
                self._abort(connection)
