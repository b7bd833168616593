"""Base treasures that change numbers: hit points, attack, rolls, plays, prices. Each test names its cards in brackets."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Scenario
from tests.core.four_souls.rules.table import start


@pytest.mark.parametrize("card", ["dinner", "breakfast"])
def test_hp_items__give_a_hit_point(card: str) -> None:
    """R12.9: [dinner] [breakfast] +1 maximum HP and the hit point with it, for their player alone."""
    game = start({"coins": 10, "hp": 1}, {}, shop=[card, "the_relic"])
    game.buy(card).pass_all().expect(player=0, hp=2, max_hp=3).expect(player=1, hp=2, max_hp=2)


@pytest.mark.parametrize("card", ["dinner", "breakfast"])
@pytest.mark.parametrize(("before", "after"), [(3, 2), (2, 2), (1, 1)])
def test_hp_items__losing_them_only_caps(card: str, before: int, after: int) -> None:
    """A46: when the item goes, HP are capped at the lower maximum and no player dies: [dinner] [breakfast]."""
    game = start({"items": [card], "hp": before}, {"items": ["chaos_card"]})
    game.activate("chaos_card", card, by=1).settle().expect(player=0, hp=after, max_hp=2, dying=False)


def test_hp_items__add_up() -> None:
    """R6.2: both at once make 4: [dinner] [breakfast]."""
    start({"items": ["dinner", "breakfast"]}).expect(player=0, hp=4, max_hp=4)


def test_dry_baby__takes_one_at_most() -> None:
    """[dry_baby] 3 damage at once are 1; two events are two; others take the whole."""
    game = start({"hand": ["gold_bomb", "bomb"], "items": ["dinner", "dry_baby"]}, {})
    game.play("gold_bomb", 0).pass_all().expect(player=0, hp=2).play("bomb", 0).pass_all().expect(player=0, hp=1)
    game = start({"hand": ["gold_bomb"]}, {"items": ["dinner", "dry_baby"]})
    game.play("gold_bomb", 1).pass_all().expect(player=1, hp=2, max_hp=3)
    start({"hand": ["gold_bomb"], "items": ["dry_baby"]}).play("gold_bomb", 1).pass_all().expect(player=1, hp=0)


@pytest.mark.parametrize(("first", "hp"), [("dry_baby", 3), ("soul_heart", 2)])
def test_dry_baby__and_a_shield_in_the_chosen_order(first: str, hp: int) -> None:
    """ER-30: the damaged player orders: cap, then shield leaves 0; shield, then cap leaves 1: [dry_baby]."""
    game = start({"hand": ["gold_bomb"]}, {"items": ["dinner", "dry_baby"], "hand": ["soul_heart"]})
    game.play("gold_bomb", 1).play("soul_heart", 1, by=1).pass_all().pass_all()
    game.expect(asked=1, question="prevention").choose(first).expect(player=1, hp=hp)


def test_dry_baby__does_not_stop_a_kill() -> None:
    """R12.10: a kill is no damage: [dry_baby]."""
    start({"hand": ["death_tarot"]}, {"items": ["dry_baby"]}).play("death_tarot", 1).settle().expect(
        player=1, dead=True
    )


@pytest.mark.parametrize("card", ["synthoil", "meat"])
def test_attack_roll_items__add_one_to_each_attack_roll(card: str) -> None:
    """R9.3: [synthoil] [meat] +1 lies above every attack roll of their player, and acts before it counts."""
    game = start({"items": [card]}, monsters=["dip", "fatty"], dice=[3]).attack("dip").pass_all().pass_all()
    game.expect(stack=["attack roll 3", f"bonus +1 of {card}"]).pass_all().expect(stack=["attack roll 4"])
    game.pass_all().expect(stack=["combat damage 1 to dip"])
    game = start({"items": [card]}, monsters=["fatty"], dice=[1, 1]).attack("fatty").pass_all()
    for hp in (3, 2):
        game.pass_all().pass_all().pass_all().pass_all().expect(monster="fatty", hp=hp)


@pytest.mark.parametrize("card", ["synthoil", "meat"])
def test_attack_roll_items__are_for_their_player_and_attacks(card: str) -> None:
    """R9.2: no bonus for other rolls, nor for another player's attack: [synthoil] [meat]."""
    game = start({"items": [card, "mystery_sack"]}, dice=[2]).activate("mystery_sack").pass_all()
    game.expect(stack=["roll 2"])
    game = start({}, {"items": [card]}, dice=[2]).attack("fly").pass_all().pass_all().expect(stack=["attack roll 2"])


