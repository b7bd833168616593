"""The compile cache: hit by an unchanged tree, missed after any edit of a source, faults reported as errors."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from fs_env.core.machine import entry
from fs_env.core.machine.game import Game
from fs_env.core.machine.jit import Kernel, compiled
from tests.core.machine import nim

ROOT = Path(__file__).parents[3]
PROBE = """
from fs_env.core.machine.game import load_game
game = load_game("pebbles.game:GAME")
warm = game.warm()
S = game.new()
game.setup(S, seed=1)
print(warm.cached, game.to_json(S)["stones"])
"""
needs_compilation = pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")


@pytest.fixture
def pebbles(tmp_path):
    """A package with Nim in it whose number of stones is a constant of a module of its own, and a way to run it."""
    package = tmp_path / "pebbles"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "numbers.py").write_text("MORE = 1\n")
    source = Path(nim.__file__).read_text()
    source = source.replace("s.stones = options[1]", "s.stones = options[1] + MORE")
    source = source.replace('"sources": [Path(__file__)]', '"sources": [Path(__file__).parent]')
    source = source.replace("MAX_PLAYERS = 4\n", "MAX_PLAYERS = 4\nfrom .numbers import MORE\n")
    assert ".parent]" in source and "+ MORE" in source
    (package / "game.py").write_text(source)

    def run():
        environment = {
            **os.environ,
            "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
            "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        made = subprocess.run(
            [sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True, check=False, timeout=300
        )
        assert made.returncode == 0, made.stderr
        cached, stones = made.stdout.split()
        return cached == "True", int(stones)

    return package, run


@needs_compilation
@pytest.mark.slow
def test_cache__is_hit_until_a_source_changes(pebbles):
    """A second process loads the compiled code; after an edit of an imported constant it is compiled anew."""
    package, run = pebbles
    assert run() == (False, 22)
    assert run() == (True, 22)
    (package / "numbers.py").write_text("MORE = 2\n")
    assert run() == (False, 23), "stale compiled code was used"
    assert run() == (True, 23)


@needs_compilation
def test_cache__unwritable_place_is_no_failure(monkeypatch):
    """Where numba may not write its cache, the game still compiles, in memory."""
    plain = numba.njit

    def without_cache(*args, **kws):
        if kws.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return plain(*args, **kws)

    monkeypatch.setattr(numba, "njit", without_cache)
    game = Game(nim.spec())
    S = game.new()
    game.setup(S, seed=1, stones=5)
    assert game.to_json(S)["stones"] == 5


def broken(**kernels):
    """Nim with some kernels replaced by bad ones."""
    kernel = Kernel(nim.STATE.dtype, acts="int16[::1]")
    replaced = {name: kernel(function) for name, function in kernels.items()}
    return Game(nim.spec(name="broken_nim", sources=[nim.__file__, __file__], **replaced))


def test_fault__asked_without_a_legal_action():
    """A game that asks but lists nothing legal is reported as a fault of its rules."""

    def legal(s, acts):
        return 0

    with pytest.raises(RuntimeError, match="no action is legal"):
        broken(legal=legal).run_random(1, 2, 0)


def test_fault__listed_action_refused():
    """A game that refuses what it listed as legal is reported as a fault of its rules."""

    def step(s, action):
        return 1

    with pytest.raises(RuntimeError, match="refused an action that it listed as legal"):
        broken(step=step).run_random(1, 2, 0)


@needs_compilation
def test_sources__must_cover_every_kernel():
    """A kernel in a file that no source names is refused: its edits would not reach the compiled code."""

    def outcome(s):
        return 0

    with pytest.raises(ValueError, match=r"kernel .*outcome is defined in .*test_entry\.py"):
        Game(nim.spec(outcome=Kernel(nim.STATE.dtype)(outcome))).warm()


def test_entry__buffers_are_checked_before_play():
    """The totals of random play need their room; a short buffer is refused, the state unchanged."""
    S = nim.GAME.new()
    nim.GAME.setup(S, seed=1)
    before = nim.GAME.snapshot(S)
    with pytest.raises(ValueError, match="a buffer is too short"):
        nim.GAME._call(entry.PLAYOUT, S, 0, 1, 10, info=np.zeros(3, np.int64))
    assert nim.GAME.snapshot(S) == before


WRAPPERS = ("property", "cached_property", "dataclass", "contextmanager")  # decorators of Python that make no kernel


@pytest.mark.parametrize("name", entry.NOT_COMPILED)
def test_key__leaves_out_files_without_kernels_only(name):
    """A file of the machine that the cache key does not cover defines no kernel."""
    tree = ast.parse((Path(entry.__file__).parent / name).read_text(encoding="utf-8"))
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    decorated = [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and any(getattr(d, "id", "") not in WRAPPERS for d in node.decorator_list)
    ]
    assert "Kernel" not in called and not decorated
