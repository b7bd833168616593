"""Fixtures for several tests of learners."""

from __future__ import annotations

import pytest


@pytest.fixture
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nim has few: no need to look for inputs in many."""
    monkeypatch.setattr("fs_env.training.run.POSITIONS", 2000)
