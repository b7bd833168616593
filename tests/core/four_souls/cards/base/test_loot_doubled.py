"""Loot cards doubled by Blank Card: amounts, second targets, and what stays as it is (the table of ER-15)."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play, Scenario


def doubled(hand: list[str], seat: dict[str, Any], *others: dict[str, Any], **position: Any) -> Play:
    """A game in which Blank Card has resolved for player 0, who holds the cards given."""
    items = ["blank_card", *seat.get("items", [])]
    first = {"extra_plays": 3, **seat, "hand": hand, "items": items}
    game = Scenario(players=[first, *(others or [{}])], **position).start()
    return game.activate("blank_card").pass_all()


@pytest.mark.parametrize(
    ("card", "amount"),
    [("a_penny", 2), ("two_cents", 4), ("three_cents", 6), ("four_cents", 8), ("a_nickel", 10), ("a_dime", 20)],
)
def test_doubled__coins(card: str, amount: int) -> None:
    """ER-15: [a_penny] [two_cents] [three_cents] [four_cents] [a_nickel] [a_dime] pay twice; the next card does not."""
    game = doubled([card, "a_penny"], {"coins": 0}).play(card).settle().expect(player=0, coins=amount)
    if card != "a_penny":
        game.play("a_penny").settle().expect(player=0, coins=amount + 1)


def test_doubled__one_event() -> None:
    """ER-15: a doubled gain is one gain, a doubled damage one damage: Counterfeit and Swallowed Penny answer once."""
    game = doubled(["a_dime"], {"items": ["counterfeit_penny"]}).play("a_dime").settle().expect(player=0, coins=24)
    game = doubled(["bomb"], {}, {"items": ["swallowed_penny", "dinner"]}).play("bomb", 1).settle()
    game.expect(player=1, hp=1, coins=4)


@pytest.mark.parametrize(("card", "amount"), [("bomb", 2), ("gold_bomb", 6)])
def test_doubled__bombs(card: str, amount: int) -> None:
    """ER-15: [bomb] deals 2, [gold_bomb] 6 damage to its one target."""
    game = doubled([card], {}, monsters=["gurdy", "fly"]).play(card, "gurdy").pass_all()
    game.expect(monster="gurdy", hp=max(0, 5 - amount)).expect(monster="fly", hp=1)


@pytest.mark.parametrize(
    ("number", "facts"),
    [
        (1, {"coins": 5}),
        (2, {"hp": 0, "dying": True}),
        (3, {"hand": 6}),
        (4, {"coins": 0}),
        (5, {"coins": 13}),
        (6, {"items": 5}),
    ],
)
def test_doubled__wheel_of_fortune(number: int, facts: dict[str, Any]) -> None:
    """ER-15: [wheel_of_fortune] rolls once; its line's amounts are doubled (4 damage against 4 hit points)."""
    game = doubled(["wheel_of_fortune"], {"items": ["dinner", "breakfast"]}, dice=[number]).play("wheel_of_fortune")
    game.pass_all().pass_all().pass_all().expect(player=0, **facts).expect(player=1, coins=3, hp=2)


@pytest.mark.parametrize(
    ("card", "number", "facts"),
    [
        ("pills_red", 1, {"attack": 3}),
        ("pills_red", 3, {"hp": 4, "max_hp": 4}),
        ("pills_red", 5, {"hp": 0}),
        ("pills_blue", 1, {"hand": 4}),
        ("pills_blue", 3, {"hand": 8}),
        ("pills_yellow", 1, {"coins": 17}),
        ("pills_yellow", 3, {"coins": 23}),
        ("pills_yellow", 5, {"coins": 1}),
    ],
)
def test_doubled__pills(card: str, number: int, facts: dict[str, Any]) -> None:
    """ER-15: the lines of [pills_red] [pills_blue] [pills_yellow] count twice after one roll."""
    game = doubled([card, "dagaz", "ehwaz"], {"coins": 9}, dice=[number]).play(card)
    game.pass_all().pass_all().pass_all().expect(player=0, **facts).expect(player=1, coins=3, hp=2, hand=[])


