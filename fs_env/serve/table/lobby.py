"""`Lobby`: all tables of a server. It creates tables, loads them from the file, and unloads those without viewers."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Collection, Iterator

from fs_env.agent_api.specs import is_untrusted
from fs_env.agents import asks_outside, bots_of
from fs_env.core.checks import check_choice
from fs_env.registry.games import GAMES
from fs_env.replays.replay import PERSON
from fs_env.serve.guard.limits import Full, Limits
from fs_env.serve.guard.thread_pools import ThreadPools
from fs_env.serve.store.database import CannotStore
from fs_env.serve.store.setup import NO_HINTS, Setup, again, checked
from fs_env.serve.store.table_store import DamagedTable, Place, Store, Stored
from fs_env.serve.table.host import Host
from fs_env.serve.table.restoring import OtherRules, restore
from fs_env.serve.table.waiting_rooms import Room, Rooms

SWEEP_SECONDS = 60.0
FORGET_SECONDS = 3_600.0  # between two times that old tables are removed
LOOK_SECONDS = 1.0  # between two looks at the file
OVER_SECONDS = 60.0  # that a game which is over stays in memory without anybody who looks
SEED_BITS = 62
LONGEST_TOKEN = 100


class Lobby:
    """The tables of a server.

    Args:
        store: of the tables.
        limits: of the server.
        allowed: specs of bots that may be used besides the shipped ones.
        games: ids of the games that are offered; None: all that are known.
    """

    def __init__(
        self,
        store: Store,
        limits: Limits | None = None,
        allowed: Collection[str] = (),
        games: Collection[str] | None = None,
    ) -> None:
        self.store, self.limits = store, limits or Limits()
        self.allowed, self.games = tuple(allowed), tuple(GAMES if games is None else games)
        self.hosts: dict[int, Host] = {}
        self.pools = ThreadPools(self.limits)
        self.away = store.running(since=time.time() - self.limits.away_seconds)
        """Tables that have left the memory in the middle of their game, or are not there yet, and since when."""
        self.rooms = Rooms(store, self.limits, self._await)
        self._reserved = 0  # places of tables that are being made or brought back
        self._locks: dict[int, asyncio.Lock] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        self._tasks = [asyncio.create_task(work()) for work in (self._sweep, self._forget_old, self._look)]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for host in list(self.hosts.values()):
            await host.close()
        self.hosts.clear()
        self.store.close()

    async def make(self, setup: Setup, seed: int | None = None, owner: str = "") -> Stored:
        """A new table, dealt and running; an open one waits for people first.

        Args:
            setup: what was asked for.
            seed: of the deal; None draws a secret one.
            owner: address of who asks.

        Raises:
            ValueError: it cannot be played, with the reason.
            Full, CannotStore: not now.
        """
        check_choice("game", setup.game, self.games)
        away = time.time() - self.limits.away_seconds
        self.away = {table: since for table, since in self.away.items() if since > away}
        if self._playing() + len(self.away) >= self.limits.tables:
            raise self._full()
        with self._place():
            fine = await self.pools.run(lambda: checked(setup, self.allowed), owner)
            drawn = secrets.randbits(SEED_BITS) if seed is None else seed
            if fine.open:
                return self.rooms.make(fine, drawn, owner)
            stored = self.store.new(fine, drawn)
            await self._bring(stored.id, owner)
            return stored

    def _await(self, table: int) -> None:
        self.away[table] = time.time()

    async def play_again(self, host: Host, seat: int, owner: str = "") -> Stored:
        """The table at which the people of one play again, created when the first of them asks for it. Raises as `make` does."""
        async with host.offering:
            if host.follower is None:
                stored = await self.make(again(host.setup), owner=owner)
                self.store.follow(host.id, stored.id, seat)
                host.offer(stored, seat)
            assert host.follower is not None
            return host.follower

    def _playing(self) -> int:
        return self._reserved + sum(not host.table.over for host in self.hosts.values())

    def _full(self) -> Full:
        return Full(f"{self.limits.tables} games run here already, which is the limit: try again later")

    @contextlib.contextmanager
    def _place(self) -> Iterator[None]:
        self._reserved += 1
        try:
            yield
        finally:
            self._reserved -= 1

    def plays(self, table: int) -> bool:
        return not self.hosts[table].table.over if table in self.hosts else table in self.away or table in self.rooms

    def find(self, token: str) -> Place | None:
        return self.store.find(token) if token.isascii() and len(token) < LONGEST_TOKEN else None

    def waiting(self, token: str) -> tuple[Room, int] | None:
        """The table without a game, and the seat, that a token opens; None if it opens something else."""
        place = self.find(token)
        room = self.rooms.find(place.table) if place is not None and place.kind == "seat" else None
        return None if room is None or place is None else (room, place.seat)

    async def host(self, table: int, owner: str = "") -> Host:
        """The running table of this number, brought back from the file if need be.

        Raises:
            KeyError: there is no such table.
            OtherRules, DamagedTable: it cannot be played.
            Full, CannotStore: not now.
        """
        if table in self.hosts:
            return self.hosts[table]
        try:
            async with self._locks.setdefault(table, asyncio.Lock()):
                if table not in self.hosts:
                    await self._make_room()
                    with self._place():
                        await self._bring(table, owner)
                return self.hosts[table]
        finally:
            self._locks.pop(table, None)

    async def _bring(self, table: int, owner: str) -> None:
        stored = self.store.load(table)
        try:
            self._refuse_code(stored.setup)
            parts = await self.pools.run(lambda: restore(stored), owner)
        except OtherRules:
            raise
        except Exception as error:  # a setup, a line or a number that no server wrote
            raise DamagedTable(table, self.store.path, error) from error
        follower, host = self.store.follower(table), Host(stored, parts, self.store, self.pools, self.limits, owner)
        self.hosts[table] = host
        self.away.pop(table, None)
        if follower is not None:
            with contextlib.suppress(KeyError):  # a table with other seats
                host.offer(*follower)
        host.start()

    async def _make_room(self) -> None:
        most = self.limits.tables
        while (playing := self._playing() >= most) or len(self.hosts) + self._reserved >= 2 * most:
            crowd = [host for host in self.hosts.values() if host.idle > 0 and not (playing and host.table.over)]
            if not crowd:
                raise self._full()
            await self._let_go(max(crowd, key=lambda host: host.idle))

    async def _let_go(self, host: Host) -> None:
        del self.hosts[host.id]
        if not host.table.over:
            self.away[host.id] = time.time()
        await host.close()

    def _refuse_code(self, setup: Setup) -> None:
        check_choice("game", setup.game, GAMES)
        for spec in {*setup.seats, setup.hints} - {PERSON, NO_HINTS, *self.allowed, *bots_of(setup.game)}:
            outside = asks_outside(spec)
            if outside or is_untrusted(spec, setup.game):
                what = "asks an address elsewhere" if outside else "is code"
                raise ValueError(f"bot {spec!r} {what}: allow it with --bot {spec}")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.limits.idle_seconds))
            for host in list(self.hosts.values()):
                patience = (
                    self.limits.idle_seconds if not host.table.over else min(OVER_SECONDS, self.limits.idle_seconds)
                )
                if host.idle > patience and host.id in self.hosts:
                    await self._let_go(host)

    async def _forget_old(self) -> None:
        while True:
            with contextlib.suppress(CannotStore):  # it is logged; the next hour will do
                self.forget()
            await asyncio.sleep(FORGET_SECONDS)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with contextlib.suppress(CannotStore):  # it is logged
                self.store.look()
            self.rooms.sweep()

    def forget(self) -> int:
        return self.store.forget(time.time() - self.limits.keep_days * 86_400, spare=self.hosts.keys())
