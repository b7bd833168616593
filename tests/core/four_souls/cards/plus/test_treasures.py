"""Four Souls+ treasures without activated effects: numbers, damage and deaths. Each test names its cards in brackets."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.four_souls.cards.fights import ROLLER, attack_roll, roll_by, run, start


def test_polyphemus__strong_but_worse_rolls() -> None:
    """R9.3, R11.10: [polyphemus] +2 attack; each own attack roll gets -1, which can turn a hit into a miss."""
    game = start({"items": ["polyphemus"]}, monsters=["fatty"], dice=[2, 3]).expect(player=0, attack=3)
    game.expect(player=1, attack=1).attack("fatty").pass_all().pass_all()
    game.expect(stack=["attack roll 2", "bonus -1 of polyphemus"]).pass_all().pass_all()
    game.expect(stack=["combat damage 1 to player 0"]).pass_all().pass_all().pass_all().pass_all()
    game.expect(stack=["combat damage 3 to fatty"])


def test_polyphemus__a_roll_is_never_below_one() -> None:
    """R9.1: a 1 stays 1: [polyphemus]."""
    game = start({"items": ["polyphemus"]}, dice=[1]).attack("fly").pass_all().pass_all().pass_all()
    game.expect(stack=["attack roll 1"])


def test_polyphemus__other_rolls_and_other_attackers_are_free() -> None:
    """R9.2: no other roll of its player and no attack of another player loses anything: [polyphemus]."""
    game = start({"items": ["polyphemus", "mystery_sack"]}, {}, dice=[3]).activate("mystery_sack").settle()
    game.expect(player=0, coins=7)
    game = start({}, {"items": ["polyphemus"]}, dice=[2]).attack("fly").pass_all().pass_all()
    game.expect(stack=["attack roll 2"])


@pytest.mark.parametrize("first", [1, 2])
def test_the_wiz__its_player_orders_its_answers(first: int) -> None:
    """R6.4, R6.2: damage to two monsters at once is answered twice by [the_wiz], each answer leaving out another monster:
    its player says which is pushed first; it lies below [head_of_krampus]."""
    seat = {"items": ["the_wiz", "head_of_krampus"]}
    game = start(seat, {}, monsters=["gurdy", "monstro"], dice=[4]).activate("head_of_krampus").pass_all().pass_all()
    game.pass_all().expect(asked=0, question="trigger_order").choose("the_wiz").choose(f"option {first}")
    below, above = ("gurdy", "monstro") if first == 1 else ("monstro", "gurdy")
    game.expect(question="target", illegal=f"choose {below}", legal=[f"choose {above}", "choose player 1"]).choose(
        above
    )
    game.expect(question="target", illegal=f"choose {above}").choose(1)
    game.expect(stack=[f"trigger the wiz {above}", "trigger the wiz player 1"])


def test_the_wiz__monsters_one_attacks_are_quicker() -> None:
    """R11.10: [the_wiz] evasion +1 against its player's attacks alone, 6 at most (R9.1)."""
    game = attack_roll(start({"items": ["the_wiz"]}, monsters=["dip"]), "dip", 4)
    game.expect(stack=["combat damage 1 to player 0"])
    game = attack_roll(start({}, {"items": ["the_wiz"]}, monsters=["dip"]), "dip", 4)
    game.expect(stack=["combat damage 1 to dip"])
    game = attack_roll(start({"items": ["the_wiz", "baby_haunt"]}, monsters=["trite"]), "trite", 6)
    game.expect(stack=["combat damage 1 to trite"])


@pytest.mark.parametrize("target", ["pale fatty", 0, 1])
def test_the_wiz__damage_to_a_monster_strikes_once_more(target: str | int) -> None:
    """R12.2: [the_wiz] 1 damage to another active monster or any player, not to the same monster again."""
    game = start({"items": ["the_wiz"]}, monsters=["fatty", "pale_fatty"])
    game = attack_roll(game, "fatty", 6).pass_all()
    game.expect(question="target", asked=0, illegal="choose Fatty", legal=["choose player 0", "choose player 1"])
    game.choose(target).pass_all().expect(stack=[]).expect(monster="fatty", hp=3)
    game.expect(monster="pale_fatty", hp=3 if target == "pale fatty" else 4)
    game.expect(player=0, hp=1 if target == 0 else 2).expect(player=1, hp=1 if target == 1 else 2)


