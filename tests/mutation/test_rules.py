"""The mutation check of rules: what is changed, how it is judged, and the kernels of bartering; `make mutation` plays all of them."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation import rules
from tests.mutation.changes import MutantError
from tests.mutation.kernels import BrokenKernel, broken_kernels, of_function

ROOT = Path(__file__).parents[2]
SOURCE = '''
@kernel
def pay(s, p, n):
    """1 is not changed here: s.coins[p] = 0"""
    if s.coins[p] < n and n != 0:
        return False
    s.coins[p] -= n
    s.paid[p] = n + 1
    tell(s, p)
    return True
'''
CHANGES = [
    "if s.coins[p] < n and n != 0: -> if not (s.coins[p] < n and n != 0):",
    "s.coins[p] -= n -> left out",
    "s.paid[p] = n + 1 -> left out",
    "tell(s, p) -> left out",
    "True -> False",
    "s.coins[p] < n and n != 0 -> s.coins[p] < n or n != 0",
    "False -> True",
    "n + 1 -> n - 1",
    "s.coins[p] < n -> s.coins[p] <= n",
    "n != 0 -> n == 0",
    "1 -> 2",
    "0 -> 1",
]


def function(source: str) -> ast.FunctionDef:
    found = ast.parse(source).body[0]
    assert isinstance(found, ast.FunctionDef)
    return found


def test_changes__of_a_kernel() -> None:
    """Every kind of change once, each in its own source that is otherwise the same; never in the docstring."""
    found = of_function("shop", function(SOURCE))
    assert sorted(broken.change for broken in found) == sorted(CHANGES)
    assert found[0].name.startswith("shop.pay: ")
    for broken in found:
        assert "1 is not changed here" in broken.source and "@kernel" not in broken.source
    plain = ast.unparse(function(SOURCE.replace("@kernel\n", ""))).splitlines()
    assert all(0 < sum(a != b for a, b in zip(plain, broken.source.splitlines())) <= 1 for broken in found)


def test_changes__several_of_the_same_are_numbered() -> None:
    twice = function("def f(s):\n    s.a = s.n + 1\n    s.b = s.n + 1")
    assert [b.change for b in of_function("m", twice) if b.change.startswith("1 ->")] == ["1 -> 2", "1 -> 2 (2)"]


def test_broken_kernels__have_names_of_their_own() -> None:
    names = [broken.name for module in rules.TESTS for broken in broken_kernels(module)]
    assert len(names) == len(set(names)) > 250 and set(rules.HARMLESS) <= set(names)
    assert {name.partition(".")[0] for name in names} == {"barter", "promises"}


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    fates: dict[str, str] = {}
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(rules, "play", lambda tests, *options: int("tests fail" in fates))
    monkeypatch.setattr(rules, "fate", lambda broken: fates.get(broken.name, rules.KILLED))
    return fates


def test_main__reports_a_survivor(judged: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever is noticed by no test is named, and the command ends with 1; among the harmless ones it does not count."""
    name = "promises.lapse: s.n_promises -= 1 -> left out"
    assert rules.main(["promises.lapse"]) == 0
    judged[name] = rules.SURVIVED
    assert rules.main(["promises.lapse"]) == 1
    assert f"{name} ... survived" in capsys.readouterr().out
    rules.HARMLESS[name] = "said so"
    try:
        assert rules.main(["promises.lapse"]) == 0 and "harmless: said so" in capsys.readouterr().out
    finally:
        del rules.HARMLESS[name]


def test_main__refuses(
    judged: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that does not exist; tests that fail anyway; compiled code, which cannot be broken."""
    assert (
        rules.main(["promises.laps:"]) == 2 and "no broken kernel is named 'promises.laps:'" in capsys.readouterr().err
    )
    judged["tests fail"] = ""
    assert rules.main(["promises.lapse"]) == 1 and "fail with the unbroken rules" in capsys.readouterr().err
    monkeypatch.delenv("NUMBA_DISABLE_JIT")
    assert rules.main(["promises.lapse"]) == 1 and "set NUMBA_DISABLE_JIT=1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("ended", "state"),
    [(0, "survived"), (1, "killed"), (-signal.SIGPROF, "killed (hangs)"), (2, None), (3, None), (-9, None)],
)
def test_fate__only_a_failed_test_or_a_loop_kills(
    monkeypatch: pytest.MonkeyPatch, ended: int, state: str | None
) -> None:
    """Tests that could not be read or a process that was ended from outside prove nothing."""
    monkeypatch.setattr(os, "fork", lambda: 7)
    monkeypatch.setattr(os, "waitpid", lambda child, options: (child, ended << 8 if ended >= 0 else -ended))
    broken = BrokenKernel("promises", "keep", "x", "")
    if state is None:
        with pytest.raises(MutantError, match=r"promises.keep: x: its tests could not be run"):
            rules.fate(broken)
    else:
        assert rules.fate(broken) == state


@pytest.mark.slow
def test_check__is_noticed_by_the_tests_of_bartering() -> None:
    """Played for real: a promise that is kept counts."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.mutation.rules", "promises.keep: s.kept"],
        cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    assert "2 of 2 broken kernels noticed or harmless, 0 survived" in made.stdout, made.stdout
