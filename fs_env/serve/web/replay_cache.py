"""`ReplayCache`: replays of finished tables, drawn when a browser shows them."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from typing import Any

from fs_env.replays.film import Film
from fs_env.replays.page import page_of
from fs_env.serve.guard.thread_pools import ThreadPools
from fs_env.serve.table.analysis import analyse
from fs_env.serve.table.host import Host

REPLAYS, REELS = 8, 64
"""Tables whose replays are cached, and reels of each: some megabytes in all."""
REEL_PATH = "replay/reel"  # below the address of a page
ANALYSIS_SECONDS, PATIENCE = 20.0, 60.0  # of an analysis; in which it must begin


class CachedReplay:
    """A film with the reels that were drawn last, as text."""

    def __init__(self, film: Film) -> None:
        self.film, self.page = film, page_of(film, REEL_PATH)
        self._reels: OrderedDict[tuple[int, int, bool], str] = OrderedDict()
        self.analyses: dict[int | None, asyncio.Task[dict[str, Any]]] = {}

    def reel(self, first: int, view: int, narrow: bool) -> str:
        key = first, view, narrow
        text = self._reels.pop(key, None)
        if text is None:
            found = self.film.reel(first, view, narrow=narrow)
            text = json.dumps(found, separators=(",", ":"), ensure_ascii=False)
        self._reels[key] = text
        while len(self._reels) > REELS:
            self._reels.popitem(last=False)
        return text


class ReplayCache:
    """The replays of a server, drawn in threads."""

    def __init__(self, pools: ThreadPools) -> None:
        self._pools = pools
        self._films: OrderedDict[tuple[int, tuple[str, ...]], CachedReplay] = OrderedDict()

    async def of(self, host: Host, seat: int | None, owner: str) -> CachedReplay:
        """The replay of a finished table as a seat sees it, or a watcher (None), for the address `owner`."""
        replay = host.table.replay(seat)
        key = host.id, replay.names
        found = self._films.get(key)
        if found is None:
            found = await self._pools.run(lambda: CachedReplay(Film(replay)), owner)
        self._films[key] = found
        self._films.move_to_end(key)
        while len(self._films) > REPLAYS:
            self._films.popitem(last=False)
        return found

    async def reel(self, host: Host, seat: int | None, first: int, view: int, narrow: bool, owner: str) -> str:
        film = await self.of(host, seat, owner)
        return await self._pools.run(lambda: film.reel(first, view, narrow), owner)

    async def analysis(self, host: Host, seat: int | None, owner: str) -> dict[str, Any]:
        """Chances and costly decisions, of the seat first, computed once; errors, ValueError or TimeoutError, are not stored."""
        film = await self.of(host, seat, owner)
        found = film.analyses.get(seat)
        if found is None or (found.done() and (found.cancelled() or found.exception())):
            work = self._pools.hints.run(
                lambda: analyse(film.film.replay, ANALYSIS_SECONDS, seat), owner, PATIENCE, 2 * ANALYSIS_SECONDS
            )
            found = film.analyses[seat] = asyncio.create_task(work)
        return await asyncio.shield(found)
