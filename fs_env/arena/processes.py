"""What processes that run bots do for themselves: end with their parent, keep off the results, stay within limits."""

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
    """Prepares a process that runs bots: it ends when its parent does, even if that is killed while a bot is thinking; Ctrl-C is
    the parent's; what bots print goes to standard error, since standard output may be read by a program."""
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
    """Makes the memory of this process unreadable to other processes of the same user, where the system can (Linux, not for
    the superuser)."""
    prctl(PR_SET_DUMPABLE, 0)


def prctl(option: int, value: int) -> None:
    """Linux' call of that name; elsewhere nothing."""
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def limit_memory(mib: int) -> None:
    """Lets this process have so many MiB of memory of its own, where the system can; a request beyond raises MemoryError."""
    try:
        import resource
    except ImportError:  # there is none on Windows
        return
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (mib * MIB, mib * MIB))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
