"""Which functions of the sources and of the tests cite which rule: their docstrings, comments and names of cases."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from .books import ID, ROOT

CITATION = re.compile(rf"(?<![\w.#&-])({ID})(?:-({ID})(?![\w-]|\.\d))?(?![\w-]|\.\d)")
LIKELY = re.compile(r"[RA]-?\d")  # far quicker
SOURCES = ("fs_env", "agents", "training", "benchmarks")


class Citation(NamedTuple):
    """A place that names a rule.

    Attributes:
        id: the rule.
        path: the file, relative to the root of the tree.
        function: the function whose lines name it; empty at the level of the module.
        line: counted from 1.
    """

    id: str
    path: str
    function: str
    line: int


def game_of(path: str) -> str:
    """The game whose book a file cites: the games use the same letters for their rules."""
    if "betrayal" in path:
        return "betrayal"
    return "castles_of_caleira" if "castles" in path else "four_souls"


def sources() -> list[Path]:
    """Every Python file of the project itself."""
    return [path for top in SOURCES for path in sorted((ROOT / top).rglob("*.py"))]


def files_of_tests() -> list[Path]:
    """Every Python file of the tests but those of this folder, whose examples are no citations."""
    here = Path(__file__).parent
    return [path for path in sorted((ROOT / "tests").rglob("*.py")) if here not in path.parents]


@cache
def citations(path: Path) -> list[Citation]:
    """The citations of one file in the order of its lines; "R7.13-R7.15" cites all three."""
    text = path.read_text()
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if LIKELY.search(line)]
    found = [(number, match) for number, line in lines for match in CITATION.finditer(line)]
    spans = sorted(functions(ast.parse(text))) if found else []
    out = []
    for number, match in found:
        inside = [name for first, last, name in spans if first <= number <= last]
        for rule in between(match[1], match[2]):
            out.append(Citation(rule, str(path.relative_to(ROOT)), inside[-1] if inside else "", number))
    return out


def functions(node: ast.AST) -> Iterator[tuple[int, int, str]]:
    """First line, last line and name of every function; only statements are looked through, functions are nowhere else."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        for part in getattr(node, field, ()) if not isinstance(node, ast.expr) else ():
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                yield part.lineno, part.end_lineno or part.lineno, part.name
            yield from functions(part)


def between(first: str, last: str | None) -> list[str]:
    """Both ids and what lies between them, where they count on in their last number."""
    if last is None:
        return [first]
    head, low = split(first)
    other, high = split(last)
    if head != other or not low < high:
        return [first, last]
    width = len(re.sub(r"\D", "", first)) if head == "A" else 0
    return [f"{head}{n:0{width}d}" for n in range(low, high + 1)]


def split(rule: str) -> tuple[str, int]:
    """The part before the last number of an id, and that number: ("R7.", 13)."""
    match = re.fullmatch(r"(.*?)(\d+)[a-z]?", rule)
    if match is None:
        raise ValueError(f"{rule!r} is no id of a rule: expected something like R7.13, A06 or ER-30")
    return match[1], int(match[2])
