"""Threads that need compiled code at the same moment: one compiles, the others wait for it."""

import os
import subprocess
import sys

import pytest

from fs_env.core.machine.jit import compiled
from tests.core.machine.first_use import THREADS, USES


@pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
@pytest.mark.parametrize("what", USES)
def test_first_use__by_several_threads_at_once(what, tmp_path):
    """Each thread gets its answer, with nothing compiled before; the second one used to get "compilation disabled"."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.core.machine.first_use", what],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert made.returncode == 0, made.stderr
    assert made.stdout.split("\n")[:-1] == [str(USES[what][1])] * THREADS
