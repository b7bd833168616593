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
COMPILE = "from fs_env.core.machine.compile import compile_speedups as t, indices, jit, parts, workers; "
MISSING = {
    "hooks of dispatchers": f"{COMPILE}jit.HOOKS = ('no_such_hook',)",
    "the code library": "from numba.core import codegen; del codegen.JITCodeLibrary",
    "all else": f"{COMPILE}workers.COUNTER = 'no_such_counter'; t.RESOLVE = 'no_such_method'; indices.FIX = 'no_such_function'; "
    "t.SHORTER = [(owner, 'no_such_name', new) for owner, _, new in t.SHORTER]",
}
ASK = (
    "from tests.core.machine import test_other_numba as t; print(t.games(), t.parts_made(), t.first_item(), sep='\\n')"
)


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


@pytest.mark.long
@pytest.mark.parametrize("name", MISSING)
def test_games__are_the_same(name, tmp_path):
    """Whatever numba lacks, games and policies come out alike; what needs it is left out, as the answers show."""
    assert (parts.available(), hasattr(indices.arrayobj, indices.FIX)) == (True, True)
    played, made, item = ask(MISSING[name], tmp_path)
    assert played == str(games())
    assert (int(made) > 0) == (name == "all else"), "parts need all but that"
    if not numba.config.BOUNDSCHECK:
        assert int(item) == 2


@pytest.mark.parametrize("name", ["JITCodeLibrary", "NEEDED_FLAGS", "NEEDED_METHODS"])
def test_parts__need_the_library_its_methods_and_the_flags(monkeypatch, name):
    monkeypatch.setattr(parts, name, None if name == "JITCodeLibrary" else (*getattr(parts, name), "no_such_name"))
    assert not parts.available()


def test_internals__of_the_numba_that_is_installed():
    """Here nothing is missing: kernels are parts, and an index below zero is not counted from the end."""
    assert parts.available() and hasattr(indices.arrayobj, indices.FIX)
    assert first_item() == 7
