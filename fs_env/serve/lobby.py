"""`Lobby`: all tables of a server. It makes tables, brings them back from the file, and lets those go that nobody looks at."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Collection

from fs_env.agents import bots_of
from fs_env.arena.agent import is_untrusted
from fs_env.core.checks import check_choice
from fs_env.registry.games import GAMES
from fs_env.replays.replay import PERSON
from fs_env.serve.host import Host, OtherRules, restore
from fs_env.serve.limits import Limits
from fs_env.serve.setup import NO_HINTS, Setup, checked
from fs_env.serve.store import DamagedTable, Place, Store, Stored
from fs_env.serve.thinking import Threads

SWEEP_SECONDS = 60.0
OVER_SECONDS = 60.0  # that a game which is over stays in memory without anybody who looks
SEED_BITS = 62


class Full(ValueError):
    """The server has as many tables or connections as it takes."""


class Lobby:
    """The tables of a server.

    Args:
        store: where they are kept.
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
        self.connections = 0
        self.threads = Threads(self.limits.threads)
        self._locks: dict[int, asyncio.Lock] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begins to let go of tables that nobody looks at."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stops all tables; they go on where they are when a server opens the same file."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for host in list(self.hosts.values()):
            await host.close()
        self.hosts.clear()
        self.store.close()

    async def make(self, setup: Setup, seed: int | None = None) -> Stored:
        """A new table, dealt and running.

        Args:
            setup: what was asked for.
            seed: of the deal; None draws a secret one.

        Raises:
            ValueError: it cannot be played; says why.
            Full: there are too many tables.
        """
        if sum(not host.table.over for host in self.hosts.values()) >= self.limits.tables:
            raise Full(f"{self.limits.tables} games are played here at once, that is all: try again later")
        check_choice("game", setup.game, self.games)
        fine = await self.threads.run(lambda: checked(setup, self.allowed))
        stored = self.store.new(fine, secrets.randbits(SEED_BITS) if seed is None else seed)
        await self.host(stored.id)
        return stored

    def find(self, token: str) -> Place | None:
        """The place that a token opens, None if it opens nothing."""
        return self.store.find(token)

    async def host(self, table: int) -> Host:
        """The running table of this number, brought back from the file if need be.

        Raises:
            KeyError: there is no such table.
            OtherRules: it was played with other rules.
            DamagedTable: what is stored of it is no table.
        """
        if table in self.hosts:
            return self.hosts[table]
        try:
            async with self._locks.setdefault(table, asyncio.Lock()):
                if table not in self.hosts:
                    stored = self.store.load(table)
                    try:
                        self._refuse_code(stored.setup)
                        parts = await self.threads.run(lambda: restore(stored))
                    except OtherRules:
                        raise
                    except Exception as error:  # a setup, a line or a number that no server wrote
                        raise DamagedTable(table, self.store.path, error) from error
                    host = Host(stored, parts, self.store, self.threads, self.limits)
                    self.hosts[table] = host
                    host.start()
                return self.hosts[table]
        finally:
            self._locks.pop(table, None)

    def _refuse_code(self, setup: Setup) -> None:
        """Raises ValueError for a stored table that names code which who started the server has not allowed."""
        check_choice("game", setup.game, GAMES)
        for spec in {*setup.seats, setup.hints} - {PERSON, NO_HINTS, *self.allowed, *bots_of(setup.game)}:
            if is_untrusted(spec, setup.game):
                raise ValueError(f"bot {spec!r} is code: allow it with --bot {spec}")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.limits.idle_seconds))
            for number, host in list(self.hosts.items()):
                patience = (
                    self.limits.idle_seconds if not host.table.over else min(OVER_SECONDS, self.limits.idle_seconds)
                )
                if host.idle > patience:
                    del self.hosts[number]
                    await host.close()

    def forget(self, days: float) -> int:
        """Removes tables that were made more than so many days ago; returns how many."""
        return self.store.forget(time.time() - days * 86_400)
