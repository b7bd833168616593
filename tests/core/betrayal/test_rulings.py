"""Adopted rulings (section 16 of the rules) that no other test names."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.core.betrayal.content.haunts import CHART
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.scenario import Play

CALM = "Avrixis Mizzrym"


def drawing(event: str, *dice: int, players: int = 3) -> Play:
    """Seat 0 ends the turn on the Ambush Alley and draws an event; the others are on the Tavern."""
    game = Play(players, adventurers=[CALM]).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(0, "Ambush Alley")
    game.stack("events", event).start()
    if dice:
        game.dice(*dice)
    return game.choose("end the turn")


def test_a11__a_tile_without_a_row_counts_as_the_nearest_omen_tile():
    """A11: an omen drawn on the Tavern counts for the House of Blood (row 0) next to the Chamber."""
    game = Play(4).tile("House of Blood", "north", of="Inner Chamber").give(0, "Bitter Root").table(n_due=1)
    game.start().table(omens=13).choose("end the turn")
    assert game.facts()["haunt"]["number"] == CHART[0][0]


def test_a12__the_affected_player_chooses_among_the_nearest():
    """A12: Familiar Echoes with two others at one space each asks whom to join."""
    game = Play(3, adventurers=[CALM]).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(0, "Ambush Alley")
    game.tile("Fountain", "north", of="Ambush Alley").stand(1, "Fountain").stack("events", "Familiar Echoes").start()
    game.choose("end the turn").expect(asked=0, question="to")
    assert len(game.legal()) == 2


def test_a13__attacks_of_events_are_rolled_without_a_decision():
    """A13, A28: Bhaal's Call rolls its own three dice; the player to the right is not asked."""
    drawing("Bhaal's Call", 0, 1, 0, 2, 1, 1).expect(asked=0, question="split")


def test_a17__being_placed_costs_nothing_but_enters():
    """A17: the Flumph puts the figure on the Landing, where the Green Slime rolls."""
    game = Play(3, adventurers=[CALM]).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(0, "Ambush Alley")
    game.token("slime", "Catacomb Landing").stack("events", "A Flumph Appears").start()
    game.dice(0, 1, 0, 2, 2, 1, 0, 0, 0, 0).choose("end the turn")
    assert game.at(0) == "Catacomb Landing" and game.player(0)["moved"] == 0
    assert game.on("Catacomb Landing")["tokens"] == []


def test_a18__the_active_player_is_first_then_seats_to_the_left():
    """A18: the Hungry Horde asks seat 1, whose turn it is, then 2, then 0."""
    game = Play(3, turn=1).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(1, "Ambush Alley")
    for seat, card in enumerate(("Cleaver", "Maul", "Pry Bar")):
        game.give(seat, card).clips(seat, might=1, speed=1)
    game.give(0, "Mourning Mask").give(1, "Felt Shoes").give(2, "Brass Lens")
    game.stack("events", "Hungry Horde").start().dice(1, 1, 0, 0, 1, 1, 1, 1, 0, 0).choose("end the turn")
    asked = []
    while game.question == "discard":
        asked.append(game.asked)
        game.choose(game.legal()[0])
    assert asked == [1, 2, 0]


def test_a18__figures_roll_in_that_order():
    """A18: for the Runes, the Doom and the Pipes the active player rolls first, then seats to the left, monsters last."""
    game = Play(3, turn=1).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(1, "Ambush Alley")
    runes = game.haunt(102, traitor=2).monster("Elfsong Tavern").stack("events", "Explosive Runes").start()
    runes.roll(0, 1, 2, 0, 1).choose("end the turn")  # Knowledge, then a die of seats 1, 2, 0 and of the monster
    hurt = []
    while runes.question in ("ignore", "split"):
        hurt += [runes.asked] * (runes.question == "split")
        runes.choose(runes.legal()[-1] if runes.question == "split" else "no")
    assert hurt == [1, 2, 2] and not runes.monsters()
    doom = Play(3, turn=1).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(1, "Ambush Alley")
    doom.stack("events", "Sound of Looming Doom").start().roll(5, 3, 1, 6, 0).choose("end the turn").expect(asked=0)
    pipes = Play(3, turn=1).haunt(101, traitor=2).give(1, "Pipes of Haunting").start().roll(4, 0)
    pipes.choose("use Pipes of Haunting")
    assert pipes.question == "push" and "player_0" in pipes.decision_text  # seat 2 has held out with a 4


def test_a19__a_fellow_hero_is_no_target():
    """A19: heroes cannot attack each other but with a hidden traitor."""
    game = Play(4).haunt(101, traitor=3).stand(3, "Kitchen").start()
    assert not [words for words in game.legal() if words.startswith("attack")]


def test_a21__the_illusory_wall_asks_for_a_stack_in_the_city_only():
    """A21: building or street in the city; in the catacombs there is one stack."""
    game = drawing("Illusory Wall").choose("the east wall").expect(question="either")
    assert game.legal() == ["the first", "the second"]
    below = Play(3).stand(0, "Keeper's Cell").tile("Keeper's Cell", "north", of="Catacomb Landing", turned=2)
    below.tile("Nameless Pit", "west", of="Catacomb Landing", turned=1).stand(0, "Nameless Pit")
    below.stack("events", "Illusory Wall").start().choose("end the turn")
    while below.question == "tile":
        below.choose(below.legal()[0])
    assert below.question != "either"


