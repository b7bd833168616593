"""The loot cards of the Gold Box: money, one-shot cards, the trinkets, and what Blank Card makes of them."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import Lasting
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.cards.fights import reach, run, start


def doubled(hand: list[str], seat: dict[str, Any], *others: dict[str, Any], **position: Any) -> Play:
    """A game in which Blank Card has resolved for player 0, who holds the cards given."""
    items = ["blank_card", *seat.get("items", [])]
    first = {"extra_plays": 3, **seat, "hand": hand, "items": items}
    return start(first, *others, **position).activate("blank_card").pass_all()


@pytest.mark.parametrize(
    ("card", "amount"), [("a_penny_gold", 1), ("two_cents_gold", 2), ("three_cents_gold", 3), ("four_cents_gold", 4)]
)
def test_coin_cards__pay_their_player(card: str, amount: int) -> None:
    """R2.10, ER-15: [a_penny_gold] [two_cents_gold] [three_cents_gold] [four_cents_gold] gain 1, 2, 3, 4 cents, doubled
    twice as much; there are two copies of each."""
    game = start({"hand": [card, card], "extra_plays": 1}).play(card).expect(player=0, coins=3).settle()
    game.expect(player=0, coins=3 + amount, hand=[card]).expect(player=1, coins=3)
    game.expect(discard="loot", top=[card], size=1)
    doubled([card], {}).play(card).settle().expect(player=0, coins=3 + 2 * amount)


def test_charged_penny__a_cent_and_a_charge() -> None:
    """R5.10: [charged_penny] gains 1 cent, then recharges an item, any player's, chosen when it is played."""
    turned = {"items": [{"card": "the_d6", "turned": True}]}
    game = start({"hand": ["charged_penny"], **turned}, {"items": [{"card": "void", "turned": True}]})
    game.play("charged_penny", "void").expect(player=0, coins=3).pass_all().expect(player=0, coins=4)
    game.expect(card="void", turned=False).expect(card="the_d6", turned=True)


def test_charged_penny__without_items() -> None:
    """ER-03: with no item in play [charged_penny] is played for its cent."""
    game = start({"hand": ["charged_penny"]}).play("charged_penny").pass_all().expect(player=0, coins=4)
    game.expect(discard="loot", top=["charged_penny"])


def test_charged_penny__its_item_is_gone() -> None:
    """R17.2: when the item is destroyed in response, its only target is gone and [charged_penny] fizzles."""
    game = start({"hand": ["charged_penny"], "items": ["box"]}).play("charged_penny", "box").activate("box").settle()
    game.expect(player=0, coins=3, items=[]).expect(discard="loot", top=["charged_penny"])


def test_two_of_diamonds__doubles_the_coins_of_a_player() -> None:
    """ER-38: [two_of_diamonds] lets a player gain as much as they have when it resolves; nothing doubles to nothing."""
    hand = {"hand": ["two_of_diamonds"]}
    game = start(hand, {"coins": 7}, {"items": ["counterfeit_penny"]}).play("two_of_diamonds")
    game.copy().choose(1).pass_all().expect(player=1, coins=14).expect(player=0, coins=3)
    game.choose(2).settle().expect(player=2, coins=7).expect(player=1, coins=7)
    game = start(hand, {"coins": 0, "items": ["counterfeit_penny"]}).play("two_of_diamonds", 1).settle()
    game.expect(player=1, coins=0)


def test_two_of_diamonds__counts_on_resolution() -> None:
    """R5.4: coins gained in response count for [two_of_diamonds]."""
    game = start({"hand": ["two_of_diamonds"]}, {"hand": ["a_dime"]}).play("two_of_diamonds", 1)
    game.play("a_dime", by=1).settle().expect(player=1, coins=26)


def test_two_of_diamonds__doubled() -> None:
    """ER-15: doubled, [two_of_diamonds] gains twice the coins held."""
    doubled(["two_of_diamonds"], {"coins": 4}).play("two_of_diamonds", 0).settle().expect(player=0, coins=12)