def test_the_wiz__its_own_damage_does_not_answer_itself() -> None:
    """ER-06: the 1 damage it deals to a monster brings no more, from a copy of it neither: [the_wiz]."""
    seat = {"items": ["the_wiz", "modeling_clay"], "hand": ["bomb"]}
    game = start(seat, monsters=["fatty", "pale_fatty"]).activate("modeling_clay", "the_wiz").pass_all()
    game.play("bomb", "fatty").pass_all("the_wiz", "pale fatty", "pale fatty").pass_all().pass_all()
    game.expect(stack=[]).expect(monster="fatty", hp=3).expect(monster="pale_fatty", hp=2)


def test_the_wiz__only_own_damage_to_monsters() -> None:
    """R12.14: other effects of its player count; damage to a player and damage by others do not: [the_wiz]."""
    game = start({"items": ["the_wiz"], "hand": ["bomb"]}, monsters=["fatty", "pale_fatty"]).play("bomb", "fatty")
    game.pass_all("pale fatty").pass_all().expect(monster="pale_fatty", hp=3)
    game = start({"items": ["the_wiz"], "hand": ["bomb"]}).play("bomb", 1).pass_all().expect(stack=[])
    game = start({"hand": ["bomb"]}, {"items": ["the_wiz"]}, monsters=["fatty"]).play("bomb", "fatty").pass_all()
    game.expect(stack=[]).expect(monster="fatty", hp=3)


def test_head_of_the_keeper__pays_for_damage_and_kills() -> None:
    """R12.14, R14.2: [head_of_the_keeper] 1c for the damage, 2c when the death resolves, then the reward."""
    game = attack_roll(start({"items": ["head_of_the_keeper"]}), "fly", 6).pass_all()
    game.expect(stack=["death of fly", "trigger head of the keeper"]).pass_all().expect(player=0, coins=4).pass_all()
    game.expect(stack=["card of fly", "reward of fly", "trigger head of the keeper"]).pass_all()
    game.expect(player=0, coins=6).settle().expect(player=0, coins=7)


def test_head_of_the_keeper__players_count_each_by_itself() -> None:
    """R12.7: damage to two players at once pays twice, a kill without damage only for the kill: [head_of_the_keeper]."""
    seats = [{"items": ["head_of_the_keeper", "ipecac"], "hand": ["death_tarot"]}, {}, {}]
    game = attack_roll(start(*seats, monsters=["fatty"]), "fatty", 6).pass_all()
    game.expect(player=0, coins=3).expect(player=1, hp=1).expect(player=2, hp=1).pass_all().pass_all()
    game.expect(player=0, coins=5)
    game = start(*seats).play("death_tarot", 1).settle().expect(player=0, coins=5).expect(player=1, dead=True)


def test_head_of_the_keeper__killing_oneself_pays_before_the_penalty() -> None:
    """R12.14: the 2c lie above the penalty, which takes 1c: [head_of_the_keeper]."""
    game = start({"items": ["head_of_the_keeper"], "hand": ["death_tarot"], "coins": 0}).play("death_tarot", 0)
    game.pass_all().pass_all().expect(stack=["penalty of player 0", "trigger head of the keeper"]).settle()
    game.expect(player=0, coins=1, dead=True)


def test_head_of_the_keeper__nothing_dealt_nothing_paid() -> None:
    """R12.5, R13.9: prevented damage, a prevented death and what others deal pay nothing: [head_of_the_keeper]."""
    seat = {"items": ["head_of_the_keeper"], "hand": ["bomb", "death_tarot"]}
    game = start(seat, {"items": ["guppys_collar"], "hand": ["soul_heart"]}, dice=[1])
    game.play("bomb", 1).play("soul_heart", 1, by=1).settle().expect(player=0, coins=3)
    game = start({**seat, "hand": ["death_tarot"]}, {"items": ["guppys_collar"]}, dice=[1])
    game.play("death_tarot", 1).settle().expect(player=0, coins=3).expect(player=1, dead=False)
    game = start({"hand": ["bomb"]}, {"items": ["head_of_the_keeper"]}).play("bomb", "fly").settle()
    game.expect(player=1, coins=3).expect(player=0, coins=4)


