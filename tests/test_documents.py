"""The examples of the documents run as they are printed, and the commands they name exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GYMNASIUM = (ROOT / "docs" / "gymnasium.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README + GYMNASIUM, re.DOTALL)
TARGETS = sorted(
    {
        target
        for name in ("README.md", "CONTRIBUTING.md")
        for target in re.findall(r"(?:`|^)make ([a-z-]+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
    }
)


@pytest.mark.parametrize("source", EXAMPLES, ids=lambda source: source.splitlines()[0])
def test_example_runs(source):
    """Each Python example of the README and of the page on Gymnasium runs without an error or a warning and prints something."""
    made = subprocess.run(
        [sys.executable, "-W", "error", "-c", source], capture_output=True, text=True, check=False, timeout=900
    )
    assert made.returncode == 0 and made.stdout.strip(), made.stderr


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
