"""Who may import whom: the rooms of the package in their order, and no circle between modules.

All imports count: those inside functions, and those for annotations alone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOUR_SOULS, CASTLES = "fs_env.core.four_souls", "fs_env.core.castles_of_caleira"
BETRAYAL = "fs_env.core.betrayal"
ROOMS = (
    "fs_env.core.checks",
    "fs_env.core.files",
    "fs_env.core.machine.declare",
    "fs_env.core.machine.compile",
    "fs_env.core.machine.table",
    "fs_env.core.machine.run",
    # Four Souls
    f"{FOUR_SOULS}.registry",
    f"{FOUR_SOULS}.language",
    f"{FOUR_SOULS}.cards",
    f"{FOUR_SOULS}.tables",
    f"{FOUR_SOULS}.supply",
    f"{FOUR_SOULS}.options",
    f"{FOUR_SOULS}.listing",
    f"{FOUR_SOULS}.bartering",
    f"{FOUR_SOULS}.state",
    f"{FOUR_SOULS}.references",
    f"{FOUR_SOULS}.actions",
    f"{FOUR_SOULS}.register",
    f"{FOUR_SOULS}.rules",
    f"{FOUR_SOULS}.restored",
    f"{FOUR_SOULS}.observation",
    f"{FOUR_SOULS}.view",
    f"{FOUR_SOULS}.text",
    f"{FOUR_SOULS}.game",
    f"{FOUR_SOULS}.scenario",
    # Castles of Caleira
    f"{CASTLES}.cards",
    f"{CASTLES}.options",
    f"{CASTLES}.questions",
    f"{CASTLES}.actions",
    f"{CASTLES}.state",
    f"{CASTLES}.rules",
    f"{CASTLES}.observation",
    f"{CASTLES}.facts",
    f"{CASTLES}.restored",
    f"{CASTLES}.text",
    f"{CASTLES}.game",
    # Betrayal at Baldur's Gate
    f"{BETRAYAL}.codes",
    f"{BETRAYAL}.options",
    f"{BETRAYAL}.questions",
    f"{BETRAYAL}.language",
    f"{BETRAYAL}.content",
    f"{BETRAYAL}.tables",
    f"{BETRAYAL}.cards",
    f"{BETRAYAL}.actions",
    f"{BETRAYAL}.state",
    f"{BETRAYAL}.rules",
    f"{BETRAYAL}.schema",
    f"{BETRAYAL}.observation",
    f"{BETRAYAL}.facts",
    f"{BETRAYAL}.restored",
    f"{BETRAYAL}.underway",
    f"{BETRAYAL}.listener",
    f"{BETRAYAL}.retold",
    f"{BETRAYAL}.plain",
    f"{BETRAYAL}.view",
    f"{BETRAYAL}.text",
    f"{BETRAYAL}.game",
    f"{BETRAYAL}.scenario",
    f"{BETRAYAL}.position",
    # around the games
    "fs_env.pool",
    "fs_env.games",
    "fs_env.registry",
    "fs_env.narration",
    "fs_env.drawing",
    "fs_env.replays",
    "fs_env.arena",
    "fs_env.envs",
    "fs_env.interop",
    "fs_env.betrayal_v3",
    "fs_env.castles_of_caleira_v1",
    "fs_env.four_souls_v1",
    "fs_env.solo_v0",
    "fs_env.renamed",
    "fs_env",  # its __init__
    "fs_env.agents",
    "fs_env.luck",
    "fs_env.training",
    "fs_env.bench",
    "fs_env.soak",
    "fs_env.puzzles",
    "fs_env.leaderboard",
    "fs_env.exploitability",
    "fs_env.serve",
    "fs_env.cli",
)
"""From the lowest to the highest. A room is a folder with all below it, or a module; it imports those before it only."""
WITHOUT_MODULES = ("fs_env.core", "fs_env.core.machine", FOUR_SOULS, CASTLES, BETRAYAL)
"""Folders whose own `__init__` is empty and stands in no room."""


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


def room_of(name: str) -> str:
    """The room with the longest name that a module is in."""
    return max((room for room in ROOMS if f"{name}.".startswith(f"{room}.")), key=len)


def circles(imports: dict[str, set[str]]) -> list[set[str]]:
    """The largest groups of modules each of which comes to each other by imports."""
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


def test_imports__lead_to_lower_rooms(imports):
    """No module imports one of a room above its own, and the games do not know each other."""
    wrong = []
    for name, of in imports.items():
        for other in of if name not in WITHOUT_MODULES else ():
            upward = ROOMS.index(room_of(other)) > ROOMS.index(room_of(name))
            other_game = sum(game in f"{name} {other}" for game in (FOUR_SOULS, CASTLES, BETRAYAL)) > 1
            if upward or (other_game and name.startswith("fs_env.core")):
                wrong.append(f"{name} imports {other}")
    assert not wrong


def test_rooms__are_there_and_hold_every_module(imports):
    """Every room has a module; what is in no room but the last resort `fs_env` is its `__init__`."""
    assert {room_of(name) for name in MODULES if name not in WITHOUT_MODULES} == set(ROOMS)
    assert [name for name in MODULES if room_of(name) == "fs_env" and name not in WITHOUT_MODULES] == ["fs_env"]
    for name in WITHOUT_MODULES:
        assert not imports[name], f"{name} imports something"


def test_modules__import_in_no_circle(imports):
    """No module comes back to itself by imports, those inside functions included."""
    assert not circles(imports)


def test_inside_of_numba__is_used_on_the_compile_floor_alone():
    """Other modules use numba's types, `njit`, `from_dtype`, `carray` and its configuration: what its manual describes for all."""
    wrong = []
    for name, path in MODULES.items():
        text = path.read_text(encoding="utf-8")
        inside = re.findall(
            r"(?:import|from) +(?:numba\.\w[\w.]*|llvmlite)|numba\.(?:core|np|extending)\b|_nrt\b", text
        )
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
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("numba."):
                looked_at += 1
                row = next((row for row in rows if f"[{path.stem}]" in row), "")
                used = [one.name for one in node.names if one.name != "types"]
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


def test_circles__are_found_along_long_ways():
    """Three modules in a ring are a circle, what only leads into it is none."""
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}) == [{"a", "b", "c"}]
