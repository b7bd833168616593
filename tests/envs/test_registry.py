"""Games and environments by id."""

from __future__ import annotations

import subprocess
import sys

import pettingzoo
import pytest

import fs_env
from fs_env.envs.registry import environments, make, register_pettingzoo
from fs_env.registry.games import GAMES, load_game
from fs_env.registry.loading import BrokenCode, load_object
from tests.core.machine.nim import GAME


def test_load_game__by_place():
    assert load_game("tests.core.machine.nim:GAME") is GAME


@pytest.mark.parametrize("name", ["os:system", "tests.core.machine.nim:STATE"])
def test_load_game__what_is_none(name):
    """Whatever else stands at a place is named, and never called."""
    with pytest.raises(
        TypeError, match=f"game '{name}' is .*: expected a Game, a Manifest or an id, betrayal, castles_of_caleira"
    ):
        load_game(name)


def test_games__lists_every_id():
    assert set(fs_env.games()) == set(GAMES)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: load_game("four_soul"), "did you mean 'four_souls'"),
        (lambda: load_game(5), "unknown game 5"),
        (lambda: make("four_souls_v9"), "did you mean 'four_souls_v1'"),
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


def test_load_object__error_inside_the_module(tmp_path):
    """A file that fails while it is imported is named each time, with its own error as the cause."""
    broken = tmp_path / "broken.py"
    broken.write_text("import a_module_that_does_not_exist\nBot = 1\n")
    for _ in range(2):
        with pytest.raises(BrokenCode, match=r"'a_module_that_does_not_exist' \(broken.py, line 1\)") as told:
            load_object(f"{broken}:Bot", "agent")
        assert isinstance(told.value.__cause__, ModuleNotFoundError)


def test_ids__of_every_game():
    """Each game has one environment in each registry, named in the way of that library; an old module's name gives the new one."""
    assert list(environments()) == ["four_souls_v1", "castles_of_caleira_v1", "betrayal_v3", "solo_v0"]
    assert [one.gymnasium for one in environments().values()] == [
        "FourSouls/FourSouls-v1",
        "CastlesOfCaleira/CastlesOfCaleira-v1",
        "Betrayal/Betrayal-v3",
        "FourSouls/Solo-v0",
    ]
    with pytest.raises(
        ImportError, match="fs_env.betrayal_v2 does not exist: the current version is fs_env.betrayal_v3"
    ):
        from fs_env import betrayal_v2  # noqa: F401
    assert not hasattr(fs_env, "betrayal_table_v2")


def test_sb3__without_stable_baselines3(monkeypatch):
    """The error names the package and the command that installs it."""
    monkeypatch.delitem(sys.modules, "fs_env.envs.sb3", raising=False)
    for name in ("stable_baselines3", "stable_baselines3.common.monitor"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(
        ModuleNotFoundError, match=r"needs stable-baselines3, .*: in the source tree, pip install '\.\[train\]'"
    ):
        import fs_env.envs.sb3  # noqa: F401


def test_register_pettingzoo__once():
    register_pettingzoo()
    register_pettingzoo()
    for name in environments():
        base, _, version = name.rpartition("_v")
        assert f"fs_env/{base}-v{version}" in pettingzoo.aec_registry


def run(program):
    """Output of a new process."""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


def test_import__is_light():
    """`import fs_env` loads neither numpy nor anything heavier."""
    heavy = "('numpy', 'numba', 'gymnasium', 'pettingzoo', 'rich')"
    assert run(f"import sys, fs_env; print([m for m in {heavy} if m in sys.modules])") == "[]"


IDS = "[i in gymnasium.registry for i in ('FourSouls/FourSouls-v1', 'CastlesOfCaleira/CastlesOfCaleira-v1')]"
ALSO = "'pettingzoo' not in sys.modules or 'fs_env/four_souls-v1' in sys.modules['pettingzoo'].aec_registry"


@pytest.mark.parametrize(
    "imports",
    [
        "import pettingzoo, gymnasium, fs_env",
        "import fs_env, gymnasium",
        "import fs_env, gymnasium.envs.registration, gymnasium",
        "import fs_env, importlib.util; importlib.util.find_spec('gymnasium'); import gymnasium",
        "import fs_env, pettingzoo, gymnasium",
    ],
)
def test_import__registers_in_both_libraries(imports):
    """`import fs_env` alone is enough for `gymnasium.make` and PettingZoo's registry, in any order of imports, also after
    a player only looked whether Gymnasium is there; no module of an environment is loaded for it."""
    loaded = "any(m.startswith('fs_env.four_souls') for m in sys.modules)"
    assert run(f"import sys\n{imports}\nprint({IDS}, {ALSO}, {loaded})") == "[True, True] True False"


def test_import__environments_are_attributes():
    """`fs_env.four_souls_v1` is its module without its own import; other names are no attributes."""
    program = "import fs_env; print(fs_env.four_souls_v1.env.__module__, hasattr(fs_env, 'four_souls_v9'), dir(fs_env))"
    told = run(program)
    assert told.startswith("fs_env.four_souls_v1 False ") and "'castles_of_caleira_v1'" in told
