"""Size of the sources: lines per folder of the product, long functions, and functions with many parameters."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PRODUCT = ("fs_env", "agents", "training")
LONG, MANY = 60, 10  # lines and parameters; a function with more counts
Function = ast.FunctionDef | ast.AsyncFunctionDef


def folder(file: Path) -> str:
    """The folder whose budget a file counts for, from the file's path relative to the root.

    It is a folder of `fs_env/core`, another folder of `fs_env`, `agents` or `training`; a module directly in `fs_env` counts for `fs_env`.
    """
    parts = file.parts[:-1]
    return "/".join(parts[: 3 if parts[:2] == ("fs_env", "core") else 2 if parts[0] == "fs_env" else 1])


def sources(root: Path = ROOT) -> Iterator[tuple[Path, str]]:
    """Relative path and text of each module of the product; the links in `fs_env` are not followed."""
    for top in PRODUCT:
        for file in sorted((root / top).rglob("*.py")):
            if not any(parent.is_symlink() for parent in file.parents if parent != root):
                yield file.relative_to(root), file.read_text(encoding="utf-8")


def functions(text: str) -> Iterator[tuple[Function, int, int]]:
    """Each function of a module, nested ones included, with its number of lines (decorators excluded) and of parameters."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, Function):
            taken = node.args
            named = [*taken.posonlyargs, *taken.args, *taken.kwonlyargs]
            parameters = len(named) + (taken.vararg is not None) + (taken.kwarg is not None)
            yield node, (node.end_lineno or node.lineno) - node.lineno + 1, parameters


def sizes(root: Path = ROOT) -> dict[str, dict[str, float]]:
    """Return `{"lines": {folder: lines}, "functions": {kind: number}}`, as in budgets.toml; "the product" is all folders."""
    lines, counts = Counter[str](), Counter({f"over {LONG} lines": 0, f"over {MANY} parameters": 0})
    for file, text in sources(root):
        lines[folder(file)] += text.count("\n")
        for _, length, parameters in functions(text):
            counts[f"over {LONG} lines"] += length > LONG
            counts[f"over {MANY} parameters"] += parameters > MANY
    return {"lines": {"the product": lines.total(), **dict(sorted(lines.items()))}, "functions": dict(counts)}
