"""Loot cards of Four Souls+ that copy and that lock: ? Card and Get Out of Jail Card."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play
from fs_env.core.machine.run.game import IllegalAction
from tests.core.four_souls.rules.table import start


def copying(*items: Any, seat: dict[str, Any] | None = None, **position: Any) -> Play:
    """A game in which player 0 holds ? Card and player 1 has the items."""
    first = dict(seat or {})
    return start({**first, "hand": ["question_card", *first.get("hand", [])]}, {"items": list(items)}, **position)


def test_question_card__any_item_with_an_activated_effect() -> None:
    """ER-14: [question_card] names an item of any player with an activated effect, also an eternal or a sideways one; paid effects,
    passive items and those that copy effects are none."""
    eternal = {"card": "the_battery", "eternal": True}
    items = [{"card": "mr_boom", "turned": True}, eternal, "dinner", "battery_bum", "placebo"]
    game = copying(*items, seat={"items": ["razor_blade"]}).play("question_card")
    game.expect(legal=["choose Mr. Boom", "choose The Battery", "choose Razor Blade"])
    game.expect(illegal=["choose Dinner", "choose Battery Bum", "choose Placebo"])


def test_question_card__needs_such_an_item() -> None:
    """R5.2: without an item that has an activated effect [question_card] cannot be played."""
    with pytest.raises(IllegalAction):
        copying("dinner", "battery_bum").play("question_card")


def test_question_card__announces_the_copied_effect() -> None:
    """ER-14: on resolution its player announces the effect with own choices: [question_card] [mr_boom]; the item itself
    stays as it was, the card is discarded."""
    game = copying({"card": "mr_boom", "turned": True}).play("question_card").pass_all()
    game.expect(asked=0, question="target").choose("fatty").expect(stack=["player 0: activate"]).settle()
    game.expect(monster="fatty", hp=3).expect(card="mr_boom", turned=True).expect(card="question_card", zone="discard")
    game = copying("mr_boom").play("question_card").pass_all("fatty").settle().expect(card="mr_boom", turned=False)


def test_question_card__modes_and_other_costs() -> None:
    """ER-14: modes are chosen and further costs are paid by the copying player: [question_card] [flush] [guppys_paw]."""
    game = copying("flush").play("question_card").pass_all("b").pass_all("dinner").expect(card="dinner", zone="deck")
    game = copying("guppys_paw", seat={"hand": ["bomb"], "extra_plays": 1}).play("question_card").pass_all(1)
    game.expect(player=0, hp=1).expect(player=1, hp=2).settle().play("bomb", 1).settle().expect(player=1, hp=2)


def test_question_card__a_roll_copied() -> None:
    """ER-14: a copied effect that rolls is its player's roll and gain: [question_card] [mystery_sack]."""
    game = copying("mystery_sack", dice=[3]).play("question_card").settle().expect(player=0, coins=7)
    game.expect(player=1, coins=3)


def test_question_card__without_a_legal_announcement_nothing() -> None:
    """ER-14: no roll to add to when it resolves: nothing is announced: [question_card] [spoon_bender]."""
    game = copying("spoon_bender").play("question_card").pass_all().expect(stack=[], question="priority")
    game.expect(card="question_card", zone="discard").expect(card="spoon_bender", turned=False)


def test_question_card__the_item_must_be_in_play_still() -> None:
    """ER-14, R17.2: the item destroyed in response, there is nothing to copy: [question_card] [chaos_card]."""
    game = copying("mr_boom", "chaos_card").play("question_card", "mr_boom").activate("chaos_card", "mr_boom", by=1)
    game.settle().expect(monster="fatty", hp=4).expect(player=1, items=[])


