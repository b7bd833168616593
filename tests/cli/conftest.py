"""Fixtures for several tests of commands."""

from __future__ import annotations

import pytest

from fs_env.arena import Database, executor
from fs_env.pool import Context
from tests.arena.report.games import NAMES, PLAN, ROWS


@pytest.fixture
def results_file(tmp_path):
    """A results file with eight games."""
    results = Database(tmp_path / "r.db", PLAN, NAMES)
    results.add(ROWS)
    results.close()
    return str(tmp_path / "r.db")


class Here:
    """Does in this process what a pool does in processes of its own, which take half a second to begin."""

    def __init__(self, workers, build, **settings):
        self._do = build(Context(lambda value: None, lambda number, more=0.0: None))

    def looks(self, tasks, failed):
        return ([self._do(task)] for task in tasks)

    def close(self):
        pass


@pytest.fixture
def here(monkeypatch):
    """Bots of tests play in this process."""
    monkeypatch.setattr(executor, "LocalPool", Here)
