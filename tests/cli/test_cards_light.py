"""What `fs-env cards` checks before it imports anything large."""

from __future__ import annotations

import pytest

from fs_env.cli.cards import LIGHT, light_rows, rows_of


@pytest.mark.parametrize("game", LIGHT)
def test_light_rows__have_the_names_sets_and_decks_of_all_cards(game: str) -> None:
    """A card that is missing here would be refused as unknown."""
    light, whole = light_rows(game, named=True), rows_of(game)
    for column in ("name", "set", "deck"):
        assert {row[column] for row in light} == {row[column] for row in whole}
    unnamed = light_rows(game, named=False)
    assert all({row[column] for row in unnamed} >= {row[column] for row in whole} for column in ("set", "deck"))
