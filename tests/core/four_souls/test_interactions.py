"""Several cards at once on the stack: answers to answers, lost sources, deaths, copies, locks, limits, the end."""

from __future__ import annotations

import pytest

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.rules.table import cards_lost_or_doubled, start


def test_rerolls__of_rerolls() -> None:
    """R9.5: [dice_shard] above [the_d6]: both reroll the same roll object; the number thrown last is the final one."""
    seats = {"hand": ["pills_yellow"]}, {"items": ["the_d6"]}, {"hand": ["dice_shard"]}
    game = start(*seats, dice=[1, 5, 3]).play("pills_yellow").pass_all().activate("the_d6", by=1)
    game.play("dice_shard", by=2, turn=True).expect(stack=["roll 1", "activate the d6", "play dice shard"])
    game.pass_all().expect(stack=["roll 5", "activate the d6"]).pass_all().expect(stack=["roll 3"], dice=[])
    game.settle().expect(player=0, coins=10)


def test_rerolls__static_bonus_and_one_shot() -> None:
    """R9.5, A10: a reroll wipes out [book_of_belial] but [meat] adds to the new number, once."""
    seats = {"items": ["meat", "book_of_belial"]}, {"items": ["the_d6"]}
    game = start(*seats, monsters=["spider", "fly"], dice=[2, 1]).attack("spider").pass_all().pass_all()
    game.expect(stack=["attack roll 2", "bonus"]).pass_all().activate("book_of_belial").pass_all(1)
    game.expect(stack=["attack roll 4"]).activate("the_d6", by=1).pass_all().expect(stack=["attack roll 1", "bonus"])
    game.pass_all().expect(stack=["attack roll 2"]).pass_all().expect(stack=["combat damage 1 to player 0"])


def test_one__two_cards_want_to_change_it() -> None:
    """R9.6, R17.3: [sacred_heart] resolves above [dads_lost_coin]; the 6 it makes leaves the coin nothing to reroll."""
    seats = {"hand": ["pills_blue"], "items": ["dads_lost_coin"]}, {}
    game = start({**seats[0], "items": ["dads_lost_coin", "sacred_heart"]}, dice=[1, 4]).play("pills_blue").pass_all()
    game.expect(question="trigger_order", asked=0).choose("dads_lost_coin")
    game.expect(stack=["roll 1", "trigger dads lost coin", "trigger sacred heart"]).pass_all("yes")
    game.expect(stack=["roll 6", "trigger dads lost coin"]).pass_all().expect(stack=["roll 6"], dice=[4])


def test_roll_in_a_roll__settled_first() -> None:
    """R9.14, R12.5: [curse_of_the_tower] rolls above the line of [dark_bum]; its roll is settled before anything below."""
    seat = {"items": ["curse_of_the_tower"], "hand": ["pills_red", "bomb"]}
    game = start(seat, {"hp": 2}, dice=[5, 2]).play("pills_red", turn=True).pass_all().expect(stack=["roll 5"])
    game.play("bomb", 0).pass_all().expect(stack=["roll 5", "trigger curse of the tower"]).pass_all()
    game.expect(stack=["roll 5", "roll 2"]).pass_all().pass_all().expect(player=1, hp=1).expect(stack=["roll 5"])


def test_curse_of_the_tower__no_echo_but_others_answer() -> None:
    """ER-06, R12.7: hit by its own line [curse_of_the_tower] is silent for its event; another's item still answers."""
    seats = (
        {"items": ["curse_of_the_tower"], "hand": ["bomb"]},
        {"items": ["fanny_pack"]},
        {"items": ["swallowed_penny"]},
    )
    game = start(*seats, dice=[1]).play("bomb", 0).settle().expect(player=0, hp=1).expect(player=1, hp=1, hand=1)
    game.expect(player=2, hp=1, coins=4)


def test_prediction__final_number_counts() -> None:
    """ER-22: [crystal_ball] named a 4; thrown is a 2, [godhead]'s owner passes, the reroll to 4 pays three loot cards."""
    seats = {"items": ["crystal_ball", "the_d6"], "hand": ["pills_yellow"]}, {"items": ["godhead"]}
    game = start(*seats, dice=[2, 4]).activate("crystal_ball").pass_all(4).play("pills_yellow").pass_all()
    wrong = game.copy().settle().expect(player=0, hand=0)
    wrong.expect(player=0, coins=7)
    game.activate("the_d6").pass_all().expect(stack=["roll 4"]).pass_all().settle().expect(player=0, hand=3, coins=10)


def test_source__trigger_of_a_destroyed_trinket() -> None:
    """R3.5, R6.7: the trigger of [swallowed_penny] pays although the trinket was destroyed above it."""
    seats = {"items": ["swallowed_penny"], "hand": ["bomb"]}, {"items": ["glass_cannon"]}
    game = start(*seats, dice=[6]).play("bomb", 0).pass_all().expect(stack=["trigger swallowed penny"])
    game.activate("glass_cannon", "swallowed_penny", by=1).pass_all().expect(card="swallowed_penny", zone="discard")
    game.settle().expect(player=0, coins=4).expect(player=1, coins=3)


