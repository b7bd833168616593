"""Tables after a restart and after choices were taken back: everything is as if nothing else had happened."""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import Any

import pytest

from fs_env.serve.guard.limits import Limits
from fs_env.serve.guard.thread_pools import ThreadPools
from fs_env.serve.store.setup import Setup, checked
from fs_env.serve.store.table_store import Store
from fs_env.serve.table import viewer as viewer_module
from fs_env.serve.table.host import Host
from fs_env.serve.table.restoring import EVERY, Parts, go_back, restore
from fs_env.serve.table.viewer import CHAT, NOTE, Viewer
from tests.serve.tables import choose

GAMES = {"castles_of_caleira": 3, "four_souls": 2, "betrayal": 3}
SHORT = 20  # lines of a log in these tests, so that lines leave it
LATER = 6  # choices after which bots must still choose the same


def dealt(name: str, delay: int = 0, seed: int = 3) -> Host:
    """A table of a person and heuristics that does not run, at which choices may be taken back."""
    players = GAMES[name]
    seats = ("person",) + ("heuristic",) * (players - 1)
    setup = Setup(name, seats, ("Ann", "Bob", "Cy")[:players], {}, undo=True, delay=delay)
    store = Store(":memory:")
    stored = store.new(checked(setup), seed)
    return Host(stored, restore(stored), store, ThreadPools(Limits()), Limits())


def play(host: Host, choices: int, pick: random.Random, at: float = 0.0) -> None:
    """So many choices: the person's are drawn, bots choose theirs."""

    async def run() -> None:
        for _ in range(choices):
            table = host.table
            if table.over:
                return
            seat = table.asked
            person = seat in table.viewers
            action = (
                pick.choice(table.legal())
                if person
                else await host.bots.answer(host.pools, seat, table.state, host.limits)
            )
            choose(host, action, at)
            while host.watch.advance(time.time()):
                pass

    asyncio.run(run())


def whole_log(viewer: Viewer, told: list[list[str]], since: int) -> int:
    """Adds what a viewer told since a line, and returns the number of the next one."""
    told += [list(entry) for entry in viewer.since(since)]
    return viewer.lines


def seen(parts: Any) -> dict[str, Any]:
    """All that people and watchers have of a table, besides logs, and what will be recorded."""
    table, watch = parts.table, parts.watch
    return {
        "state": table.game.snapshot(table.state),
        "replay": table.replay().to_json(),
        "made": list(table.made),
        "seats": {seat: (viewer.view, viewer.now, viewer.question) for seat, viewer in table.viewers.items()},
        "watchers": (watch.count, watch.viewer.view, watch.viewer.now, watch.ended),
    }


def logs(parts: Any) -> list[list[list[str]]]:
    viewers = [*parts.table.viewers.values(), parts.watch.viewer]
    return [[list(entry) for entry in viewer.shown()] for viewer in viewers]


