"""The small field instead of the shipped one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fs_env.leaderboard import field
from tests.leaderboard.small import BOT, FIELD


@contextmanager
def field_of(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An otherwise empty working folder with a bot of three lines, where the field is that of a text."""
    (folder / "my_bot.py").write_text(BOT)
    (folder / "field.toml").write_text(text)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(field, "PLACE", folder / "field.toml")
    field.the_field.cache_clear()
    yield folder
    field.the_field.cache_clear()


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with field_of(FIELD, tmp_path, monkeypatch) as folder:
        yield folder
