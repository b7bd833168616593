"""R10: purchases."""

from __future__ import annotations

import pytest

from fs_env.core.machine.run.game import IllegalAction
from tests.core.four_souls.rules.table import start

TOP = "buy the top of the treasure deck"


def test_once_a_turn__ten_cents() -> None:
    """R10.1, FSR-065: one purchase a turn for ten cents, a shop item or the top of the deck; next turn one again."""
    game = start({"coins": 33}, shop=["dinner", "meat"], treasure_deck=["breakfast"])
    game.expect(legal=["buy Dinner", "buy Meat!", TOP]).buy("dinner").settle().expect(player=0, coins=23)
    game.expect(illegal=["buy Breakfast", "buy Meat!", TOP], shop=["breakfast", "meat"])
    game.end_turn().end_turn().until("action").expect(active=0, legal=["buy Breakfast", TOP])


def test_once_a_turn__unless_granted() -> None:
    """R10.1, FSR-065: [theres_options] allows a second purchase in its owner's turn, and no third."""
    game = start({"coins": 40, "items": ["theres_options"]}, shop=["dinner", "meat"]).buy("dinner").settle()
    game.expect(legal="buy Meat!").buy("meat").settle().expect(player=0, coins=20, purchases_used=2, illegal=TOP)


def test_declaration__is_an_object_and_locked() -> None:
    """R10.2: the declaration names its item on the stack; answered or not, no other item can be taken for it."""
    game = start({"coins": 12}, shop=["dinner", "meat"]).buy("dinner").expect(stack=["player 0: buy dinner"], asked=0)
    game.expect(player=0, coins=12, items=[], illegal=["buy Meat!", TOP]).expect(card="dinner", zone="shop", slot=0)


def test_declaration__top_of_a_deck_that_is_rearranged() -> None:
    """R10.2: the deck is arranged in response, and the card then on top is bought."""
    seat = {"items": ["sleight_of_hand"]}
    game = start({"coins": 10}, seat, treasure_deck=["dinner", "meat", "breakfast"]).buy("deck")
    game.expect(stack=["buy the top of the treasure deck"]).activate("sleight_of_hand", "treasure deck", by=1)
    game.pass_all("dinner", "meat").pass_all().expect(player=0, items=["breakfast"], coins=0)
    game.expect(deck="treasure", top=["meat", "dinner"])


def test_declaration__needs_the_price() -> None:
    """R10.3: with nine cents nothing can be declared, with ten it can."""
    game = start({"coins": 9, "hand": ["a_penny"]}).expect(illegal=["buy Dinner", TOP])
    with pytest.raises(IllegalAction, match="buy Dinner is not legal"):
        game.buy("dinner")
    game.play("a_penny").settle().expect(legal=["buy Dinner", TOP])


def test_resolution__item_is_gone() -> None:
    """R10.4, FSR-063: [the_devil] takes the item in response; the declaration fizzles, nothing is paid, another follows."""
    seat = {"hand": ["the_devil"], "items": ["meat"]}
    game = start({"coins": 12}, seat, shop=["dinner"], treasure_deck=["breakfast"]).buy("dinner")
    game.play("the_devil", "dinner", by=1).pass_all().expect(stack=["buy dinner", "refill shop slot 0"]).pass_all()
    game.expect(shop=["breakfast"], stack=["buy dinner"]).pass_all().expect(stack=[], shop=["breakfast"], asked=0)
    game.expect(player=0, coins=12, items=[], purchases_used=0).expect(player=1, items=["dinner"])
    game.buy("breakfast").settle().expect(player=0, coins=2, items=["breakfast"])


def test_resolution__too_few_cents() -> None:
    """R10.4: three cents stolen in response leave nine: the declaration fizzles and the purchase is not used up."""
    seat = {"items": ["jawbone"]}
    game = start({"coins": 12, "hand": ["a_penny"]}, seat).buy("dinner").activate("jawbone", 0, by=1).settle()
    game.expect(player=0, coins=9, items=[], purchases_used=0).expect(player=1, coins=6).expect(shop=2)
    game.play("a_penny").settle().buy("dinner").settle().expect(player=0, coins=0, items=["dinner"])


def test_resolution__price_as_it_is_then() -> None:
    """R10.4: [steamy_sale] is stolen in response, the item costs ten again, and five cents are too few."""
    game = start({"coins": 5, "items": ["steamy_sale"]}, {"items": ["pay_to_play"], "coins": 10}).buy("dinner")
    game.pay("pay_to_play", "steamy_sale", by=1).settle().expect(player=1, items=["pay_to_play", "steamy_sale"])
    game.expect(player=0, coins=5, items=[], purchases_used=0).expect(shop=2)


def test_resolution__pays_and_gains_at_once() -> None:
    """R10.4, R10.5, FSR-061: cents and item change hands, then the refill is pushed and the active player has priority."""
    game = start({"coins": 12}, {}, {}, shop=["meat", "dinner"], treasure_deck=["breakfast"]).buy("dinner").pass_all()
    game.expect(player=0, coins=2, items=["dinner"], max_hp=3, hp=3, purchases_used=1)
    game.expect(stack=["refill shop slot 1"], asked=0, shop=["meat", "empty"]).settle().expect(
        shop=["meat", "breakfast"]
    )


