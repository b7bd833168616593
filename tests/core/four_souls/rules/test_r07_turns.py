"""R7: the structure of a turn."""

from __future__ import annotations

import pytest

from tests.core.four_souls.rules.table import start

TECH = {"card": "tech_x", "counters": 3}


def test_recharge__everything_of_the_active_player() -> None:
    """R7.1: items and character of the active player stand upright when the first window of the turn opens; no others."""
    seat = {"turned": True, "items": [{"card": "mr_boom", "turned": True}, {"card": "moms_shovel", "turned": True}]}
    game = start(seat, {"turned": True, "items": [{"card": "the_d20", "turned": True}]}, phase="start")
    game.expect(question="priority", stack=[]).expect(player=0, turned=False).expect(player=1, turned=True)
    game.expect(card="mr_boom", turned=False).expect(card="moms_shovel", turned=False)
    game.expect(card="the_d20", turned=True)


def test_start_step__window_before_the_loot() -> None:
    """R7.2, FSR-011: without any trigger the active player may use a recharged item before Loot 1 is pushed."""
    game = start({"items": [{"card": "sack_of_pennies", "turned": True}]}, phase="start").expect(asked=0, stack=[])
    game.activate("sack_of_pennies").settle().expect(phase="start", stack=[]).expect(player=0, coins=4, hand=0)
    game.pass_all().expect(phase="loot", stack=["loot 1"])


def test_start_step__triggers_of_the_active_player_alone() -> None:
    """R7.2: start-of-turn triggers of the active player are pushed, those of others are not; all resolve before Loot 1."""
    game = start({"items": ["dark_bum"]}, {"items": ["restock"], "curses": ["curse_of_pain"]}, phase="start", dice=[2])
    game.expect(stack=["player 0: trigger dark bum"], asked=0).settle().expect(phase="start").expect(player=0, coins=6)
    game.pass_all().expect(stack=["loot 1"]).expect(player=1, hp=2)


def test_loot_step__one_card_with_windows_around_it() -> None:
    """R7.3: Loot 1 is an object of the active player: a window above it, one card, a window after it, then the action phase."""
    seat = {"items": ["sack_of_pennies"]}
    game = start({}, seat, phase="loot", loot_deck=["a_dime", "bomb"]).expect(stack=["player 0: loot 1"], asked=0)
    game.activate("sack_of_pennies", by=1).pass_all().expect(stack=["loot 1"]).expect(player=0, hand=0)
    game.pass_all().expect(player=0, hand=["a_dime"]).expect(phase="loot", stack=[], asked=0, illegal="attack Fly")
    game.pass_all().expect(phase="action", asked=0, legal="attack Fly").expect(player=1, hand=0, coins=4)


def test_action_phase__any_order_and_mix() -> None:
    """R7.4: effect, purchase, loot play, attack and another effect in one action phase; each of the three once."""
    seat = {"coins": 13, "hand": ["a_penny", "two_cents"], "items": ["sack_of_pennies", "mr_boom"], "turned": True}
    game = start(seat, shop=["dinner", "meat"], treasure_deck=["breakfast"], dice=[6])
    game.activate("sack_of_pennies").settle().buy("dinner").settle().attack("fly").fight()
    game.play("a_penny").settle().activate("mr_boom", "fatty").settle()
    game.expect(player=0, items=["sack_of_pennies", "mr_boom", "dinner"], coins=6, plays_used=1, attacks_used=1)
    game.expect(illegal=["play 2 Cents!", "attack Fatty", "buy Meat!", "attack the top of the monster deck"])


def test_declarations__need_an_empty_stack() -> None:
    """R7.5, FSR-032: with an effect on the stack neither an attack nor a purchase can be declared."""
    game = start({"coins": 20}, {"items": ["sack_of_pennies"]}).activate("sack_of_pennies", by=1).pass_()
    game.expect(asked=0, illegal=["attack Fly", "buy Dinner", "attack the top of the monster deck"], legal="pass")
    game.settle().expect(legal=["attack Fly", "buy Dinner"])


@pytest.mark.parametrize("phase", ["start", "loot", "end"])
def test_declarations__need_the_action_phase(phase: str) -> None:
    """R7.5: on the empty stack of another phase nothing can be declared."""
    game = start({"coins": 20}, phase=phase).settle().expect(phase=phase, asked=0, stack=[])
    game.expect(illegal=["attack Fly", "buy Dinner", "buy the top of the treasure deck"])


