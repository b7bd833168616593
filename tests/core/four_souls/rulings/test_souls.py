"""Rulings about souls, bonus souls and winning."""

from __future__ import annotations

from fs_env.core.four_souls.scenario import Scenario
from tests.core.four_souls.rules.table import deal, start


def test_fsr_008__three_bonus_souls_from_the_start() -> None:
    """FSR-008, R1.7: a game with bonus souls has all three of them set up."""
    deal(seed=1, players=2, bonus_souls=1).expect(bonus_souls=["soul_of_greed", "soul_of_gluttony", "soul_of_guppy"])
    deal(seed=1, players=2, bonus_souls=0).expect(bonus_souls=[])


def test_fsr_119__lust_kills_her_killer() -> None:
    """FSR-119, R14.8, R4.9: player 0 dies to [lust] first, pays, and dead still gets two loot cards and the soul."""
    seat = {"hp": 1, "coins": 3, "hand": ["bomb"]}
    game = start(seat, monsters=[{"card": "lust", "hp": 1}, "fly"], dice=[4]).attack("lust")
    game.pass_all().pass_all().pass_all().expect(stack=["combat damage 1 to lust"]).pass_all()
    game.expect(stack=["death of lust", "trigger lust"]).pass_all()
    game.expect(stack=["death of lust", "death of player 0"]).pass_all()
    game.expect(stack=["death of lust", "penalty of player 0"], attacking=None).pass_all()
    game.expect(player=0, dead=True, coins=2, hand=0).expect(stack=["death of lust"], phase="action").pass_all()
    game.expect(stack=["card of lust", "reward of lust"]).settle()
    game.expect(player=0, dead=True, hand=2, soul_cards=["lust"]).expect(phase="end", active=0)


def test_fsr_121__answer_before_the_soul() -> None:
    """FSR-121, R14.5: with the reward and the card of a boss on the stack player 1 may still act; no soul yet."""
    seats = {"items": [{"card": "tech_x", "counters": 3}]}, {"hand": ["a_penny"]}
    game = start(*seats, monsters=["monstro", "fly"]).pay("tech_x", "monstro").pass_all().pass_all()
    game.expect(stack=["card of monstro", "reward of monstro"]).expect(player=0, souls=0)
    game.play("a_penny", by=1).pass_all().pass_all().expect(player=0, souls=0, coins=9).expect(player=1, coins=4)
    game.pass_all().expect(player=0, souls=1)


def test_fsr_123__chaos_card_on_a_boss() -> None:
    """FSR-123, R14.7: a boss destroyed by [chaos_card] of player 1 is killed: player 0, whose turn it is, is paid."""
    game = start({}, {"items": ["chaos_card"]}, monsters=["monstro", "fly"]).activate("chaos_card", "monstro", by=1)
    game.pass_all().expect(stack=["death of monstro"], asked=0).settle()
    game.expect(player=0, coins=9, soul_cards=["monstro"]).expect(player=1, coins=3, souls=0)


def test_fsr_143__epic_boss_wins_with_three_cards() -> None:
    """FSR-143, R18.2: two souls and the two of [mom] are four."""
    seat = {"souls": 2, "items": [{"card": "tech_x", "counters": 3}]}
    game = start(seat, monsters=["mom", "fly"]).pay("tech_x", "mom").settle()
    game.expect(over=True, winners=[0]).expect(player=0, soul_cards=3, souls=4)


def test_fsr_146__the_bone_becomes_a_soul() -> None:
    """FSR-146, R19.5: the third paid effect of [the_bone] makes it a soul worth 1, without abilities."""
    seat = {"items": [{"card": "the_bone", "counters": 4}]}
    game = start(seat).pay("the_bone", which=3).settle().expect(player=0, soul_cards=["the_bone"], items=[])
    game.expect(illegal=["activate The Bone", *[f"pay for The Bone ({k})" for k in (1, 2, 3)]])


def test_fsr_148__the_bone_is_stolen() -> None:
    """FSR-148, R19.5: as a soul [the_bone] is no longer eternal: [moms_shovel] takes it."""
    seats = {"items": [{"card": "the_bone", "counters": 3}]}, {"items": ["moms_shovel"]}
    game = start(*seats).pay("the_bone", which=3).settle().activate("moms_shovel", "the_bone", by=1).settle()
    game.expect(player=1, soul_cards=["the_bone"], souls=1).expect(player=0, souls=0)