def test_bomb_gold__one_damage() -> None:
    """R12.2: [bomb_gold] deals 1 damage to a player or monster; doubled 2 to the same one (ER-15)."""
    game = start({"hand": ["bomb_gold"]}, monsters=["fatty", "fly"]).play("bomb_gold")
    game.copy().choose(1).settle().expect(player=1, hp=1).expect(monster="fatty", hp=4)
    game.choose("fatty").settle().expect(monster="fatty", hp=3).expect(player=1, hp=2).expect(monster="fly", hp=1)
    doubled(["bomb_gold"], {}, monsters=["fatty"]).play("bomb_gold", "fatty").settle().expect(monster="fatty", hp=2)


def test_soul_heart_gold__prevents_one_damage() -> None:
    """R12.3: [soul_heart_gold] prevents 1 damage of the next damage to a player this turn, once; never a monster's."""
    seat = {"hand": ["bomb_gold", "gold_bomb"], "extra_plays": 1}
    game = start(seat, {"hand": ["soul_heart_gold"]}).play("bomb_gold", 1).play("soul_heart_gold", by=1)
    assert sorted(game.legal()) == ["choose player 0", "choose player 1"]
    game.choose(1).settle().expect(player=1, hp=2, dead=False).play("gold_bomb", 1).pass_all()
    game.expect(player=1, hp=0, dying=True)


def test_soul_heart_gold__doubled() -> None:
    """ER-15: doubled, [soul_heart_gold] is one shield of 2."""
    game = doubled(["soul_heart_gold", "gold_bomb"], {}).play("soul_heart_gold", 0).settle()
    game.play("gold_bomb", 0).settle().expect(player=0, hp=1, dead=False)


def test_a_sack__three_cards() -> None:
    """R2.8: [a_sack] loots 3, doubled 6."""
    deck = {"loot_deck": ["a_dime", "dagaz", "ehwaz", "bomb"]}
    game = start({"hand": ["a_sack"]}, **deck).play("a_sack").pass_all()
    game.expect(player=0, hand=["a_dime", "dagaz", "ehwaz"]).expect(player=1, hand=[]).expect(deck="loot", top=["bomb"])
    doubled(["a_sack"], {}).play("a_sack").pass_all().expect(player=0, hand=6)


def test_joker__steals_a_card_that_it_has_seen() -> None:
    """A45: [joker] shows a hand and may steal one card of its player's choice from it; the rest stays known."""
    game = start({"hand": ["joker"]}, {"hand": ["a_dime", "bomb"]}, {"hand": ["dagaz"]}).play("joker", 1).pass_all()
    game.expect(asked=0).expect(card="bomb", zone="hand", owner=1, known=[0, 1])
    assert sorted(game.legal()) == ["choose A Dime!!", "choose Bomb!", "done"]
    no = game.copy().choose("done").expect(player=0, hand=[]).expect(player=1, hand=["a_dime", "bomb"])
    no.expect(stack=[], asked=0).expect(card="a_dime", known=[0, 1])
    game.choose("a_dime").expect(player=0, hand=["a_dime"]).expect(player=1, hand=["bomb"]).expect(stack=[])
    game.expect(card="a_dime", owner=0, known=[0, 1]).expect(card="dagaz", known=[2])


def test_joker__nothing_to_steal() -> None:
    """R5.4: [joker] on an empty hand, or on one's own, steals nothing and asks nothing."""
    game = start({"hand": ["joker", "bomb"]}).play("joker", 1).pass_all().expect(player=0, hand=["bomb"], coins=3)
    game.expect(stack=[], question="priority")
    game = start({"hand": ["joker", "bomb"]}, {"hand": ["a_dime"]}).play("joker", 0).pass_all()
    game.expect(player=0, hand=["bomb"]).expect(player=1, hand=["a_dime"]).expect(question="priority")


