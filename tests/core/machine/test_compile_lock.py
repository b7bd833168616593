"""Processes that need compiled code at the same moment: one compiles, the others wait for it, and each wait ends."""

import errno
import json
import os
import subprocess
import sys
import time

import pytest

from fs_env.core.machine.compile import compile_lock, notice
from fs_env.core.machine.compile.compile_lock import process_lock
from fs_env.core.machine.compile.jit import compiled

posix = pytest.mark.skipif(compile_lock.fcntl is None, reason="files are locked with fcntl")
COMPILED, LOADED = [15, False], [15, True]


@pytest.mark.long
@posix
@pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
def test_cold_start__of_several_processes(tmp_path):
    """Who comes first compiles, the others say that they wait, and load; however it ends, they continue, and no lock is left."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.core.machine.cold_start", str(tmp_path)],
        env={**os.environ, "NUMBA_OPT": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert made.returncode == 0, made.stderr
    found = json.loads(made.stdout)
    game, bot = zip(*found["together"], strict=True)
    assert sorted(game) == [False, True, True] and sorted(bot) == [0, 1, 1], "one compiled the game, and one the bot"
    assert found["killed"] == [1, 2, [None, [COMPILED, LOADED]], []], "one of those who waited took its place"
    assert found["killed_with_child"] == [1, 2, [None, [COMPILED, LOADED]], []], "a forked child holds no lock"
    fault = "ValueError: a fault of the compiler"
    assert found["failed"] == [1, 3, [fault, [COMPILED, COMPILED]], []], "nobody waits for one who waited, too"
    assert found["failed_and_kept"] == [1, 2, [fault, [COMPILED, LOADED]], []], "who comes later finds what is kept"
    assert found["another"] == [[10, False], COMPILED, 1], "other code does not wait"
    (before, told, at_once), after = found["forked"]
    assert (before, at_once, after) == (8, True, LOADED)
    assert told.startswith("this process was forked while a thread of its parent compiled")
    assert "call Game.warm() before forking" in told


@posix
@pytest.mark.parametrize("error", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EIO])
def test_process_lock__where_files_cannot_be_locked(tmp_path, monkeypatch, error):
    """As on some network drives: who would lock continues at once, and leaves nothing."""

    def refuse(file, how):
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(compile_lock.fcntl, "lockf", refuse)
    with process_lock(tmp_path / "one.lock", "the rules of chess"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_process_lock__where_no_file_can_be_made(tmp_path, monkeypatch):
    """A folder that is not there, or a system without such locks, stops no player; errors inside pass, and the lock is given back."""
    with process_lock(tmp_path / "none" / "one.lock", "the rules of chess"):
        pass
    with pytest.raises(KeyError, match="card"), process_lock(tmp_path / "one.lock", "the rules of chess"):
        raise KeyError("card")
    monkeypatch.setattr(compile_lock, "fcntl", None)
    with process_lock(tmp_path / "one.lock", "the rules of chess"):
        assert list(tmp_path.iterdir()) == []


@posix
def test_process_lock__is_waited_for_no_longer_than_that(tmp_path, monkeypatch, caplog):
    """A process that holds it and has stopped: who waits says so once, then continues, and leaves the file to it."""
    path, (ready, held) = tmp_path / "one.lock", os.pipe()
    child = os.fork()
    if not child:
        with process_lock(path, "the rules of chess"):
            os.write(held, b".")
            time.sleep(60)
        os._exit(0)
    os.read(ready, 1)
    monkeypatch.setattr(compile_lock, "LONGEST", 0.3)
    monkeypatch.setattr(compile_lock, "TICK", 0.02)
    monkeypatch.setattr(notice, "PATIENCE", 0.05)
    try:
        with process_lock(path, "the rules of chess"):
            assert path.exists()
        assert path.exists()
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
    assert [record.getMessage() for record in caplog.records] == [
        "waiting for another process, which compiles the rules of chess"
    ]
    assert caplog.records[0].name == "fs_env.compile.waiting", "below the logger that users silence"
