"""The starting items of the Gold Box and of Four Souls+, four each."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.cards.fights import reach, start

ALL = (
    *("holy_mantle", "wooden_nickel", "lord_of_the_pit", "void"),
    *("infestation", "bag_o_trash", "gimpy", "dark_arts"),
)


def mode(game: Play, letter: str) -> Play:
    return game.copy().choose(letter)


@pytest.mark.parametrize("card", ALL)
def test_starting_items__are_eternal(card: str) -> None:
    """R2.7, A20, ER-04: [holy_mantle] [wooden_nickel] [lord_of_the_pit] [void] [infestation] [bag_o_trash] [gimpy]
    [dark_arts] survive the penalty and can be neither stolen nor rerolled."""
    first = {"coins": 10, "items": ["pay_to_play", "the_d20"], "hand": ["death_tarot"]}
    game = start(first, {"items": [card]}).expect(card=card, zone="item", owner=1, eternal=True, turned=False)
    game.copy().pay("pay_to_play").expect(illegal=f"choose {card}")
    game.copy().activate("the_d20").expect(illegal=f"choose {card}")
    game.play("death_tarot", 1).settle().expect(player=1, dead=True).expect(card=card, zone="item", owner=1)


def test_holy_mantle__saves_another_player() -> None:
    """R13.9, ER-33: [holy_mantle] answers a pending death: the player lives with the HP from before the lethal
    damage; the turn of another player continues."""
    game = start({"hand": ["gold_bomb", "bomb"], "extra_plays": 1}, {"items": ["holy_mantle"]}, {"coins": 5})
    game.expect(illegal="activate Holy Mantle").play("gold_bomb", 2).pass_all()
    game.expect(stack=["death of player 2"]).expect(player=2, dying=True, hp=0)
    game.activate("holy_mantle", by=1).expect(card="holy_mantle", turned=True).pass_all()
    game.expect(stack=[], active=0, phase="action", asked=0).expect(player=2, dying=False, dead=False, hp=2, coins=5)
    game.play("bomb", 1).settle().expect(player=1, hp=1)


def test_holy_mantle__ends_the_turn_of_the_saved_active_player() -> None:
    """R7.13, R13.9: [holy_mantle] saves the active player, whose turn ends; no penalty is paid."""
    seat = {"coins": 9, "hand": ["dagaz"], "items": ["meat"]}
    game = start(seat, {"items": ["holy_mantle"], "hand": ["gold_bomb"]}).play("gold_bomb", 0, by=1).pass_all()
    game.activate("holy_mantle", by=1).pass_all().expect(phase="end", active=0).end_turn()
    game.expect(active=1).expect(player=0, hp=2, dead=False, coins=9, hand=["dagaz"], items=["meat"])


def test_holy_mantle__ends_the_attack_too() -> None:
    """R11.13, R13.9: saved from combat damage by [holy_mantle], the active player's attack ends with the turn."""
    game = start({"items": ["holy_mantle"], "hp": 1}, monsters=["pooter"]).attack("pooter").roll(1)
    reach(game, "death of player 0").activate("holy_mantle").pass_all().expect(attacking=None, phase="end")
    game.expect(player=0, hp=1, dead=False).expect(monster="pooter", hp=2)


def test_holy_mantle__chooses_one_of_two_deaths() -> None:
    """R5.10, R13.9: with two deaths on the stack [holy_mantle] saves the one chosen."""
    game = start({}, {"items": ["holy_mantle"]}, {}, monster_deck=["mega_troll_bomb"]).attack("deck").pass_all()
    game.pass_all().expect(stack=["death", "death", "death"]).activate("holy_mantle", by=1)
    assert sorted(game.legal()) == ["choose player 0", "choose player 1", "choose player 2"]
    game.choose(2).settle().expect(player=2, dead=False, hp=2).expect(player=0, dead=True).expect(player=1, dead=True)


