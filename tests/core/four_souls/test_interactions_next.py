"""Texts about the next card, roll, loot or purchase: what several of them before it do (A52)."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import Lasting, Until
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.scenario import Play
from fs_env.core.four_souls.state import ObjectFlag
from tests.core.four_souls.rules.table import start

ALL = ("base", "gold", "plus")


def marked(hand: list[str], times: int = 2, *others: dict[str, Any], coins: int = 0, **position: Any) -> Play:
    """A game in which player 0, who holds the cards given, has used Blank Card so many times."""
    seat = {"hand": hand, "items": ["blank_card", "battery_bum"], "extra_plays": 3, "coins": coins + 4 * (times - 1)}
    game = start(seat, *others, **position).activate("blank_card").settle()
    for _ in range(times - 1):
        game.pay("battery_bum", "blank_card").settle().activate("blank_card").settle()
    return game.expect(player=0, coins=coins)


def test_next__every_text_of_this_kind_is_known() -> None:
    """A52: the effects that wait for a next event are those of the cards below, and nothing else in any set or room."""
    found: dict[str, set[str]] = {}
    for card, pc in zip(T.AB_CARD, T.AB_PC):
        while T.PROG[pc]["op"] != Op.END:
            row = T.PROG[pc]
            waits = row["until"] not in (Until.END_OF_TURN, Until.FOREVER, Until.THAT_OBJECT)
            if row["op"] == Op.LASTING and (waits or row["lasting"] == Lasting.NEXT_ATTACK_ROLL):
                found.setdefault(Lasting(int(row["lasting"])).name, set()).add(T.IDS[card])
            pc += 1
    assert found == {
        "DOUBLE_NEXT_LOOT_CARD": {"blank_card"},
        "LOOT_FROM_DISCARD": {"compost"},
        "PRICE": {"credit_card"},
        "PREDICT": {"crystal_ball"},
        "ROLL_FOUR": {"mutant_spider"},
        "STORED_ROLL": {"telepathy_for_dummies"},
        "NEXT_ATTACK_ROLL": {"parabite", "polycephalus", "round_worm"},
        "TRIGGER": {"plan_c"},
    }


@pytest.mark.parametrize(("times", "cents"), [(1, 10), (2, 20), (3, 40), (9, 5 * 2**8)])
def test_blank_card__each_use_doubles_the_same_card(times: int, cents: int) -> None:
    """ER-15: all uses of [blank_card] before a loot card mark that card; the one after it is as printed. At most eight of
    them count (ER-53)."""
    game = marked(["a_nickel", "a_dime"], times).play("a_nickel").settle().expect(player=0, coins=cents)
    game.play("a_dime").settle().expect(player=0, coins=cents + 10)


def test_blank_card__two_uses_and_a_cancelled_card() -> None:
    """ER-15: a card that is cancelled uses up both marks of [blank_card]."""
    game = marked(["a_dime", "a_nickel"], 2, {"hand": ["butter_bean"]}).play("a_dime").pass_()
    game.play("butter_bean", "a_dime").settle().expect(player=0, coins=0).play("a_nickel").settle()
    game.expect(player=0, coins=5)


def test_blank_card__each_player_has_its_own_marks() -> None:
    """ER-15: the mark of another player's [blank_card] waits for that player's next card."""
    seat = {"items": ["modeling_clay"], "hand": ["a_dime"], "coins": 0}
    game = marked(["a_nickel"], 2, seat).activate("modeling_clay", "blank_card", by=1).settle()
    game.end_turn().until("action").activate("modeling_clay").settle()
    game.play("a_nickel", by=0).settle().expect(player=0, coins=5).play("a_dime").settle().expect(player=1, coins=20)


@pytest.mark.parametrize(
    ("card", "facts"),
    [("soul_heart", {"hp": 1}), ("the_lovers", {"max_hp": 10}), ("strength", {"attack": 5, "extra_attacks": 4})],
)
def test_blank_card__twice_quadruples_what_doubles(card: str, facts: dict[str, int]) -> None:
    """ER-15: used twice [blank_card] makes one shield of 4 and bonuses four times [soul_heart] [the_lovers] [strength]."""
    game = marked([card, "gold_bomb", "bomb_gold"], 2, {"hand": ["wheel_of_fortune"]}).play(card, 0).settle()
    if card == "soul_heart":
        game.play("gold_bomb", 0).settle().play("bomb_gold", 0).settle()
    game.expect(player=0, **facts)


def test_blank_card__twice_a_roll_is_made_once() -> None:
    """ER-15, R9.9: the line of one roll counts four times; the doublings stay with the roll [pills_yellow]."""
    game = marked(["pills_yellow"], 2, dice=[1]).play("pills_yellow").pass_all().expect(stack=["roll 1"]).settle()
    game.expect(player=0, coins=16, hand=0)


def test_blank_card__twice_four_targets_of_one_card() -> None:
    """ER-15: used twice [blank_card] gives [lil_battery] three more targets, each of which may be left."""
    other = {"items": [{"card": card, "turned": True} for card in ("mr_boom", "jawbone", "razor_blade", "boomerang")]}
    game = marked(["lil_battery"], 2, other, sets=ALL)
    four = game.copy().play("lil_battery", "boomerang", "jawbone", "mr_boom").expect(question="target")
    four.expect(illegal=["choose Boomerang", "choose Jawbone", "choose Mr. Boom"], legal=["done", "choose Razor Blade"])
    assert [four.read.words(action) for action in four.ids()].count("done") == 1
    four.choose("razor_blade").expect(question="priority", stack=["play lil battery"]).settle()
    three = game.copy().play("lil_battery", "boomerang", "jawbone", "mr_boom", "done").settle()
    two = game.copy().play("lil_battery", "boomerang", "jawbone", "done").settle()
    for played, turned in ((four, []), (three, ["razor_blade"]), (two, ["razor_blade", "mr_boom"])):
        for item in ("mr_boom", "jawbone", "razor_blade", "boomerang"):
            played.expect(card=item, turned=item in turned)


def test_blank_card__twice_targets_that_are_gone() -> None:
    """ER-15, R17.2: of four targets those that are gone are left out; the others are hit."""
    items = ["chaos_card", "meat", "dinner", "breakfast"]
    game = marked(["perthro"], 2, {"items": items}, treasure_deck=["jawbone", "boomerang", "mr_boom"])
    game.play("perthro", *items).activate("chaos_card", "meat", by=1).settle()
    game.expect(player=1, items=["jawbone", "boomerang"]).expect(deck="treasure", top=["mr_boom"])


def test_blank_card__one_price_for_four_items() -> None:
    """ER-15: doubled twice [the_devil] steals up to four items for one of one's own."""
    other = {"items": ["mr_boom", "meat", "dinner", "breakfast"]}
    game = marked(["the_devil"], 2, other).play("the_devil", "mr_boom", "meat", "dinner", "breakfast", "battery_bum")
    game.settle().expect(player=0, items=["blank_card", *other["items"]]).expect(player=1, items=[])


