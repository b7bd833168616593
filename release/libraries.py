"""Runs the tests of each library of docs/do/recipes.md in an environment of its own: `make libraries`.

Libraries exclude each other's versions, so each gets an empty environment with this tree, its extra and its newest versions; torch is the
build of constraints.txt. Versions and results are stored in release/libraries.json, so that single libraries can be run again
(`python -m release.libraries NAME`); `make compatibility` and this program write them into docs/look_up/compatibility.md.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from fs_env.cli.output import write_json
from release.pythons import Environment, Python, call
from release.version import ROOT

STORED = ROOT / "release" / "libraries.json"
TEXT, RECIPES = "tests/interop/test_text.py", "tests/interop/test_recipes.py"
COUNTS = re.compile(r"(\d+) (passed|failed|errors?|skipped)")


class Library(NamedTuple):
    """A library and its tests.

    Attributes:
        package: whose version is shown.
        runs: what of it the tests run.
        select: the pytest expression that selects its tests among those of `files`.
        files: files of tests, besides the recipes.
        extra: of pyproject.toml; the name of the library when "".
        further: packages that the tests need.
    """

    package: str
    runs: str
    select: str
    files: tuple[str, ...] = ()
    extra: str = ""
    further: tuple[str, ...] = ()


LIBRARIES = {
    "open_spiel": Library(
        *("open_spiel", "its checks, CFR+, IS-MCTS, exploitability", "open_spiel or OpenSpiel"),
        ("tests/interop/test_open_spiel.py",),
    ),
    "gymnasium": Library(
        *("gymnasium", "`make_vec`, `AsyncVectorEnv` of every id, `check_env`", "test_text or TRL"),
        ("tests/envs/test_text.py",),
        "train",
    ),
    "textarena": Library(
        "textarena", "`ta.make`, its wrappers", "textarena or TextArena", ("tests/interop/test_textarena.py",)
    ),
    "gem": Library(
        *("gem-llm", "`gem.make_vec`, `spawn`, its wrappers", "test_gem or GEM"), ("tests/interop/test_gem.py",)
    ),
    "inspect": Library(
        *("inspect-ai", "`inspect eval`", "test_inspect or Inspect"), ("tests/interop/test_inspect.py", TEXT)
    ),
    "verifiers": Library("verifiers", "`vf-eval`", "verifiers or fields", (TEXT,), "", ("uv",)),
    "openenv": Library("openenv", "its server and client", "openenv or OpenEnv or fields", (TEXT,)),
    "skyrl_gym": Library("skyrl-gym", "the recipe", "SkyRL"),
    "supersuit": Library("supersuit", "the recipe", "SuperSuit"),
    "torchrl": Library("torchrl", "`PettingZooWrapper`, each option that adds infos", "torchrl or TorchRL", (TEXT,)),
    "tianshou": Library("tianshou", "`Collector`", "Tianshou"),
    "rllib": Library("ray", "its check, PPO", "rllib or RLlib", ("tests/interop/test_rllib.py",)),
    "agilerl": Library("agilerl", "PPO", "AgileRL"),
}


def run(name: str, folder: Path) -> dict[str, Any]:
    """Runs the tests of a library in the environment in a folder, which is installed if there is none; returns what is stored."""
    library, program = LIBRARIES[name], str(folder / "bin" / "python")
    if not folder.exists():
        torch = re.search(r"^torch==.*$", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
        limits = folder.with_suffix(".txt")
        limits.write_text(f"{torch[0]}\n" if torch else "", encoding="utf-8")
        environment = Environment(Python(sys.executable, sys.version_info[:3]), folder)
        tests = ("pytest>=8", "pytest-xdist>=3.6", "hypothesis>=6.100", *library.further)
        environment.install("-c", str(limits), "-e", f"{ROOT}[{library.extra or name}]", *tests)
    ask = f"from importlib.metadata import version; print(version({library.package!r}))"
    files = (*library.files, RECIPES)
    pytest = "import sys, pytest; sys.exit(0 if pytest.main(sys.argv[1:]) in (0, 1) else 3)"
    arguments = ["-q", "-p", "no:cacheprovider", "-k", library.select, *files]
    output = call([program, "-c", pytest, *arguments], {"PYTHONPATH": str(ROOT)}, cwd=ROOT)
    counts = {kind: int(number) for number, kind in COUNTS.findall(output.splitlines()[-1])}
    if not counts.get("passed"):
        raise RuntimeError(f"{name}: no test passed: {output.splitlines()[-1]}")
    return {
        "library": name,
        "package": library.package,
        "version": call([program, "-c", ask]).strip(),
        "python": ".".join(map(str, sys.version_info[:3])),
        "counts": counts,
        "failed": re.findall(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE),
        "megabytes": sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) // 10**6,
        "day": datetime.now(UTC).strftime("%Y-%m-%d"),
    }


def read_libraries() -> list[dict[str, Any]]:
    """Results of the runs so far, in the order of `LIBRARIES`."""
    stored = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else []
    return [one for name in LIBRARIES for one in stored if one["library"] == name]


def section(stored: Sequence[Mapping[str, Any]]) -> list[str]:
    """The lines of the page on other libraries."""
    lines = [
        "## Other libraries",
        "",
        "The tests of each library ran in an environment of its own with its extra; `make libraries` runs them again.",
        "[Recipes](../do/recipes.md) has a program for each. The test suite runs the rows of OpenSpiel, TextArena and Gymnasium, too.",
        "",
        "| extra | package | version | Python | what runs | tests | passed | failed | MB | day |",
        "| --- | --- | --- | --- | --- | --- | ---: | ---: | ---: | --- |",
    ]
    for one in stored:
        library = LIBRARIES[one["library"]]
        extra = library.extra or one["library"]
        files = ", ".join(f"`{Path(file).name}`" for file in (*library.files, RECIPES))
        shown = [f"`{extra}`", one["package"], one["version"], one["python"], library.runs, files]
        shown += [one["counts"].get("passed", 0), len(one["failed"]), one["megabytes"], one["day"]]
        lines.append(f"| {' | '.join(map(str, shown))} |")
    for one in stored:
        lines += [line for name in one["failed"] for line in ("", f"Failed with {one['library']}: `{name}`.")]
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the tests of libraries, stores and writes; 1 where a test failed."""
    from release.compatibility import PAGE, page, read_stored, write_page

    parser = argparse.ArgumentParser(prog="python -m release.libraries", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("library", nargs="*", metavar="NAME", help=f"only these: {', '.join(LIBRARIES)}")
    parser.add_argument("--folder", type=Path, help="keep the environments here, and use those that exist")
    parser.add_argument("--page", action="store_true", help="only write the page, from what is stored")
    args = parser.parse_args(arguments)
    if unknown := sorted(set(args.library) - set(LIBRARIES)):
        raise ValueError(f"{unknown[0]!r}: expected one of {', '.join(LIBRARIES)}")
    failed = False
    for name in [] if args.page else args.library or LIBRARIES:
        with tempfile.TemporaryDirectory(prefix=f"fs_env_{name}_") as scratch:
            found = run(name, (args.folder or Path(scratch)).resolve() / name)
        print(f"{name} {found['version']}: {found['counts']} {found['failed']}", flush=True)
        failed |= bool(found["failed"])
        write_json(str(STORED), [one for one in read_libraries() if one["library"] != name] + [found])
    write_page(PAGE, page(read_stored()))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
