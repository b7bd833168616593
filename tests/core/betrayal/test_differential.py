"""The game and the reference, written from the rules text alone, side by side over whole games."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.core.betrayal.atlas import Explored
from tests.core.betrayal.differential import Dice, Disagreement, SideBySide, play_many

GAMES, MANY = 1, 10_000
VARIANTS: tuple[dict[str, int], ...] = (
    {"played": 0b0110110},
    {"any_orientation": 1, "haunt_roll": 1},
    {"packs": 3, "open_haunts": 1, "adventurer_cards": 1},
)
RARE = (
    "tiles set aside",
    "stacks shuffled anew",
    "illusory walls",
    "legal push",
    "legal steal",
    "legal weapon",
    "legal monster",
)
"""Situations that a long comparison must have met."""
FIRST_SUCCESS = {3: 1 / 27, 4: 15 / 81, 5: 96 / 243, 6: 435 / 729}
"""R59: how often so many dice show 6 or more, counted by hand from the coefficients of (1 + x + x^2)^n."""


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_agrees_with_the_reference(players: int, options: dict[str, int]):
    """R8, R18 to R33, R59 to R64: the map, its stacks, legal answers, whose turn it is, haunt and traitor in every position."""
    seen = play_many(players, GAMES, 17 * players, **options)
    assert seen["games"] == GAMES and seen["tiles found"] > 10 * GAMES and seen["steps"] > 30 * GAMES
    assert seen["told by one card"] * 10 < seen["decisions"]


@pytest.mark.long
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_agrees_with_the_reference__ten_thousand_games(players: int):
    """The same for 10,000 games; every rare situation is met, and haunt rolls succeed as often as dice should (R59)."""
    seen = play_many(players, MANY, 1_000_000)
    assert not [situation for situation in RARE if not seen[situation]]
    for omens, share in FIRST_SUCCESS.items():
        rolls = seen[f"{omens} omens: began"] + seen[f"{omens} omens: not yet"]
        spread = (share * (1 - share) / rolls) ** 0.5
        assert abs(seen[f"{omens} omens: began"] / rolls - share) < 5 * spread, (omens, rolls)
    assert not seen["1 omens: began"] and not seen["2 omens: began"]


@pytest.mark.parametrize(
    ("rows", "column", "row", "number"),
    [("tiles", "x", 2, 7), ("tiles", "level", 20, 0), ("tiles", "doors", 0, 0), ("tiles", "beside", 1, -1)],
)
def test_differences__are_seen(rows: str, column: str, row: int, number: int):
    """A tile that is moved, added or walled up in the game under test, or cut off from its neighbours, ends the comparison."""
    side = SideBySide(3, 3)
    for _ in range(3):
        side.step(next(iter(side.legal)))
    side.S.view(np.ndarray)[0][rows][column][row] = number
    with pytest.raises(Disagreement):
        side.play(Random(0))


def test_dice__are_the_published_generator():
    """xoshiro128** from the words 1, 2, 3, 4 gives 11520, 0, 5927040, 70819200: the authors' steps by hand."""
    dice = Dice((1, 2, 3, 4))
    assert [dice.number() for _ in range(4)] == [11520, 0, 5927040, 70819200]


def test_reference__city_tiles_can_always_be_placed():
    """R27 to R30: with every orientation and all stacks there is no position in which a fresh map has nothing to find."""
    order = {"building": ["Mansion"], "street": ["Fountain"], "catacomb": ["Keeper's Cell", "Gnawed Tunnel"]}
    atlas = Explored(order)
    assert atlas.stack_behind("Elfsong Tavern", "north") == "street"
    assert atlas.stack_behind("Inner Chamber", "north") == "building"
    assert atlas.find("Elfsong Tavern", "north", None, "Fountain") == [0, 1, 2, 3]
    assert atlas.stack_behind("Elfsong Tavern", "south") == "building", "the other city stack (R30)"
    assert (
        atlas.stack_behind("Elfsong Tavern", "west") is None
        and atlas.behind("Elfsong Tavern", "west") == "Inner Chamber"
    )


def test_reference__no_tile_seals_a_level():
    """R29: before the last opening of a level a tile with one door is set aside, one with two lies so that a door is left."""
    atlas = Explored({"building": [], "street": [], "catacomb": ["Bone Ladder", "Keeper's Cell"]})
    for name in ("Kitchen Basement", "Catacomb Landing"):
        atlas.doors[name] = {side: colour for side, colour in atlas.doors[name].items() if colour == "internal"}
    atlas.doors["Kitchen Basement"]["east"] = "catacomb"
    atlas.changed()
    assert atlas.stack_behind("Kitchen Basement", "east") == "catacomb"
    assert atlas.find("Kitchen Basement", "east", None, "Bone Ladder") == [2, 3]
    assert atlas.stacks["catacomb"].aside == ["Keeper's Cell"]
