"""One visitor with many bots that think long: others notice nothing, and no answer is waited for beyond its deadline."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from fs_env.agent_api.specs import load_agent
from fs_env.agent_api.view import SeatView, complete_view
from fs_env.agents.search.budget import Interrupt
from fs_env.arena.match import begin
from fs_env.serve.guard.limits import Limits
from fs_env.serve.guard.thread_pools import Slots, ThreadPool, ThreadPools
from fs_env.serve.store.setup import Setup
from fs_env.serve.table.bots import Bots, think
from fs_env.serve.table.game_table import Table
from tests.serve.running import HASTY, running

pytestmark = pytest.mark.usefixtures("dealt")  # of games at random one in a hundred is over after one choice

COLD, SLEEPER = "tests.serve.bots:Cold", "tests.serve.bots:Sleeper"
ENDLESS = "tree:rollouts=1000000000"
SOON = 3.0  # seconds
WORKERS = "fs-env work"


def sitting(*seats: str) -> Table:
    table = Table(Setup("castles_of_caleira", seats, ("Ann", "Bob")), seed=1)
    while (action := table.forced()) is not None:
        table.take(action)
    return table


def test_slow_bots_hold_up_nobody_else():
    """While a dozen tables wait for slow bots another visitor sees the page, makes a table, plays at it and gets a hint."""
    with running(allowed=(SLEEPER,), limits=replace(HASTY, bot_seconds=60.0)) as server:
        server.sit(server.make()).play()  # loads the game's code
        for _ in range(12):
            server.make(seat_0=SLEEPER, seat_1=SLEEPER)
        begun = time.monotonic()
        assert server.get("/")[0] == 200
        with server.sit(server.make()) as browser:
            browser.say(do="hint", number=browser.asked()["number"])
            assert browser.until(lambda message: message["kind"] != "position")["kind"] == "hint"
            assert browser.play()["over"]
        assert time.monotonic() - begun < SOON


def test_slow_hints_hold_up_no_others_and_end_with_their_question():
    """While a hint of a slow bot is waited for, other tables get theirs; after a choice the next one can be asked for."""
    limits = replace(HASTY, bot_seconds=60.0, hint_threads=4)  # two for the tables of one address
    with running(allowed=(SLEEPER,), limits=limits) as server:
        with server.sit(server.make(hints=SLEEPER)) as slow, server.sit(server.make()) as quick:
            slow.say(do="hint", number=slow.asked()["number"])
            begun = time.monotonic()
            quick.say(do="hint", number=quick.asked()["number"])
            assert quick.until(lambda message: message["kind"] != "position")["kind"] == "hint"
            assert time.monotonic() - begun < 4 * SOON
            slow.choose()
            slow.say(do="hint", number=slow.asked()["number"])
            slow.say(do="say", phrase=0)
            assert slow.until(lambda message: message["kind"] == "refused")["why"] == "this table has no chat"


def test_late_bot__is_answered_for_and_then_replaced():
    """For a bot that does not answer the heuristic does, which the log says; after three late answers it plays on."""
    with running(allowed=(SLEEPER,), limits=replace(HASTY, bot_seconds=0.2)) as server:
        begun = time.monotonic()
        with server.sit(server.make(seat_1=SLEEPER, name_1="Max")) as browser:
            assert browser.play()["over"]
            notes = [text for kind, text, *_ in browser.log if kind == "note"]
        assert notes == [
            "the bot Max takes too long: heuristic answers for it this time",
            "the bot Max takes too long: heuristic answers for it this time",
            "the bot Max took too long 3 times: heuristic plays on",
        ]
        assert time.monotonic() - begun < 2 * SOON


def test_search__answers_at_the_deadline():
    """A search that would continue for hours answers itself when its time is over, and is not late."""
    table = sitting(ENDLESS, ENDLESS)
    bots, limits = Bots(table), Limits(bot_seconds=0.3)
    begun = time.monotonic()
    action = asyncio.run(bots.answer(ThreadPools(limits), table.asked, table.state, limits))
    assert 0.3 <= time.monotonic() - begun < SOON
    assert action in table.legal() and not bots.faults


def test_search__that_is_compiled_first_is_not_late(monkeypatch):
    """However long the first search of a process is compiled, its own answer counts."""
    monkeypatch.setattr("fs_env.serve.table.bots.STOP_SECONDS", 0.05)
    table, limits = sitting(COLD, COLD), Limits(bot_seconds=0.1)
    bots = Bots(table)
    assert asyncio.run(bots.answer(ThreadPools(limits), table.asked, table.state, limits)) == min(table.legal())
    assert not bots.faults


def test_search__ends_when_its_table_closes():
    """The thread of a search ends soon after its answer is no longer needed."""
    table = sitting(ENDLESS, ENDLESS)

    async def close() -> None:
        limits = Limits()
        asked = asyncio.create_task(Bots(table).answer(ThreadPools(limits), table.asked, table.state, limits))
        while not working():
            await asyncio.sleep(0.01)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)

    asyncio.run(close())
    until = time.monotonic() + SOON
    while working() and time.monotonic() < until:
        time.sleep(0.01)
    assert not working()


def working() -> list[threading.Thread]:
    """Threads that work for a table, those of sleeping bots of other tests left out."""
    return [one for one in threading.enumerate() if one.name == WORKERS and one not in SLEEPING]


SLEEPING: list[threading.Thread] = []


@pytest.fixture(autouse=True)
def _sleeping():
    SLEEPING[:] = [one for one in threading.enumerate() if one.name == WORKERS]


@pytest.mark.parametrize("spec", ["search:rollouts=3000", "tree:rollouts=3000"])
def test_interrupt__that_does_not_come_changes_nothing(spec):
    """A search with few rollouts answers the same whether or not a server has set it a deadline."""
    table, answers = sitting(spec, spec), []
    for interrupt in (Interrupt(), Interrupt(time.perf_counter() + 600)):
        agent = load_agent(spec, table.game)
        begin(agent, table.asked, 7)
        action = think(agent, table.game, table.state, table.asked, 2, 7, interrupt)
        answers.append((action, agent.expected))
    assert answers[0] == answers[1]


def test_race__stops_within_a_round():
    """With an interrupt that has come a race tries every action a few times and answers."""
    spec = "search:method=race,rollouts=1000000000"
    table = sitting(spec, spec)
    agent = load_agent(spec, table.game)
    begin(agent, table.asked, 7)
    begun = time.monotonic()
    assert think(agent, table.game, table.state, table.asked, 2, 7, Interrupt(0.0)) in table.legal()
    assert time.monotonic() - begun < SOON
    legal, rng = [int(action) for action in table.game.legal(table.state)], np.random.default_rng(1)
    view = SeatView(
        table.game, table.asked, 2, table.game.observe(table.state, table.asked), table.game.mask(table.state)
    )
    complete_view(view, agent, table.game, table.state, 0, 7)
    question = agent.searcher.ask(view, agent.searcher.new_memory(1), legal, rng)
    few = agent.searcher.round(question, [0, 1], 10**6, 2, rng, Interrupt(0.0))
    assert 0 < len(few) < 1000


def order_of(pool: ThreadPool, asked: str, cancelled: tuple[int, ...] = ()) -> str:
    """Owners in the order in which their functions run, each a letter of those that ask; some give up while they wait."""
    order: list[str] = []

    async def ask() -> None:
        tasks = [asyncio.create_task(pool.run(lambda one=one: order.append(one), one)) for one in asked]
        await asyncio.sleep(0)
        for k in cancelled:
            tasks[k].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(ask())
    return "".join(order)


def test_lane__gives_owners_turns():
    """Behind the first one, which runs at once, owners take turns, however many one of them has asked for before."""
    assert order_of(ThreadPool(1, 1), "aaaaabbc") == "a" + "abc" + "ab" + "aa"
    assert order_of(ThreadPool(1, 1), "aaabb", cancelled=(1, 3)) == "a" + "ab"


def test_lane__keeps_places_free_for_others():
    """However much one owner asks for, it runs no more than its share; another one begins at once."""
    pool, go, begun = ThreadPool(2, 1), threading.Event(), []

    def wait(one: str) -> None:
        begun.append(one)
        go.wait(SOON)

    async def ask() -> None:
        tasks = [asyncio.create_task(pool.run(lambda: wait("a"), "a")) for _ in range(5)]
        await asyncio.sleep(0.1)
        tasks.append(asyncio.create_task(pool.run(lambda: wait("b"), "b")))
        await asyncio.sleep(0.1)
        assert begun == ["a", "b"]
        go.set()
        await asyncio.gather(*tasks)

    asyncio.run(ask())
    assert begun == ["a", "b", "a", "a", "a", "a"]


def test_lane__does_not_begin_what_has_waited_too_long():
    """Work whose time is over while it waits for a place is never begun, and its owner's next one is."""
    pool, go, begun = ThreadPool(1, 1), threading.Event(), []

    async def ask() -> None:
        first = asyncio.create_task(pool.run(lambda: go.wait(SOON)))
        await asyncio.sleep(0)
        with pytest.raises(TimeoutError):
            await pool.run(lambda: begun.append("late"), seconds=0.05, grace=SOON)
        go.set()
        await first
        await pool.run(lambda: begun.append("next"))

    asyncio.run(ask())
    assert begun == ["next"]


def test_tables_of_bots_alone__have_a_least_pace():
    """With pace 0 such a table makes no more choices than the server allows; one with a person continues at once."""
    limits = replace(HASTY, least_pace=100)
    with running(limits=limits) as server:
        path = server.make(seat_0="heuristic")
        begun = time.monotonic()
        time.sleep(0.75)
        made = len(server.host(path).table.made)
        assert 2 <= made <= 1 + (time.monotonic() - begun) / 0.1 + 1
        begun = time.monotonic()
        with server.sit(server.make()) as browser:
            browser.play()
        assert time.monotonic() - begun < SOON


def test_slots():
    """At two a second the third of those that ask at once waits for a second; who comes later does not."""
    slots = Slots(2.0)
    assert [slots.take(10.0) for _ in range(3)] == [10.0, 10.5, 11.0]
    assert slots.take(11.25) == 11.5
    assert slots.take(20.0) == 20.0


def test_owner__is_the_address_that_made_the_table():
    """A table counts for who made it, by address."""
    with running() as server:
        assert server.host(server.make()).owner == "127.0.0.1"
