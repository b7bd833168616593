"""Base treasures that destroy themselves for their effect. Each test names its cards in brackets."""

from __future__ import annotations

import pytest

from tests.core.four_souls.rules.table import start

ONE_USE = [("moms_shovel", ["gurdy"]), ("chaos_card", ["fatty"]), ("box", []), ("pandoras_box", []), ("the_d4", [1])]


@pytest.mark.parametrize(("card", "choices"), ONE_USE)
def test_one_use__is_destroyed_on_resolution(card: str, choices: list[str | int]) -> None:
    """R5.6: turned at once, destroyed as the first instruction: [moms_shovel] [chaos_card] [box] [pandoras_box]
    [the_d4]."""
    game = start({"items": [card]}, {"souls": ["gurdy"]}, dice=[1]).activate(card, *choices)
    game.expect(card=card, zone="item", turned=True).settle().expect(card=card, zone="discard", turned=False)


@pytest.mark.parametrize(("card", "choices"), ONE_USE)
def test_one_use__an_eternal_one_does_nothing(card: str, choices: list[str | int]) -> None:
    """FSR-006, R17.4: it cannot be destroyed, so nothing else happens: [moms_shovel] [chaos_card] [box] [pandoras_box]
    [the_d4]."""
    seat = {"items": [{"card": card, "eternal": True}], "hand": ["a_penny"]}
    game = start(seat, {"souls": ["gurdy"], "items": ["dinner"]}, dice=[2]).activate(card, *choices).settle()
    game.expect(card=card, zone="item", turned=True).expect(monster="fatty", hp=4).expect(dice=[2])
    game.expect(player=0, souls=0, coins=3, extra_plays=0).expect(player=1, souls=1, items=["dinner"])


@pytest.mark.parametrize(("card", "choices"), ONE_USE)
def test_one_use__gone_before_it_resolves(card: str, choices: list[str | int]) -> None:
    """R17.4: destroyed in response, the effect fizzles: [moms_shovel] [chaos_card] [box] [pandoras_box] [the_d4]."""
    seat = {"items": [card], "hand": ["a_penny"]}
    theirs = {"souls": ["gurdy"], "items": ["dinner", "tech_x", "the_d20"]}
    game = start(seat, theirs, dice=[2], treasure_deck=["meat"]).activate(card, *choices)
    game.activate("the_d20", card, by=1).settle().expect(player=0, items=["meat"], souls=0, coins=3, extra_plays=0)
    game.expect(player=1, souls=1, items=3).expect(monster="fatty", hp=4).expect(dice=[2])


@pytest.mark.parametrize(("card", "choices"), ONE_USE)
def test_one_use__cancelled_it_survives_sideways(card: str, choices: list[str | int]) -> None:
    """A03, FSR-135: cancelled, the item stays in play sideways: [moms_shovel] [chaos_card] [box] [pandoras_box]
    [the_d4] [no]."""
    game = start({"items": [card]}, {"souls": ["gurdy"], "items": ["no"]}).activate(card, *choices)
    game.activate("no", by=1).settle().expect(card=card, zone="item", owner=0, turned=True)
    game.expect(player=1, souls=1, items=["no"])


def test_moms_shovel__arrives_sideways() -> None:
    """R10.8: [moms_shovel] enters play turned, bought or gained."""
    game = start({"coins": 10}, shop=["moms_shovel"]).buy("moms_shovel").settle()
    game.expect(card="moms_shovel", zone="item", turned=True)
    game = start({"hand": ["the_stars"]}, treasure_deck=["moms_shovel"]).play("the_stars").settle()
    game.expect(card="moms_shovel", zone="item", turned=True, owner=0)


def test_moms_shovel__steals_the_chosen_soul() -> None:
    """ER-44, R18.5: [moms_shovel] its player picks the soul card, a target; it stays a soul."""
    game = start({"items": ["moms_shovel"]}, {"souls": ["gurdy", "lost_soul"]}).activate("moms_shovel")
    game.expect(asked=0, question="target", legal=["choose Gurdy", "choose Lost Soul"]).choose("lost_soul").settle()
    game.expect(player=0, soul_cards=["lost_soul"], souls=1).expect(player=1, soul_cards=["gurdy"], souls=1)


