"""R5: playing effects."""

from __future__ import annotations

import pytest

from fs_env.core.machine.run.game import IllegalAction
from tests.core.four_souls.rules.table import start


def test_effects__purchases_and_attacks_are_none() -> None:
    """R5.1, FSR-043: [butter_bean] and [no] find no target in a purchase or attack declaration, but do in an effect."""
    seat = {"hand": ["butter_bean"], "items": ["no"]}
    game = start({"coins": 10, "hand": ["a_penny"], "items": ["mr_boom"]}, seat)
    game.copy().buy("dinner").pass_().expect(asked=1, illegal=["play Butter Bean!", "activate No!"])
    game.copy().attack("fly").pass_().expect(asked=1, illegal=["play Butter Bean!", "activate No!"])
    game.copy().play("a_penny").pass_().expect(legal="play Butter Bean!", illegal="activate No!")
    game.activate("mr_boom", "fly").pass_().expect(legal=["play Butter Bean!", "activate No!"])


def test_announcing__targets_before_costs_before_pushing() -> None:
    """R5.2: while the target of [golden_razor_blade] is chosen nothing is paid or pushed; then both, and priority stays."""
    game = start({"items": ["golden_razor_blade"], "coins": 7}).pay("golden_razor_blade")
    game.expect(question="target", stack=[]).expect(player=0, coins=7)
    game.choose("fatty").expect(stack=["pay for golden razor blade fatty"], asked=0).expect(player=0, coins=2)


def test_announcing__needs_a_target() -> None:
    """R5.2, FSR-039: without a roll [dice_shard] cannot be played; no loot play is lost; with one it can."""
    seat = {"hand": ["dice_shard"]}
    game = start({"items": ["mystery_sack"]}, seat, dice=[1]).pass_().expect(asked=1, illegal="play Dice Shard")
    with pytest.raises(IllegalAction, match="play Dice Shard is not legal"):
        game.play("dice_shard")
    game.expect(player=1, turned=False, hand=1).pass_()
    rolled = start({"items": ["mystery_sack"]}, seat, dice=[1, 5]).activate("mystery_sack").pass_all()
    rolled.play("dice_shard", by=1).expect(player=1, turned=True, hand=0)


def test_announcing__needs_the_cost() -> None:
    """R5.2: an effect whose cost cannot be paid is not offered: too few cents, counters, loot cards or items."""
    items = ["golden_razor_blade", {"card": "tech_x", "counters": 2}, "smelter", "contract_from_below", "the_d6"]
    game = start({"items": items, "coins": 4}, {"items": ["dinner"]})
    effects = ["Golden Razor Blade", "Tech X", "Smelter"]
    game.expect(
        illegal=[f"pay for {name}" for name in effects], legal=["activate Tech X", "pay for Contract from Below"]
    )
    poor = start({"items": ["contract_from_below", "the_d6"]}, {"items": ["dinner"]})
    poor.expect(illegal="pay for Contract from Below")


def test_announcing__mode_without_targets() -> None:
    """R5.2: without a curse [dagaz] cannot be played to destroy one; with one both modes are offered."""
    game = start({"hand": ["dagaz"]}).play("dagaz").expect(question="target", illegal=["mode a", "mode b"])
    game.choose(0).expect(stack=["play dagaz (b) player 0"])
    cursed = start({"hand": ["dagaz"]}, {"curses": ["curse_of_pain"]}).play("dagaz")
    cursed.expect(question="mode", legal=["mode a", "mode b"])


def test_announcing__useless_targets_are_legal() -> None:
    """R5.2: an item that stands upright may be chosen for recharging."""
    game = start({"hand": ["lil_battery"], "items": ["mr_boom", "dinner"]}).play("lil_battery", "mr_boom").settle()
    game.expect(card="mr_boom", turned=False).expect(card="lil_battery", zone="discard")


def test_locked__modes_and_targets() -> None:
    """R5.3, FSR-028: the mode announced for [flush] happens, though a response made the other one better."""
    game = start({"items": ["flush"]}, {"hand": ["ehwaz"]}, monsters=["fly"], monster_deck=["mom"], shop=["dinner"])
    game.activate("flush", "b").play("ehwaz", by=1, turn=True).pass_all().expect(monsters=["mom"]).pass_all()
    game.expect(shop=["empty"], monsters=["mom"]).expect(deck="treasure", bottom=["dinner"]).expect(
        stack=["refill shop slot 0"]
    )