def test_joker__doubled() -> None:
    """ER-15: doubled, [joker] steals up to 2 cards of the hand; after each its player may stop."""
    game = doubled(["joker"], {}, {"hand": ["a_dime", "bomb", "dagaz"]}).play("joker", 1).pass_all().choose("a_dime")
    game.copy().choose("done").expect(player=0, hand=["a_dime"]).expect(player=1, hand=["bomb", "dagaz"])
    game.choose("bomb").expect(player=0, hand=["a_dime", "bomb"]).expect(player=1, hand=["dagaz"]).expect(stack=[])


def test_holy_card__saves_a_player() -> None:
    """R13.9, ER-33: [holy_card] answers a pending death of any player and prevents it; another's turn continues."""
    game = start({"hand": ["death_tarot"]}, {"hand": ["holy_card"]}, {"hp": 1, "coins": 5})
    game.play("death_tarot", 2).pass_all().play("holy_card", by=1).expect(
        stack=["death of player 2", "play holy card"]
    ).pass_all()
    game.expect(player=2, dead=False, dying=False, hp=1, coins=5).expect(stack=[], active=0, phase="action")
    game.expect(card="holy_card", zone="discard")


def test_holy_card__ends_the_turn_of_its_saved_player() -> None:
    """R7.13: [holy_card] saving the active player ends that player's turn."""
    seat = {"hand": ["holy_card", "dagaz"], "items": ["meat"], "hp": 1, "turned": False}
    game = start(seat, {"hand": ["bomb"]}).play("bomb", 0, by=1).pass_all().play("holy_card").pass_all()
    game.expect(phase="end").expect(player=0, hp=1, hand=["dagaz"], items=["meat"]).end_turn().expect(active=1)


def test_holy_card__needs_a_pending_death() -> None:
    """R5.2: with no player dying, also while lethal damage is still coming, [holy_card] cannot be played."""
    game = start({"hand": ["gold_bomb", "holy_card"], "extra_plays": 1}).expect(illegal="play Holy Card")
    game.play("gold_bomb", 1).expect(illegal="play Holy Card")


def test_holy_card__not_for_monsters() -> None:
    """R13.9: the death of a monster is no target of [holy_card]."""
    game = start({"hand": ["bomb", "holy_card"], "extra_plays": 1}, monsters=["fly"]).play("bomb", "fly").pass_all()
    game.expect(stack=["death of fly"], illegal="play Holy Card")


def test_holy_card__doubled_is_unchanged() -> None:
    """ER-15: doubled, [holy_card] saves the one player chosen."""
    game = doubled(["holy_card"], {}, {"hand": ["death_tarot"]}, {}).play("death_tarot", 2, by=1).pass_all()
    game.play("holy_card", by=0).settle().expect(player=2, dead=False, hp=2).expect(player=0, hand=[])


def test_credit_card__the_next_shop_item_is_free() -> None:
    """R10.7, R10.3: with [credit_card] a shop item is bought without a cent; the one after it has its price again."""
    seat = {"hand": ["credit_card"], "coins": 0, "items": ["moms_purse"]}
    game = start(seat, shop=["dinner", "breakfast"]).expect(illegal="buy Dinner").play("credit_card")
    game.expect(illegal="buy Dinner").pass_all().expect(player=0, price=0).expect(legal="buy Dinner")
    game.expect(illegal="buy the top of the treasure deck").buy("dinner").settle()
    game.expect(player=0, items=["moms_purse", "dinner"], coins=0, price=10, purchases_used=1)


def test_credit_card__not_the_treasure_deck() -> None:
    """R10.7: the top of the treasure deck costs 10 cents all the same, and does not use [credit_card] up."""
    seat = {"hand": ["credit_card"], "coins": 10, "items": ["skeleton_key"]}
    game = start(seat, treasure_deck=["mr_boom"]).play("credit_card").settle().buy("deck").settle()
    game.expect(player=0, coins=0, price=0, items=["skeleton_key", "mr_boom"])


