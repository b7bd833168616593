"""release/Containerfile: what can be checked of it without an engine that makes images."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile

import pytest

from release.version import ROOT
from tests.documents.running import parse

RECIPE = ROOT / "release" / "Containerfile"
KNOWN = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "ENTRYPOINT", "CMD"}


def instructions() -> list[tuple[str, str]]:
    """The instructions of the recipe in their order, each with its arguments as text."""
    lines = [line for line in RECIPE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def copied() -> list[str]:
    """The sources that are copied, relative to its top."""
    return [
        source
        for word, rest in instructions()
        if word == "COPY" and not rest.startswith("--from")
        for source in rest.split()[:-1]
    ]


def test_recipe__instructions_are_known_and_lead_somewhere():
    """Every line is an instruction; what is copied is in the tree, what a later stage takes from an earlier one is made there, and the
    image does not run as root."""
    found = instructions()
    assert {word for word, _ in found} <= KNOWN and found[0][0] == "FROM"
    assert copied() and all((ROOT / source).exists() for source in copied())
    stages = re.findall(r" AS (\w+)$", "\n".join(rest for word, rest in found if word == "FROM"), re.MULTILINE)
    taken = [rest.split() for word, rest in found if word == "COPY" and rest.startswith("--from=")]
    assert [one[0].removeprefix("--from=") for one in taken] == stages
    assert all(any(f"--wheel-dir {source} " in rest for _, rest in found) for _, source, _ in taken)
    words = [word for word, _ in found]
    assert words.index("USER") < words.index("ENTRYPOINT")


def test_recipe__commands_of_the_package_exist():
    """Commands that run while the image is made, and the one that it runs by default, are commands with arguments that they take."""
    found = instructions()
    made = [rest.split() for word, rest in found if word == "RUN" and rest.startswith("fs-env")]
    (entry,) = (json.loads(rest) for word, rest in found if word == "ENTRYPOINT")
    (default,) = (json.loads(rest) for word, rest in found if word == "CMD")
    assert made and entry == ["fs-env"]
    for words in (*made, [*entry, *default]):
        parse(words)


def test_recipe__asks_for_a_python_that_the_package_takes():
    """The version of the base image is at least the lowest that pyproject.toml names."""
    lowest = re.search(r'requires-python = ">=3\.(\d+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    bases = [re.match(r"python:3\.(\d+)-slim", rest) for word, rest in instructions() if word == "FROM"]
    assert lowest and all(base and int(base[1]) >= int(lowest[1]) for base in bases)


@pytest.mark.slow
def test_recipe__what_it_copies_makes_the_whole_wheel(tmp_path):
    """A wheel made of the copied files alone has every file that one made of the whole tree has."""
    tree = tmp_path / "tree"
    tree.mkdir()
    unwanted = shutil.ignore_patterns("__pycache__")
    for source in copied():
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, tree / source, symlinks=True, ignore=unwanted)
        else:
            shutil.copy2(ROOT / source, tree / source)
    subprocess.run([sys.executable, "setup.py", "-q", "bdist_wheel", "-d", str(tmp_path)], cwd=tree, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        str(path.relative_to(ROOT)) if folder == "fs_env" else f"fs_env/{path.relative_to(ROOT)}"
        for folder in ("fs_env", "agents", "training")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".npz", ".json", ".tsv", ".toml", ".css", ".html", ".ttf", ".typed")
    }
    assert len(wanted) > 500 and wanted <= names