@pytest.mark.parametrize("name", GAMES)
def test_table__is_as_it_was(name, monkeypatch):
    """After a restart, and after going back by few and by many choices, positions, logs and records are those of that moment,
    with the lines that came since at the end of the logs; and bots choose what they chose."""
    monkeypatch.setattr(viewer_module, "LOG_LINES", SHORT)
    host, pick = dealt(name), random.Random(7)
    told: list[list[list[str]]] = [[], []]
    then: list[tuple[dict[str, Any], list[int]]] = []
    marks = [0, 0]
    while not host.table.over and len(then) < 45:
        viewers = [*host.table.viewers.values(), host.watch.viewer]
        marks = [whole_log(viewer, log, since) for viewer, log, since in zip(viewers, told, marks, strict=True)]
        then.append((seen(host), [len(log) for log in told]))
        play(host, 1, pick)
        if len(then) % 9 == 0:
            host.post_line(NOTE, f"note {len(then)}")
    kept = restore(host.store.load(host.id))
    assert seen(kept) == seen(host) and logs(kept) == logs(host) and len(told[0]) > 2 * SHORT
    before = Parts(host.table, host.watch, host.bots)
    chosen = [made.action for made in host.table.made]
    for left in (len(then) - 1, len(then) - 4, len(then) // 2, EVERY, 1, 0):
        stored = host.store.load(host.id)
        count = sum(after <= left for after, *_ in stored.lines)
        host.store.take_back(host.id, left, (NOTE, f"back to {left}"), 1.0)
        stored = host.store.load(host.id)
        made, other = (go_back(stored, before, count) for _ in range(2))
        was, lengths = then[left]
        assert seen(made) == was
        came = [["note", text] for *_, text, _ in stored.lines[count:]]
        expected = [[*log[:length], *came][-SHORT:] for log, length in zip(told, lengths, strict=True)]
        assert logs(made) == expected
        again = restore(stored)
        assert seen(again) == was and logs(again) == expected
        for parts in (other, again):
            assert answers(parts, host, chosen[left : left + LATER]) == chosen[left : left + LATER]
        before = made


def answers(parts: Parts, host: Host, chosen: list[int]) -> list[int]:
    """Choices from here on: bots choose, the person chooses what was chosen."""

    async def run() -> list[int]:
        table, found = parts.table, []
        for action in chosen:
            if table.asked not in table.viewers:
                action = await parts.bots.answer(host.pools, table.asked, table.state, host.limits)
            found.append(action)
            table.play(action)
            while (forced := table.forced()) is not None:
                table.play(forced)
        return found

    return asyncio.run(run())


@pytest.mark.parametrize("name", ["four_souls", "betrayal"])
def test_taking_back__looks_at_few_positions(name, monkeypatch):
    """However long the game is, as few positions are told again as leave no gap in a log; a restart tells a log and no more."""
    host, pick = dealt(name), random.Random(8)
    play(host, 60, pick)
    looks = []
    see = Viewer.see
    monkeypatch.setattr(Viewer, "see", lambda self, *given: looks.append(self) or see(self, *given))
    before, stored = Parts(host.table, host.watch, host.bots), host.store.load(host.id)
    go_back(stored._replace(made=stored.made[:-2], times=stored.times[:-2]), before, 0)
    assert len(looks) == 2  # the seat and the watchers, once each
    looks.clear()
    monkeypatch.setattr(viewer_module, "LOG_LINES", 5)
    restore(stored)
    assert len(looks) < 60


def test_watchers__who_are_late_never_see_what_was_taken_back():
    """A choice that was taken back before watchers saw it is not shown; one that they saw is taken back for them too."""

    async def run() -> None:
        for delay, shown in ((50, False), (0, True)):
            host, pick = dealt("castles_of_caleira", delay), random.Random(5)
            now = time.time()
            left = 4
            for k in range(left + 3):
                seat = host.table.asked
                choose(host, pick.choice(host.table.legal()), now + k)
                assert seat >= 0
            host.watch.advance(now + 2 + delay if not shown else now + 60, 100)
            count = host.watch.count
            kept = Parts(host.table, host.watch, host.bots)
            host.store.take_back(host.id, left, (NOTE, "Ann takes back"), now)
            host.watch.forget(left)
            made = go_back(host.store.load(host.id), kept, 0)
            assert (made.watch is host.watch) == (not shown)
            made.watch.advance(now + 10_000, 100)
            assert made.watch.count == left and (count > left) == shown
            assert made.watch.viewer.view == made.table.open_viewer().view
            assert made.watch.viewer.log[-1] == (NOTE, "Ann takes back") or not shown

    asyncio.run(run())


def test_chat__stays_where_it_was_said():
    """After a restart a phrase stands in the log between the same choices, under the name that each reader knows."""
    setup = Setup("four_souls", ("person",) * 2, ("Ann", "Bob"), {"bartering": 1}, delay=0)
    store = Store(":memory:")
    stored = store.new(checked(setup), 4)
    host, pick = Host(stored, restore(stored), store, ThreadPools(Limits()), Limits()), random.Random(9)
    for k in range(30):
        choose(host, pick.choice(host.table.legal()))
        host.watch.advance(time.time(), 100)
        if k % 10 == 4:
            host.post_line(CHAT, json.dumps([k % 20 == 4, k % 3]))
    kept = restore(store.load(host.id))
    assert logs(kept) == [
        [list(entry) for entry in viewer.shown()] for viewer in (*host.table.viewers.values(), host.watch.viewer)
    ]
    assert sum(kind == CHAT for kind, _ in kept.table.viewers[0].log) == 3
