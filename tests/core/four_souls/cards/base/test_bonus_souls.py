"""The three bonus souls of the base set."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Play, Scenario

NAMES = ["soul_of_greed", "soul_of_gluttony", "soul_of_guppy"]


def start(*players: dict[str, Any], **position: Any) -> Play:
    """A game with the bonus souls set up and the seats given, two at least."""
    return Scenario(players=[*players, *[{}] * (2 - len(players))], bonus_souls=True, **position).start()


def test_bonus_souls__are_laid_out_if_wanted() -> None:
    """R1.7, FSR-008: [soul_of_greed] [soul_of_gluttony] [soul_of_guppy] lie beside a game that uses them."""
    for wanted, names in ((1, NAMES), (0, [])):
        S = GAME.new()
        GAME.setup(S, seed=3, bonus_souls=wanted)
        Play(S).expect(bonus_souls=names).expect(player=0, souls=0)


def test_soul_of_greed__at_25_cents() -> None:
    """R19.1, R19.2, FSR-159: [soul_of_greed] goes to the first player with 25 cents, at once and without the stack."""
    game = start({"hand": ["a_penny"]}, {"coins": 24, "hand": ["two_cents"]}).play("a_penny")
    game.play("two_cents", by=1).expect(player=1, souls=0).pass_all()
    game.expect(player=1, coins=26, souls=1, soul_cards=["soul_of_greed"]).expect(stack=["play a penny"])
    game.expect(bonus_souls=NAMES[1:]).expect(player=0, souls=0)


@pytest.mark.parametrize(("coins", "souls"), [(23, 0), (24, 1)])
def test_soul_of_greed__not_before(coins: int, souls: int) -> None:
    """R19.1: 24 cents do not suffice for [soul_of_greed], 25 do."""
    start({"coins": coins, "hand": ["a_penny"]}).play("a_penny").settle().expect(player=0, souls=souls, coins=coins + 1)


def test_soul_of_greed__stolen_coins_count() -> None:
    """R19.1: for [soul_of_greed] cents count however they came."""
    game = start({"coins": 23, "items": ["jawbone"]}).activate("jawbone", 1).settle()
    game.expect(player=0, coins=26, soul_cards=["soul_of_greed"])


def test_soul_of_greed__is_kept_and_gained_once() -> None:
    """R19.1, R19.3, FSR-164: [soul_of_greed] stays with its owner when the coins are gone; no player gets another."""
    game = start({"coins": 25, "hand": ["a_penny"]}, {"coins": 20, "hand": ["a_dime"]}).play("a_penny").settle()
    game.expect(player=0, souls=1).buy("deck").settle().expect(player=0, coins=16, souls=1)
    game.play("a_dime", by=1).settle().expect(player=1, coins=30, souls=0)


def test_soul_of_greed__discarded_is_out_of_the_game() -> None:
    """R19.3, R18.6, FSR-162: a discarded [soul_of_greed] is set aside; the next player with 25 cents gets nothing."""
    seats = [{"souls": ["soul_of_greed"]}, {"hand": ["judgement"]}, {"coins": 24, "hand": ["a_dime"]}]
    game = Scenario(players=seats, bonus_souls=["soul_of_gluttony"]).start().play("judgement", 0, by=1).settle()
    game.expect(player=0, souls=0).expect(card="soul_of_greed", zone="out")
    game.play("a_dime", by=2).settle().expect(player=2, coins=34, souls=0).expect(card="soul_of_greed", zone="out")


def test_soul_of_greed__several_players_at_once() -> None:
    """R19.2, A18: if several players reach 25 cents together, the first in turn order from the active player gets
    [soul_of_greed]."""
    seats = [{"coins": 24}, {"coins": 24, "hand": ["blank_rune"]}, {"coins": 24}]
    game = start(*seats, active=2, dice=[1]).play("blank_rune", by=1).settle()
    game.expect(player=2, souls=1).expect(player=0, souls=0).expect(player=1, souls=0)


def test_soul_of_gluttony__at_ten_cards() -> None:
    """R19.1, R7.10, A17, FSR-160: [soul_of_gluttony] is gained with the tenth card in hand, all of which are kept."""
    hand = ["a_penny", "bomb", "dagaz", "ehwaz", "justice", "the_sun", "the_moon", "strength", "temperance"]
    game = start({"hand": hand}, loot_deck=["a_dime"], phase="loot").expect(player=0, souls=0)
    game.pass_all().expect(player=0, hand=10, souls=1, soul_cards=["soul_of_gluttony"]).expect(stack=[])
    game.until("action").end_turn().expect(player=0, hand=10).expect(active=1)


def test_soul_of_gluttony__nine_cards_are_too_few() -> None:
    """R19.1: the ninth card in hand gains nothing, the tenth [soul_of_gluttony]."""
    game = start({"hand": ["two_cents"] * 8}, loot_deck=["bomb", "dagaz"], phase="loot")
    game.pass_all().expect(player=0, hand=9, souls=0).expect(card="soul_of_gluttony", zone="bonus")
    game = start({"hand": ["two_cents"] * 8, "items": ["moms_purse"]}, loot_deck=["bomb", "dagaz"], phase="loot")
    game.pass_all().expect(player=0, hand=10, soul_cards=["soul_of_gluttony"])


def test_soul_of_gluttony__passing_through_ten() -> None:
    """A84, R15.11: loot is drawn one by one, so a hand that passes ten gains [soul_of_gluttony]; it may win the game."""
    hand = ["the_world", *["a_penny"] * 6, "bomb", "bomb", "dagaz"]
    game = start({"hand": hand, "souls": 3}).play("the_world").pass_all().expect(over=True, winners=[0])
    game.expect(player=0, hand=10, souls=4)


def test_soul_of_guppy__at_two_guppy_items() -> None:
    """R19.1: [soul_of_guppy] is gained with the second Guppy item, a trinket in play included; in hand it is none."""
    game = start({"hand": ["guppys_hairball"], "items": ["guppys_paw"]}, {"items": ["guppys_head"]})
    game.expect(player=0, souls=0).play("guppys_hairball").pass_all().expect(player=0, soul_cards=["soul_of_guppy"])
    game.expect(player=1, souls=0)


def test_soul_of_guppy__bought_and_copied_items_count() -> None:
    """R19.1: a bought Guppy item counts for [soul_of_guppy], and so does a copy of one; a shop item does not."""
    game = start({"items": ["guppys_paw"], "coins": 10}, shop=["guppys_head"]).expect(player=0, souls=0)
    game.buy("guppys_head").pass_all().expect(player=0, soul_cards=["soul_of_guppy"])
    game = start({"items": ["guppys_paw", "modeling_clay"]}).expect(player=0, souls=0)
    game.activate("modeling_clay", "guppys_paw").pass_all().expect(player=0, soul_cards=["soul_of_guppy"])


def test_bonus_souls__win_the_game() -> None:
    """R18.1, A54: a bonus soul ([soul_of_greed]) as the fourth soul wins in the middle of a resolution."""
    game = start({"coins": 20, "souls": 3, "hand": ["a_nickel"]}).play("a_nickel").pass_all()
    game.expect(over=True, winners=[0], outcome="won")
