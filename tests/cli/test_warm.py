"""`fs-env warm`."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from fs_env.cli import main, warm, warming
from fs_env.core.machine.jit import compiled
from fs_env.envs import load_game
from tests.arena.bots import NIM


def test_warm__compiles_rules_and_bots(monkeypatch, capsys):
    """Each game is warmed with its own bots, and the line says so; --game picks one, all of them are the default."""
    asked = []

    def note(game, console, agents):
        asked.append((game.name, [agent.name for agent in agents]))
        return 1.25

    monkeypatch.setattr(warming, "warm_up", note)
    monkeypatch.setattr(warm, "play_one_step", lambda game: None)
    monkeypatch.setattr(warm, "think_ahead", lambda game: None)
    monkeypatch.setattr(warm, "place", lambda game: "cached in a folder")
    assert main(["warm", "--game", NIM]) == 0
    assert asked == [("nim", ["random"])]
    assert capsys.readouterr().out == "nim: ready after 1.2 s, cached in a folder\n"
    asked.clear()
    assert main(["warm"]) == 0
    assert asked == [
        ("four_souls", ["heuristic", "heuristic@1", "heuristic@2", "random"]),
        ("castles_of_caleira", ["heuristic", "random"]),
        ("betrayal", ["heuristic", "random"]),
    ]


def test_warm__unknown_game(capsys):
    """An unknown game is named."""
    assert main(["warm", "--game", "four_seals"]) == 2
    assert "did you mean 'four_souls'" in capsys.readouterr().err


@pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
def test_warm__afterwards_nothing_is_compiled(tmp_path):
    """After `fs-env warm` a program plays from the cache: nothing new is written to it."""
    env = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "fs_env.cli", "warm", "--game", NIM], env=env, capture_output=True, text=True, check=True
    )
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")}
    assert done.stdout.startswith("nim: ready after ") and f"cached in {tmp_path}" in done.stdout
    assert sum("entry" in path.name for path in kept) == 1 and any("take_actions" in path.name for path in kept)
    assert any("grow_tree" in path.name for path in kept)
    program = (
        "from fs_env.envs import GameVectorEnv\nfrom tests.core.machine.nim import GAME\n"
        "env = GameVectorEnv(GAME, 2)\ntold, _ = env.reset(seed=1)\nenv.step(told['action_mask'].argmax(axis=1))\n"
        "from fs_env.arena import load_agent, play_match\n"
        "play_match(GAME, [load_agent(f'{name}:rollouts=3,policy=random', GAME) for name in ('search', 'tree')], seed=1)"
    )
    subprocess.run([sys.executable, "-c", program], env=env, check=True)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")} == kept


def test_place__without_compilation():
    """Where code is kept is told; under NUMBA_DISABLE_JIT, and where nothing can be kept, that."""
    told = warm.place(load_game(NIM))
    assert ("NUMBA_DISABLE_JIT" in told) == (not compiled())

    class Unkept:
        class entry:
            class stats:
                cache_path = None

    if compiled():
        assert warm.place(Unkept()) == "not cached: no folder is writable, set NUMBA_CACHE_DIR"