def test_lard__tough_but_it_costs_cards() -> None:
    """R12.9, R12.11: [lard] +2 HP; each damage event, of any size, makes its player discard 1 card of choice."""
    seat = {"items": ["lard"], "hand": ["a_dime", "dagaz"]}
    game = start({"hand": ["gold_bomb"]}, seat).expect(player=1, hp=4, max_hp=4).expect(player=0, max_hp=2)
    game.play("gold_bomb", 1).pass_all().expect(player=1, hp=1).pass_all()
    game.expect(asked=1, question="discard").choose("dagaz").expect(player=1, hand=["a_dime"])
    game.expect(discard="loot", top=["dagaz", "gold_bomb"])


def test_lard__two_events_two_cards_and_an_empty_hand() -> None:
    """R12.11: [lard] two damages take two cards; without a hand nothing happens; others lose none."""
    hand = ["bomb", "bomb", "bomb"]
    game = start({"hand": hand, "items": ["box"]}, {"items": ["lard"], "hand": ["a_penny", "a_penny"]})
    game.activate("box").settle()
    for left in (1, 0, 0):
        game.play("bomb", 1).settle(*["a_penny"] * left).expect(player=1, hand=left)
    game.expect(player=1, hp=1)
    game = start({"hand": ["bomb", "a_dime"]}, {"items": ["lard"]}).play("bomb", 0).settle().expect(player=0, hand=1)


def test_lard__prevented_damage_costs_nothing() -> None:
    """R12.5: [lard] damage that a shield stops was not taken."""
    game = start({"hand": ["bomb", "soul_heart"]}, {"items": ["lard"], "hand": ["a_dime"]}).play("bomb", 1)
    game.play("soul_heart", 1, turn=True).settle().expect(player=1, hand=["a_dime"], hp=4)


@pytest.mark.parametrize("target", ["fatty", 0, 1])
def test_daddy_long_legs__strikes_at_the_start_of_the_turn(target: str | int) -> None:
    """R7.2: [daddy_long_legs_item] 1 damage to a player or monster of choice, own one included, not optional."""
    game = start({"items": ["daddy_long_legs_item"]}, monsters=["fatty"], phase="start")
    game.expect(asked=0, question="target", legal=["choose player 0", "choose player 1", "choose Fatty"]).choose(target)
    game.expect(stack=["trigger daddy long legs"]).pass_all().expect(phase="start")
    game.expect(monster="fatty", hp=3 if target == "fatty" else 4)
    game.expect(player=0, hp=1 if target == 0 else 2).expect(player=1, hp=1 if target == 1 else 2)


def test_daddy_long_legs__only_in_the_own_turn() -> None:
    """R7.2: other turns start without it: [daddy_long_legs_item]."""
    start({}, {"items": ["daddy_long_legs_item"]}, phase="start").expect(question="priority", stack=[])


def test_abaddon__a_monsters_combat_damage_kills() -> None:
    """R12.14: [abaddon] +5 attack; any damage by a monster kills, however many HP are left."""
    game = start({"items": ["abaddon", "dinner"]}, monsters=["dip"]).expect(player=0, attack=6)
    game = attack_roll(game.expect(player=1, attack=1), "dip", 1).pass_all().expect(player=0, hp=2, dying=False)
    game.expect(stack=["trigger abaddon"]).pass_all().expect(stack=["death of player 0"]).settle("dinner")
    game.expect(player=0, dead=True).expect(phase="end")


def test_abaddon__damage_by_a_monsters_text_kills_too() -> None:
    """R12.14: the card of a monster deals the damage of its text, in any player's turn: [abaddon]."""
    game = start({"hand": ["bomb"]}, {"items": ["abaddon", "dinner"]}, monsters=["boom_fly"]).play("bomb", "boom fly")
    game.settle("dinner").expect(player=1, dead=True).expect(player=0, dead=False, hp=1)