def test_source__swapped_while_its_copy_is_announced() -> None:
    """ER-13, R17.2: [placebo] copies [razor_blade] that [decoy] moved meanwhile; target and player are those of Placebo."""
    seats = {"items": ["placebo"]}, {"items": ["razor_blade"]}, {"items": ["decoy"]}
    game = start(*seats).activate("placebo", "razor_blade").activate("decoy", "razor_blade", by=2).pass_all()
    game.expect(card="razor_blade", owner=2).pass_all().expect(question="target", asked=0).choose(2)
    game.expect(stack=["player 0: activate placebo player 2"]).settle().expect(player=2, hp=1)
    game.expect(card="placebo", turned=True).expect(card="razor_blade", turned=False)


def test_source__eternal_decoy_swaps_nothing() -> None:
    """ER-17, R22 Eternal: an eternal [decoy] cannot be swapped, so neither item moves."""
    game = start({"items": [{"card": "decoy", "eternal": True}]}, {"items": ["mr_boom"]}).activate("decoy", "mr_boom")
    game.settle().expect(card="mr_boom", owner=1).expect(card="decoy", owner=0, turned=True)


def test_source__eternal_pandoras_box() -> None:
    """R17.4, R19.8: an eternal [pandoras_box] does not even roll."""
    game = start({"items": [{"card": "pandoras_box", "eternal": True}]}, dice=[6]).activate("pandoras_box").pass_all()
    game.expect(stack=[], dice=[6]).expect(card="pandoras_box", zone="item", turned=True).expect(player=0, souls=0)


def test_price__destroyed_item_still_answers() -> None:
    """R5.5, R6.7: [the_devil] eats [mr_boom] whose effect is on the stack: both resolve, the theft first."""
    seats = {"items": ["mr_boom"], "hand": ["the_devil"]}, {"items": ["meat"]}
    game = start(*seats).activate("mr_boom", "fatty").play("the_devil", "meat", "mr_boom")
    game.expect(stack=["activate mr boom fatty", "devil meat"]).expect(card="mr_boom", zone="discard").settle()
    game.expect(player=0, items=["meat"]).expect(monster="fatty", hp=3)


def test_dying_attacker__mulliboom() -> None:
    """R6.4, R14.4: [mulliboom] takes its killer along: death and penalty first, then the six cents of the reward."""
    game = start({"coins": 0, "hp": 2}, monsters=["mulliboom", "fly"], dice=[2]).attack("mulliboom")
    game.pass_all().pass_all().pass_all().pass_all().pass_all(0)
    game.expect(stack=["card of mulliboom", "reward of mulliboom", "trigger mulliboom player 0"], attacking=None)
    game.pass_all().expect(stack=["card", "reward", "death of player 0"]).pass_all().pass_all()
    game.expect(player=0, dead=True, coins=0).expect(stack=["card", "reward"]).settle()
    game.expect(player=0, coins=6, dead=True).expect(phase="end")


def test_dying_attacker__pays_before_the_reward_is_lost_to_it() -> None:
    """R13.4, R14.8: cents of a reward that comes after the penalty are not part of it; the item destroyed is."""
    seat = {"coins": 3, "hp": 1, "items": ["meat"]}
    game = start(seat, monsters=["boom_fly", "fly"], dice=[4]).attack("boom_fly").settle().pass_all().settle()
    game.expect(player=0, dead=True, coins=2 + 4, items=[]).expect(player=1, hp=1)


def test_simultaneous_deaths__four_players() -> None:
    """R6.4, R13.4: four players die of one [blank_rune]: the last in turn order first, each penalty before the next."""
    seats = {"coins": 1}, {"coins": 2}, {"coins": 3, "hand": ["blank_rune"]}, {"coins": 4}
    game = start(*seats, active=2, dice=[3]).play("blank_rune").pass_all().pass_all().pass_all()
    game.expect(stack=["death of player 2", "death of player 3", "death of player 0", "death of player 1"])
    game.pass_all().expect(stack=["death of player 2", "death of player 3", "death of player 0", "penalty of player 1"])
    game.pass_all().expect(player=1, coins=1, dead=True).expect(player=0, dead=False).settle()
    for p, coins in enumerate((0, 1, 2, 3)):
        game.expect(player=p, coins=coins, dead=True, turned=True)
    game.expect(phase="end", active=2).end_turn().expect(active=3).expect(player=0, hp=2, dead=False)


def test_simultaneous_deaths__monster_below_player() -> None:
    """R14.8, R12.7: [pestilence] kills a player and a monster with one event: the player's death resolves first."""
    seat = {"items": [{"card": "tech_x", "counters": 3}]}
    game = start(seat, {"hp": 1, "coins": 1}, monsters=["pestilence", "dip"]).pay("tech_x", "pestilence")
    game.pass_all().pass_all("dip", 1).pass_all()
    game.expect(stack=["card of", "reward of", "death of dip", "death of player 1"]).settle()
    game.expect(player=1, dead=True, coins=0).expect(player=0, coins=4, hand=2, souls=1)


