"""`kill -9` of a tournament: nothing is lost, nothing is played twice; and a second process reads along."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from fs_env.arena import Plan, Tournament, read_results
from tests.arena.bots import NIM

LONG = 60  # seconds after which a test gives up waiting
AGENTS = ("random", "tests.arena.bots:slow", "tests.arena.bots:first")
ROOT = Path(__file__).parents[2]


def comparable(rows):
    return [replace(row, seat_seconds=()) for row in rows]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
def test_killed__nothing_is_lost_or_doubled(tmp_path):
    """A tournament is killed twice while it writes; games that another process has read are still there, and in the end the
    games are those of a tournament that nobody killed."""
    file = tmp_path / "r.db"
    options = [
        "--game",
        NIM,
        "--games",
        "48",
        "--seed",
        "5",
        "--option",
        "stones=9",
        "--workers",
        "2",
        "--db",
        str(file),
    ]
    command = [sys.executable, "-m", "fs_env.cli", "tournament", *AGENTS, *options]
    seen: list = []
    for _ in range(2):
        process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        wanted, until = len(seen) + 8, time.monotonic() + LONG
        try:
            while len(seen) < wanted and time.monotonic() < until:
                time.sleep(0.02)
                if file.exists():
                    try:
                        seen = read_results(file).rows  # while the other process writes
                    except ValueError:  # the file is there, its tables are not yet
                        continue
        finally:
            process.kill()
            process.wait()
        assert wanted <= len(seen) < 48, "it was killed in the middle"
    assert set(comparable(seen)) <= set(comparable(read_results(file).rows))
    plan = Plan(AGENTS, games=48, seed=5, game=NIM, options={"stones": 9})
    resumed, whole = Tournament(plan, file), Tournament(plan)
    kept = {row.number for row in resumed.results.rows()}
    played = []
    resumed.run(on_games=played.extend)
    whole.run()
    assert comparable(resumed.results.rows()) == comparable(whole.results.rows())
    assert sorted([*kept, *(row.number for row in played)]) == list(range(48))