def test_abaddon__players_events_and_curses_are_no_monsters() -> None:
    """R2.13, R12.14: a player's bomb, own costs and Troll Bombs, no monster card, do not kill: [abaddon]."""
    seat = {"items": ["abaddon", "lard"]}
    game = start({"hand": ["bomb"]}, seat).play("bomb", 1).settle().expect(player=1, hp=3, dead=False)
    game = start(seat, monsters=["fly"], monster_deck=["troll_bombs"]).attack("deck").settle()
    game.expect(player=0, hp=2, dead=False).expect(discard="monster", top=["troll_bombs"])
    game = start({**seat, "curses": ["curse_of_pain"]}, phase="start").settle().expect(player=0, hp=3, dead=False)


def test_abaddon__prevented_damage_does_not_kill_and_another_dies_for_it_alone() -> None:
    """R12.5: [abaddon] a shield saves; another attacker's wounds are nothing to its player."""
    seat = {"items": ["abaddon", "dinner"], "hand": ["soul_heart"]}
    game = start(seat, monsters=["dip"]).play("soul_heart", 0).settle()
    game = attack_roll(game, "dip", 1).pass_all().expect(stack=[]).expect(player=0, hp=3)
    game = attack_roll(start({}, {"items": ["abaddon"]}, monsters=["dip"]), "dip", 1).pass_all().expect(stack=[])
    game.expect(player=0, hp=1).expect(player=1, hp=2)


def test_one_up__a_new_life() -> None:
    """R13.2a, ER-33: [one_up] in the own turn the death is replaced as it would resolve: destroyed, full HP, one more
    attack, no penalty."""
    game = start({"items": ["one_up", "dinner"], "hand": ["bomb"], "hp": 1}).play("bomb", 0).pass_all()
    game.expect(stack=["death of player 0"]).expect(player=0, items=["one_up", "dinner"], dying=True).pass_all()
    game.expect(stack=[], phase="action", asked=0).expect(card="one_up", zone="discard")
    game.expect(player=0, hp=3, max_hp=3, dead=False, dying=False, coins=3, items=["dinner"], extra_attacks=1)
    game.expect(legal=["attack Fly", "pass"]).expect(player=1, extra_attacks=0)


def test_one_up__the_attack_goes_on() -> None:
    """R13.9: [one_up] the running attack continues; a second one may follow."""
    game = start({"items": ["one_up"], "hp": 1}, monsters=["fly", "dip"])
    game = attack_roll(game, "dip", 1).pass_all().pass_all().expect(attacking="dip", stack=[]).expect(player=0, hp=2)
    run(game.roll(6)).expect(phase="action", legal="attack Fly").expect(player=0, attacks_used=1, coins=4)


def test_one_up__not_in_another_turn() -> None:
    """ER-33: [one_up] dying in another player's turn is dying; the card may be the item of the penalty."""
    game = start({"hand": ["bomb"]}, {"items": ["one_up"], "hp": 1}).play("bomb", 1).settle()
    game.expect(player=1, dead=True, coins=2, items=[], extra_attacks=0)


def test_one_up__one_life_each() -> None:
    """R13.5: [one_up] the saved death does not count: the next one of the same turn is real."""
    game = start({"items": ["one_up", "box"], "hand": ["death_tarot", "bomb", "gold_bomb"]}).activate("box").settle()
    game.play("death_tarot", 0).settle().expect(player=0, dead=False, hp=2, coins=3, hand=2)
    game.play("gold_bomb", 0).settle().expect(player=0, dead=True, coins=2, hand=[])


@pytest.mark.parametrize(("used", "left"), [("one_up", "modeling_clay"), ("modeling_clay", "one_up")])
def test_one_up__with_two_of_them_the_player_picks_one(used: str, left: str) -> None:
    """R6.2, ER-33: two texts replace one death, here of a copied [one_up]: whose death it is picks the one that does."""
    game = start({"items": ["one_up", "modeling_clay"], "hand": ["death_tarot", "bomb"]})
    game.activate("modeling_clay", "one_up").settle().play("death_tarot", 0).pass_all().pass_all()
    game.expect(asked=0, legal=["choose 1-Up", "choose Modeling Clay"]).expect(player=0, dying=True)
    game.choose(used).settle().expect(card=used, zone="discard").expect(card=left, zone="item", shows="one_up")
    game.expect(player=0, dead=False, hp=2, extra_attacks=1, hand=1)