def test_simultaneous_deaths__savers_only_save_their_own() -> None:
    """R13.2a, R13.15: [guppys_collar] saves player 1 and ends no turn; player 0 dies of the same event."""
    seats = {"hp": 1, "coins": 5}, {"hp": 1, "items": ["guppys_collar"], "coins": 5}
    game = start(*seats, monsters=["fly", "empty"], monster_deck=["mega_troll_bomb", "fatty"], dice=[2]).pass_all()
    game.pass_all().expect(stack=["refill", "death of player 0", "death of player 1", "trigger guppys collar"]).settle()
    game.expect(player=1, hp=1, dead=False, coins=5).expect(player=0, dead=True, coins=4).expect(active=0, phase="end")


def test_two_savers__second_fizzles_unused() -> None:
    """R13.15, ER-33: [guppys_collar] saves; the trigger of [broken_ankh] below it finds no death and does not roll."""
    seats = {"hand": ["bomb"]}, {"hp": 1, "items": ["guppys_collar", "broken_ankh"]}
    game = start(*seats, dice=[1, 6]).play("bomb", 1).pass_all().choose("broken_ankh")
    game.expect(stack=["death of player 1", "trigger broken ankh", "trigger guppys collar"]).settle()
    game.expect(player=1, hp=1, dead=False).expect(dice=[6])


def test_saved_attacker__turn_over() -> None:
    """R13.9, R7.14: [guppys_collar] saves the attacker in their own turn and ends it: the attack is over."""
    seat = {"hp": 1, "items": ["guppys_collar"], "coins": 10}
    game = start(seat, dice=[1, 3]).attack("fatty").pass_all().pass_all().pass_all().pass_all()
    game.expect(stack=["death of player 0", "trigger guppys collar"]).settle()
    game.expect(player=0, hp=1, dead=False, coins=10).expect(phase="end", attacking=None, illegal="buy Dinner")


def test_stoney__dies_of_any_other_death() -> None:
    """R14.1, R6.4: [stoney] dies of the death of [dip]; the active player is paid for both, and both slots refill."""
    game = start({"hand": ["bomb"]}, monsters=["stoney", "dip"], monster_deck=["fly", "fatty"]).play("bomb", "dip")
    game.pass_all().pass_all().expect(stack=["card of dip", "reward of dip", "trigger stoney"]).settle()
    game.expect(player=0, coins=4, hand=1).expect(card="stoney", zone="discard")
    assert sorted(game.read.game()["monsters"]) == ["fatty", "fly"]


def test_refill__waits_for_nobody_during_a_death() -> None:
    """R6.4, R15.2: a slot emptied by one event with a player's death below: the refill lies under the death."""
    seats = {"hp": 1, "hand": ["the_devil", "bomb"], "items": ["mr_boom"], "coins": 2}, {}
    game = start(*seats, shop=["meat"], treasure_deck=["dinner"]).play("bomb", 0, turn=True)
    game.play("the_devil", "meat", "mr_boom").pass_all().expect(stack=["play bomb", "refill shop slot 0"])
    game.pass_all().expect(shop=["dinner"]).settle().expect(player=0, dead=True, coins=1, items=[])


def test_purchase__survives_the_buyer() -> None:
    """R10.9, A69: the buyer dies above the declaration: the item is bought by the dead, after the penalty."""
    seats = {"hp": 1, "coins": 11}, {"hand": ["bomb"]}
    game = start(*seats).buy("dinner").play("bomb", 0, by=1, turn=True).settle()
    game.expect(player=0, dead=True, coins=0, items=["dinner"], hp=0).expect(phase="end")


def test_attack__does_not_survive_the_attacker() -> None:
    """R11.4, R7.14: the attacker dies above the declaration: it leaves the stack, no attack starts."""
    seats = {"hp": 1}, {"hand": ["bomb"]}
    game = start(*seats).attack("fatty").play("bomb", 0, by=1, turn=True).settle()
    game.expect(player=0, dead=True, attacks_used=0).expect(phase="end", attacking=None)


def test_new_object__ragman_comes_back() -> None:
    """R2.22, R14.11, R17.2: [ragman] dies, continues top of the deck and returns: a [bomb] aimed before finds nothing."""
    seat = {"items": [{"card": "tech_x", "counters": 3}], "hand": ["bomb"]}
    game = start(seat, monsters=["ragman", "fly"], dice=[1]).play("bomb", "ragman").pay("tech_x", "ragman").settle()
    game.expect(monster="ragman", hp=2, slot=0).expect(card="bomb", zone="discard").expect(player=0, souls=0, hand=3)


def test_new_object__ragman_leaves_nothing_on_the_stack() -> None:
    """R14.11, R15.2: put on its deck the card of [ragman] leaves the stack, and the slot refills without a window more."""
    seat = {"items": [{"card": "tech_x", "counters": 3}], "hand": ["bomb"]}
    game = start(seat, monsters=["ragman", "fly"], dice=[6]).play("bomb", "fly").pay("tech_x", "ragman")
    for _ in range(5):
        game.pass_all()
    game.expect(stack=["play bomb", "card of ragman", "result of ragman"]).pass_all()
    game.expect(stack=["play bomb fly", "refill monster slot 0"], asked=0).expect(deck="monster", top=["ragman"])
    game.pass_all().expect(monsters=["ragman", "fly"])


