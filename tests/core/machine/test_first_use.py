"""The compiled code of a game from its first use on: several threads need it at once, it is reported, cached, and damaged."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from fs_env.core.machine.compile.jit import compiled
from tests.core.machine.first_use import THREADS, USES
from tests.core.machine.test_disk_cache import files, flip, run

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT"),
]
FAST = {"NUMBA_OPT": "1"}  # what is compiled here is run once; without any optimisation numba keeps no game
LEVEL = "x86-64-v3"
SETTINGS = {**FAST, "NUMBA_CPU_NAME": LEVEL, "NUMBA_CPU_FEATURES": ""}
EXPECTED = {what: [str(answer)] * THREADS for what, (_, answer) in USES.items()}
AGAIN = "from tests.core.machine import first_use as f; f.notice.PATIENCE = f.notice.TICK = 0.001\n"
PLAY = AGAIN + "print(f.rows(0), f.take(0), f.policy(0))"
SILENCED = (
    PLAY
    + """
import logging
from tests.core.machine.players import WRONG
logging.getLogger("fs_env.compile").setLevel("ERROR")
print(WRONG.address > 0, WRONG._callback.cache_hits)
"""
)


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """A process in which threads use everything for the first time, ended; and the folder that holds what it compiled."""
    cache = tmp_path_factory.mktemp("cache")
    made = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.core.machine.first_use"],
        env={**os.environ, **SETTINGS, "NUMBA_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert made.returncode == 0, made.stderr
    return made, cache


@pytest.fixture
def cache(first, tmp_path):
    return shutil.copytree(first[1], tmp_path / "cache")


def test_first_use__by_several_threads_at_once(first, cache):
    """Each thread gets its answer, with nothing compiled before; the second one used to get "compilation disabled". Who uses a game
    for the first time is told of rules and bots, each once, and may silence it; from the cache both are loaded without a word."""
    assert json.loads(first[0].stdout) == EXPECTED
    told = first[0].stderr
    assert [told.count(f"compiling the {what}: ") for what in ("rules of nim", "bot take_most", "bot by_seed")] == [
        1
    ] * 3
    assert run(SILENCED, NUMBA_CACHE_DIR=str(cache), **SETTINGS) == ("4 0 0\nTrue 0\n", "")


def test_damaged_code_of_a_game(cache):
    """The files of Nim, of its policies and of rows are damaged: the games are the same, one warning names each, and all are whole
    afterwards."""
    kept = files(cache)
    assert len(kept) == 6, "the game, three policies, the check of actions and their steps"
    for path in kept:
        flip(path, path.stat().st_size // 2)
    settings = {"NUMBA_CACHE_DIR": str(cache), **SETTINGS}
    out, told = run(f"import logging; logging.disable()\n{PLAY}", **settings)
    assert out == "4 0 0\n" and told.count("Warning") == len(kept) and all(path.name in told for path in kept)
    assert run(PLAY, **settings) == (out, "")
