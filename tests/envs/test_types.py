"""Type checkers read the functions of the games' modules in a user's program, also from an editable install."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PROGRAM = """
from fs_env import betrayal_v3, castles_of_caleira_v1, four_souls_v1, solo_v0

env = four_souls_v1.env(num_players=3, sets=("base", "gold"), render_mode="ansi")
env.reset(seed=1)
solo_v0.seat_env(draft="mini")
four_souls_v1.env(num_player=3)  # wrong
four_souls_v1.seat_env(sets=("base", "silver"))  # wrong
castles_of_caleira_v1.vector_env(4, market="chance")  # wrong
betrayal_v3.raw_env(6, haunt_rolls="end")  # wrong
solo_v0.env(bartering=True)  # wrong
"""
SETTINGS = str(Path(__file__).parents[2] / "pyproject.toml")  # with which mypy reads neither numba nor torch
CHECKERS = {
    "mypy": ["--config-file", SETTINGS, "--python-executable"],
    "basedpyright": ["--level", "error", "--pythonpath"],
}


@pytest.mark.parametrize("checker", CHECKERS)
def test_program__a_misspelt_option_is_found(checker, tmp_path):
    """Each wrong option or name of one is an error at its line, and nothing else is."""
    pytest.importorskip(checker, reason="needs the extra 'dev'")
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, "-m", checker, *CHECKERS[checker], sys.executable, "program.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    wrong = [line for line, text in enumerate(PROGRAM.splitlines(), 1) if text.endswith("# wrong")]
    found = re.findall(r"program\.py:(\d+):.* error", done.stdout)
    assert list(map(int, found)) == wrong, done.stdout + done.stderr