def test_attack_roll_items__add_up_and_come_again_after_a_reroll() -> None:
    """R9.5: [synthoil] and [meat] make +2, at most 6, and apply to the new number after a reroll as well."""
    game = start({"items": ["synthoil", "meat", "the_d6"]}, dice=[5, 1]).attack("fly").pass_all()
    game.pass_all("synthoil").pass_all().pass_all().expect(stack=["attack roll 6"]).activate("the_d6")
    game.pass_all("meat").expect(stack=["attack roll 1", "bonus", "bonus"]).pass_all().pass_all().expect(
        stack=["attack roll 3"]
    )


def test_brimstone__burns_another_player_with_each_hit() -> None:
    """[brimstone] +1 ATK; damage dealt to a monster, by an attack or a bomb, costs another player 1; mandatory."""
    seats = [{"items": ["brimstone"], "hand": ["bomb"]}, {}, {}]
    game = Scenario(players=seats, monsters=["fatty", "fly"]).start().expect(player=0, attack=2)
    game.copy().attack("fatty").roll(5).pass_all().pass_all().pass_all().pass_all(2).expect(monster="fatty", hp=2)
    game.play("bomb", "fatty").pass_all().expect(question="target", illegal="choose player 0").choose(2)
    game.expect(stack=["trigger brimstone player 2"]).pass_all().expect(player=2, hp=1).expect(player=1, hp=2)
    game.expect(monster="fatty", hp=3)


def test_brimstone__hears_neither_damage_to_players_nor_that_of_others() -> None:
    """[brimstone] only damage that its player deals to monsters."""
    game = start({"items": ["brimstone"], "hand": ["bomb"]}, {"hand": ["bomb"]})
    game.play("bomb", 1).pass_all().expect(stack=[]).play("bomb", "fatty", by=1).pass_all()
    game.expect(monster="fatty", hp=3, slot=1).expect(stack=[]).expect(player=1, hp=1)


def test_ipecac__splashes_all_others_on_a_six() -> None:
    """[ipecac] +1 ATK; an own attack roll of 6 deals 1 damage to all other players."""
    game = Scenario(players=[{"items": ["ipecac"]}, {}, {}], monsters=["fatty"], dice=[6]).start()
    game.expect(player=0, attack=2).attack("fatty").pass_all().pass_all().pass_all()
    game.expect(stack=["combat damage 2 to fatty", "trigger ipecac"]).pass_all()
    game.expect(player=0, hp=2).expect(player=1, hp=1).expect(player=2, hp=1)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_ipecac__lower_numbers_are_nothing(number: int) -> None:
    """[ipecac] only a 6."""
    game = start({"items": ["ipecac"]}, dice=[number]).attack("fatty").pass_all().pass_all().pass_all()
    game.expect(stack=["combat damage"]).expect(player=1, hp=2)


def test_belly_button__hears_only_its_player() -> None:
    """[belly_button] another player's damage recharges nothing."""
    game = start({"hand": ["bomb"]}, {"items": ["belly_button"], "turned": True}).play("bomb", 0).pass_all()
    game.expect(stack=[], question="priority").expect(player=1, turned=True)


