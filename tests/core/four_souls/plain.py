"""Tests that call a single kernel: in plain Python, where that costs nothing (compiled, it would be a minute)."""

from __future__ import annotations

import functools
import inspect
import os
import subprocess
import sys
from collections.abc import Callable

from fs_env.core.machine.jit import compiled


def in_plain_python(test: Callable[[], None]) -> Callable[[], None]:
    """The test itself without compilation; else the same test in a process of its own that does not compile."""
    if not compiled():
        return test

    @functools.wraps(test)
    def run() -> None:
        place = f"{inspect.getsourcefile(test)}::{test.__name__}"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", place]
        done = subprocess.run(
            command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stdout + done.stderr

    return run
