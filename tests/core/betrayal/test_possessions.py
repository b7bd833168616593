"""Events, items and omens in play (R34 to R44)."""

from __future__ import annotations

from fs_env.core.betrayal.scenario import Play
from fs_env.core.betrayal.scenario.play import instance_of
from fs_env.core.betrayal.tables import Zone


def zone(game: Play, name: str) -> Zone:
    return Zone(int(game._array["zone"][0, instance_of(name)]))


def alley(event: str, **options: int) -> Play:
    """Seat 0 is about to end the turn on the Ambush Alley and to draw an event."""
    return (
        Play(3, **options)
        .tile("Ambush Alley", "north", of="Elfsong Tavern")
        .stand(0, "Ambush Alley")
        .stack("events", event)
    )


def test_r34__an_event_is_discarded_unless_it_lasts():
    """R34: Vampiric Mist goes to the discard pile, the Pit Trap stays on its tile."""
    assert zone(alley("Vampiric Mist").start().dice(2, 2, 2).choose("end the turn"), "Vampiric Mist") == Zone.PILE
    game = alley("Pit Trap").start().choose("end the turn", "Might")
    assert zone(game, "Pit Trap") == Zone.LYING and game.on("Ambush Alley")["tokens"] == ["pit"]


def test_r35__an_item_is_controlled_by_its_drawer():
    """R35: a drawn item lies before its drawer."""
    game = alley("Shambling Form").stack("items", "Cleaver").start().dice(2, 2, 0, 0).choose("end the turn")
    assert game.cards(0) == ["Cleaver"]


def test_r36__an_omen_has_its_immediate_text():
    """R36: the Homunculus gives Might and Knowledge; omens are counted."""
    game = Play(3).tile("Fountain", "north", of="Elfsong Tavern").stand(0, "Fountain").stack("streets", "Cursed Statue")
    game.stack("omens", "Homunculus").clips(0, might=3, knowledge=3).start().choose("go west")
    if game.question == "orient":
        game.choose(game.legal()[0])
    assert game.cards(0) == ["Homunculus"] and game.facts()["omens"] == 1
    assert (game.space(0, "might"), game.space(0, "knowledge")) == (4, 4)


def test_r37__an_item_is_used_once_in_each_turn():
    """R37: Bitter Root once now, again in the next turn."""
    game = Play(3).give(0, "Bitter Root").start().choose("use Bitter Root", "Might").expect(illegal="use Bitter Root")
    game.choose("end the turn", "end the turn", "end the turn").expect(legal="use Bitter Root")


def test_r38__one_thing_a_turn_with_each_card():
    """R38: a card that was dropped is not picked up in the same turn, one that was used is not dropped."""
    game = Play(3).give(0, "Cleaver", "Bitter Root").start().choose("drop Cleaver").expect(illegal="pick up Cleaver")
    game.choose("use Bitter Root", "Might").expect(illegal=["drop Bitter Root", "offer Bitter Root"])


def test_r39__dropped_cards_lie_in_a_pile():
    """R39, R84: any player may pick up as many as they like; what cannot be dropped lies there by a death alone (A40)."""
    game = Play(3).lie("Cleaver", "Elfsong Tavern").lie("Pry Bar", "Elfsong Tavern")
    game.lie("Berserker Axe", "Elfsong Tavern").lie("Meenlock", "Elfsong Tavern").start()
    game.expect(illegal="pick up Meenlock").choose("pick up Cleaver", "pick up Pry Bar", "pick up Berserker Axe")
    assert sorted(game.cards(0)) == ["Berserker Axe", "Cleaver", "Pry Bar"]
    Play(3).give(0, "Berserker Axe", "Cursed Armor").start().expect(
        illegal="drop Berserker Axe", legal="drop Cursed Armor"
    )


def test_r40__at_most_one_weapon_and_only_in_attack():
    """R40: the attacker chooses one weapon or none; the defender's weapon adds nothing."""
    game = Play(4).haunt(101, traitor=1).stand(0, "Kitchen").stand(1, "Kitchen").give(0, "Pry Bar", "Cleaver")
    game.give(1, "Maul").clips(0, might=1).clips(1, might=1).start().choose("attack player 1 to your left")
    assert set(game.legal()) == {"no", "choose Pry Bar", "choose Cleaver"}
    game.choose("choose Cleaver").dice(1, 1, 1, 1, 2, 1).choose("no")  # Might 4: 4, +1, against Might 2: 3
    assert game.question == "steal"


def test_r41__a_companion_stays_by_the_tile_of_its_dead_owner():
    """R41, R84: the next adventurer who enters takes control, with what it gives."""
    game = Play(4).haunt(101, traitor=3).lie("Meenlock", "Inner Chamber").clips(0, speed=5).start()
    game.expect(illegal="pick up Meenlock").choose("go west")
    assert game.cards(0) == ["Meenlock"] and game.space(0, "speed") == 7


def test_r42__no_haunt_of_the_content_has_item_tokens():
    """R42: quest tokens are laid, never carried: nothing but cards can be dropped or traded."""
    game = Play(4).haunt(7, traitor=3).table(marks=(2, 0)).start()
    assert not [words for words in game.legal() if words.startswith(("drop", "offer"))]


def test_r43__once_per_game_is_counted_for_each_player():
    """R43: the Fountain gives its Sanity once to each."""
    game = Play(3).tile("Fountain", "north", of="Elfsong Tavern").stand(0, "Fountain").stand(1, "Fountain").start()
    game.choose("end the turn", "end the turn", "end the turn", "end the turn")
    assert game.space(0, "sanity") == 4 and game.space(1, "sanity") == 4


def test_r44__an_empty_deck_is_made_of_its_discard_pile():
    """R44, A5: the discarded events are drawn again; without any nothing is drawn."""
    game = alley("Vampiric Mist").only("events", "Vampiric Mist").set_aside("events", "Death Vision").start()
    game.dice(2, 2, 2).choose("end the turn")
    assert game.facts()["decks"]["events"] == 1
    game = alley("Vampiric Mist").only("events").start().choose("end the turn")
    assert game.asked == 1 and game.player(0)["events"] == []


def test_trade__is_offered_and_accepted_or_not():
    """R38, A14: the other player takes the card or leaves it; either way it was dealt with this turn."""
    game = Play(3).give(0, "Cleaver", "Pry Bar").start().choose("offer Cleaver")
    game.choose("choose player 2 to your left").expect(asked=2, question="accept").choose("yes")
    assert game.cards(2) == ["Cleaver"]
    game.choose("offer Pry Bar", "choose player 1 to your left", "no").expect(asked=0, illegal="offer Pry Bar")
    assert game.cards(0) == ["Pry Bar"]


def test_trade__nobody_on_the_tile():
    """A14: a card is offered to a player on one's tile."""
    Play(3).give(0, "Cleaver").stand(0, "Kitchen").start().expect(illegal="offer Cleaver", legal="drop Cleaver")
