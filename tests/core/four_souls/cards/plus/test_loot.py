"""Loot cards of Four Souls+: money and reprints, runes, pills, trinkets, the copy, the lock and the key."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play
from fs_env.core.machine.run.game import IllegalAction
from tests.core.four_souls.rules.table import start


def doubled(hand: list[str], seat: dict[str, Any], *others: dict[str, Any], **position: Any) -> Play:
    """A game in which Blank Card has resolved for player 0, who holds the cards given."""
    first = {"extra_plays": 3, **seat, "hand": hand, "items": ["blank_card", *seat.get("items", [])]}
    return start(first, *others, **position).activate("blank_card").pass_all()


COINS = [("a_penny_plus", 1), ("two_cents_plus", 2), ("three_cents_plus", 3), ("four_cents_plus", 4)]


@pytest.mark.parametrize(("card", "amount"), [*COINS, ("a_nickel_plus", 5)])
def test_coins__are_gained(card: str, amount: int) -> None:
    """R22 Gain: [a_penny_plus] [two_cents_plus] [three_cents_plus] [four_cents_plus] [a_nickel_plus] pay their player."""
    game = start({"hand": [card]}).play(card).expect(player=0, coins=3, hand=[]).pass_all()
    game.expect(player=0, coins=3 + amount).expect(player=1, coins=3).expect(card=card, zone="discard")


@pytest.mark.parametrize(("card", "amount"), COINS)
def test_coins__doubled(card: str, amount: int) -> None:
    """ER-15: [a_penny_plus] [two_cents_plus] [three_cents_plus] [four_cents_plus] pay twice with Blank Card."""
    doubled([card], {"coins": 0}).play(card).settle().expect(player=0, coins=2 * amount)


@pytest.mark.parametrize("where", [0, 1, "fly"])
def test_bomb__one_damage(where: int | str) -> None:
    """R12.2: [bomb_plus] deals 1 damage to any player or monster."""
    game = start({"hand": ["bomb_plus"]}, monsters=["fly", "fatty"]).play("bomb_plus", where).settle()
    if where == "fly":
        game.expect(card="fly", zone="discard")
    for player in (0, 1):
        game.expect(player=player, hp=1 if player == where else 2)
    game.expect(monster="fatty", hp=4)


def test_bomb__is_no_card_for_the_dead() -> None:
    """R13.7: a dead player is no target of [bomb_plus]."""
    game = start({"hand": ["bomb_plus"]}, {"dead": True}, {}).play("bomb_plus")
    game.expect(legal=["choose player 2", "choose fly"], illegal="choose player 1")


def test_dice_shard__rerolls_a_roll_of_anybody() -> None:
    """R9.5: [dice_shard_plus] throws a roll of another player anew; without a roll it cannot be played (R5.2)."""
    game = start({"hand": ["pills_yellow"]}, {"hand": ["dice_shard_plus"]}, dice=[1, 3]).play("pills_yellow")
    game.pass_().expect(asked=1, illegal="play Dice Shard").pass_().expect(stack=["roll 1"])
    game.play("dice_shard_plus", by=1).pass_all().expect(stack=["roll 3"]).settle().expect(player=0, coins=10)


@pytest.mark.parametrize("turned", [True, False])
def test_lil_battery__any_item(turned: bool) -> None:
    """R5.2, A74: [lil_battery_plus] recharges an item of any player, and may be wasted on an upright one."""
    other = {"items": [{"card": "mr_boom", "turned": turned}, {"card": "razor_blade", "turned": True}]}
    game = start({"hand": ["lil_battery_plus"]}, other).play("lil_battery_plus", "mr_boom").settle()
    game.expect(card="mr_boom", turned=False).expect(card="razor_blade", turned=True)


def test_butter_bean__cancels_loot_and_effects_of_active_items() -> None:
    """R17.1, R17.10: [butter_bean_plus] cancels a loot card being played or an activated effect, which stays paid."""
    bean = {"hand": ["butter_bean_plus"]}
    game = start({"hand": ["a_dime"]}, bean).play("a_dime").play("butter_bean_plus", by=1).settle()
    game.expect(player=0, coins=3).expect(card="a_dime", zone="discard")
    game = start({"items": ["mr_boom"]}, bean).activate("mr_boom", "fatty").play("butter_bean_plus", by=1).settle()
    game.expect(monster="fatty", hp=4).expect(card="mr_boom", turned=True)


def test_perthro__the_controller_gets_the_new_item() -> None:
    """ER-58, R22 Reroll: [perthro] destroys an item of any player; its controller gains the top treasure."""
    game = start({"hand": ["perthro"], "items": ["meat"]}, {"items": ["dinner"]}, treasure_deck=["mr_boom"])
    game.play("perthro", "dinner").settle().expect(player=1, items=["mr_boom"]).expect(player=0, items=["meat"])
    game.expect(card="dinner", zone="discard").expect(card="perthro", zone="discard")


def test_perthro__a_trinket_goes_to_the_loot_discard_pile() -> None:
    """ER-58: a trinket rerolled by [perthro] is replaced by a treasure and goes to its own discard pile."""
    game = start({"hand": ["perthro"], "items": ["tape_worm"]}, treasure_deck=["meat"]).play("perthro").settle()
    game.expect(player=0, items=["meat"]).expect(discard="loot", size=2)


def test_perthro__no_eternal_item_and_no_item_at_all() -> None:
    """ER-04, R5.2: eternal and shop items are no targets of [perthro]; without an item it cannot be played."""
    seat = {"hand": ["perthro"], "items": ["meat"], "character": "isaac", "starting_item": True}
    start(seat, {"items": ["flush"]}, shop=["dinner"]).play("perthro").expect(
        legal=["choose meat", "choose flush"], illegal=["choose The D6", "choose dinner"]
    )
    with pytest.raises(IllegalAction):
        start({"hand": ["perthro"]}).play("perthro")


def test_perthro__nothing_for_an_item_that_is_gone() -> None:
    """R17.2: the item destroyed in response, [perthro] does nothing: no treasure for any player."""
    seats = {"hand": ["perthro"]}, {"items": ["dinner", "chaos_card"]}
    game = start(*seats).play("perthro", "dinner").activate("chaos_card", "dinner", by=1).settle()
    game.expect(player=1, items=[]).expect(player=0, items=[])


def test_perthro__doubled() -> None:
    """ER-15: a doubled [perthro] rerolls a second item."""
    game = doubled(["perthro"], {}, {"items": ["dinner", "meat"]}, treasure_deck=["flush", "mr_boom"])
    game.play("perthro", "dinner", "meat").settle().expect(player=1, items=["flush", "mr_boom"])


DECKS = {
    "loot": ["a_dime", "dagaz", "ehwaz", "justice", "jera"],
    "treasure": ["mr_boom", "jawbone", "meat", "dinner", "flush"],
    "monster": ["dip", "trite", "spider", "fatty", "pooter"],
}


@pytest.mark.parametrize("deck", DECKS)
def test_ansuz__orders_the_top_four(deck: str) -> None:
    """[ansuz] looks at four cards of one deck and puts them back in any order; the one chosen first lies deepest."""
    position: dict[str, Any] = {f"{deck}_deck": DECKS[deck], "monsters": ["fly", "empty"], "shop": ["breakfast"]}
    top = DECKS[deck]
    game = start({"hand": ["ansuz"]}, **position).play("ansuz", f"{deck} deck").pass_all()
    game.expect(asked=0, question="order").expect(card=top[3], known=[0]).expect(card=top[4], known=[])
    game.choose(top[0]).choose(top[1]).choose(top[2]).expect(question="priority")
    game.expect(deck=deck, top=[top[3], top[2], top[1], top[0], top[4]]).expect(card="ansuz", zone="discard")


def test_ansuz__a_short_deck() -> None:
    """R22 Look: [ansuz] orders what is there when the deck holds fewer than four cards."""
    game = start({"hand": ["ansuz"]}, loot_deck=["a_dime", "dagaz"], exact_decks=["loot"]).play("ansuz", "loot deck")
    game.pass_all("a_dime").expect(deck="loot", top=["dagaz", "a_dime"], size=2)


@pytest.mark.parametrize("number", [1, 2])
def test_black_rune__damages_every_monster(number: int) -> None:
    """R9.7, R12.7: [black_rune] 1-2 deals 1 damage to each active monster, also the attacked one, and to no player."""
    position: dict[str, Any] = {"monsters": ["fatty", "pale_fatty", "fly"], "monster_deck": ["dip"], "dice": [number]}
    game = start({"hand": ["black_rune"]}, **position).attack("fatty").pass_all().play("black_rune")
    game.pass_all().expect(card="black_rune", zone="beside").pass_all().pass_all()
    game.expect(monster="fatty", hp=3, attacked=True).expect(monster="pale_fatty", hp=3).expect(stack=["death of fly"])
    game.expect(player=0, hp=2).expect(player=1, hp=2).expect(card="black_rune", zone="discard")


@pytest.mark.parametrize("number", [3, 4])
def test_black_rune__rerolls_an_item(number: int) -> None:
    """R9.9, ER-58: [black_rune] 3-4 rerolls an item of any player, chosen when the line is pushed."""
    seats = {"hand": ["black_rune"]}, {"items": ["dinner", "meat"]}
    game = start(*seats, treasure_deck=["flush"], dice=[number]).play("black_rune").expect(question="priority")
    game.pass_all().pass_all().expect(asked=0, question="target").choose("meat").settle()
    game.expect(player=1, items=["dinner", "flush"]).expect(player=0, items=[], hand=[])


def test_black_rune__no_item_to_reroll() -> None:
    """R6.8: [black_rune] on a 3 without an item in play pushes nothing and is discarded."""
    game = start({"hand": ["black_rune"]}, dice=[3]).play("black_rune").pass_all().pass_all()
    game.expect(stack=[], question="priority").expect(card="black_rune", zone="discard")


@pytest.mark.parametrize("number", [5, 6])
def test_black_rune__a_new_hand(number: int) -> None:
    """[black_rune] 5-6 discards the whole hand, then loots 3."""
    position: dict[str, Any] = {"loot_deck": ["a_dime", "dagaz", "ehwaz", "jera"], "dice": [number]}
    game = start({"hand": ["black_rune", "bomb", "justice"]}, {"hand": ["a_penny"]}, **position).play("black_rune")
    game.settle().expect(player=0, hand=["a_dime", "dagaz", "ehwaz"]).expect(player=1, hand=["a_penny"])
    game.expect(discard="loot", size=3).expect(card="bomb", zone="discard")


def test_black_rune__doubled() -> None:
    """ER-15: the lines of a doubled [black_rune]: 2 damage to each monster; a second item; loot 6."""
    seat: dict[str, Any] = {"hand": ["black_rune"]}
    game = doubled(["black_rune"], seat, monsters=["fatty", "pale_fatty"], dice=[1]).play("black_rune").settle()
    game.expect(monster="fatty", hp=2).expect(monster="pale_fatty", hp=2)
    other = {"items": ["dinner", "meat"]}
    game = doubled(["black_rune"], seat, other, treasure_deck=["flush", "mr_boom"], dice=[4]).play("black_rune")
    game.pass_all().pass_all().choose("dinner").choose("meat").settle().expect(player=1, items=["flush", "mr_boom"])
    game = doubled(["black_rune", "bomb"], seat, dice=[6]).play("black_rune").settle().expect(player=0, hand=6)


@pytest.mark.parametrize("number", [1, 2])
def test_pills_black__a_player(number: int) -> None:
    """[pills_black] 1-2 deals 1 damage to a player, chosen when the line is pushed (R9.9); dead ones are no targets."""
    game = start({"hand": ["pills_black"]}, {}, {"dead": True}, dice=[number]).play("pills_black").pass_all()
    game.pass_all().expect(asked=0, question="target", legal=["choose player 0", "choose player 1"])
    game.expect(illegal=["choose player 2", "choose fly"]).choose(1).settle()
    game.expect(player=1, hp=1).expect(player=0, hp=2)


@pytest.mark.parametrize("number", [3, 4])
def test_pills_black__a_monster(number: int) -> None:
    """[pills_black] 3-4 deals 1 damage to an active monster; without one nothing is pushed (R6.8)."""
    game = start({"hand": ["pills_black"]}, dice=[number]).play("pills_black").pass_all().pass_all()
    game.expect(question="target", legal=["choose fly", "choose fatty"], illegal="choose player 1").choose("fatty")
    game.settle().expect(monster="fatty", hp=3).expect(player=0, hp=2).expect(player=1, hp=2)
    empty: dict[str, Any] = {"monsters": ["empty"], "exact_decks": ["monster"]}
    game = start({"hand": ["pills_black"]}, dice=[number], **empty).play("pills_black").pass_all().pass_all()
    game.expect(stack=[], question="priority").expect(player=0, hp=2)


@pytest.mark.parametrize("number", [5, 6])
def test_pills_black__oneself(number: int) -> None:
    """[pills_black] 5-6: its player takes 1 damage, no other player."""
    game = start({"hand": ["pills_black"]}, dice=[number]).play("pills_black").settle()
    game.expect(player=0, hp=1).expect(player=1, hp=2).expect(card="pills_black", zone="discard")


@pytest.mark.parametrize(("number", "hp"), [(1, [2, 0]), (5, [0, 2])])
def test_pills_black__doubled(number: int, hp: list[int]) -> None:
    """ER-15: the lines of a doubled [pills_black] deal 2 damage to the one target."""
    game = doubled(["pills_black"], {}, dice=[number]).play("pills_black").pass_all().pass_all()
    (game.choose(1) if number == 1 else game).pass_all()
    game.expect(player=0, hp=hp[0]).expect(player=1, hp=hp[1])


ITEMS = {"hand": ["pills_spots"], "items": ["dinner", "meat"], "character": "isaac", "starting_item": True}


@pytest.mark.parametrize("number", [1, 2])
def test_pills_spots__an_own_item(number: int) -> None:
    """[pills_spots] 1-2 rerolls one own item, no eternal one (ER-04); without one nothing is pushed (R6.8)."""
    game = start(ITEMS, {"items": ["breakfast"]}, treasure_deck=["flush"], dice=[number]).play("pills_spots")
    game.pass_all().pass_all().expect(question="target", legal=["choose dinner", "choose meat"])
    game.expect(illegal=["choose The D6", "choose breakfast"]).choose("meat").settle()
    game.expect(player=0, items=["the_d6", "dinner", "flush"]).expect(player=1, items=["breakfast"])
    game = start({"hand": ["pills_spots"]}, {"items": ["breakfast"]}, dice=[number]).play("pills_spots").settle()
    game.expect(player=1, items=["breakfast"]).expect(player=0, items=[])


@pytest.mark.parametrize("number", [3, 4])
def test_pills_spots__any_item(number: int) -> None:
    """[pills_spots] 3-4 rerolls one item of any player; its controller gains the new one (ER-58)."""
    game = start(ITEMS, {"items": ["breakfast"]}, treasure_deck=["flush"], dice=[number]).play("pills_spots")
    game.pass_all().pass_all().expect(legal=["choose dinner", "choose breakfast"], illegal="choose The D6")
    game.choose("breakfast").settle().expect(player=1, items=["flush"]).expect(player=0, items=3)


@pytest.mark.parametrize("number", [5, 6])
def test_pills_spots__all_own_items(number: int) -> None:
    """ER-58: [pills_spots] 5-6 destroys all own items, eternal ones apart, then its player gains as many; trinkets count."""
    seat = {**ITEMS, "items": ["dinner", "tape_worm"]}
    game = start(seat, {"items": ["breakfast"]}, treasure_deck=["flush", "mr_boom"], dice=[number]).play("pills_spots")
    game.settle().expect(player=0, items=["the_d6", "flush", "mr_boom"]).expect(player=1, items=["breakfast"])
    game.expect(card="tape_worm", zone="discard").expect(card="dinner", zone="discard")


def test_pills_spots__doubled() -> None:
    """ER-15: a doubled [pills_spots] on 1 rerolls two own items, on 3 two of any player."""
    decks: dict[str, Any] = {"treasure_deck": ["flush", "mr_boom"]}
    game = doubled(["pills_spots"], {"items": ["dinner", "meat"]}, dice=[1], **decks).play("pills_spots").pass_all()
    game.pass_all().choose("dinner").choose("meat").settle()
    game.expect(player=0, items=["blank_card", "flush", "mr_boom"])
    game = doubled(["pills_spots"], {"items": ["meat"]}, {"items": ["dinner"]}, dice=[3], **decks).play("pills_spots")
    game.pass_all().pass_all().choose("dinner").choose("meat").settle()
    game.expect(player=0, items=2).expect(player=1, items=1).expect(card="meat", zone="discard")


@pytest.mark.parametrize("number", [1, 2])
def test_pills_white__cancels_loot_being_played(number: int) -> None:
    """R17.10: [pills_white] 1-2 cancels a loot card below it on the stack; an activated effect is no target."""
    seats = {"hand": ["a_dime"], "items": ["mr_boom"]}, {"hand": ["pills_white"]}
    game = start(*seats, dice=[number]).play("a_dime").activate("mr_boom", "fatty").play("pills_white", by=1)
    game.pass_all().pass_all().expect(stack=["play a dime", "activate mr boom", "result of pills white"])
    game.settle().expect(player=0, coins=3).expect(monster="fatty", hp=3).expect(card="a_dime", zone="discard")


def test_pills_white__several_to_choose_from() -> None:
    """R17.10, R9.9: [pills_white] may hit any loot card being played, also the line of one that rolled, not a roll."""
    seats = {"hand": ["pills_blue", "a_dime"], "extra_plays": 1}, {"hand": ["pills_white"]}
    game = start(*seats, {}, dice=[3, 1]).play("pills_blue").pass_all().pass_all().play("a_dime")
    game.expect(stack=["result of pills (blue)", "play a dime"]).play("pills_white", by=1).pass_all().pass_all()
    game.expect(asked=1, question="target", legal=["choose Pills! (blue)", "choose A Dime!!"]).choose("pills_blue")
    game.settle().expect(player=0, hand=[], coins=13).expect(card="pills_blue", zone="discard")


def test_pills_white__nothing_to_cancel() -> None:
    """R6.8: [pills_white] on a 1 with no other loot card on the stack pushes nothing; a roll is no target (R17.10)."""
    game = start({"hand": ["pills_yellow"]}, {"hand": ["pills_white"]}, dice=[3, 1]).play("pills_yellow").pass_all()
    game.play("pills_white", by=1).pass_all().pass_all().expect(stack=["roll 3"], question="priority")
    game.expect(card="pills_white", zone="discard").settle().expect(player=0, coins=10)


@pytest.mark.parametrize("number", [3, 4])
def test_pills_white__the_others_discard(number: int) -> None:
    """[pills_white] 3-4: each other player discards a loot card of their choice, in turn order (A36)."""
    seats = (
        {"hand": ["bomb", "jera"]},
        {"hand": ["pills_white", "justice"]},
        {"hand": ["dagaz", "ehwaz"]},
        {"hand": []},
    )
    game = start(*seats, dice=[number]).play("pills_white", by=1).pass_all().pass_all().pass_all()
    game.expect(asked=0, question="discard").choose("bomb").expect(asked=2, question="discard").choose("ehwaz")
    game.settle().expect(player=0, hand=["jera"]).expect(player=1, hand=["justice"]).expect(player=2, hand=["dagaz"])
    game.expect(player=3, hand=[])


@pytest.mark.parametrize("number", [5, 6])
def test_pills_white__nothing(number: int) -> None:
    """[pills_white] 5-6 does nothing and is discarded."""
    seats = {"hand": ["pills_white", "bomb"], "extra_plays": 1}, {"hand": ["a_dime"]}
    game = start(*seats, dice=[number]).play("a_dime", by=1).play("pills_white", by=0).settle()
    game.expect(player=1, coins=13, hand=[]).expect(player=0, hand=["bomb"]).expect(card="pills_white", zone="discard")


def test_pills_white__doubled() -> None:
    """ER-15: a doubled [pills_white] cancels a second loot card on 1, and lets each other player discard two on 3."""
    other = {"hand": ["a_dime", "justice"], "extra_plays": 2}
    game = doubled(["pills_white"], {}, other, dice=[1]).play("a_dime", by=1).play("justice", 0, by=1)
    game.play("pills_white", by=0).pass_all().pass_all().choose("a_dime").choose("justice").settle()
    game.expect(player=1, coins=3, hand=[]).expect(card="a_dime", zone="discard")
    game = doubled(["pills_white"], {}, {"hand": ["bomb", "dagaz", "jera"]}, dice=[3]).play("pills_white").pass_all()
    game.pass_all().pass_all().choose("bomb").choose("jera").settle().expect(player=1, hand=["dagaz"])


def test_gold_key__the_deck_any_number_of_times() -> None:
    """ER-29, R11.18: after [gold_key] only the monster deck can be attacked once the turn's attack is gone, again and
    again; the attacks end with the turn (R7.9)."""
    position: dict[str, Any] = {"monsters": ["spider", "pale_fatty"], "monster_deck": ["dip", "trite", "fly"]}
    game = start({"hand": ["gold_key"]}, **position).play("gold_key").settle().attack("spider").fight(6)
    for number in range(4):
        game.expect(legal="attack the top of the monster deck", illegal="attack Pale Fatty")
        game.attack("deck").pass_all()
        if game.question == "slot":
            game.choose("slot 1")
        game.fight(*[6] * 4)
        assert game.asked == 0, f"attack {number} ended the turn"
    game.end_turn().until("action").end_turn().until("action").expect(active=0).attack("pale_fatty").fight(6, 6, 6, 6)
    game.expect(illegal="attack the top of the monster deck")


def test_gold_key__only_in_the_own_turn() -> None:
    """R11.1: [gold_key] played in another player's turn gives no attack to any player."""
    game = start({}, {"hand": ["gold_key"]}, monsters=["spider", "fly"]).play("gold_key", by=1).settle()
    game.attack("spider").fight(6).expect(illegal="attack the top of the monster deck").end_turn().until("action")
    game.expect(active=1).attack("fly").fight(6).expect(illegal="attack the top of the monster deck")


