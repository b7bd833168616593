"""The compiled game and the naive reference, written from the rules alone, play the same games."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tests.core.castles_of_caleira.compiled_game import CompiledGame
from tests.core.castles_of_caleira.differential import play_many
from tests.core.castles_of_caleira.pieces import OPTIONS

VARIANTS = [
    dict(zip(OPTIONS, values))
    for values in product(*OPTIONS.values())
    if values[-1] == 16 or values[:-1] in (("end", "choose", True), ("continue", "random", False))
]
GAMES, MANY = 8, 20_000 // len(VARIANTS)  # of each number of players and set of options
RARE = (
    *("R12 Trebuchet from the discard pile", "R12 Barracks from the discard pile", "R12 in another's turn"),
    *("R14 Marketplace skipped", "R14 Watchtower skipped", "R14 Wizard's Tower skipped", "R15 source face down"),
    *("R17 turned itself down", "R17 turned another down", "A7 kept from triggering", "R24 revealed"),
    *("R26 1 cards", "R26 2 cards", "R26 3 cards", "R32 shared", "R40 nine points"),
    *("R33 own Spire", "R33 Spire of another", "R33 Spire in another's turn"),
    *("A15 no second choice", "R23 the others' effects go on"),
)
"""Situations that a long comparison must have met; see Reference.happened."""


def compare(players, options, games, seed):
    """Plays games side by side; every difference raises, with the course of the game. Returns what happened."""
    seen = play_many(lambda number: CompiledGame(number, players, options), games, seed)
    assert seen["games"] == games and seen["decisions"] > 15 * games
    return seen


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(map(str, options.values())))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_agrees_with_the_reference(players, options):
    """In every position: who is asked, the legal actions, what each seat sees and remembers; and the winners."""
    seen = compare(players, options, GAMES, seed=players)
    assert seen["resolved"] > 5 * GAMES and seen["skipped"]


@pytest.mark.parametrize("options", [{}, {"useless_targets": False}], ids=str)
def test_agrees_with_the_reference__small_deck(options):
    """A16: with six cards every rule is the same; each seat has three turns unless a Spire falls."""
    seen = play_many(lambda number: CompiledGame(number, 2, options, deck=1), 15 * GAMES)
    assert seen["R33 Spire of another"] and seen["R40 nine points"] and seen["R24 revealed"]


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_agrees_with_the_reference__twenty_thousand_games(players):
    """The same for 20,000 games, as many with each set of options; every rare situation is met."""
    seen: Counter[str] = Counter()
    for options in VARIANTS:
        seen += compare(players, options, MANY, seed=1_000_000)
    assert seen["games"] == MANY * len(VARIANTS)
    assert not [situation for situation in RARE if not seen[situation] and (players > 2 or "others" not in situation)]