def test_resolution__no_refill_for_the_deck() -> None:
    """R10.5, FSR-062: a purchase from the deck empties no slot, so nothing is pushed."""
    game = start({"coins": 10}, shop=["meat", "dinner"], treasure_deck=["breakfast", "mr_boom"]).buy("deck").pass_all()
    game.expect(stack=[], shop=["meat", "dinner"]).expect(player=0, items=["breakfast"], coins=0)
    game.expect(deck="treasure", top=["mr_boom"])


def test_timing__not_with_a_death_or_during_an_attack() -> None:
    """R10.6, FSR-067: neither with one's own death on the stack nor between attack rolls nor in response can one buy."""
    dying = start({"coins": 20}, {"hand": ["death_tarot"]}).play("death_tarot", 0, by=1).pass_all()
    dying.expect(stack=["death of player 0"], asked=0, illegal=["buy Dinner", TOP], legal="pass")
    fight = start({"coins": 20}).attack("fatty").pass_all()
    fight.expect(stack=[], attacking="fatty", illegal=["buy Dinner", TOP])
    reply = start({"coins": 20}, {"items": ["mr_boom"]}).activate("mr_boom", "fly", by=1).pass_()
    reply.expect(asked=0, illegal=["buy Dinner", TOP])


def test_price__of_shop_items_alone() -> None:
    """R10.7, FSR-068: with nine cents [steamy_sale] makes a shop item possible for five, the deck still costs ten."""
    game = start({"coins": 9, "items": ["steamy_sale"]}).expect(legal="buy Dinner", illegal=TOP)
    game.buy("dinner").settle().expect(player=0, coins=4)
    rich = start({"coins": 12, "items": ["steamy_sale"]}, treasure_deck=["meat"]).buy("deck").settle()
    rich.expect(player=0, coins=2)


def test_price__of_others_is_not_lowered() -> None:
    """R10.7: [steamy_sale] lowers the price for its controller alone."""
    start({"coins": 9}, {"items": ["steamy_sale"]}).expect(illegal=["buy Dinner", TOP])


def test_entering__charged_and_without_counters() -> None:
    """R10.8: a bought item stands upright without counters; [moms_shovel] enters sideways, [the_dead_cat] with nine."""
    game = start({"coins": 30, "items": ["theres_options"]}, shop=["tech_x", "moms_shovel"]).buy("tech_x").settle()
    game.expect(card="tech_x", turned=False, counters=0, legal="activate Tech X").buy("moms_shovel").settle()
    game.expect(card="moms_shovel", zone="item", owner=0, turned=True)
    cat = start({"hand": ["the_stars"]}, treasure_deck=["the_dead_cat"]).play("the_stars").settle()
    cat.expect(card="the_dead_cat", counters=9, turned=False)


def test_declaration__outlives_the_buyer() -> None:
    """R10.9: the buyer has died and pays a penalty of one cent; eleven were there, so the purchase still goes through."""
    game = start({"coins": 11}, {"hand": ["death_tarot"]}, shop=["dinner"]).buy("dinner")
    game.play("death_tarot", 0, by=1).pass_all().pass_all().pass_all().expect(player=0, dead=True, coins=10)
    game.expect(stack=["buy dinner"]).pass_all().expect(player=0, coins=0, items=["dinner"], hp=0, dead=True)


def test_declaration__of_a_dead_buyer_without_the_price() -> None:
    """R10.9, R10.4: after the penalty nine cents are left, and the declaration fizzles."""
    game = start({"coins": 10}, {"hand": ["death_tarot"]}, shop=["dinner"]).buy("dinner")
    game.play("death_tarot", 0, by=1).settle().expect(player=0, coins=9, items=[], purchases_used=0)
    game.expect(shop=["dinner"], phase="end")


def test_empty_deck__cannot_be_declared() -> None:
    """R10.10: without a treasure card in deck and discard pile the top of the deck is not offered, a shop item is."""
    game = start({"coins": 20}, shop=["dinner"], exact_decks=["treasure"]).expect(illegal=TOP, legal="buy Dinner")
    start({"coins": 20}, treasure_deck=["meat"], exact_decks=["treasure"]).expect(legal=TOP)
    game.buy("dinner").settle().expect(shop=["empty"], stack=[]).expect(player=0, coins=10)


def test_empty_deck__declaration_fizzles() -> None:
    """R10.10: the last treasure is taken in response; the declaration finds none and is not used up."""
    seat = {"hand": ["the_stars"]}
    game = start({"coins": 20}, seat, treasure_deck=["meat"], exact_decks=["treasure"]).buy("deck")
    game.play("the_stars", by=1).settle().expect(player=1, items=["meat"])
    game.expect(player=0, coins=20, items=[], purchases_used=0).expect(asked=0, stack=[], illegal=TOP)
