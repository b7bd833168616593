"""A numba without the internals that the machine stands on: slower to compile, the same games."""

import os
import subprocess
import sys

import numba
import numpy as np
import pytest

from fs_env.core.machine.compile import indices, parts
from fs_env.core.machine.compile.jit import compiled
from tests.core.machine import first_use, nim
from tests.core.machine.test_indices import outer

pytestmark = pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
MISSING = {
    "the code library": "from numba.core import codegen; del codegen.JITCodeLibrary",
    "a flag of the compiler": "from fs_env.core.machine.compile import parts; parts.NEEDED_FLAGS = ('no_such_flag',)",
    "hooks of dispatchers": "from fs_env.core.machine.compile import jit; jit.HOOKS = ('no_such_hook',)",
    "the numbers of functions": "from fs_env.core.machine.compile import workers; workers.COUNTER = 'no_such_counter'",
    "the shorter ways": "from fs_env.core.machine.compile import compile_speedups as t; "
    "t.SHORTER = [(owner, 'no_such_name', new) for owner, _, new in t.SHORTER]",
    "the types of calls": "from fs_env.core.machine.compile import compile_speedups; compile_speedups.RESOLVE = 'no_such_method'",
    "the function for indices": "from fs_env.core.machine.compile import indices; indices.FIX = 'no_such_function'",
}
ASK = (
    "from tests.core.machine import test_other_numba as t; print(t.games(), t.parts_made(), t.first_item(), sep='\\n')"
)
NO_PARTS = ("the code library", "a flag of the compiler", "hooks of dispatchers")


def games():
    """The results of random games and of games between policies, and a position after nine decisions."""
    S = nim.GAME.new()
    nim.GAME.setup(S, seed=4, stones=30)
    nim.GAME.playout(S, 0, 9, 9)
    return nim.GAME.run_random(200, 3, 7), first_use.rows(0), nim.GAME.snapshot(S).hex()


def parts_made():
    """How many kernels of the game were compiled as parts of its entry."""
    return sum(len(getattr(function, "parts", ())) for function in nim.kernel.functions)


def first_item():
    """The item a kernel finds before the first of some: 7 as the machine compiles it, the last one as numba does."""
    return outer(np.array([7, 1, 2], np.int16)[1:], -1) if not numba.config.BOUNDSCHECK else 7


def ask(missing, cache):
    """The three answers of a process in which something is missing."""
    made = subprocess.run(
        [sys.executable, "-c", f"import logging; logging.disable()\n{missing}\n{ASK}"],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache), "NUMBA_OPT": "0"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert made.returncode == 0, made.stderr
    return made.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("name", MISSING)
def test_games__are_the_same(name, tmp_path):
    """Whatever numba lacks, games and policies come out alike; what needs it is left out, as the answers show."""
    here = games()
    assert (parts.available(), hasattr(indices.arrayobj, indices.FIX)) == (True, True)
    played, made, item = ask(MISSING[name], tmp_path)
    assert played == str(here)
    assert (int(made) == 0) == (name in NO_PARTS)
    if not numba.config.BOUNDSCHECK:
        assert int(item) == (7 if name not in (*NO_PARTS, "the function for indices") else 2)


def test_internals__of_the_numba_that_is_installed():
    """Here nothing is missing: kernels are parts, and an index below zero is not counted from the end."""
    assert parts.available() and hasattr(indices.arrayobj, indices.FIX)
    assert first_item() == 7
