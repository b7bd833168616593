"""How long a new process takes before it plays."""

import json
import os
import subprocess
import sys
import tempfile
from statistics import median

COMPILE = """
import json
from fs_env.registry.games import load_game
game = load_game({name!r})
game.entry
print(json.dumps(game.warm()))
"""
FIRST_STEP = """
import time
begun = time.perf_counter()
from fs_env.envs import GameAEC, load_game
env = GameAEC(load_game({name!r}), num_players={players})
env.reset(seed=0)
env.step(int(env.last()[0]["action_mask"].argmax()))
print(time.perf_counter() - begun)
"""


def measure_startup(name: str, players: int, starts: int) -> dict[str, float]:
    """Measures `cold_compile_s` in one process with an empty cache, and `warm_first_step_s` as the median of `starts` more."""
    with tempfile.TemporaryDirectory(prefix="fs_env_bench_") as cache:
        seconds, _ = json.loads(run_python(COMPILE.format(name=name), cache))
        first = FIRST_STEP.format(name=name, players=players)
        warm = [float(run_python(first, cache)) for _ in range(starts)]
    return {"cold_compile_s": seconds, "warm_first_step_s": median(warm)}


def run_python(program: str, cache: str) -> str:
    """Runs a program in a new process with `cache` as numba's cache folder; returns what it prints."""
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    environment = os.environ | {"NUMBA_CACHE_DIR": cache, "PYTHONPATH": path, "FS_ENV_NATIVE": "1"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise RuntimeError(f"the measuring process failed: {lines[-1]}")
    return done.stdout
