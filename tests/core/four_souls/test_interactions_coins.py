"""Coins between cards: Bum-Bo!, Poker Chip, Counterfeit Penny, Magnet, Two of Diamonds; Compost with Two of Clubs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.four_souls.rules.table import start


def test_bum_bo__silences_the_penny_and_the_magnet() -> None:
    """ER-38: coins that [bum_bo_item] turns into counters are not gained: neither [counterfeit_penny] nor another
    player's [magnet] answers; without Bum-Bo! both do."""
    items = ["bum_bo_item", "counterfeit_penny"]
    game = start({"items": items, "hand": ["three_cents"]}, {"items": ["magnet"]}).play("three_cents").pass_all()
    game.expect(stack=[], question="priority").expect(card="bum_bo_item", counters=3)
    game.expect(player=0, coins=3).expect(player=1, coins=3)
    game = start({"items": items[1:], "hand": ["three_cents"]}, {"items": ["magnet"]}).play("three_cents").pass_all()
    game.expect(stack=["trigger counterfeit penny", "trigger magnet"])


def test_magnet__moves_a_cent_which_bum_bo_does_not_see() -> None:
    """ER-38, R16.3: what [magnet] takes is no gain, so the [bum_bo_item] of its player stays without counters."""
    seats = {"hand": ["three_cents"]}, {"items": ["magnet", "bum_bo_item"]}
    game = start(*seats).play("three_cents").settle().expect(player=0, coins=5).expect(player=1, coins=4)
    game.expect(card="bum_bo_item", counters=0)


def test_magnet__answers_the_penny_too() -> None:
    """ER-06, ER-38: [counterfeit_penny] adds its own gain, which [magnet] answers as well; the penny does not."""
    seats = {"items": ["counterfeit_penny"], "hand": ["three_cents"]}, {"items": ["magnet"]}
    game = start(*seats).play("three_cents").settle().expect(player=0, coins=5).expect(player=1, coins=5)
    game.expect(stack=[])


def test_magnet__takes_from_what_the_chip_left() -> None:
    """R6.9, ER-38: [magnet] answers when the gain that [poker_chip] held back has happened, once."""
    seats = {"items": ["poker_chip"], "hand": ["a_dime"], "coins": 0}, {"items": ["magnet"]}
    game = start(*seats, dice=[2]).play("a_dime").pass_all().expect(stack=["held gain of 10", "trigger poker chip"])
    game.settle().expect(player=0, coins=0).expect(player=1, coins=4)


BOTH = {"items": ["bum_bo_item", "poker_chip"], "hand": ["four_cents", "three_cents"], "extra_plays": 1}


def test_chip_and_bum_bo__counters_first() -> None:
    """R6.2, ER-38: with [bum_bo_item] first nothing is gained and nothing is rolled; the first gain of the turn is over
    for [poker_chip] (ER-62), so the next one asks nothing."""
    game = start(BOTH).play("four_cents").pass_all().expect(asked=0, question="replacement")
    game.expect(legal=["choose Bum-Bo!", "choose Poker Chip"]).choose("bum_bo_item").expect(
        stack=[], question="priority"
    )
    game.expect(card="bum_bo_item", counters=4).expect(player=0, coins=3)
    game.play("three_cents").pass_all().expect(stack=[], question="priority").expect(card="bum_bo_item", counters=7)


@pytest.mark.parametrize(("number", "counters"), [(1, 1), (3, 1), (4, 8), (6, 8)])
def test_chip_and_bum_bo__roll_first(number: int, counters: int) -> None:
    """R6.2, R6.9: with [poker_chip] first the gain is rolled for, then [bum_bo_item] takes what it has become."""
    game = start(BOTH, dice=[number]).play("four_cents").pass_all().choose("poker_chip")
    game.expect(stack=["held gain of 4", "trigger poker chip"]).expect(card="bum_bo_item", counters=0).settle()
    game.expect(card="bum_bo_item", counters=counters).expect(player=0, coins=3)


def test_chip_and_bum_bo__no_question_in_the_turn_of_another() -> None:
    """ER-38: out of its player's turn [poker_chip] does not apply; [bum_bo_item] alone asks nothing."""
    game = start({}, BOTH).play("four_cents", by=1).pass_all().expect(stack=[], question="priority")
    game.expect(card="bum_bo_item", counters=4).expect(player=1, coins=3)


def test_chip_and_bum_bo__what_is_there_when_the_gain_resolves() -> None:
    """R6.9: [bum_bo_item] gained while [poker_chip] holds the coins takes them; destroyed meanwhile it does not."""
    seat = {"items": ["poker_chip"], "hand": ["four_cents", "the_stars"], "extra_plays": 1}
    game = start(seat, treasure_deck=["bum_bo_item"], dice=[6]).play("four_cents").pass_all().play("the_stars")
    game.settle().expect(card="bum_bo_item", counters=8).expect(player=0, coins=3)
    game = start(BOTH, {"items": ["chaos_card"]}, dice=[6]).play("four_cents").pass_all().choose("poker_chip")
    game.activate("chaos_card", "bum_bo_item", by=1).settle().expect(player=0, coins=11)


