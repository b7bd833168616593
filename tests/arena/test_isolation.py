"""Isolated bots: the same play, nothing but the own view within reach, and every failure their own error."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from fs_env.agent_api.agent import as_agent
from fs_env.agent_api.view import SeatView
from fs_env.arena import Limits, Plan, Tournament, play_match
from fs_env.arena.game_runner import START_SECONDS, GameRunner
from fs_env.arena.isolation import IsolatedAgent, can_start_threads, load_shared, modules_of
from fs_env.arena.match import AgentFailed, BotFault
from fs_env.arena.referee import OutOfReach
from fs_env.pool.guarded import Starter
from tests.arena.bots import NIM, Clever, first, spy
from tests.core.machine.nim import GAME

BOTS = "tests.arena.bots"


def isolated(bot: str, **limits) -> IsolatedAgent:
    return IsolatedAgent(f"{BOTS}:{bot}", NIM, Limits(isolate=True, **limits))


def start() -> SeatView:
    return SeatView(GAME, 0, 2, np.zeros(GAME.schema.size, np.int16), np.ones(GAME.num_actions, np.int8))


@pytest.fixture(scope="module")
def answering():
    bot = isolated("Answers")
    yield bot
    bot.close()


def test_isolated__plays_as_in_one_process():
    plan = Plan((f"{BOTS}:Sampler", "random"), games=6, seed=3, game=NIM, agent_key="5a" * 16)
    together, apart = Tournament(plan), Tournament(plan, limits=Limits(isolate=True))
    together.run()
    apart.run()
    assert apart.names == ("sampler", "random") == together.names
    games = [[replace(row, seat_seconds=()) for row in one.results.rows()] for one in (together, apart)]
    assert games[0] == games[1] and apart.standings().won == 6
    assert len({row.decisions for row in games[0]}) > 1, "it plays by what it has drawn"


def test_shared_modules__are_installed_ones_that_the_bot_needs(tmp_path, monkeypatch):
    """What processes share before they run a bot follows from the text of its spec and file, and from no folder with files of bots."""
    text = "import os\nfrom torch import nn\n# import onnxruntime\ndef choose(view): return 1\n"
    (tmp_path / "bot.py").write_text(text)
    assert modules_of(f"{tmp_path}/bot.py:choose") == ("torch",) and modules_of("sb3:a.zip")[0] == "sb3_contrib"
    assert modules_of("exec:node bot.js") == modules_of("random") == modules_of(f"{tmp_path}/none.py:choose") == ()
    (tmp_path / "left_there.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    before = sys.path[:]
    load_shared(NIM, ["left_there", "colorsys"])
    assert "colorsys" in sys.modules and "left_there" not in sys.modules and sys.path == before


def test_isolated__reaches_no_state(monkeypatch):
    """A bot that walks the frames of its callers and all objects finds the state in one process, and none in its own; nor the
    arguments of the command, which name the seed."""
    monkeypatch.setattr(sys, "argv", ["fs-env", "tournament", "--seed", "3"])
    with pytest.raises(AgentFailed, match="found frame"):
        play_match(GAME, [as_agent(first), as_agent(spy)], seed=3)
    agent = isolated("spy")
    try:
        assert play_match(GAME, [as_agent(first), agent], seed=3).outcome == 1
    finally:
        agent.close()


@pytest.mark.parametrize("bot", ["garbage", "lists"])
def test_isolated__what_is_no_answer(bot):
    agent = isolated(bot)
    try:
        agent.reset(0, 1)
        with pytest.raises(BotFault, match="^sent something that is not an answer$"):
            agent.act(start())
    finally:
        agent.close()


def test_isolated__failures_that_a_process_outlives():
    """An error, a bot that ends the program as scripts do, words for a number and one that takes more memory than it may are told by
    the same process; so is a number that is not legal."""
    agent = isolated("ByTurns", memory_mb=700)
    try:
        process = agent._process.pid
        for told in ("^MemoryError$", "^KeyError: 'no idea'$", "^SystemExit: enough$", "^TypeError"):
            agent.reset(0, 1)
            with pytest.raises(BotFault, match=told):
                agent.act(start())
        assert agent.act(start()) == 99 and agent._process.pid == process
    finally:
        agent.close()


def test_isolated__failures_forfeit():
    agent = isolated("crash")
    for seed in range(2):
        with pytest.raises(AgentFailed, match=r"ended its process \(exit code 3\)$"):
            play_match(GAME, [as_agent(first), agent], seed=seed)


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
    assert answering.reads_text and answering.waits and answering.name == "answers"


def test_isolated__what_cannot_be_played():
    with pytest.raises(ValueError, match=r"bot 'tests.arena.bots:Clevr'.*did you mean 'Clever'"):
        isolated("Clevr")
    with pytest.raises(
        ValueError, match=r"^bot 'tests.arena.bots:Numbered' failed when it was looked at: .* its name is 5"
    ):
        isolated("Numbered")
    with pytest.raises(ValueError, match="is an object; give it"):
        Tournament(Plan((first, "random"), game=NIM), limits=Limits(isolate=True))


def test_limits__refuse_nonsense():
    for wrong in ({"move_seconds": 0}, {"move_seconds": float("nan")}, {"move_seconds": -1}, {"memory_mb": 0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Limits(**wrong)


def test_tournament__whose_machine_can_start_no_more_processes_charges_no_bot(tmp_path, monkeypatch):
    """A bot may hold all processes that the system has: the run ends, no bot forfeits, and the same command plays the rest."""
    plan, file = Plan((f"{BOTS}:first", "random"), games=6, seed=3, game=NIM), tmp_path / "results.db"
    tournament, start, began = Tournament(plan, file, limits=Limits(isolate=True)), Starter.start, []

    def full(*arguments):
        began.append(1)
        if len(began) > 1:
            raise BlockingIOError("Resource temporarily unavailable")
        return start(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(Starter, "start", full)
        with pytest.raises(
            OutOfReach, match="no process could be started for tests.arena.bots:first: Resource temporarily"
        ):
            tournament.run()
    assert 0 < len(tournament.results.rows()) < 6
    tournament.run()
    assert len(tournament.results.rows()) == 6 and tournament.faults() == []


@pytest.mark.parametrize(
    ("bot", "killed", "threads", "words"),
    [
        (
            "crash",
            1,
            True,
            "no memory .* left for tests.arena.bots:crash: ended .*; of the bots left .*:first has most memory: .* no result is lost",
        ),
        ("crash", 0, False, "no memory or processes left for tests.arena.bots:crash: ended"),
        ("crash", 0, True, r"^ended its process \(exit code 3\)$"),
        ("crowded", 0, True, "^RuntimeError: can't start new thread$"),
    ],
)
def test_bot__for_which_the_machine_has_no_memory_or_no_threads_is_not_at_fault(
    monkeypatch, bot, killed, threads, words
):
    """Another bot may have used up the memory, so that the system kills the largest process, or all threads. A bot that only claims that
    is at fault: it could discard the games that it loses."""
    monkeypatch.setattr("fs_env.arena.isolation.kills_for_memory", iter([3, 3, 3, 3 + killed]).__next__)
    monkeypatch.setattr("fs_env.arena.isolation.can_start_threads", lambda: threads)
    agent, other = isolated(bot), isolated("first")
    agent.reset(0, 1)
    with pytest.raises(BotFault if words.startswith("^") else OutOfReach, match=words):
        agent.act(start())
    agent.close()
    other.close()


def test_threads__that_the_system_refuses_are_noticed(monkeypatch):
    """As where RLIMIT_NPROC or the limit of a container is met."""
    assert can_start_threads()
    monkeypatch.setattr(
        "threading._start_new_thread", lambda *_: (_ for _ in ()).throw(RuntimeError("can't start new thread"))
    )
    assert not can_start_threads()


def test_bot__whose_process_was_killed_for_memory_before_its_game_is_not_at_fault(monkeypatch):
    """Another bot used up the memory when the game began, before this one was asked."""
    monkeypatch.setattr("fs_env.arena.isolation.kills_for_memory", iter([3, 4, 4]).__next__)
    agent = isolated("first")
    agent._process.end()
    with pytest.raises(OutOfReach, match="no memory or processes left"):
        agent.reset(0, 1)


def test_batch__of_a_bot_whose_process_died_and_cannot_be_started_ends_the_run(monkeypatch):
    """It died in another game; now other bots hold all processes of the system."""
    bot = isolated("WrongInBatches")
    bot.close()
    monkeypatch.setattr(Starter, "start", lambda *_: (_ for _ in ()).throw(BlockingIOError("no more processes")))
    with pytest.raises(OutOfReach, match="no process could be started"):
        bot.act_batch([start()])


def test_end__of_a_game_that_was_played_is_never_lost(monkeypatch):
    """A bot that fails when it hears of its loss must not discard the game."""
    bot = isolated("crash")
    bot.hears_end = True
    bot._process.end()
    monkeypatch.setattr("fs_env.arena.isolation.can_start_threads", lambda: False)
    bot.end(play_match(GAME, [as_agent(first), as_agent(first)], seed=1), ["", ""])
    assert bot._process is None


def test_worker__has_no_limit_of_time_while_an_isolated_process_begins():
    """It may take long where the machine is busy; a worker that is ended then would make the bot forfeit."""
    noted: list[tuple[float, ...]] = []
    plan = Plan((f"{BOTS}:first", f"{BOTS}:last"), games=2, seed=3, game=NIM)
    for limits, known in ((Limits(isolate=True), False), (Limits(), True)):
        noted.clear()
        with closing(GameRunner(plan, limits, lambda *given: noted.append(given))) as runner:
            assert runner.play(plan.pairing(0)).winners
        assert (START_SECONDS in {seconds for _, *more in noted for seconds in more}) is known and len(noted) > 4
