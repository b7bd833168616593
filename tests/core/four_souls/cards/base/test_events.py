"""The 17 bonus cards of the base monster deck, revealed by an attack on the deck or by a refill."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play, Scenario
from tests.every import every

PLAIN: dict[str, Any] = {"loot_deck": ["a_dime", "dagaz", "bomb"], "treasure_deck": ["mr_boom", "meat"]}


def revealed(card: str, *players: dict[str, Any], **position: Any) -> Play:
    """The position after an attack of player 0 on the monster deck has revealed a card, which is being played."""
    seats = [*players, *[{}] * (2 - len(players))]
    return Scenario(players=seats, monster_deck=[card, "dip"], **position).start().attack("deck").pass_all()


ROLLED = [
    ("gold_chest_1", (1, 2), {"items": ["dinner", "breakfast", "mr_boom"]}),
    ("gold_chest_1", (3, 4), {"coins": 8}),
    ("gold_chest_1", (5, 6), {"coins": 10}),
    ("gold_chest_2", (1, 2), {"items": ["dinner", "breakfast", "mr_boom"]}),
    ("gold_chest_2", (3, 4), {"hand": ["a_dime"]}),
    ("gold_chest_2", (5, 6), {"hand": ["a_dime", "dagaz"]}),
    ("dark_chest_1", (1, 2), {"hand": ["a_dime"]}),
    ("dark_chest_1", (3, 4), {"coins": 6}),
    ("dark_chest_1", (5, 6), {"hp": 2}),
    ("dark_chest_2", (1, 2), {"coins": 4}),
    ("dark_chest_2", (3, 4), {"hand": ["a_dime", "dagaz"]}),
    ("dark_chest_2", (5, 6), {"hp": 2}),
    ("chest_1", (1, 2), {"coins": 4}),
    ("chest_1", (3, 4), {"coins": 6}),
    ("chest_1", (5, 6), {"coins": 9}),
    ("chest_2", (1, 2), {"hand": ["a_dime"]}),
    ("chest_2", (3, 4), {"hand": ["a_dime", "dagaz"]}),
    ("chest_2", (5, 6), {"hand": ["a_dime", "dagaz", "bomb"]}),
    ("secret_room", (1,), {"hp": 1}),
    ("secret_room", (2, 3), {}),
    ("secret_room", (4, 5), {"coins": 10}),
    ("secret_room", (6,), {"items": ["dinner", "breakfast", "mr_boom"]}),
    ("cursed_chest", (1, 2, 3), {"hp": 3}),
    ("cursed_chest", (4, 5), {"hp": 2}),
]


@every([(card, number, facts) for card, numbers, facts in ROLLED for number in numbers])
def test_chests__every_line(card: str, number: int, facts: dict[str, Any]) -> None:
    """R2.15, R9.9, R9.13, FSR-075: [gold_chest_1] [gold_chest_2] [dark_chest_1] [dark_chest_2] [chest_1] [chest_2]
    [secret_room] [cursed_chest]: the active player rolls and gets the line; the card waits beside the stack, then is
    discarded; the attack is used up and no monster is attacked."""
    before: dict[str, Any] = {"coins": 3, "hp": 4, "hand": [], "items": ["dinner", "breakfast"]}
    game = revealed(card, {"items": before["items"]}, dice=[number], **PLAIN)
    game.expect(attacking=None, asked=0, monsters=["fly", "fatty"]).expect(card=card, zone="stack")
    game.pass_all().expect(stack=[f"roll {number}"]).expect(card=card, zone="beside").pass_all()
    game.expect(player=0, **before).pass_all().expect(player=0, **{**before, "attacks_used": 1, **facts})
    game.expect(player=1, coins=3, hp=2, hand=[], items=[]).expect(discard="monster", top=[card], size=1)


@pytest.mark.parametrize("number", [2, 3])
def test_secret_room__discards_two_cards_of_choice(number: int) -> None:
    """R5.4: [secret_room] 2-3 discards 2 loot cards of the active player's choice, fewer if there are fewer."""
    game = revealed("secret_room", {"hand": ["a_penny", "bomb", "dagaz"]}, {"hand": ["ehwaz"]}, dice=[number])
    game.settle("bomb", "a_penny").expect(player=0, hand=["dagaz"]).expect(player=1, hand=["ehwaz"])
    revealed("secret_room", {"hand": ["bomb"]}, dice=[number]).settle().expect(player=0, hand=[], hp=2)