def test_doubled__pills_blue_discard() -> None:
    """ER-15: 5-6 of [pills_blue] discards 2 loot cards of one's choice."""
    game = doubled(["pills_blue", "dagaz", "ehwaz", "a_penny"], {}, dice=[5]).play("pills_blue")
    game.settle("dagaz", "a_penny").expect(player=0, hand=["ehwaz"]).expect(discard="loot", size=3)


@pytest.mark.parametrize(
    ("number", "facts"),
    [(1, {"coins": 5}), (2, {"hand": 4}), (3, {"hp": 0}), (4, {"coins": 11}), (5, {"hand": 10}), (6, {"coins": 15})],
)
def test_doubled__blank_rune(number: int, facts: dict[str, Any]) -> None:
    """ER-15: [blank_rune] doubles its line for every player (6 damage against 4 hit points)."""
    game = doubled(["blank_rune"], {"items": ["dinner", "breakfast"]}, {}, dice=[number]).play("blank_rune")
    game.pass_all().pass_all().pass_all().expect(player=0, **facts).expect(player=1, **facts)


@pytest.mark.parametrize(("number", "players", "monsters"), [(1, 2, 0), (3, 0, 2), (5, 4, 0)])
def test_doubled__the_tower(number: int, players: int, monsters: int) -> None:
    """ER-15: [the_tower] deals twice the damage of its line."""
    game = doubled(["the_tower"], {"items": ["dinner", "breakfast"]}, {}, monsters=["fatty"], dice=[number])
    game.play("the_tower").pass_all().pass_all().pass_all()
    game.expect(player=0, hp=4 - players).expect(player=1, hp=max(0, 2 - players))
    game.expect(monster="fatty", hp=4 - monsters)


def test_doubled__the_high_priestess() -> None:
    """ER-15: [the_high_priestess] rolls once and deals twice the result."""
    game = doubled(["the_high_priestess"], {}, monsters=["gurdy"], dice=[2]).play("the_high_priestess", "gurdy")
    game.settle().expect(monster="gurdy", hp=1)


@pytest.mark.parametrize(("card", "left"), [("soul_heart", 2), ("the_hierophant", 4), ("dagaz", 2)])
def test_doubled__shields(card: str, left: int) -> None:
    """ER-15: [soul_heart] gives one shield of 2, [the_hierophant] one of 4, [dagaz] (b) one of 2."""
    seat = {"items": ["dinner", "breakfast"]}
    game = doubled([card, "gold_bomb"], {}, seat).play(card, *["b"] * (card == "dagaz"), 1).settle()
    game.play("gold_bomb", 1).settle().expect(player=1, hp=4 - max(0, 3 - left)).expect(player=0, hp=2)


def test_doubled__boosts() -> None:
    """ER-15: [the_empress] +2 attack and +2 to rolls, [the_lovers] +4 HP, [the_chariot] +2 and +2."""
    game = doubled(["the_empress", "pills_yellow"], {}, dice=[1]).play("the_empress", 0).settle()
    game.expect(player=0, attack=3).play("pills_yellow").pass_all().expect(stack=["roll 1", "bonus +2"])
    game.settle().expect(player=0, coins=10)
    doubled(["the_lovers"], {}).play("the_lovers", 1).settle().expect(player=1, hp=6, max_hp=6).expect(player=0, hp=2)
    doubled(["the_chariot"], {}).play("the_chariot", 0).settle().expect(player=0, hp=4, max_hp=4, attack=3)


def test_doubled__strength() -> None:
    """ER-15, R11.1: [strength] gives +2 attack and two more attacks."""
    game = doubled(["strength"], {"attacks_used": 1}, monsters=["fly", "dip", "fatty"])
    game.play("strength", 0).settle().expect(player=0, attack=3).attack("fly").fight(6).attack("dip").fight(6)
    game.expect(illegal="attack Fatty")


@pytest.mark.parametrize(("mode", "damage", "gain"), [("a", 1, 8), ("b", 2, 16)])
def test_doubled__temperance(mode: str, damage: int, gain: int) -> None:
    """ER-15: [temperance] gains 8 or 16 cents; its price is not doubled."""
    game = doubled(["temperance"], {"items": ["dinner"]}).play("temperance", mode).settle()
    game.expect(player=0, hp=3 - damage, coins=3 + gain)


