"""Rooms that limit, cancel or punish what players do: [shadow_of_famine], [angelic_intervention], [laser_eye], [the_mirror]."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.game import GAME
from tests.core.four_souls.rules.table import start


def plays(words: list[str]) -> list[str]:
    return [word for word in words if word.startswith("play")]


def test_shadow_of_famine__one_loot_card_each_turn() -> None:
    """[shadow_of_famine]: after one loot card no second one can be played, by no means, until the next turn."""
    seats = {"hand": ["a_penny", "two_cents"]}, {"hand": ["three_cents", "four_cents"]}
    game = start(*seats, rooms=["shadow_of_famine"]).play("a_penny", turn=False).settle()
    assert not plays(game.legal())
    without = start(*seats, rooms=["equality"]).play("a_penny", turn=False).settle()
    assert plays(without.legal())
    game.end_turn().end_turn().until("action")
    game.expect(active=0)
    assert plays(game.legal())


def test_shadow_of_famine__each_player_has_one() -> None:
    """[shadow_of_famine]: the limit is each player's: the other one may answer with a card, once."""
    seats = {"hand": ["a_penny"]}, {"hand": ["two_cents", "three_cents"], "coins": 0}
    game = start(*seats, rooms=["shadow_of_famine"]).play("a_penny", turn=False).pass_()
    game.expect(asked=1).play("two_cents", by=1).expect(asked=1)
    assert not plays(game.legal())
    game.settle().expect(player=1, coins=2)


def test_shadow_of_famine__one_item_each_turn() -> None:
    """[shadow_of_famine]: after one item no other item can be activated; paying for one is no activation."""
    seat = {"items": ["mr_boom", "the_d20"], "coins": 9}
    game = start(seat, rooms=["shadow_of_famine", "fortune_teller"]).activate("mr_boom", "fly").settle()
    assert not [words for words in game.legal() if words.startswith("activate")]
    assert "pay for Fortune Teller" in game.legal()
    without = start(seat, rooms=["equality"]).activate("mr_boom", "fly").settle()
    assert [words for words in without.legal() if words.startswith("activate")]


def test_shadow_of_famine__counts_from_when_it_is_seen() -> None:
    """[shadow_of_famine], ER-80: what was played before the room was turned up does not count."""
    seat = {"hand": ["a_penny", "two_cents"], "coins": 3}
    game = start(seat, rooms=["beggar"], room_deck=["shadow_of_famine"]).play("a_penny", turn=False).settle()
    game.roll(6).pay("beggar").settle().expect(rooms=["shadow_of_famine"])
    assert plays(game.legal())
    game.play("two_cents").settle()
    assert not plays(game.legal())


def test_shadow_of_famine__is_seen_in_the_view() -> None:
    """[shadow_of_famine]: what a player has used up is public: JSON and vector of every seat show it."""
    game = start({"hand": ["a_penny"]}, {}, rooms=["shadow_of_famine"]).play("a_penny", turn=False).settle()
    for seat in range(2):
        (entry,) = GAME.to_json(game.S, player=seat)["lasting"]
        assert (entry["kind"], entry["player"]) == ("played", 0)


def test_angelic_intervention__an_attack_on_the_deck_may_be_cancelled() -> None:
    """[angelic_intervention], ER-82: once the revealed monster lies in its slot the active player may end the attack, which is used."""
    position = {"rooms": ["angelic_intervention"], "monsters": ["fly", "fatty"], "monster_deck": ["dip"]}
    game = start(**position).attack("top").pass_all().choose("slot 0")
    game.pass_all().expect(question="may", asked=0).choose("yes")
    game.expect(monsters=["dip", "fatty"], attacking=None)
    assert not [words for words in game.legal() if words.startswith("attack")]


def test_angelic_intervention__or_goes_on() -> None:
    """[angelic_intervention]: the attack continues if it is not cancelled; one on a monster that lay there brings no question."""
    position = {"rooms": ["angelic_intervention"], "monsters": ["fly", "fatty"], "monster_deck": ["dip"]}
    game = start(**position).attack("top").pass_all().choose("slot 0").pass_all().choose("no")
    game.expect(attacking="dip")
    game = start(**position).attack("fly").pass_all()
    game.expect(stack=[], attacking="fly")


def test_laser_eye__damage_for_each_card() -> None:
    """[laser_eye]: each loot card that enters a hand deals its player 1 damage, whoever's turn it is."""
    game = start({"hand": ["blank_rune"], "hp": 2}, {"hp": 2}, rooms=["laser_eye"], phase="loot").settle()
    game.expect(player=0, hp=1, hand=2).expect(player=1, hp=2)