@pytest.mark.parametrize("card", ["dark_chest_1", "dark_chest_2"])
def test_dark_chests__damage_is_no_combat_damage(card: str) -> None:
    """R12.3, R11.5: the 2 damage of [dark_chest_1] and [dark_chest_2] can be prevented; the active player may die."""
    game = revealed(card, {"hand": ["the_hierophant"]}, dice=[6])
    game.copy().play("the_hierophant", 0).settle().expect(player=0, hp=2)
    game.settle().expect(player=0, dead=True, coins=2, hand=[]).expect(phase="end")


def test_xl_floor__a_monster_slot_and_an_attack() -> None:
    """R15.7, R11.1, FSR-131: [xl_floor] adds a monster slot, filled at once and refilled later, and gives an attack."""
    game = revealed("xl_floor").pass_all().expect(monsters=["fly", "fatty", "empty"], stack=["refill monster slot 2"])
    game.settle().expect(monsters=["fly", "fatty", "dip"]).expect(card="xl_floor", zone="discard")
    game.attack("dip").fight(6).expect(player=0, attacks_used=1, extra_attacks=0).expect(
        monsters=3, illegal="attack Fly"
    )
    assert "empty" not in game.read.game()["monsters"]


def test_shop_upgrade__two_shop_slots_and_an_attack() -> None:
    """R15.7, R11.1: [shop_upgrade] adds two shop slots, filled at once, and gives one more attack this turn."""
    game = revealed("shop_upgrade", shop=["dinner", "breakfast"], **PLAIN).pass_all().expect(shop=4).settle()
    game.expect(shop=["dinner", "breakfast", "meat", "mr_boom"]).expect(legal="attack Fly")
    game.attack("fly").fight(6).expect(illegal="attack Fatty")


def test_extra_attack_is_lost_with_the_turn() -> None:
    """R7.9, R7.15: the attack granted by [xl_floor] is gone in the next turn, in which each player has one again."""
    game = revealed("xl_floor", monsters=["fly", "fatty"]).settle().end_turn().end_turn().until("action")
    game.attack("fly").fight(6).expect(illegal="attack Fatty", active=0)


def test_we_need_to_go_deeper__monsters_back_on_the_deck() -> None:
    """R5.4, R15.11: [we_need_to_go_deeper] puts any number of discarded monsters on the deck, one by one, no bonus
    cards or curses, and gives an attack."""
    pile = ["trite", "troll_bombs", "spider", "curse_of_pain", "clotty"]
    game = revealed("we_need_to_go_deeper", monster_discard=pile).pass_all()
    game.expect(asked=0, legal=["choose Trite", "choose Spider", "choose Clotty", "done"])
    game.expect(illegal=["choose Troll Bombs", "choose Curse of Pain"])
    game.choose("trite", "clotty", "done").expect(deck="monster", top=["clotty", "trite", "dip"])
    game.expect(discard="monster", top=["we_need_to_go_deeper", "troll_bombs", "spider", "curse_of_pain"])
    game.attack("deck").settle(0).expect(attacking="clotty").fight(*[6] * 3).expect(illegal="attack Fly")


def test_we_need_to_go_deeper__none_is_a_number() -> None:
    """R5.4: nothing need be taken for [we_need_to_go_deeper]; the attack is granted all the same."""
    game = revealed("we_need_to_go_deeper", monster_discard=["trite"]).pass_all("done")
    game.expect(deck="monster", top=["dip"]).expect(legal="attack Fly")
    revealed("we_need_to_go_deeper").pass_all().expect(legal="attack Fly", stack=[])


def test_i_can_see_forever__six_cards_then_loot() -> None:
    """R15.11: [i_can_see_forever] looks at the top 6 loot cards, may put them back in any order, then loots 1."""
    deck = ["a_dime", "dagaz", "bomb", "ehwaz", "justice", "the_sun", "the_moon"]
    game = revealed("i_can_see_forever", loot_deck=deck).pass_all().expect(asked=0, question="may")
    game.expect(card="the_sun", zone="deck", known=[0]).expect(card="the_moon", known=[])
    game.copy().choose("no").expect(player=0, hand=["a_dime"]).expect(deck="loot", top=deck[1:])
    game.choose("yes", "a_dime", "dagaz", "bomb", "ehwaz", "justice").expect(player=0, hand=["the_sun"])
    game.expect(deck="loot", top=["justice", "ehwaz", "bomb", "dagaz", "a_dime", "the_moon"])


