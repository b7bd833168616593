"""The compile cache: hit by an unchanged tree, missed after any edit of a source, faults reported as errors."""

import ast
import gc
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core.registry import CPUDispatcher

from fs_env.core.machine import entry
from fs_env.core.machine.commands.codes import Command
from fs_env.core.machine.game import Game
from fs_env.core.machine.jit import Kernel, compiled, source_hash
from fs_env.envs.registry import games
from fs_env.envs.registry import load_game as load_named_game
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
    """The counts of random play need their row; without one the state is unchanged."""
    S = nim.GAME.new()
    nim.GAME.setup(S, seed=1)
    before = nim.GAME.snapshot(S)
    with pytest.raises(ValueError, match="a buffer is too short"):
        nim.GAME._call(Command.PLAYOUT, S, 0, 1, 10)
    assert nim.GAME.snapshot(S) == before


def test_setup__options_are_counted():
    """A new game reads its options only where all of them are there."""
    S = nim.GAME.new()
    with pytest.raises(ValueError, match="a buffer is too short"):
        nim.GAME._call(Command.SETUP, S, 0, 1, options=nim.GAME.option_values()[:-1])
    assert not S.view(np.uint8).any()


MACHINE = Path(entry.__file__).parent
FILES = sorted(str(path.relative_to(MACHINE)) for path in MACHINE.rglob("*.py"))
WRAPPERS = ("property", "cached_property", "dataclass", "contextmanager")  # decorators of Python that make no kernel


def covered(game: Game) -> set[str]:
    """The files of the machine whose edits compile a game anew."""
    return {str(path.relative_to(MACHINE)) for path in entry.machine_sources(game.spec.sources)}


def kernels_of(path: Path) -> list[str]:
    """What a file defines for compiled code: functions with a decorator that is none of Python's."""
    nodes = [
        node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef)
    ]
    plain = {node.name for node in nodes if not node.decorator_list}
    decorators = {node.name: [ast.unparse(d) for d in node.decorator_list] for node in nodes if node.name not in plain}
    return [
        name for name, found in decorators.items() if any(d.split("(")[0].split(".")[0] not in WRAPPERS for d in found)
    ]


@pytest.mark.parametrize("name", FILES)
def test_key__changes_with_every_file_that_can_be_compiled_in(name, tmp_path):
    """An edit of a file that the games are compiled from changes their key; one of the other files does not."""
    here = tmp_path / "machine"
    shutil.copytree(MACHINE, here, ignore=shutil.ignore_patterns("__pycache__"))
    sources = nim.GAME.spec.sources
    before = source_hash(entry.machine_sources(sources, here))
    with (here / name).open("a") as file:
        file.write("EDITED = 1\n")
    assert (source_hash(entry.machine_sources(sources, here)) != before) == (name in covered(nim.GAME))


@pytest.mark.parametrize("name", FILES)
def test_key__covers_every_kernel_of_the_machine(name):
    """A file that defines kernels or intrinsics is covered in each game that uses it; no other game is compiled for it."""
    users = [game for game in (nim.GAME, *map(load_named_game, games())) if name in covered(game)]
    if kernels_of(MACHINE / name):
        assert users, f"{name} defines {kernels_of(MACHINE / name)}"


@pytest.mark.parametrize(
    "name", ["game.py", "rows.py", "entry.py", "kept_code.py", "policy.py", "options.py", "snapshots.py"]
)
def test_key__leaves_out_what_is_python_only(name):
    """What stands on the entry, or beside it, is edited without compiling anything."""
    assert not any(name in covered(game) for game in (nim.GAME, *map(load_named_game, games())))


@needs_compilation
def test_key__covers_what_was_compiled():
    """Every kernel that the compiled entry of a game took in lies in a covered file of the machine, or in the game's own."""
    nim.GAME.warm()
    inside = {*entry.machine_sources(nim.GAME.spec.sources), Path(nim.__file__)}
    made = [f for f in gc.get_objects() if type(f) is CPUDispatcher and getattr(f, "parts", None)]
    files = {Path(f.py_func.__code__.co_filename) for f in made}
    assert {path for path in files if MACHINE in path.parents} <= inside and made
