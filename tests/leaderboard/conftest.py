"""The small field in place of the shipped one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fs_env.leaderboard import field
from tests.leaderboard.small import BOT, FIELD


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder with a bot of three lines, where the field is small."""
    (tmp_path / "my_bot.py").write_text(BOT)
    (tmp_path / "field.toml").write_text(FIELD)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(field, "PLACE", tmp_path / "field.toml")
    field.the_field.cache_clear()
    yield tmp_path
    field.the_field.cache_clear()
