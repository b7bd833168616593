"""The turn and movement (R16 to R26)."""

from __future__ import annotations

import pytest

from fs_env.core.betrayal.scenario import Play


def street(**options: int) -> Play:
    """Tavern, Fountain and Beloved Ranger Statue in a row to the north."""
    game = Play(3, **options).tile("Fountain", "north", of="Elfsong Tavern")
    return game.tile("Beloved Ranger Statue", "north", of="Fountain")


def test_r16__actions_mix_freely_with_moves():
    """R16: a step, a drop, a step, all in one turn."""
    game = street().give(0, "Cleaver").start().choose("go north", "drop Cleaver", "go north")
    assert game.at(0) == "Beloved Ranger Statue" and game.on("Fountain")["cards"] == ["Cleaver"] and game.asked == 0


def test_r17__the_end_of_a_turn_runs_tile_text_and_kept_cards():
    """R17, A24: the Fountain's Sanity first, then the Crawling Claw's point, which a gain would have ended."""
    game = street().stand(0, "Fountain").keep(0, "Crawling Claw").start().choose("end the turn")
    assert game.space(0, "sanity") == 4 and game.player(0)["events"] == [] and game.asked == 1


def test_r17__a_haunt_roll_is_due_after_an_omen():
    """R17, R59: the roll comes with the end of the turn, not before."""
    game = street().table(omens=5).stand(0, "Fountain").give(0, "Cleaver").stack("streets", "Cursed Statue").start()
    game.choose("go west")
    assert game.facts()["omens"] == 6 and game.facts()["haunt"] is None
    game.dice(2, 2, 2, 0, 0, 0).choose("end the turn")
    assert game.facts()["haunt"] is not None


def test_r18__as_many_spaces_as_speed():
    """R18: Speed 2 goes two spaces, not three."""
    game = street().clips(0, speed=1).give(0, "Cleaver").start().choose("go north", "go north")
    game.expect(asked=0, illegal=["go south", "go north"], legal="end the turn")


def test_r18__spaces_follow_a_speed_that_changes():
    """R18, A15: spaces left are Speed less those spent, never below 0."""
    game = street().give(0, "Felt Shoes", "Cleaver").clips(0, speed=4).start()  # Speed 3 with the shoes, 2 without
    game.choose("go north", "go north").expect(legal="go south")
    game.choose("drop Felt Shoes").expect(asked=0, illegal="go south")


def test_r19__a_drawn_card_stops_movement_only():
    """R19: after the event nothing moves, other actions do."""
    game = Play(3).give(0, "Cleaver").stack("streets", "Rose Portal").stack("events", "Desiccated Heart").start()
    game.choose("go north", *(["turn the tile north"] if len(game.legal()) > 1 and game.question == "orient" else []))
    if game.question == "orient":
        game.choose(game.legal()[0])
    game.choose("the first").expect(illegal=["go south", "go north"], legal=["drop Cleaver", "end the turn"])


def test_r20__a_door_against_a_wall_is_no_passage():
    """R20: the Watch Post's side without a door closes the Fountain's door."""
    game = Play(3).tile("Fountain", "north", of="Elfsong Tavern").tile("Watch Post", "north", of="Fountain")
    game.stand(0, "Fountain").start().expect(illegal="go north", legal=["go south", "go west"])


def test_r20__openings_inside_a_long_tile_count_as_doors():
    """R20: Tavern to Inner Chamber to Kitchen, a space each."""
    game = Play(3).start().choose("go west")
    assert game.at(0) == "Inner Chamber" and game.choose("go west").at(0) == "Kitchen" and game.player(0)["moved"] == 2


def test_r21__a_grate_leads_one_way_to_the_landing():
    """R21: for one space, and not back."""
    game = Play(3).tile("Gray Harbor", "north", of="Elfsong Tavern", turned=2).stand(0, "Gray Harbor").start()
    game.choose("drop through the grate").expect(illegal="drop through the grate")
    assert game.at(0) == "Catacomb Landing" and game.player(0)["moved"] == 1


def test_r22__stairs_cost_two_spaces_both_ways():
    """R22: Kitchen to Kitchen Basement and back, two spaces each; with one space left they are closed."""
    game = Play(3).stand(0, "Kitchen").clips(0, speed=5).start().choose("take the stairs")  # Speed 4
    assert game.at(0) == "Kitchen Basement" and game.player(0)["moved"] == 2
    assert game.choose("take the stairs").at(0) == "Kitchen"
    Play(3).stand(0, "Inner Chamber").clips(0, speed=1).start().choose("go west").expect(illegal="take the stairs")