def test_doubled__treasure_and_loot() -> None:
    """ER-15: [the_stars] gains 2 treasures; [the_world] loots 4; [the_hanged_man] loots 4 and looks as printed."""
    decks: dict[str, Any] = {"loot_deck": ["a_dime", "dagaz", "bomb", "justice", "ehwaz"]}
    decks["treasure_deck"] = ["mr_boom", "meat"]
    game = doubled(["the_stars"], {}, **decks).play("the_stars").settle()
    game.expect(player=0, items=["blank_card", "mr_boom", "meat"])
    doubled(["the_world"], {}, **decks).play("the_world").settle().expect(player=0, hand=decks["loot_deck"][:4])
    game = doubled(["the_hanged_man"], {}, **decks).play("the_hanged_man").settle("yes", "no", "no")
    game.expect(player=0, hand=decks["loot_deck"][1:]).expect(deck="treasure", top=["mr_boom", "meat"])


def test_doubled__judgement_and_the_sun() -> None:
    """ER-15: [judgement] takes 2 souls; [the_sun] gives two extra turns."""
    seat = {"souls": ["gurdy", "monstro", "lost_soul"]}
    game = doubled(["judgement"], {}, seat).play("judgement", 1).settle("gurdy", "monstro")
    game.expect(player=1, soul_cards=["lost_soul"]).expect(discard="monster", size=2)
    game = doubled(["the_sun"], {}).play("the_sun").settle().expect(deck="loot", bottom=["the_sun"])
    game.end_turn().expect(active=0).end_turn().expect(active=0).end_turn().expect(active=1)


def test_doubled__lil_battery() -> None:
    """ER-15: [lil_battery] may recharge a second item; the second target is optional."""
    turned = {"items": [{"card": "mr_boom", "turned": True}, {"card": "the_d6", "turned": True}]}
    game = doubled(["lil_battery"], {}, turned).play("lil_battery", "mr_boom")
    game.expect(legal=["choose The D6", "choose Blank Card", "done"], illegal="choose Mr. Boom")
    both, one = game.copy().choose("the_d6").settle(), game.choose("done").settle()
    both.expect(card="mr_boom", turned=False).expect(card="the_d6", turned=False)
    one.expect(card="mr_boom", turned=False).expect(card="the_d6", turned=True)


def test_doubled__mega_battery() -> None:
    """ER-15: [mega_battery] may recharge the items of a second player."""
    seat = {"items": [{"card": "mr_boom", "turned": True}]}
    game = doubled(["mega_battery"], {}, seat, {}).play("mega_battery", 1, 0).settle()
    game.expect(card="mr_boom", turned=False).expect(card="blank_card", turned=False)


def test_doubled__the_devil() -> None:
    """ER-15: [the_devil] may steal a second item, of a player or of the shop, for one price."""
    game = doubled(["the_devil"], {"items": ["meat"]}, {"items": ["mr_boom"]}, shop=["dinner"])
    game.play("the_devil", "mr_boom", "dinner", "meat").pass_all()
    game.expect(player=0, items=["blank_card", "mr_boom", "dinner"]).expect(card="meat", zone="discard")


def test_doubled__dagaz_destroys_two_curses() -> None:
    """ER-15: [dagaz] (a) may destroy a second curse."""
    game = doubled(["dagaz"], {}, {"curses": ["curse_of_pain", "curse_of_greed", "curse_of_loss"]})
    game.play("dagaz", "a", "curse_of_pain", "curse_of_greed").settle().expect(player=1, curses=["curse_of_loss"])


def test_doubled__butter_bean_cancels_two() -> None:
    """ER-15: [butter_bean] may cancel a second object."""
    game = doubled(["a_dime", "a_nickel", "butter_bean"], {}, {})
    game.play("a_dime").expect(stack=["a dime"]).pass_all().expect(player=0, coins=23)
    others = {"hand": ["a_nickel"]}
    game = Scenario(players=[{"hand": ["a_dime"]}, others, {"items": ["blank_card"], "hand": ["butter_bean"]}]).start()
    game.activate("blank_card", by=2).pass_all().play("a_dime").play("a_nickel", by=1)
    game.play("butter_bean", "a_dime", "a_nickel", by=2).settle().expect(player=0, coins=3).expect(player=1, coins=3)