def test_cost__its_death_above_the_effect() -> None:
    """R5.11: two damage as the price of [temperance] kill: the death lies above the effect, which still pays the dead."""
    game = start({"hand": ["temperance", "a_penny"], "coins": 1}).play("temperance", "b")
    game.expect(stack=["temperance", "death of player 0"]).pass_all().pass_all().expect(player=0, dead=True, coins=0)
    game.expect(stack=["temperance"]).settle().expect(player=0, coins=8, hand=0).expect(phase="end")


def test_cost__not_by_the_dying() -> None:
    """R5.11: a dying player can pay no damage: [temperance] and [guppys_paw] are not offered any more."""
    seat = {"hand": ["bomb", "temperance"], "items": ["guppys_paw"], "hp": 1}
    game = start(seat).expect(legal=["play XIV. Temperance", "activate Guppy's Paw"]).play("bomb", 0).pass_all()
    game.expect(stack=["death of player 0"], illegal=["play XIV. Temperance", "activate Guppy's Paw"])


def test_saved__bonus_while_dying() -> None:
    """R13.9, A85: [the_lovers] on a dying player raises the maximum alone; saved, the HP before the damage come back."""
    seats = {"hand": ["bomb"]}, {"hp": 1, "items": ["guppys_collar"], "hand": ["the_lovers"]}
    game = start(*seats, dice=[2]).play("bomb", 1).pass_all().play("the_lovers", 1, by=1, turn=True).pass_all()
    game.expect(player=1, hp=0, max_hp=4).settle().expect(player=1, hp=1, max_hp=4, dead=False)


def test_refill__kills_the_active_player_in_the_end_phase() -> None:
    """R13.14, R7.7: [troll_bombs] revealed in the end phase kills: the penalty is paid there, then the turn passes."""
    seat = {"hp": 1, "items": ["meat"], "hand": ["bomb"]}
    game = start(seat, monsters=["dip", "fly"], monster_deck=["troll_bombs", "fatty"]).until("end")
    game.play("bomb", "dip", turn=True).settle().expect(player=0, dead=True, coins=3, items=[])
    game.expect(phase="end", active=0, monsters=["fatty", "fly"]).end_turn().expect(active=1).expect(player=0, hp=2)


def test_curse__kills_in_the_start_phase() -> None:
    """R7.16, FSR-114: [curse_of_pain] kills its holder at the start of the turn: no Loot 1, no action phase."""
    seat = {"hp": 1, "curses": ["curse_of_pain"], "coins": 2}
    game = start({}, seat, active=1, phase="start").expect(stack=["trigger curse of pain"]).settle()
    game.expect(player=1, dead=True, coins=1, hand=0, curses=[]).expect(phase="end", active=1).end_turn()
    game.expect(active=0).expect(player=1, hp=2)


def test_curse__given_to_a_dying_player() -> None:
    """R2.16: a curse revealed above a death may go to the dying player, who loses it when the death resolves."""
    seats = {"hand": ["bomb"]}, {"hp": 1, "items": ["the_d10"]}
    game = start(*seats, monsters=["empty", "fly"], monster_deck=["curse_of_loss", "dip"]).play("bomb", 1).pass_all()
    game.expect(stack=["refill monster slot 0", "death of player 1"]).pass_all().expect(player=1, dead=True).settle(1)
    game.expect(player=1, curses=["curse_of_loss"], souls=0).expect(monsters=["dip", "fly"])


def test_extra_turn_and_skip() -> None:
    """R7.19, R7.20, A79: [famine] makes its killer skip the next turn, the extra turn of [the_sun] included."""
    seat = {"hand": ["the_sun"], "items": [{"card": "tech_x", "counters": 3}]}
    game = start(seat, {}, monsters=["famine", "fly"]).play("the_sun").settle().expect(player=0, extra_turns=1)
    free = game.copy().end_turn().expect(active=0, turn=2).end_turn()
    free.expect(active=1)
    game.pay("tech_x", "famine").settle().expect(player=0, skip_turns=1).end_turn().expect(active=1)
    game.end_turn().expect(active=0)


def test_forced_attack__lost_with_the_turn() -> None:
    """R7.15: an attack forced by [monster_manual] is lost when [the_fool] ends the turn."""
    seats = {"hand": ["the_fool"]}, {"items": ["monster_manual"]}
    game = start(*seats).play("the_fool").activate("monster_manual", "fatty", by=1).pass_all()
    game.pass_all().expect(phase="end", illegal="attack Fatty")
    game.end_turn().until("action").expect(active=1, legal=["pass", "attack Fatty", "attack Fly"])


