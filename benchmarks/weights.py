"""Costs of the project: seconds of compilation, megabytes installed, seconds of the tests of a folder."""

from __future__ import annotations

import os
import resource
import tempfile
from collections import Counter
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path
from time import perf_counter

from fs_env.bench.startup import run_python

YARDSTICK = "import runpy; runpy.run_module('benchmarks.yardstick', run_name='__main__')"
ANY = "import numba; numba.njit(lambda x: x + 1)(1)"
IMPORTS = """
from rich.console import Console
from fs_env.agent_api.specs import load_agent
from fs_env.cli.warming import warm_up
from fs_env.registry.games import load_game
game = load_game("four_souls")
agents = [load_agent("heuristic", game)]
"""
COMPILE = f"{IMPORTS}warm_up(game, Console(stderr=True), agents)"

Times = dict[str, float]


def timed(program: str, cache: str) -> Times:
    """Seconds of a program in a new process: of `processor`, of its own processes too, and by the `clock`."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    begun, before = perf_counter(), spent()
    run_python(program, cache)
    return {"processor": round(spent() - before, 2), "clock": round(perf_counter() - begun, 2)}


def compilation() -> dict[str, Times]:
    """Times of the `yardstick`, the mean of one before and one after, and of the `cold_compile` of Four Souls with its bot.

    What is compiled stays in NUMBA_CACHE_DIR if nothing is stored there yet.
    """
    with tempfile.TemporaryDirectory(prefix="fs_env_budgets_") as spare:
        wanted = os.environ.get("NUMBA_CACHE_DIR")
        cache = wanted if wanted and not any(Path(wanted).rglob("*.nb*")) else f"{spare}/cold"
        for program in (ANY, IMPORTS):  # so that Python's own compiled files are there
            run_python(program, spare)
        first = timed(YARDSTICK, spare)
        cold = timed(COMPILE, cache)
        second = timed(YARDSTICK, spare)
    return {"yardstick": {name: round((first[name] + second[name]) / 2, 2) for name in first}, "cold_compile": cold}


def needed(name: str) -> set[str]:
    """Names of the distributions that one needs without extras, itself among them.

    Raises:
        PackageNotFoundError: one of them is not installed.
    """
    from packaging.requirements import Requirement  # comes with the extra `test`; all else here needs the base only
    from packaging.utils import canonicalize_name

    todo, found = [(name, "")], set[tuple[str, str]]()
    while todo:
        each, extra = todo.pop()
        if (each, extra) not in found:
            found.add((each, extra))
            for wanted in map(Requirement, distribution(each).requires or ()):
                if wanted.marker is None or wanted.marker.evaluate({"extra": extra}):
                    todo += [(canonicalize_name(wanted.name), of) for of in ("", *wanted.extras)]
    return {each for each, _ in found}


def megabytes(name: str) -> float:
    """Disk space of all that a distribution needs, without itself, in 10^6 bytes, not counting `*.pyc` files."""
    files = [file for each in needed(name) - {name} for file in distribution(each).files or () if file.suffix != ".pyc"]
    return sum(path.stat().st_size for file in files if (path := Path(str(file.locate()))).is_file()) / 1e6


def folder(test: str) -> str:
    """Where a test stands: a folder in tests/ or in tests/core/, or one of these two."""
    parts = test.partition("::")[0].split("/")[:-1]
    return "/".join(parts[: 3 if parts[:2] == ["tests", "core"] else 2])


def by_folder(costs: Iterable[Times]) -> Times:
    """{folder: seconds of processor} from {test: seconds of processor}."""
    found = Counter[str]()
    for test, seconds in (item for each in costs for item in each.items()):
        found[folder(test)] += seconds
    return dict(sorted(found.items()))
