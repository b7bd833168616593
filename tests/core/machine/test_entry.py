"""The compiled entry: kept on disk until its code changes, faults reported as errors."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from fs_env.core.machine.compile.jit import Kernel, compiled
from fs_env.core.machine.run.codes import Command
from fs_env.core.machine.run.game import Game
from fs_env.core.machine.run.policy import RANDOM
from fs_env.core.machine.run.search_tree import SearchTree
from tests.core.machine import nim

ROOT = Path(__file__).parents[3]
PROBE = """
from fs_env.core.machine.run.game import load_game
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
    source = source.replace("MAX_PLAYERS = 4\n", "MAX_PLAYERS = 4\nfrom .numbers import MORE\n")
    assert "+ MORE" in source and "import MORE" in source
    (package / "game.py").write_text(source)

    def run():
        environment = {
            **os.environ,
            "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
            "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NUMBA_OPT": "1",
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
    """Processes load the compiled code, also after edits of comments; not after an edit of an imported constant."""
    package, run = pebbles
    assert run() == (False, 22)
    (package / "numbers.py").write_text("# How many more.\nMORE = 1\n")
    (package / "game.py").write_text("# Nim with other numbers.\n\n" + (package / "game.py").read_text())
    assert run() == (True, 22)
    (package / "numbers.py").write_text("MORE = 2\n")
    assert run() == (False, 23), "stale compiled code was used"


NOTHING_LEGAL, REFUSES = 101, 102  # faults, by the decisions after which a game is truncated
kernel = Kernel(nim.STATE.dtype, acts="int16[::1]")


@kernel
def legal(s, acts):
    return 0 if s.max_decisions == NOTHING_LEGAL else nim.legal(s, acts)


@kernel
def step(s, action):
    return 1 if s.max_decisions == REFUSES else nim.step(s, action)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (NOTHING_LEGAL, "no action is legal"),
        (REFUSES, "refused an action that it listed as legal"),
    ],
)
def test_fault__of_the_rules(fault, told):
    """A game that asks but lists nothing legal, or refuses what it listed, is reported as a fault of its rules."""
    game = Game(nim.spec(name="broken_nim", legal=legal, step=step))
    assert game.run_random(1, 2, 0)
    with pytest.raises(RuntimeError, match=told):
        game.run_random(1, 2, 0, max_decisions=fault)


def test_entry__buffers_are_checked_before_play():
    """The counts of random play need their row; without one the state is unchanged."""
    S = nim.GAME.new()
    nim.GAME.setup(S, seed=1)
    before = nim.GAME.snapshot(S)
    with pytest.raises(ValueError, match="a buffer is too short"):
        nim.GAME._call(Command.PLAYOUT, S, 0, 1, 10)
    assert nim.GAME.snapshot(S) == before


def test_entry__a_tree_has_room_for_its_nodes():
    """A vector that ends before the nodes is refused, and so is a search without policies."""
    tree = SearchTree(
        nim.GAME, RANDOM, RANDOM, None, exploration=0.1, prior=0.0, everybody=True, max_nodes=3, max_edges=0
    )
    S = nim.GAME.new()
    nim.GAME.setup(S, seed=1)
    with pytest.raises(ValueError, match="no seat of that number"):
        tree.grow(1)
    tree.plant(S, 0, RANDOM.new_memory(1), seed=1, stop_turn=0, cooperative=False)
    tree.grow(5)
    assert tree.rollouts == 5 and tree.header["n_nodes"] == 1
    tree.header["max_nodes"] = 4
    with pytest.raises(ValueError, match="a buffer is too short"):
        tree.grow(1)


def test_setup__options_are_counted():
    S = nim.GAME.new()
    with pytest.raises(ValueError, match="a buffer is too short"):
        nim.GAME._call(Command.SETUP, S, 0, 1, options=nim.GAME.option_values()[:-1])
    assert not S.view(np.uint8).any()
