"""R19: bonus souls and special soul cards."""

from __future__ import annotations

import pytest

from tests.core.four_souls.rules.table import start


@pytest.mark.parametrize(("coins", "souls"), [(23, []), (24, ["soul_of_greed"])])
def test_greed__twenty_five_cents(coins: int, souls: list[str]) -> None:
    """R19.1: [soul_of_greed] goes to the first player with 25 cents, not with 24."""
    game = start({"hand": ["a_penny"], "coins": coins}, bonus_souls=True).play("a_penny").settle()
    game.expect(player=0, soul_cards=souls)


def test_gluttony__ten_cards() -> None:
    """R19.1, FSR-160, A17: the tenth loot card of the start phase gives [soul_of_gluttony]; ten cards may be kept."""
    seat = {"hand": [*["a_penny"] * 6, *["two_cents"] * 3]}
    game = start(seat, phase="loot", bonus_souls=True).expect(player=0, souls=0).pass_all()
    game.expect(player=0, hand=10, soul_cards=["soul_of_gluttony"]).end_turn().expect(player=0, hand=10)


def test_guppy__two_items() -> None:
    """R19.1, A47: the trinket [guppys_hairball] counts with [guppys_paw] for [soul_of_guppy]."""
    seat = {"hand": ["guppys_hairball"], "items": ["guppys_paw"]}
    game = start(seat, bonus_souls=True).play("guppys_hairball").expect(player=0, souls=0).pass_all()
    game.expect(player=0, soul_cards=["soul_of_guppy"], souls=1)


def test_guppy__copies_count() -> None:
    """R19.1, ER-10: [diplopia] as a copy of [guppys_collar] is a second Guppy item; the soul outlasts the copy."""
    seat = {"items": ["diplopia", "guppys_collar"]}
    game = start(seat, bonus_souls=True).activate("diplopia", "guppys_collar").settle()
    game.expect(card="diplopia", shows="guppys_collar").expect(player=0, soul_cards=["soul_of_guppy"])
    game.end_turn().expect(card="diplopia", shows="diplopia").expect(player=0, souls=1)


def test_cents__however_they_came() -> None:
    """R19.1: stolen cents count: [jawbone] brings player 0 to 25."""
    game = start({"items": ["jawbone"], "coins": 22}, {"coins": 9}, bonus_souls=True).activate("jawbone", 1)
    game.settle().expect(player=0, coins=25, soul_cards=["soul_of_greed"]).expect(player=1, coins=6, souls=0)


def test_cards__however_they_came() -> None:
    """R19.1: cards received by [chaos] count; ten cards arrive in front of player 1."""
    seat = {"items": ["chaos"], "hand": [*["a_penny"] * 6, *["two_cents"] * 4]}
    game = start(seat, {"hand": ["bomb"]}, bonus_souls=True).activate("chaos").settle()
    game.expect(player=0, hand=["bomb"], souls=0).expect(player=1, hand=10, soul_cards=["soul_of_gluttony"])


def test_gained__at_once_without_the_stack() -> None:
    """R19.2, FSR-159: gained in the middle of the stack, in another player's turn; nothing is pushed for it."""
    seats = {"hand": ["a_dime"]}, {"coins": 24, "hand": ["two_cents"]}
    game = start(*seats, bonus_souls=True).play("a_dime").play("two_cents", by=1, turn=True).pass_all()
    game.expect(player=1, coins=26, soul_cards=["soul_of_greed"]).expect(stack=["play a dime"], asked=0)


def test_gained__before_the_rest_of_the_effect() -> None:
    """R19.2: the condition is met after a single action, even if the effect continues: loot 1 and discard 1."""
    seat = {"hand": [*["a_penny"] * 6, *["two_cents"] * 3], "items": ["bum_friend"]}
    game = start(seat, bonus_souls=True).activate("bum_friend").pass_all()
    game.expect(player=0, hand=10, soul_cards=["soul_of_gluttony"]).choose("a_penny").expect(player=0, hand=9, souls=1)


def test_gained__several_players_turn_order() -> None:
    """R19.2: two players reach nine and more cards by one exchange: the first in turn order from the active player."""
    penny, two = ["a_penny"] * 6, ["two_cents"] * 12
    three = ["three_cents"] * 10
    seats = {"hand": three}, {"hand": [*penny, *two[:4]]}, {"items": ["chaos"]}
    game = start(*seats, active=1, bonus_souls=True).activate("chaos", by=2).pass_all()
    game.expect(player=1, hand=10, soul_cards=["soul_of_gluttony"]).expect(player=2, hand=10, souls=0)


def test_first_only__nobody_else_gains_it() -> None:
    """R19.1, FSR-164: a second player with 25 cents gets nothing."""
    seats = {"souls": ["soul_of_greed"]}, {"hand": ["a_dime"], "coins": 20}
    game = start(*seats, bonus_souls=["soul_of_guppy", "soul_of_gluttony"])
    game.play("a_dime", by=1, turn=True).settle()
    game.expect(player=1, coins=30, souls=0).expect(player=0, soul_cards=["soul_of_greed"])


def test_afterwards__condition_does_not_matter() -> None:
    """R19.3: the soul stays when the cents are gone; discarded it never comes back."""
    seats = {"hand": ["a_penny"], "coins": 24}, {"items": ["jawbone", "chaos_card"], "coins": 25, "hand": ["a_dime"]}
    game = start(*seats, bonus_souls=True).play("a_penny").settle().activate("jawbone", 0, by=1).settle()
    game.expect(player=0, coins=22, soul_cards=["soul_of_greed"]).activate("chaos_card", "soul_of_greed", by=1)
    game.settle().expect(card="soul_of_greed", zone="out").expect(player=0, souls=0)
    game.play("a_dime", by=1, turn=True).settle().expect(player=1, coins=38, souls=0)
    game.expect(bonus_souls=["soul_of_gluttony", "soul_of_guppy"])