def test_holy_mantle__the_first_success_counts() -> None:
    """R13.15, ER-33: when Broken Ankh has saved the player, [holy_mantle] fizzles and the turn continues."""
    seats: list[dict[str, Any]] = [{"hand": ["death_tarot"]}, {"items": ["broken_ankh"]}, {"items": ["holy_mantle"]}]
    game = start(*seats, dice=[6]).play("death_tarot", 1).pass_all()
    game.expect(stack=["death of player 1", "trigger broken ankh"]).activate("holy_mantle", by=2).pass_all()
    game.expect(player=1, dying=False, dead=False, hp=2).settle().expect(player=1, dead=False, hp=2)
    game.expect(active=0, phase="action").expect(card="holy_mantle", turned=True)


def test_holy_mantle__its_own_player() -> None:
    """R13.2, ER-33: a dying player may use [holy_mantle] in response to the own death."""
    game = start({"hand": ["death_tarot"]}, {"character": "the_lost", "starting_item": True, "souls": 1})
    game.play("death_tarot", 1).pass_all().activate("holy_mantle", by=1).settle()
    game.expect(player=1, dead=False, hp=1, souls=2).expect(active=0, phase="action")


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_wooden_nickel__as_many_coins_as_rolled(number: int) -> None:
    """R9.7: [wooden_nickel] chooses a player, then rolls: that player gains the result in cents."""
    game = start({"items": ["wooden_nickel"]}, dice=[number]).activate("wooden_nickel", 1).settle()
    game.expect(player=1, coins=3 + number).expect(player=0, coins=3).expect(card="wooden_nickel", turned=True)


def test_wooden_nickel__the_roll_is_of_its_player() -> None:
    """R9.2, R16.3: the roll of [wooden_nickel] is its player's, the gain the chosen player's: Counterfeit Penny adds."""
    seats: list[dict[str, Any]] = [{}, {"items": ["wooden_nickel"]}, {"items": ["counterfeit_penny"]}]
    game = start(*seats, dice=[4]).activate("wooden_nickel", 2, by=1).pass_all().expect(stack=["player 1: roll 4"])
    game.settle().expect(player=2, coins=8).expect(player=1, coins=3)


def test_lord_of_the_pit__cancels_a_started_attack_and_gives_it_back() -> None:
    """R11.13, A16, FSR-086: [lord_of_the_pit] ends the attack with its damage; the attacker may attack again."""
    game = start({}, {"items": ["lord_of_the_pit"]}, monsters=["pooter"]).attack("pooter").roll(1)
    reach(game, "combat damage 1 to player 0").activate("lord_of_the_pit", by=1).pass_all()
    game.expect(stack=[], attacking=None, monsters=["pooter"]).expect(player=0, hp=2, attacks_used=1)
    game.attack("pooter").fight(6, 6).expect(player=0, attacks_used=1, extra_attacks=0).settle()
    game.expect(illegal="attack the top of the monster deck")


def test_lord_of_the_pit__a_declaration_is_not_used_up() -> None:
    """A16: a declaration cancelled by [lord_of_the_pit] uses no attack, so exactly one attack is left."""
    game = start({}, {"items": ["lord_of_the_pit"]}, monsters=["pooter", "fly"]).attack("pooter")
    game.activate("lord_of_the_pit", by=1).pass_all().expect(stack=[], attacking=None).expect(player=0, attacks_used=0)
    game.attack("fly").fight(6).expect(player=0, attacks_used=1).expect(illegal="attack Pooter")


def test_lord_of_the_pit__of_the_attacker() -> None:
    """R5.10: the attacking player may use [lord_of_the_pit] on the own attack, also on one of the deck that has found a monster."""
    game = start({"items": ["lord_of_the_pit"]}, monster_deck=["dip"], monsters=["fatty"]).attack("deck").pass_all()
    game.expect(attacking="dip").activate("lord_of_the_pit").pass_all().expect(attacking=None, monsters=["dip"])
    game.expect(monster="dip", hp=1, covered=["fatty"]).attack("dip").pass_all().expect(attacking="dip")


