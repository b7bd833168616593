"""Who may import whom: the rules know nothing of learning, and the package is light to import."""

import ast
import subprocess
import sys
from pathlib import Path

from tests.every import every

ROOT = Path(__file__).parents[2]
CORE = ROOT / "fs_env" / "core"
FILES = sorted(CORE.rglob("*.py"))
ALLOWED = {"numpy", "numba"}


def imported(path):
    """Full names of the modules that a file imports, relative ones made absolute."""
    package = [*path.relative_to(ROOT).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            yield ".".join([*base, *([node.module] if node.module else [])])


@every(FILES)
def test_core__imports_numpy_numba_and_itself(path):
    """A file of the core imports the standard library, numpy, numba and the core; never `random`."""
    for name in imported(path):
        top = name.partition(".")[0]
        own = name.startswith("fs_env.core")
        assert own or top in ALLOWED or (top in sys.stdlib_module_names and top != "random"), f"{path.name}: {name}"


@every([path for path in FILES if "machine" in path.relative_to(CORE).parts])
def test_machine__knows_no_game(path):
    """A file of the machine imports no game."""
    assert not [name for name in imported(path) if name.startswith("fs_env.core.") and "machine" not in name]


def test_packages__every_folder_of_modules_is_one():
    """A folder without `__init__.py` would be missing from what is installed."""
    folders = {path.parent for top in ("fs_env", "agents") for path in (ROOT / top).rglob("*.py")}
    assert not [str(folder.relative_to(ROOT)) for folder in sorted(folders) if not (folder / "__init__.py").exists()]


def test_import__of_the_package_is_light():
    """`import fs_env` loads neither numba nor an environment library."""
    code = "import sys, fs_env; print([m for m in ('numba', 'numpy', 'gymnasium', 'pettingzoo') if m in sys.modules])"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert made.stdout.strip() == "[]"


def test_import__agents_are_part_of_the_package():
    """The folder `agents` is found under its installed name."""
    import fs_env.agents

    assert fs_env.agents.AGENTS