def test_chip_and_bum_bo__copies_of_both() -> None:
    """R6.2, R6.9: two [poker_chip] texts and [bum_bo_item]: after the first roll the player chooses again, each text
    once: [modeling_clay]."""
    seat = {"items": ["bum_bo_item", "poker_chip", "modeling_clay"], "hand": ["four_cents"], "coins": 0}
    game = start(seat, dice=[6, 5]).activate("modeling_clay", "poker_chip").settle().play("four_cents").pass_all()
    game.expect(legal=["choose Bum-Bo!", "choose Poker Chip", "choose Modeling Clay"]).choose("modeling_clay")
    game.pass_all().pass_all().pass_all().expect(stack=["held gain of 8"]).pass_all()
    game.expect(question="replacement", legal=["choose Bum-Bo!", "choose Poker Chip"], illegal="choose Modeling Clay")
    last = game.copy().choose("bum_bo_item").expect(stack=[])
    last.expect(card="bum_bo_item", counters=8).expect(player=0, coins=0)
    game.choose("poker_chip").settle().expect(card="bum_bo_item", counters=16).expect(player=0, coins=0)


@pytest.mark.parametrize("copy", ["modeling_clay", "diplopia"])
def test_two_bum_bos__the_player_picks_where_the_counters_lie(copy: str) -> None:
    """R6.2: one gain, two texts that replace it: its player names the card that takes it, the other gets nothing, and is
    asked again for the next gain: [bum_bo_item] [modeling_clay] [diplopia]."""
    seat = {"items": ["bum_bo_item", copy], "hand": ["four_cents", "three_cents"], "extra_plays": 2}
    game = start(seat).activate(copy, "bum_bo_item").settle().expect(card=copy, shows="bum_bo_item")
    game.play("four_cents").pass_all().expect(asked=0, question="replacement").choose(copy)
    game.expect(card=copy, counters=4).expect(card="bum_bo_item", counters=0)
    game.play("three_cents").pass_all().expect(asked=0, question="replacement").choose("bum_bo_item")
    game.expect(card=copy, counters=4).expect(card="bum_bo_item", counters=3).expect(player=0, coins=3)


def test_two_bum_bos__each_level_for_itself() -> None:
    """R6.2, ER-38: counters of two [bum_bo_item] texts are not added up: 9 and 1 give no attack, 10 on one card do:
    [modeling_clay]."""
    items = [{"card": "bum_bo_item", "counters": 9}, "modeling_clay"]
    game = start({"items": items, "hand": ["a_penny"]}).activate("modeling_clay", "bum_bo_item").settle()
    game.play("a_penny").pass_all().copy().choose("modeling_clay").expect(player=0, attack=1)
    game.choose("bum_bo_item").expect(player=0, attack=2)


def test_two_bum_bos__of_different_players() -> None:
    """R6.2: a text of another player replaces nothing, no player is asked: [bum_bo_item] [modeling_clay]."""
    seats = {"items": ["bum_bo_item"], "hand": ["four_cents"]}, {"items": ["modeling_clay"]}
    game = start(*seats).activate("modeling_clay", "bum_bo_item", by=1).settle().play("four_cents").settle()
    game.expect(card="bum_bo_item", counters=4).expect(card="modeling_clay", counters=0).expect(player=1, coins=3)


def test_gains_of_all__asked_in_turn_order() -> None:
    """A36, R6.2: each player gains, and the questions follow the turn order: [blank_rune] with [bum_bo_item]
    [poker_chip] [modeling_clay] [diplopia]."""
    seats = (
        {"items": ["poker_chip", "diplopia"], "hand": ["blank_rune"]},
        {"items": ["bum_bo_item", "modeling_clay"]},
        {},
    )
    game = start(*seats, dice=[6, 5]).activate("modeling_clay", "bum_bo_item", by=1).settle()
    game.activate("diplopia", "bum_bo_item", by=0).settle().play("blank_rune").pass_all().pass_all().pass_all()
    game.expect(asked=0, question="replacement").choose("poker_chip").expect(player=2, coins=3)
    game.expect(asked=1, question="replacement").choose("modeling_clay").expect(player=2, coins=9)
    game.expect(card="modeling_clay", counters=6).expect(card="bum_bo_item", counters=0).settle()
    game.expect(card="diplopia", counters=12).expect(player=0, coins=3).expect(player=1, coins=3)