def test_ipecac__other_sixes_are_nothing() -> None:
    """[ipecac] neither a roll outside an attack nor another player's attack roll."""
    game = start({"items": ["ipecac", "mystery_sack"]}, dice=[6]).activate("mystery_sack").settle()
    game.expect(player=1, hp=2)
    start({}, {"items": ["ipecac"]}, dice=[6]).attack("fatty").pass_all().pass_all().pass_all().expect(
        stack=["combat damage 1 to fatty"]
    )


@pytest.mark.parametrize(
    ("seat", "attack", "bonus"),
    [
        ({"hand": [], "coins": 3}, 2, 0),
        ({"hand": ["bomb"], "coins": 0}, 1, 1),
        ({"hand": [], "coins": 0}, 2, 1),
        ({"hand": ["bomb"], "coins": 1}, 1, 0),
    ],
)
def test_empty_vessel__empty_hand_and_empty_purse(seat: dict[str, Any], attack: int, bonus: int) -> None:
    """[empty_vessel] without loot +1 ATK, without cents +1 to attack rolls, each by itself."""
    game = start({**seat, "items": ["empty_vessel"]}, dice=[2]).expect(player=0, attack=attack)
    game.attack("fatty").pass_all().pass_all().expect(stack=["attack roll 2", "bonus +1"][: 1 + bonus])


def test_empty_vessel__follows_the_hand() -> None:
    """R6.2: playing the last card adds the attack at once, looting takes it away: [empty_vessel]."""
    game = start({"items": ["empty_vessel"], "hand": ["a_penny"]}).play("a_penny").expect(player=0, attack=2)
    start({"items": ["empty_vessel", "bum_friend"]}, phase="loot").expect(player=0, attack=2).pass_all().expect(
        player=0, attack=1
    )
    game.settle().expect(player=0, attack=2, coins=4)


def test_champion_belt__first_attack_roll_and_second_attack() -> None:
    """[champion_belt] +1 ATK for the first attack roll of the turn only; one attack more."""
    game = start({"items": ["champion_belt"]}, monsters=["fatty", "fly"], dice=[5, 5, 5, 5, 5])
    game.attack("fatty").pass_all().pass_all().pass_all().expect(stack=["combat damage 2 to fatty"]).pass_all()
    game.pass_all().pass_all().expect(stack=["combat damage 1 to fatty"]).pass_all().fight().settle()
    game.expect(legal="attack Fly").attack("fly").pass_all().pass_all().pass_all()
    game.expect(stack=["combat damage 1 to fly"]).fight().expect(player=0, attacks_used=2)
    assert not [words for words in game.legal() if words.startswith("attack")]


def test_champion_belt__counts_the_rolls_of_the_turn() -> None:
    """ER-62: an attack roll made before it arrived was the first one: [champion_belt]."""
    game = start({"coins": 10}, monsters=["fly", "fatty"], shop=["champion_belt"], dice=[5, 5]).attack("fly").fight()
    game.buy("champion_belt").settle().attack("fatty").pass_all().pass_all().pass_all()
    game.expect(stack=["combat damage 1 to fatty"])


def test_polydactyly__two_plays_and_a_strong_first_roll() -> None:
    """[polydactyly] one loot play more in the own action phase; +1 ATK for the first attack roll of the turn."""
    game = start({"items": ["polydactyly"], "turned": True, "hand": ["a_penny", "a_penny", "a_penny"]})
    game.play("a_penny").settle().play("a_penny").settle().expect(player=0, coins=5, hand=1, illegal="play A Penny!")
    game.roll(5, 5).attack("fatty").pass_all().pass_all().pass_all().expect(stack=["combat damage 2"]).pass_all()
    game.pass_all().pass_all().expect(stack=["combat damage 1"])