def test_one_up__an_eternal_one_saves_nobody() -> None:
    """ER-33: [one_up] what cannot be destroyed cannot be given for a life."""
    game = start({"items": [{"card": "one_up", "eternal": True}], "hp": 1, "hand": ["bomb"]}).play("bomb", 0).settle()
    game.expect(player=0, dead=True, items=["one_up"], extra_attacks=0)


@pytest.mark.parametrize(("number", "items"), [(1, ["one_up", "guppys_collar"]), (6, ["guppys_collar"])])
def test_one_up__only_if_no_other_saver_did_it(number: int, items: list[str]) -> None:
    """ER-33: Guppy's Collar acts above the death; [one_up] is used only where that fails."""
    seat = {"items": ["one_up", "guppys_collar"], "hp": 1, "hand": ["bomb"]}
    game = start(seat, dice=[number]).play("bomb", 0).settle().expect(player=0, dead=False, items=items)
    game.expect(player=0, hp=1 if number == 1 else 2)


def test_mama_haunt__the_character_stays_turned() -> None:
    """R7.1, ER-56: [mama_haunt] the own recharge step leaves the character out; items recharge, other effects work."""
    seat: dict[str, Any] = {"items": ["mama_haunt", {"card": "the_battery", "turned": True}], "turned": True}
    game = start(seat, {"turned": True}, phase="start").expect(player=0, turned=True)
    game.expect(card="the_battery", turned=False).until("action").end_turn()
    game.expect(active=1).expect(player=1, turned=False).expect(player=0, turned=True)
    turned = {**seat, "plays_used": 1, "hand": ["a_dime"]}
    start(turned).expect(illegal="play A Dime!!")
    start({**turned, "turned": False}).expect(legal="play A Dime!!")
    game = start({"items": ["mama_haunt", "belly_button"], "turned": True, "hand": ["bomb"]}).play("bomb", 0)
    game.settle("yes").expect(player=0, turned=False)


def test_mama_haunt__a_charged_character_is_left_alone() -> None:
    """R7.1: [mama_haunt] an upright character stays upright."""
    start({"items": ["mama_haunt"]}, phase="start").expect(player=0, turned=False)


def test_mama_haunt__moves_on_before_the_penalty() -> None:
    """ER-37: [mama_haunt] given to another player, dead or alive, before it could be destroyed."""
    seats = [{"hand": ["death_tarot"]}, {"items": ["mama_haunt", "dinner"]}, {"dead": True}]
    game = start(*seats).play("death_tarot", 1).pass_all().pass_all()
    game.expect(asked=1, question="target", legal=["choose player 0", "choose player 2"], illegal="choose player 1")
    game.choose(2).expect(stack=["penalty of player 1", "trigger mama haunt player 2"]).pass_all()
    game.expect(player=2, items=["mama_haunt"]).expect(player=1, items=["dinner"]).settle().expect(player=1, items=[])


def test_mama_haunt__other_deaths_leave_it() -> None:
    """R13.3: [mama_haunt] stays when another player dies, and when the death is prevented."""
    game = start({"hand": ["death_tarot"]}, {"items": ["mama_haunt"]}).play("death_tarot", 0).settle()
    game.expect(player=1, items=["mama_haunt"])
    seat = {"items": ["mama_haunt", "guppys_collar"]}
    game = start({"hand": ["death_tarot"]}, seat, dice=[1]).play("death_tarot", 1).settle().expect(player=1, items=2)


def test_dice_of_others__are_not_touched() -> None:
    """R9.2: a roll of another player is neither lowered nor offered to its owner: [polyphemus] [phd]."""
    game = start({"items": ["polyphemus", "phd"]}, ROLLER)
    roll_by(game, 1, 3).expect(player=1, coins=7).expect(dice=[])
