"""Base treasures with a paid effect. Each test names its cards in brackets."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Scenario
from tests.core.four_souls.rules.table import start


def test_tech_x__collects_counters() -> None:
    """[tech_x] turned for a counter; with fewer than 3 it cannot be paid for."""
    game = start({"items": [{"card": "tech_x", "counters": 1}]}).activate("tech_x").settle()
    game.expect(card="tech_x", counters=2, turned=True).expect(asked=0, illegal="pay for Tech X")
    assert not [words for words in game.legal() if "Tech X" in words]


@pytest.mark.parametrize("target", ["fatty", 1, 0])
def test_tech_x__kills_for_three_counters(target: str | int) -> None:
    """R12.10: [tech_x] 3 counters kill a monster or a player, sideways or not; the counters are the cost."""
    seat = {"items": [{"card": "tech_x", "counters": 4, "turned": True}]}
    game = start(seat, {"items": ["dry_baby"]}).pay("tech_x", target).expect(card="tech_x", counters=1)
    game.pass_all()
    if target == "fatty":
        game.settle().expect(card="fatty", zone="discard").expect(player=0, hand=1)
    else:
        game.expect(player=target, dying=True).expect(player=1 - int(target), dying=False)


def test_tech_x__the_dead_are_no_targets() -> None:
    """R13.7: no player kills the dead: [tech_x]."""
    game = start({"items": [{"card": "tech_x", "counters": 3}]}, {"dead": True}).pay("tech_x")
    game.expect(legal=["choose player 0", "choose Fly", "choose Fatty"], illegal="choose player 1")


def test_the_poop__a_counter_for_each_damage() -> None:
    """[the_poop] a counter for each damage event, not for each point, and none for others' damage."""
    game = start({"hand": ["gold_bomb", "bomb"]}, {"items": ["the_poop", "dinner", "breakfast"]})
    game.play("gold_bomb", 1).settle().expect(card="the_poop", counters=1)
    game.play("bomb", 0).settle().expect(card="the_poop", counters=1)


def test_the_poop__each_counter_is_a_shield_of_its_own() -> None:
    """ER-31: [the_poop] two counters are two shields of 1: 3 damage leave 1, two damages of 1 leave none."""
    seat = {"items": [{"card": "the_poop", "counters": 2}, "dinner"]}
    game = start({"hand": ["gold_bomb", "bomb", "bomb"]}, seat).pay("the_poop", by=1).pay("the_poop", by=1).settle()
    game.expect(card="the_poop", counters=0)
    game.copy().play("gold_bomb", 1).settle().expect(player=1, hp=2).expect(card="the_poop", counters=1)
    game.play("bomb", 1).settle().play("bomb", 1).settle().expect(player=1, hp=3).expect(card="the_poop", counters=0)


def test_the_poop__needs_a_counter() -> None:
    """R5.2: without a counter it cannot be paid for: [the_poop]."""
    game = start({"items": ["the_poop"]})
    assert not [words for words in game.legal() if "The Poop" in words]


def test_contract_from_below__two_items_for_one() -> None:
    """[contract_from_below] 2 own items are destroyed as the cost, then the target is stolen."""
    mine = ["contract_from_below", "dinner", "breakfast", {"card": "yum_heart", "eternal": True}]
    theirs = ["meat", {"card": "the_d6", "eternal": True}]
    game = start({"items": mine}, {"items": [*theirs, "mr_boom"]}).pay("contract_from_below")
    game.expect(question="target", illegal="choose The D6").choose("meat")
    game.expect(question="cost", illegal="choose Yum Heart").choose("dinner", "breakfast")
    game.expect(stack=["pay for Contract from Below -> Meat!"]).expect(discard="treasure", size=2)
    game.settle().expect(player=0, items=["contract_from_below", "yum_heart", "meat"])
    game.expect(player=1, items=["the_d6", "mr_boom"])


