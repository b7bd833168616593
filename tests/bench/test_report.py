"""The words around the figures."""

from __future__ import annotations

from fs_env.bench.report import settings_in_words

SETTINGS = {"players": 4, "sets": "base,gold", "seed": 0, "runs": 5, "seconds": 2.0}


def test_settings__card_sets_only_of_games_that_have_them():
    """The card sets of a run are told of Four Souls, not of a game without card sets."""
    assert settings_in_words(SETTINGS, "four_souls").startswith("4 players, card sets base,gold, seed 0")
    assert settings_in_words(SETTINGS, "castles_of_caleira").startswith("4 players, seed 0")
