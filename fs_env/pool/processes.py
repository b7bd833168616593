"""Setup of processes that run bots: end with their parent, keep prints out of the results, limit what they may take."""

import os
import signal
import threading
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import wait

from fs_env.pool.guard import SET_DUMPABLE, SET_PDEATHSIG, prctl

MIB = 2**20
LARGEST_FILE = 1024  # MiB of a file that a limited process writes
OPEN_FILES = 1024  # of it at a time


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
    prctl(SET_PDEATHSIG, signal.SIGKILL)  # for bots that never let another thread run
    if not parent.is_alive():
        os._exit(1)


def _follow(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def hide_memory() -> None:
    """Makes the memory of this process unreadable to other processes of the same user, if the system supports it (Linux; root
    can still read it)."""
    prctl(SET_DUMPABLE, 0)


def limit(mib: int) -> None:
    """Limits this process, if the system supports it: `mib` MiB of private memory (beyond that MemoryError is raised), open files, the
    size of each file that it writes (beyond both OSError is raised), and no core dumps."""
    try:
        import resource
    except ImportError:  # there is none on Windows
        return
    limits = {
        resource.RLIMIT_DATA: mib * MIB,
        resource.RLIMIT_FSIZE: LARGEST_FILE * MIB,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_CORE: 0,
    }
    for what, most in limits.items():
        with suppress(OSError, ValueError):  # more than is allowed already
            resource.setrlimit(what, (most, most))