def test_copy_of_a_copy() -> None:
    """R22 Copy, A81: [modeling_clay] copies [diplopia] that is [dinner] at the moment: it stays Dinner for ever."""
    seat = {"items": ["diplopia", "modeling_clay", "dinner"]}
    game = start(seat).activate("diplopia", "dinner").settle().activate("modeling_clay", "diplopia").settle()
    game.expect(player=0, max_hp=5).expect(card="modeling_clay", shows="dinner").end_turn()
    game.expect(player=0, max_hp=4).expect(card="modeling_clay", shows="dinner").expect(
        card="diplopia", shows="diplopia"
    )


def test_copy__placebo_of_diplopia() -> None:
    """ER-13: copied by [placebo], "this" of [diplopia] is Placebo: it becomes [fanny_pack] until the end of the turn."""
    seats = {"items": ["placebo"], "hand": ["bomb"]}, {"items": ["diplopia", "fanny_pack"]}
    game = start(*seats).activate("placebo", "diplopia").pass_all("fanny_pack").settle()
    game.expect(card="placebo", shows="fanny_pack", owner=0).expect(card="diplopia", shows="diplopia", turned=False)
    game.play("bomb", 0).settle().expect(player=0, hp=1, hand=1).end_turn().expect(card="placebo", shows="placebo")


def test_copy__of_the_chest_destroyed() -> None:
    """ER-11: [modeling_clay] as [the_chest] is destroyed: it becomes a soul worth 1 of its controller."""
    seats = {"items": ["modeling_clay", "the_chest"]}, {"items": ["chaos_card"]}
    game = start(*seats).activate("modeling_clay", "the_chest").settle().activate("chaos_card", "modeling_clay", by=1)
    game.settle().expect(player=0, souls=1, soul_cards=["modeling_clay"], items=["the_chest"])


def test_copy__stolen_before_the_end_of_the_turn() -> None:
    """ER-11: [diplopia] as [dinner] is swapped away: it is a Dinner of player 1 until the turn ends."""
    seats = {"items": ["diplopia", "dinner"]}, {"items": ["decoy"]}
    game = start(*seats).activate("diplopia", "dinner").settle().expect(player=0, max_hp=4)
    game.activate("decoy", "diplopia", by=1).settle().expect(player=0, max_hp=3, hp=3).expect(player=1, max_hp=3, hp=3)
    game.end_turn().expect(player=1, max_hp=2, hp=2).expect(card="diplopia", owner=1, shows="diplopia")


def test_copy__placebo_destroys_itself() -> None:
    """ER-13, R17.4: copied by [placebo] the "destroy this" of [chaos_card] destroys Placebo, not the original."""
    game = start({"items": ["placebo"]}, {"items": ["chaos_card"]}).activate("placebo", "chaos_card").pass_all("fatty")
    game.expect(stack=["activate placebo fatty"]).expect(card="placebo", zone="item").pass_all()
    game.expect(card="placebo", zone="discard").expect(card="chaos_card", zone="item", owner=1, turned=False)
    game.expect(stack=["death of fatty"])


def test_copy__placebo_becomes_the_soul() -> None:
    """ER-13, R19.8: [placebo] with the effect of [pandoras_box] rolls a 6: Placebo itself becomes the soul."""
    game = start({"items": ["placebo"]}, {"items": ["pandoras_box"]}, dice=[6]).activate("placebo", "pandoras_box")
    game.settle().expect(player=0, souls=1, soul_cards=["placebo"]).expect(card="pandoras_box", zone="item", owner=1)


def test_copy__second_heir() -> None:
    """ER-64, ER-10: with [shadow] and [diplopia] as a copy of it the dying player says who inherits."""
    seats = {"hand": ["a_penny"], "hp": 1, "items": ["meat"]}, {"items": ["shadow"]}, {"items": ["diplopia"]}
    game = start(*seats, {"hand": ["bomb"]}).activate("diplopia", "shadow", by=2).settle()
    game.play("bomb", 0, by=3, turn=True).pass_all().pass_all().pass_all()
    game.expect(asked=0, question="heir", legal=["choose player 1", "choose player 2"]).choose(2).settle()
    game.expect(player=2, hand=["a_penny"], coins=4).expect(player=1, hand=[], coins=3).expect(
        player=0, items=[], coins=2
    )


def test_blank_card__two_cancelled() -> None:
    """ER-15: doubled by [blank_card] one [butter_bean] cancels two objects."""
    seats = {"hand": ["a_dime", "bomb"], "extra_plays": 1}, {"items": ["blank_card"], "hand": ["butter_bean"]}
    game = start(*seats).activate("blank_card", by=1).settle().play("a_dime", turn=False).play("bomb", 1, turn=False)
    game.play("butter_bean", by=1, turn=True).choose("bomb", "a_dime").settle()
    game.expect(player=0, coins=3).expect(player=1, hp=2).expect(discard="loot", size=3)


def test_blank_card__used_up_by_a_cancelled_card() -> None:
    """ER-15: the doubling is gone with the card that was cancelled; the next one is single."""
    seats = {"items": ["blank_card"], "hand": ["a_dime", "a_penny"]}, {"hand": ["butter_bean"]}
    game = start(*seats).activate("blank_card").settle().play("a_dime", turn=False)
    game.play("butter_bean", "a_dime", by=1, turn=True).settle().play("a_penny").settle().expect(player=0, coins=4)


