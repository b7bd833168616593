"""Attacks, monsters, moving past opponents, death (R51 to R58, R70, R77 to R84)."""

from __future__ import annotations

from fs_env.core.betrayal.scenario import Play

LEFT = "attack player 1 to your left"


def duel(*seats: str, number: int = 101, players: int = 3, **clips: int) -> Play:
    """Hero 0 against traitor 1 on the Elfsong Tavern, seat 2 in the Kitchen; Might 2 each by default."""
    names = seats or ("Azadeh Rashka", "Avrixis Mizzrym")
    game = Play(players, adventurers=names).haunt(number, traitor=1).stand(2, "Kitchen")
    return game.clips(0, **{"might": 1, **clips}).clips(1, might=1)


def test_r51__the_higher_result_inflicts_the_difference():
    """R51: 4 against 2 hurts the defender by 2, once a turn."""
    game = duel("Avrixis Mizzrym", "Tasha Brightbottle").start().dice(2, 2, 1, 1).choose(LEFT)
    game.expect(asked=1, question="split").choose("Speed", "Speed")
    assert game.space(1, "speed") == 1
    game.expect(asked=0, illegal=LEFT)


def test_r51__the_attacker_can_be_hurt():
    """R51: 0 against 1; ties do nothing."""
    game = duel("Avrixis Mizzrym", "Tasha Brightbottle").start().dice(0, 0, 1, 0).choose(LEFT)
    game.expect(asked=0, question="split").choose("Speed")
    assert game.space(0, "speed") == 4
    tie = duel("Avrixis Mizzrym", "Tasha Brightbottle").start().dice(1, 0, 1, 0).choose(LEFT)
    tie.expect(asked=0, question="turn")


def test_r51__nobody_is_attacked_before_the_haunt():
    """R51: there are no opponents."""
    assert not [words for words in Play(3).start().legal() if words.startswith("attack")]


def test_r52__an_attack_with_another_trait():
    """R52: the Spark Rod attacks with Knowledge: both roll it, the damage is mental."""
    game = duel("Avrixis Mizzrym", "Tasha Brightbottle", knowledge=1).clips(1, knowledge=1).give(0, "Spark Rod").start()
    game.choose(LEFT).dice(2, 1, 1, 0).choose("choose Spark Rod")  # Knowledge 2 against 2: 3 to 1
    game.expect(asked=1, legal=["Knowledge", "Sanity"], illegal="Might")


def test_r52__no_trait_that_the_opponent_lacks():
    """R52: an Intellect Devourer has no Sanity: the Mourning Mask cannot be used, the Spark Rod can."""
    game = Play(4).haunt(7, traitor=3).monster("Elfsong Tavern").stand(3, "Kitchen")
    game.give(0, "Mourning Mask", "Spark Rod").start().choose("attack monster 1")
    game.expect(legal=["choose Spark Rod", "no"], illegal="choose Mourning Mask")


def test_r53__weapons_do_not_help_in_defence():
    """R53: the defender's Pry Bar adds no die."""
    game = duel("Avrixis Mizzrym", "Tasha Brightbottle").give(1, "Pry Bar").start().dice(1, 0, 0, 0, 2).choose(LEFT)
    game.expect(asked=1, question="split")


def test_r54__a_stunned_monster_does_not_hurt():
    """R54: it may be attacked and rolls, but a lost attack costs nothing."""
    game = Play(4, adventurers=["Avrixis Mizzrym"]).haunt(102, traitor=3).stand(3, "Kitchen").clips(0, might=1)
    game.monster("Elfsong Tavern", stunned=True).start().dice(0, 0, 2, 2, 2, 2).choose("attack monster 1")
    game.expect(asked=0, question="turn")


def test_r55__a_distance_attack():
    """R55, A26: along an unbroken line of doors; nothing is risked, nothing is stolen."""
    game = duel("Avrixis Mizzrym", "Tasha Brightbottle").give(0, "Long Sling").give(1, "Cleaver").stand(1, "Kitchen")
    game.clips(0, speed=1).clips(1, speed=1).start()
    far = game.copy().dice(2, 2, 2, 2, 0, 0, 0).choose(LEFT)
    far.expect(asked=1, question="split")
    game.dice(0, 0, 0, 0, 2, 2, 2).choose(LEFT)
    game.expect(asked=0, question="turn")


def test_r55__not_around_a_corner():
    """R55: the Fountain is not in line with the Kitchen."""
    game = duel().give(0, "Long Sling").tile("Fountain", "north", of="Elfsong Tavern").stand(0, "Fountain")
    game.stand(1, "Kitchen").start().expect(illegal=LEFT)


def test_r56__stealing_instead_of_two_damage():
    """R56: with a difference of 2 a card may be taken if it may be stolen; with 1 it may not."""
    game = duel("Avrixis Mizzrym", "Tasha Brightbottle").give(1, "Cleaver", "Cursed Armor").start()
    game.dice(2, 2, 1, 1).choose(LEFT)
    if game.question == "react":
        game.choose("no")
    game.expect(asked=0, legal=["choose Cleaver", "no"], illegal="choose Cursed Armor").choose("choose Cleaver")
    assert game.cards(0) == ["Cleaver"] and game.question == "turn"
    small = duel("Avrixis Mizzrym", "Tasha Brightbottle").give(1, "Cleaver").start().dice(1, 0, 0, 0).choose(LEFT)
    small.expect(asked=1, question="split")