def test_moms_shovel__wins_with_the_fourth_soul() -> None:
    """R18.1: a stolen fourth soul wins at once: [moms_shovel]."""
    game = start({"items": ["moms_shovel"], "souls": 3}, {"souls": ["lost_soul"]}).activate("moms_shovel", "lost_soul")
    game.pass_all().expect(over=True, winners=[0])


def test_moms_shovel__needs_a_soul() -> None:
    """R5.2: without a soul card there is no target: [moms_shovel]."""
    start({"items": ["moms_shovel"]}).expect(asked=0, illegal="activate Mom's Shovel")


@pytest.mark.parametrize("target", ["fatty", 1, 0])
def test_chaos_card__kills(target: str | int) -> None:
    """R22 Destroy: a monster or player destroyed is killed: [chaos_card]."""
    game = start({"items": ["chaos_card"]}).activate("chaos_card", target).pass_all()
    if target == "fatty":
        game.expect(monster="fatty", dying=True).settle().expect(player=0, hand=1)
    else:
        game.expect(player=int(target), dying=True)


def test_chaos_card__destroys_items_and_souls() -> None:
    """R18.6: [chaos_card] an item goes to its discard pile, a soul to that of its deck; no eternal items, and as a
    whole neither shop items nor the dead are targets."""
    theirs = {"items": ["dinner", "bloody_penny", {"card": "the_d6", "eternal": True}], "souls": ["lost_soul", "gurdy"]}
    game = start({"items": ["chaos_card"]}, theirs, {"dead": True}, shop=["meat"]).activate("chaos_card")
    game.expect(illegal=["choose The D6", "choose Meat!", "choose player 2"])
    game.copy().choose("dinner").settle().expect(card="dinner", zone="discard").expect(player=1, max_hp=2)
    game.copy().choose("bloody_penny").settle().expect(discard="loot", top=["bloody_penny"])
    game.copy().choose("lost_soul").settle().expect(player=1, souls=1).expect(discard="loot", top=["lost_soul"])
    game.choose("gurdy").settle().expect(player=1, souls=1).expect(discard="monster", top=["gurdy"])


def test_chaos_card__a_bonus_soul_leaves_the_game() -> None:
    """R18.6, R19.3: a destroyed bonus soul is gone for good: [chaos_card]."""
    game = start({"items": ["chaos_card"], "coins": 24, "hand": ["a_penny", "a_penny"]}, bonus_souls=["soul_of_greed"])
    game.play("a_penny").settle().expect(player=0, souls=1).activate("chaos_card", "soul_of_greed").settle()
    game.expect(card="soul_of_greed", zone="out").play("a_penny").settle().expect(player=0, souls=0, coins=26)


def test_chaos_card__aimed_at_itself_does_nothing_else() -> None:
    """R17.2: destroyed first, it is no target any more: [chaos_card]."""
    game = start({"items": ["chaos_card", "dinner"]}).activate("chaos_card", "chaos_card").settle()
    game.expect(player=0, items=["dinner"]).expect(discard="treasure", size=1)


def test_box__any_number_of_loot_cards() -> None:
    """R8.2: [box] loot plays without end until the end of the turn, in other players' turns as well."""
    hand = ["a_penny"] * 4
    game = start({"items": ["box"], "hand": hand, "turned": True}).activate("box").settle()
    for _ in hand:
        game.play("a_penny").settle()
    game.expect(player=0, coins=7, hand=[])
    game = start({}, {"items": ["box"], "hand": hand, "turned": True}).activate("box", by=1).settle()
    game.play("a_penny", by=1).play("a_penny", by=1).settle().expect(player=1, coins=5)
    game.expect(player=1, hand=2).pass_(by=0).expect(asked=1, legal="play A Penny!")
    game.end_turn().expect(active=1).expect(player=1, extra_plays=0, turned=False).play("a_penny")
    game.expect(player=1, turned=True, hand=1).expect(asked=1, illegal="play A Penny!")


@pytest.mark.parametrize(("number", "coins", "hand"), [(1, 4, 0), (2, 9, 0), (4, 3, 3), (5, 12, 0)])
def test_pandoras_box__lines(number: int, coins: int, hand: int) -> None:
    """[pandoras_box] 1c, 6c, loot 3, 9c; then it lies in the discard pile."""
    game = start({"items": ["pandoras_box"]}, dice=[number]).activate("pandoras_box").settle()
    game.expect(player=0, coins=coins, hand=hand, souls=0, items=[]).expect(card="pandoras_box", zone="discard")


