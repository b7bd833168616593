"""Each name of the observation tells what it says: positions written by hand, read by name."""

from __future__ import annotations

import pytest

from fs_env.core.four_souls.observation.schema import SCHEMA
from tests.core.four_souls.observation.meanings import meanings
from tests.core.meanings import Meaning, untold, wrong


@pytest.fixture(scope="module")
def positions() -> list[Meaning]:
    return list(meanings())


def test_positions__are_told_by_name(positions):
    assert not [words for words in (wrong(SCHEMA, meaning, meaning.seen) for meaning in positions) if words]


def test_positions__tell_every_name(positions):
    """No section and no column is left out; `test_table` has those that list every card."""
    assert {section for section, _ in untold(SCHEMA, positions)} == {"shop", "effects", "turned", "deck_places"}
