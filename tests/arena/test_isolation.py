"""Isolated bots: the same play, nothing but the own view within reach, and every failure an error of their own."""

from __future__ import annotations

import os
import sys
from dataclasses import replace

import numpy as np
import pytest

from fs_env.arena import Limits, Plan, Tournament, play_match
from fs_env.arena.agent import SeatView, as_agent
from fs_env.arena.isolation import IsolatedAgent
from fs_env.arena.match import BotFault, agent_seed, secret_seed
from tests.arena.bots import NIM, Clever, first
from tests.core.machine.nim import GAME

BOTS = "tests.arena.bots"


def isolated(bot: str, **limits) -> IsolatedAgent:
    return IsolatedAgent(f"{BOTS}:{bot}", NIM, Limits(isolate=True, **limits))


@pytest.fixture(scope="module")
def answering():
    """A bot that does nothing wrong, in its process."""
    bot = isolated("Answers")
    yield bot
    bot.close()


def test_isolated__plays_as_in_one_process():
    """A tournament of isolated bots has the same games as one in a single process, and its names."""
    plan = Plan((f"{BOTS}:Clever", "random"), games=6, seed=3, game=NIM)
    together, apart = Tournament(plan), Tournament(plan, limits=Limits(isolate=True))
    together.run()
    apart.run()
    assert apart.names == ("clever", "random") == together.names
    games = [[replace(row, seat_seconds=()) for row in one.results.rows()] for one in (together, apart)]
    assert games[0] == games[1] and apart.standings().won == 6


def test_isolated__reaches_no_state(monkeypatch):
    """A bot that walks the frames of its callers and all objects finds the state in one process, and none in its own; nor the
    arguments of the command, which name the seed."""
    monkeypatch.setattr(sys, "argv", ["fs-env", "tournament", "--seed", "3"])
    plan = Plan(("random", f"{BOTS}:spy"), games=2, seed=3, game=NIM)
    together, apart = Tournament(plan), Tournament(plan, limits=Limits(isolate=True))
    assert together.run().forfeited == 2 and "found frame" in together.faults()[0]["fault"]
    assert apart.run().won == 2


def test_isolated__seed_does_not_tell_the_deal():
    """A bot's seed is not the arithmetic of the deal's seed that compiled policies get, which can be undone."""
    told = []

    class Asked:
        name = "asked"

        def reset(self, seat, seed):
            told.append((seat, seed))

        def act(self, view):
            return int(view.legal[0])

    play_match(GAME, [Asked(), Asked()], seed=77)
    assert told == [(0, secret_seed(77, 0)), (1, secret_seed(77, 1))]
    assert not {seed for _, seed in told} & {agent_seed(77, seat) for seat in range(4)}
    steps = {(secret_seed(seed + 1, 0) - secret_seed(seed, 0)) % 2**63 for seed in range(50)}
    assert len(steps) == 50  # of an invertible formula of this kind there are two


@pytest.mark.parametrize(
    ("bot", "words", "limits"),
    [
        ("crash", r"^ended its process \(exit code 3\)$", {}),
        ("hang", "^gave no answer in 0.2 s$", {"move_seconds": 0.2}),
        ("Greedy", "^MemoryError$", {"memory_mb": 700}),
        ("garbage", "^sent something that is not an answer$", {}),
        ("lists", "^sent something that is not an answer$", {}),
    ],
)
def test_isolated__failures_are_told(bot, words, limits):
    """Whatever a bot does wrong is told in words, and what it sends is never run."""
    agent = isolated(bot, **limits)
    try:
        agent.reset(0, 1)
        view = SeatView(GAME, 0, 2, np.zeros(GAME.schema.size, np.int16), np.ones(GAME.num_actions, np.int8))
        with pytest.raises(BotFault, match=words):
            agent.act(view)
    finally:
        agent.close()


def test_isolated__failures_that_a_process_outlives():
    """An error, a bot that ends the program as scripts do, and words for a number are told, by the same process."""
    agent = isolated("ByTurns")
    try:
        process = agent._process.pid
        view = SeatView(GAME, 0, 2, np.zeros(GAME.schema.size, np.int16), np.ones(GAME.num_actions, np.int8))
        for told in ("^KeyError: 'no idea'$", "^SystemExit: enough$", "^TypeError"):
            agent.reset(0, 1)
            with pytest.raises(BotFault, match=told):
                agent.act(view)
        assert agent._process.pid == process
    finally:
        agent.close()


@pytest.mark.parametrize("bot", ["crash", "illegal"])
def test_isolated__failures_forfeit(bot):
    """A bot that ends its process loses its game; the next one finds a new process. So does an illegal answer."""
    tournament = Tournament(Plan(("random", f"{BOTS}:{bot}"), games=2, seed=3, game=NIM), limits=Limits(isolate=True))
    assert tournament.run().forfeited == 2 and tournament.standings().agents[0].name == "random"


def test_isolated__answers_in_its_own_process(answering):
    """It is told seat, seed, view and words; it runs in another process, which ends when it is closed."""
    answering.reset(1, 5)
    views = []

    def watch(view):
        views.append(view)
        return int(view.legal[0])

    play_match(GAME, [as_agent(watch), Clever()], seed=2)
    view = views[0]
    view.decision, view.table = "what now?", "a table"
    with pytest.raises(BotFault) as heard:
        answering.act(view)
    process, seat, seed, stones, legal, words = str(heard.value).removeprefix("ValueError: ").split("|")
    assert int(process) != os.getpid() and (seat, seed, words) == ("1", "5", "what now? a table")
    assert int(stones) == int(view.sections["stones"]) and legal == str(view.legal.tolist())
    assert answering.reads_text and answering.name == "answers"


def test_isolated__what_cannot_be_played():
    """No such bot, one that exits as it is imported, and objects are refused before anything is played."""
    with pytest.raises(ValueError, match=r"bot 'tests.arena.bots:Clevr'.*did you mean 'Clever'"):
        isolated("Clevr")
    with pytest.raises(ValueError, match="is an object of this process"):
        Tournament(Plan((first, "random"), game=NIM), limits=Limits(isolate=True))


def test_limits__refuse_nonsense():
    """Limits that nothing could keep are refused by name."""
    for wrong in ({"move_seconds": 0}, {"move_seconds": float("nan")}, {"move_seconds": -1}, {"memory_mb": 0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Limits(**wrong)
