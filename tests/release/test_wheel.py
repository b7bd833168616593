"""Wheels with compiled rules: what is in them, and that a game plays from one at once."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing

import pytest

from fs_env.core.machine.compile.extension import NAME
from fs_env.core.machine.compile.jit import compiled
from fs_env.registry.games import load_game
from release.build import COMPILED, LEFT_OUT, TAG, add_compiled, build_sources
from release.extension import write_extension
from release.pythons import find_pythons, look_at
from release.version import ROOT

SMOKE = str(ROOT / "release" / "smoke.py")
LEVEL = "x86-64"
GAME = "castles_of_caleira"


TOURNAMENT = f"""
import sys
from fs_env.cli import main
main(["tournament", "heuristic", "random", "--game", {GAME!r}, "--games", "20", "--trusted", "--db", sys.argv[1]])
"""


class Installed:
    """A wheel in its own folder, with the packages of this environment but numba; nothing is downloaded."""

    def __init__(self, wheel, folder):
        self.packages = folder / "site-packages"
        command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--no-compile", "--target"]
        subprocess.run([*command, str(self.packages), str(wheel)], check=True, timeout=300)
        shutil.copy(ROOT / "tests" / "core" / "machine" / "without_numba.py", self.packages / "sitecustomize.py")

    def run(self, arguments, **changes):
        environment = os.environ | {"PYTHONPATH": str(self.packages), "PYTHONSAFEPATH": "1"}
        for name, value in changes.items():
            environment.pop(name, None)
            if value is not None:
                environment[name] = value
        done = subprocess.run(
            [sys.executable, *arguments],
            capture_output=True,
            text=True,
            env=environment,
            cwd=self.packages,
            timeout=600,
        )
        assert done.returncode == 0, done.stderr
        assert not done.stderr, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The source distribution and the wheel for every platform."""
    out, scratch = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("scratch")
    return build_sources(out, scratch)


@pytest.fixture
def code(tmp_path):
    """A folder of compiled code, as far as packing it goes."""
    (tmp_path / "code" / LEVEL).mkdir(parents=True)
    (tmp_path / "code" / LEVEL / NAME).write_bytes(b"machine code")
    (tmp_path / "code" / f"{LEVEL}.cache" / "of_numba").mkdir(parents=True)
    return tmp_path / "code"


@pytest.mark.slow
def test_add_compiled__is_the_wheel_and_the_code(made, code, tmp_path):
    """Every file of the wheel for all platforms unchanged, the code in addition, records that pip accepts, and numba as an extra only."""
    _, pure = made
    wheel = add_compiled(pure, code, tmp_path)
    assert wheel.name == pure.name.replace("py3-none-any", TAG) and {"build", "dist", "*.abi3.so"} <= set(LEFT_OUT)
    with zipfile.ZipFile(pure) as old, zipfile.ZipFile(wheel) as new:
        names = {name: old.read(name) for name in old.namelist()}
        added = {f"{COMPILED}/{LEVEL}/{NAME}": b"machine code"}
        assert set(new.namelist()) == names.keys() | added.keys() and len(new.namelist()) == len(set(new.namelist()))
        changed = {name.rpartition("/")[2]: name for name, data in (names | added).items() if new.read(name) != data}
        assert changed.keys() == {"METADATA", "RECORD", "WHEEL"}
        text = new.read(changed["WHEEL"]).decode()
        assert f"Tag: {TAG}\n" in text and "Root-Is-Purelib: false" in text
        record = new.read(changed["RECORD"]).decode()
        assert {line.partition(",")[0] for line in record.splitlines()} == set(new.namelist())
        before, after = (one.read(changed["METADATA"]).decode().splitlines() for one in (old, new))
        removed = [line for line in before if line not in after]
        assert len(removed) == 1 == len(before) - len(after) and removed[0].startswith("Requires-Dist: numba")
        (extra,) = (line for line in after if line.startswith("Requires-Dist: numba"))
        assert extra.endswith('extra == "compile"')
    assert add_compiled(pure, code, tmp_path).read_bytes() == wheel.read_bytes()


def test_add_compiled__a_folder_without_code(code, tmp_path):
    """A wheel that says it has compiled rules has some."""
    (code / LEVEL / NAME).unlink()
    with pytest.raises(ValueError, match="expected fs_env.abi3.so in a folder for each level"):
        add_compiled(tmp_path / "x.whl", code, tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="needs a C compiler for Linux")
@pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
def test_wheel__plays_without_numba(made, tmp_path, monkeypatch):
    """Castles of Caleira from a wheel: random games and a tournament equal to those of numba, with no folder to write to.

    Mutation: another folder in the wheel than the package reads.
    """
    _, pure = made
    (tmp_path / "code" / LEVEL).mkdir(parents=True)
    write_extension([load_game(GAME)], tmp_path / "code" / LEVEL)
    user = Installed(add_compiled(pure, tmp_path / "code", tmp_path), tmp_path / "user")
    found = json.loads(user.run([SMOKE, GAME, "yes"], HOME=None, NUMBA_CACHE_DIR="/dev/null/cache"))
    *counts, outcomes = json.loads(json.dumps(load_game(GAME).run_random(20, 2, 7)))
    assert found["loaded"] and found["played"] == [*counts, *outcomes]
    user.run(["-c", "import sys; sys.stderr = open('/dev/null', 'w')" + TOURNAMENT, str(tmp_path / "wheel.db")])
    monkeypatch.setattr(sys, "argv", ["", str(tmp_path / "tree.db")])
    exec(TOURNAMENT)
    played, expected = (games_in(tmp_path / f"{name}.db") for name in ("wheel", "tree"))
    assert played == expected and len(played) == 40


def games_in(path):
    with closing(sqlite3.connect(path)) as file:
        return file.execute(
            "SELECT game, seed, outcome, decisions, agent, return FROM games JOIN seats USING (game)"
        ).fetchall()


@pytest.mark.slow
def test_find_pythons__one_of_each_minor_version():
    """Of this machine the newest patch of each; what is too old, an environment, or nothing at all is passed over."""
    found = find_pythons()
    assert found and [one.version[:2] for one in found] == sorted({one.version[:2] for one in found})
    assert sys.version_info[:2] in [one.version[:2] for one in found] and found[0].version >= (3, 11)
    assert look_at(sys.executable) is None or sys.prefix == sys.base_prefix, "an environment is no interpreter"
    assert look_at("/nonexistent/python3") is None
    assert find_pythons([]) == []