def test_troll_bombs__two_damage_to_the_active_player() -> None:
    """R2.14, R2.15: [troll_bombs] deal 2 damage to the active player when they resolve; there is time to answer."""
    game = revealed("troll_bombs", {"hand": ["soul_heart"]}).expect(stack=["event troll bombs"])
    game.expect(player=0, hp=2).copy().play("soul_heart", 0).settle().expect(player=0, hp=1)
    game.pass_all().expect(player=0, hp=0, dying=True).expect(player=1, hp=2).expect(card="troll_bombs", zone="discard")


def test_troll_bombs__on_a_refill() -> None:
    """R15.3, R2.14: [troll_bombs] revealed by a refill hit the active player; then the slot is refilled again."""
    game = Scenario(players=2, active=1, monsters=["fly", "empty"], monster_deck=["troll_bombs", "dip"]).start()
    game.pass_all().expect(stack=["player 1: event troll bombs"], monsters=["fly", "empty"])
    game.pass_all().expect(player=1, hp=0).expect(player=0, hp=2).settle().expect(monsters=["fly", "dip"])


def test_mega_troll_bomb__two_damage_to_everybody() -> None:
    """R12.7, R13.7, FSR-094: [mega_troll_bomb] hits every player at once, the dead without consequence."""
    game = revealed("mega_troll_bomb", {"items": ["dinner"]}, {}, {"dead": True}).pass_all()
    game.expect(player=0, hp=1).expect(player=1, hp=0, dying=True).expect(player=2, hp=0, dying=False)
    game.expect(stack=["death of player 1"]).expect(monster="fly", hp=1)


def test_ambush__two_attacks_on_the_deck() -> None:
    """R11.7, A70: after [ambush] the only legal action on an empty stack is the attack on the monster deck, twice."""
    game = Scenario(players=2, monster_deck=["ambush", "dip", "trite"], monsters=["fatty", "gurdy"]).start()
    game.attack("deck").settle()
    assert game.legal() == ["attack the top of the monster deck"]
    game.attack("deck").settle(0).expect(attacking="dip").fight(6)
    assert game.legal() == ["attack the top of the monster deck"]
    game.attack("deck").settle(1).expect(attacking="trite").fight(6).expect(player=0, attacks_used=1)
    game.expect(legal="pass", illegal=["attack the top of the monster deck", "attack Fatty"])


def test_ambush__uses_an_unused_attack_first() -> None:
    """R11.7, A13: after [ambush] revealed by a refill the first forced attack is the normal one, the second is extra."""
    game = Scenario(players=2, monsters=["fly", "empty"], monster_deck=["ambush", "fatty", "dip", "trite"]).start()
    game.settle().expect(monsters=["fly", "fatty"], illegal="pass", legal="attack the top of the monster deck")
    game.attack("deck").settle(0).fight(6).expect(player=0, attacks_used=1).attack("deck").settle(0).fight(6)
    game.expect(player=0, attacks_used=1).expect(legal="pass", illegal="attack Fly")


def test_ambush__earlier_attacks_on_the_deck_do_not_count() -> None:
    """R11.7: [ambush] demands two attacks on the deck from when it resolves on, whatever was attacked before in the turn."""
    deck = ["dip", "ambush", "trite", "spider"]
    game = Scenario(players=[{"extra_attacks": 1}, {}], monster_deck=deck, monsters=["fatty", "gurdy"]).start()
    game.attack("deck").settle(0).fight(6).attack("deck").settle()
    for _ in range(2):
        assert game.legal() == ["attack the top of the monster deck"]
        game.attack("deck").settle(1).fight(6)
    game.expect(legal="pass", illegal="attack the top of the monster deck")


