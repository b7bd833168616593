"""Runs the tests of each library of docs/do/recipes.md in its own environment: `make libraries`.

Libraries exclude each other's versions, so each gets an empty environment with this tree, its extra and its newest versions; torch is the
build of constraints.txt. `python -m release.library_tests NAME` runs those of one library again. The results are written into
docs/look_up/compatibility.md.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fs_env.cli.output import write_json
from release.compatibility import PAGE, page, read_stored, write_page
from release.libraries import LIBRARIES, RECIPES, STORED, read_libraries
from release.pythons import Environment, Python, call
from release.version import ROOT

COUNTS = re.compile(r"(\d+) (passed|failed|errors?|skipped)")


def run(name: str, folder: Path) -> dict[str, Any]:
    """Runs the tests of a library in the environment in a folder, which is installed if there is none; returns what is stored."""
    library, program = LIBRARIES[name], str(folder / "bin" / "python")
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        torch = re.search(r"^torch==.*$", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
        limits = folder.with_suffix(".txt")
        limits.write_text(f"{torch[0]}\n" if torch else "", encoding="utf-8")
        environment = Environment(Python(sys.executable, sys.version_info[:3]), folder)
        tests = ("pytest>=8", "pytest-xdist>=3.6", "hypothesis>=6.100", *library.further)
        environment.install("-c", str(limits), "-e", f"{ROOT}[{library.extra or name}]", *tests)
    ask = f"from importlib.metadata import version; print(version({library.package!r}))"
    files = (*library.files, RECIPES)
    pytest = "import sys, pytest; sys.exit(0 if pytest.main(sys.argv[1:]) in (0, 1) else 3)"
    arguments = ["-q", "-rs", "-p", "no:cacheprovider", "-k", library.select, *files]
    output = call([program, "-c", pytest, *arguments], {"PYTHONPATH": str(ROOT)}, cwd=ROOT)
    counts = {kind: int(number) for number, kind in COUNTS.findall(output.splitlines()[-1])}
    if not counts.get("passed"):
        raise RuntimeError("\n".join(["no test passed:", *output.splitlines()[-5:]]))
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the tests of libraries, stores and writes; 1 where a test failed."""
    parser = argparse.ArgumentParser(
        prog="python -m release.library_tests", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("library", nargs="*", metavar="NAME", help=f"only these: {', '.join(LIBRARIES)}")
    parser.add_argument("--folder", type=Path, help="store the environments here, and use those that exist")
    parser.add_argument("--page", action="store_true", help="only write the page, from what is stored")
    args = parser.parse_args(arguments)
    if unknown := sorted(set(args.library) - set(LIBRARIES)):
        raise ValueError(f"{unknown[0]!r}: expected one of {', '.join(LIBRARIES)}")
    failed = False
    for name in [] if args.page else args.library or LIBRARIES:
        with tempfile.TemporaryDirectory(prefix=f"fs_env_{name}_") as scratch:
            try:
                found = run(name, (args.folder or Path(scratch)).resolve() / name)
            except RuntimeError as error:  # the others can still be tested
                print(f"{name}: {error}", flush=True)
                failed = True
                continue
        print(f"{name} {found['version']}: {found['counts']} {found['failed']}", flush=True)
        failed |= bool(found["failed"])
        write_json(str(STORED), [one for one in read_libraries() if one["library"] != name] + [found])
    write_page(PAGE, page(read_stored()))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