def test_declarations__not_during_an_attack() -> None:
    """R7.5: between two attack rolls nothing can be bought and no second attack declared, though one is left."""
    game = start({"coins": 20, "extra_attacks": 1}, dice=[2], monsters=["fatty", "fly"]).attack("fatty").pass_all()
    game.expect(stack=[], attacking="fatty", illegal=["attack Fly", "buy Dinner", "attack Fatty"])


def test_declarations__of_the_active_player() -> None:
    """R7.5: the other player is never offered a declaration."""
    start({}, {"coins": 20}).pass_().expect(asked=1, illegal=["attack Fly", "buy Dinner"])


def test_action_phase__ends_when_all_pass() -> None:
    """R7.6, FSR-013: all pass on the empty stack and the end phase begins, the active player first."""
    start({}, {}, active=1).pass_().expect(phase="action").pass_().expect(phase="end", asked=1, active=1, stack=[])


def test_action_phase__does_not_end_with_a_forced_attack() -> None:
    """R7.6: a pending forced attack leaves the active player no pass; an attack in progress continues instead."""
    game = start({"items": ["monster_manual"]}).activate("monster_manual", "fatty").pass_all()
    assert game.legal() == ["attack Fatty"]
    game.attack("fatty").pass_all().pass_all().expect(phase="action", stack=1, attacking="fatty")


def test_end_step__triggers_with_a_window() -> None:
    """R7.7, FSR-020: the end-of-turn trigger is pushed, others may answer, and no player heals before all have passed."""
    seat = {"items": ["the_polaroid"], "hp": 1}
    game = start(seat, {"items": ["sack_of_pennies"]}, phase="end").expect(stack=["trigger the polaroid"], asked=0)
    game.activate("sack_of_pennies", by=1).pass_all().pass_all().expect(phase="end", stack=[], asked=0)
    game.expect(player=0, hp=1, hand=2).expect(player=1, coins=4).pass_all().expect(active=1).expect(player=0, hp=2)


def test_end_step__slots_are_filled_first() -> None:
    """R7.7, FSR-109, FSR-132: the active player dies while a slot is empty; dead, that player plays the bonus card first."""
    seat = {"hand": ["death_tarot"], "items": [TECH, "the_polaroid"], "coins": 5}
    monsters = ["dip", "fly"]
    game = start(seat, monsters=monsters, monster_deck=["curse_of_greed", "trite"]).pay("tech_x", "dip")
    game.play("death_tarot", 0).pass_all().pass_all().pass_all("the_polaroid")
    game.settle(1).expect(phase="end", active=0, monsters=["trite", "fly"]).expect(player=0, dead=True, coins=5)
    game.expect(player=1, curses=["curse_of_greed"])


def test_end_step__shop_is_refilled_before_the_turn_ends() -> None:
    """R7.7, FSR-132: a shop slot that is emptied in the end phase is filled before the turn passes on."""
    seat = {"hand": ["the_devil"], "items": ["meat"]}
    game = start(seat, shop=["dinner"], treasure_deck=["breakfast"], phase="end").play("the_devil", "dinner").pass_all()
    game.expect(stack=["refill shop slot 0"], phase="end").end_turn().expect(shop=["breakfast"], active=1)


def test_healing__everybody_and_every_monster() -> None:
    """R7.8, FSR-015: in step 2 the hurt, the dead and the monsters are back at full HP."""
    seats = [{"hp": 1}, {"dead": True}, {"hp": 1, "items": ["dinner"]}]
    game = start(*seats, monsters=[{"card": "fatty", "hp": 1}, "fly"], phase="end").pass_all()
    game.expect(player=0, hp=2).expect(player=1, hp=2, dead=False).expect(player=2, hp=3).expect(monster="fatty", hp=4)


def test_until_end_of_turn__everything_stops() -> None:
    """R7.9, FSR-090: boosts, an unused shield, extra plays and extra attacks are gone in the next turn."""
    seat = {"hand": ["soul_heart", "the_chariot", "strength"], "extra_plays": 9}
    game = start(seat, {"hand": ["bomb"]})
    for card in ("soul_heart", "the_chariot", "strength"):
        game.play(card, 0, turn=False).settle()
    game.expect(player=0, attack=3, max_hp=3, hp=3, extra_attacks=1).end_turn()
    game.expect(player=0, attack=1, max_hp=2, hp=2, extra_plays=0, extra_attacks=0, attacks_used=0)
    game.play("bomb", 0, by=1).pass_all().expect(player=0, hp=1)