def test_question_card__this_is_no_item() -> None:
    """ER-14: counters lie nowhere, nothing is swapped, nothing becomes a copy: [question_card] [tech_x] [decoy]
    [modeling_clay] [diplopia]."""
    game = copying("tech_x", "mr_boom").play("question_card", "tech_x").settle()
    game.expect(card="tech_x", counters=0).expect(card="question_card", counters=0, zone="discard")
    game = copying("decoy", "dinner").play("question_card").pass_all("dinner").settle()
    game.expect(player=1, items=["decoy", "dinner"]).expect(player=0, items=[])
    for card in ("modeling_clay", "diplopia"):
        game = copying(card, "dinner").play("question_card", card).pass_all()
        (game.choose("dinner") if card == "modeling_clay" else game).settle()
        game.expect(card="question_card", zone="discard", shows="question_card").expect(card=card, shows=card)
        game.expect(player=0, max_hp=2, items=[])


def test_question_card__destroy_this_fizzles() -> None:
    """ER-14, R17.4: "destroy this" finds no item, so the whole effect fizzles: [question_card] [chaos_card]
    [pandoras_box]."""
    game = copying("chaos_card", "mr_boom").play("question_card", "chaos_card").pass_all("fly").settle()
    game.expect(card="fly", zone="monster").expect(player=1, items=["chaos_card", "mr_boom"])
    game = copying("pandoras_box", dice=[6]).play("question_card").settle().expect(player=0, souls=0, items=[])
    game.expect(dice=[6]).expect(card="question_card", zone="discard").expect(card="pandoras_box", zone="item")


def test_question_card__both_objects_can_be_cancelled() -> None:
    """ER-14, R17.10: [butter_bean] hits the loot card, or the copied effect, which [no] hits as well; [no] does not hit
    the card."""
    seats = {"hand": ["question_card"]}, {"items": ["mr_boom", "no"], "hand": ["butter_bean"]}
    for when in ("card", "copy", "no"):
        game = start(*seats).play("question_card", "mr_boom")
        if when == "card":
            game.pass_().expect(asked=1, illegal="activate No!").play("butter_bean", by=1)
        else:
            game.pass_all("fatty")
        if when == "copy":
            game.play("butter_bean", by=1)
        if when == "no":
            game.activate("no", by=1)
        game.settle().expect(monster="fatty", hp=4).expect(card="question_card", zone="discard")


def test_question_card__is_no_activation() -> None:
    """R22 Activate: a copy is not activated, so [shiny_rock] stays silent for [question_card]."""
    game = copying("mr_boom", seat={"items": ["shiny_rock"]}).play("question_card", "mr_boom").pass_all("fatty")
    game.settle().expect(player=0, coins=3).expect(monster="fatty", hp=3)
    game = start({"items": ["shiny_rock", "mr_boom"]}).activate("mr_boom", "fatty").settle().expect(player=0, coins=4)


def test_question_card__doubled_it_copies_once() -> None:
    """ER-15: Blank Card changes nothing: one copy, and its amounts are not doubled: [question_card] [blank_card]."""
    seat = {"items": ["blank_card"]}
    game = copying("mr_boom", "razor_blade", seat=seat).activate("blank_card").pass_all()
    game.play("question_card", "mr_boom").pass_all("fatty").settle().expect(monster="fatty", hp=3).expect(stack=[])


OTHER = {"hand": ["bomb"], "items": ["mr_boom", "battery_bum"], "coins": 5, "extra_plays": 1}


def test_get_out_of_jail_card__the_others_neither_play_nor_activate() -> None:
    """R5.12: after [get_out_of_jail_card] others play no loot, not by turning the character either, and activate
    nothing; paid effects continue; its player is free."""
    seat = {"hand": ["get_out_of_jail_card", "a_penny"], "items": ["razor_blade"], "extra_plays": 1}
    game = start(seat, OTHER, OTHER | {"items": ["the_d6"]}).play("get_out_of_jail_card").pass_()
    game.expect(asked=1, legal=["play Bomb!", "activate Mr. Boom"]).pass_().pass_()
    game.expect(asked=0, legal=["play A Penny!", "activate Razor Blade"]).pass_()
    game.expect(asked=1, illegal=["play Bomb!", "activate Mr. Boom"]).pay("battery_bum", "mr_boom")
    game.settle().expect(player=1, coins=1).pass_(by=0).pass_(by=1).expect(asked=2, illegal="play Bomb!")