def test_blank_card__everybody_sees_how_often_a_card_is_doubled() -> None:
    """ER-15: observation, JSON and text tell every seat how often the card on the stack is doubled."""
    for times, words in ((1, "doubled"), (2, "doubled 2 times"), (3, "doubled 3 times")):
        game = marked(["a_dime"], times).play("a_dime")
        for seat in (0, 1):
            seen = SCHEMA.record(GAME.observe(game.S, seat))["stack"][0]
            assert seen["flags"] & ObjectFlag.DOUBLED and seen["event_amount"] == times - 1
            assert GAME.to_json(game.S, player=seat)["stack"][0]["doubled"] == times
            assert any(line.endswith(words) for line in GAME.text(game.S, player=seat).splitlines())


def test_compost__two_uses_before_one_loot() -> None:
    """ER-39: both uses of [compost] speak of the same next loot and are used up by it, whoever loots."""
    seat = {"items": ["compost", "battery_bum", "portable_slot_machine"], "coins": 7}
    other = {"items": ["mystery_sack"]}
    pile, deck = ["a_dime", "bomb"], ["dagaz", "ehwaz"]
    game = start(seat, other, loot_discard=pile, loot_deck=deck, dice=[1, 1]).activate("compost").settle()
    game.pay("battery_bum", "compost").settle().activate("compost").settle()
    game.activate("mystery_sack", by=1).settle().expect(player=1, hand=["a_dime"])
    game.pay("portable_slot_machine").settle().expect(player=0, hand=["dagaz"])


@pytest.mark.parametrize("doubled", [False, True])
def test_credit_card__played_twice_before_a_purchase(doubled: bool) -> None:
    """ER-15: two [credit_card] name the same next shop item, what is bought after it has its price; one that is doubled pays
    for two beside a plain one, not for three."""
    items = ["theres_options", "modeling_clay", "blank_card", "compost", "mystery_sack"]
    seat = {"hand": ["credit_card"], "items": items, "extra_plays": 2, "coins": 0}
    game = start(seat, shop=["dinner", "meat"], treasure_deck=["breakfast", "synthoil"], sets=ALL, dice=[1])
    game.activate("modeling_clay", "theres_options").settle()
    if doubled:
        game.activate("blank_card").settle()
    game.play("credit_card").settle().activate("compost").settle().activate("mystery_sack").settle()
    game.play("credit_card").settle().expect(player=0, price=0).buy("dinner").settle()
    game.expect(player=0, price=0 if doubled else 10)
    if doubled:
        game.buy("meat").settle().expect(player=0, price=10, coins=0, purchases_used=2)
        game.expect(illegal=["buy Breakfast", "buy Synthoil"])


def test_crystal_ball__two_guesses_for_the_same_roll() -> None:
    """ER-22: two [crystal_ball] watch the same next roll; each is lost or wins by itself."""
    seat = {"items": ["crystal_ball", "placebo", "mystery_sack"]}
    game = start(seat, dice=[3, 3]).activate("crystal_ball").pass_all(3).activate("placebo", "crystal_ball").pass_all()
    game.pass_all(3).activate("mystery_sack").settle("crystal_ball").expect(player=0, hand=6)