def test_credit_card__until_end_of_turn() -> None:
    """R7.9: unused, [credit_card] ends with the turn."""
    game = start({"hand": ["credit_card"]}, {"coins": 9}).play("credit_card").settle().expect(player=0, price=0)
    game.end_turn().until("action").expect(active=1).expect(player=1, price=10).expect(illegal="buy Dinner")


def test_credit_card__whoever_buys() -> None:
    """R2.24: [credit_card] played by another player makes the active player's purchase free."""
    game = start({"coins": 0}, {"hand": ["credit_card"]}, shop=["dinner", "meat"]).play("credit_card", by=1).settle()
    game.expect(player=0, price=0).buy("dinner").settle().expect(player=0, items=["dinner"], coins=0)
    game.expect(player=0, price=10)


def test_credit_card__a_declaration_that_fizzles() -> None:
    """R10.4: a purchase that fizzles was none: [credit_card] still waits for the first shop item."""
    seats: list[dict[str, Any]] = [{"hand": ["credit_card"], "coins": 0}, {"items": ["void"]}]
    game = start(*seats, shop=["dinner", "meat"]).play("credit_card").settle().buy("dinner")
    game.activate("void", "c", "dinner", by=1).settle().expect(player=0, items=[], price=0, purchases_used=0)
    game.buy("meat").settle().expect(player=0, items=["meat"], coins=0, price=10)


def test_credit_card__in_response_to_a_purchase() -> None:
    """R10.4: the price is what it is on resolution: [credit_card] played in response makes the purchase free."""
    game = start({"hand": ["credit_card"], "coins": 10}, shop=["dinner", "meat"]).buy("dinner").play("credit_card")
    game.settle().expect(player=0, coins=10, items=["dinner"], price=10)


def test_credit_card__doubled() -> None:
    """ER-15: doubled, [credit_card] pays for two shop items."""
    position: dict[str, Any] = {"shop": ["dinner", "meat"], "treasure_deck": ["breakfast"]}
    game = doubled(["credit_card"], {"coins": 0, "items": ["moms_purse"]}, **position).play("credit_card").settle()
    game.buy("dinner").settle().expect(player=0, coins=0, price=0)
    game.S["purchases_used"][0, 0] = 0
    game.S["dirty"] = 1
    game.buy("meat").settle().expect(player=0, coins=0, price=10)


def test_credit_card__everybody_sees_it() -> None:
    """R2.26: the free shop item is public: the price of every player and the lasting effect are observed."""
    game = start({"hand": ["credit_card"]}).play("credit_card").settle()
    for observer in (0, 1):
        seen = SCHEMA.record(GAME.observe(game.S, observer))
        assert seen["players"]["price"][:2].tolist() == [0, 0]
        entry = seen["lasting"][0]
        assert (entry["kind"], entry["whom"], entry["number"]) == (Lasting.PRICE, 0, 0)


def test_jera__as_many_cards_as_in_hand() -> None:
    """R5.4: [jera] loots as many cards as its player holds when it resolves, itself not counted."""
    game = start({"hand": ["jera", "a_penny", "bomb"]}, {"hand": ["dagaz"]}).play("jera").pass_all()
    game.expect(player=0, hand=4).expect(player=1, hand=1)
    start({"hand": ["jera"]}, {"hand": ["dagaz"]}).play("jera").pass_all().expect(player=0, hand=0)
    game = start({"hand": ["jera", "a_dime", "bomb"]}).play("jera").play("a_dime").pass_all().expect(player=0, hand=1)
    game.pass_all().expect(player=0, hand=2)