def test_contract_from_below__may_pay_with_itself() -> None:
    """R3.5: the contract may be one of the two; its effect is on the stack all the same: [contract_from_below]."""
    game = start({"items": ["contract_from_below", "dinner"]}, {"items": ["meat"]})
    game.pay("contract_from_below", "meat", "contract_from_below").expect(discard="treasure", size=2)
    game.settle().expect(player=0, items=["meat"]).expect(player=1, items=[])


def test_contract_from_below__needs_two_items() -> None:
    """R5.2: eternal items do not pay: [contract_from_below]."""
    items = ["contract_from_below", {"card": "the_d6", "eternal": True}]
    game = start({"items": items}, {"items": ["meat"]})
    assert not [words for words in game.legal() if "Contract" in words]


def test_donation_machine__an_item_for_eight_cents() -> None:
    """[donation_machine] the gift is the cost: another own item, none eternal, to a player of choice; then 8c."""
    seats = [
        {"items": ["donation_machine", "dinner", "meat", {"card": "the_d6", "eternal": True}]},
        {},
        {"items": ["mr_boom"]},
    ]
    game = Scenario(players=seats).start().pay("donation_machine")
    game.expect(question="target", illegal="choose player 0").choose(2)
    game.expect(illegal=["choose Donation Machine", "choose The D6"], legal=["choose Dinner", "choose Meat!"])
    game.choose("dinner").expect(player=2, items=["mr_boom", "dinner"], max_hp=3).expect(player=0, coins=3, max_hp=2)
    game.settle().expect(player=0, coins=11, items=3)


def test_donation_machine__needs_something_to_give() -> None:
    """R5.2: with no other item it cannot be paid for: [donation_machine]."""
    game = start({"items": ["donation_machine", {"card": "the_d6", "eternal": True}]})
    assert not [words for words in game.legal() if "Donation" in words]


def test_battery_bum__recharges_for_four_cents() -> None:
    """R2.4: [battery_bum] 4c each time, as often as there is money, any item in play."""
    game = start({"items": ["battery_bum"], "coins": 9}, {"items": [{"card": "mr_boom", "turned": True}]})
    game.pay("battery_bum", "mr_boom").expect(player=0, coins=5).settle().expect(card="mr_boom", turned=False)
    game.pay("battery_bum", "battery_bum").settle().expect(player=0, coins=1)
    assert not [words for words in game.legal() if "Battery Bum" in words]


def test_pay_to_play__steals_for_ten_cents() -> None:
    """[pay_to_play] 10c; any item of a player, no eternal and no shop item; it keeps turned state and counters."""
    theirs = [{"card": "tech_x", "counters": 2, "turned": True}, "meat", {"card": "the_d6", "eternal": True}]
    game = start({"items": ["pay_to_play"], "coins": 12}, {"items": theirs}).pay("pay_to_play")
    game.expect(illegal=["choose The D6", "choose Dinner"]).choose("tech_x").expect(player=0, coins=2).settle()
    game.expect(card="tech_x", owner=0, counters=2, turned=True).expect(player=1, items=["meat", "the_d6"], coins=3)
    assert not [words for words in game.legal() if "Pay to Play" in words]


def test_pay_to_play__nine_cents_are_too_few() -> None:
    """R5.2: [pay_to_play] costs 10c."""
    game = start({"items": ["pay_to_play"], "coins": 9}, {"items": ["dinner"]})
    assert not [words for words in game.legal() if "Pay to Play" in words]


def test_pay_to_play__the_item_must_be_there() -> None:
    """R17.2: destroyed in response it cannot be stolen, the money is gone: [pay_to_play] [chaos_card]."""
    game = start({"items": ["pay_to_play"], "coins": 10}, {"items": ["dinner", "chaos_card"]}).pay(
        "pay_to_play", "dinner"
    )
    game.activate("chaos_card", "dinner", by=1).settle().expect(player=0, coins=0, items=["pay_to_play"])