def test_until_end_of_turn__lower_maximum_kills_nobody() -> None:
    """R7.9, A46: healing comes first, then the bonus ends and caps HP; a player at 1 of 4 HP ends at 2 of 2."""
    game = start({"hand": ["the_lovers", "bomb", "gold_bomb"], "extra_plays": 3}).play("the_lovers", 0, turn=False)
    game.settle().expect(player=0, hp=4, max_hp=4).play("gold_bomb", 0, turn=False).settle().expect(player=0, hp=1)
    game.end_turn().expect(player=0, hp=2, max_hp=2, dead=False)


def test_hand_limit__the_active_player_alone() -> None:
    """R7.10, FSR-014: with 12 cards the active player discards two of choice; the other one keeps 11."""
    twelve, eleven = ["a_penny"] * 6 + ["two_cents"] * 6, ["three_cents"] * 11
    game = start({"hand": twelve}, {"hand": eleven}, phase="end").pass_all().expect(asked=0, question="hand_limit")
    game.choose("a_penny", "two_cents").expect(player=0, hand=10).expect(player=1, hand=11).expect(active=1)
    game.expect(discard="loot", top=["two_cents", "a_penny"], size=2)


def test_hand_limit__ten_may_be_kept() -> None:
    """R7.10, FSR-160: with ten cards nothing is discarded, and Soul of Gluttony was gained with the tenth."""
    game = start({"hand": ["a_penny"] * 6 + ["bomb"] * 3}, phase="loot", bonus_souls=True).pass_all()
    game.expect(player=0, hand=10, soul_cards=["soul_of_gluttony"]).end_turn().expect(player=0, hand=10)


@pytest.mark.parametrize(("active", "following"), [(0, 1), (1, 2), (2, 0)])
def test_turn__passes_to_the_left(active: int, following: int) -> None:
    """R7.11: the next turn is that of the player on the left."""
    start({}, {}, {}, active=active).end_turn().expect(active=following, turn=2, phase="start", asked=following)


def test_end_steps__no_window() -> None:
    """R7.12: from the last pass to the next start phase there is no decision, although much changes in between."""
    seat = {"hp": 1, "items": ["sack_of_pennies"], "hand": ["a_penny"]}
    game = start(seat, {"dead": True, "hand": ["bomb"]}, phase="end").pass_().expect(phase="end", asked=1)
    before = game.read.number("decisions")
    game.pass_().expect(phase="start", active=1, asked=1, stack=[]).expect(player=1, hp=2, dead=False)
    assert game.read.number("decisions") == before + 1


def test_end_the_turn__jump_to_the_end_phase() -> None:
    """R7.13: a 6 against [moms_hand] ends the turn of the attacker: the end phase begins, its triggers pushed."""
    game = start({"items": ["the_polaroid"]}, monsters=["moms_hand", "fly"], dice=[6]).attack("moms_hand").pass_all()
    game.pass_all().pass_all().expect(stack=["combat damage 1 to moms hand", "trigger moms hand"]).pass_all()
    game.expect(phase="end", stack=["trigger the polaroid"], attacking=None, active=0).expect(monster="moms_hand", hp=2)


def test_end_the_turn__no_effect_in_the_end_phase() -> None:
    """R7.13: in the end phase [the_fool] ends nothing: [curse_of_greed] is not collected again, the phase continues."""
    game = start({"hand": ["the_fool"], "curses": ["curse_of_greed"], "coins": 20}, phase="end").pass_all()
    game.expect(player=0, coins=16).play("the_fool").pass_all().expect(phase="end", stack=[], active=0, asked=0)
    game.end_turn().expect(active=1).expect(player=0, coins=16)


def test_end_the_turn__of_another_player_does_nothing() -> None:
    """R7.13: [cursed_moms_hand] ends the turn of the player who rolled a 6; it is not that player's turn, so it continues."""
    seat = {"items": ["mystery_sack"]}
    game = start({}, seat, monsters=["cursed_moms_hand", "fly"], dice=[6]).activate("mystery_sack", by=1).settle()
    game.expect(phase="action", active=0, asked=0, legal="attack Fly")


