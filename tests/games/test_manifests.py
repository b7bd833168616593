"""The manifests of the package: what their functions return is there and typed, and importing them imports no rules."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from fs_env.agent_api.specs import load_agent
from fs_env.agents.networks.part import Learning, learning_of
from fs_env.agents.values.part import Values
from fs_env.cli.part import Pages
from fs_env.drawing.part import Drawing
from fs_env.games import SHIPPED, Manifest
from fs_env.narration.guide import Guide
from fs_env.narration.part import Narration
from fs_env.puzzles.rules import Puzzles
from fs_env.registry.games import GAMES, load_game
from fs_env.registry.manifest import PARTS

KINDS = (Narration, Guide, Drawing, Values, Learning, Puzzles, Pages)
LATER = {"numpy", "numba", "torch", "stable_baselines3", "ray", "fastapi", "gymnasium", "pettingzoo"}
PROGRAM = """
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


@pytest.mark.parametrize("manifest", SHIPPED, ids=lambda one: one.id)
def test_manifest__gives_what_is_there(manifest):
    """Every part is of its type; the module of the environments and the bots are those of the game."""
    manifest.check()
    for kind in KINDS:
        assert (manifest.part(kind) is None) == (getattr(manifest, kind.entry) is None)
    assert manifest.module().metadata["name"] == manifest.environment
    assert manifest.module().__name__ == f"fs_env.{manifest.environment}"
    assert all(form.module().__name__ == f"fs_env.{name}" for name, form in manifest.forms.items())
    game = load_game(manifest.id)
    for level in manifest.levels:
        assert load_agent(level.bot, game)
    for bot in manifest.bots:
        assert load_agent(bot, game).policy.game_name == manifest.id
    known = learning_of(game)
    for name in (*known.left_out, *known.ordered, *(one for pair in known.read_together for one in pair)):
        section, _, column = name.partition(".")
        assert not column or game.schema[section][column] is not None


def test_part__of_another_type():
    """Each entry has a type of its own; a part of another one is named, with the type that is expected."""
    assert [kind.entry for kind in KINDS] == [*PARTS]
    manifest = Manifest(id="mine", game=GAMES["betrayal"].game, drawing=lambda: Narration())
    with pytest.raises(TypeError, match="drawing is a Narration: expected a fs_env.drawing.part.Drawing"):
        manifest.part(Drawing)


@pytest.mark.slow
def test_mypy__finds_code_of_a_wrong_type(tmp_path):
    """A function, module or bot that does not fit its entry is an error at its line, and nothing else is."""
    pytest.importorskip("mypy", reason="needs the extra 'dev'")
    (tmp_path / "program.py").write_text(PROGRAM)
    settings = ["--config-file", str(Path(__file__).parents[2] / "pyproject.toml")]
    command = [sys.executable, "-m", "mypy", *settings, "--python-executable", sys.executable, "program.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600)
    wrong = [line for line, text in enumerate(PROGRAM.splitlines(), 1) if text.endswith("# wrong")]
    found = dict.fromkeys(map(int, re.findall(r"program\.py:(\d+):.* error", done.stdout)))
    assert [*found] == wrong, done.stdout + done.stderr


def test_manifests__import_no_rules():
    """To know the games imports neither their rules nor what draws, learns or serves them."""
    code = "import sys, fs_env.games; print(*sys.modules)"
    loaded = set(
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    )
    assert "fs_env.games.betrayal" in loaded and not loaded & LATER
    assert not [
        name for name in loaded if name.startswith(("fs_env.core.four_souls", "fs_env.drawing", "fs_env.narration"))
    ]