def test_get_out_of_jail_card__ends_with_the_turn() -> None:
    """R7.9: the lock of [get_out_of_jail_card] ends with the turn, after the end phase windows."""
    game = start({"hand": ["get_out_of_jail_card"], "items": ["nine_volt"]}, OTHER).play("get_out_of_jail_card")
    game.settle().until("end").pass_().expect(asked=1, illegal=["play Bomb!", "activate Mr. Boom"])
    game.end_turn().until("action").expect(active=1, legal=["play Bomb!", "activate Mr. Boom"])


def test_get_out_of_jail_card__locks_the_active_player_too() -> None:
    """R5.12: played in another player's turn [get_out_of_jail_card] leaves the active player attacks and purchases."""
    seat = {"hand": ["bomb"], "items": ["mr_boom"], "coins": 10}
    game = start(seat, {"hand": ["get_out_of_jail_card", "a_penny"], "extra_plays": 1})
    game.play("get_out_of_jail_card", by=1).settle().expect(asked=0, illegal=["play Bomb!", "activate Mr. Boom"])
    game.expect(legal=["buy Dinner", "attack Fly"]).play("a_penny", by=1).settle().expect(player=1, coins=4)


def test_get_out_of_jail_card__triggers_of_the_others_work() -> None:
    """R5.12: triggered effects of the others are no activation: [get_out_of_jail_card] [fanny_pack]."""
    seats = {"hand": ["get_out_of_jail_card", "bomb"], "extra_plays": 1}, {"items": ["fanny_pack", "mr_boom"]}
    game = start(*seats).play("get_out_of_jail_card").settle().play("bomb", 1).settle().expect(player=1, hp=1, hand=1)
    game.pass_().expect(asked=1, illegal="activate Mr. Boom")


def test_get_out_of_jail_card__what_is_on_the_stack_goes_on() -> None:
    """R3.4, R5.12: loot and effects already on the stack resolve after [get_out_of_jail_card]; ER-34: [placebo]
    announces its copy all the same."""
    seats = {"hand": ["get_out_of_jail_card"]}, {"items": ["placebo", "mr_boom"], "hand": ["a_dime"]}
    game = start(*seats).play("a_dime", by=1).activate("placebo", "mr_boom").play("get_out_of_jail_card", by=0)
    game.pass_all().expect(stack=["play a dime", "activate placebo"]).pass_all("fatty").settle()
    game.expect(monster="fatty", hp=3).expect(player=1, coins=13)


def test_get_out_of_jail_card__a_forced_play_fails() -> None:
    """ER-34, R8.6: locked while [distant_admiration] is on the stack, its player gets the card but cannot play it."""
    seats = {"items": ["distant_admiration"]}, {"hand": ["a_dime", "get_out_of_jail_card"]}
    game = start(*seats, {}).activate("distant_admiration", 1).play("get_out_of_jail_card", by=1).settle()
    game.expect(player=0, coins=3, hand=["a_dime"]).expect(stack=[])
    game = start({"items": ["distant_admiration"]}, {"hand": ["a_dime"]}, {}).activate("distant_admiration", 1).settle()
    game.expect(player=0, coins=13, hand=[])


def test_get_out_of_jail_card__doubled_it_is_the_same() -> None:
    """ER-15: Blank Card is used up by [get_out_of_jail_card] and changes nothing."""
    seat = {"hand": ["get_out_of_jail_card", "a_penny"], "items": ["blank_card"], "extra_plays": 2}
    game = start(seat, OTHER).activate("blank_card").pass_all().play("get_out_of_jail_card").settle()
    game.play("a_penny").settle().expect(player=0, coins=4).pass_().expect(asked=1, illegal="play Bomb!")
