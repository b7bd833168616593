"""Fixtures for several tests of commands."""

from __future__ import annotations

import pytest

from fs_env.arena import Database
from tests.arena.report.games import NAMES, PLAN, ROWS


@pytest.fixture
def results_file(tmp_path):
    """A results file with eight games."""
    results = Database(tmp_path / "r.db", PLAN, NAMES)
    results.add(ROWS)
    results.close()
    return str(tmp_path / "r.db")
