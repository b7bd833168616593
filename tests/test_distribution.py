"""Contents of the distribution: the source distribution is the whole tree, and its metadata describes the package."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("fs_env", "agents", "training", "tests", "docs", "benchmarks", "examples", "release", "website")
FILES = tuple(
    (
        "CHANGELOG.md CITATION.cff CONTRIBUTING.md LICENSE MANIFEST.in Makefile README.md constraints.txt "
        "pyproject.toml setup.py"
    ).split()
)
PASSING = ("__pycache__", "*.pyc", "*.part", "*.nbi", "*.nbc")  # what a tree that is in use holds besides


def test_root__has_no_file_that_a_run_left_there():
    """The files beside the folders are those of the distribution: no table, replay or results of a game that was tried."""
    if not (ROOT / ".git").exists():
        pytest.skip("no clone of the repository")
    listed = subprocess.run(["git", "ls-files", ":(glob)*"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(listed.stdout.split()) == {*FILES, ".gitignore"}


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    """Name of each file of the source distribution, without its top folder -> its bytes."""
    tree, out = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("out")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, tree / name, symlinks=True, ignore=shutil.ignore_patterns(*PASSING))
    for name in FILES:
        shutil.copy(ROOT / name, tree / name)
    command = [sys.executable, "setup.py", "-q", "sdist", "--formats=tar", "-d", str(out)]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (archive,) = out.iterdir()
    with tarfile.open(archive) as file:
        members = [member for member in file.getmembers() if member.isfile()]
        return tree, {member.name.partition("/")[2]: file.extractfile(member).read() for member in members}


def test_sdist__is_the_whole_tree(sdist):
    """Tests, documents, Makefile and constraints are in it, as all sources, byte by byte; nothing passing is."""
    tree, files = sdist
    expected = {
        str(path.relative_to(tree)) for path in tree.rglob("*") if path.is_file() and "egg-info" not in str(path)
    }
    assert len(expected) > 400 and {"Makefile", "constraints.txt", "tests/test_distribution.py"} <= expected
    missing = sorted(expected - set(files))
    assert not missing, f"not in the source distribution, see MANIFEST.in: {missing[:5]}"
    assert [name for name in expected if files[name] != (tree / name).read_bytes()] == []
    assert not [name for name in files if "__pycache__" in name or name.endswith((".pyc", ".part"))]


def test_package__has_its_data(tmp_path):
    """An installed package has every file of data that its modules read: registers, puzzles, fitted values, networks."""
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_py", "-d", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = {
        str(path.relative_to(tmp_path))
        for path in tmp_path.rglob("*")
        if path.suffix in (".npz", ".tsv", ".toml", ".css")
    }
    tops = {"fs_env": "fs_env", "agents": "fs_env/agents", "training": "fs_env/training"}
    expected = {
        f"{installed}/{path.relative_to(ROOT / top)}"
        for top, installed in tops.items()
        for path in (ROOT / top).rglob("*")
        if path.suffix in (".npz", ".tsv", ".toml", ".css")
    }
    assert expected <= found and sum(name.endswith(".npz") for name in expected) > 3


def test_metadata__says_what_it_is(sdist):
    """The metadata has the README, links, and classifiers that agree with the Python it asks for."""
    told = Parser().parsestr(sdist[1]["PKG-INFO"].decode())
    assert told["Name"] == "fs-env" and told["Requires-Python"] == ">=3.11"
    links = dict(link.split(", ") for link in told.get_all("Project-URL"))
    assert len(links) >= 2 and all(address.startswith("https://") for address in links.values())
    kinds = told.get_all("Classifier")
    assert len(kinds) == len(set(kinds)) >= 10
    pythons = [kind for kind in kinds if kind.startswith("Programming Language :: Python :: 3.")]
    assert pythons == [
        f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13, 14)
    ]  # those of the wheels
    assert "Topic :: Games/Entertainment :: Board Games" in kinds
    assert told.get_payload().startswith("# fs-env")