def test_a25__within_n_tiles_counts_steps_through_doors():
    """A25: Miska reaches the third tile, not the fourth, and stairs do not count."""
    game = Play(3, adventurers=["Miska Silversong"]).tile("Fountain", "east", of="Elfsong Tavern").stand(0, "Kitchen")
    game.stand(1, "Fountain").stand(2, "Kitchen Basement").start().choose("use your power")
    assert int(game.seen(0)["players"]["inspired"][1]) == 1
    far = Play(3, adventurers=["Miska Silversong"]).stand(0, "Kitchen").stand(1, "Kitchen Basement")
    far.stand(2, "Kitchen Basement").start().choose("use your power")
    assert not far.seen(0)["players"]["inspired"].any()


def test_a29__the_only_answer_is_given_without_a_question():
    """A29: a player who can do nothing but end the turn is not asked."""
    game = Play(3).stand(1, "Kitchen").having(1, slow_next=1).start().choose("end the turn", "go east")
    game.expect(asked=2)


def test_a30__a_haunt_in_the_middle_of_a_turn_ends_it():
    """A30: with immediate rolls the discoverer's turn is over."""
    game = Play(4, haunt_roll=1, haunt=2).tile("Fountain", "north", of="Elfsong Tavern").stand(0, "Fountain")
    game.give(0, "Bitter Root").only("streets", "Cursed Statue").stack("omens", "Pipes of Haunting").table(omens=12)
    game.start().choose("go west")
    if game.question == "orient":
        game.choose(game.legal()[0])
    assert game.facts()["haunt"]["number"] == 101 and game.question == "turn"
    sides = [player["side"] for player in game.facts()["players"]]
    assert game.asked == (sides.index("traitor") + 1) % 4


def test_a33__a_secret_traitor_may_break_seals():
    """A33: the task is offered to the hidden traitor too, and counts for the heroes."""
    game = Play(4).haunt(103, traitor=0).tile("House of Blood", "north", of="Inner Chamber").stand(0, "House of Blood")
    game.start().expect(legal="attempt task 1").dice(2, 2, 2).choose("attempt task 1")
    assert game.facts()["marks"] == [1, 0]


def test_a34__nobody_hinders_while_the_traitor_is_hidden():
    """A34: Speed 3 leaves a tile with three others after a step as if they were not there."""
    game = Play(4, adventurers=["Torskar Stonecleaver"]).haunt(103, traitor=1).stand(0, "Inner Chamber")
    game.clips(0, speed=4).start().choose("go east").expect(legal="go west").choose("go west")
    assert game.player(0)["moved"] == 2


def test_a35__the_cursed_armor_is_asked_about_only_where_it_may_help():
    """A35: where the attacker does not lose, or is hurt by losing; one Sanity for one point."""
    game = Play(3, adventurers=[CALM, "Tasha Brightbottle"]).haunt(101, traitor=1).give(1, "Cursed Armor")
    game.stand(2, "Kitchen").clips(0, might=1).clips(1, might=1, sanity=3).start()
    lost = game.copy().dice(0, 0, 1, 0).choose("attack player 1 to your left").expect(asked=1, question="react")
    assert "2 left" in lost.choose("yes").expect(asked=0, question="split").decision_text
    far = Play(3, adventurers=[CALM, "Tasha Brightbottle"]).haunt(101, traitor=1).give(1, "Cursed Armor")
    far.give(0, "Long Sling").stand(1, "Kitchen").clips(0, speed=1).clips(1, speed=1).start().dice(0, 0, 0, 0, 1, 0, 0)
    far.choose("attack player 1 to your left").expect(asked=0, question="turn")
    game.dice(1, 0, 0, 0).choose("attack player 1 to your left").expect(asked=1, question="react").choose("yes")
    assert game.space(1, "sanity") == 2
    game.expect(asked=0, question="turn")


def test_a36__who_is_healed_chooses_the_trait():
    """A36: Vort heals seat 1, who is asked."""
    game = Play(3, adventurers=["Vort Dormall"]).clips(1, might=1, speed=1).start().choose("use your power")
    game.expect(asked=1, question="trait", legal=["Might", "Speed"])


@pytest.mark.parametrize(
    ("packs", "words"),
    [(1, "catacomb tiles: 0 of 15"), (3, ""), (5, "item cards: 0 of 22"), (6, "adventurers: 0 of 12")],
)
def test_packs__tell_what_they_lack(packs: int, words: str):
    """Packs that make no game are refused with what is missing; without own haunts every haunt is number 7."""
    S = GAME.new()
    if words:
        with pytest.raises(ValueError, match=words):
            GAME.setup(S, seed=0, num_players=3, packs=packs)
    else:
        GAME.setup(S, seed=0, num_players=3, packs=packs)
        assert int(S.view(np.ndarray)["wanted"][0]) == 1
        with pytest.raises(ValueError, match="add the pack 'haunts'"):
            GAME.setup(S, seed=0, num_players=3, packs=packs, haunt=3)
