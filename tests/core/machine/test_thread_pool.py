"""Threads that divide work, and what a forked child finds of them."""

import json
import os
import subprocess
import sys
import threading
import time

import pytest

from fs_env.core.machine.run.thread_pool import ThreadPool


def test_divide__answers_in_order():
    """The parts run at the same time, the first in the thread that calls; the answers come in their order, also after `close`."""
    threads, names = ThreadPool(2, "a test"), []
    for _ in range(2):
        all_three = threading.Barrier(3, timeout=30)

        def work(k, n, all_three=all_three):
            all_three.wait()
            names.append((k, threading.current_thread().name))
            return k * n

        assert threads.divide(work, [(k, 10) for k in range(3)]) == [0, 10, 20]
        assert dict(names)[0] == threading.current_thread().name
        assert all(dict(names)[k].startswith("a test") for k in (1, 2))
        threads.close()


@pytest.mark.parametrize("faulty", [0, 2])
def test_divide__an_error_waits_for_the_others(faulty):
    """An error of any part is raised when nothing is being written any more."""
    threads, done = ThreadPool(2, "a test"), []

    def work(k):
        if k == faulty:
            raise ValueError(f"part {k}")
        time.sleep(0.1)
        done.append(k)

    with pytest.raises(ValueError, match=f"part {faulty}"):
        threads.divide(work, [(0,), (1,), (2,)])
    assert sorted(done) == [k for k in range(3) if k != faulty]
    threads.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_fork__continues_with_new_threads():
    """Environments and searches in threads, inherited by children, their children and processes of a pool, play on as in the parent:
    a child used to wait without end for threads that only its parent has."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.core.machine.forks"], capture_output=True, text=True, check=False, timeout=200
    )
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout) == {
        "inherited": [True, True, True],
        "pool": True,
        "search": True,
        "errors": True,
        "forgotten": True,
    }
