"""The budgets: what is over, without a budget or gone is told, and the sum of the runs is what they say."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from benchmarks import budgets, sizes, weights

LIMITS = tomllib.loads(
    """
    [yardstick]
    processor = 4.0
    [items]
    test = { limit = 3, reason = "three rules" }
    [installed]
    "make tournament" = { limit = 300, reason = "LLVM is big" }
    [cold_compile]
    processor = { limit = 15, reason = "a wait" }
    [seconds]
    "tests/agents" = { limit = 10, reason = "whole games" }
    [lines]
    "fs_env/core/nim" = { limit = 100, reason = "a small game" }
    [functions]
    "over 60 lines" = { limit = 1, reason = "a table" }
    """
)
AGENT = "tests/agents/test_a.py::test_x"


@pytest.fixture
def check(tmp_path, capsys, monkeypatch):
    """Checks a run that left these figures; returns the status and what is printed, with single spaces."""

    def of(costs, yardstick=4.0, compiled=56.0, megabytes=264.0, lines=90, functions=1):
        found = {"yardstick": {"processor": yardstick}, "cold_compile": {"processor": compiled}}
        monkeypatch.setattr(budgets, "megabytes", lambda name: megabytes)
        size = {"lines": {"fs_env/core/nim": lines}, "functions": {"over 60 lines": functions}}
        monkeypatch.setattr(budgets, "sizes", lambda: size)
        (tmp_path / "measured.json").write_text(json.dumps(found))
        if costs is not None:
            (tmp_path / "test.json").write_text(json.dumps(costs))
        status = budgets.check(LIMITS, budgets.measured(tmp_path, LIMITS["items"]))
        return status, re.sub(" +", " ", capsys.readouterr().out)

    return of


def test_check__within_the_budgets(check):
    """Each budget has a row of what was measured, its limit and what is left; no reasons."""
    status, out = check({AGENT: 4.5, "tests/agents/inner/test_b.py::test_y[1]": 4.5})
    assert status == 0 and "whole games" not in out
    assert "\nprocessor seconds of tests/agents 9.0 10.0 10%\n" in out
    assert "\ntests of make test 2 3 33%\n" in out
    assert "\nyardsticks to compile Four Souls, processor 14.00 15.00 7%\n" in out


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"costs": {AGENT: 12.0}}, "tests/agents: 20% over its budget.*whole games"),
        ({"costs": {f"{AGENT}[{i}]": 0.0 for i in range(4)}}, "make test: 33% over its budget.*three rules"),
        ({"compiled": 72.0}, "Four Souls, processor: 20% over its budget.*a wait"),
        ({"lines": 120}, "lines of fs_env/core/nim: 20% over its budget.*a small game"),
        ({"functions": 2}, "functions with over 60 lines: 100% over its budget.*a table"),
        ({"megabytes": 900.0}, "make tournament: 200% over its budget.*LLVM is big"),
    ],
)
def test_check__over_a_budget(check, changes, told):
    """A figure over its budget is reported with the reason of the budget, and nothing else is."""
    status, out = check(**{"costs": {AGENT: 9.0}} | changes)
    assert status == 1 and re.search(told, out) and out.count("over its budget") == 1


def test_check__a_folder_without_a_budget(check):
    """A new folder of tests is told where to say what it may cost."""
    status, out = check({AGENT: 9.0, "tests/core/nim/test_a.py::test_x": 0.1})
    assert status == 1 and "seconds of tests/core/nim: no budget; say in [seconds] of budgets.toml" in out


def test_check__a_folder_that_is_gone(check):
    """A budget of a folder without tests is told."""
    status, out = check({"tests/agents.py::test_x": 0.1})
    assert status == 1 and "nothing was measured of tests/agents: let it run, or take it out of [seconds]" in out


@pytest.mark.parametrize("costs", [None, {}])
def test_check__a_run_that_did_not_start(check, costs):
    """Without tests of a run its budget counts as not kept."""
    status, out = check(costs)
    assert status == 1 and "nothing was measured of test: let it run" in out


@pytest.mark.parametrize(("yardstick", "status", "limit"), [(8.0, 0, "20.0"), (2.0, 1, "5.0")])
def test_check__on_another_machine(check, yardstick, status, limit):
    """Where the yardstick takes twice as long, tests may too; where it takes half, so must they."""
    found, out = check({AGENT: 9.0}, yardstick, compiled=14 * yardstick)
    assert found == status and f"tests/agents 9.0 {limit}" in out and "14.00 15.00" in out


@pytest.mark.parametrize(
    ("test", "folder"),
    [
        ("tests/test_links.py::test_x", "tests"),
        ("tests/serve/test_a.py::test_x[a/b::c]", "tests/serve"),
        ("tests/training/networks/test_a.py::test_x", "tests/training"),
        ("tests/core/test_files.py::test_x", "tests/core"),
        ("tests/core/machine/test_a.py::test_x", "tests/core/machine"),
        ("tests/core/four_souls/cards/base/test_a.py::test_x", "tests/core/four_souls"),
    ],
)
def test_folder__of_a_test(test, folder):
    """Folders count with all below them, those in tests/core one by one."""
    assert weights.folder(test) == folder


def test_budgets__each_has_a_limit_and_a_reason():
    """The file of the project, in whose sections nothing else stands."""
    entries = tomllib.loads(budgets.FILE.read_text(encoding="utf-8"))
    assert set(entries) == {"yardstick", *budgets.SECTIONS} and len(entries["yardstick"]["reason"]) > 20
    for entry in (entry for section in budgets.SECTIONS for entry in entries[section].values()):
        assert set(entry) == {"limit", "reason"} and entry["limit"] > 0 and len(entry["reason"]) > 20


def test_proposed__keeps_entries_and_reasons():
    """New limits have room above what was measured; the text around them stays."""
    text = """# a
        [yardstick]
        processor = 4.00
        [items]
        test = { limit = 9, reason = "r" }
        [seconds]
        "tests/a" = { limit = 3, reason = "s" }
        """.replace("        ", "")
    values = {
        "yardstick": {"processor": 5.0},
        "items": {"test": 200},
        "installed": {},
        "cold_compile": {},
        "lines": {},
        "functions": {},
    }
    for seconds, limit in ((100.0, 150), (2.0, 5)):
        told = budgets.proposed(text, values | {"seconds": {"tests/a": seconds}})
        expected = text.replace("4.00", "5.00").replace("limit = 9", "limit = 210")
        assert told == expected.replace("limit = 3", f"limit = {limit}")


def test_needed__no_extras(tmp_path, monkeypatch):
    """Needs of a distribution, their needs, and the extras that it asks for; not those of other extras or systems."""
    needs = {
        "top": [
            'left; python_version >= "3"',
            "Right.Side[fast]>=1",
            'torch; extra == "train"',
            'winner; sys_platform == "win32"',
        ],
        "left": ["right_side"],
        "right_side": ['speedy; extra == "fast"', 'slow; extra == "slow"', "left"],
        "speedy": [],
    }
    for name, wanted in needs.items():
        folder = tmp_path / f"{name}-1.dist-info"
        folder.mkdir()
        lines = ["Metadata-Version: 2.1", f"Name: {name}", "Version: 1", *(f"Requires-Dist: {each}" for each in wanted)]
        (folder / "METADATA").write_text("\n".join(lines) + "\n")
        (tmp_path / f"{name}.py").write_bytes(b"#" * 1000)
        (tmp_path / f"{name}.pyc").write_bytes(b"#" * 500)
        (folder / "RECORD").write_text(f"{name}.py,,1000\n{name}.pyc,,500\n{name}.gone,,7\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert weights.needed("top") == {"top", "left", "right-side", "speedy"}
    assert weights.megabytes("top") == pytest.approx(0.003), "without itself"


def test_needed__for_a_tournament():
    """numba's compiler is part of the base; what learns, serves or draws is not."""
    found = weights.needed("fs-env")
    assert {"fs-env", "numba", "llvmlite", "numpy", "pettingzoo"} <= found
    assert not found & {"torch", "stable-baselines3", "fastapi", "pillow", "pyarrow", "pytest"}