def test_ordinary__can_be_stolen() -> None:
    """R19.3, R18.5: a bonus soul is an ordinary soul card: [moms_shovel] steals it."""
    game = start({"items": ["moms_shovel"]}, {"souls": ["soul_of_guppy"]}).activate("moms_shovel", "soul_of_guppy")
    game.settle().expect(player=0, soul_cards=["soul_of_guppy"], souls=1).expect(player=1, souls=0)


def test_the_bone__third_effect() -> None:
    """R19.5, FSR-146: the last paid effect of [the_bone] makes it a soul worth 1 that is no item and not eternal."""
    game = start({"items": [{"card": "the_bone", "counters": 3}]}).pay("the_bone", which=3).expect(player=0, souls=0)
    game.settle().expect(player=0, items=[], soul_cards=["the_bone"], souls=1)
    game.expect(card="the_bone", zone="soul", eternal=False, counters=0)


def test_the_bone__stolen_and_gone_for_good() -> None:
    """R19.5, FSR-148, R18.6: as a soul [the_bone] is stolen; discarded it leaves the game."""
    game = start({"items": ["moms_shovel"]}, {"souls": ["the_bone"]}).activate("moms_shovel", "the_bone").settle()
    game.expect(player=0, soul_cards=["the_bone"]).expect(player=1, souls=0)
    game = start({"hand": ["judgement"], "souls": ["the_bone"]}).play("judgement").settle()
    game.expect(card="the_bone", zone="out").expect(player=0, souls=0)


def test_lost_soul__resolved_or_cancelled() -> None:
    """R19.6: [lost_soul] becomes a soul of who played it, in any turn; cancelled it is discarded."""
    game = start({}, {"hand": ["lost_soul"]}).play("lost_soul", by=1).settle()
    game.expect(player=1, soul_cards=["lost_soul"], souls=1).expect(discard="loot", size=0).expect(player=0, souls=0)
    game = start({"hand": ["lost_soul"]}, {"hand": ["butter_bean"]}).play("lost_soul")
    game.play("butter_bean", by=1).settle().expect(player=0, souls=0).expect(card="lost_soul", zone="discard")


def test_the_chest__destroyed_by_another_player() -> None:
    """R19.7, FSR-152: destroyed by [glass_cannon] of player 1, [the_chest] is a soul of its controller."""
    game = start({"items": ["the_chest"]}, {"items": ["glass_cannon"]}, dice=[6])
    game.activate("glass_cannon", "the_chest", by=1).pass_all().expect(player=0, soul_cards=["the_chest"], items=[])
    game.settle().expect(player=1, souls=0)


def test_the_chest__death_penalty() -> None:
    """R19.7: destroyed for the death penalty [the_chest] becomes a soul of the dead player."""
    game = start({"hand": ["death_tarot"]}, {"items": ["the_chest", "meat"]}).play("death_tarot", 1)
    game.settle("the_chest").expect(player=1, dead=True, soul_cards=["the_chest"], items=["meat"])


def test_the_chest__rerolled() -> None:
    """R19.7, ER-58: rerolled by [the_d20] it is a soul, and its controller gains a new treasure too."""
    game = start({"items": ["the_d20"]}, {"items": ["the_chest"]}, treasure_deck=["meat"])
    game.activate("the_d20", "the_chest").settle()
    game.expect(player=1, soul_cards=["the_chest"], items=["meat"]).expect(player=0, items=["the_d20"])


def test_the_chest__as_a_price() -> None:
    """R19.7: destroyed as the cost of [the_devil] it becomes a soul at once; the fourth one wins before the effect."""
    seat = {"items": ["the_chest"], "hand": ["the_devil"], "souls": 2}
    game = start(seat, {"items": ["mr_boom"]}).play("the_devil", "mr_boom", "the_chest").expect(player=0, souls=3)
    game.settle().expect(player=0, items=["mr_boom"], souls=3)
    game = start({**seat, "souls": 3}, {"items": ["mr_boom"]}).play("the_devil", "mr_boom", "the_chest")
    game.expect(over=True, winners=[0]).expect(card="mr_boom", owner=1)


def test_pandoras_box__six_is_a_soul() -> None:
    """R19.8: [pandoras_box] is destroyed, rolls, and on a 6 becomes a soul; it waits beside the stack meanwhile."""
    game = start({"items": ["pandoras_box"]}, dice=[6]).activate("pandoras_box").pass_all()
    game.expect(card="pandoras_box", zone="beside").expect(stack=["roll 6 for pandoras box"]).settle()
    game.expect(player=0, soul_cards=["pandoras_box"], souls=1)


def test_pandoras_box__changed_to_five() -> None:
    """R19.8, FSR-153: changed to a 5 it gives nine cents and lies in the treasure discard pile."""
    game = start({"items": ["pandoras_box"]}, {"items": ["book_of_belial"]}, dice=[6]).activate("pandoras_box")
    game.pass_all().activate("book_of_belial", by=1).pass_all(-1).expect(stack=["roll 5"]).settle()
    game.expect(player=0, coins=12, souls=0).expect(card="pandoras_box", zone="discard")
