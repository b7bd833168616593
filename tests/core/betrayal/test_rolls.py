"""Rolls (R45 to R50) and the order of effects."""

from __future__ import annotations

import pytest

from fs_env.core.betrayal.scenario import Play
from fs_env.core.betrayal.scenario.dice import dice_wanted, totals_left
from fs_env.core.machine.run.scenario import ScenarioError


def alley(event: str, *seats: str) -> Play:
    """Seat 0 is about to end the turn on the Ambush Alley and to draw an event."""
    game = Play(3, adventurers=seats).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(0, "Ambush Alley")
    return game.stack("events", event)


def test_r45__as_many_dice_as_the_trait():
    """R45: Knowledge 3 rolls three dice: the fourth face does not count."""
    assert alley("Vampiric Mist").start().dice(1, 1, 1, 2).choose("end the turn").question == "split"
    assert alley("Vampiric Mist").start().dice(1, 1, 2, 0).choose("end the turn").space(0, "speed") == 6


def test_r45__never_more_than_eight_dice():
    """R45, A6: Might 8 on the Maul's attack is eleven dice, eight are rolled."""
    game = Play(3).haunt(101, traitor=1).clips(0, might=8).clips(1, might=1).give(0, "Maul").start()
    game.choose("attack player 1 to your left", "choose Maul").dice(0, 0, 0, 0, 0, 0, 0, 1, 2, 2).choose("no")
    assert game.question == "split" and game.asked == 0  # 1 against 4: the attacker takes 3


def test_r46__one_attempt_at_a_chest_in_a_turn():
    """R46: a chest is tried once a turn: it is gone or refused."""
    game = Play(3).token("lonely chest", "Elfsong Tavern").start().dice(1, 1).choose("open the chest")
    game.expect(illegal="open the chest")
    assert game.on("Elfsong Tavern")["tokens"] == []


def test_r47__one_attempt_at_a_task_in_a_turn():
    """R47: a clue that was not found cannot be tried again."""
    game = Play(4).haunt(7, traitor=3).tile("House of Blood", "north", of="Inner Chamber").stand(0, "House of Blood")
    game.start().dice(1, 1, 1).choose("attempt task 1").expect(asked=0, illegal="attempt task 1")


def test_r48__an_attack_is_no_trait_roll():
    """R48: the Crow's Foot adds a die to Might rolls, not to attacks."""
    game = Play(3).haunt(101, traitor=1).clips(0, might=1).clips(1, might=1).give(0, "Crow's Foot").start()
    game.choose("attack player 1 to your left").dice(0, 0, 0, 0, 1, 0, 2).choose("no")  # four dice: 0 against 1
    assert game.space(0, "might") + game.space(0, "speed") < 6 or game.question == "split"
    event = alley("Go for the Eyes!").clips(0, might=1).give(0, "Crow's Foot").start().dice(1, 1, 1, 1, 1)
    assert event.choose("end the turn").space(0, "might") == 1  # five dice: a 5, nothing lost


def test_r49__the_attacker_steals_before_the_defender_ignores():
    """R49, R57: the question about stealing comes before the one about the Figurine."""
    game = Play(3).haunt(101, traitor=1).give(1, "Figurine of Wondrous Power", "Cleaver").clips(0, might=1)
    game.clips(1, might=1).start().choose("attack player 1 to your left").dice(2, 2, 0, 0, 0, 0).choose("no")
    game.expect(asked=0, question="steal").choose("no").expect(asked=1, question="react")


def test_r50__haunt_text_overrides_the_rules():
    """R50: a winning Devourer of haunt 7 turns a hero instead of dealing damage."""
    game = Play(4, turn=3).haunt(7, traitor=3).monster("Kitchen").stand(0, "Kitchen").stand(3, "Kitchen Basement")
    game.clips(0, might=1, knowledge=1).start().dice(2, 1, 0).choose("end the turn")
    game.choose("attack player 1 to your left").dice(2, 2, 2, 0, 0, 0, 0).choose("attack with Might")
    assert game.player(0)["side"] == "traitor" and game.space(0, "might") == 1


def test_roll__totals_laid_out():
    """An attack that is set up as 5 against 3 deals two points; two more totals are left, and a roll without one asks for its dice."""
    game = Play(3).haunt(101, traitor=1).clips(0, might=1).clips(1, might=1, speed=3).start()
    game.roll(5, 3, 7, 1).choose("attack player 1 to your left", "no").choose("Speed", "Speed")
    assert (game.space(1, "might"), game.space(1, "speed")) == (1, 1)
    assert (totals_left(game.S), dice_wanted(game.S)) == (2, 0)
    later = Play(3).haunt(101, traitor=1).clips(0, might=1).clips(1, might=1).start().roll(5)
    later.choose("attack player 1 to your left", "no")
    assert dice_wanted(later.S) == 2  # Avrixis has Might 2


def test_roll__twelve_totals_each_as_it_was_laid_out():
    """Totals come out in their order, whatever their number; one that no roll has is an error."""
    for totals in ((3,), (0, 1, 2, 3, 4, 5), (5, 0, 4, 1, 3, 2, 16)):
        game = Play(3).roll(*totals)
        assert totals_left(game.S) == len(totals)
    with pytest.raises(ScenarioError, match="totals .*17.*: expected 12 at most, each 0 to 16"):
        Play(3).roll(17)
