"""One compiles, the others wait for its code: the threads of a process, and processes that share a folder of kept code."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from . import notice
from .backend import global_compiler_lock

try:
    import fcntl
except ImportError:  # not on Windows, where every process compiles
    fcntl = None  # type: ignore[assignment]

LOGGER = notice.LOGGER.getChild("waiting")  # silenced with its parent
TICK = 0.1  # seconds between two attempts to take a lock that another process holds
LONGEST = 1800.0  # seconds after which a process continues without the lock: its holder may have been stopped


class ThreadLock:
    """numba's lock around its compiler, which a thread that has it may take again.

    In a child that was forked while another thread held it, entering it is a RuntimeError: no thread there can release it.
    """

    def __init__(self) -> None:
        self._abandoned = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._look)

    def _look(self) -> None:
        held: Any = getattr(global_compiler_lock, "_lock", None)  # numba internal, present in 0.68
        if held is None:
            return
        self._abandoned = not held.acquire(blocking=False)
        if not self._abandoned:
            held.release()

    def __enter__(self) -> None:
        if self._abandoned:
            raise RuntimeError(
                "this process was forked while a thread of its parent compiled or loaded rules or bots, so it can do "
                "neither: call Game.warm() before forking, or start processes by 'spawn' or 'forkserver'"
            )
        global_compiler_lock.acquire()

    def __exit__(self, *error: object) -> None:
        global_compiler_lock.release()


COMPILING = ThreadLock()  # one thread compiles, the others wait


@contextmanager
def process_lock(path: Path, what: str) -> Iterator[None]:
    """Waits in turn with other processes, and holds a file locked in this context; the file is removed at the end.

    The system frees the lock of a process that ends. A process continues without the lock if it cannot create or lock the file, if
    it has waited for half an hour, or if the process that it waited for has ended. `what` is compiled, for the notice.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            file = stack.enter_context(path.open("ab")) if fcntl else None
            if file is not None and have_turn(file, what):
                stack.callback(remove, path)
        yield


def remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def have_turn(file: IO[bytes], what: str) -> bool:
    """Locks a file once no other process has it locked; returns whether the caller has to remove it."""
    begun, warned = time.monotonic(), False
    while True:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):  # the two that mean that another process has it
            waited = time.monotonic() - begun
            if waited > LONGEST:
                return False
            if waited > notice.PATIENCE and not warned:
                LOGGER.warning("waiting for another process, which compiles %s", what)
                warned = True
            time.sleep(TICK)
        except OSError:
            return True
        else:
            if os.fstat(file.fileno()).st_nlink:
                return True
            fcntl.lockf(file, fcntl.LOCK_UN)
            return False