def test_blank_card__waits_for_its_own_player() -> None:
    """ER-15: loot cards of other players are not doubled and do not use the mark up."""
    seats = {"items": ["blank_card"], "hand": ["a_penny"]}, {"hand": ["two_cents"]}
    game = start(*seats).activate("blank_card").settle().play("two_cents", by=1, turn=True).settle()
    game.expect(player=1, coins=5).play("a_penny").settle().expect(player=0, coins=5)


def test_lock__others_in_its_controllers_turn() -> None:
    """R5.12: in its controller's turn [trinity_shield] stops loot, character and arrow effects of others, not paid ones."""
    others = {"hand": ["a_penny"], "items": ["mr_boom", "golden_razor_blade"], "coins": 5}
    game = start({"items": ["trinity_shield"], "hand": ["bomb"]}, others).play("bomb", "fatty").pass_()
    game.expect(asked=1, illegal=["play A Penny!", "activate Mr. Boom"], legal="pay for Golden Razor Blade")
    game = (
        start({**others, "hand": ["a_penny"]}, {"items": ["trinity_shield"]}).play("a_penny").activate("mr_boom", "fly")
    )
    game.settle().expect(player=0, coins=7)


def test_lock__gone_with_the_shield() -> None:
    """R5.12, R6.2: the lock ends at once when [trinity_shield] is destroyed by a paid price."""
    seats = {"items": ["trinity_shield", "meat"], "hand": ["the_devil"]}, {"hand": ["a_penny"], "items": ["mr_boom"]}
    game = start(*seats).play("the_devil", "mr_boom", "trinity_shield").pass_()
    game.expect(asked=1, legal=["play A Penny!", "activate Mr. Boom"])


def test_hand_limit__after_the_last_loot() -> None:
    """R7.10, R7.7: [starter_deck] loots two at the end of the turn: twelve cards, two go by choice; others keep all."""
    many = [*["a_penny"] * 4, *["two_cents"] * 6]
    seats = {"items": ["starter_deck"], "hand": many}, {"hand": ["three_cents"] * 11}
    game = start(*seats, loot_deck=["bomb", "dagaz"]).until("end").expect(stack=["trigger starter deck"])
    game.end_turn("bomb", "a_penny").expect(player=0, hand=10).expect(player=1, hand=11).expect(active=1)
    game.expect(card="dagaz", zone="hand", owner=0).expect(discard="loot", top=["a_penny", "bomb"])


def test_stack_limit__no_voluntary_plays_above_it() -> None:
    """ER-50: with 32 objects on the stack no player may add one; the stack is worked off and plays come back."""
    hand = [*["two_cents"] * 12, *["three_cents"] * 15, *["four_cents"] * 8]
    game = start({"hand": hand, "extra_plays": 40}, {"hand": ["a_penny"]})
    names = hand[:32]
    for name in names:
        game.play(name, turn=False)
    assert len(game.stack) == 32 and game.legal() == ["pass"]
    game.pass_().expect(asked=1)
    assert game.legal() == ["pass"]
    game.pass_().expect(legal="play 4 Cents!")


def test_voluntary_loop__ends_with_the_hundredth_use() -> None:
    """R4.10, A86: [the_battery] and a copy of it recharge each other; each is offered a hundred times a turn, no draw comes."""
    game = start({"items": ["the_battery", "modeling_clay"]}).activate("modeling_clay", "the_battery").settle()
    for _ in range(99):
        game.activate("the_battery", "modeling_clay").settle().activate("modeling_clay", "the_battery").settle()
    game.expect(card="the_battery", turned=False).activate("the_battery", "modeling_clay").settle()
    game.expect(card="modeling_clay", turned=False).expect(illegal=["activate Modeling Clay", "activate The Battery"])
    game.expect(over=False, asked=0, legal="pass").end_turn().end_turn().until("action")
    game.expect(legal=["activate Modeling Clay", "activate The Battery"])


def test_voluntary_loop__a_hundred_uses_of_each_player() -> None:
    """R4.10, A86: who has not used [the_battery] yet is offered it after another player's hundred uses, and has a hundred of
    their own [pay_to_play] [battery_bum]."""
    thief = {"items": ["pay_to_play", "battery_bum", "jawbone"], "coins": 99}
    game = start({"items": ["the_battery", "modeling_clay"], "coins": 20}, thief)
    game.activate("modeling_clay", "the_battery").settle()
    for _ in range(99):
        game.activate("the_battery", "modeling_clay").settle().activate("modeling_clay", "the_battery").settle()
    game.activate("the_battery", "modeling_clay").settle().expect(illegal="activate Modeling Clay")
    game.pay("pay_to_play", "modeling_clay", by=1).settle()
    game.pay("pay_to_play", "the_battery", by=1).settle()
    game.pay("battery_bum", "the_battery", by=1).settle().pass_()
    game.expect(asked=1, legal=["activate Modeling Clay", "activate The Battery"])
    for _ in range(100):
        game.activate("the_battery", "modeling_clay", by=1).settle().activate(
            "modeling_clay", "the_battery", by=1
        ).settle()
    game.pass_().expect(asked=1, illegal=["activate Modeling Clay", "activate The Battery"])


