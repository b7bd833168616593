"""Isolated bots that attack: each forfeits in time or plays on, and neither it nor what it has started stops the tournament."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from fs_env.arena import Limits, Plan, Tournament
from fs_env.arena.isolation import IsolatedAgent
from fs_env.arena.match import BotFault
from fs_env.pool.guard import succeeds, take_own_numbers
from tests.arena.bots import NIM
from tests.arena.test_forfeits import is_running, wait_until
from tests.arena.test_isolation import start
from tests.pool.hostile import NOTES

BOTS = "tests.pool.hostile"
SHORT = 0.5  # seconds for an answer
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the bots look into /proc")


@pytest.mark.parametrize("workers", [None, pytest.param(1, marks=pytest.mark.slow)])
def test_tournament__resumes(workers):
    plan = Plan(("random", f"{BOTS}:half_an_answer"), games=2, seed=3, game=NIM)
    tournament = Tournament(plan, limits=Limits(isolate=True, move_seconds=SHORT))
    table = tournament.run(workers)
    assert (table.forfeited, table.agents[0].name) == (2, "random")
    assert all("gave no answer in 0.5 s" in fault["fault"] for fault in tournament.faults())


def test_limits__of_patience_and_of_files(monkeypatch, tmp_path):
    """Without --move-seconds an isolated bot has a limit all the same; the size of a file and the number of open ones have theirs."""
    monkeypatch.setattr("fs_env.arena.isolation.PATIENCE_SECONDS", 5)
    (tmp_path / "three.py").write_text(
        "from tests.pool.hostile import fills, opens, stuck\n"
        "acts = [stuck, opens, fills]\n"
        "def three(view):\n    acts.pop()(b'')\n"
    )
    agent = IsolatedAgent(f"{tmp_path}/three.py:three", NIM, Limits(isolate=True))
    agent.reset(0, 1)
    for words in ("^OSError: .*File too large", "^OSError: .*Too many open files", "^gave no answer in 5 s$"):
        with pytest.raises(BotFault, match=words):
            agent.act(start())


def test_start__takes_no_longer_than_it_may(monkeypatch, tmp_path):
    (tmp_path / "slow_to_start.py").write_text("from tests.pool.hostile import header\nheader(b'')\n")
    monkeypatch.setattr("fs_env.arena.isolation.START_SECONDS", 5)
    begun = time.monotonic()
    with pytest.raises(ValueError, match="gave no answer in 5 s"):
        IsolatedAgent(f"{tmp_path}/slow_to_start.py:Bot", NIM, Limits(isolate=True))
    assert time.monotonic() - begun < 15


@pytest.mark.slow
def test_parents__are_out_of_reach():
    """A bot that kills what is above it plays its games to the end, where bots have numbers of their own; and for every bot, one of
    root too, the memory of its guard and of the process with the state is closed."""
    bots = [f"{BOTS}:peeker", *([f"{BOTS}:killer"] if succeeds(take_own_numbers) else [])]
    tournament = Tournament(Plan(("random", *bots), games=6, seed=3, game=NIM), limits=Limits(isolate=True))
    tournament.run(workers=1)
    faults = tournament.faults()
    assert len(faults) == 2 * len(bots) and all(
        "'peeks'" in one["fault"] and "opened 0 of " in one["fault"] for one in faults
    )


@pytest.mark.parametrize("numbers", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_killed__leaves_nothing_of_a_bot(tmp_path, numbers):
    """`kill -9` of the process that plays leaves nothing of a bot that does all to survive it."""
    notes = tmp_path / "notes"
    notes.touch()
    script = (
        f"from fs_env.pool import guarded\nguarded.OWN_NUMBERS, guarded.CONFINED = {numbers}, False\n"
        "from fs_env.arena import Limits, Plan, Tournament\n"
        f"Tournament(Plan(('random', '{BOTS}:breeder'), games=4, game='{NIM}'), limits=Limits(isolate=True)).run()\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), NOTES: str(notes), "NUMBA_DISABLE_JIT": "1"}
    player = subprocess.Popen([sys.executable, "-c", script], env=environment)
    try:
        wait_until(lambda: len(notes.read_text().split()) == 4)
        pids = [int(pid) for pid in notes.read_text().split()]
        assert all(map(is_running, pids))
    finally:
        player.kill()
        player.wait()
    wait_until(lambda: not any(map(is_running, pids)))
