"""Runs a short form of the generic checks with the lowest and the highest versions of everything: `make compatibility`.

Each row is an empty environment with the wheel of this tree and versions of its own. What was run, and with which versions, is stored
in release/compatibility.json, so that single rows can be run again (`--row NAME`); the page docs/look_up/compatibility.md is made from it.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from fs_env.cli.output import write_json, write_page
from release.build import LEFT_OUT, build_sources
from release.libraries import read_libraries, section
from release.pythons import Environment, Python, call, find_pythons
from release.version import ROOT, version_in

STORED, PAGE = ROOT / "release" / "compatibility.json", ROOT / "docs" / "look_up" / "compatibility.md"
SHOWN = ("numpy", "numba", "gymnasium", "pettingzoo", "rich", "torch", "stable-baselines3")
LOWEST = {
    "numpy": "1.26.0",
    "numba": "0.68.0",
    "gymnasium": "1.2.0",
    "pettingzoo": "1.27.0",
    "rich": "13.0.0",
}
LOWEST_TO_TRAIN = {"torch": "2.8.0", "stable-baselines3": "2.9.0", "sb3-contrib": "2.9.0"}
"""The lowest versions that pyproject.toml allows, and those of its extra "train"; a test compares."""
GAME = "castles_of_caleira-2"  # compiles in seconds
CHECKS = (
    *("mask_is_what_step_accepts", "seat_and_outcome_agree", "random_play", "copies_are_equal", "same_seed_same_game"),
    *("snapshot_round_trip", "damaged_snapshots_are_refused", "nothing_hidden_shows"),
    *(
        "resampled_states_play_on",
        "observations_are_whole",
        "one_call_agrees",
        "rows_equal_single",
        "random_rounds",
        "words",
    ),
)
TESTS = (
    *(f"tests/generic/test_games.py::test_game[check_{check}-{GAME}]" for check in CHECKS),
    f"tests/generic/test_games.py::test_games__same_in_another_process[{GAME.rpartition('-')[0]}]",
    "tests/core/machine/test_code_key.py",  # reads bytecode, which each Python has another of
    "tests/core/machine/test_disk_cache.py::test_keep__is_found_again",
    "tests/core/machine/test_ring.py",  # counts references, which each Python does in another way
    "--deselect",
    "tests/core/machine/test_code_key.py::test_kernels__have_no_way_in_that_the_key_does_not_see",  # reads the tree's sources
)
CONFORMITY = (
    *("tests/envs/test_conformity.py", "tests/envs/test_seat.py", "tests/envs/test_modules.py"),
    *("-k", "castles or check_env"),
)
TO_TRAIN = (
    *("tests/envs/test_sb3.py", "tests/training/test_wrappers.py", "tests/training/networks/test_torch_network.py"),
    *("-k", "not learns_nim and not four_souls"),  # one learns for a minute, the others compile for minutes
)
COUNTS = re.compile(r"(\d+) (passed|failed|errors?|skipped)")
ASK = (
    "import json; from importlib.metadata import version, PackageNotFoundError\n"
    "def of(name):\n"
    "    try: return version(name)\n"
    "    except PackageNotFoundError: return ''\n"
    f"print(json.dumps({{name: of(name) for name in {SHOWN!r}}}))"
)


class Row(NamedTuple):
    """An environment to run in.

    Attributes:
        name: of the row.
        python: the minor version; None for any that is found, the lowest first.
        pins: versions that are not the newest.
        train: with the extra "train", some gigabytes.
    """

    name: str
    python: tuple[int, int] | None
    pins: Mapping[str, str]
    train: bool = False


def rows(pythons: Sequence[Python]) -> list[Row]:
    """The lowest of everything with the lowest Python; each Python with the newest; what lies between for single packages."""
    found = [python.version[:2] for python in pythons]
    out = [Row("lowest", found[0], LOWEST)]
    out += [Row(f"newest, Python {major}.{minor}", (major, minor), {}) for major, minor in found]
    out.append(Row("gymnasium 1.3", found[0], {"gymnasium": "1.3.0"}))
    out.append(Row("lowest, to train", found[0], {**LOWEST, **LOWEST_TO_TRAIN}, True))
    return [*out, Row("newest, to train", found[-1], {}, True)]


def run(row: Row, python: Python, wheel: Path, scratch: Path) -> dict[str, Any]:
    """Installs and runs one row; returns what the page says of it."""
    place = scratch / "environment"
    environment = Environment(python, place)
    environment.install(
        f"{wheel}{'[train]' if row.train else ''}",
        "pytest>=8",
        "hypothesis>=6.100",
        *(f"{name}=={v}" for name, v in row.pins.items()),
    )
    tree = scratch / "tests_alone"
    if not tree.exists():
        tree.mkdir()
        shutil.copytree(ROOT / "tests", tree / "tests", ignore=shutil.ignore_patterns(*LEFT_OUT))
        (tree / "pytest.ini").write_text("[pytest]\nmarkers =\n    slow: slow\n    long: long\n")
    counts: dict[str, int] = {}
    failed: list[str] = []
    for tests in (TO_TRAIN,) if row.train else (TESTS, CONFORMITY):
        output = pytest(environment, tree, tests)
        for number, kind in COUNTS.findall(output.splitlines()[-1] if output else ""):
            counts[kind] = counts.get(kind, 0) + int(number)
        failed += re.findall(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
    return {
        "row": row.name,
        "python": ".".join(map(str, python.version)),
        "versions": json.loads(environment.run(["-c", ASK])),
        "counts": counts,
        "failed": failed,
        "fs_env": version_in(),
        "day": datetime.now(UTC).strftime("%Y-%m-%d"),
    }


def pytest(environment: Environment, tree: Path, tests: Sequence[str]) -> str:
    """Runs tests against what is installed, away from the sources; returns what pytest said."""
    code = (
        "import sys, pytest; sys.path.insert(0, '.'); "
        "sys.exit(0 if pytest.main(['-q', '-p', 'no:cacheprovider', *sys.argv[1:]]) in (0, 1) else 3)"
    )
    settings = {"PYTHONPATH": str(tree), "NUMBA_CACHE_DIR": str(environment.folder / "cache")}
    return call([environment.program, "-c", code, *tests], settings, cwd=tree)


def page(stored: Sequence[Mapping[str, Any]]) -> str:
    """The page."""
    lines = [
        "# Compatibility",
        "",
        "Each row was run: an empty environment with the wheel and these versions, in which a short form of the generic checks",
        "(rules of Castles of Caleira compiled there, PettingZoo's and Gymnasium's own tests, the keys of compiled code) passed.",
        "`make compatibility` repeats the runs with each installed Python and generates this page.",
        "",
        f"| row | Python | {' | '.join(SHOWN)} | passed | failed | fs-env | day |",
        f"| {'--- | ' * (len(SHOWN) + 2)}---: | ---: | --- | --- |",
    ]
    for one in stored:
        versions = " | ".join(one["versions"].get(name) or "-" for name in SHOWN)
        passed, failed = one["counts"].get("passed", 0), len(one["failed"])
        line = f"| {one['row']} | {one['python']} | {versions} | {passed} | {failed} | {one['fs_env']} | {one['day']} |"
        lines.append(line)
    for one in stored:
        for name in one["failed"]:
            lines += ["", f"Failed with {one['row']}: `{name}`."]
    lines += [
        "",
        "numba is pinned to 0.68, because the package uses its internals ([numba](../understand/numba.md)). A later version",
        'works if the fallbacks do, with slower compilation. The rows "to train" have the extra `train` with torch as it comes from the',
        "index, and run the tests of the `VecEnv` of stable-baselines3 and of networks in torch. The whole test suite runs with the",
        "versions of [constraints.txt](../../constraints.txt).",
        "",
        *section(read_libraries()),
    ]
    return "\n".join(lines) + "\n"


def read_stored() -> list[dict[str, Any]]:
    """Results of the runs so far."""
    return list(json.loads(STORED.read_text(encoding="utf-8"))) if STORED.exists() else []


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs rows, stores and writes; 1 where a test failed."""
    parser = argparse.ArgumentParser(
        prog="python -m release.compatibility", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--row", action="append", metavar="NAME", help="only this row; may be repeated")
    parser.add_argument("--page", action="store_true", help="only write the page, from what is stored")
    args = parser.parse_args(arguments)
    stored = read_stored()
    if not args.page:
        pythons = find_pythons()
        wanted = rows(pythons)
        unknown = sorted(set(args.row or ()) - {row.name for row in wanted})
        if unknown:
            raise ValueError(f"--row {unknown[0]!r}: expected one of {', '.join(row.name for row in wanted)}")
        with tempfile.TemporaryDirectory(prefix="fs_env_compatibility_") as scratch:
            _, wheel = build_sources(Path(scratch) / "dist", Path(scratch))
            for row in wanted:
                if args.row and row.name not in args.row:
                    continue
                python = next(one for one in pythons if one.version[:2] == row.python)
                found = run(row, python, wheel, Path(scratch))
                print(f"{row.name}: {found['counts']} {found['failed']}", flush=True)
                stored = [one for one in read_stored() if one["row"] != row.name] + [found]
                order = [one.name for one in wanted]
                stored.sort(key=lambda one: order.index(one["row"]) if one["row"] in order else len(order))
                write_json(str(STORED), stored)
    write_page(PAGE, page(stored))
    return 1 if any(one["failed"] for one in stored) else 0


if __name__ == "__main__":
    sys.exit(main())
