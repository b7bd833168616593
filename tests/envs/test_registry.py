"""Games and environments by id."""

from __future__ import annotations

import subprocess
import sys

import pettingzoo
import pytest

import fs_env
from fs_env.envs.registry import ENVIRONMENTS, GAMES, load_game, load_object, make, register_environments
from tests.core.machine.nim import GAME
from tests.envs.cases import CASES


def test_load_game__by_place():
    """A game is found at "package.module:NAME"."""
    assert load_game("tests.core.machine.nim:GAME") is GAME


@pytest.mark.parametrize("name", ["os:system", "tests.core.machine.nim:STATE"])
def test_load_game__what_is_none(name):
    """Whatever else stands at a place is named, and never called."""
    with pytest.raises(TypeError, match=f"game '{name}' is .*: expected a Game, or an id, castles_of_caleira"):
        load_game(name)


def test_load_game__wants_text():
    """A game is named by text."""
    with pytest.raises(ValueError, match="unknown game 5"):
        load_game(5)


def test_games__lists_every_id():
    """games() has a loader for each id."""
    assert set(fs_env.games()) == set(GAMES)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: load_game("four_soul"), "did you mean 'four_souls'"),
        (lambda: make("four_souls_v1"), "did you mean 'four_souls_v0'"),
        (lambda: load_object("tests.core.machine.nim:GAMES", "game"), "did you mean 'GAME'"),
        (lambda: load_object("tests.core.machine.mim:GAME", "game"), "no module 'tests.core.machine.mim'"),
        (lambda: load_object("nowhere/bot.py:Bot", "agent"), "no file 'nowhere/bot.py'"),
        (lambda: load_object("just_a_name", "agent"), "package.module:NAME"),
    ],
)
def test_unknown_names(call, words):
    """A name that does not exist is named, with what was expected or the nearest match."""
    with pytest.raises(ValueError, match=words):
        call()


def test_load_object__error_inside_the_module_is_passed_on(tmp_path):
    """A file that fails while it is imported fails as itself, each time."""
    broken = tmp_path / "broken.py"
    broken.write_text("import a_module_that_does_not_exist\nBot = 1\n")
    for _ in range(2):
        with pytest.raises(ModuleNotFoundError, match="a_module_that_does_not_exist"):
            load_object(f"{broken}:Bot", "agent")


def test_register_environments__once():
    """Registration may be repeated; the ids are PettingZoo's namespace/name form."""
    register_environments()
    register_environments()
    for name in ENVIRONMENTS:
        base, _, version = name.rpartition("_v")
        assert f"fs_env/{base}-v{version}" in pettingzoo.aec_registry


@pytest.mark.skipif("four_souls" not in CASES, reason="the game is not there")
def test_register_environments__pettingzoo_makes_them():
    """pettingzoo.make builds the environment with our keyword arguments."""
    register_environments()
    env = pettingzoo.make("aec", "fs_env/four_souls_v0", num_players=3)
    assert env.unwrapped.num_players == 3


def test_import__is_light():
    """`import fs_env` loads neither numpy nor anything heavier."""
    program = "import sys, fs_env; print([m for m in ('numpy', 'numba', 'gymnasium', 'rich') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
