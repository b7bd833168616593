"""The compiled game and the naive reference, written from the rules alone, play the same games."""

from __future__ import annotations

from itertools import product

import pytest

from tests.core.castles_of_caleira.compiled_game import CompiledGame
from tests.core.castles_of_caleira.differential import play_many
from tests.core.castles_of_caleira.pieces import OPTIONS

GAMES, MANY = 16, 20_000
VARIANTS = [dict(zip(OPTIONS, values)) for values in product(*OPTIONS.values())]
PART = MANY // len(VARIANTS)


def compare(players, options, games, seed):
    """Plays games side by side; every difference raises, with the course of the game."""
    seen = play_many(lambda number: CompiledGame(number, players, options), games, seed)
    assert seen["games"] == games and seen["decisions"] > 10 * games
    return seen


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(map(str, options.values())))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_agrees_with_the_reference(players, options):
    """In every position: who is asked, the legal actions, what each seat sees and remembers; and the winners."""
    seen = compare(players, options, GAMES, seed=0)
    assert seen["resolved"] > 5 * GAMES and seen["skipped"]


@pytest.mark.long
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(map(str, options.values())))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_agrees_with_the_reference__twenty_thousand_games(players, options):
    """The same for 20,000 games of each number of players, an eighth of them with each set of options."""
    assert PART * len(VARIANTS) == MANY
    compare(players, options, PART, seed=1_000_000)
