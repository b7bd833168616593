"""Answers of the heuristic bot to questions: targets, modes, yes or no, cards to keep or to give up."""

from __future__ import annotations

import pytest

from fs_env.core.four_souls.scenario import Placed, Seat
from tests.agents.table import Bot, position


def test_harm__goes_to_the_leader():
    """Of three opponents Death kills the one with most souls."""
    play = position(Seat(hand=["death_tarot"]), Seat(souls=1), Seat(souls=3), Seat())
    assert Bot().would(play.play("death_tarot")) == "choose the second player to your left"


@pytest.mark.parametrize(("card", "own"), [("the_chariot", True), ("death_tarot", False)])
def test_targets__help_for_itself_harm_for_others(card, own):
    """Before its attack The Chariot strengthens itself; Death is never for itself."""
    play = position(Seat(hand=[card]), Seat(), monsters=["pin"]).play(card)
    assert (Bot().would(play) == "choose yourself") is own


def test_curse__for_an_opponent():
    """A curse goes to an opponent, the one with most souls (R2.16)."""
    play = position(Seat(), Seat(), Seat(souls=2), monster_deck=["curse_of_loss"])
    play.attack("deck").pass_all()
    assert Bot().would(play) == "choose the second player to your left"


def test_discard__the_least_useful_loot():
    """With a card too many at the end of its turn it discards a penny, not Lost Soul or a Bomb! (R7.10)."""
    hand = ["a_penny", "lost_soul", "bomb", "a_dime", "soul_heart", "butter_bean", "the_magician", "the_chariot"]
    play = position(Seat(hand=[*hand, "death_tarot", "the_hermit", "the_sun"]), Seat(), phase="end")
    while play.question != "hand_limit":
        play.pass_()
    assert Bot().would(play) == "choose A Penny!"


def test_destroy__the_least_valuable_item():
    """Of its own items it gives up The Map rather than Meat! when it dies (R13.4)."""
    play = position(Seat(items=["meat", "the_map"], hp=1), Seat(), monsters=["pin"], dice=[1])
    play.attack("pin")
    while play.question != "destroy":
        play.pass_all()
    assert Bot().would(play) == "choose The Map"


@pytest.mark.parametrize(("item", "hers", "expected"), [("the_map", "meat", "yes"), ("meat", "the_d4", "no")])
def test_may__swaps_only_for_a_better_item(item, hers, expected):
    """Finger exchanges its worst item for a better one of another player, never a better one for a worse."""
    play = position(Seat(items=["finger", item]), Seat(items=[hers]), monsters=["pin"], active=1, dice=[2])
    play.attack("pin").pass_all().pass_all()
    bot = Bot()
    while play.asked != 0 or play.question == "priority":
        play.pass_() if play.question == "priority" else play.choose(hers)
    if play.question == "target":
        bot.does(play)
    while play.question != "may":
        play.pass_()
    assert bot.would(play) == expected


def test_may__takes_a_soul():
    """When Wizoob dies it makes the opponent with a soul lose it."""
    play = position(Seat(hand=["bomb"]), Seat(souls=["gurdy"]), monsters=[Placed("wizoob", hp=1)])
    play.play("bomb", "wizoob")
    while play.question != "may":
        play.pass_all()
    assert Bot().would(play) == "yes"


def test_slot__covers_what_it_would_not_attack():
    """A monster revealed from the deck covers Satan!, not Fly."""
    play = position(monsters=["fly", "satan"], monster_deck=["pin"])
    play.attack("deck").pass_all()
    assert play.question == "slot"
    assert Bot().would(play) == "choose Satan!"


def test_keep__the_best_card():
    """Of the five treasures it looks at it keeps the one worth most on top."""
    deck = ["the_map", "the_compass", "brimstone", "the_blue_map", "dads_lost_coin"]
    play = position(Seat(hand=["the_hermit"]), Seat(), treasure_deck=deck).play("the_hermit").pass_all()
    assert play.question == "keep"
    assert Bot().would(play) == "choose Brimstone"