def test_ambush__ends_with_the_turn() -> None:
    """R7.15, A42: the obligation of [ambush] is lost when the turn ends."""
    game = revealed("ambush", {}, {"hand": ["the_fool"]}).settle()
    game.attack("deck").pass_().play("the_fool").settle().expect(phase="end").end_turn()
    game.until("action").expect(active=1, legal="pass").end_turn().until("action").expect(active=0, legal="pass")


def test_greed_event__takes_all_coins_of_the_richest() -> None:
    """R5.10, R22: [greed_event] takes all cents from the richest player; among equals the active player chooses."""
    game = revealed("greed_event", {"coins": 4}, {"coins": 9}, {"coins": 8}).pass_all()
    game.expect(player=1, coins=0).expect(player=0, coins=4).expect(player=2, coins=8)
    game = revealed("greed_event", {"coins": 9}, {"coins": 9}, {"coins": 8})
    game.expect(asked=0, question="target", legal=["choose player 0", "choose player 1"], illegal="choose player 2")
    game.choose(0).pass_all().expect(player=0, coins=0).expect(player=1, coins=9)


def test_greed_event__fizzles_when_somebody_else_is_richer_by_then() -> None:
    """R17.2: a player who is no longer the richest when [greed_event] resolves is no legal choice any more."""
    game = revealed("greed_event", {"coins": 4}, {"coins": 9}, {"coins": 8, "hand": ["a_dime"]})
    game.play("a_dime", by=2).settle().expect(player=1, coins=9).expect(player=2, coins=18)
    game.expect(card="greed_event", zone="discard")


def test_devil_deal__nothing() -> None:
    """R5.3: [devil_deal] (a) is discarded without any effect."""
    game = revealed("devil_deal").expect(question="mode").choose("a").pass_all()
    game.expect(player=0, hp=2, hand=[], items=[]).expect(discard="monster", top=["devil_deal"])


def test_devil_deal__loot_for_damage() -> None:
    """R5.3: [devil_deal] (b) loots 2 and deals 1 damage."""
    game = revealed("devil_deal", **PLAIN).choose("b").expect(player=0, hp=2, hand=[]).pass_all()
    game.expect(player=0, hp=1, hand=["a_dime", "dagaz"], items=[])


def test_devil_deal__a_guppy_item_for_two_damage() -> None:
    """ER-49: [devil_deal] (c) searches the treasure deck for a Guppy item, gains it, then takes 2 damage."""
    position: dict[str, Any] = {"treasure_deck": ["meat", "guppys_paw", "decoy", "guppys_head"]}
    position["exact_decks"] = ["treasure"]
    game = revealed("devil_deal", {"items": ["dinner"]}, shop=["breakfast"], **position).choose("c").pass_all()
    game.expect(asked=0, legal=["choose Guppy's Paw", "choose Guppy's Head"], illegal="choose Meat!")
    game.choose("guppys_head").expect(player=0, items=["dinner", "guppys_head"], hp=1)
    game.expect(deck="treasure", size=3).expect(card="guppys_paw", zone="deck")


def test_devil_deal__without_a_guppy_item() -> None:
    """ER-49, A62: with no Guppy item left [devil_deal] (c) still deals its 2 damage."""
    position: dict[str, Any] = {"treasure_deck": ["meat", "decoy"], "exact_decks": ["treasure"], "shop": ["breakfast"]}
    game = revealed("devil_deal", {"items": ["dinner"]}, **position).choose("c").pass_all()
    game.expect(player=0, items=["dinner"], hp=1).expect(deck="treasure", size=2)


def test_cursed_chest__six_finds_a_guppy_item() -> None:
    """ER-49: [cursed_chest] 6 searches the treasure deck for a Guppy item of one's choice; no damage."""
    position: dict[str, Any] = {"treasure_deck": ["meat", "guppys_paw", "guppys_head"], "exact_decks": ["treasure"]}
    game = revealed("cursed_chest", dice=[6], shop=["breakfast"], **position).settle("guppys_paw")
    game.expect(player=0, items=["guppys_paw"], hp=2).expect(deck="treasure", size=2)
    game.expect(card="cursed_chest", zone="discard")
    position["treasure_deck"] = ["meat"]
    game = revealed("cursed_chest", dice=[6], shop=["breakfast"], **position).settle()
    game.expect(player=0, items=[], hp=2).expect(deck="treasure", size=1)
