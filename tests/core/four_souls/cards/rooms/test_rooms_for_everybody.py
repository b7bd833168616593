"""Rooms whose text holds for every player while they are face up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.four_souls.rules.table import start


def test_all_hallows_eve__no_soul_for_a_boss() -> None:
    """[all_hallows_eve], ER-72: a killed boss is discarded and gives no soul; with another room it does."""
    hp = [{"card": "gurdy", "hp": 1}, "fly"]
    game = start({"hand": ["bomb"]}, rooms=["all_hallows_eve"], monsters=hp).play("bomb", "gurdy").settle()
    game.expect(player=0, souls=0, coins=10).expect(card="gurdy", zone="discard")
    start({"hand": ["bomb"]}, rooms=["equality"], monsters=hp).play("bomb", "gurdy").settle().expect(player=0, souls=1)


def test_all_hallows_eve__no_bonus_soul_while_it_lies_there() -> None:
    """[all_hallows_eve], R19.2: 25 cents earn a bonus soul only once the room is gone."""
    seat = {"coins": 24, "hand": ["a_penny", "bomb"]}
    game = start(
        seat,
        rooms=["all_hallows_eve"],
        room_deck=["equality"],
        bonus_souls=["soul_of_greed"],
        monsters=["fly", "fatty"],
    )
    game.play("a_penny").settle().expect(player=0, coins=25, souls=0)
    game.play("bomb", "fly", turn=True).settle().end_turn("yes").expect(player=0, souls=1)


def test_all_hallows_eve__no_stolen_soul() -> None:
    """[all_hallows_eve]: a soul is not stolen either: that would gain one."""
    game = start({"hand": ["lost_soul"]}, {"souls": 1}, rooms=["all_hallows_eve"]).play("lost_soul").settle()
    game.expect(player=0, souls=0).expect(player=1, souls=1).expect(card="lost_soul", zone="discard")


def test_black_champions__monsters_hit_harder() -> None:
    """[black_champions]: each monster has 1 more attack, the players have what they had."""
    game = start(rooms=["black_champions"], monsters=["fly", "fatty"])
    game.expect(monster="fly", attack=2).expect(monster="fatty", attack=2).expect(player=0, attack=1)
    game.attack("fly").fight(1).expect(player=0, dead=True)


def test_blessing_of_gluttony__one_more_card() -> None:
    """[blessing_of_gluttony]: the loot step gives two cards to each player in turn."""
    game = start(rooms=["blessing_of_gluttony"], phase="loot").settle().expect(player=0, hand=2)
    game.end_turn().until("action").expect(player=1, hand=2).expect(player=0, hand=2)


def test_blessing_of_steam__five_cents_less() -> None:
    """[blessing_of_steam]: the active player buys a shop item for 5 cents; the top of the deck still costs 10."""
    game = start({"coins": 5}, rooms=["blessing_of_steam"], shop=["dinner", "breakfast"])
    game.expect(player=0, price=5, coins=5).expect(player=1, price=10)
    game.expect(illegal=["buy the top of the treasure deck"]).buy("dinner").settle()
    game.expect(player=0, coins=0, items=["dinner"])


def test_blessing_of_steam__never_below_nothing() -> None:
    """[blessing_of_steam], ER-76: with [steamy_sale], at 5 cents, an item is free."""
    game = start({"coins": 0, "items": ["steamy_sale"]}, rooms=["blessing_of_steam"], shop=["dinner", "breakfast"])
    game.expect(player=0, price=0).buy("dinner").settle().expect(player=0, coins=0, items=["steamy_sale", "dinner"])


def test_blessing_of_the_sack__rewards_twice() -> None:
    """[blessing_of_the_sack], ER-73: a fly gives 2 cents instead of 1; the soul of a boss stays one."""
    game = start({"hand": ["bomb"], "coins": 0}, rooms=["blessing_of_the_sack"], monsters=["fly", "fatty"])
    game.play("bomb", "fly").settle().expect(player=0, coins=2)
    hurt = [{"card": "gurdy", "hp": 1}, "fly"]
    game = start({"hand": ["bomb"], "coins": 0}, rooms=["blessing_of_the_sack"], monsters=hurt)
    game.play("bomb", "gurdy").settle().expect(player=0, coins=14, souls=1)


@pytest.mark.parametrize(("number", "cents"), [(6, 12), (5, 6)])
def test_blessing_of_the_sack__doubles_what_dingas_text_doubles(number: int, cents: int) -> None:
    """ER-73, ER-46: the room and the text of [dinga], killed on a 6, each double what its one roll of 3 pays; killed on a 5 the
    room alone does."""
    position: dict[str, Any] = {"rooms": ["blessing_of_the_sack"], "monsters": [{"card": "dinga", "hp": 1}, "fly"]}
    game = start({"coins": 0}, dice=[number, 3], **position).attack("dinga").fight()
    game.settle().expect(player=0, coins=cents)


def test_maggys_blessing__hearts_for_all_and_gone_with_it() -> None:
    """[maggys_blessing]: each player has 1 HP more, monsters do not; when it leaves, HP fall to the old maximum."""
    seat = {"hand": ["bomb"]}
    game = start(seat, rooms=["maggys_blessing"], room_deck=["equality"], monsters=["fly", "fatty"])
    game.expect(player=0, max_hp=3, hp=3).expect(player=1, max_hp=3, hp=3).expect(monster="fly", max_hp=1)
    game.play("bomb", "fly").settle().end_turn("yes").expect(player=0, max_hp=2, hp=2).expect(player=1, max_hp=2, hp=2)


def test_red_champions__monsters_last_longer() -> None:
    """[red_champions]: each monster has 1 more HP, also one that enters later; a fly survives the first hit."""
    game = start(rooms=["red_champions"], monsters=["fly", "empty"], monster_deck=["dip"]).settle()
    game.expect(monster="fly", max_hp=2, hp=2).expect(monster="dip", max_hp=2, hp=2).expect(player=0, max_hp=2)
    game.attack("fly").roll(6).pass_all().pass_all().pass_all().pass_all().expect(monster="fly", hp=1)


def test_samsons_blessing__attack_for_all() -> None:
    """[samsons_blessing]: each player has 1 more attack: one hit kills a monster of 2 HP."""
    game = start(rooms=["samsons_blessing"], monsters=["fatty", "fly"])
    game.expect(player=0, attack=2).expect(player=1, attack=2).expect(monster="fly", attack=1)