def test_jera__doubled() -> None:
    """ER-15: doubled, [jera] loots twice the number of cards in hand."""
    doubled(["jera", "bomb", "dagaz"], {}).play("jera").pass_all().expect(player=0, hand=6)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_pills_purple__each_line(number: int) -> None:
    """R9.7, R9.3: [pills_purple] 1-2 recharges all own items, 3-4 is +1, 5-6 is -2 to one's own rolls until end of
    turn; the character is no item."""
    items = [{"card": "the_d100", "turned": True}, {"card": "the_d6", "turned": True}]
    seat = {"hand": ["pills_purple", "pills_yellow"], "extra_plays": 1, "items": items, "turned": True}
    other = {"items": [{"card": "void", "turned": True}]}
    game = start(seat, other, dice=[number]).play("pills_purple").settle().expect(player=0, turned=True)
    game.expect(card="the_d100", turned=number > 2).expect(card="the_d6", turned=number > 2)
    game.expect(card="void", turned=True).expect(card="pills_purple", zone="discard")
    boost = 0 if number <= 2 else 1 if number <= 4 else -2
    assert int(game.S["roll_boost"][0, 0]) == boost
    game.roll(4).play("pills_yellow").settle()
    game.expect(player=0, coins={0: 10, 1: 0, -2: 7}[boost])
    assert int(game.end_turn().S["roll_boost"][0, 0]) == 0


def test_pills_purple__other_players_roll_as_ever() -> None:
    """R9.3: the change by [pills_purple] concerns its player only, attack rolls included."""
    seats: list[dict[str, Any]] = [{"hand": ["pills_purple"]}, {"items": ["the_d100"]}]
    game = start(*seats, monsters=["pooter"], dice=[3]).play("pills_purple").settle()
    game.roll(3).activate("the_d100", by=1).pass_all().expect(stack=["player 1: roll 3"]).settle()
    reach(game.attack("pooter").roll(2), "combat damage 1 to pooter")


def test_pills_purple__doubled() -> None:
    """ER-15: doubled, [pills_purple] gives +2 or -4 to the rolls."""
    for number, boost in ((3, 2), (6, -4)):
        game = doubled(["pills_purple"], {}, dice=[number]).play("pills_purple").settle()
        assert int(game.S["roll_boost"][0, 0]) == boost


def boosted(*dice: int) -> Play:
    """A player with +1 of The Empress and -2 of the purple pills; the dice after the pills'."""
    seat = {"hand": ["the_empress", "pills_purple", "pills_yellow"], "extra_plays": 2, "items": ["the_d6"]}
    game = start(seat, {}, dice=[6, *dice]).play("the_empress", 0).settle().play("pills_purple").settle()
    return game.play("pills_yellow").pass_all().expect(asked=0, question="trigger_order")


@pytest.mark.parametrize(("lower", "number"), [("the_empress", 2), ("pills_purple", 1)])
def test_pills_purple__with_the_empress_one_by_one(lower: str, number: int) -> None:
    """R9.3, R9.1, A11: the boosts of [pills_purple] and [the_empress] are pushed one by one, in the order of the roller, and
    each result is clamped: 1 - 2 + 1 is 2, 1 + 1 - 2 is 1."""
    bonus = {"the_empress": "bonus +1 of III. The Empress", "pills_purple": "bonus -2 of Pills! (purple)"}
    upper = "pills_purple" if lower == "the_empress" else "the_empress"
    game = boosted(1).choose(lower).expect(stack=["roll 1", bonus[lower], bonus[upper]])
    game.pass_all().pass_all().expect(stack=[f"roll {number}"])


def test_pills_purple__a_reroll_brings_both_back() -> None:
    """R9.5, ER-18: a reroll brings back each of the two boosts by itself, the one that still waits not a second time."""
    game = boosted(1, 6).choose("pills_purple")
    waiting = game.copy().pass_all().expect(stack=["roll 2", "bonus -2"]).activate("the_d6").pass_all()
    waiting.expect(stack=["roll 6", "bonus -2", "bonus +1"]).pass_all().pass_all().expect(stack=["roll 4"])
    game.pass_all().pass_all().expect(stack=["roll 1"]).activate("the_d6").pass_all("the_empress")
    game.expect(stack=["roll 6", "bonus +1", "bonus -2"]).pass_all().pass_all().expect(stack=["roll 5"])


