"""Functions that are killed where it hurts most: before or after one of their files takes its name."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

FORKING = get_context("forkserver")
"""Its `set_forkserver_preload` names what is imported once for all that is killed."""


def killed(folder: Path, at: int, before: bool, run: Callable[..., object], *args: Any) -> bool:
    """Calls a function in its own process.

    Args:
        folder: whose files count.
        at: which of the renames of these is the last thing that it does, from 1 up.
        before: it is killed (`kill -9`) before that rename, the new file lying beside the old one; else after it.
        run: a function of a module.
        args: what it is called with.

    Returns:
        Whether it was killed; False if it came to its end, with fewer renames.
    """
    process = FORKING.Process(target=_run, args=(str(folder), at, before, run, args))
    process.start()
    process.join()
    assert process.exitcode in (0, -signal.SIGKILL), f"it failed with exit code {process.exitcode}"
    return process.exitcode != 0


def _run(folder: str, at: int, before: bool, run: Callable[..., object], args: tuple[Any, ...]) -> None:
    rename, seen = os.replace, 0

    def replace(source: Any, target: Any) -> None:
        nonlocal seen
        ours = str(target).startswith(folder)
        seen += ours
        if ours and seen == at and before:
            os.kill(os.getpid(), signal.SIGKILL)
        rename(source, target)
        if ours and seen == at:
            os.kill(os.getpid(), signal.SIGKILL)

    os.replace = replace  # type: ignore[assignment]
    run(*args)