@pytest.mark.parametrize("first", ["activate", "pay"])
def test_uses__activations_and_payments_count_together(first: str) -> None:
    """A86: the hundred uses of [the_bone] are those of all its effects, and other items continue."""
    bone = {"card": "the_bone", "counters": 200}
    game = start({"items": [bone, "spoon_bender"]}).roll(1).attack("fatty").pass_all().pass_all()
    game.expect(stack=["attack roll 1"], legal=["activate The Bone", "pay for The Bone (1)"])
    if first == "activate":
        game.activate("the_bone").pass_all()
    for _ in range(100 - (first == "activate")):
        game.expect(legal="pay for The Bone (1)").pay("the_bone").pass_all()
    game.expect(
        illegal=["activate The Bone", "pay for The Bone (1)", "pay for The Bone (2)"], legal="activate Spoon Bender"
    )
    game.expect(card="the_bone", turned=first == "activate", counters=200 - 100 + 2 * (first == "activate"))


def one_push_short(game: Play) -> Play:
    """The same game with 3999 objects pushed since any player did something voluntary."""
    game.S["pushes"][0] = 3999
    return game


def test_mandatory_loop__is_a_draw() -> None:
    """A53, ER-51: object 4001 with nothing voluntary before it ends the game, and the cards under way are named.
    [fanny_pack] [swallowed_penny] [gold_bomb]"""
    for items, outcome in ((["fanny_pack"], "running"), (["fanny_pack", "swallowed_penny"], "drawn")):
        game = start({"hand": ["gold_bomb"]}, {"items": [*items, "dinner", "breakfast"]}, shop=["meat"])
        one_push_short(game.play("gold_bomb", 1))
        if outcome == "drawn":
            game.pass_all("fanny_pack")
        else:
            game.pass_all()
        game.expect(over=outcome == "drawn", outcome=outcome, winners=[])
    words = "drawn, 4000 objects with nothing voluntary between them: "
    cards = ["Fanny Pack (1)", "Swallowed Penny (1)"]
    assert GAME.decision_text(game.S) == f"the game is over: {words}{', '.join(cards)}"
    table = GAME.to_json(game.S)
    assert table["drawn_by"] == [{"card": "fanny_pack", "objects": 1}, {"card": "swallowed_penny", "objects": 1}]


def test_mandatory_loop__choices_of_targets_and_orders_count_on() -> None:
    """A53: to order triggers and to choose their targets is not voluntary [curse_of_the_tower] [fanny_pack] [gold_bomb]."""
    items = ["fanny_pack", "curse_of_the_tower", "dinner", "breakfast"]
    game = start({"hand": ["gold_bomb"]}, {"items": items}, shop=["meat"], dice=[5]).play("gold_bomb", 1)
    game.S["pushes"][0] = 100
    game.pass_all("fanny_pack").expect(stack=["trigger fanny pack", "trigger curse of the tower"])
    assert game.S["pushes"][0] == 102
    game.pass_all().pass_all("fly").expect(stack=["trigger fanny pack", "result of curse of the tower fly"])
    assert game.S["pushes"][0] == 104


@pytest.mark.parametrize("deed", ["play", "activate", "pay", "buy", "attack"])
def test_mandatory_loop__what_is_voluntary_begins_the_count_anew(deed: str) -> None:
    """A53: played, activated, paid, purchased, attacked: the object itself is the first of the new count."""
    seat = {"hand": ["a_dime"], "items": ["sack_of_pennies", "golden_razor_blade"], "coins": 20}
    what = {"play": ["a_dime"], "activate": ["sack_of_pennies"], "pay": ["golden_razor_blade", 0], "buy": ["dinner"]}
    game = one_push_short(start(seat, shop=["dinner"]))
    getattr(game, deed)(*what.get(deed, ["fly"])).expect(over=False, stack=1)
    assert game.S["pushes"][0] == 1
    game.settle() if deed != "attack" else game.pass_all()
    game.expect(over=False)


@pytest.mark.parametrize(("answer", "pushes"), [("yes", 0), ("no", 3999)])
def test_mandatory_loop__a_may_that_is_taken_begins_the_count_anew(answer: str, pushes: int) -> None:
    """A53: "yes" to the offer of [smart_fly] is voluntary, "no" leaves the count as it is."""
    game = start({"hand": ["bomb"]}, {"items": [{"card": "smart_fly", "turned": True}]}).play("bomb", 1).pass_all()
    one_push_short(game).pass_all(answer).expect(card="smart_fly", turned=answer == "no")
    assert game.S["pushes"][0] == pushes


