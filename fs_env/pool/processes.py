"""Setup of processes that run bots: end with their parent, keep prints out of the results, limit memory."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import wait

PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4  # of Linux' prctl
MIB = 2**20


def settle_in() -> None:
    """Prepares a process that runs bots: it ends when its parent does, even if the parent is killed while a bot is thinking; only
    the parent handles Ctrl-C; bots print to standard error, because a program may read standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):  # there may be no standard error
        os.dup2(2, 1)
    parent = parent_process()
    if parent is None:
        return
    threading.Thread(target=_follow, args=(parent.sentinel,), name="follow parent", daemon=True).start()
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # for bots that never let another thread run
    if not parent.is_alive():
        os._exit(1)


def _follow(sentinel: int) -> None:
    """Ends this process when the parent's sentinel says that it is gone."""
    wait([sentinel])
    os._exit(1)


def hide_memory() -> None:
    """Makes the memory of this process unreadable to other processes of the same user, if the system supports it (Linux; root
    can still read it)."""
    prctl(PR_SET_DUMPABLE, 0)


def prctl(option: int, value: int) -> None:
    """Linux's `prctl`; does nothing on other systems."""
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def limit_memory(mib: int) -> None:
    """Limits the private memory of this process to `mib` MiB, if the system supports it; beyond that MemoryError is raised."""
    try:
        import resource
    except ImportError:  # there is none on Windows
        return
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (mib * MIB, mib * MIB))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
