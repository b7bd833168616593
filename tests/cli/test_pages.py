"""Properties that all pages of the command line have in common."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRINT = """
import hashlib
from fs_env.cli.actions_page import actions_pages
from fs_env.cli.card_pages import card_pages
from fs_env.cli.observation_page import observation_pages
for name, text in [*actions_pages().items(), *observation_pages().items(), *card_pages().items()]:
    print(name, hashlib.sha256(text.encode()).hexdigest())
"""


def test_pages__do_not_depend_on_the_order_of_sets() -> None:
    """The pages of actions, observations and cards are the same in processes that order their sets otherwise."""
    made = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", PRINT],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        made.append(done.stdout.splitlines())
    assert made[0] == made[1] and len(made[0]) > 14