def test_r57__the_attacker_decides_first():
    """R57: the thief chooses before Protection is asked."""
    game = duel("Avrixis Mizzrym", "Tasha Brightbottle", players=4).give(1, "Cleaver").start().dice(2, 2, 0, 0)
    game.choose(LEFT).expect(asked=0, question="steal")


def test_r58__a_task_does_not_use_up_the_attack():
    """R58: after a clue one may attack."""
    game = Play(4).haunt(7, traitor=1).tile("House of Blood", "north", of="Inner Chamber")
    game.stand(0, "House of Blood").stand(1, "House of Blood").start().dice(1, 1, 1).choose("attempt task 1")
    game.expect(asked=0, legal=LEFT)


def test_r70__stunned_monsters_do_not_hinder():
    """R70: of two monsters one is stunned: one space more, not two."""
    game = Play(4).tile("Fountain", "north", of="Elfsong Tavern").haunt(102, traitor=3).stand(3, "Kitchen")
    game.monster("Fountain").monster("Fountain", stunned=True).clips(0, speed=4).start().choose("go north")  # Speed 3
    game.expect(legal="go south").choose("go south")
    assert game.player(0)["moved"] == 3


def monsters(*tiles: str, number: int = 102, stunned: bool = False) -> Play:
    """The traitor in seat 3 is about to end the turn; monsters act then."""
    game = Play(4, turn=3).haunt(number, traitor=3).stand(3, "Kitchen Basement")
    for tile in tiles:
        game.monster(tile, stunned=stunned)
    return game


def test_r77__one_monster_after_the_other():
    """R77: the first finishes before the second begins."""
    game = monsters("Kitchen", "Inner Chamber").start().dice(1, 0, 0, 0).choose("end the turn")
    game.expect(asked=3, question="monster")
    assert "Drain Thing 1" in game.decision_text
    game.choose("end the turn")
    assert "Drain Thing 2" in game.decision_text


def test_r78__one_roll_moves_all_of_a_kind():
    """R78: a roll of 2 is two spaces for each; a 0 is one."""
    game = monsters("Kitchen", "Kitchen").start().dice(1, 1, 0, 0).choose("end the turn", "go east", "go east")
    game.expect(illegal="go west")
    assert [m["tile"] for m in game.monsters()][:1] == ["Elfsong Tavern"]
    slow = monsters("Kitchen").start().dice(0, 0, 0, 0).choose("end the turn", "go east")
    slow.expect(asked=0, question="turn")
    assert slow.monsters()[0]["tile"] == "Inner Chamber"


def test_r79__one_attack_in_a_monsters_turn():
    """R79: after its attack it may move on, but not attack again; it never steals."""
    game = monsters("Elfsong Tavern").stand(1, "Kitchen").stand(2, "Kitchen").give(0, "Cleaver").start()
    game.dice(2, 2, 0, 0).choose("end the turn").dice(2, 2, 2, 2, 0, 0, 0, 0, 0).choose("attack player 1 to your left")
    game.expect(asked=0, question="split")
    while game.question == "split":
        game.choose(game.legal()[0])
    game.expect(asked=3, question="monster", illegal="attack player 1 to your left")


def test_r80__a_beaten_monster_is_stunned_and_loses_a_turn():
    """R80: haunt 7's Devourers are stunned; they skip their next turn and recover."""
    game = Play(4, adventurers=["Avrixis Mizzrym"]).haunt(7, traitor=3).stand(3, "Kitchen").monster("Elfsong Tavern")
    game.clips(0, might=1).start().dice(1, 0, 0, 0, 0).choose("attack monster 1")
    assert game.monsters()[0]["stunned"] and game.space(0, "knowledge") == 4
    game.choose("end the turn", "end the turn", "end the turn", "end the turn")
    assert not game.monsters()[0]["stunned"] and game.asked == 0


def test_r81__monsters_ignore_tile_text():
    """R81: monsters take stairs, grates and gates; no text of a tile is rolled for."""
    game = monsters("Kitchen").start().dice(2, 2, 0, 0).choose("end the turn")
    game.expect(legal="take the stairs").choose("take the stairs")
    assert game.monsters()[0]["tile"] == "Kitchen Basement"


def test_r82__monsters_never_discover_tiles():
    """R82: a door with nothing behind it is closed to them."""
    game = monsters("Elfsong Tavern").start().dice(2, 2, 0, 0).choose("end the turn")
    game.expect(illegal=["go north", "go east", "go south"], legal="go west")


def test_r83__no_haunt_of_the_content_has_npcs():
    """R83: every figure is an adventurer or a monster of the traitor's side or of no player."""
    game = monsters("Kitchen").start()
    assert {row["kind"] for row in game.monsters()} == {"Drain Thing"}


def test_r84__the_dead_drop_everything():
    """R84: all cards lie on the tile, also those that cannot be dropped; kept events are discarded."""
    game = duel("Avrixis Mizzrym", "Tasha Brightbottle").give(1, "Cleaver", "Berserker Axe").keep(1, "Crawling Claw")
    game.haunt(102, traitor=0).clips(1, might=1, speed=1).start().dice(2, 2, 0, 0).choose(LEFT, "no", "Might")
    assert not game.player(1)["alive"] and sorted(game.on("Elfsong Tavern")["cards"]) == ["Berserker Axe", "Cleaver"]
    assert game.player(1)["events"] == []
