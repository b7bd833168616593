"""Discovering and placing tiles (R27 to R33)."""

from __future__ import annotations

import pytest

from fs_env.core.betrayal.language.codes import Kind
from fs_env.core.betrayal.scenario import Play
from fs_env.core.betrayal.tables import TILES


@pytest.mark.parametrize(
    ("start", "side", "stack", "tile"),
    [
        ("Elfsong Tavern", "north", "streets", "Fountain"),
        ("Inner Chamber", "north", "buildings", "Warehouse"),
        ("Catacomb Landing", "north", "catacombs", "Hollow Root"),
    ],
)
def test_r27__the_colour_of_the_door_decides_the_stack(start: str, side: str, stack: str, tile: str):
    """R27: red, yellow and blue doors; the new tile costs one space and is entered."""
    game = Play(3).stand(0, start).stack(stack, tile).stack("events", "Desiccated Heart").start().choose(f"go {side}")
    if game.question == "orient":
        game.choose(game.legal()[0])
    assert game.at(0) == tile and game.player(0)["moved"] == 1


def test_r27__colours_of_the_new_doors_do_not_matter():
    """R27: the Shrine to Gargauth may show a street door to the building door that is left."""
    game = Play(3).stand(0, "Inner Chamber").stack("buildings", "Shrine to Gargauth").start().choose("go north")
    assert game.question == "orient" and len(game.legal()) == 4
    for choice in game.legal():
        doors = game.copy().choose(choice).on("Shrine to Gargauth")["doors"]
        assert "south" in doors


def corner(**options: int) -> Play:
    """The place to the north of the Tavern has another door beside it, that of the Fountain in the east."""
    game = Play(3, **options).tile("Rose Portal", "east", of="Elfsong Tavern")
    game.tile("Fountain", "north", of="Rose Portal")
    return game.only("streets", "Cursed Statue").start()


def test_r28__only_the_orientations_that_join_most_doors():
    """R28, A3: the Ambush Alley can lie in two ways; the corner of the Cursed Statue joins both doors in one way only."""
    game = Play(3).stack("streets", "Ambush Alley").start().choose("go north")
    assert game.legal() == ["turn the tile north", "turn the tile south"]
    game = corner().choose("go north")
    assert game.at(0) == "Cursed Statue" and game.on("Cursed Statue")["doors"].keys() == {"south", "east"}


def test_r28__any_orientation_where_the_option_says_so():
    """A3: with the option, all that meet the door and do not seal the level."""
    game = corner(any_orientation=1).choose("go north")
    assert game.question == "orient" and len(game.legal()) == 2


def one_door(level: int) -> Play:
    """A game that counts one free door on a level, as if all others were closed."""
    game = Play(3).stand(0, ("Elfsong Tavern", "Catacomb Landing")[level])
    game._array["free"][0, level] = 1
    return game


def test_r29__a_tile_that_would_seal_the_level_is_set_aside():
    """R29: with one free door left, the Gray Harbor goes aside and the next tile is laid."""
    game = one_door(0).only("streets", "Gray Harbor", "Fountain").start().choose("go north")
    assert game.question == "orient" and "Fountain" in game.decision_text and len(game.legal()) == 4
    assert game.facts()["decks"]["streets"] == 1  # the Gray Harbor, a new stack (R30)


def test_r29__a_door_that_every_tile_would_seal_is_dead_in_the_catacombs():
    """R29, A4: only one-door tiles left and one free door: nothing can be discovered there."""
    game = one_door(1).only("catacombs", "Keeper's Cell", "Forgotten Altar").start()
    game.expect(illegal=["go north", "go west"])


def test_r29__in_the_city_the_other_stack_helps():
    """A4: where all street tiles would seal the city a building is drawn."""
    game = one_door(0).only("streets", "Gray Harbor").only("buildings", "Warehouse").start().choose("go north")
    assert game.question == "orient" and "Warehouse" in game.decision_text


def test_r30__tiles_set_aside_become_the_stack():
    """R30: an empty stack is made of the tiles set aside."""
    game = Play(3).set_aside("streets", "Fountain", "Rose Portal").only("streets").start()
    game.stack("events", "Desiccated Heart").choose("go north")
    assert game.question == "orient" or game.at(0) in ("Fountain", "Rose Portal")


def test_r30__nothing_left_in_the_catacombs():
    """R30: doors there are dead; in the city the other stack serves."""
    game = Play(3).stand(0, "Catacomb Landing").only("catacombs").start()
    game.expect(illegal=["go north", "go west", "go south"])
    game = Play(3).only("streets").stack("buildings", "Warehouse").start().choose("go north")
    assert "Warehouse" in game.decision_text


def test_r31__the_first_visitor_draws_and_stops():
    """R31: the discoverer draws the card of the symbol and stops; later visitors draw nothing."""
    game = Play(3).stack("streets", "Marketplace").stack("items", "Cleaver").start().choose("go north")
    if game.question == "orient":
        game.choose("turn the tile south" if "turn the tile south" in game.legal() else game.legal()[0])
    assert game.cards(0) == ["Cleaver"] and game.asked == 0
    game.expect(illegal="go south").choose("end the turn", "go north")
    assert game.at(1) == "Marketplace" and game.cards(1) == []


def test_r32__the_illusory_wall_discovers_a_tile_as_usual():
    """R32: a tile that an event puts down is entered and draws its card."""
    game = Play(3).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(0, "Ambush Alley")
    game.stack("events", "Illusory Wall").stack("streets", "Marketplace").stack("items", "Cleaver").start()
    game.choose("end the turn").choose("the east wall", "the second")
    if game.question == "orient":
        game.choose(game.legal()[0])
    assert game.at(0) == "Marketplace" and game.cards(0) == ["Cleaver"]


def test_r33__types_of_tiles():
    """R33: the Tavern, the Chamber and the Kitchen are buildings, the Landing and the Basement catacombs."""
    kinds = {tile.name: tile.kind for tile in TILES}
    assert {kinds[name] for name in ("Elfsong Tavern", "Inner Chamber", "Kitchen", "Smithy")} == {Kind.BUILDING}
    assert {kinds[name] for name in ("Catacomb Landing", "Kitchen Basement", "Ash Well")} == {Kind.CATACOMB}
    assert kinds["Fountain"] == kinds["Dead End"] == Kind.STREET
