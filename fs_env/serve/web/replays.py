"""`Films`: replays of tables that are over, drawn when a browser looks at them."""

from __future__ import annotations

import json
from collections import OrderedDict

from fs_env.replays.film import Film
from fs_env.replays.page import page_of
from fs_env.serve.guard.thread_pools import Threads
from fs_env.serve.table.host import Host

FILMS, REELS = 8, 64
"""Tables whose films are kept, and reels of each: some megabytes in all."""
WHERE = "replay/reel"  # below the address of a page


class Projected:
    """A film with the reels that were drawn last, as text."""

    def __init__(self, film: Film) -> None:
        self.film, self.page = film, page_of(film, WHERE)
        self._reels: OrderedDict[tuple[int, int, bool], str] = OrderedDict()

    def reel(self, first: int, view: int, narrow: bool) -> str:
        """A reel as JSON; errors as in `Film.reel`."""
        key = first, view, narrow
        text = self._reels.pop(key, None)
        if text is None:
            found = self.film.reel(first, view, narrow=narrow)
            text = json.dumps(found, separators=(",", ":"), ensure_ascii=False)
        self._reels[key] = text
        while len(self._reels) > REELS:
            self._reels.popitem(last=False)
        return text


class Films:
    """The films of a server.

    Args:
        threads: in which they are drawn.
    """

    def __init__(self, threads: Threads) -> None:
        self._threads = threads
        self._films: OrderedDict[tuple[int, tuple[str, ...]], Projected] = OrderedDict()

    async def of(self, host: Host, seat: int | None, owner: str) -> Projected:
        """The film of a table whose game is over, as a seat sees it or a watcher, for an address that asks."""
        replay = host.table.replay(seat)
        key = host.id, replay.names
        found = self._films.get(key)
        if found is None:
            found = await self._threads.run(lambda: Projected(Film(replay)), owner)
        self._films[key] = found
        self._films.move_to_end(key)
        while len(self._films) > FILMS:
            self._films.popitem(last=False)
        return found

    async def reel(self, host: Host, seat: int | None, first: int, view: int, narrow: bool, owner: str) -> str:
        """A reel of such a table as JSON; errors as in `Film.reel`."""
        film = await self.of(host, seat, owner)
        return await self._threads.run(lambda: film.reel(first, view, narrow), owner)
