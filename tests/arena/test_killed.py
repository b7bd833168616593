"""`kill -9` of a tournament: nothing is lost, nothing is played twice; and a second process reads along."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import warnings
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from fs_env.arena import Database, Limits, Plan, Tournament, read_results
from tests.arena.bots import NIM

LONG = 60  # seconds after which a test gives up waiting
AGENTS = ("random", "tests.arena.bots:slow", "tests.arena.bots:first")
ROOT = Path(__file__).parents[2]


def comparable(rows):
    return [replace(row, seat_seconds=()) for row in rows]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
@pytest.mark.parametrize("at_once", [1, 2])
def test_killed__nothing_is_lost_or_doubled(tmp_path, at_once):
    """A tournament, or two on one file, are killed twice while they write; games that another process has read are still there, and in
    the end, whoever plays the rest, the games are those of a tournament that no player killed."""
    file = tmp_path / "r.db"
    options = "--games 48 --seed 5 --option stones=9 --workers 2 --game".split()
    command = [sys.executable, "-m", "fs_env.cli", "tournament", *AGENTS, *options, NIM, "--db", str(file)]
    seen: list = []
    for _ in range(2):
        processes = begun(command, at_once)
        wanted, until = len(seen) + 8, time.monotonic() + LONG
        try:
            while len(seen) < wanted and time.monotonic() < until:
                time.sleep(0.02)
                if file.exists():
                    try:
                        seen = read_results(file).rows  # while the other processes write
                    except ValueError:  # the file is there, its tables are not yet
                        continue
            assert [process.poll() for process in processes] == [None] * at_once
        finally:
            for process in processes:
                process.kill()
                process.wait()
        assert wanted <= len(seen) < 48, "it was killed in the middle"
    kept = read_results(file).rows
    assert set(comparable(seen)) <= set(comparable(kept))
    plan = Plan(AGENTS, games=48, seed=5, game=NIM, options={"stones": 9})
    whole, played = Tournament(plan), []
    whole.run()
    if at_once == 1:
        Tournament(plan, file, Limits(isolate=True)).run(on_games=played.extend)
        assert sorted(row.number for row in (*kept, *played)) == list(range(48))
    else:
        assert [process.wait(LONG) for process in begun(command, at_once)] == [0] * at_once
    assert comparable(read_results(file).rows) == comparable(whole.results.rows())
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("SELECT count(*), count(DISTINCT game) FROM seats").fetchone() == (96, 48)


@pytest.mark.slow
def test_copy__without_the_log_while_a_tournament_runs(tmp_path):
    """A copy of the results file alone has all games but those of the last second, and the warning names the log that is missing. The
    file of a tournament that has ended is whole without one."""
    file, copy = tmp_path / "r.db", tmp_path / "copy.db"
    options = "--games 2400 --seed 5 --option stones=9 --game".split()
    command = [sys.executable, "-m", "fs_env.cli", "tournament", *AGENTS, *options, NIM, "--db", str(file)]
    (process,) = begun(command, 1)
    rows, until = [], time.monotonic() + LONG
    try:
        while len(rows) < 8 and time.monotonic() < until:
            time.sleep(0.05)
            if file.exists() and file.stat().st_size > 4096:
                before = read_results(file).rows
                time.sleep(2.5)
                shutil.copy(file, copy)
                with pytest.warns(UserWarning, match=r"copy\.db.*without .*copy\.db-wal"):
                    rows = read_results(copy).rows
        assert process.poll() is None and set(comparable(before)) <= set(comparable(rows))
    finally:
        process.terminate()
        process.wait()
    with closing(Database(file, read_results(file).plan)):
        pass
    assert not Path(f"{file}-wal").exists()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(read_results(file).rows) >= len(rows)


def begun(command, number):
    quiet = {"stderr": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    return [subprocess.Popen(command, cwd=ROOT, **quiet) for _ in range(number)]