def test_locked__no_second_choice_of_target() -> None:
    """R5.3: a bomb whose monster is gone asks for no other one; it fizzles."""
    game = start({"hand": ["bomb"]}, {"items": ["mr_boom"]}, monsters=["dip", "fly"]).play("bomb", "dip")
    game.activate("mr_boom", "dip", by=1).settle().expect(monster="fly", hp=1).expect(card="bomb", zone="discard")


def test_on_resolution__numbers_and_own_cards() -> None:
    """R5.4: the number of [the_magician] and the card discarded for [pills_blue] are chosen as they resolve."""
    seat = {"hand": ["the_magician", "pills_blue", "a_penny", "bomb"], "extra_plays": 1}
    game = start(seat, dice=[1]).play("pills_blue", turn=False).pass_all().play("the_magician", turn=False)
    game.expect(asked=0, question="priority").pass_all().expect(question="number", legal="number 6").choose(6)
    game.expect(stack=["roll 6 for pills blue"]).pass_all().expect(question="priority", stack=["result of pills blue"])
    game.pass_all().expect(question="discard", legal=["choose A Penny!", "choose Bomb!"]).choose("bomb")
    game.expect(player=0, hand=["a_penny"])


def test_on_resolution__add_or_subtract() -> None:
    """R5.4: [book_of_belial] names +1 or -1 as it resolves, [lucky_foot] 0 to 2; only "choose one" is a mode."""
    game = start({"items": ["mystery_sack", "book_of_belial", "lucky_foot"]}, dice=[3])
    game.activate("mystery_sack").pass_all().activate("book_of_belial").expect(question="priority").pass_all()
    game.expect(question="number", legal=["number -1", "number 1"], illegal="number 0").choose(-1)
    game.expect(stack=["roll 2"]).activate("lucky_foot").pass_all()
    game.expect(question="number", legal=["number 0", "number 1", "number 2"], illegal="number 3").choose(2)
    game.expect(stack=["roll 4"])


def test_costs__are_not_refunded() -> None:
    """R5.5: cents, the item and the loot card paid are lost although the effects are cancelled."""
    seat = {"items": ["golden_razor_blade", "dinner"], "coins": 5, "hand": ["the_devil"]}
    game = start(seat, {"items": ["no"], "hand": ["butter_bean"]}, shop=["meat"])
    game.pay("golden_razor_blade", "fly").activate("no", by=1).settle().expect(player=0, coins=0)
    game.expect(monster="fly", hp=1).play("the_devil", "meat", "dinner").expect(card="dinner", zone="discard")
    game.play("butter_bean", by=1, turn=True).settle()
    game.expect(player=0, items=["golden_razor_blade"], coins=0).expect(shop=["meat"])


def test_costs__before_a_colon_on_loot_cards() -> None:
    """R5.5: the damage of [temperance] is paid on announcing: it is taken before any player may answer."""
    game = start({"hand": ["temperance"]}).play("temperance", "a")
    game.expect(player=0, hp=1, coins=3).expect(stack=["play xiv temperance a"]).settle().expect(
        player=0, hp=1, coins=7
    )


def test_destroy_this__is_the_first_instruction() -> None:
    """R5.6, FSR-135: [chaos_card] is in play, sideways, while its effect waits, and survives a cancel."""
    game = start({"items": ["chaos_card"]}, {"items": ["no"]}).activate("chaos_card", "fly")
    game.expect(card="chaos_card", zone="item", turned=True)
    cancelled = game.copy().activate("no", by=1).settle()
    cancelled.expect(card="chaos_card", zone="item", owner=0, turned=True).expect(monster="fly", hp=1)
    game.settle().expect(card="chaos_card", zone="discard").expect(card="fly", zone="discard").expect(player=0, coins=4)


def test_destroy_this__fizzles_without_the_item() -> None:
    """R5.6, FSR-134: [chaos_card] destroyed in response cannot destroy itself, so its effect fizzles."""
    game = start({"items": ["chaos_card"]}, {"items": ["glass_cannon"]}, dice=[6])
    game.activate("chaos_card", "fly").activate("glass_cannon", "chaos_card", by=1).settle()
    game.expect(monster="fly", hp=1).expect(card="chaos_card", zone="discard").expect(player=0, coins=3)


def test_timing__in_response_to_a_penalty() -> None:
    """R5.7, FSR-029: an item is activated in response to what is about to deactivate it; its effect comes first."""
    game = start({"hand": ["death_tarot"]}, {"items": ["mr_boom", "dinner"]}, monsters=["dip", "fly"])
    game.play("death_tarot", 1).pass_all().pass_all().expect(stack=["penalty of player 1"])
    game.activate("mr_boom", "dip", by=1).pass_all().expect(stack=["penalty of player 1", "death of dip"])
    game.settle("dinner").expect(card="mr_boom", turned=True, zone="item").expect(player=0, coins=4)