def test_ended_turn__combat_goes_the_rest_stays() -> None:
    """R7.14: with the turn an attack declaration goes at once, unused; another effect resolves with windows first."""
    seat = {"hand": ["death_tarot"], "items": ["sack_of_pennies"]}
    game = start({}, seat).attack("fly").activate("sack_of_pennies", by=1).play("death_tarot", 0).pass_all().pass_all()
    game.expect(stack=["attack fly", "activate sack of pennies", "penalty of player 0"]).pass_all()
    game.expect(stack=["activate sack of pennies"], phase="action", asked=0, illegal="attack Fly").pass_all()
    game.expect(phase="end", stack=[], attacking=None).expect(player=1, coins=4).expect(player=0, attacks_used=0)


def test_ended_turn__combat_damage_fizzles() -> None:
    """R7.14: the combat damage of a 6 against [moms_hand] leaves the stack when the trigger above it ends the turn."""
    seat = {"items": ["sack_of_pennies"]}
    game = start({}, seat, monsters=["moms_hand", "fly"], dice=[6]).attack("moms_hand").pass_all().pass_all().pass_all()
    game.activate("sack_of_pennies", by=1).pass_all().expect(
        stack=["combat damage 1 to moms hand", "trigger moms hand"]
    )
    game.pass_all().expect(stack=[], phase="end").expect(monster="moms_hand", hp=2).expect(player=0, attacks_used=1)


def test_ended_turn__purchase_declaration_stays() -> None:
    """R7.14, R10.9: the purchase goes through although the turn is being ended by the buyer's death."""
    game = start({"coins": 12}, {"hand": ["death_tarot"]}, shop=["dinner"], treasure_deck=["meat"])
    game.buy("dinner").play("death_tarot", 0, by=1).pass_all().pass_all().expect(stack=["buy dinner", "penalty"])
    game.pass_all().expect(stack=["buy dinner"], phase="action").pass_all().expect(player=0, coins=1, items=["dinner"])
    game.expect(stack=["refill shop slot 0"], phase="action").pass_all().expect(phase="end", shop=["meat"])


def test_ended_turn__the_fool_cancels_the_rest_too() -> None:
    """R7.13, R7.14, FSR-022: [the_fool] in an attack: the roll fizzles, the item effect is cancelled, the end phase follows."""
    game = start({}, {"items": ["sack_of_pennies"], "hand": ["the_fool"]}, dice=[6]).attack("fly").pass_all().pass_all()
    game.activate("sack_of_pennies", by=1).play("the_fool", turn=True)
    game.expect(stack=["attack roll 6", "activate sack of pennies", "play 0 the fool"]).pass_all()
    game.expect(stack=[], phase="end", asked=0, attacking=None).expect(player=1, coins=3).expect(monster="fly", hp=1)
    game.expect(card="sack_of_pennies", turned=True)


def test_ended_turn__deaths_resolve_first() -> None:
    """R7.14, FSR-022: a death that waits when [the_fool] resolves is still worked off before the end phase begins."""
    seat = {"hand": ["the_fool"]}
    game = (
        start({"hand": ["death_tarot"]}, seat, {}).play("death_tarot", 2).pass_all().play("the_fool", by=1).pass_all()
    )
    game.expect(stack=["death of player 2"], phase="action", asked=0, illegal="attack Fly").pass_all()
    game.expect(stack=["penalty of player 2"], phase="action").pass_all().expect(phase="end").expect(player=2, coins=2)


def test_ended_turn__forced_attacks_are_lost() -> None:
    """R7.15: a forced attack that arises while the rest of the stack resolves is lost: the end phase begins."""
    seat = {"items": ["monster_manual"], "hand": ["death_tarot"]}
    game = start({}, seat).activate("monster_manual", "fly", by=1).play("death_tarot", 0).pass_all().pass_all()
    game.expect(stack=["activate monster manual", "penalty of player 0"]).settle()
    game.expect(phase="end", stack=[], asked=0, legal="pass", illegal="attack Fly")
    game.end_turn().until("action").expect(active=1, legal=["pass", "attack Fly", "attack Fatty"])


def test_ended_turn__unused_plays_purchases_and_attacks_are_lost() -> None:
    """R7.15: loot play, purchase and attack that were not used do not come back in the end phase or the next turn."""
    seat = {"hand": ["a_penny", "the_fool"], "coins": 20, "turned": True, "extra_plays": 1, "extra_attacks": 2}
    game = start(seat).play("the_fool").settle().expect(phase="end")
    game.expect(illegal=["attack Fly", "buy Dinner"]).end_turn().expect(player=0, extra_attacks=0, extra_plays=0)
    game.end_turn().until("action").expect(active=0).attack("fly").fight(6).expect(illegal="attack Fatty")


