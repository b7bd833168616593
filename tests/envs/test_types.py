"""Type checkers read the functions of the games' modules and manifests in a user's program, also from an editable install."""

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
MANIFESTS = """
from fs_env.agents.values import castles_of_caleira, four_souls_cooperative
from fs_env.agents.values.part import Values
from fs_env.drawing.castles_of_caleira.places import places_of
from fs_env.drawing.castles_of_caleira.table import lay_out
from fs_env.drawing.part import Drawing
from fs_env.games import Manifest
from fs_env.games.four_souls import drawing, game, heuristic
from fs_env.narration.castles_of_caleira.events import moves, points, story
from fs_env.narration.part import Narration, Story

Manifest(id="right", game=game, bots={"heuristic": heuristic}, drawing=drawing)
Narration(moves=moves, story=Story(story, moves), points=points)
Values(reader=castles_of_caleira, cooperative=four_souls_cooperative)
Manifest(id="wrong", game="fs_env.core.four_souls.game:GAME")  # wrong
Manifest(id="wrong", game=heuristic)  # wrong
Manifest(id="wrong", game=game, bots={"heuristic": drawing})  # wrong
Manifest(id="wrong", game=game, drawing=game)  # wrong
Drawing(layout=places_of)  # wrong
Drawing(locations=lay_out)  # wrong
Narration(moves=points)  # wrong
Values(reader=castles_of_caleira, cooperative=castles_of_caleira)  # wrong
"""
SETTINGS = str(Path(__file__).parents[2] / "pyproject.toml")  # with which mypy reads neither numba nor torch
CHECKERS = {
    "mypy": ["--config-file", SETTINGS, "--python-executable"],
    "basedpyright": ["--level", "error", "--pythonpath"],
}


@pytest.mark.parametrize("checker", CHECKERS)
def test_program__what_does_not_fit_is_found(checker, tmp_path):
    """Each wrong option or name of one, and each entry of a manifest of a wrong type, is an error at its line, and nothing else is.

    Only mypy reads the manifests, in one run with the program.
    """
    pytest.importorskip(checker, reason="needs the extra 'dev'")
    programs = {"program.py": PROGRAM} | ({"manifests.py": MANIFESTS} if checker == "mypy" else {})
    for name, text in programs.items():
        (tmp_path / name).write_text(text)
    command = [sys.executable, "-m", checker, *CHECKERS[checker], sys.executable, *programs]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600)
    for name, text in programs.items():
        wrong = [line for line, code in enumerate(text.splitlines(), 1) if code.endswith("# wrong")]
        found = dict.fromkeys(map(int, re.findall(rf"{name}:(\d+):.* error", done.stdout)))
        assert [*found] == wrong, done.stdout + done.stderr
