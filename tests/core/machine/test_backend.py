"""Without numba the games are the same."""

import hashlib
import json
import os
import subprocess
import sys

import fs_env
from tests.golden.castles_of_caleira import GOLDEN

PLAY = """
import json
import os
import tests.core.machine.without_numba
from tests.core.machine.test_backend import look
from tests.golden.castles_of_caleira import GOLDEN
from tests.golden.transcript import transcript
print(json.dumps([look(), transcript(GOLDEN[0])]))
"""


def look():
    """The digest of all observations and masks of a game in the AEC environment, and the seats' rewards at its end."""
    env = fs_env.make("castles_of_caleira_v1", num_players=3)
    env.reset(seed=8)
    seen, rewards = hashlib.sha256(), {}
    for agent in env.agent_iter():
        shown, rewards[agent], over, truncated, _ = env.last()
        mask = shown["action_mask"]
        seen.update(shown["observation"].tobytes() + mask.tobytes())
        env.step(None if over or truncated else int(mask.nonzero()[0][seen.digest()[0] % int(mask.sum())]))
    return [seen.hexdigest(), rewards]


def test_game__without_numba_is_the_same():
    """The environment shows what that of compiled rules does, the golden game is the one on disk, and a warning reports the speed."""
    compiling = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    run = subprocess.run(
        [sys.executable, "-c", PLAY], capture_output=True, text=True, check=True, timeout=300, env=compiling
    )
    shown, played = json.loads(run.stdout)
    assert shown == look()
    assert played == GOLDEN[0].path.read_text(encoding="utf-8")
    assert "numba is not installed: the rules of castles_of_caleira run as Python" in run.stderr
