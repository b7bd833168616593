"""Positions that watchers see, and those that wait until they may see it."""

from __future__ import annotations

import asyncio
import random
import tracemalloc
from dataclasses import replace

import pytest

from fs_env.serve.guard.limits import Limits
from fs_env.serve.guard.thread_pools import ThreadPools
from fs_env.serve.store.setup import Setup, checked
from fs_env.serve.store.table_store import Store
from fs_env.serve.table.host import WATCHERS, Host
from fs_env.serve.table.restoring import restore
from fs_env.serve.table.watch import AT_ONCE
from tests.serve.tables import choose

DELAY = 100
DEPTH = 100  # calls between this file and what allocates
LATE = 10.0**10  # later than anything is due


def watched(name: str, delay: int = DELAY, players: int = 2, **options: int) -> Host:
    """A table of bots that does not run: the test makes the choices of all."""
    setup = Setup(name, ("random",) * players, ("Ann", "Bob", "Cy")[:players], options, delay=delay)
    store = Store(":memory:")
    stored = store.new(checked(setup), 5)
    return Host(stored, restore(stored), store, ThreadPools(Limits()), Limits())


def test_delayed_watch__keeps_choices_only():
    """A hundred choices of Four Souls that watchers may not see yet take less room than five positions. What is allocated elsewhere
    meanwhile, as by threads that other tests have left, is not counted."""
    host, pick = watched("four_souls", 3600, 3), random.Random(1)
    for _ in range(20):
        choose(host, pick.choice(host.table.legal()), LATE)
    tracemalloc.start(DEPTH)
    try:
        for _ in range(100):
            choose(host, pick.choice(host.table.legal()), LATE)
        kept = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, __file__, all_frames=True)]).traces
    finally:
        tracemalloc.stop()
    grown = sum(one.size for one in kept)
    assert 0 < grown < 5 * host.table.game.dtype.itemsize, grown


@pytest.mark.parametrize("name", ["castles_of_caleira", "four_souls", "betrayal"])
def test_watchers__see_each_position_when_it_is_due(name):
    """At every moment they have the position and the log of a player who looked at the table so many seconds before."""
    host, pick = watched(name, players=3), random.Random(2)
    dealt = host.watch.waiting[0] - DELAY
    there = host.table.open_viewer()
    looked = []
    for k in range(40):
        looked.append((dealt + k, there.view, list(there.log)))
        if host.table.over:
            break
        game, S, at = host.table.game, host.table.game.clone(host.table.state), dealt + k + 1
        action = pick.choice(host.table.legal())
        choose(host, action, at)
        while True:  # every decision is looked at, those without a choice included
            game.step(S, action)
            there.see(S)
            if game.to_act(S) < 0 or len(game.legal(S)) > 1:
                break
            action = int(game.legal(S)[0])
    assert not host.watch.advance(dealt + DELAY - 0.1) and not host.watch.seen
    for at, view, log in looked:
        host.watch.advance(at + DELAY + 0.5)
        assert (host.watch.viewer.view, host.watch.viewer.log) == (view, log)
    assert (host.watch.ended is not None) == host.table.over


def test_watchers__wait_for_the_end_too():
    """How a game ended is shown when its end is, with the points of all."""
    host, pick = watched("castles_of_caleira"), random.Random(3)
    while not host.table.over:
        choose(host, pick.choice(host.table.legal()), LATE + len(host.table.made))
    last = host.watch.waiting[-1]
    for at in (last - 1, last):
        assert host.watch.ended is None
        while host.watch.advance(at):
            pass
    assert host.watch.ended == host.table.ended() is not None


def test_end__is_that_of_the_table():
    """Watchers are told of the end when the table knows it, and may ask for the replay, also where the last choice of a bot leaves
    decisions without a choice and bots are slow."""

    async def play() -> bool:
        host, pick = watched("castles_of_caleira", 0), random.Random(1)
        table, game = host.table, host.table.game
        while True:
            action = pick.choice(table.legal())
            S = game.clone(table.state)
            game.step(S, action)
            forced = game.to_act(S) >= 0
            while len(legal := game.legal(S)) == 1:
                game.step(S, int(legal[0]))
            if game.to_act(S) < 0:
                break
            choose(host, action)
        assert forced

        async def answer(*_: object) -> int:
            return action

        host.setup, host.bots.answer = replace(host.setup, pace=60_000), answer
        host.start()
        while host.watch.ended is None:
            await asyncio.sleep(0)
        over = table.over
        await host.close()
        return over

    assert asyncio.run(play())


def test_positions__that_are_due_at_once_come_in_slices():
    """However much is due, one call shows a few choices only, so that others need not wait."""
    host, pick = watched("betrayal", 0, 3), random.Random(4)
    for _ in range(3 * AT_ONCE):
        choose(host, pick.choice(host.table.legal()))
    host.watch.advance(LATE)
    assert host.watch.count == AT_ONCE
    while host.watch.advance(LATE):
        pass
    assert host.watch.viewer.view == host.table.open_viewer().view


def test_restart__shows_no_deal_early():
    """A table that a server brings back shows its deal when it would have, not at once: all cards lie open in it."""
    host = watched("castles_of_caleira", delay=3600)
    now = host.watch.waiting[0] - 3600
    choose(host, host.table.legal()[0], now)
    parts = restore(host.store.load(host.id))
    parts.watch.advance(now + 3599)
    assert not parts.watch.seen
    parts.watch.advance(now + 3601)
    assert parts.watch.seen and parts.watch.count == 1


def test_bots__wait_while_too_much_is_late():
    """With as many late choices as a server keeps, a table of bots stands still until the first of them is shown."""

    async def play() -> tuple[int, int]:
        host = watched("castles_of_caleira", delay=3600)
        host.limits = replace(host.limits, late_choices=5, least_pace=0)
        host.setup = replace(host.setup, pace=0)
        host.start()
        for _ in range(20):
            await asyncio.sleep(0.02)
        waiting = len(host.watch.waiting)
        host.watch.waiting[0] = 0.0
        host.whole(WATCHERS)
        await host.close()
        return waiting, len(host.watch.waiting)

    assert asyncio.run(play()) == (5, 4)
