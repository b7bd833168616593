"""Wheels with compiled rules: what is in them, and that a game plays from one at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from fs_env.core.machine.compile.bundled_cache import FOLDER
from fs_env.core.machine.compile.bundled_cache import MANIFEST as READ_MANIFEST
from fs_env.core.machine.compile.jit import compiled
from fs_env.registry.games import load_game
from release.build import BUNDLED, LEFT_OUT, MANIFEST, PLATFORM, add_compiled, build_sources, compile_level
from release.pythons import Python, find_pythons, look_at
from release.version import ROOT

SMOKE = str(ROOT / "release" / "smoke.py")
HERE = Python(sys.executable, sys.version_info[:3])
LEVEL = "x86-64-v3"
GAME = "castles_of_caleira"
QUIET = "import logging; logging.disable()"


class Installed:
    """A wheel in its own folder, with the packages of this environment; nothing is downloaded."""

    def __init__(self, wheel, folder):
        self.packages = folder / "site-packages"
        command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--no-compile", "--target"]
        subprocess.run([*command, str(self.packages), str(wheel)], check=True, timeout=300)

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
    """The source distribution, the wheel for every platform, and a folder to work in."""
    out, scratch = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("scratch")
    return *build_sources(out, scratch), scratch


@pytest.fixture
def code(tmp_path):
    """A folder of compiled code, as far as packing it goes."""
    folder = tmp_path / LEVEL
    folder.mkdir()
    (folder / "a.entry-checked.py311.00ff.nbc").write_bytes(b"machine code")
    (folder / MANIFEST).write_text("{}")
    return folder


def test_names__agree_with_those_that_the_package_reads():
    """The build writes where the package looks."""
    assert FOLDER == Path(ROOT / BUNDLED) and MANIFEST == READ_MANIFEST
    assert {"build", "dist", "__pycache__", "*.nbc"} <= set(LEFT_OUT)


@pytest.mark.slow
def test_add_compiled__is_the_wheel_and_the_code(made, code, tmp_path):
    """Every file of the wheel for all platforms unchanged, the code besides, and records that pip accepts."""
    _, pure, _ = made
    wheel = add_compiled(pure, HERE, {LEVEL: code}, tmp_path)
    assert wheel.name == pure.name.replace("py3-none-any", f"{HERE.tag}-{HERE.tag}-{PLATFORM}")
    with zipfile.ZipFile(pure) as old, zipfile.ZipFile(wheel) as new:
        names = {name: old.read(name) for name in old.namelist()}
        added = {f"{BUNDLED}/{LEVEL}/{path.name}": path.read_bytes() for path in code.iterdir()}
        assert set(new.namelist()) == names.keys() | added.keys() and len(new.namelist()) == len(set(new.namelist()))
        changed = [name for name, data in (names | added).items() if new.read(name) != data]
        assert sorted(name.rpartition("/")[2] for name in changed) == ["RECORD", "WHEEL"]
        told = new.read(next(name for name in changed if name.endswith("WHEEL"))).decode()
        assert f"Tag: {HERE.tag}-{HERE.tag}-{PLATFORM}\n" in told and "Root-Is-Purelib: false" in told
        record = new.read(next(name for name in changed if name.endswith("RECORD"))).decode()
        assert {line.partition(",")[0] for line in record.splitlines()} == set(new.namelist())
    assert add_compiled(pure, HERE, {LEVEL: code}, tmp_path).read_bytes() == wheel.read_bytes()


def test_add_compiled__a_folder_without_code(code, tmp_path):
    """A wheel that says it has compiled rules has some."""
    (code / "a.entry-checked.py311.00ff.nbc").unlink()
    with pytest.raises(ValueError, match="has no compiled code"):
        add_compiled(tmp_path / "x.whl", HERE, {LEVEL: code}, tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
def test_wheel__plays_at_once(made, tmp_path):
    """Castles of Caleira from a wheel, with an empty cache and without any: no rules compiled, games equal to compiled ones."""
    _, pure, scratch = made
    maker = Installed(pure, scratch / "maker")
    folder = scratch / LEVEL

    class Entry:
        """Compiles the rules alone: bots and networks would take minutes."""

        def run(self, arguments, **changes):
            if arguments[0] == "-m":
                arguments = ["-c", f"{QUIET}; from fs_env.registry.games import load_game; load_game({GAME!r}).warm()"]
            return maker.run(arguments, **changes)

    compile_level(Entry(), LEVEL, [GAME], folder)
    user = Installed(add_compiled(pure, HERE, {LEVEL: folder}, tmp_path), scratch / "user")
    told = [json.loads(user.run([SMOKE, GAME, "yes"], NUMBA_CACHE_DIR=str(tmp_path / "cache")))]
    assert list((tmp_path / "cache").rglob("*.nbc")) == []
    nowhere = {
        "NUMBA_CACHE_LOCATOR_CLASSES": "UserProvidedCacheLocator",
        "NUMBA_CACHE_DIR": "/dev/null/cache",
        "HOME": None,
    }
    told.append(json.loads(user.run([SMOKE, GAME, "yes"], **nowhere)))
    assert all(one["loaded"] for one in told)
    *counts, outcomes = json.loads(json.dumps(load_game(GAME).run_random(20, 2, 7)))
    assert told[0]["played"] == told[1]["played"] == [*counts, *outcomes]


def test_find_pythons__one_of_each_minor_version():
    """Of this machine the newest patch of each; what is too old, an environment, or nothing at all is passed over."""
    found = find_pythons()
    assert found and [one.version[:2] for one in found] == sorted({one.version[:2] for one in found})
    assert sys.version_info[:2] in [one.version[:2] for one in found] and found[0].version >= (3, 11)
    assert look_at(sys.executable) is None or sys.prefix == sys.base_prefix, "an environment is no interpreter"
    assert look_at("/nonexistent/python3") is None
    assert find_pythons([]) == []