def test_pills_purple__both_end_with_the_turn() -> None:
    """R7.9: the boosts are gone in the next turn, and the observation has told their sum until then."""
    game = boosted(4).choose("pills_purple").settle()
    assert int(game.S["roll_boost"][0, 0]) == -1
    game.end_turn().until("action").end_turn().until("action")
    assert int(game.S["roll_boost"][0, 0]) == 0
    game = start({"hand": ["the_empress"]}, {"items": ["the_d100"]}).play("the_empress", 1).settle().end_turn()
    game.roll(3).activate("the_d100").pass_all().expect(stack=["player 1: roll 3"])


@pytest.mark.parametrize("card", ["pink_eye", "cancer"])
def test_trinkets__become_items_of_their_player(card: str) -> None:
    """R2.11: [pink_eye] and [cancer] enter play as items of who played them and go to the loot discard pile."""
    game = start({"hand": ["death_tarot"]}, {"hand": [card]}).play(card, by=1).settle()
    game.expect(player=1, items=[card], hand=[], turned=True).expect(discard="loot", size=0)
    game.play("death_tarot", 1).roll(1).settle().expect(player=1, dead=True, items=[])
    game.expect(card=card, zone="discard")


def test_pink_eye__hurts_the_monster_that_hurt_its_player() -> None:
    """R11.19: combat damage of an attack roll of 1 lets [pink_eye] deal 1 damage to that monster."""
    game = start({"items": ["pink_eye"]}, monsters=["fatty", "fly"]).attack("fatty").roll(1)
    reach(game, "trigger pink eye").pass_all().expect(monster="fatty", hp=3).expect(player=0, hp=1)
    game.expect(monster="fly", hp=1).expect(attacking="fatty", stack=[])


def test_pink_eye__kills_the_attacked_monster() -> None:
    """R14.1, R11.13: a monster killed by [pink_eye] gives its rewards, and the attack is over."""
    game = start({"items": ["pink_eye"]}, monsters=["dip", "fatty"]).attack("dip").roll(1)
    run(game).expect(attacking=None).expect(card="dip", zone="discard").expect(player=0, hp=1)


@pytest.mark.parametrize("number", [2, 3])
def test_pink_eye__other_misses(number: int) -> None:
    """R11.19: damage of an attack roll other than 1 is not answered by [pink_eye]."""
    game = start({"items": ["pink_eye"]}, monsters=["dip"]).attack("dip").roll(number)
    reach(game, "combat damage").pass_all().expect(stack=[], attacking="dip").expect(player=0, hp=1)
    game.expect(monster="dip", hp=1)


def test_pink_eye__damage_without_that_roll() -> None:
    """R11.19, R12.14: a bomb, a monster's other damage and the damage of other players leave [pink_eye] silent."""
    seat = {"items": ["pink_eye"], "hand": ["bomb"]}
    game = start(seat, monsters=["fatty"]).play("bomb", 0).settle().expect(player=0, hp=1).expect(monster="fatty", hp=4)
    game = start({}, {"items": ["pink_eye"]}, monsters=["fatty"]).attack("fatty").roll(1)
    reach(game, "combat damage 1 to player 0").pass_all().expect(stack=[]).expect(monster="fatty", hp=4)


def test_pink_eye__prevented_damage() -> None:
    """R12.5: damage that was prevented was not taken: [pink_eye] stays silent."""
    game = start({"items": ["pink_eye", "yum_heart"]}, monsters=["fatty"]).attack("fatty").roll(1)
    reach(game, "combat damage").activate("yum_heart", 0).pass_all().pass_all()
    game.expect(player=0, hp=2).expect(monster="fatty", hp=4).expect(stack=[])


