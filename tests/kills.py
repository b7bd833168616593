"""Runs of Python that are killed where it hurts most: before or after one of their files takes its name."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

KILLS = """
import os, signal
_rename, _seen = os.replace, []
def _replace(source, target):
    ours = str(target).startswith({folder!r})
    _seen.extend([target] * ours)
    if ours and len(_seen) == {at} and {before}:
        os.kill(os.getpid(), signal.SIGKILL)
    _rename(source, target)
    if ours and len(_seen) == {at}:
        os.kill(os.getpid(), signal.SIGKILL)
os.replace = _replace
"""


def killed(script: str, folder: Path, at: int, before: bool) -> bool:
    """Runs a script in a process of its own.

    Args:
        script: source text; it may import the tests.
        folder: whose files count.
        at: which of the renames of these is the last thing that it does, from 1 up.
        before: it is killed (`kill -9`) before that rename, the new file lying beside the old one; else after it.

    Returns:
        Whether it was killed; False if it came to its end, with fewer renames.
    """
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", KILLS.format(folder=str(folder), at=at, before=before) + script]
    code = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False).returncode
    assert code in (0, -signal.SIGKILL), f"it failed with exit code {code}"
    return code != 0
