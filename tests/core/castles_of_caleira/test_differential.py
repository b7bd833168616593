"""The compiled game beside the naive reference: the same legal actions, observations and results in every position."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tests.core.castles_of_caleira.compiled_game import CompiledGame
from tests.core.castles_of_caleira.differential import play_many
from tests.core.castles_of_caleira.pieces import OPTIONS

CHOICES = [dict(zip(OPTIONS, values)) for values in product(*OPTIONS.values())]
FEW, MANY = 40, 20_000  # games a player count
RARE = (
    *("R12 Trebuchet from the discard pile", "R12 Barracks from the discard pile", "R12 in another's turn"),
    *("R14 Marketplace skipped", "R14 Watchtower skipped", "R14 Wizard's Tower skipped", "R15 source face down"),
    *("R17 turned itself down", "R17 turned another down", "A7 kept from triggering", "R24 revealed"),
    *("R26 1 cards", "R26 2 cards", "R26 3 cards", "R32 shared", "R40 nine points"),
    *("R33 own Spire", "R33 Spire of another", "R33 Spire in another's turn"),
)
"""Situations that a long comparison must have met; see Reference.happened."""


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", CHOICES, ids=lambda options: "-".join(map(str, options.values())))
def test_both_games_agree(players: int, options: dict[str, object]) -> None:
    """A few games of every set of options."""
    seen = play_many(lambda seed: CompiledGame(seed, players, options), FEW // len(CHOICES), seed=players)
    assert seen["games"] == FEW // len(CHOICES) and seen["decisions"] > 15 * seen["games"]


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_games_agree_in_many_games(players: int) -> None:
    """Half of them with the default options, the others with each set of options; every rare situation is met."""
    seen: Counter[str] = Counter()
    for number, options in enumerate(CHOICES):
        games = MANY // 2 if number == 0 else MANY // 2 // (len(CHOICES) - 1)
        seen += play_many(lambda seed, options=options: CompiledGame(seed, players, options), games, number * MANY)
    assert seen["games"] >= MANY - len(CHOICES)
    assert not [situation for situation in RARE if not seen[situation]]