@pytest.mark.parametrize("card", ["polydactyly", "belly_button"])
def test_extra_plays__are_for_the_own_action_phase(card: str) -> None:
    """A04: neither in another player's turn nor before the action phase: [polydactyly] [belly_button]."""
    seat = {"items": [card], "turned": True, "hand": ["a_penny"]}
    start({}, seat).pass_(by=0).expect(asked=1, illegal="play A Penny!")
    start({**seat, "items": [card]}, phase="loot").expect(asked=0, illegal="play A Penny!")


@pytest.mark.parametrize(("answer", "turned"), [("yes", False), ("no", True)])
def test_belly_button__plays_and_recharges(answer: str, turned: bool) -> None:
    """[belly_button] one loot play more; damage to its player may recharge the character."""
    seat = {"items": ["belly_button"], "turned": True, "hand": ["a_penny", "a_penny", "a_penny"]}
    game = start(seat, {"hand": ["bomb"]}).play("a_penny").settle().play("a_penny").settle()
    game.expect(player=0, hand=1).expect(asked=0, illegal="play A Penny!").play("bomb", 0, by=1).pass_all().expect(
        player=0, turned=True, hp=1
    ).pass_all(answer)
    game.expect(player=0, turned=turned).expect(player=1, turned=True)


@pytest.mark.parametrize("card", ["moms_purse", "moms_coin_purse"])
def test_purses__loot_one_more(card: str) -> None:
    """R7.17: the loot step of its player is 2, no other player's: [moms_purse] [moms_coin_purse]."""
    start({"items": [card]}, phase="loot").expect(stack=["loot 2"]).pass_all().expect(player=0, hand=2)
    start({"items": [card]}, active=1, phase="loot").expect(stack=["loot 1"]).pass_all().expect(player=1, hand=1)


def test_purses__add_up() -> None:
    """R7.17: both make 3: [moms_purse] [moms_coin_purse]."""
    start({"items": ["moms_purse", "moms_coin_purse"]}, phase="loot").expect(stack=["loot 3"])


def test_theres_options__sees_the_top_and_buys_twice() -> None:
    """[theres_options] its player knows the top treasure in the own turn, and may purchase twice."""
    game = start({"items": ["theres_options"], "coins": 30}, treasure_deck=["the_relic", "mr_boom"])
    game.expect(card="the_relic", zone="deck", known=[0]).buy("deck").settle()
    game.expect(card="mr_boom", zone="deck", known=[0], copies=1).buy("dinner").settle().expect(player=0, coins=10)
    game.expect(player=0, purchases_used=2, items=3, illegal=["buy Breakfast", "buy the top of the treasure deck"])


def test_theres_options__is_for_the_own_turn() -> None:
    """[theres_options] in another player's turn the top treasure stays hidden."""
    game = start({"items": ["theres_options"]}, active=1, treasure_deck=["the_relic"])
    game.expect(card="the_relic", zone="deck", known=[]).end_turn().expect(card="the_relic", zone="deck", known=[0])


def test_steamy_sale__shop_items_cost_five() -> None:
    """R10.7: shop items cost its player 5c, the top of the deck and other players still 10c: [steamy_sale]."""
    game = start({"items": ["steamy_sale"], "coins": 9})
    game.expect(legal=["buy Dinner", "buy Breakfast"])
    assert sum(words.startswith("buy") for words in game.legal()) == 2
    game.buy("dinner").settle().expect(player=0, coins=4, items=2)
    start({"items": ["steamy_sale"]}, {"coins": 9}, active=1).expect(asked=1, illegal="buy Dinner")
    start({"items": ["steamy_sale"], "coins": 10}).buy("deck").settle().expect(player=0, coins=0, items=2)


def test_trinity_shield__silences_the_others_in_the_own_turn() -> None:
    """R5.12: others play no loot, not by their character either, and activate nothing; they may pay: [trinity_shield]."""
    other = {"hand": ["bomb"], "items": ["mr_boom", "battery_bum"], "coins": 5}
    game = start({"items": ["trinity_shield", "razor_blade"], "hand": ["a_penny"]}, other)
    game.expect(legal=["play A Penny!", "activate Razor Blade"]).pass_(by=0)
    game.expect(asked=1, illegal=["play Bomb!", "activate Mr. Boom"]).pay("battery_bum", "mr_boom")
    game.settle().expect(player=1, coins=1)


