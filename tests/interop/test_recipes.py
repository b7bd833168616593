"""docs/do/recipes.md: every program is short, complete, and runs as it is printed where its library is installed."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "do" / "recipes.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
LONGEST = 25  # lines with code
EXTRA_OF = {  # a module that a recipe or our module for it imports -> the extra that has it
    "sb3_contrib": "train",
    "stable_baselines3": "train",
    "torch": "train",
    "torchrl": "torchrl",
    "tianshou": "tianshou",
    "agilerl": "agilerl",
    "pyspiel": "open-spiel",
    "open_spiel": "open-spiel",
    "supersuit": "supersuit",
    "jax": "peers",
    "ray": "rllib",
    "tree": "rllib",
    "openenv": "openenv",
    "verifiers": "verifiers",
    "textarena": "textarena",
    "gem": "gem",
    "inspect_ai": "inspect",
    "skyrl_gym": "skyrl-gym",
}
# What RLlib imports, and Ray alone does not bring; what a room of this package imports.
BEHIND = {
    "fs_env.interop.rllib": "tree",
    "ray.rllib": "tree",
    "fs_env.exploitability.tables": "pyspiel",
    "fs_env.interop.openenv": "openenv",
}


def imported(source: str) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    for module, needed in BEHIND.items():
        names |= {needed for name in names.copy() if name == module or name.startswith(f"{module}.")}
    found = {name.partition(".")[0] for name in names}
    return found - {"fs_env", "numpy", "gymnasium"}


def title(source: str) -> str:
    return re.findall(r"^## (.+)", PAGE[: PAGE.index(source)], re.MULTILINE)[-1]


@pytest.mark.slow
@pytest.mark.parametrize("source", PROGRAMS, ids=title)
def test_recipe__runs(source, tmp_path) -> None:
    """The program is short, runs in its own process without an error and prints a line."""
    assert sum(bool(line.strip()) for line in source.splitlines()) <= LONGEST
    for name in sorted(imported(source)):
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"{name} is not installed: it is in the extra {EXTRA_OF[name]!r}")
    command = [sys.executable, "-c", source]
    made = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900, cwd=tmp_path)
    assert made.returncode == 0 and made.stdout.strip(), made.stderr[-3000:]


def test_recipes__every_library_has_a_row_with_its_version_and_an_extra_that_exists() -> None:
    """The table links every program's section, and each extra that it names is one of pyproject.toml."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    rows = re.findall(r"^\| \[.*?\]\(#(.+?)\) \| (.+?) \| (.+?) \|", PAGE, re.MULTILINE)
    linked = {anchor for anchor, _, _ in rows}
    assert linked == {title(source).lower().replace(" ", "-") for source in PROGRAMS}
    assert all(re.search(r"\d+\.\d+", version) for _, version, _ in rows)
    extras = {extra for _, _, told in rows for extra in re.findall(r"`([\w-]+)`", told)}
    assert extras == set(EXTRA_OF.values())
    assert extras <= project["optional-dependencies"].keys()
    assert not [extra for extra in project["optional-dependencies"] if "_" in extra], (
        "pip 23.2 finds none with an underscore"
    )