def test_four_players__turn_order_of_triggers() -> None:
    """R6.4: of one event the active player's trigger lies lowest; the last in turn order resolves first."""
    seats = (
        {"items": ["fanny_pack"]},
        {"items": ["swallowed_penny"]},
        {"items": ["cambion_conception"]},
        {"items": ["the_poop"]},
    )
    game = start(*seats, active=2, monsters=["fly", "empty"], monster_deck=["mega_troll_bomb", "fatty"])
    game.pass_all().pass_all()
    deaths = [f"death of player {p}" for p in (2, 3, 0, 1)]
    triggers = ["trigger cambion conception", "trigger the poop", "trigger fanny pack", "trigger swallowed penny"]
    game.expect(stack=["refill monster slot 1", *deaths, *triggers], asked=2)


def test_monster_triggers__below_players_triggers() -> None:
    """R6.4, FSR-038: the active player orders the triggers of two monsters; an item of player 0 lies above both."""
    seats = {"items": ["the_relic"]}, {"hand": ["pills_blue"]}
    game = start(*seats, active=1, monsters=["holy_dip", "cursed_keeper_head"], dice=[1]).play("pills_blue").pass_all()
    game.pass_all().expect(asked=1, question="trigger_order").choose("holy_dip")
    game.expect(
        stack=["result of pills", "trigger holy dip", "trigger cursed keeper head", "player 0: trigger the relic"]
    )
    game.settle().expect(player=1, coins=2, hand=1).expect(player=0, hand=1)


def test_prevention__victim_chooses_the_order() -> None:
    """R6.2, R12.4, ER-30: with a shield and [the_dead_cat] the victim says which is used first."""
    seats = {"hand": ["bomb"]}, {"items": ["the_dead_cat"], "hand": ["soul_heart"]}
    game = start(*seats).play("bomb", 1).play("soul_heart", 1, by=1, turn=True).pass_all().pass_all()
    game.expect(asked=1, question="prevention")
    game.copy().choose("soul_heart").expect(card="the_dead_cat", counters=9).expect(player=1, hp=2)
    other = game.choose("the_dead_cat").expect(card="the_dead_cat", counters=8).expect(player=1, hp=2)
    other.settle().expect(player=1, hp=2)


def test_cap_and_amount__moms_bra_on_a_gold_bomb() -> None:
    """R12.13: [moms_bra] makes three damage of [gold_bomb] one, for the named victim; its player survives."""
    seats = {"hand": ["gold_bomb"]}, {"items": ["moms_bra", "fanny_pack"]}
    game = start(*seats).play("gold_bomb", 1).activate("moms_bra", "gold_bomb", 1, by=1).settle()
    game.expect(player=1, hp=1, hand=1, dead=False)


def test_shield__host_hat_hits_back() -> None:
    """ER-31: [host_hat] prevents, then deals one to another player; an unused shield does nothing."""
    seats = {"hand": ["bomb"]}, {"items": ["host_hat"]}, {}
    game = start(*seats).play("bomb", 1).activate("host_hat", by=1).pass_all().pass_all()
    game.expect(player=1, hp=2).expect(asked=1, question="target", illegal="choose player 1").choose(2).settle()
    game.expect(player=2, hp=1).expect(player=0, hp=2)


def test_bum_bo__nothing_is_gained() -> None:
    """ER-38: [bum_bo_item] swallows the gain, so [counterfeit_penny] has nothing to answer."""
    game = start({"items": ["bum_bo_item", "counterfeit_penny"], "hand": ["a_dime"]}).play("a_dime").pass_all()
    game.expect(player=0, coins=3, attack=2).expect(card="bum_bo_item", counters=10).expect(stack=[])


def test_before_penalty__gains_can_be_lost_again() -> None:
    """R13.3: [greeds_gullet] and [suicide_king] pay above the penalty, which then takes from what came."""
    seat = {"items": ["greeds_gullet", "suicide_king"], "coins": 0, "hp": 1}
    game = (
        start({"hand": ["bomb"]}, seat, loot_deck=["a_dime", "a_penny", "dagaz"]).play("bomb", 1).pass_all().pass_all()
    )
    game.expect(question="trigger_order", asked=1).choose("greeds_gullet").settle("dagaz", "suicide_king").expect(
        player=1, coins=7, hand=["a_dime", "a_penny"], items=["greeds_gullet"]
    )


def test_win__in_the_middle_of_the_d4() -> None:
    """R18.1, ER-58: [the_d4] destroys [the_chest], the fourth soul: the game is over before any treasure is gained."""
    seat = {"items": ["the_d4", "the_chest", "meat"], "souls": 3}
    game = start(seat, treasure_deck=["dinner"]).activate("the_d4", 0).pass_all().expect(over=True, winners=[0])
    game.expect(deck="treasure", top=["dinner"])


def test_win__by_a_penalty() -> None:
    """R18.1, R19.7: the death penalty of player 1 destroys [the_chest]: player 1 wins, dead, in another's turn."""
    seats = {"hand": ["death_tarot"]}, {"items": ["the_chest"], "souls": 3, "coins": 5}
    game = start(*seats).play("death_tarot", 1).settle().expect(over=True, winners=[1]).expect(player=1, dead=True)
    assert cards_lost_or_doubled(game) == []
