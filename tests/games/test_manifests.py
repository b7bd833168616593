"""The manifests of the package: what their functions return is there and typed, and importing them imports no rules."""

from __future__ import annotations

import subprocess
import sys

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
    """Each entry has its own type; a part of another one is named, with the type that is expected."""
    assert [kind.entry for kind in KINDS] == [*PARTS]
    manifest = Manifest(id="mine", game=GAMES["betrayal"].game, drawing=lambda: Narration())
    with pytest.raises(TypeError, match="drawing is a Narration: expected a fs_env.drawing.part.Drawing"):
        manifest.part(Drawing)


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
