"""Which folder may import which: the floors of the package, and no circle between folders or modules.

All imports count: those inside functions, and those for annotations alone.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAMES = [path.parent.name for path in (ROOT / "fs_env" / "core").glob("*/game.py")]
FLOORS = (
    "version",
    "core",
    "pool",
    "registry",
    "agent_api",
    "narration",
    "drawing",
    "replays",
    "arena",
    "envs",
    "interop",
    "betrayal_v3",
    "castles_of_caleira_v1",
    "four_souls_v1",
    "solo_v0",
    "agents",
    "luck",
    "training",
    "bench",
    "soak",
    "puzzles",
    "leaderboard",
    "exploitability",
    "serve",
    "cli",
    "games",
    "__init__",
)
"""Folders and modules of `fs_env` from the lowest floor to the highest; each imports only from its own floor and those before it."""


def modules() -> dict[str, Path]:
    """Full name to the file of every module, under the names they are installed with."""
    found = {}
    for top in ("fs_env", "agents", "training"):
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = ["fs_env"] * (top != "fs_env") + [*path.relative_to(ROOT).with_suffix("").parts]
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(name: str, path: Path, known: dict[str, Path]) -> Iterator[str]:
    """Modules of the package that a module imports, anywhere in its text."""
    package = name.split(".") if path.stem == "__init__" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found = [f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base for alias in node.names]
        else:
            continue
        yield from (one for one in found if one in known and one != name)


MODULES = modules()


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """Names of the modules that each module of the package imports, of those of the package."""
    return {name: set(imported(name, path, MODULES)) for name, path in MODULES.items()}


def floor_of(name: str) -> str:
    """The folder or module of `fs_env` that a module is in."""
    return name.split(".")[1] if "." in name else "__init__"


def levels(imports: dict[str, set[str]]) -> dict[str, dict[str, set[str]]]:
    """For each folder, which of its folders and modules imports which other one; an import counts where the two paths part."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for name, of in imports.items():
        for other in of:
            own, its = name.split("."), other.split(".")
            common = next((k for k, pair in enumerate(zip(own, its, strict=False)) if pair[0] != pair[1]), None)
            if common is not None:
                found[".".join(own[:common])][own[common]].add(its[common])
                found[".".join(own[:common])].setdefault(its[common], set())
    return found


def circles(imports: dict[str, set[str]]) -> list[set[str]]:
    """The largest groups of names each of which leads to each other by imports."""
    reach = {name: set(of) for name, of in imports.items()}
    grown = True
    while grown:
        grown = False
        for of in reach.values():
            more = set().union(*(reach[other] for other in of)) - of if of else set()
            if more:
                of |= more
                grown = True
    groups = {frozenset(other for other in reach[name] if name in reach[other]) for name in imports}
    return [set(group) for group in groups if group]


def test_imports__lead_to_lower_floors(imports):
    wrong = [
        f"{name} imports {other}"
        for name, of in imports.items()
        for other in of
        if FLOORS.index(floor_of(other)) > FLOORS.index(floor_of(name))
    ]
    assert not wrong


def test_floors__are_all_there():
    assert {floor_of(name) for name in MODULES} == set(FLOORS)


def test_rules__know_neither_other_games_nor_the_package_around_them(imports):
    """The machine imports no game, no game imports another, and the core imports nothing else of the package."""
    inside = {game: f"fs_env.core.{game}." for game in GAMES}
    for name, of in imports.items():
        if name.startswith("fs_env.core."):
            own = next((inside[game] for game in GAMES if f"{name}.".startswith(inside[game])), None)
            assert not [other for other in of if not other.startswith("fs_env.core.")]
            assert not [
                other
                for other in of
                if f"{other}.".startswith(tuple(inside.values())) and not f"{other}.".startswith(str(own))
            ]


def test_folders_and_modules__import_in_no_circle(imports):
    """In every folder, what its folders and modules import of each other leads in one direction."""
    assert {folder: found for folder, graph in levels(imports).items() if (found := circles(graph))} == {}


def test_inside_of_numba__is_used_on_the_compile_floor_alone():
    """Other modules use numba's types and version alone, and import them from the floor's `backend`, which is there without numba."""
    wrong = []
    for name, path in MODULES.items():
        text = path.read_text(encoding="utf-8")
        inside = re.findall(r"(?:import|from) +(?:numba|llvmlite)\b[\w.]*|numba\.(?:core|np|extending)\b|_nrt\b", text)
        if inside and not name.startswith("fs_env.core.machine.compile."):
            wrong.append(f"{name}: {inside}")
    assert not wrong


def test_page_about_numba__names_all_that_is_used_of_its_inside():
    """Each module of the floor that imports from inside numba has a row, with what it imports."""
    page = (ROOT / "docs" / "understand" / "numba.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| [")]
    missing, looked_at = [], 0
    for name, path in MODULES.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if ".machine.compile." in name else ():
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith(("numba.", "backend")):
                looked_at += 1
                row = next((row for row in rows if f"[{path.stem}]" in row), "")
                used = [one.name for one in node.names if one.name not in ("types", "numba", "COMPILES", "ABSENT")]
                missing += [f"{path.stem}: {one}" for one in used if not re.search(rf"`[\w.]*\b{one}\b[\w.]*`", row)]
    assert looked_at > 20 and not missing


def test_benchmarks__are_imported_by_no_module():
    """The package is installed without `benchmarks`, its laboratory included."""
    imports = re.compile(r"^\s*(?:import|from) +benchmarks\b", re.MULTILINE)
    assert not [name for name, path in MODULES.items() if imports.search(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f():\n    from fs_env.cli import output\n", {"fs_env.cli.output"}),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import fs_env.cli.output\n", {"fs_env.cli.output"}),
        ("from ..cli.output import Console\nimport numpy\n", {"fs_env.cli.output"}),
        ("from . import aec\n", {"fs_env.envs.aec"}),
    ],
)
def test_imported__finds_imports_of_every_form(text, expected, tmp_path):
    """In functions, for annotations, relative ones and modules of a package: all are seen."""
    path = tmp_path / "probe.py"
    path.write_text(text)
    assert set(imported("fs_env.envs.probe", path, MODULES)) == expected


def test_circles__of_folders_are_found_where_no_module_is_in_one():
    """`text.a` imports `arena.b` and `arena.c` imports `text.d`: no circle of modules, but one of folders."""
    imports = {"p.text.a": {"p.arena.b"}, "p.arena.c": {"p.text.d"}, "p.arena.b": set(), "p.text.d": {"p"}}
    assert not circles(imports | {"p": set()})
    assert circles(levels(imports)["p"]) == [{"text", "arena"}]


def test_circles__are_found_along_long_ways():
    """Three modules in a ring are a circle, what only leads into it is none."""
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}) == [{"a", "b", "c"}]
