"""Processes that work for another: how many there are, and that none outlasts it."""

import os
import sys
import time

import pytest

from fs_env.core.machine.compile import processes

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are forked on Linux only")


def test_processes__are_as_many_as_there_are_cores_and_memory(monkeypatch):
    """One core, little memory, or another system than Linux: one. The setting of a user counts before the first two."""
    monkeypatch.delenv(processes.COUNT, raising=False)
    monkeypatch.setattr(processes, "free_memory", lambda: 100_000)
    for cores, count in ((1, 1), (2, 2), (4, 4), (64, processes.MOST)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid, cores=cores: set(range(cores)))
        assert processes.how_many() == count
    monkeypatch.setattr(processes, "free_memory", lambda: 3 * processes.MEMORY - 1)
    assert processes.how_many() == 2
    monkeypatch.setattr(processes, "free_memory", lambda: 0)
    assert processes.how_many() == 1
    monkeypatch.setenv(processes.COUNT, "5")
    assert processes.how_many() == 5
    monkeypatch.setattr(sys, "platform", "darwin")
    assert processes.how_many() == 1


def test_memory__that_is_free_is_known_here():
    """Linux tells it."""
    assert processes.free_memory() > 0


def test_process__works_on_its_own_and_its_errors_are_not_ours(capfd):
    """Neither what it changes nor what it raises is seen here, and it may compile in as many processes as it is told."""
    seen, tell = os.pipe()
    for work in (lambda: os.write(tell, os.environ[processes.COUNT].encode()), lambda: 1 / 0, sys.exit):
        processes.wait(processes.start(work, 3))
    assert os.read(seen, 20) == b"3" and processes.COUNT not in os.environ
    assert capfd.readouterr() == ("", "")


def test_process__ends_with_the_one_that_started_it():
    told, tell = os.pipe()

    def parent():
        os.write(tell, str(processes.start(lambda: time.sleep(60), 1)).encode())

    processes.wait(processes.start(parent, 1))
    pid = int(os.read(told, 20))
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and running(pid):
        time.sleep(0.05)
    assert not running(pid)


def test_process__is_ended():
    """Neither alive nor waiting to be asked how it ended; to end it again does no harm."""
    pid = processes.start(lambda: time.sleep(60), 1)
    assert running(pid)
    processes.stop(pid)
    processes.stop(pid)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def running(pid):
    """Whether a process is there, and not only waiting to be asked how it ended."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False