def test_golden_razor_blade__the_dead_are_no_targets() -> None:
    """R13.7: no player chooses the dead for damage: [golden_razor_blade]."""
    game = start({"items": ["golden_razor_blade"], "coins": 6}, {"dead": True}).pay("golden_razor_blade")
    game.expect(legal=["choose player 0", "choose Fly", "choose Fatty"], illegal="choose player 1")


@pytest.mark.parametrize("target", [0, 1, "fatty"])
def test_golden_razor_blade__cuts_for_five_cents(target: int | str) -> None:
    """[golden_razor_blade] 5c: 1 damage to a player or monster."""
    game = start({"items": ["golden_razor_blade"], "coins": 6}).pay("golden_razor_blade", target)
    game.expect(player=0, coins=1).settle()
    if target == "fatty":
        game.expect(monster="fatty", hp=3).expect(player=1, hp=2)
    else:
        game.expect(player=int(target), hp=1).expect(player=1 - int(target), hp=2)
    assert not [words for words in game.legal() if "Razor" in words]


@pytest.mark.parametrize(
    ("number", "coins", "hand"), [(1, 1, 1), (2, 1, 1), (3, 5, 0), (4, 5, 0), (5, 1, 0), (6, 1, 0)]
)
def test_portable_slot_machine__lines(number: int, coins: int, hand: int) -> None:
    """[portable_slot_machine] 3c: loot 1, 4c or nothing; it is not turned."""
    game = start({"items": ["portable_slot_machine"], "coins": 4}, dice=[number]).pay("portable_slot_machine")
    game.expect(player=0, coins=1).settle().expect(player=0, coins=coins, hand=hand)
    game.expect(card="portable_slot_machine", turned=False)


def test_smelter__turns_loot_into_cents() -> None:
    """[smelter] the card of one's choice is discarded as the cost; 3c each, as often as there are cards."""
    game = start({"items": ["smelter"], "hand": ["bomb", "a_dime"]}).pay("smelter", "bomb")
    game.expect(player=0, hand=["a_dime"], coins=3).expect(discard="loot", top=["bomb"]).settle()
    game.expect(player=0, coins=6).pay("smelter").settle().expect(player=0, coins=9, hand=[])
    assert not [words for words in game.legal() if "Smelter" in words]


@pytest.mark.parametrize(
    "seat",
    [
        {"items": ["battery_bum"], "coins": 4},
        {"items": ["golden_razor_blade"], "coins": 5},
        {"items": ["portable_slot_machine"], "coins": 3},
        {"items": ["smelter"], "hand": ["bomb"]},
    ],
)
def test_paid_effects__work_sideways_and_in_any_turn(seat: dict[str, Any]) -> None:
    """R2.4, R5.7: a paid effect needs no upright card, and works in another player's turn; one cent less and it is
    not legal: [battery_bum] [golden_razor_blade] [portable_slot_machine] [smelter]."""
    sideways = {**seat, "items": [{"card": seat["items"][0], "turned": True}]}
    game = start({}, sideways).pass_(by=0).expect(asked=1)
    assert len([words for words in game.legal() if words.startswith("pay")]) == 1
    poor = {**sideways, "coins": seat.get("coins", 3) - 1, "hand": []}
    assert start({}, poor).pass_(by=0).expect(asked=1).legal() == ["pass"]


@pytest.mark.parametrize(("number", "coins", "hand"), [(1, 0, 1), (3, 4, 0)])
def test_portable_slot_machine__serves_its_player_in_the_turn_of_another(number: int, coins: int, hand: int) -> None:
    """R2.24: whoever paid gets the prize: [portable_slot_machine]."""
    game = start({}, {"items": ["portable_slot_machine"]}, dice=[number]).pay("portable_slot_machine", by=1).settle()
    game.expect(player=1, coins=coins, hand=hand).expect(player=0, coins=3, hand=[])