def test_lord_of_the_pit__no_declaration_on_the_deck() -> None:
    """R5.2, R11.2: [lord_of_the_pit] names an attack on a monster; one declared on the deck is none until it finds one."""
    seats: list[dict[str, Any]] = [{}, {"items": ["lord_of_the_pit"]}]
    game = start(*seats, monster_deck=["dip"], monsters=["fatty", "fly"]).attack("deck").pass_(by=0)
    game.expect(asked=1, stack=["attack"], illegal="activate Lord of the Pit").pass_(by=1).choose("fatty").pass_(by=0)
    game.expect(asked=1, attacking="dip", legal="activate Lord of the Pit")


def test_lord_of_the_pit__a_deck_attack_turned_to_a_monster() -> None:
    """R11.20: an attack declared on the deck that [moms_eye_shadow] has turned is one on a monster for [lord_of_the_pit]."""
    seats: list[dict[str, Any]] = [{}, {"items": ["lord_of_the_pit", "moms_eye_shadow"]}]
    game = start(*seats, monsters=["fatty", "fly"]).attack("deck").choose("fly").pass_(by=0)
    game.expect(asked=1, illegal="activate Lord of the Pit").pass_(by=1).choose("yes").pass_(by=0)
    game.expect(asked=1, stack=["attack fly"], legal="activate Lord of the Pit")


def test_lord_of_the_pit__needs_an_attack() -> None:
    """R5.2: without an attack [lord_of_the_pit] cannot be used."""
    start({"items": ["lord_of_the_pit"]}).expect(illegal="activate Lord of the Pit")


def test_lord_of_the_pit__the_attack_is_over_before() -> None:
    """R17.2: when a bomb has ended the attack first, [lord_of_the_pit] fizzles and gives nothing back."""
    seats: list[dict[str, Any]] = [{"hand": ["bomb"]}, {"items": ["lord_of_the_pit"]}]
    game = start(*seats, monsters=["fly", "pooter"]).attack("fly").pass_all().activate("lord_of_the_pit", by=1)
    game.play("bomb", "fly", by=0).settle().expect(player=0, attacks_used=1).expect(illegal="attack Pooter")


def test_void__a_new_hand() -> None:
    """R5.3: [void] (a) discards the whole hand and loots as many cards; an empty hand stays empty."""
    deck = {"loot_deck": ["a_dime", "bomb", "a_penny"]}
    game = start({"items": ["void"], "hand": ["dagaz", "ehwaz"]}, {"hand": ["jera"]}, **deck).activate("void", "a")
    game.pass_all().expect(player=0, hand=["a_dime", "bomb"]).expect(player=1, hand=["jera"])
    game.expect(discard="loot", size=2).expect(deck="loot", top=["a_penny"])
    game = start({"items": ["void"]}, **deck).activate("void", "a").pass_all().expect(player=0, hand=[])
    game.expect(deck="loot", top=["a_dime"])


def test_void__discards_a_monster() -> None:
    """R14.7, R15.2: [void] (b) discards an active monster: no death, no rewards; its slot is refilled."""
    position = {"monsters": ["fatty", "fly"], "monster_deck": ["dip"]}
    game = start({"items": ["void"]}, **position).activate("void", "b", "fatty").pass_all()
    game.expect(discard="monster", top=["fatty"], size=1).expect(stack=["refill"]).settle()
    game.expect(monsters=["dip", "fly"]).expect(player=0, coins=3, hand=0)


def test_void__uncovers_the_monster_below() -> None:
    """R14.6: what lies under a monster discarded by [void] is active again, undamaged."""
    position = {"monsters": [{"card": "dip", "covered": ["fatty"]}]}
    game = start({"items": ["void"]}, **position).activate("void", "b", "dip").pass_all()
    game.expect(monsters=["fatty"]).expect(monster="fatty", hp=4, covered=[]).expect(stack=[])


def test_void__not_the_attacked_monster() -> None:
    """R5.2: [void] (b) cannot choose the monster being attacked; with no other one the mode is not offered."""
    game = start({}, {"items": ["void"]}, monsters=["fatty", "fly"]).attack("fatty").pass_all()
    game.activate("void", "b", by=1).expect(stack=["activate void"]).pass_all().expect(discard="monster", top=["fly"])
    game = start({}, {"items": ["void"]}, monsters=["fatty"]).attack("fatty").pass_all().activate("void", by=1)
    assert len(game.legal()) == 2
    game.choose("c").choose("dinner").settle().expect(discard="treasure", top=["dinner"])


