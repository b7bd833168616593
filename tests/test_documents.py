"""The examples of the documents run as they are printed, and the commands they name exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from fs_env.envs.registry import ENVIRONMENTS
from fs_env.envs.registry import GYMNASIUM as GYMNASIUM_IDS
from fs_env.registry.games import FORMS, VERSIONS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GYMNASIUM = (ROOT / "docs" / "gymnasium.md").read_text(encoding="utf-8")
SOLO = (ROOT / "docs" / "solo.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README + GYMNASIUM + SOLO, re.DOTALL)
TARGETS = sorted(
    {
        target
        for name in ("README.md", "CONTRIBUTING.md")
        for target in re.findall(r"(?:`|^)make ([a-z-]+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
    }
)


@pytest.mark.parametrize("source", EXAMPLES, ids=lambda source: source.splitlines()[0])
def test_example_runs(source):
    """Each Python example of the README, of gymnasium.md and of solo.md runs without an error or a warning and prints something."""
    made = subprocess.run(
        [sys.executable, "-W", "error", "-c", source], capture_output=True, text=True, check=False, timeout=900
    )
    assert made.returncode == 0 and made.stdout.strip(), made.stderr


@pytest.mark.slow
def test_training__example_learns_and_tells():
    """The example of docs/training.md for another learner runs, here for two updates, and tells how it fares."""
    pytest.importorskip("sb3_contrib", reason="needs the extra 'train'")
    page = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    (source,) = [one for one in re.findall(r"```py\n(.*?)```", page, re.DOTALL) if "MaskablePPO" in one]
    short = source.replace("learn(50_000)", "learn(8_192)")
    assert short != source
    made = subprocess.run([sys.executable, "-c", short], capture_output=True, text=True, check=False, timeout=900)
    assert made.returncode == 0, made.stderr
    assert "n_updates" in made.stdout and re.search(r"won \d+ % of the last \d+ games\n$", made.stdout)


def test_documents__name_current_environments():
    """Each environment of a game of ours that a page names is the current one."""
    pages = [page.read_text(encoding="utf-8") for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))]
    found = {(game, name) for page in pages for name, game in re.findall(r"\b(([a-z_]+)_v\d+)\b", page)}
    named = {name for game, name in found if game in VERSIONS or name in FORMS}
    ids = {name for page in pages for name in re.findall(r"\b[A-Z]\w+/\w+-v\d+", page)}
    assert named == set(ENVIRONMENTS) and ids and ids <= set(GYMNASIUM_IDS)


def test_documents__extras_are_installed_from_the_tree():
    """The package is on no index: no page or message tells to install an extra from there."""
    pages = [
        ROOT / "README.md",
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "fs_env").rglob("*.py"),
        *(ROOT / "training").glob("*.py"),
    ]
    assert not [page.name for page in pages if "fs-env[" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("target", TARGETS)
def test_make__targets_that_the_documents_name_exist(target):
    """Every `make` target of the documents is in the Makefile."""
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def test_readme__layout_names_what_is_there():
    """Every folder and file in the README's layout exists."""
    tree = README.split("## Layout", 1)[1].split("```")[1]
    at = {0: ROOT}
    for line in tree.splitlines():
        name = line.split(maxsplit=1)[0] if line.strip() else ""
        if not name:
            continue
        depth = len(line) - len(line.lstrip())
        at[depth + 2] = at[depth] / name
        assert at[depth + 2].exists(), f"{name} is in the README's layout, not in the tree"
