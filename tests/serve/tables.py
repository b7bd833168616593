"""Tables without network and clock: the test makes the choices of all."""

from __future__ import annotations

import json
from typing import Any

from fs_env.serve.guard.limits import Limits
from fs_env.serve.guard.thread_pools import ThreadPools
from fs_env.serve.store.setup import Setup, checked, hints_of
from fs_env.serve.store.table_store import Made, Store
from fs_env.serve.table.host import Host
from fs_env.serve.table.restoring import restore


class Wire:
    """A browser that keeps all that is sent to it."""

    def __init__(self, *, narrow: bool = False) -> None:
        self.narrow, self.shape = narrow, "narrow" if narrow else "wide"
        self.texts: list[str] = []

    def send(self, text: str) -> None:
        self.texts.append(text)

    @property
    def now(self) -> dict[str, Any]:
        return next(found for text in reversed(self.texts) if (found := json.loads(text))["kind"] == "position")


def seated(name: str, players: int, options: dict[str, int], number: int = 1) -> Host:
    """A table of people only, which does not run: the test makes the choices of all."""
    people = Setup(
        name, ("person",) * players, ("Ann", "Bob", "Cy", "Di")[:players], options, delay=0, hints=hints_of(name)
    )
    store = Store(":memory:")
    stored = store.new(checked(people), number)._replace(host="h", watch="w", id=1)
    return Host(stored, restore(stored), store, ThreadPools(Limits()), Limits())


def step(host: Host, action: int) -> None:
    """A choice, or a forced decision, with what all browsers are sent for it."""
    host.table.take(action)
    host._expect()
    host.send_all()


def choose(host: Host, action: int, at: float = 0.0) -> None:
    """A choice with what follows from it, as the server makes it, stored and noted for watchers at a time."""
    table = host.table
    made = Made(table.asked, action)
    host.store.choose(host.id, len(table.made), made, at)
    host.watch.add(at)
    table.take(action)
    while (forced := table.forced()) is not None:
        table.take(forced)