def test_trinity_shield__is_for_the_own_turn_and_no_triggers() -> None:
    """[trinity_shield] in other turns every player plays; triggers of the others work in either: [fanny_pack]."""
    seat = {"items": ["trinity_shield"], "hand": ["bomb"], "turned": False}
    game = start(seat, {"items": ["fanny_pack"], "hand": ["bomb"]}).play("bomb", 1).settle()
    game.expect(player=1, hp=1, hand=2)
    start(seat, {"hand": ["bomb"]}, active=1).play("bomb", 0).settle().expect(player=0, hp=1)


def test_trinity_shield__the_effect_of_placebo_is_no_activation() -> None:
    """ER-34: a Placebo activated before the lock arrived still announces its copy: [trinity_shield] [placebo]."""
    game = start(
        {"hand": ["the_stars"], "items": ["mr_boom"]}, {"items": ["placebo"]}, treasure_deck=["trinity_shield"]
    )
    game.activate("placebo", "mr_boom", by=1).play("the_stars", by=0).pass_all().expect(player=0, items=2)
    game.pass_all("fatty").settle().expect(monster="fatty", hp=3)


def test_bum_bo__turns_gains_into_counters() -> None:
    """ER-38: cents from the bank become counters and are not gained, so nothing answers; stolen ones are cents:
    [bum_bo_item] [jawbone]."""
    seat = {"items": ["bum_bo_item", "counterfeit_penny", "jawbone"], "hand": ["three_cents"], "coins": 1}
    game = start(seat, {"coins": 5}).play("three_cents").settle()
    game.expect(card="bum_bo_item", counters=3).expect(player=0, coins=1)
    game.activate("jawbone", 1).settle().expect(player=0, coins=4).expect(card="bum_bo_item", counters=3)


def test_bum_bo__hears_only_its_player() -> None:
    """[bum_bo_item] another player's gain stays a gain."""
    game = start({"items": ["bum_bo_item"]}, {"hand": ["three_cents"]}).play("three_cents", by=1).settle()
    game.expect(player=1, coins=6).expect(card="bum_bo_item", counters=0)


@pytest.mark.parametrize(
    ("counters", "bonus", "attack"), [(0, 0, 1), (1, 2, 1), (9, 2, 1), (10, 2, 2), (24, 2, 2), (25, 2, 2)]
)
def test_bum_bo__levels(counters: int, bonus: int, attack: int) -> None:
    """[bum_bo_item] from 1 counter +2 to the first attack roll of the turn, from 10 +1 ATK."""
    game = start({"items": [{"card": "bum_bo_item", "counters": counters}]}, monsters=["fatty"], dice=[2, 2])
    game.expect(player=0, attack=attack).attack("fatty").pass_all().pass_all()
    game.expect(stack=["attack roll 2", "bonus +2 of Bum-Bo!"] if bonus else ["attack roll 2"])
    if bonus:
        game.pass_all().expect(stack=["attack roll 4"])
    game.pass_all().pass_all().pass_all().expect(stack=["attack roll 2"])


@pytest.mark.parametrize(("counters", "again"), [(24, False), (25, True)])
def test_bum_bo__attacks_without_end_from_25(counters: int, again: bool) -> None:
    """[bum_bo_item] ER-29: with 25 counters any number of attacks."""
    monsters = ["spider", "fly", "dip", "pooter"]
    game = start({"items": [{"card": "bum_bo_item", "counters": counters}]}, monsters=monsters)
    for monster in ("spider", "fly", "dip")[: 3 if again else 1]:
        game.attack(monster).fight(6)
    game.expect(**{"legal" if again else "illegal": "attack Pooter"})
