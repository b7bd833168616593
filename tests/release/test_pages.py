"""The text of docs/do/releases.md and docs/look_up/compatibility.md agrees with the code."""

from __future__ import annotations

import json
import re

import pytest

from fs_env.agents.networks import network
from fs_env.agents.values import files as values
from fs_env.arena import database
from fs_env.core.machine.compile.extension import LEVELS
from fs_env.leaderboard import entries, evaluation
from fs_env.replays import replay
from fs_env.soak import run as soak
from fs_env.training.selfplay import plan
from release.build import TAG
from release.compatibility import COUNTS, LOWEST, LOWEST_TO_TRAIN, PAGE, STORED, Row, page, rows
from release.pythons import Python
from release.version import ROOT

RELEASES = (ROOT / "docs" / "do" / "releases.md").read_text(encoding="utf-8")
FORMS = {
    "network": network.FORMAT,
    "fitted value": values.FORMAT.split()[-1],
    "replay": replay.FORMAT,
    "results of a tournament": database.FORMAT.split()[-1],
    "results of the leaderboard": entries.FORMAT,
    "evaluation by `fs-env evaluate`": evaluation.FORMAT,
    "data of self-play": plan.FORMAT,
    "progress of `fs-env soak FOLDER`": soak.FORMAT,
}


@pytest.mark.parametrize("kind", FORMS)
def test_releases__says_the_forms_of_files(kind):
    """The form in the table is the one that is written: raising it means a line about older files."""
    (found,) = re.findall(rf"^\| {re.escape(kind)} \([^|]*\) \| (\d+)", RELEASES, re.MULTILINE)
    assert found == str(FORMS[kind])


def test_releases__names_what_is_built():
    assert TAG in RELEASES and all(level in RELEASES for level in LEVELS)


def test_lowest__is_what_the_package_allows():
    """The row "lowest" runs with the lower bounds of pyproject.toml."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    bounds = dict(
        re.findall(r'^    "(\w+)>=([\d.]+)', project.partition("dependencies = [")[2].partition("]")[0], re.M)
    )
    assert bounds.keys() == LOWEST.keys()
    for name, version in LOWEST.items():
        assert version.startswith(bounds[name]) and set(version[len(bounds[name]) :]) <= {".", "0"}, name


def test_lowest_to_train__is_what_the_extra_allows():
    """The row "lowest, to train" runs with the lower bounds of the extra, but for tensorboard, which is for looking only."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extra = project.partition("\ntrain = [")[2].partition("\n]")[0]
    bounds = dict(re.findall(r'^    "([\w-]+)>=([\d.]+)', extra, re.M))
    bounds.pop("tensorboard")
    assert {name: f"{bound}.0" for name, bound in bounds.items()} == LOWEST_TO_TRAIN


def test_rows__cover_every_python_and_both_ends():
    pythons = [Python("a", (3, 11, 7)), Python("b", (3, 13, 0))]
    found = rows(pythons)
    assert found[0] == Row("lowest", (3, 11), LOWEST)
    assert [row.python for row in found if not row.pins and not row.train] == [(3, 11), (3, 13)]
    assert [(row.python, row.pins) for row in found if row.train] == [
        ((3, 11), {**LOWEST, **LOWEST_TO_TRAIN}),
        ((3, 13), {}),
    ]
    assert len({row.name for row in found}) == len(found)


def test_page__is_made_from_what_was_run():
    """The page is the one that the stored results make, and none of them failed unsaid."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    assert stored and PAGE.read_text(encoding="utf-8") == page(stored)
    assert all(one["counts"].get("passed", 0) > 20 for one in stored)


def test_page__names_failures():
    """A row that failed says which test."""
    one = {"row": "odd", "python": "3.11.7", "versions": {}, "counts": {"passed": 3}, "failed": ["tests/x.py::test_y"]}
    text = page([one | {"fs_env": "0.1.0", "day": "2026-01-01"}])
    assert "| 3 | 1 | 0.1.0 |" in text and "Failed with odd: `tests/x.py::test_y`." in text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("3 passed in 2.1s", {"passed": "3"}),
        ("1 failed, 20 passed, 2 skipped in 9s", {"failed": "1", "passed": "20", "skipped": "2"}),
    ],
)
def test_told__reads_the_last_line_of_pytest(line, expected):
    assert {kind: number for number, kind in COUNTS.findall(line)} == expected
