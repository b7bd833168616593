"""Forked processes that do a part of the work of this one, and end with it.

FS_ENV_COMPILE_PROCESSES: how many processes compile, instead of one for each core; 1 for only this process.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

COUNT = "FS_ENV_COMPILE_PROCESSES"
MOST = 8  # more would wait for each other
MEMORY = 400  # MiB of free memory for each
SIGNAL_OF_PARENTS_DEATH = 1  # Linux's PR_SET_PDEATHSIG


def how_many() -> int:
    """How many processes may compile at once: bounded by cores and memory; 1 where there is no `fork`."""
    if not sys.platform.startswith("linux"):  # elsewhere libraries of the system do not survive a fork
        return 1
    wanted = os.environ.get(COUNT, "")
    if wanted.isdecimal():
        return max(1, int(wanted))
    return max(1, min(len(os.sched_getaffinity(0)), MOST, free_memory() // MEMORY))


def free_memory() -> int:
    """MiB that this process and those that it starts may still take; 0 if unknown."""
    found = []
    with suppress(OSError, ValueError, IndexError):
        words = Path("/proc/meminfo").read_text(encoding="ascii").split("MemAvailable:")[1].split()
        found.append(int(words[0]) // 1024)
    with suppress(OSError, ValueError):  # the limit of a container
        limit, used = (Path(f"/sys/fs/cgroup/memory.{name}").read_text(encoding="ascii") for name in ("max", "current"))
        found.append((int(limit) - int(used)) // 2**20)
    return max(0, min(found, default=0))


def start(work: Callable[[], Any], count: int) -> int:
    """Starts a process that does some work with at most `count` compiling processes; returns its id, or raises OSError.

    It has one thread, and locks that other threads of this process hold stay locked there: give it up when it stands still.
    """
    parent = os.getpid()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks of processes with threads, from Python 3.12 on
        pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        ctypes.CDLL(None).prctl(SIGNAL_OF_PARENTS_DEATH, signal.SIGKILL)
        if os.getppid() == parent:
            gc.freeze()  # what is shared with the parent stays shared
            if threading.current_thread() is threading.main_thread():
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.environ[COUNT] = str(count)
            work()
            status = 0
    finally:
        os._exit(status)


def stop(pid: int) -> None:
    with suppress(OSError):
        os.kill(pid, signal.SIGKILL)
    wait(pid)


def wait(pid: int) -> None:
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)