def test_penalty__the_heir_is_asked_and_the_penalty_goes_on() -> None:
    """ER-64, R13.4: the cent of a penalty is a gain of the heir, who picks the card that takes it; then the item is
    destroyed: [shadow] [bum_bo_item] [modeling_clay]."""
    seats = (
        {"items": ["shadow", "bum_bo_item", "modeling_clay"], "hand": ["death_tarot"]},
        {"items": ["dinner", "meat"]},
    )
    game = start(*seats).activate("modeling_clay", "bum_bo_item").settle().play("death_tarot", 1).pass_all().pass_all()
    game.pass_all().expect(asked=0, question="replacement").choose("modeling_clay").expect(asked=0, question="destroy")
    game.choose("meat").expect(card="modeling_clay", counters=1).expect(player=1, coins=2, items=["dinner"])


@pytest.mark.parametrize(("number", "coins"), [(1, 6), (3, 6), (4, 15), (6, 15)])
def test_two_of_diamonds__with_the_chip(number: int, coins: int) -> None:
    """ER-38: [two_of_diamonds] is a gain of the coins held (5), which [poker_chip] makes 1 or 10."""
    seat = {"items": ["poker_chip"], "hand": ["two_of_diamonds"], "coins": 5}
    game = start(seat, dice=[number]).play("two_of_diamonds", 0).pass_all().expect(stack=["held gain of 5", "trigger"])
    game.settle().expect(player=0, coins=coins).expect(player=1, coins=3)


def test_two_of_diamonds__aimed_at_the_chip_by_another() -> None:
    """ER-38: a gain is a gain whoever causes it: another player's [two_of_diamonds] in one's own turn is held by
    [poker_chip]; in the other's turn it is not."""
    chip, other = {"items": ["poker_chip"], "coins": 4}, {"hand": ["two_of_diamonds"]}
    start(chip, other, dice=[6]).play("two_of_diamonds", 0, by=1).settle().expect(player=0, coins=12)
    start(chip, other, active=1).play("two_of_diamonds", 0, by=1).settle().expect(player=0, coins=8)


def test_two_of_diamonds__of_nothing_is_no_gain() -> None:
    """R22 Gain, ER-62: doubling no coins gains nothing, so [poker_chip] waits for the next gain: [two_of_diamonds]."""
    seat = {"items": ["poker_chip"], "hand": ["two_of_diamonds", "four_cents"], "coins": 0, "extra_plays": 1}
    game = start(seat, dice=[4]).play("two_of_diamonds", 0).pass_all().expect(stack=[], question="priority")
    game.play("four_cents").settle().expect(player=0, coins=8)


def composted(pile: list[str], **position: Any) -> Any:
    """Player 0 has used Two of Clubs for oneself and Compost, and is to play Pills! (blue), 1-2 loot 1, 3-4 loot 3."""
    seat = {"items": ["two_of_clubs", "compost"], "hand": ["pills_blue", "a_penny"], "extra_plays": 1}
    game = start(seat, {"hand": ["the_world"]}, loot_discard=pile, loot_deck=["jera", "dagaz", "ehwaz"], **position)
    return game.activate("two_of_clubs", 0).pass_all().activate("compost").settle()


def test_compost_and_two_of_clubs__all_of_the_doubled_loot() -> None:
    """ER-39: the doubled number of cards comes from the top of the discard pile: [compost] [two_of_clubs]."""
    game = composted(["bomb", "a_dime", "justice"], dice=[1]).play("pills_blue").settle()
    game.expect(player=0, hand=["a_penny", "bomb", "a_dime"]).expect(deck="loot", top=["jera"])
    game.expect(discard="loot", top=["pills_blue", "justice"], size=2)


def test_compost_and_two_of_clubs__a_short_pile() -> None:
    """ER-39: once the pile is empty the rest comes from the deck: 3 x 2 cards, two of them discarded ones: [compost]
    [two_of_clubs]."""
    game = composted(["bomb", "a_dime"], dice=[3]).play("pills_blue").settle()
    game.expect(player=0, hand=7).expect(discard="loot", size=1, top=["pills_blue"])
    for card in ("bomb", "a_dime", "jera", "dagaz", "ehwaz"):
        game.expect(card=card, zone="hand", owner=0)


def test_compost_and_two_of_clubs__each_for_its_own() -> None:
    """ER-39: the next loot is any player's: another player takes the discarded cards undoubled, the doubling stays: [compost]
    [two_of_clubs]."""
    game = composted(["bomb", "a_dime", "justice"], dice=[1]).play("the_world", by=1).settle()
    game.expect(player=1, hand=["bomb", "a_dime"]).play("pills_blue", by=0).settle()
    game.expect(player=0, hand=["a_penny", "jera", "dagaz"]).expect(discard="loot", size=3)
