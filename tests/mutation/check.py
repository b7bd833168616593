"""The mutation check: `python -m tests.mutation.check`, or `make mutation`.

Each broken card of `mutants` is played in its own process, in plain Python, by the tests that name the card in
their docstring, those that name few cards first. At least one of them has to fail. Exit status 0: one does, for every
mutant; 1: a mutant survived, or its tests did not run or also fail with the unbroken card; 2: the command line is wrong.
Results are kept in build/mutation.json, and a mutant is tried again only after a change of the game, of the mutant or of
its tests.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.mutation.changes import KINDS, Mutant, MutantError, described
from tests.mutation.mutants import MUTANTS, of_cards

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests" / "core" / "four_souls"
PLAYED = ("cards/**/*.py", "rules/**/*.py", "rulings/**/*.py", "test_interactions*.py")
"""Tests that play a game; those of texts, tables, pages and transcripts would notice any change of a card."""
LASTING_ROWS = ROOT / "build" / "mutation.json"
LIMIT = 300
"""Seconds after which the tests of one mutant are stopped."""


class Outcome(NamedTuple):
    """How the tests of one mutant ended: ``state`` is killed, survived or broken, ``by`` the test or what went wrong."""

    state: str
    by: str


@cache
def naming() -> dict[str, tuple[str, ...]]:
    """Tests that name a card as [card id] in their docstring, by card; those that name fewer cards come first."""
    found: dict[str, list[tuple[int, str]]] = {}
    for path in _files():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                cards = set(re.findall(r"\[([a-z0-9_]+)\]", ast.get_docstring(node) or ""))
                for card in cards:
                    found.setdefault(card, []).append((len(cards), f"{path.relative_to(ROOT).as_posix()}::{node.name}"))
    return {card: tuple(test for _, test in sorted(tests)) for card, tests in found.items()}


def tests_of(mutant: Mutant) -> tuple[str, ...]:
    """Tests that have to notice the mutant. Raises MutantError when there are none."""
    if not naming().get(mutant.card_id):
        raise MutantError(f"no test names the card as [{mutant.card_id}]; write one in {TESTS.relative_to(ROOT)}/cards")
    return naming()[mutant.card_id]


def _files() -> list[Path]:
    return sorted({path for pattern in PLAYED for path in TESTS.glob(pattern)})


def run(mutant: Mutant) -> Outcome:
    made = _pytest(tests_of(mutant), ["-x", "-p", "tests.mutation.broken"], {"MUTANT": mutant.name})
    return Outcome("broken", f"not done after {LIMIT} s") if made is None else verdict(*made)


def verdict(status: int, output: str) -> Outcome:
    """Outcome by the exit status and output of pytest: only a test that failed counts, not one that could not run."""
    failed = re.search(r"^FAILED (.*?)(?: - |$)", output, re.MULTILINE)
    if status == 1 and failed and not re.search(r"^ERROR ", output, re.MULTILINE):
        return Outcome("killed", failed[1])
    return (
        Outcome("survived", "") if status == 0 else Outcome("broken", f"pytest ended with {status}: {output[-1500:]}")
    )


def failing(tests: Iterable[str]) -> set[str]:
    """Which of these tests fail with the unbroken cards, and so would kill any mutant.

    Raises MutantError when they cannot be run.
    """
    made = _pytest(sorted({_function(test) for test in tests}), [], {})
    found = Outcome("broken", f"not done after {LIMIT} s") if made is None else verdict(*made)
    if made is None or found.state == "broken":
        raise MutantError(f"the tests that kill do not run with the unbroken cards: {found.by}")
    return {_function(line) for line in re.findall(r"^FAILED (.*)$", made[1], re.MULTILINE)}


def _function(test: str) -> str:
    return re.split(r"\[| - ", test, maxsplit=1)[0]


def _pytest(tests: Sequence[str], options: Sequence[str], variables: dict[str, str]) -> tuple[int, str] | None:
    plugins = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:hypothesispytest"]
    command = [sys.executable, "-m", "pytest", "-q", "-rfE", "--tb=no", *plugins, *options, *tests]
    outer = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "MUTANT"))}
    environment = {**outer, "NUMBA_DISABLE_JIT": "1", "COLUMNS": "400", **variables}
    try:
        made = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    return made.returncode, made.stdout + made.stderr


@cache
def _sources() -> str:
    found = hashlib.sha256()
    for path in sorted((ROOT / "fs_env" / "core").rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()


def key(mutant: Mutant) -> str:
    """Changes with the game, the mutant, its tests and what they import from their folders."""
    files = {test.partition("::")[0] for test in tests_of(mutant)}
    aids = {path.relative_to(ROOT).as_posix() for path in _files() if not path.name.startswith("test_")}
    found = hashlib.sha256(f"{_sources()} {mutant.name} {mutant.broken()!r}".encode())
    for name in sorted(files | aids):
        found.update((ROOT / name).read_bytes())
    return found.hexdigest()


def _kept() -> dict[str, dict[str, str]]:
    try:
        return dict(json.loads(LASTING_ROWS.read_text(encoding="utf-8")))
    except (OSError, ValueError):  # nothing kept, or nothing that can be read: everything is tried again
        return {}


def _keep(found: dict[str, dict[str, str]]) -> None:
    LASTING_ROWS.parent.mkdir(exist_ok=True)
    draft = LASTING_ROWS.with_suffix(f".{os.getpid()}.draft")
    draft.write_text(json.dumps(found, indent=1, sort_keys=True), encoding="utf-8")
    os.replace(draft, LASTING_ROWS)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.check", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", nargs="+", metavar="CARD", default=[], help="mutants of these cards")
    parser.add_argument("--kind", choices=KINDS, help="mutants of one kind")
    parser.add_argument("--again", action="store_true", help="ignore the results of earlier runs")
    parser.add_argument("--list", action="store_true", help="print the mutants, run nothing")
    given = parser.parse_args(arguments)
    try:
        mutants = of_cards(given.only) if given.only else list(MUTANTS)
    except MutantError as error:
        parser.error(str(error))
    mutants = [mutant for mutant in mutants if given.kind in (None, mutant.kind)]
    if not mutants:
        parser.error(f"no mutant of kind '{given.kind}' breaks {', '.join(given.only)}")
    if given.list:
        for mutant in mutants:
            print(f"{mutant.name}\n    {described(mutant.card)}\n    {described(mutant.broken())}")
        return 0
    try:
        return _check(mutants, given.again)
    except MutantError as error:
        print(error)
        return 1


def _check(mutants: Sequence[Mutant], again: bool) -> int:
    kept = {} if again else _kept()
    began = time.perf_counter()
    left: list[tuple[Mutant, str, str]] = []
    killers: dict[str, str] = {}
    for k, mutant in enumerate(mutants, 1):
        print(f"[{k}/{len(mutants)}] {mutant.name} ... ", end="", flush=True)
        before, now = kept.get(mutant.name), key(mutant)
        if before is not None and before["key"] == now:
            killers[mutant.name] = before["by"]
            print(f"killed before, by {_short(before['by'])}")
            continue
        started = time.perf_counter()
        state, by = run(mutant)
        print(f"{state}{f' by {_short(by)}' if state == 'killed' else ''} ({time.perf_counter() - started:.1f} s)")
        if state == "killed":
            killers[mutant.name] = by
            kept[mutant.name] = {"key": now, "by": by}
            _keep(kept)
        else:
            left.append((mutant, state, by))
    bad = failing(killers.values()) if killers else set()
    for mutant in mutants:
        if _function(killers.get(mutant.name, "")) in bad:
            left.append((mutant, "unproved", f"{killers.pop(mutant.name)} also fails with the unbroken card"))
            kept.pop(mutant.name)
    _keep(kept)
    for mutant, state, by in left:
        print(
            f"\n{state.upper()} {mutant.name}\n  card:   {described(mutant.card)}\n  mutant: {described(mutant.broken())}"
        )
        print(f"  {by or f'{len(tests_of(mutant))} tests name the card and none fails'}")
    print(f"\n{len(killers)} of {len(mutants)} mutants killed", end="")
    print(f" by {len(set(killers.values()))} tests that pass with the unbroken cards", end="")
    print(f", {len(left)} left, {time.perf_counter() - began:.0f} s")
    return 1 if left else 0


def _short(test: str) -> str:
    return test.rpartition("/")[2]


if __name__ == "__main__":
    sys.exit(main())