def test_timing__turns_of_others_and_any_object() -> None:
    """R5.7: the other player answers Loot 1, a declaration and combat damage with the same kind of effect."""
    seat = {"items": ["sack_of_pennies"]}
    for game in (start({}, seat, phase="loot"), start({}, seat).attack("fly")):
        game.activate("sack_of_pennies", by=1).expect(stack=2, asked=1)
    fight = start({}, seat, dice=[1]).attack("fly").pass_all().pass_all().pass_all()
    fight.activate("sack_of_pennies", by=1).pass_all().expect(player=1, coins=4).expect(player=0, hp=2)


def test_timing__on_an_empty_stack() -> None:
    """R5.8: a player who is not active uses an effect on the empty stack, when the active player has passed."""
    game = start({}, {"items": ["sack_of_pennies"], "hand": ["a_penny"]}).pass_().expect(stack=[], asked=1)
    game.activate("sack_of_pennies").play("a_penny").expect(player=1, turned=True)
    game.expect(stack=["activate sack of pennies", "play a penny"])


def test_nothing_is_mandatory__but_triggers_are() -> None:
    """R5.9: a player may always pass and decline a "may"; [daddy_haunt] without one happens against its owner's will."""
    seat = {"items": ["charged_baby", {"card": "mr_boom", "turned": True}, "sack_of_pennies", "mystery_sack"]}
    game = start(seat, dice=[2]).activate("mystery_sack").pass_all().pass_all().choose("mr_boom")
    game.expect(legal="pass").pass_all("no").expect(card="mr_boom", turned=True)
    haunted = start({"hand": ["bomb"]}, {"items": ["daddy_haunt", "dinner"]}).play("bomb", 1).pass_all()
    haunted.expect(player=1, hp=2).expect(stack=["trigger daddy haunt"]).pass_all().expect(player=1, hp=1, max_hp=3)


def test_targets__decks_when_pushed_cards_in_them_on_resolution() -> None:
    """R5.10: [sack_head] names its deck when pushed; [the_shovel] its discarded monster only on resolution."""
    game = start({"items": ["sack_head", "the_shovel"]}, monster_discard=["dip", "trite"]).activate("sack_head")
    game.expect(question="target").choose("loot deck").expect(stack=["activate sack head the loot deck"])
    game.settle("no").activate("the_shovel").expect(question="priority", stack=["activate the shovel"]).pass_all()
    game.expect(question="pick", legal=["choose Dip", "choose Trite"]).choose("trite")
    game.expect(deck="monster", top=["trite"]).expect(discard="monster", top=["dip"], size=1)


def test_targets__division_of_damage_when_pushed() -> None:
    """R5.10: the two points of [pestilence] are divided as its trigger is pushed, and cannot be moved later."""
    game = start({"items": [{"card": "tech_x", "counters": 3}]}, monsters=["pestilence", "fatty"])
    game.pay("tech_x", "pestilence").pass_all().pass_all().expect(question="target", source="pestilence")
    game.choose("fatty", 1).expect(stack=["card of", "reward of", "trigger pestilence fatty player 1"])
    game.pass_all().expect(monster="fatty", hp=3).expect(player=1, hp=1)


def test_targets__not_what_another_player_chooses() -> None:
    """R5.10: [guppys_head] targets a player when pushed; that player picks the card on resolution."""
    game = start({"items": ["guppys_head"]}, {"hand": ["bomb", "a_dime"]}).activate("guppys_head", 1)
    game.expect(question="priority").pass_all().expect(asked=1, question="give").choose("bomb")
    game.expect(player=0, hand=["bomb"]).expect(player=1, hand=["a_dime"])


def test_targets__of_a_dice_line_when_it_is_pushed() -> None:
    """R5.10: the monster of the 4-6 line of [curse_of_the_tower] is chosen after the roll, as the line is pushed."""
    game = start({"hand": ["bomb"], "items": ["curse_of_the_tower"]}, dice=[5]).play("bomb", 0).pass_all()
    game.expect(question="priority", stack=["trigger curse of the tower"]).pass_all().expect(stack=["roll 5"])
    game.pass_all().expect(question="target", legal=["choose Fly", "choose Fatty"]).choose("fatty")
    game.expect(stack=["result of curse of the tower fatty"]).pass_all().expect(monster="fatty", hp=3)


