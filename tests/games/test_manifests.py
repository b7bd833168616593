"""The manifests of the package: what they name is there, and importing them imports no rules."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields

import pytest

from fs_env.agent_api.specs import load_agent
from fs_env.games import SHIPPED, Manifest
from fs_env.games.manifest import MODULES, PLACES
from fs_env.registry.games import GAMES, load_game
from fs_env.registry.loading import load_module, load_object

LATER = {"numpy", "numba", "torch", "stable_baselines3", "ray", "fastapi", "gymnasium", "pettingzoo"}


@pytest.mark.parametrize("manifest", SHIPPED, ids=lambda one: one.id)
def test_manifest__names_what_is_there(manifest):
    """Every place and every module can be imported; the module of the environments and the bots are those of the game."""
    manifest.check()
    for name in PLACES:
        if place := getattr(manifest, name):
            assert load_object(place, name) is not None
    for name in (*MODULES, *manifest.forms):
        if place := getattr(manifest, name, name):
            assert load_module(place, name)
    if manifest.module:
        assert load_module(manifest.module, "module").metadata["name"] == manifest.environment
    game = load_game(manifest.id)
    for level in manifest.levels:
        assert load_agent(level.bot, game)
    for bot, place in manifest.bots.items():
        made = load_agent(bot, game)
        assert made.policy.game_name == manifest.id and type(made) is load_object(place, "bot")
    for name in (*manifest.left_out, *manifest.ordered, *(one for pair in manifest.read_together for one in pair)):
        section, _, column = name.partition(".")
        assert not column or game.schema[section][column] is not None


def test_manifest__every_entry_is_a_place_a_module_or_plain():
    """No entry with a text that leads somewhere is left out of what `check` looks at."""
    plain = {"id", "title", "version", "forms", "bots", "left_out", "read_together", "ordered", "tasks"}
    plain |= {"levels", "search", "tree_players"}
    assert {one.name for one in fields(Manifest)} == {*PLACES, *MODULES, *plain}
    assert list(GAMES)[: len(SHIPPED)] == [one.id for one in SHIPPED]


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
