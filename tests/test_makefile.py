"""What the Makefile checks before it installs: Python, .venv, the build of torch, and the changelog of a release."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CPU_INDEX = "--extra-index-url https://download.pytorch.org/whl/cpu torch"
REPLACED = "rm -rf .venv"

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")


@pytest.fixture
def tree(tmp_path):
    """A folder with what the Makefile reads, and a .venv that fits it."""
    for name in ("Makefile", "pyproject.toml", "setup.py", "constraints.txt", "CHANGELOG.md", "CITATION.cff"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "with_pip").mkdir()
    (tmp_path / "with_pip" / "pip.py").write_text("")
    write_python(tmp_path / ".venv" / "bin" / "python", pip=True)
    (tmp_path / ".venv" / "pyvenv.cfg").write_text(f"command = python3 -m venv {tmp_path}/.venv\n")
    (tmp_path / ".venv" / ".has-base").write_text("")
    return tmp_path


def write_python(path: Path, version: str = "", pip: bool = False) -> Path:
    """Writes a program that runs this Python without its packages: under another version, or with a module `pip`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    claim = f"import sys; sys.version_info = ({version.replace('.', ', ')}, 0); exec(sys.argv[2])"
    call = f"-c '{claim}' \"$@\"" if version else '"$@"'
    folder = path.parents[2] / "with_pip" if pip else path.parent
    path.write_text(f"#!/bin/sh\nPYTHONPATH='{folder}' exec '{sys.executable}' -S {call}\n")
    path.chmod(0o755)
    return path


def make(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs make in the tree, away from the flags of a make above it and from programs of this machine."""
    programs = os.pathsep.join([str(tree / "programs"), "/usr/bin", "/bin"])
    env = {"PATH": programs, "HOME": str(tree), "LC_ALL": "C"}
    return subprocess.run(
        ["make", *arguments], cwd=tree, env=env, capture_output=True, text=True, check=False, timeout=60
    )


def test_make__an_old_python(tree) -> None:
    """One sentence names both versions; the .venv that is there stays."""
    old = write_python(tree / "programs" / "python3", "3.10")
    for arguments in (("tournament",), ("tournament", f"PYTHON={old}")):
        shutil.rmtree(tree / ".venv" / "bin", ignore_errors=True)
        done = make(tree, *arguments)
        assert done.returncode and "fs_env needs Python 3.11 or newer, not 3.10: make PYTHON=python3.11" in done.stderr
        assert (tree / ".venv" / ".has-base").is_file()


def test_make__a_venv_that_fits(tree) -> None:
    """It is used as it is, also when PYTHON names its own version."""
    same = "{}.{}".format(*sys.version_info)
    python = write_python(tree / "programs" / "python", same)
    for arguments in ((), (f"PYTHON={python}",)):
        printed = make(tree, "-n", ".venv/.has-serve", *arguments).stdout
        assert "'.[serve]'" in printed and REPLACED not in printed


@pytest.mark.parametrize("fault", ["broken", "old", "no pip", "moved", "another version"])
def test_make__replaces_a_wrong_venv(tree, fault) -> None:
    """A .venv that cannot be used is created again, although the stamp shows that everything is installed."""
    python, arguments = tree / ".venv" / "bin" / "python", []
    match fault:
        case "broken":
            python.unlink()
            python.symlink_to(tree / "removed")
        case "old":
            write_python(python, "3.10", pip=True)
        case "no pip":
            write_python(python)
        case "moved":
            (tree / ".venv" / "pyvenv.cfg").write_text("command = python3 -m venv /elsewhere/.venv\n")
        case "another version":
            arguments = [f"PYTHON={write_python(tree / 'programs' / 'python', '3.99')}"]
    printed = make(tree, "-n", "tournament", *arguments).stdout
    assert REPLACED in printed and "-m venv .venv" in printed and "-e ." in printed


def test_make__compiles_while_it_installs(tree) -> None:
    """Before the tests' own packages, which take long, and only for the tests."""
    lines = make(tree, "-n", "test").stdout.splitlines()
    (compiling,) = (k for k, line in enumerate(lines) if "fs-env warm" in line and line.endswith("&"))
    assert compiling < next(k for k, line in enumerate(lines) if "'.[test]'" in line)
    assert "fs-env warm" not in make(tree, "-n", ".venv/.has-serve").stdout


def test_make__builds_of_torch(tree) -> None:
    """The CPU build where no GPU is and the target needs torch; the usual one with a GPU or TORCH=cuda; no third name."""
    assert CPU_INDEX in make(tree, "-n", ".venv/.has-train").stdout
    assert CPU_INDEX in make(tree, "-n", "test").stdout
    assert CPU_INDEX not in make(tree, "-n", ".venv/.has-serve").stdout
    assert CPU_INDEX not in make(tree, "-n", ".venv/.has-train", "TORCH=cuda").stdout
    smi = tree / "programs" / "nvidia-smi"
    write_python(smi).write_text("#!/bin/sh\necho 'GPU 0: one'\n")
    assert CPU_INDEX not in make(tree, "-n", ".venv/.has-train").stdout
    assert CPU_INDEX in make(tree, "-n", ".venv/.has-train", "TORCH=cpu").stdout
    assert "TORCH=gpu: expected cpu or cuda" in make(tree, "-n", ".venv/.has-train", "TORCH=gpu").stderr


def test_make__a_release_with_a_wrong_changelog(tree) -> None:
    """It is refused before anything is installed."""
    shutil.copytree(ROOT / "release", tree / "release", ignore=shutil.ignore_patterns("__pycache__"))
    (tree / "fs_env").mkdir()
    shutil.copy(ROOT / "fs_env" / "version.py", tree / "fs_env")
    (tree / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n\n- Later.\n")
    shutil.rmtree(tree / ".venv")
    done = make(tree, "release", f"PYTHON={sys.executable}")
    assert done.returncode and "still has entries under [Unreleased]" in done.stderr
    assert not (tree / ".venv").exists()