def test_fsr_149_150__lost_soul() -> None:
    """FSR-149, FSR-150, R19.6: [lost_soul] as fourth soul wins; cancelled it is discarded and no player has won."""
    seats = {"hand": ["lost_soul"], "souls": 3}, {"hand": ["butter_bean"]}
    game = start(*seats).play("lost_soul")
    game.copy().pass_all().expect(over=True, winners=[0])
    game.play("butter_bean", by=1, turn=True).settle().expect(over=False).expect(card="lost_soul", zone="discard")
    game.expect(player=0, souls=3)


def test_fsr_152__the_chest_of_another_player() -> None:
    """FSR-152, R19.7: destroyed by the [chaos_card] of player 1 [the_chest] is a soul of player 0."""
    game = start({"items": ["the_chest"]}, {"items": ["chaos_card"]}).activate("chaos_card", "the_chest", by=1).settle()
    game.expect(player=0, soul_cards=["the_chest"], items=[]).expect(player=1, souls=0)
    game.expect(discard="treasure", top=["chaos_card"], size=1)


def test_fsr_153__pandoras_box_turned_down() -> None:
    """FSR-153, R19.8: the 6 of [pandoras_box] is made a 5 with [book_of_belial]: nine cents, no soul."""
    game = (
        start({"items": ["pandoras_box"]}, {"items": ["book_of_belial"]}, dice=[6]).activate("pandoras_box").pass_all()
    )
    game.expect(stack=["roll 6"]).activate("book_of_belial", by=1).pass_all(-1).settle().expect(player=0, coins=12)
    game.expect(player=0, souls=0).expect(discard="treasure", top=["pandoras_box"])


def test_fsr_157__stolen_soul_counts_at_once() -> None:
    """FSR-157, R18.5: a boss soul stolen by [the_lamb]'s death counts for the thief, who wins with it."""
    seats = {"souls": 2, "items": [{"card": "tech_x", "counters": 3}]}, {"souls": ["monstro"]}
    game = start(*seats, monsters=["the_lamb", "fly"]).pay("tech_x", "the_lamb").pass_all().pass_all()
    game.expect(stack=["card of the lamb", "reward of the lamb", "trigger the lamb player 1"]).pass_all("yes")
    game.expect(player=0, souls=3, soul_cards=3).expect(player=1, souls=0).expect(over=False).settle()
    game.expect(over=True, winners=[0])


def test_fsr_159__greed_in_another_turn() -> None:
    """FSR-159, R19.2: from 24 to 26 cents in the turn of player 0, with objects on the stack: gained at once."""
    seats = {"hand": ["bomb"]}, {"coins": 24, "hand": ["two_cents"]}
    game = start(*seats, bonus_souls=True).play("bomb", "fatty").play("two_cents", by=1, turn=True).pass_all()
    game.expect(player=1, soul_cards=["soul_of_greed"], coins=26).expect(stack=["play bomb"], asked=0)


def test_fsr_160__gluttony_by_the_start_phase() -> None:
    """FSR-160, R7.10: nine cards and the one of the start phase: [soul_of_gluttony], and nothing to discard later."""
    hand = [*["a_penny"] * 6, *["two_cents"] * 3]
    game = start({"hand": hand}, phase="start", bonus_souls=True).until("action")
    game.expect(player=0, soul_cards=["soul_of_gluttony"], hand=10).end_turn().expect(player=0, hand=10, souls=1)


def test_fsr_162__discarded_greed_never_returns() -> None:
    """FSR-162, R19.3: player 0 discards [soul_of_greed] to [judgement]; player 1 with 30 cents does not get it."""
    seats = {"souls": ["soul_of_greed"]}, {"hand": ["judgement", "a_dime"], "coins": 20, "extra_plays": 2}
    game = start(*seats).play("judgement", 0, by=1, turn=True).settle().expect(card="soul_of_greed", zone="out")
    game.play("a_dime", by=1).settle().expect(player=1, coins=30, souls=0)


def test_fsr_164__greed_is_taken() -> None:
    """FSR-164, R19.1: with [soul_of_greed] in front of player 0, 25 cents of player 1 mean nothing."""
    seats = {"hand": ["a_penny"], "coins": 24}, {"hand": ["a_dime"], "coins": 20}
    game = start(*seats, bonus_souls=True).play("a_penny").settle().expect(player=0, soul_cards=["soul_of_greed"])
    game.play("a_dime", by=1, turn=True).settle().expect(player=1, coins=30, souls=0)


def test_bonus_souls__none_laid_out_by_default() -> None:
    """R1.7: a position without bonus souls gives none, whatever the cents."""
    game = Scenario(players=[{"hand": ["a_dime"], "coins": 90}, {}]).start().play("a_dime").settle()
    game.expect(player=0, coins=100, souls=0)