def test_doubled__death_tarot() -> None:
    """ER-15: [death_tarot] may kill a second player."""
    game = doubled(["death_tarot"], {}, {}, {}).play("death_tarot", 1, 2).pass_all()
    game.expect(stack=["death of player 1", "death of player 2"]).expect(player=0, dying=False)


def test_doubled__justice_is_unchanged() -> None:
    """ER-15: "until" of [justice] is not doubled."""
    seat = {"hand": ["a_penny", "dagaz"], "coins": 9}
    doubled(["justice"], {}, seat).play("justice", 1).settle().expect(player=0, hand=2, coins=9)


@pytest.mark.parametrize(
    ("card", "deck", "top"),
    [
        ("the_emperor", "monster", ["dip", "trite", "spider", "clotty", "squirt", "fat_bat"]),
        ("the_hermit", "treasure", ["mr_boom", "jawbone", "meat", "smelter", "decoy", "placebo"]),
        ("the_moon", "loot", ["a_dime", "dagaz", "bomb", "justice", "a_penny", "ehwaz"]),
    ],
)
def test_doubled__five_cards_stay_five(card: str, deck: str, top: list[str]) -> None:
    """ER-15: [the_emperor] [the_hermit] [the_moon] look at 5 cards and keep 1."""
    game = doubled([card], {}, **{f"{deck}_deck": top}).play(card).pass_all(top[0], top[1], top[2], top[3])
    game.expect(deck=deck, top=[top[0], top[5]]).expect(card=top[5], known=[]).expect(stack=[])


def test_doubled__dice_cards_are_unchanged() -> None:
    """ER-15: [dice_shard] rerolls once, [the_magician] sets one number."""
    base = {"extra_plays": 1}
    for card, number in (("dice_shard", 5), ("the_magician", 2)):
        game = doubled([card], base, {"hand": ["pills_yellow"]}, dice=[1, 5, 6]).play("pills_yellow", by=1).pass_all()
        game.play(card).pass_all(*[2] * (card == "the_magician")).expect(stack=[f"roll {number}"])


def test_doubled__once_is_enough() -> None:
    """ER-15: [ehwaz] replaces each monster once, [the_fool] ends one turn, [lost_soul] and trinkets
    ([bloody_penny]) are played as ever."""
    game = doubled(["ehwaz"], {}, monsters=["fly"], monster_deck=["dip", "trite"]).play("ehwaz").settle()
    game.expect(monsters=["dip"]).expect(deck="monster", top=["trite"])
    game = doubled(["the_fool"], {}).play("the_fool").settle().expect(phase="end").end_turn().expect(active=1)
    doubled(["lost_soul"], {}).play("lost_soul").settle().expect(player=0, souls=1)
    game = doubled(["bloody_penny", "death_tarot"], {}, {}).play("bloody_penny").settle()
    game.play("death_tarot", 1).settle().expect(player=0, hand=1, items=["blank_card", "bloody_penny"])


def test_doubled__used_up_by_a_cancelled_card() -> None:
    """ER-15: the mark is read on announcing and used up even when that card is cancelled."""
    game = doubled(["a_dime", "a_penny"], {}, {"hand": ["butter_bean"]}).play("a_dime")
    game.play("butter_bean", "a_dime", by=1).settle().play("a_penny").settle().expect(player=0, coins=4)


def test_doubled__only_the_own_next_card_of_this_turn() -> None:
    """ER-15, A52: another player's card is not doubled and does not use the mark; at end of turn it is gone."""
    game = doubled(["a_dime"], {}, {"hand": ["a_nickel"]}).play("a_nickel", by=1).settle().expect(player=1, coins=8)
    game.copy().play("a_dime").settle().expect(player=0, coins=23)
    game.end_turn().until("action").play("a_dime", by=0, turn=True).settle().expect(player=0, coins=13)


def test_doubled__a_card_already_played_is_not_doubled() -> None:
    """ER-15: Blank Card used in response to a loot card marks the next one, not that one."""
    seat = {"items": ["blank_card"], "hand": ["a_dime", "a_penny"], "extra_plays": 1}
    game = Scenario(players=[seat, {}]).start().play("a_dime").activate("blank_card").settle()
    game.expect(player=0, coins=13).play("a_penny").settle().expect(player=0, coins=15)