def test_damage_cost__prevented_still_pays() -> None:
    """R5.11: a shield stops the damage that [guppys_paw] costs, and the effect is paid all the same."""
    game = start({"hand": ["soul_heart", "gold_bomb"], "items": ["guppys_paw"], "plays_used": 0, "extra_plays": 1})
    game.play("soul_heart", 0, turn=False).settle().activate("guppys_paw", 0).expect(player=0, hp=2)
    game.settle().play("gold_bomb", 0, turn=False).settle().expect(player=0, hp=1)


def test_damage_cost__death_above_the_effect() -> None:
    """R5.11: paying the last HP pushes the death above the effect that was paid for."""
    game = start({"items": ["guppys_paw"], "hp": 1}).activate("guppys_paw", 1)
    game.expect(stack=["activate guppys paw player 1", "death of player 0"]).expect(player=0, hp=0, dying=True)


@pytest.mark.parametrize(("number", "hp"), [(5, 1), (6, 2)])
def test_damage_cost__held_back_lies_above_the_effect(number: int, hp: int) -> None:
    """R5.11, R6.9: the price of [guppys_paw] waits above it for the roll of [guppys_hairball], so it is dealt first: its
    own shield cannot prevent it, and is there for the next damage."""
    seat = {"items": ["guppys_paw", "guppys_hairball"], "hand": ["bomb"]}
    game = start(seat, dice=[number]).activate("guppys_paw", 0)
    game.expect(stack=["activate guppys paw player 0", "held damage to player 0", "trigger guppys hairball"], asked=0)
    while len(game.stack) > 2:
        game.pass_all()
    game.expect(player=0, hp=2).expect(stack=["activate guppys paw player 0", "held damage to player 0"]).pass_all()
    game.expect(player=0, hp=hp).expect(stack=["activate guppys paw player 0"]).pass_all()
    game.play("bomb", 0, turn=False).settle("guppys_paw").expect(player=0, hp=hp)


def test_damage_cost__held_back_by_two_lies_above_the_effect() -> None:
    """R5.11, R6.9: [temperance] pays out after both hairballs have rolled and the damage is dealt; what lay there before
    stays below [guppys_hairball] [modeling_clay]."""
    seat = {"items": ["guppys_hairball", "modeling_clay"], "hand": ["temperance", "a_dime"], "extra_plays": 1}
    game = start(seat, dice=[1, 1]).activate("modeling_clay", "guppys_hairball").settle()
    game.play("a_dime", turn=True).play("temperance", "b", turn=False)
    game.expect(stack=["a dime", "temperance", "held damage to player 0", "trigger guppys hairball"])
    game.pass_all().pass_all().pass_all().expect(player=0, hp=2, coins=3)
    game.expect(stack=["a dime", "temperance", "held damage to player 0", "trigger modeling clay"])
    game.pass_all().pass_all().pass_all()
    game.expect(stack=["a dime", "temperance", "death of player 0"]).expect(player=0, hp=0, coins=3)


def test_damage_cost__not_for_the_dying_or_dead() -> None:
    """R5.11: neither a dying nor a dead player can pay damage; other costs they can."""
    seat = {"items": ["guppys_paw", "sack_of_pennies"], "hand": ["temperance"]}
    dead = start({}, {**seat, "dead": True}).pass_()
    dead.expect(asked=1, illegal=["activate Guppy's Paw", "play XIV. Temperance"], legal="activate Sack of Pennies")
    dying = start({"hand": ["death_tarot"]}, seat).play("death_tarot", 1).pass_all().pass_()
    dying.expect(illegal=["activate Guppy's Paw", "play XIV. Temperance"], legal="activate Sack of Pennies")


def test_locks__arrow_effects_and_loot_but_not_paid_ones() -> None:
    """R5.12: [trinity_shield] forbids others in its owner's turn to activate and to play loot, not to pay."""
    seat = {"items": ["sack_of_pennies", "golden_razor_blade"], "coins": 5, "hand": ["a_penny"], "extra_plays": 1}
    game = start({"items": ["trinity_shield", "mr_boom"], "hand": ["bomb"]}, seat)
    game.expect(legal=["activate Mr. Boom", "play Bomb!"]).pass_()
    game.expect(asked=1, illegal=["activate Sack of Pennies", "play A Penny!"], legal="pay for Golden Razor Blade")
    other = start({"items": ["sack_of_pennies"], "hand": ["a_penny"]}, {"items": ["trinity_shield"]})
    other.expect(legal=["activate Sack of Pennies", "play A Penny!"])
