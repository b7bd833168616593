"""Each name of the observation tells what it says: positions written by hand, read by name."""

from __future__ import annotations

import pytest

from tests.core.meanings import untold, wrong
from tests.mutation.names import POSITIONS, positions_of, schema_of

LISTED = {"four_souls": {"shop", "effects", "turned", "deck_places"}}
"""Sections that list every card: `test_table` has positions for them."""


@pytest.fixture(scope="module", params=POSITIONS)
def game(request):
    return request.param, schema_of(request.param), positions_of(request.param)


def test_positions__are_described_by_name(game):
    """Every number that a position says stands where its name is."""
    _, schema, positions = game
    assert not [words for words in (wrong(schema, meaning, meaning.seen) for meaning in positions) if words]


def test_positions__tell_every_name(game):
    """No section and no column is left out."""
    name, schema, positions = game
    assert {section for section, _ in untold(schema, positions)} == LISTED.get(name, set())
