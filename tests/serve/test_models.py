"""Language models at a table: only where who runs the server allows them, in threads of their own, and answered for when they are late."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from fs_env.serve.guard.limits import Limits
from fs_env.serve.guard.thread_pools import ThreadPools
from fs_env.serve.store.setup import Setup, checked, read_form
from fs_env.serve.table.bots import Bots
from fs_env.serve.table.game_table import Table
from tests.agents.llm.stub import fail, say, stub
from tests.serve.running import FORM, HASTY, running


@pytest.fixture(autouse=True)
def _environment(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def sitting(spec):
    """The bots of a table at its first choice, and the table."""
    table = Table(Setup("castles_of_caleira", (spec, spec), ("Ann", "Bob")), seed=1)
    bots = Bots(table)
    table.look()
    while (action := table.forced()) is not None:
        table.take(action)
    return bots, table


def answer(bots, table, limits):
    return asyncio.run(bots.answer(ThreadPools(limits), table.asked, table.state, limits))


@pytest.mark.parametrize("field", ["seat_1", "hints", "other_1"])
def test_strangers__cannot_have_the_server_ask_an_address(field):
    """A model with any address is refused, in a seat and for hints, though the address is never asked; one that is allowed sits down."""
    with stub() as model:
        form = {**FORM, field: model.spec(), **({"seat_1": "other"} if field == "other_1" else {})}
        with pytest.raises(ValueError, match="is not offered here") as refused:
            checked(read_form(form))
        assert "llm" not in str(refused.value).rpartition("expected")[2]
        with pytest.raises(ValueError, match="is not offered here"):
            checked(read_form(form), [model.spec(temperature=0)])
        assert checked(read_form(form), [model.spec()])
        nested = {**form, field: f"search:policy={model.spec().replace(',', ';')}"}
        with pytest.raises(ValueError, match="is not offered here"):
            checked(read_form(nested))
        assert not model.requests


def test_stored_table__asks_no_address_that_is_not_allowed_any_more():
    """A server that is started again without the model does not bring its table back."""
    with stub() as model, running(allowed=(model.spec(),), limits=HASTY) as server:
        path = server.make(seat_1=model.spec())
        server.sit(path).asked()
        number = next(iter(server.lobby.hosts))
        server.lobby.allowed = ()
        with pytest.raises(ValueError, match="asks an address elsewhere: allow it with --bot"):
            server.lobby._refuse_code(server.lobby.store.load(number).setup)


def test_model__plays_at_a_table_and_holds_up_nobody():
    """A person plays a whole game against a model, while tables of models that never answer in time wait."""
    with stub(lambda asked: say("[1]", wait=20 if asked["model"] == "slow" else 0)) as model:
        slow, quick = model.spec().replace("model=m", "model=slow"), model.spec()
        with running(allowed=(slow, quick), limits=replace(HASTY, bot_seconds=60.0)) as server:
            for _ in range(3):
                server.make(seat_0=slow, seat_1=slow)
            begun = time.monotonic()
            with server.sit(server.make(seat_1=quick, hints=quick)) as browser:
                browser.say(do="hint", number=browser.asked()["number"])
                assert browser.until(lambda message: message["kind"] != "position")["kind"] == "hint"
                assert browser.play()["over"]
            assert time.monotonic() - begun < 10
        talks = [asked["messages"] for asked in model.requests if asked["model"] == "m"]
        assert len(talks) > 5 and any("player_0" in talk[-1]["content"] for talk in talks)


def test_model__that_is_late_or_away_is_answered_for():
    """The usual bot answers for it at the deadline, or when its endpoint is away; the next question it gets itself."""
    with stub(lambda asked: say("[1]", wait=1)) as model:
        bots, table = sitting(model.spec(retries=0))
        begun = time.monotonic()
        assert answer(bots, table, Limits(bot_seconds=0.3)) in table.legal()
        assert time.monotonic() - begun < 2
        assert "answers for it this time" in bots.faults.pop().message
        time.sleep(1.2)  # until its thread has noticed
        model.usual = lambda asked: fail(503)
        assert answer(bots, table, Limits()) in table.legal()
        fault = bots.faults.pop()
        assert "answers for it this time" in fault.message and "gave no reply" in fault.why
        model.usual = lambda asked: say("[2]")
        assert answer(bots, table, Limits()) == table.legal()[1] and not bots.faults