def test_sizes__count_lines_functions_and_parameters(tmp_path):
    """Lines per folder, nested functions, parameters of every kind; linked folders and files of other kinds do not count."""
    long = "def long():\n" + "    x = 1\n" * 60
    many = "class A:\n    async def many(self, a, b, c, d, e, f, /, g, *h, i, **j):\n        def inner(): pass\n"
    files = {
        "fs_env/top.py": "x = 1\n",
        "fs_env/core/nim/rules/a.py": long,
        "fs_env/core/nim/b.py": long.replace("x", "y", 1),
    }
    files |= {"agents/bots/c.py": many, "agents/page.html": "a\n", "training/d.py": long.replace("    x = 1\n", "", 1)}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "fs_env" / "agents").symlink_to(tmp_path / "agents")
    assert sizes.sizes(tmp_path) == {
        "lines": {"the product": 186, "agents": 3, "fs_env": 1, "fs_env/core/nim": 122, "training": 60},
        "functions": {"over 60 lines": 2, "over 10 parameters": 1},
    }


LOGS = {
    "fast": """nim: loaded in 0.1 s
4 passed in 1.00s
9871 passed, 12 skipped, 1 warning in 812.30s (0:13:32)
make: done
""",
    "failed": """FAILED tests/a.py::test_x - assert 0
===== 2 failed, 100 passed, 1 skipped, 2 warnings, 1 error in 90.25s (0:01:30) =====
""",
    "stopped": "Traceback\nno tests ran in 0.01s\n",
}


@pytest.mark.parametrize(
    ("runs", "status", "last"),
    [
        (["fast", "fast"], 0, "19742 passed, 24 skipped, 2 warnings in 1624.60s"),
        (["fast", "failed"], 0, "2 failed, 9971 passed, 13 skipped, 3 warnings, 1 error in 902.55s"),
        (["fast", "stopped"], 1, "9871 passed, 12 skipped, 1 warning in 812.30s"),
        (["failed", None], 1, "2 failed, 100 passed, 1 skipped, 2 warnings, 1 error in 90.25s"),
        ([None, "stopped"], 1, "no tests ran in 0.00s"),
    ],
)
def test_summary__adds_the_runs_up(tmp_path, capsys, runs, status, last):
    """The last line is the sum of what ran; a run without a summary makes the status 1."""
    logs = [tmp_path / f"test-{number}.log" for number in range(len(runs))]
    for log, run in zip(logs, runs):
        if run is not None:
            log.write_text(LOGS[run])
    assert budgets.summary(logs) == status
    *each, sum_of_all = capsys.readouterr().out.splitlines()
    assert sum_of_all == last and [line.partition(":")[0] for line in each] == ["make test-0", "make test-1"]