def test_gold_key__doubled() -> None:
    """ER-15: Blank Card changes nothing about [gold_key]: the deck any number of times, the monsters once."""
    game = doubled(["gold_key"], {}, monsters=["spider", "fly"]).play("gold_key").settle().attack("spider").fight(6)
    game.expect(legal="attack the top of the monster deck", illegal="attack Fly")


def test_reprints__doubled() -> None:
    """ER-15: [bomb_plus] deals 2, [lil_battery_plus] and [butter_bean_plus] take a second target, [dice_shard_plus] and
    [ansuz] stay as they are."""
    game = doubled(["bomb_plus"], {}, monsters=["fatty", "fly"]).play("bomb_plus", "fatty").settle()
    game.expect(monster="fatty", hp=2)
    sideways = [{"card": card, "turned": True} for card in ("mr_boom", "razor_blade", "flush")]
    game = doubled(["lil_battery_plus"], {}, {"items": sideways}).play("lil_battery_plus", "mr_boom", "flush").settle()
    for card in ("mr_boom", "razor_blade", "flush"):
        game.expect(card=card, turned=card == "razor_blade")
    other = {"hand": ["a_dime", "a_nickel"], "extra_plays": 2}
    game = doubled(["butter_bean_plus"], {}, other).play("a_dime", by=1).play("a_nickel", by=1)
    game.play("butter_bean_plus", "a_dime", "a_nickel", by=0).settle().expect(player=1, coins=3, hand=[])
    game = doubled(["dice_shard_plus"], {}, {"hand": ["pills_yellow"]}, dice=[1, 6]).play("pills_yellow", by=1)
    game.pass_all().play("dice_shard_plus", by=0).pass_all().expect(stack=["roll 6"], dice=[])
    game = doubled(["ansuz"], {}, treasure_deck=DECKS["treasure"]).play("ansuz", "treasure deck").pass_all()
    game.expect(card="dinner", known=[0]).expect(card="flush", known=[])