def test_laser_eye__a_card_from_another_hand() -> None:
    """[laser_eye], ER-77: a card that comes from another hand enters a hand too; cards that are played do not."""
    game = start({"hand": ["a_penny"]}, {}, rooms=["laser_eye"]).play("a_penny").settle()
    game.expect(player=0, hp=2).expect(player=1, hp=2)


def test_laser_eye__whole_hands_that_are_passed() -> None:
    """[laser_eye], ER-77: [chaos] brings each card of a hand into another one: each counts, for every player."""
    seats = {"items": ["chaos"], "hand": ["bomb"]}, {"hand": ["a_penny", "a_dime"]}, {"items": ["dinner"]}
    game = start(*seats, rooms=["laser_eye"]).activate("chaos").pass_all()
    game.expect(player=1, hand=["bomb"]).expect(player=2, hand=2).expect(player=0, hand=[])
    while game.question != "priority":
        game.take(game.ids()[0])
    game.expect(stack=3).settle().expect(player=0, hp=2).expect(player=1, hp=1).expect(player=2, hp=1)


@pytest.mark.parametrize(
    ("seat", "hand", "play"),
    [
        ({"items": ["guppys_head"]}, ["a_dime"], ("guppys_head", 1)),
        ({"items": ["boomerang"]}, ["a_dime"], ("boomerang", 1)),
        ({"items": ["incubus"], "hand": ["bomb"]}, ["a_dime"], ("incubus", "a", 1)),
        ({"items": ["infestation"], "hand": ["bomb", "a_penny"]}, [], ("infestation",)),
        ({"items": ["chaos"]}, ["a_dime"], ("chaos",)),
    ],
)
def test_laser_eye__every_way_into_a_hand(seat: dict[str, Any], hand: list[str], play: tuple[Any, ...]) -> None:
    """[laser_eye], ER-77: cards that are given, taken at random, swapped, looted or passed on are answered one by one
    [guppys_head] [boomerang] [incubus] [infestation] [chaos]."""
    game = start(seat, {"hand": hand}, rooms=["laser_eye"])
    before = [set(game.player(p)["hand"]) for p in (0, 1)]
    game.activate(*play)
    while not any("laser eye" in text.casefold() for text in game.stack):
        game.pass_all() if game.question == "priority" else game.take(game.ids()[0])
    arrived = [len(set(game.player(p)["hand"]) - before[p]) for p in (0, 1)]
    assert len(game.stack) == sum(arrived) > 0, (arrived, game.stack)


def test_the_mirror__treasures_for_hit_points() -> None:
    """[the_mirror]: the active player goes down to 1 HP and gains a treasure for each monster that dies this turn."""
    seat = {"hand": ["bomb"], "items": ["dinner"]}
    position = {"monsters": ["fly", "fatty"], "treasure_deck": ["meat", "synthoil"], "phase": "start"}
    game = start(seat, rooms=["the_mirror"], **position).pass_all().expect(question="may", asked=0)
    game.copy().choose("no").until("action").play("bomb", "fly").settle().expect(player=0, hp=3, items=["dinner"])
    game.choose("yes").expect(player=0, hp=1).until("action").play("bomb", "fly").settle()
    game.expect(player=0, items=["dinner", "meat"])


def test_the_mirror__ends_with_the_turn() -> None:
    """[the_mirror]: monsters that die in a later turn bring nothing."""
    seats = {}, {"hand": ["bomb"]}
    position = {"monsters": ["fly", "fatty"], "treasure_deck": ["meat"], "phase": "start"}
    game = start(*seats, rooms=["the_mirror"], **position).pass_all().choose("yes").until("action").end_turn()
    game.pass_all().choose("no").until("action").play("bomb", "fly").settle()
    game.expect(player=0, items=[]).expect(player=1, items=[])


def test_the_mirror__not_at_one_hit_point() -> None:
    """[the_mirror], ER-81: with 1 HP there is nothing to pay, and no question."""
    start({"character": "the_lost"}, rooms=["the_mirror"], phase="start").expect(stack=[])
    seats = {"hand": []}, {"hand": ["bomb"]}
    game = start(*seats, rooms=["the_mirror"], phase="start").expect(stack=["trigger The Mirror"])
    game.play("bomb", 0, by=1).settle().expect(player=0, hp=1).until("action").expect(question="priority")