def test_pink_eye__a_rerolled_or_changed_roll() -> None:
    """R11.19: the final number counts: a 2 made a 1 by Book of Belial is a roll of 1 for [pink_eye]."""
    game = start({"items": ["pink_eye", "book_of_belial"]}, monsters=["dip"]).attack("dip").roll(2)
    reach(game, "attack roll 2").activate("book_of_belial").pass_all(-1)
    reach(game, "trigger pink eye").pass_all().expect(stack=["death of dip"])


def test_cancer__the_first_roll_of_the_turn() -> None:
    """R9.3, ER-62: [cancer] adds 1 to its player's first roll of a turn, whatever it is for, and to no later one."""
    seat = {"items": ["cancer"], "hand": ["pills_yellow"], "turned": True}
    game = start(seat, monsters=["pooter"]).roll(2).play("pills_yellow").settle().expect(player=0, coins=10)
    game.attack("pooter").roll(2).pass_all().pass_all().expect(stack=["attack roll 2"])


def test_cancer__an_attack_roll() -> None:
    """R9.3: the first attack roll of the turn gets the bonus of [cancer]: a 2 against evasion 3 hits; then no more."""
    game = start({"items": ["cancer"]}, monsters=["pooter"]).attack("pooter").roll(2, 2)
    reach(game, "combat damage 1 to pooter").pass_all().expect(monster="pooter", hp=1)
    reach(game, "combat damage 1 to player 0")


def test_cancer__each_turn_also_of_others() -> None:
    """ER-62: in another player's turn the first roll of [cancer]'s player gets +1 again; others never."""
    seats: list[dict[str, Any]] = [{"items": ["the_d100"]}, {"items": ["cancer", "mystery_sack"]}]
    game = start(*seats, dice=[3, 4]).activate("the_d100").pass_all().expect(stack=["player 0: roll 3"]).settle()
    game.activate("mystery_sack", by=1).pass_all().expect(stack=["player 1: roll 4", "bonus"]).pass_all()
    game.expect(stack=["player 1: roll 5"]).settle().expect(player=1, coins=3)
    game.end_turn().until("action").roll(2).activate("mystery_sack", by=1).pass_all().pass_all()
    game.expect(stack=["player 1: roll 3"])


def test_cancer__came_too_late() -> None:
    """ER-62: [cancer] arriving after the first roll of the turn has missed it."""
    seat = {"items": ["mystery_sack"], "hand": ["cancer"]}
    game = start({"items": ["the_d100"], "hand": ["pills_yellow", "cancer"], "extra_plays": 1}, {**seat, "hand": []})
    game.roll(5).play("pills_yellow").settle().play("cancer").settle().roll(3).activate("the_d100").pass_all()
    game.expect(stack=["player 0: roll 3"]).expect(player=0, items=["the_d100", "cancer"])


def test_cancer__after_a_reroll() -> None:
    """R9.5, ER-18: the first roll rerolled gets the bonus of [cancer] again."""
    game = start({"items": ["cancer", "the_d6"], "hand": ["pills_yellow"]}, dice=[5, 2]).play("pills_yellow")
    game.pass_all().pass_all().expect(stack=["roll 6"]).activate("the_d6").pass_all()
    game.expect(stack=["roll 2", "bonus"]).settle().expect(player=0, coins=10)


def test_cancer__stolen_in_response() -> None:
    """R2.25, R3.5: the bonus of [cancer] on the stack stays its player's when the card is stolen."""
    game = start({"items": ["cancer"], "hand": ["pills_yellow"]}, {"hand": ["the_devil"], "items": ["meat"]}, dice=[2])
    game.play("pills_yellow").pass_all().expect(stack=["roll 2", "bonus"]).play("the_devil", "cancer", by=1).pass_all()
    game.expect(player=1, items=["cancer"]).settle().expect(player=0, coins=10)
