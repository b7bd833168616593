"""Notifies users of the library that something is being compiled, once it has taken a second.

The notice goes to the logger "fs_env.compile" as a warning, which Python writes to standard error where logging is not set
up. `logging.getLogger("fs_env.compile").setLevel("ERROR")` silences it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache

LOGGER = logging.getLogger("fs_env.compile")
PATIENCE = 1.0  # seconds
TICK = 0.1  # seconds between two checks, while compiled code is still searched for in the cache
AHEAD = "this can take minutes; `fs-env warm` does it in advance"


@lru_cache(maxsize=256)
def warn_slow(what: str) -> None:
    LOGGER.warning("numba is not installed: %s run as Python, far slower: pip install 'numba>=0.68,<0.69'", what)


@contextmanager
def compiling(what: str, begun: Callable[[], bool] | None = None) -> Iterator[None]:
    """Logs after a second that `what` is being compiled, if the block is still running."""
    done = threading.Event()

    def report() -> None:
        pause = PATIENCE
        while not done.wait(pause):
            if begun is None or begun():
                LOGGER.warning("compiling %s: %s", what, AHEAD)
                return
            pause = TICK

    reporter = threading.Thread(target=report, name="fs_env.compile", daemon=True)
    reporter.start()
    try:
        yield
    finally:
        done.set()
        reporter.join()
