"""The animated games of the pages are those that the drawings of today give, and small."""

from __future__ import annotations

from pathlib import Path

import pytest

from website import films

FOLDER = Path(__file__).parents[2] / "docs" / "look_up" / "games"
SLOW = {"four_souls", "betrayal"}


@pytest.mark.parametrize(
    "scene", [pytest.param(one, marks=[pytest.mark.slow] * (one.game in SLOW), id=one.game) for one in films.SCENES]
)
def test_films__are_current(scene, tmp_path) -> None:
    """`make docs` writes them again; a page loads less than a megabyte."""
    file = films.write(scene, tmp_path)
    stored = FOLDER / file.name
    assert file.read_bytes() == stored.read_bytes() and stored.stat().st_size < 1_000_000
