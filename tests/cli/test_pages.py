"""Properties that all pages of the command line have in common."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "look_up"
PRINT = """
import hashlib
from fs_env.cli.actions_page import actions_pages
from fs_env.cli.card_pages import card_pages
from fs_env.cli.observation_page import observation_pages
for folder, pages in (("actions", actions_pages()), ("observation", observation_pages()), ("cards", card_pages())):
    for name, text in pages.items():
        print(f"{folder}/{name}", hashlib.sha256(text.encode()).hexdigest())
"""


@pytest.mark.slow
def test_pages__do_not_depend_on_the_order_of_sets() -> None:
    """A process that orders its sets otherwise makes the pages of actions, observations and cards that lie in the tree."""
    done = subprocess.run(
        [sys.executable, "-c", PRINT],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    made = dict(line.split() for line in done.stdout.splitlines())
    assert made == {name: sha256((FOLDER / name).read_bytes()).hexdigest() for name in made} and len(made) > 14
