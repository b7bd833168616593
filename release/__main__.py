"""Builds a release and tries it: `python -m release`, or `make release`.

The changelog and the version are checked; dist/ gets the source distribution, the wheel for every platform, and a wheel with
compiled rules. That wheel is installed in an empty environment of each Python that is found, without numba, where its smoke test
runs: from import to the first step, also without HOME and in a read-only installation, and games with equal results everywhere.
"""

from __future__ import annotations

import argparse
import json
import os
import stat
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fs_env.core.machine.compile.extension import LEVELS
from fs_env.registry.games import GAMES
from release.build import add_compiled, build_sources, compile_level, show, sizes
from release.pythons import Environment, Python, call, find_pythons
from release.version import ROOT, faults, version_in

SMOKE = str(Path(__file__).with_name("smoke.py"))
NOWHERE = "/dev/null/home"  # where nobody can make a folder
LIMIT = 3.0  # seconds of processor time from import to first step with compiled code that came with the wheel


def main(arguments: Sequence[str] | None = None) -> int:
    """Builds and tries; 0 where everything held."""
    args = parser().parse_args(arguments)
    found = faults(final=not args.trial)
    if found:
        print("\n".join(found), file=sys.stderr)
        return 2
    pythons = find_pythons(args.python)
    if not pythons:
        print("no CPython 3.11 or newer was found: give one with --python", file=sys.stderr)
        return 2
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    for old in (*out.glob("fs_env-*.whl"), *out.glob("fs_env-*.tar.gz")):
        old.unlink()
    with tempfile.TemporaryDirectory(prefix="fs_env_release_") as scratch:
        made = release(pythons, args.game or list(GAMES), args.level or list(LEVELS), out.absolute(), Path(scratch))
    print(sizes(made))
    return 0


def parser() -> argparse.ArgumentParser:
    """The arguments."""
    made = argparse.ArgumentParser(prog="python -m release", description=(__doc__ or "").splitlines()[0])
    made.add_argument(
        "--out", default=str(ROOT / "dist"), metavar="FOLDER", help="earlier releases in it are removed (default: dist)"
    )
    made.add_argument("--python", action="append", metavar="PATH", help="only this interpreter; may be repeated")
    made.add_argument("--game", action="append", metavar="ID", help="compile only this game; may be repeated")
    made.add_argument("--level", action="append", choices=list(LEVELS), help="compile only for this processor level")
    made.add_argument("--trial", action="store_true", help="the changelog may still say [Unreleased]")
    return made


def release(
    pythons: Sequence[Python], games: Sequence[str], levels: Sequence[str], out: Path, scratch: Path
) -> list[Path]:
    """Builds all files, and installs and tries each; returns them."""
    show(f"fs-env {version_in()} for {', '.join(python.words for python in pythons)}: packing the sources")
    sdist, pure = build_sources(out, scratch)
    for level in levels:
        compile_level(level, games, scratch / "compiled" / level)
    wheel = add_compiled(pure, scratch / "compiled", out)
    results: list[dict[str, Any]] = []
    for python in pythons:
        show(f"{python.words}: trying the wheel in an empty environment")
        results += try_wheel(python, wheel, games, scratch)
        results += try_sources(python, sdist, scratch)
    compare(results)
    return [sdist, pure, wheel]


def try_wheel(python: Python, wheel: Path, games: Sequence[str], scratch: Path) -> list[dict[str, Any]]:
    """Installs a wheel in an empty environment and plays each game there, in three ways."""
    user = Environment(python, scratch / f"user_{python.tag}")
    user.install(str(wheel))
    results = []
    for game in games:
        ways: dict[str, dict[str, str | None]] = {
            "installed": {"NUMBA_CACHE_DIR": None},
            "without HOME": {"NUMBA_CACHE_DIR": None, "HOME": None},
        }
        for way, changes in ways.items():
            results.append(judge(way, json.loads(user.run([SMOKE, game, "yes"], **changes))))
        results.append(judge("read-only", json.loads(read_only(user, [SMOKE, game, "yes"]))))
    return results


def try_sources(python: Python, sdist: Path, scratch: Path) -> list[dict[str, Any]]:
    """Installs the source distribution with numba and plays the smallest game, compiled here."""
    maker = Environment(python, scratch / f"maker_{python.tag}")
    maker.install("-c", str(ROOT / "constraints.txt"), str(sdist))
    return [json.loads(maker.run([SMOKE, "castles_of_caleira", "no"])) | {"way": "from sources"}]


def judge(way: str, result: dict[str, Any]) -> dict[str, Any]:
    """Prints what a smoke test found.

    Raises:
        RuntimeError: the first step took too long.
    """
    show(
        f"{result['game']}, Python {result['python']}, {way}: first step after {result['seconds']} s "
        f"({result['processor_seconds']} s of the processor)"
    )
    if result["processor_seconds"] > LIMIT:
        raise RuntimeError(
            f"the first step took {result['processor_seconds']} s of the processor, expected below {LIMIT} s"
        )
    return result | {"way": way}


def compare(results: Sequence[dict[str, Any]]) -> None:
    """Random games came to the same with every Python and every way of installing.

    Raises:
        RuntimeError: they did not.
    """
    first: dict[str, dict[str, Any]] = {}
    for result in results:
        other = first.setdefault(result["game"], result)
        if result["played"] != other["played"] or result["version"] != version_in():
            raise RuntimeError(f"{result} and {other} are not the same games of version {version_in()}")


def read_only(environment: Environment, arguments: Sequence[str]) -> str:
    """Runs a program of an environment none of whose folders can be written, with no home directory."""
    folders = [
        path for path in (environment.folder, *environment.folder.rglob("*")) if path.is_dir() and not path.is_symlink()
    ]
    modes = [folder.stat().st_mode for folder in folders]
    as_root = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-all"] if os.geteuid() == 0 else []
    try:
        for folder, mode in zip(folders, modes, strict=True):
            folder.chmod(mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
        changes = {"NUMBA_CACHE_DIR": None, "XDG_CACHE_HOME": None, "HOME": NOWHERE}
        return call([*as_root, environment.program, "-I", *arguments], changes, cwd=environment.folder)
    finally:
        for folder, mode in zip(folders, modes, strict=True):
            folder.chmod(mode)


if __name__ == "__main__":
    sys.exit(main())
