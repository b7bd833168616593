"""`fs-env warm`."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from fs_env.cli import main, warm, warming
from fs_env.core.machine.compile.jit import compiled
from tests.arena.bots import NIM


def test_warm__compiles_rules_and_bots(monkeypatch, capsys):
    """Each game is warmed with its own bots, and the line says so; --game picks one, all of them are the default."""
    asked = []

    def note(game, console, agents):
        asked.append((game.name, [agent.name for agent in agents]))
        return 1.25

    monkeypatch.setattr(warming, "warm_up", note)
    monkeypatch.setattr(warm, "play_one_step", lambda game: None)
    monkeypatch.setattr(warm, "search_once", lambda game: None)
    monkeypatch.setattr(warm, "place", lambda game: "cached in a folder")
    assert main(["warm", "--game", NIM]) == 0
    assert asked == [("nim", ["random"])]
    assert capsys.readouterr().out == "nim: ready after 1.2 s, cached in a folder\n"
    asked.clear()
    assert main(["warm"]) == 0
    assert asked == [
        ("four_souls", ["heuristic", "heuristic@1", "aggressive", "passive", "random"]),
        ("castles_of_caleira", ["heuristic", "heuristic@1", "aggressive", "passive", "random"]),
        ("betrayal", ["heuristic", "heuristic@1", "random"]),
    ]


def test_warm__unknown_game(capsys):
    """An unknown game is named."""
    assert main(["warm", "--game", "four_seals"]) == 2
    assert "did you mean 'four_souls'" in capsys.readouterr().err


WATCH = """
from fs_env.core.machine.compile.disk_cache import KeyedCache
look = KeyedCache.load_overload
asked = {}

def load_overload(cache, sig, context):
    found = look(cache, sig, context)
    asked[cache._py_func.__qualname__] = found is not None
    return found

KeyedCache.load_overload = load_overload
"""
WARM = "from fs_env.cli import main\nmain(['warm', '--game', 'tests.core.machine.nim:GAME'])"
PLAY = """
import sys
from fs_env.envs import GameVectorEnv
from tests.core.machine.nim import GAME
env = GameVectorEnv(GAME, 2)
told, _ = env.reset(seed=1)
env.step(told["action_mask"].argmax(axis=1))
from fs_env.arena import load_agent, play_match
play_match(GAME, [load_agent(f"{name}:rollouts=3,policy=random", GAME) for name in ("search", "tree")], seed=1)
assert not {"numba.np.linalg", "scipy.linalg"} & set(sys.modules), "only a compiler needs them"
"""
# What both import is imported once; neither has what the other one loads.
TWICE = f"""
{WATCH}
import os
import fs_env.arena, fs_env.envs.vector, tests.core.machine.nim
for code in ({WARM!r}, {PLAY!r}):
    if os.fork() == 0:
        exec(code)
        print(asked, flush=True)
        os._exit(0)
    assert os.wait()[1] == 0
"""


@pytest.mark.slow
@pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
@pytest.mark.parametrize("folder", ["usual", "empty"])
def test_warm__afterwards_nothing_is_compiled(folder, tmp_path):
    """After `fs-env warm` a program finds all code that it needs, needs no other than what `fs-env warm` has asked for, and loads
    nothing of numba that only a compiler needs."""
    env = os.environ | ({"NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_OPT": "1"} if folder == "empty" else {})
    command = [sys.executable, "-c", TWICE]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    told, *asked = done.stdout.splitlines()
    assert told.startswith("nim: ready after ") and f"cached in {env.get('NUMBA_CACHE_DIR', '')}" in told
    warmed, needed = map(ast.literal_eval, asked)
    assert {"entry_nim", "take_actions"} <= set(needed) <= set(warmed)
    assert all(needed.values())


@pytest.mark.parametrize(
    ("compiles", "folder", "words"),
    [
        (False, "cache", "nothing is compiled: numba is not installed, or NUMBA_DISABLE_JIT is set"),
        (True, "cache", "cached in cache"),
        (True, None, "not cached: no folder is writable, set NUMBA_CACHE_DIR"),
        (True, "of a wheel", "compiled code came with the package"),
    ],
)
def test_place__of_compiled_code(compiles, folder, words):
    """The folder of a game's code; without one, or without compilation, why."""
    entry = len if folder == "of a wheel" else SimpleNamespace(stats=SimpleNamespace(cache_path=folder))
    game = SimpleNamespace(entry=entry, is_machine_code=compiles)
    assert warm.place(game) == words