def test_ended_turn__in_the_start_phase() -> None:
    """R7.16, FSR-114: the active player dies of [curse_of_pain] in step 2: no Loot 1, no action phase, the end follows."""
    game = start({"hp": 1, "curses": ["curse_of_pain"]}, phase="start").expect(stack=["trigger curse of pain"])
    game.pass_all().pass_all().pass_all().expect(phase="end", stack=[], asked=0)
    game.expect(player=0, dead=True, hand=0, coins=2).end_turn().expect(active=1)


def test_ended_turn__in_the_loot_step() -> None:
    """R7.16: [the_fool] in answer to Loot 1 cancels it and ends the turn: no card, no action phase."""
    game = start({}, {"hand": ["the_fool"]}, phase="loot").play("the_fool", by=1).pass_all()
    game.expect(phase="end", stack=[], asked=0, active=0).expect(player=0, hand=0)


def test_loot_bonus__raises_the_number_of_the_step() -> None:
    """R7.17: with [moms_purse] and [moms_coin_purse] step 3 is one object "loot 3", and nothing triggers before it."""
    game = start({"items": ["moms_purse", "moms_coin_purse"]}, phase="start").expect(stack=[]).pass_all()
    game.expect(stack=["loot 3"]).pass_all().expect(player=0, hand=3).expect(player=1, hand=0)


def test_end_triggers__collected_once() -> None:
    """R7.18: an end-of-turn item that arrives in the end phase does not trigger this turn, but in the next one."""
    game = start({"hand": ["the_stars"], "coins": 0}, treasure_deck=["edens_blessing"], phase="end").play("the_stars")
    game.pass_all().expect(player=0, items=["edens_blessing"]).expect(stack=[], phase="end").end_turn()
    game.expect(player=0, coins=0, items=1).until("end").until("end").expect(active=0, stack=["trigger edens blessing"])


def test_extra_turn__after_the_turn_then_as_before() -> None:
    """R7.19: [the_sun] gives a whole turn of one's own, with recharge and Loot 1; then play passes to the left."""
    game = start(
        {}, {"hand": ["the_sun"], "turned": True, "items": [{"card": "mr_boom", "turned": True}]}, {}, active=1
    )
    game.play("the_sun").settle().expect(deck="loot", bottom=["the_sun"]).end_turn()
    game.expect(active=1, turn=2, phase="start").expect(player=1, turned=False).expect(card="mr_boom", turned=False)
    game.until("action").expect(player=1, hand=1).end_turn().expect(active=2, turn=3).end_turn().expect(active=0)


def test_extra_turn__in_another_players_turn_there_is_none() -> None:
    """R7.19: [the_sun] played in another player's turn only goes to the bottom of the deck."""
    game = start({}, {"hand": ["the_sun"]}, {}).play("the_sun", by=1, turn=True).settle()
    game.expect(deck="loot", bottom=["the_sun"]).end_turn().expect(active=1).end_turn().expect(active=2)


def test_skipped_turn__does_not_take_place() -> None:
    """R7.20: [famine] takes the next turn of its killer's: no step of it, then play continues as usual."""
    seat = {"items": [TECH, {"card": "mr_boom", "turned": True}]}
    game = start(seat, {}, monsters=["famine", "fly"], monster_deck=["dip"]).pay("tech_x", "famine").settle()
    game.expect(player=0, skip_turns=1, souls=1).end_turn().expect(active=1, turn=2).end_turn()
    game.expect(active=1, turn=3).expect(card="mr_boom", turned=True).expect(player=0, skip_turns=0)
    game.end_turn().expect(active=0, turn=4)


def test_skipped_turn__an_extra_turn_is_the_next_one() -> None:
    """R7.20: an extra turn is what is skipped, and the following ordinary turn takes place."""
    game = start({"items": [TECH], "hand": ["the_sun"]}, monsters=["famine", "fly"]).pay("tech_x", "famine").settle()
    game.play("the_sun").settle().expect(player=0, extra_turns=1, skip_turns=1).end_turn()
    game.expect(active=1, turn=2).expect(player=0, extra_turns=0, skip_turns=0).end_turn().expect(active=0)