def test_void__the_declared_target() -> None:
    """R11.2, A16: a monster against which an attack is only declared may be discarded; the attack is not used up."""
    game = start({}, {"items": ["void"]}, monsters=["fatty", "fly"], monster_deck=["dip"]).attack("fatty")
    game.activate("void", "b", "fatty", by=1).settle().expect(monsters=["dip", "fly"], attacking=None)
    game.expect(player=0, attacks_used=0)


def test_void__discards_a_shop_item() -> None:
    """R15.2, R10.4, FSR-063: [void] (c) discards a shop item; a purchase declared for it fizzles unpaid."""
    position: dict[str, Any] = {"shop": ["dinner", "meat"], "treasure_deck": ["mr_boom"]}
    game = start({"coins": 10}, {"items": ["void"]}, **position).buy("dinner").activate("void", "c", "dinner", by=1)
    game.pass_all().expect(discard="treasure", top=["dinner"], size=1).settle().expect(shop=["mr_boom", "meat"])
    game.expect(player=0, coins=10, items=[]).expect(player=1, items=["void"]).buy("meat").settle()
    game.expect(player=0, items=["meat"], coins=0)


def test_infestation__two_cards_for_one() -> None:
    """R5.4: [infestation] loots 2, then its player discards one card of the hand."""
    game = start({"items": ["infestation"], "hand": ["dagaz"]}, loot_deck=["a_dime", "bomb"]).activate("infestation")
    game.pass_all().expect(question="discard", asked=0).expect(player=0, hand=3).choose("dagaz")
    game.expect(player=0, hand=["a_dime", "bomb"]).expect(discard="loot", top=["dagaz"], size=1)
    game.expect(card="infestation", turned=True)


def test_bag_o_trash__its_three_modes() -> None:
    """R2.4, R5.3: [bag_o_trash] for 4 cents: loot 1, or 1 damage, or one more loot card this turn."""
    seat = {"items": ["bag_o_trash"], "coins": 5, "hand": ["a_penny", "a_dime", "a_nickel"], "turned": True}
    game = start(seat, loot_deck=["dagaz"], monsters=["fatty"]).pay("bag_o_trash").expect(question="mode")
    first = mode(game, "a").pass_all().expect(player=0, hand=4, coins=1)
    first.expect(illegal="pay for Bag-O-Trash").expect(card="bag_o_trash", turned=False)
    second = mode(game, "b")
    second.copy().choose("fatty").pass_all().expect(monster="fatty", hp=3).expect(player=0, hand=3)
    second.choose(1).pass_all().expect(player=1, hp=1).expect(monster="fatty", hp=4)
    game.choose("c").pass_all().expect(player=0, coins=1, extra_plays=1).play("a_dime").play("a_nickel").settle()
    game.expect(player=0, coins=16, extra_plays=0).expect(illegal="play A Penny!")


def test_bag_o_trash__as_often_as_it_is_paid() -> None:
    """R2.4: [bag_o_trash] is used in any turn and again while there are 4 cents."""
    game = start({}, {"items": ["bag_o_trash"], "coins": 11, "hand": ["a_dime"]}, monsters=["fatty"])
    game.pay("bag_o_trash", "b", "fatty", by=1).pay("bag_o_trash", "b", "fatty").expect(player=1, coins=3)
    game.expect(illegal="pay for Bag-O-Trash").settle().expect(monster="fatty", hp=2)


def test_bag_o_trash__a_loot_card_in_the_turn_of_another() -> None:
    """R8.2: [bag_o_trash] (c) in another player's turn lets its player play a loot card in that turn, not later."""
    seat = {"items": ["bag_o_trash"], "coins": 8, "hand": ["a_dime", "a_nickel"], "turned": True}
    game = start({}, seat).pay("bag_o_trash", "c", by=1).settle().expect(player=1, extra_plays=1)
    game.copy().end_turn().expect(player=1, extra_plays=0)
    game.play("a_dime", by=1).settle().expect(player=1, coins=14, extra_plays=0)