def test_pandoras_box__three_kills_a_monster() -> None:
    """R9.7: 3: a monster, chosen when the line is pushed: [pandoras_box]."""
    game = start({"items": ["pandoras_box"]}, dice=[3]).activate("pandoras_box").pass_all().pass_all()
    game.expect(question="target", illegal=["choose player 1"], legal=["choose Fly", "choose Fatty"]).choose("fatty")
    game.settle().expect(card="fatty", zone="discard").expect(player=0, hand=1, souls=0)


def test_pandoras_box__six_is_a_soul() -> None:
    """R19.8, R9.13, FSR-153: it waits beside the stack; on a 6 it becomes a soul worth 1: [pandoras_box]."""
    game = start({"items": ["pandoras_box"]}, dice=[6]).activate("pandoras_box").pass_all()
    game.expect(card="pandoras_box", zone="beside").expect(player=0, items=[]).settle()
    game.expect(player=0, souls=1, soul_cards=["pandoras_box"]).expect(discard="treasure", size=0)


def test_the_d4__rerolls_all_items_of_a_player() -> None:
    """ER-58: [the_d4] all items of the target are destroyed, trinkets and haunts too, eternal ones not; then as many
    treasures are gained."""
    items = ["dinner", "bloody_penny", "baby_haunt", {"card": "the_d6", "eternal": True}]
    deck = ["meat", "mr_boom", "flush", "the_relic"]
    game = start({"items": ["the_d4", "synthoil"]}, {"items": items}, treasure_deck=deck).activate("the_d4", 1).settle()
    game.expect(player=1, items=["the_d6", "meat", "mr_boom", "flush"]).expect(player=0, items=["synthoil"])
    game.expect(discard="loot", top=["bloody_penny"]).expect(deck="treasure", top=["the_relic"])


def test_the_d4__on_oneself_does_not_count_itself() -> None:
    """R5.6: it is destroyed before the items are counted: [the_d4]."""
    game = start({"items": ["the_d4", "dinner"]}, treasure_deck=["meat", "mr_boom"]).activate("the_d4", 0).settle()
    game.expect(player=0, items=["meat"]).expect(deck="treasure", top=["mr_boom"])


def test_the_d4__the_chest_is_a_soul_and_counts() -> None:
    """R19.7, ER-58: The Chest among them becomes a soul, and a treasure is gained for it: [the_d4] [the_chest]."""
    game = start({"items": ["the_d4"]}, {"items": ["the_chest", "dinner"]}, treasure_deck=["meat", "mr_boom"])
    game.activate("the_d4", 1).settle().expect(player=1, souls=1, items=["meat", "mr_boom"])


def test_the_d4__a_player_without_items_gains_nothing() -> None:
    """[the_d4] nothing destroyed, nothing gained."""
    game = start({"items": ["the_d4"]}, treasure_deck=["meat"]).activate("the_d4", 1).settle()
    game.expect(player=1, items=[]).expect(deck="treasure", top=["meat"])


def test_one_use__stolen_in_response_it_is_destroyed_all_the_same() -> None:
    """R17.4: a new controller does not save it, and the effect is the activating player's: [box] [pay_to_play]."""
    game = start({"items": ["box"], "hand": ["a_penny"]}, {"items": ["pay_to_play"], "coins": 10}).activate("box")
    game.pay("pay_to_play", "box", by=1).pass_all().expect(card="box", owner=1, zone="item").settle()
    game.expect(card="box", zone="discard").expect(player=1, items=["pay_to_play"], extra_plays=0)
    assert game.player(0)["extra_plays"] > 0


def test_pandoras_box__serves_its_player_in_the_turn_of_another() -> None:
    """R2.24: whoever opens it gets what is in it: [pandoras_box]."""
    for number, facts in {2: {"coins": 9}, 4: {"hand": 3}, 6: {"souls": 1}}.items():
        game = start({}, {"items": ["pandoras_box"]}, dice=[number]).activate("pandoras_box", by=1).settle()
        game.expect(player=1, **facts).expect(player=0, coins=3, hand=[], souls=0)
