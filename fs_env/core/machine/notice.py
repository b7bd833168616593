"""Tells users of the library that something is being compiled, once it has taken a second.

It is said on the logger "fs_env.compile", as a warning: Python writes that to standard error where nobody has set up
logging. `logging.getLogger("fs_env.compile").setLevel("ERROR")` silences it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LOGGER = logging.getLogger("fs_env.compile")
PATIENCE = 1.0  # seconds
TICK = 0.1  # seconds between two looks, while compiled code is still searched for in the cache
AHEAD = "this can take minutes; `fs-env warm` does it ahead"


@contextmanager
def compiling(what: str, begun: Callable[[], bool] | None = None) -> Iterator[None]:
    """Says after a second that `what` is being compiled, if the block is still at it.

    Args:
        what: in words, such as "the rules of nim".
        begun: whether it is compiled, not loaded from the cache; asked from another thread. None: always.
    """
    done = threading.Event()

    def say() -> None:
        pause = PATIENCE
        while not done.wait(pause):
            if begun is None or begun():
                LOGGER.warning("compiling %s: %s", what, AHEAD)
                return
            pause = TICK

    reporter = threading.Thread(target=say, name="fs_env.compile", daemon=True)
    reporter.start()
    try:
        yield
    finally:
        done.set()
        reporter.join()
