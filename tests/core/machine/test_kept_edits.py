"""Edits of the sources: those that change no code find everything compiled, as a second process shows."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fs_env.core.machine.compile.jit import compiled
from tests.core.machine import nim

pytestmark = pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
ROOT = Path(__file__).parents[3]
NIM = Path(nim.__file__).parent
MEANING = {"Field": 3, "Section": 2}  # which argument tells the meaning of a number
PLAY = "import logging; logging.disable(); from tests.core.machine import first_use as f; print(f.rows(0), f.take(0))"
KEYS = """
from fs_env.core.machine.compile.code_key import code_key
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.four_souls.game import GAME as SOULS
from fs_env.agents.castles_of_caleira.choice import choose
from fs_env.agents.heuristic.answer import answer
keys = [code_key(each) for each in (CASTLES.entry, SOULS.entry, choose, answer)]
"""
TELL = f"{KEYS}print(*keys)"


@pytest.fixture
def tree(tmp_path):
    made = tmp_path / "tree"
    unwanted = shutil.ignore_patterns(
        "*.nb?"
    )  # with the bytecode, which is of no other sources as long as their dates are kept
    shutil.copytree(ROOT / "fs_env", made / "fs_env", ignore=unwanted)
    shutil.copytree(ROOT / "agents", made / "fs_env" / "agents", ignore=unwanted, dirs_exist_ok=True)
    for folder in (NIM, NIM.parent, NIM.parent.parent):
        copy = made / folder.relative_to(ROOT)
        copy.mkdir(parents=True, exist_ok=True)
        (copy / "__init__.py").touch()
    for name in ("nim.py", "players.py", "first_use.py"):
        shutil.copy(NIM / name, made / NIM.relative_to(ROOT))
    return made


def run(tree, code, **environment):
    made = subprocess.run(
        [sys.executable, "-c", f"import fs_env; assert fs_env.__file__.startswith({str(tree)!r})\n{code}"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert made.returncode == 0, made.stderr
    return made.stdout


def write_anew(tree):
    """Every source of code without its comments, with a new one above, other docstrings and meanings, other lines and dates."""
    for path in (
        path for folder in ("fs_env/core", "fs_env/agents", "tests") for path in (tree / folder).rglob("*.py")
    ):
        text = path.read_text(encoding="utf-8")
        module = ast.parse(text)
        for node in ast.walk(module):
            documented = isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)) and ast.get_docstring(node)
            if documented:
                node.body[0].value.value = "Other words."
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MEANING:
                for keyword in node.keywords:
                    if keyword.arg == "meaning":
                        keyword.value = ast.Constant("Another meaning.")
                if len(node.args) > MEANING[node.func.id]:
                    node.args[MEANING[node.func.id]] = ast.Constant("Another meaning.")
        path.write_text(f"# A comment.\n\n{ast.unparse(module)}\n", encoding="utf-8")
        os.utime(path, (1, 1))


def replace(folder, old, new):
    (path,) = (path for path in folder.rglob("*.py") if old in path.read_text(encoding="utf-8"))
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def kept(cache):
    return {path.name: path.stat().st_mtime_ns for path in cache.rglob("*.nbc")}


@pytest.mark.long
def test_edits__of_a_small_game(tree, tmp_path):
    """Game, two policies, the check of actions and their steps: loaded when every source is written anew, compiled after code edits."""
    cache = tmp_path / "cache"
    settings = {"NUMBA_CACHE_DIR": str(cache), "NUMBA_OPT": "1"}
    assert run(tree, PLAY, **settings) == "4 0\n"
    first = kept(cache)
    assert len(first) == 5
    write_anew(tree)
    assert run(tree, PLAY, **settings) == "4 0\n"
    assert kept(cache) == first, "something was compiled although no code has changed"
    replace(tree / "tests", "best = -1", "best = -2")
    assert run(tree, PLAY, **settings) == "4 0\n"
    second = kept(cache)
    assert [name.partition("-")[0] for name in set(second) - set(first)] == ["policy.policy_nim_take_most"]
    replace(tree / "fs_env/core/machine", "13787848793156543929", "13787848793156543931")
    run(tree, PLAY, **settings)
    assert [name.partition("-")[0] for name in set(kept(cache)) - set(second)] == ["dispatcher.entry_nim"]


@pytest.mark.long
def test_edits__of_the_games(tree):
    """The keys of both games and their bots: the same in every process and in sources written anew, others after edits."""
    here = {}
    exec(KEYS, here)
    first = here["keys"]
    assert len(set(first)) == 4
    write_anew(tree)
    assert run(tree, TELL, PYTHONHASHSEED="1").split() == first
    replace(tree / "fs_env/core/four_souls/rules", "s.gains[p] += 1", "s.gains[p] += 2")
    changed = [a != b for a, b in zip(run(tree, TELL, PYTHONHASHSEED="2").split(), first)]
    assert changed == [False, True, False, False]
