"""Rooms that the active player pays for, and the dice rooms."""

from __future__ import annotations

import pytest

from tests.core.four_souls.rules.table import start

FOUR = ["a_penny", "two_cents", "three_cents", "a_nickel", "a_dime", "bomb", "lost_soul"]


@pytest.mark.parametrize(
    ("number", "coins", "hand", "items", "room"),
    [
        (1, 0, 0, 0, "beggar"),
        (2, 0, 0, 0, "beggar"),
        (3, 2, 0, 0, "beggar"),
        (4, 2, 0, 0, "beggar"),
        (5, 0, 2, 0, "beggar"),
    ]
    + [(6, 0, 0, 1, "equality")],
)
def test_beggar__each_number(number: int, coins: int, hand: int, items: int, room: str) -> None:
    """[beggar]: for 3 cents 1-2 nothing, 3-4 2 cents, 5 two loot cards, 6 a treasure, and the room is discarded."""
    game = start({"coins": 3}, rooms=["beggar"], room_deck=["equality"]).roll(number).pay("beggar").settle()
    game.expect(player=0, coins=coins, hand=hand, items=items).expect(rooms=[room])


def test_blood_donation__hearts_for_cents() -> None:
    """[blood_donation], ER-74: 1 damage as a cost gives 3 cents, again and again, at the price of life in the end."""
    game = start({"coins": 0}, rooms=["blood_donation"]).pay("blood_donation").expect(player=0, hp=1, coins=0)
    game.settle().expect(player=0, coins=3).expect(player=1, hp=2)


@pytest.mark.parametrize(
    ("number", "hand", "room"),
    [
        *((n, 1, "fortune_teller") for n in (1, 2, 3)),
        (4, 2, "fortune_teller"),
        (5, 3, "fortune_teller"),
        (6, 6, "equality"),
    ],
)
def test_fortune_teller__each_number(number: int, hand: int, room: str) -> None:
    """[fortune_teller]: for 3 cents 1-3 one loot card, 4 two, 5 three, 6 six, and the room is discarded."""
    game = (
        start({"coins": 3}, rooms=["fortune_teller"], room_deck=["equality"])
        .roll(number)
        .pay("fortune_teller")
        .settle()
    )
    game.expect(player=0, coins=0, hand=hand).expect(player=1, hand=0).expect(rooms=[room])


def test_restock_machine__shop_or_monsters() -> None:
    """[restock_machine]: for 3 cents either all shop items or all active monsters are discarded, and their slots refilled."""
    table = {"shop": ["dinner", "breakfast"], "monsters": ["fly", "fatty"]}
    decks = {"treasure_deck": ["meat", "synthoil"], "monster_deck": ["dip", "spider"]}
    game = start({"coins": 3}, rooms=["restock_machine"], **table, **decks)
    game.copy().pay("restock_machine", "a").settle().expect(monsters=["fly", "fatty"], shop=["synthoil", "meat"])
    game.pay("restock_machine", "b").settle().expect(shop=["dinner", "breakfast"]).expect(player=0, coins=0)
    assert set(game.read.game()["monsters"]) == {"dip", "spider"}


ITEMS = {"items": ["dinner", "meat"]}
ENTERS = {"rooms": ["empty"], "phase": "action"}


def test_dice_room_1__own_items() -> None:
    """[dice_room_1]: on entering play it rerolls the items of the active player, and is discarded at the end of the turn."""
    game = start(
        ITEMS,
        {"items": ["synthoil"]},
        **ENTERS,
        room_deck=["dice_room_1", "equality"],
        treasure_deck=["breakfast", "mr_boom"],
    )
    game.settle().expect(player=0, items=["breakfast", "mr_boom"]).expect(player=1, items=["synthoil"])
    game.until("end").settle().expect(rooms=["equality"], room_discard=["dice_room_1"])


def test_dice_room_2__new_hands() -> None:
    """[dice_room_2]: on entering play each player discards the hand and loots 3; at the end of the turn it is discarded."""
    hands = {"hand": ["a_penny"]}, {"hand": ["bomb", "two_cents"]}
    game = start(*hands, **ENTERS, room_deck=["dice_room_2", "equality"]).settle()
    game.expect(player=0, hand=3).expect(player=1, hand=3).expect(card="bomb", zone="discard")
    game.until("end").settle().expect(rooms=["equality"])


def test_dice_room_3__a_new_shop() -> None:
    """[dice_room_3]: on entering play it replaces the shop items; at the end of the turn it is discarded."""
    shop = {"shop": ["dinner", "breakfast"], "treasure_deck": ["meat", "synthoil"]}
    game = start(**ENTERS, **shop, room_deck=["dice_room_3", "equality"]).settle().expect(shop=["synthoil", "meat"])
    game.until("end").settle().expect(rooms=["equality"])


def test_dice_room_4__everybodys_items() -> None:
    """[dice_room_4]: on entering play it rerolls the items of all players, not eternal ones."""
    deck = ["breakfast", "mr_boom", "brimstone"]
    seats = ITEMS, {"items": ["synthoil", {"card": "moms_box", "eternal": True}]}
    game = start(*seats, **ENTERS, room_deck=["dice_room_4", "equality"], treasure_deck=deck).settle()
    game.expect(card="moms_box", zone="item", owner=1).expect(player=1, items=2).expect(player=0, items=2)
    for item in ("dinner", "meat", "synthoil"):
        game.expect(card=item, zone="discard")
    game.until("end").settle().expect(rooms=["equality"])


def test_dice_room_5__new_monsters() -> None:
    """[dice_room_5]: on entering play it replaces the active monsters, which gives no rewards."""
    table = {"monsters": ["fly", "fatty"], "monster_deck": ["dip", "spider"]}
    game = start({"coins": 0}, **ENTERS, **table, room_deck=["dice_room_5", "equality"]).settle()
    game.expect(monsters=["dip", "spider"]).expect(player=0, coins=0)
    game.until("end").settle().expect(rooms=["equality"])


def test_dice_room_6__everything() -> None:
    """[dice_room_6]: on entering play items, hands, monsters and shop are all replaced."""
    decks = {"treasure_deck": ["breakfast", "mr_boom", "brimstone", "ipecac"], "monster_deck": ["dip", "spider"]}
    table = {"shop": ["finger", "chaos"], "monsters": ["fly", "fatty"]}
    game = start(ITEMS, {"hand": ["bomb"]}, **ENTERS, **table, **decks, room_deck=["dice_room_6", "equality"]).settle()
    game.expect(player=0, items=2, hand=3).expect(player=1, hand=3, items=0).expect(monsters=["dip", "spider"])
    assert {"brimstone", "ipecac"} == set(game.read.game()["shop"])
    for gone in ("dinner", "meat", "finger", "chaos", "fly", "fatty", "bomb"):
        game.expect(card=gone, zone="discard")
    game.until("end").settle().expect(rooms=["equality"])