def test_gimpy__its_three_modes() -> None:
    """R5.3, R6.1: each damage its player takes, [gimpy] pays 2 cents, or +2 attack until end of turn, or a new card."""
    game = start({"hand": ["bomb"]}, {"items": ["gimpy"], "hand": ["dagaz"]}, loot_deck=["a_dime"]).play("bomb", 1)
    game.pass_all().expect(question="mode", asked=1)
    mode(game, "a").expect(stack=["trigger gimpy"]).settle().expect(player=1, coins=5, hp=1, attack=1)
    stronger = mode(game, "b").settle().expect(player=1, attack=3, coins=3)
    stronger.end_turn().expect(player=1, attack=1)
    game.choose("c").pass_all().expect(question="discard", asked=1).choose("dagaz").expect(player=1, hand=["a_dime"])
    game.expect(discard="loot", size=2)


def test_gimpy__once_for_each_damage() -> None:
    """R12.11: [gimpy] answers a damage of 3 once, also a lethal one, and not the damage of others."""
    game = start({"hand": ["gold_bomb", "bomb"], "extra_plays": 1}, {"items": ["gimpy"]}, {})
    game.play("bomb", 2).settle().expect(player=1, coins=3).play("gold_bomb", 1).pass_all().choose("a")
    game.expect(stack=["death of player 1", "trigger gimpy"]).settle().expect(player=1, dead=True, coins=4)


def test_gimpy__prevented_damage_is_none() -> None:
    """R12.5: damage that was prevented was not taken: [gimpy] does nothing."""
    game = start({"hand": ["bomb"]}, {"items": ["gimpy", "yum_heart"]}).play("bomb", 1)
    game.activate("yum_heart", 1, by=1).settle().expect(player=1, hp=2, coins=3).expect(stack=[])


def test_gimpy__combat_damage() -> None:
    """R11.11: missing an attack roll, the attacker takes damage and [gimpy] may raise the damage of the next hit."""
    game = start({"items": ["gimpy"]}, monsters=["fatty"]).attack("fatty").roll(1, 6).pass_all().pass_all().pass_all()
    game.pass_all().choose("b").pass_all().expect(player=0, hp=1, attack=3).pass_all().pass_all()
    game.expect(stack=["combat damage 3 to fatty"])


def test_dark_arts__any_roll_of_6() -> None:
    """R9.7: [dark_arts] gains 3 cents on any player's roll of 6, attack rolls included, and on nothing else."""
    dark = {"items": ["dark_arts"]}
    game = start({}, dark, monsters=["pooter"]).attack("pooter").roll(6).pass_all().pass_all().pass_all()
    game.expect(stack=["combat damage 1 to pooter", "player 1: trigger dark arts"]).settle()
    game.expect(player=1, coins=6).expect(player=0, coins=3)
    for number, coins in ((6, 6), (5, 3), (1, 3)):
        game = start({"items": ["the_d100"]}, dark, loot_deck=["a_penny"], dice=[number]).activate("the_d100").settle()
        game.expect(player=1, coins=coins)
    start({**dark, "hand": ["pills_blue"]}, dice=[6]).play("pills_blue").settle().expect(player=0, coins=6)


def test_dark_arts__loots_when_another_player_dies() -> None:
    """R13.3: [dark_arts] loots 2 each time another player dies, not for its own player and not for monsters."""
    position: dict[str, Any] = {"loot_deck": ["a_dime", "dagaz"], "monsters": ["fly", "fatty"]}
    game = start({"hand": ["death_tarot", "bomb"], "extra_plays": 1}, {"items": ["dark_arts"]}, {}, **position)
    game.play("bomb", "fly").settle().expect(player=1, hand=[])
    own = game.copy().play("death_tarot", 1).settle().expect(player=1, dead=True, hand=[], coins=2)
    own.expect(deck="loot", top=["a_dime"])
    game.play("death_tarot", 2).pass_all().pass_all()
    game.expect(stack=["penalty of player 2", "player 1: trigger dark arts"]).settle()
    game.expect(player=1, hand=["a_dime", "dagaz"]).expect(player=0, hand=[])