def test_r22__the_weapon_shop_has_no_stairs_without_its_basement():
    """R22, A27: the Weapon Shop Basement is in no content."""
    game = Play(3).tile("Weapon Shop", "north", of="Inner Chamber").stand(0, "Weapon Shop").start()
    game.expect(illegal="take the stairs")


def test_r23__the_gate_links_its_two_tiles():
    """R23: one space between the tokens, also between levels."""
    game = street().gates("Fountain", "Catacomb Landing").stand(0, "Fountain").start().choose("step through the gate")
    assert game.at(0) == "Catacomb Landing" and game.player(0)["moved"] == 1
    assert game.choose("step through the gate").at(0) == "Fountain"


def test_r24__opponents_cost_a_space_each_to_leave():
    """R24, R70: two monsters on the tile cost two more; of Speed 3 too much after a step, but not for the first one."""
    game = street().haunt(102, traitor=2).stand(2, "Kitchen").monster("Fountain").monster("Fountain").start()
    first = game.copy()
    game.clips(0, speed=4).choose("go north").expect(asked=0, illegal="go north", legal="attack monster 1")
    assert game.player(0)["moved"] == 1
    first.clips(0, speed=5).choose("go north").expect(legal="go north")  # 1 + 1 + 2 of Speed 4: just enough
    held = street().haunt(102, traitor=2).stand(2, "Kitchen").monster("Fountain").monster("Fountain")
    held.stand(0, "Fountain").clips(0, speed=1).start().choose("go north")
    assert held.at(0) == "Beloved Ranger Statue"


def test_r25__adjacent_tiles_are_connected_only_by_doors():
    """R25: the Explosive Runes reach connected neighbours, not one behind a wall, nor a diagonal one."""
    game = Play(4).tile("Ambush Alley", "north", of="Elfsong Tavern").tile("Watch Post", "east", of="Ambush Alley")
    game.stand(0, "Ambush Alley").stand(1, "Elfsong Tavern").stand(2, "Watch Post").stand(3, "Inner Chamber")
    game.stack("events", "Explosive Runes").start().dice(0, 0, 0, 2, 2, 2, 2).choose("end the turn")
    hurt = []
    while game.question == "split":
        hurt.append(game.asked)
        game.choose("Might")
    assert set(hurt) == {0, 1}


def test_r26__tile_text_works_each_time():
    """R26: leaving the House of Blood asks for Sanity in every turn, once a turn (A16)."""
    game = Play(3).tile("House of Blood", "north", of="Inner Chamber").stand(0, "House of Blood").start()
    game.dice(0, 1, 1).choose("go south")
    assert game.space(0, "speed") == 4 and game.at(0) == "Inner Chamber"
    game.dice(0, 0, 0).choose("go north").choose("go south")
    assert game.space(0, "speed") == 4
    game.choose("go north") if "go north" in game.legal() else game
    again = Play(3).tile("House of Blood", "north", of="Inner Chamber").stand(0, "House of Blood").start()
    again.dice(2, 1, 0).choose("go south")
    assert again.space(0, "speed") == 5


@pytest.mark.parametrize(
    ("space", "spent", "alone", "company"),
    [
        (1, 0, {"go east", "take the stairs"}, {"go east", "take the stairs"}),  # Speed 2
        (6, 3, {"go east", "take the stairs"}, {"go east"}),  # Speed 5: 2 spaces left
        (6, 4, {"go east"}, set()),
    ],
)
def test_r24_r70_a39__opponents_cost_spaces_but_never_prevent_the_first_step(
    space: int, spent: int, alone: set[str], company: set[str]
):
    """Each step costs its way and a space for an opponent on the tile; the first one needs no more than its way, stairs too."""
    for traitor_at, expected in (("Elfsong Tavern", alone), ("Kitchen", company)):
        game = Play(3).haunt(101, traitor=1).stand(0, "Kitchen").stand(1, traitor_at).clips(0, speed=space)
        found = game.having(0, spent=spent).start().legal()
        assert {words for words in found if words in ("go east", "take the stairs")} == expected
        for words in expected:
            cost = {"go east": 1, "take the stairs": 2}[words] + (traitor_at == "Kitchen")
            assert game.copy().choose(words).player(0)["moved"] == spent + cost
